// Defines how a lead and its inquiries count in the rollups. Pure. facts-from-rows.ts has the same
// rules in SQL; rollups.test.ts checks that both agree.
import { minuteMs } from "#contract/durations.ts";
import { type Bucket, bucketOf, lateAfterMinutes } from "#contract/timeliness.ts";
import { dayOf } from "#contract/zones.ts";
import type { inquiries, leads, rollups } from "#server/db/schema.ts";

/** What counts about one lead at one point in time. */
export type Counted = {
  lead: Pick<
    typeof leads.$inferSelect,
    | "isCounted"
    | "erasedAt"
    | "mergedInto"
    | "isTest"
    | "state"
    | "startedAt"
    | "uncalledSince"
    | "campaignId"
    | "bookedAt"
    | "callBackAt"
  >;
  inquiries: CountedInquiry[];
};

type CountedInquiry = Pick<
  typeof inquiries.$inferSelect,
  | "clockStartedAt"
  | "startedHour"
  | "campaignId"
  | "sourceId"
  | "firstCalledAt"
  | "openOnTimeUntil"
  | "openLateAt"
  | "isFirstCallEnteredLater"
  | "firstSpokeAt"
  | "firstBookedAt"
>;

/** The counters of a rollup, by column name. */
export const counters = [
  "leads",
  "customers",
  "asked",
  "lt10",
  "lt60",
  "open_lt10",
  "open_lt60",
  "entered_later",
  "reached",
  "booked",
] as const;
export type Counter = (typeof counters)[number];

type Rollup = typeof rollups.$inferSelect;
export type Part = Rollup["part"];
/** What identifies a rollup within a practice. */
type Key = Pick<Rollup, "part" | "span" | "since" | "key">;

/** A fact adds one to each of these counters in one rollup. */
export type Fact = Key & { adds: Counter[] };

/** The value of `since` in a rollup for all time. */
export const beginning = "-infinity";

export function factsOf({ lead, inquiries }: Counted): Fact[] {
  return [...factsOfLead(lead), ...inquiries.flatMap(factsOfInquiry), ...factsOfQueue(lead)];
}

/**
 * A lead counts once, at the start of its newest clock. Archived, erased and merged leads still
 * count.
 */
function factsOfLead(lead: Counted["lead"]): Fact[] {
  if (!lead.isCounted || lead.isTest) return [];
  const parts: PartKey[] = [
    ["total", ""],
    ["campaign", lead.campaignId ?? ""],
  ];
  return inEachSpan(lead.startedAt, parts, lead.bookedAt ? ["leads", "customers"] : ["leads"]);
}

/** An inquiry with a clock counts at the start of that clock, whether it was called or not. */
function factsOfInquiry(inquiry: CountedInquiry): Fact[] {
  const { clockStartedAt, firstCalledAt, startedHour } = inquiry;
  if (!clockStartedAt) return [];
  const buckets = firstCalledAt && bucketsOf({ ...inquiry, clockStartedAt, firstCalledAt });
  const minute =
    firstCalledAt && Math.floor((firstCalledAt.getTime() - clockStartedAt.getTime()) / minuteMs);
  const parts: PartKey[] = [
    ["total", ""],
    ["bucket", buckets ? `${buckets.wall} ${buckets.open}` : ""],
    ["campaign", inquiry.campaignId ?? ""],
    ["source", inquiry.sourceId ?? ""],
  ];
  if (startedHour !== null) parts.push(["hour", String(startedHour)]);
  if (minute !== null && minute < lateAfterMinutes) parts.push(["minute", String(minute)]);
  const adds: Counter[] = ["asked"];
  if (buckets && buckets.wall !== "other") adds.push(buckets.wall);
  if (buckets && buckets.open !== "other") adds.push(`open_${buckets.open}`);
  if (inquiry.isFirstCallEnteredLater) adds.push("entered_later");
  if (inquiry.firstSpokeAt) adds.push("reached");
  if (inquiry.firstBookedAt) adds.push("booked");
  return inEachSpan(clockStartedAt, parts, adds);
}

/**
 * Returns the buckets of a called inquiry in both counting modes. If the inquiry has no stored
 * limits, it is never late by business hours.
 */
export function bucketsOf(inquiry: {
  clockStartedAt: Date;
  firstCalledAt: Date;
  openOnTimeUntil: Date | null;
  openLateAt: Date | null;
}): { wall: Bucket; open: Bucket } {
  const { clockStartedAt, firstCalledAt, openOnTimeUntil, openLateAt } = inquiry;
  return {
    wall: bucketOf(firstCalledAt.getTime() - clockStartedAt.getTime()),
    open: bucketOf(firstCalledAt.getTime(), {
      onTimeUntil: openOnTimeUntil?.getTime() ?? Number.POSITIVE_INFINITY,
      lateAt: openLateAt?.getTime() ?? Number.POSITIVE_INFINITY,
    }),
  };
}

/**
 * Counts the lead in the queue or the archive. Leads to call now and archived leads count for all
 * time, and a callback counts on the day it is due.
 */
function factsOfQueue({ isCounted, state, ...lead }: Counted["lead"]): Fact[] {
  if (!isCounted || lead.erasedAt || lead.mergedInto) return [];
  if (state === "new") return lead.uncalledSince ? [now("queue"), now("uncalled")] : [now("queue")];
  if (state === "archived") return [now("archived")];
  if (state !== "callback" || !lead.callBackAt) return [];
  return [{ ...now("queue"), span: "day", since: dayOf(lead.callBackAt) }];
}

function now(part: Part): Fact {
  return { part, span: "all", since: beginning, key: "", adds: ["leads"] };
}

type PartKey = [part: Part, key: string];

function inEachSpan(startedAt: Date, parts: PartKey[], adds: Counter[]): Fact[] {
  const day = dayOf(startedAt);
  const spans = [
    { span: "day", since: day },
    { span: "month", since: `${day.slice(0, 7)}-01` },
    { span: "all", since: beginning },
  ] as const;
  return spans.flatMap((span) => parts.map(([part, key]) => ({ ...span, part, key, adds })));
}

/** The amounts to add to the counters of one rollup. */
export type Change = Key & Record<Counter, number>;

/**
 * Subtracts the facts from before and adds those from after. Facts that didn't change cancel out.
 */
export function changesBetween(before: Fact[], after: Fact[]): Change[] {
  const changes = new Map<string, Change>();
  const add = ({ part, span, since, key, adds }: Fact, count: number) => {
    const name = `${part} ${span} ${since} ${key}`;
    const change = changes.get(name) ?? { part, span, since, key, ...zeros };
    for (const counter of adds) change[counter] += count;
    changes.set(name, change);
  };
  for (const fact of before) add(fact, -1);
  for (const fact of after) add(fact, 1);
  return [...changes.values()].filter((change) => counters.some((name) => change[name] !== 0));
}

const zeros = Object.fromEntries(counters.map((name) => [name, 0])) as Record<Counter, number>;
