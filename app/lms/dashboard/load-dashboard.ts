// Loads the dashboard's data from the API. For its loader.
import type { ApiClient } from "#app/api.ts";
import { readFigureQuery } from "#app/lms/figures/read-figure-query.ts";
import { viewAsOf } from "#app/lms/shell/desk-context.ts";
import { bodyOf } from "#app/ui/ask-api.ts";
import type { LeadSort } from "#contract/queue.ts";
import { askedFilters, type FilterParams } from "./filter-params.ts";

/** A search shows the first 50 matches, the API's maximum per request. */
const searchSize = 50;

type View = { q: string; sort: LeadSort; show: number; filters: FilterParams };

export type Queue = NonNullable<Awaited<ReturnType<typeof loadDashboard>>>;

/** Null when one of the requests failed. */
export async function loadDashboard(api: ApiClient, request: Request, view: View) {
  const { q, sort, show, filters } = view;
  const viewAs = viewAsOf(request);
  const [list, choices, figures] = await Promise.all([
    readLeads(api, { q, sort, filters, show: q ? searchSize : show, viewAs }),
    api.leads.filters.$get({ query: viewAs }),
    readFigures(api, request),
  ]);
  if (!list || !choices.ok || !figures) return null;
  return {
    now: new Date().toISOString(),
    list,
    choices: await bodyOf(choices),
    ...figures,
  };
}

async function readFigures(api: ApiClient, request: Request) {
  const query = await readFigureQuery(api, request);
  if (!query) return null;
  const [onTime, counts] = await Promise.all([
    api.leads.cot.$get({ query }),
    api.leads.count.$get({ query }),
  ]);
  if (!onTime.ok || !counts.ok) return null;
  return { onTime: await bodyOf(onTime), counts: await bodyOf(counts) };
}

type Wanted = View & { viewAs: { client?: string } };

async function readLeads(api: ApiClient, wanted: Wanted) {
  const leads = [];
  let cursor: string | undefined;
  for (;;) {
    const limit = String(Math.min(searchSize, wanted.show - leads.length));
    const query = {
      ...wanted.viewAs,
      ...askedFilters(wanted.filters),
      sort: wanted.sort,
      limit,
      ...(wanted.q && { search: wanted.q }),
      ...(cursor && { cursor }),
    };
    const answer = await api.leads.new.$get({ query });
    if (!answer.ok) return null;
    const page = await bodyOf(answer);
    leads.push(...page.leads);
    cursor = page.nextCursor ?? undefined;
    if (!cursor || leads.length >= wanted.show) return { ...page, leads };
  }
}
