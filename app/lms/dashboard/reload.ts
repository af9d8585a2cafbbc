// `/lms/dashboard/reload`: everything that an open dashboard fetches again after a change, in one
// request. It takes the same query as the dashboard. With `part=figures`, it omits the list.
import { type ApiClient, apiContext } from "#app/api.ts";
import { viewAsOf } from "#app/lms/shell/desk-context.ts";
import { bodyOf } from "#app/ui/ask-api.ts";
import type { Route } from "./+types/reload.ts";
import { loadDashboard, loadFigures } from "./load-dashboard.ts";
import { readView } from "./view.ts";

export async function loader({ request, context }: Route.LoaderArgs) {
  const api = context.get(apiContext);
  const { searchParams } = new URL(request.url);
  const isOnlyFigures = searchParams.get("part") === "figures";
  const [list, figures, mail] = await Promise.all([
    isOnlyFigures ? null : loadDashboard(api, request, readView(searchParams)),
    isOnlyFigures ? loadFigures(api, request) : null,
    viewAsOf(request).client === undefined ? readMailAlarm(api) : null,
  ]);
  if (!list && !figures) throw new Response(null, { status: 503 });
  return Response.json({ list, figures, mail } satisfies Reloaded);
}

export type Reloaded = {
  /** The list; null if only the figures were requested. */
  list: Awaited<ReturnType<typeof loadDashboard>>;
  figures: Awaited<ReturnType<typeof loadFigures>>;
  mail: Awaited<ReturnType<typeof readMailAlarm>>;
};

async function readMailAlarm(api: ApiClient) {
  const answer = await api.mail.alarm.$get();
  return answer.ok ? bodyOf(answer) : null;
}
