// Compares how fast practices call their leads in one period. Counts all practices, because any may
// be the slowest and the totals include all. Earlier periods are counted only for the practices
// shown.
import { asc } from "drizzle-orm";
import {
  bucketed,
  type ComparedFigures,
  type ComparedPractice,
  type Comparison,
  type ComparisonExportQuery,
  type ComparisonQuery,
  comparedValue,
  comparisonSorts,
} from "#contract/comparison.ts";
import { amountOf } from "#contract/month-lines.ts";
import { dayAfter, dayIn, dayOf, startOfDay } from "#contract/zones.ts";
import { statusOf } from "#server/accounts/people/accounts.ts";
import { isCurrentPractice } from "#server/db/real-practices.ts";
import { clients } from "#server/db/schema.ts";
import type { Deps } from "#server/deps.ts";
import { type Days, periodsUntil } from "#server/desk/reports/compared-periods.ts";
import {
  countCompared,
  countCostsPerBooked,
  type Span,
} from "#server/desk/reports/comparison-figures.ts";
import { AppError } from "#server/errors.ts";
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

type Counted = { practice: Listed; figures: ComparedFigures };
type Listed = Awaited<ReturnType<typeof listCompared>>[number];

/**
 * Returns every matching practice, with its figures for the requested period, in the requested
 * order.
 */
export async function rankPractices(
  deps: Deps,
  { period, search, sort, order = comparisonSorts[sort] }: ComparisonExportQuery,
): Promise<{ periods: Days[]; isOver: boolean; ranked: Counted[]; together: ComparedFigures }> {
  const practices = await listCompared(deps, search);
  const today = await findEarliestDay(deps);
  const periods = periodsUntil(period, today);
  const [asked] = periods ?? [];
  if (!periods || !asked) throw new AppError("invalid", { fields: { period: "invalid" } });
  const { each, together } = await countCompared(deps, spansOf(practices, [asked]));
  const counted = practices.flatMap((practice, place) => {
    const its = each[place];
    return its ? [{ practice, figures: its }] : [];
  });
  const isOver = asked.to <= today;
  if (sort === "name") {
    const ranked = order === "asc" ? counted : counted.toReversed();
    return { periods, isOver, ranked, together };
  }
  const amounts = new Map(counted.map((one) => [one, amountOf(comparedValue(one, sort))]));
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
 * more. `together` has the combined figures of the requested period.
 */
async function countTotals(
  deps: Deps,
  [now, before]: Days[],
  ranked: Counted[],
  together: ComparedFigures,
): Promise<Comparison["totals"]> {
  if (!now || !before) throw new Error("There is no period before");
  const practices = ranked.map(({ practice }) => practice);
  const [spans, earlier] = [spansOf(practices, [now]), spansOf(practices, [before])];
  const was = await countCompared(deps, earlier);
  const cost = await countCostsPerBooked(deps, spans);
  const costBefore = await countCostsPerBooked(deps, earlier);
  return {
    now: { figures: together, perBooked: cost.together },
    before: { figures: was.together, perBooked: costBefore.together },
  };
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
  const [now, before] = periods;
  if (!now || !before) throw new Error("There is no period before");
  const { each: figures } = await countCompared(deps, spansOf(practices, earlier));
  const { each: costs } = await countCostsPerBooked(deps, spansOf(practices, [now, before]));
  return shown.map(({ practice, figures: current }, place) => {
    const its = figures.slice(place * earlier.length, (place + 1) * earlier.length);
    const [costNow = "no_spend", costBefore = "no_spend"] = costs.slice(place * 2);
    const [figuresBefore] = its;
    if (!figuresBefore) throw new Error("A practice has no figures");
    const { id, name, city, state, timeZone } = practice;
    return {
      ...{ _id: id, name, city, state, timeZone, status: statusOf(practice) },
      now: { figures: current, perBooked: costNow },
      before: { figures: figuresBefore, perBooked: costBefore },
      history: [current, ...its]
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
