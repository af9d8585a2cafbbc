// Compares how fast practices call their leads in one period, and what their ads cost. Counts all
// practices, because any may be the slowest and the totals include all. Earlier periods are counted
// only for the practices shown.
import { asc } from "drizzle-orm";
import {
  bucketed,
  type Compared,
  type ComparedPractice,
  type Comparison,
  type ComparisonExportQuery,
  type ComparisonQuery,
  comparedValue,
  comparisonSorts,
} from "#contract/comparison.ts";
import { amountOf } from "#contract/month-lines.ts";
import { dayAfter, dayIn, dayOf, startOfDay } from "#contract/zones.ts";
import { isCurrentPractice } from "#server/db/real-practices.ts";
import { clients } from "#server/db/schema.ts";
import type { Deps } from "#server/deps.ts";
import { type Days, periodsUntil } from "#server/desk/reports/compared-periods.ts";
import { countCompared, countCostsOf, type Span } from "#server/desk/reports/comparison-figures.ts";
import { AppError } from "#server/errors.ts";
import { statusOf } from "#server/people/accounts.ts";
import { byName, isListed } from "./practice-list.ts";

const perPage = 50;

/** Handles `GET /api/admin/comparison`. Throws `invalid` for a future month. */
export async function comparePractices(
  deps: Deps,
  { page, ...query }: ComparisonQuery,
): Promise<Comparison> {
  const { periods, isOver, ranked, together } = await rankPractices(deps, query);
  return {
    ...{ periods: periods.map(inclusive), isOver },
    totals: await countTotals(deps, periods, ranked, together),
    practices: await readCompared(
      deps,
      periods,
      ranked.slice((page - 1) * perPage, page * perPage),
    ),
    total: ranked.length,
    pages: Math.max(1, Math.ceil(ranked.length / perPage)),
  };
}

type Counted = { practice: Listed; compared: Compared };
type Listed = Awaited<ReturnType<typeof listCompared>>[number];

/**
 * Returns every matching practice, with its figures for the requested period, in the requested
 * order.
 */
export async function rankPractices(
  deps: Deps,
  { period, search, sort, order = comparisonSorts[sort] }: ComparisonExportQuery,
): Promise<{ periods: Days[]; isOver: boolean; ranked: Counted[]; together: Compared }> {
  const practices = await listCompared(deps, search);
  const today = await findEarliestDay(deps);
  const periods = periodsUntil(period, today);
  const [asked] = periods ?? [];
  if (!periods || !asked) throw new AppError("invalid", { fields: { period: "invalid" } });
  const spans = spansOf(practices, [asked]);
  const figures = await countCompared(deps, spans);
  const costs = await countCostsOf(deps, spans);
  const counted = practices.flatMap((practice, place) => {
    const [its, itsCosts] = [figures.each[place], costs.each[place]];
    return its && itsCosts ? [{ practice, compared: { figures: its, ...itsCosts } }] : [];
  });
  const together = { figures: figures.together, ...costs.together };
  const isOver = asked.to <= today;
  if (sort === "name") {
    const ranked = order === "asc" ? counted : counted.toReversed();
    return { periods, isOver, ranked, together };
  }
  const amounts = new Map(counted.map((one) => [one, amountOf(comparedValue(one.compared, sort))]));
  const sign = order === "asc" ? 1 : -1;
  const ranked = counted.toSorted((a, b) => {
    const [one, other] = [amounts.get(a) ?? null, amounts.get(b) ?? null];
    if (one === null || other === null) return Number(one === null) - Number(other === null);
    return sign * (one - other);
  });
  return { periods, isOver, ranked, together };
}

/**
 * Returns the combined figures of all matching practices, so a practice with many inquiries weighs
 * more. Practices without spend don't count in the costs. `together` has the combined figures of
 * the requested period.
 */
async function countTotals(
  deps: Deps,
  [, before]: Days[],
  ranked: Counted[],
  together: Compared,
): Promise<Comparison["totals"]> {
  if (!before) throw new Error("There is no period before");
  const practices = ranked.map(({ practice }) => practice);
  const earlier = spansOf(practices, [before]);
  const was = await countCompared(deps, earlier);
  const costs = await countCostsOf(deps, earlier);
  return { now: together, before: { figures: was.together, ...costs.together } };
}

/** Lists the practices to compare, sorted by name. */
async function listCompared(deps: Deps, search: string | undefined) {
  return await deps.db
    .select({
      id: clients.id,
      name: clients.name,
      city: clients.city,
      state: clients.state,
      approvedAt: clients.approvedAt,
      suspendedAt: clients.suspendedAt,
      endedAt: clients.endedAt,
      timeZone: clients.timeZone,
    })
    .from(clients)
    .where(await isListed(deps, { search }))
    .orderBy(byName, asc(clients.id));
}

/** Adds the data that is read only for the practices shown. */
export async function readCompared(
  deps: Deps,
  periods: Days[],
  shown: Counted[],
): Promise<ComparedPractice[]> {
  const practices = shown.map(({ practice }) => practice);
  const earlier = periods.slice(1);
  const { each: figures } = await countCompared(deps, spansOf(practices, earlier));
  const { each: costs } = await countCostsOf(deps, spansOf(practices, earlier.slice(0, 1)));
  return shown.map(({ practice, compared }, place) => {
    const its = figures.slice(place * earlier.length, (place + 1) * earlier.length);
    const [[figuresBefore], costsBefore] = [its, costs[place]];
    if (!figuresBefore || !costsBefore) throw new Error("A practice has no figures");
    const { id, name, city, state, timeZone } = practice;
    return {
      ...{ _id: id, name, city, state, timeZone, status: statusOf(practice) },
      now: compared,
      before: { figures: figuresBefore, ...costsBefore },
      history: [compared.figures, ...its]
        .map((one) => ({ onTime: one.timeDiff.lt10, total: bucketed(one) }))
        .toReversed(),
    };
  });
}

/** Returns these periods for each practice, in the practice's time zone. */
function spansOf(practices: Listed[], periods: Days[]): Span[] {
  const starts = new Map<string, Date>();
  const startOf = (day: string, timeZone: string) => {
    const key = `${day} ${timeZone}`;
    const start = starts.get(key) ?? startOfDay(day, timeZone);
    starts.set(key, start);
    return start;
  };
  return practices.flatMap(({ id, timeZone }) =>
    periods.map(({ from, to }) => ({
      ...{ clientId: id, timeZone },
      ...{ from: startOf(from, timeZone), to: startOf(to, timeZone) },
    })),
  );
}

/**
 * Returns the earliest local date, so that the last full month or week is over in every time zone.
 */
async function findEarliestDay({ db, now }: Deps): Promise<string> {
  const zones = await db
    .selectDistinct({ timeZone: clients.timeZone })
    .from(clients)
    .where(isCurrentPractice);
  const [first] = zones.map(({ timeZone }) => dayIn(now(), timeZone)).toSorted();
  return first ?? dayOf(now());
}

/** Returns a period with its last day included, as people expect. */
export function inclusive({ from, to }: Days): Days {
  return { from, to: dayAfter(to, -1) };
}
