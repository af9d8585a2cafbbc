// Converts the URL to the API's figure query. For loaders.
import type { ApiClient } from "#app/api.ts";
import { viewAsOf } from "#app/lms/shell/desk-context.ts";
import { bodyOf } from "#app/ui/ask-api.ts";
import type { FigureQuery } from "#contract/figures.ts";
import { readPeriod, readReading } from "./period.ts";
import { instantsOf } from "./period-instants.ts";

/** Null when the practice's time zone could not be fetched. */
export async function readFigureQuery(
  api: ApiClient,
  request: Request,
): Promise<(FigureQuery & { client?: string }) | null> {
  const { searchParams } = new URL(request.url);
  const viewAs = viewAsOf(request);
  const period = readPeriod(searchParams);
  const campaign = searchParams.get("campaign");
  const query = { ...viewAs, reading: readReading(searchParams), ...(campaign && { campaign }) };
  if (period.name === "all") return query;
  const who = await api.clients.getClient.$get({ query: viewAs });
  if (!who.ok) return null;
  const { userData } = await bodyOf(who);
  return { ...query, ...instantsOf(period, new Date(), userData.timeZone) };
}
