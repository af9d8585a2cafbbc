// One day of a campaign that others were merged into: which figures add up, which one wins, and
// whether a merge can still be undone exactly. Pure.
import type { DayParts, StoredDay, StoredFigures } from "#server/db/schema.ts";

const names = ["impressions", "clicks", "spendCents"] as const;
type Figures = Pick<StoredFigures, (typeof names)[number]>;
type Day = StoredFigures & { parts: DayParts | null };

/**
 * Adds up the parts. A figure that no part has is unknown. If one part was entered by hand, so was
 * the sum.
 */
export function sumOf(parts: DayParts): Day {
  const all = Object.values(parts).toSorted((a, b) => (a.recordedAt < b.recordedAt ? -1 : 1));
  const newest = all.at(-1);
  return {
    ...figuresIn((name) => all.reduce<number | null>((sum, one) => plus(sum, one[name]), null)),
    origin: all.some(({ origin }) => origin === "hand") ? "hand" : (newest?.origin ?? "report"),
    recordedAt: newest?.recordedAt ?? "",
    parts,
  };
}

/** Whether a report of this campaign must not change the day. */
export function isKept({ origin, parts }: Pick<Day, "origin" | "parts">, id: string): boolean {
  return parts ? parts[id]?.origin === "hand" : origin === "hand";
}

/**
 * Adds a platform's figures for one campaign to the survivor's day, replacing that campaign's part.
 * A total that a person entered has no parts: only `replacesEntered` replaces it, as a whole. A
 * figure that is now unknown keeps its value. Returns null if the day doesn't change.
 */
export function withReport(
  day: Day | null,
  { survivorId, id, replacesEntered }: { survivorId: string; id: string; replacesEntered: boolean },
  reported: StoredFigures,
): Day | null {
  if (day && isKept(day, id) && !replacesEntered) return null;
  // Its other campaigns' figures are in that total already.
  if (day && !day.parts && id !== survivorId && !replacesEntered) return null;
  const own = day && !day.parts ? day : day?.parts?.[id];
  const part = { ...reported, ...figuresIn((name) => reported[name] ?? own?.[name] ?? null) };
  return sumOf({ ...day?.parts, [id]: part });
}

/** The parts of a campaign's day before it is merged; `aliases` were merged into it before. */
export function partsOf(day: StoredDay, id: string, aliases: string[]): DayParts {
  if (day.parts) return day.parts;
  const { origin, recordedAt } = day;
  const own = { ...figuresIn((name) => day[name]), origin, recordedAt };
  // A total already includes its aliases, so their reports must not add to it.
  const included = { ...figuresIn(() => null), origin: "hand" as const, recordedAt };
  return { ...Object.fromEntries(aliases.map((alias) => [alias, included])), [id]: own };
}

/** Two campaigns' days as one. */
export function mergedDay(into: DayParts, from: DayParts, recordedAt: string): Day {
  return { ...sumOf({ ...into, ...from }), recordedAt };
}

/**
 * Takes a merged campaign out of the survivor's day. `members`: it and its own aliases; `moved`:
 * the figures that the merge moved, or null if it had no such day. Its later figures stay with the
 * survivor. Returns `inexact` if the moved figures were changed since, and null if nothing is left.
 */
export function unmergedDay(
  day: Day | null,
  moved: DayParts | null,
  {
    survivorId,
    members,
    isAlone,
  }: {
    survivorId: string;
    members: string[] /** No other campaign is merged into it. */;
    isAlone: boolean;
  },
): Day | null | "inexact" {
  if (!day) return moved ? "inexact" : null;
  const { parts } = day;
  if (!parts) return moved ? "inexact" : day;
  const left: DayParts = {};
  for (const [id, part] of Object.entries(parts)) {
    const before = moved?.[id];
    if (before && !isSame(before, part)) return "inexact";
    // A member's new part on a day that the merge moved would be split in two.
    if (!before && moved && members.includes(id)) return "inexact";
    if (before) continue;
    const owner = members.includes(id) ? survivorId : id;
    const other = left[owner];
    const { parts: _parts, ...sum } = sumOf(other ? { a: other, b: part } : { a: part });
    left[owner] = sum;
  }
  if (moved && Object.keys(moved).some((id) => !parts[id])) return "inexact";
  if (Object.keys(left).length === 0) return null;
  const sum = sumOf(left);
  return isAlone ? { ...sum, parts: null } : sum;
}

function isSame(one: StoredFigures, other: StoredFigures): boolean {
  return (
    names.every((name) => one[name] === other[name]) &&
    one.origin === other.origin &&
    one.recordedAt === other.recordedAt
  );
}

function figuresIn(figureOf: (name: (typeof names)[number]) => number | null): Figures {
  return {
    impressions: figureOf("impressions"),
    clicks: figureOf("clicks"),
    spendCents: figureOf("spendCents"),
  };
}

function plus(one: number | null, other: number | null): number | null {
  return one === null || other === null ? (one ?? other) : one + other;
}
