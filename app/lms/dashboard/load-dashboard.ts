// Loads the dashboard's data from the API, for its loader and for reloads after a change.
import type { ApiClient } from "#app/api.ts";
import type { Reading } from "#app/lms/figures/period.ts";
import {
  type AskedFigures,
  readFigureQuery,
  readPracticeAndQuery,
} from "#app/lms/figures/read-figure-query.ts";
import { viewAsOf } from "#app/lms/shell/desk-context.ts";
import type { LoadedList } from "#app/lms/shell/live-leads.ts";
import { bodyOf, isProofMissing } from "#app/ui/ask-api.ts";
import type { Lead } from "#contract/leads.ts";
import { minOtherSearchLength } from "#contract/other-leads.ts";
import type { LeadList, LeadSort } from "#contract/queue.ts";
import { askedFilters, type FilterParams, isFiltered } from "./filter-params.ts";

/** A search shows at most 50 matches, because a request to the API can't return more. */
const searchSize = 50;

export type View = { q: string; sort: LeadSort; show: number; filters: FilterParams };

export type Queue = NonNullable<Awaited<ReturnType<typeof loadDashboard>>>;

export function rowsShown({ q, show }: View): number {
  return q ? searchSize : show;
}

/**
 * Returns whether the search also covers leads outside the queue. Filters apply only to the queue.
 */
export function findsOthers({ q, filters }: View): boolean {
  return [...q].length >= minOtherSearchLength && !isFiltered(filters);
}

/**
 * Loads the dashboard. Returns null if a request failed. `now`: a time just before the server read
 * the data.
 */
export async function loadDashboard(api: ApiClient, request: Request, view: View) {
  const now = new Date().toISOString();
  const viewAs = viewAsOf(request);
  const practice = readPracticeAndQuery(api, request);
  const [list, choices, figures, others] = await Promise.all([
    practice.then((known) => known && readLeads(api, { ...view, viewAs, reading: known.reading })),
    api.leads.filters.$get({ query: viewAs }),
    practice.then((known) => known && readFigures(api, known.query)),
    findsOthers(view) ? api.leads.others.$get({ query: { ...viewAs, search: view.q } }) : null,
  ]);
  if (!list || !choices.ok || !figures) return null;
  if (others && !others.ok) {
    if (!(await isProofMissing(others))) return null;
    list.needsProof = true;
  }
  return {
    now,
    list,
    choices: await bodyOf(choices),
    ...figures,
    others: others?.ok ? await bodyOf(others) : null,
  };
}

/** Loads only the figures, without the list. Returns null if a request failed. */
export async function loadFigures(api: ApiClient, request: Request) {
  const now = new Date().toISOString();
  const query = await readFigureQuery(api, request);
  const figures = query && (await readFigures(api, query));
  return figures && { now, ...figures };
}

async function readFigures(api: ApiClient, query: AskedFigures) {
  const [onTime, counts] = await Promise.all([
    api.leads.cot.$get({ query }),
    api.leads.count.$get({ query }),
  ]);
  if (!onTime.ok || !counts.ok) return null;
  return { onTime: await bodyOf(onTime), counts: await bodyOf(counts) };
}

const nothing = { leads: [], total: 0, isTotalExact: true, uncalled: 0, doNotCall: 0 };

type Wanted = View & { viewAs: { client?: string }; reading: Reading };

async function readLeads(api: ApiClient, wanted: Wanted): Promise<LoadedList | null> {
  const show = rowsShown(wanted);
  const leads: Lead[] = [];
  let read: Omit<LeadList, "nextCursor"> = nothing;
  let cursor: string | undefined;
  for (;;) {
    const limit = String(Math.min(searchSize, show - leads.length));
    const query = {
      ...wanted.viewAs,
      ...askedFilters(wanted.filters),
      sort: wanted.sort,
      reading: wanted.reading,
      limit,
      ...(wanted.q && { search: wanted.q }),
      ...(cursor && { cursor }),
    };
    const answer = await api.leads.new.$get({ query });
    if (!answer.ok) {
      const isCut = cursor !== undefined;
      return (await isProofMissing(answer)) ? { ...read, leads, isCut, needsProof: true } : null;
    }
    const { nextCursor, ...page } = await bodyOf(answer);
    read = page;
    leads.push(...page.leads);
    cursor = nextCursor ?? undefined;
    const isCut = cursor !== undefined;
    if (!isCut || leads.length >= show) return { ...page, leads, isCut };
  }
}
