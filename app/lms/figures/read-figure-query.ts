// For loaders: converts the page's URL to the API's query for figures.
import type { ApiClient } from "#app/api.ts";
import { viewAsOf } from "#app/lms/shell/desk-context.ts";
import { bodyOf } from "#app/ui/ask-api.ts";
import type { FigureQuery } from "#contract/figures.ts";
import { instantsOf, type Reading, readPeriod, readReading } from "./period.ts";

export type AskedFigures = FigureQuery & { client?: string };

/**
 * Reads the query. Returns null if the practice, whose time zone and counting mode it needs,
 * couldn't be fetched.
 */
export async function readFigureQuery(
  api: ApiClient,
  request: Request,
): Promise<AskedFigures | null> {
  return (await readPracticeAndQuery(api, request))?.query ?? null;
}

/**
 * Reads the practice and the query. `reading` is the practice's counting mode, which the queue
 * uses. The query's mode may be a different one.
 */
export async function readPracticeAndQuery(
  api: ApiClient,
  request: Request,
): Promise<{ query: AskedFigures; reading: Reading } | null> {
  const { searchParams } = new URL(request.url);
  const viewAs = viewAsOf(request);
  const period = readPeriod(searchParams);
  const campaign = searchParams.get("campaign");
  const who = await api.clients.getClient.$get({ query: viewAs });
  if (!who.ok) return null;
  const { reading, timeZone } = (await bodyOf(who)).userData;
  const query = {
    ...viewAs,
    reading: readReading(searchParams, reading),
    ...(campaign && { campaign }),
    ...instantsOf(period, new Date(), timeZone),
  };
  return { query, reading };
}
