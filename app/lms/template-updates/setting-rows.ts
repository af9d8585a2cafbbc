// Converts a practice's settings to text for a comparison, with a row for each day, call
// or kind of source.
import { sourceKindNames } from "#content/console/sources.ts";
import { daysInOrder, weekDays } from "#content/desk/calendar.ts";
import { attemptPlanWords, hoursWords } from "#content/desk/profile.ts";
import { templateUpdateWords as words } from "#content/desk/template-updates.ts";
import type { AttemptGap } from "#contract/attempt-plan.ts";
import { clockText } from "#contract/moment-text.ts";
import type { OpenSpan } from "#contract/open-hours.ts";
import { missingSources, setSourceKinds, type TemplateUpdate } from "#contract/template-sets.ts";
import type { Row } from "./changes.tsx";

export function rowsOfWeek({ from, to }: NonNullable<TemplateUpdate["settings"]["week"]>): Row[] {
  return daysInOrder.map((day) => ({
    name: weekDays[day] ?? "",
    from: dayText(from[day] ?? []),
    to: dayText(to[day] ?? []),
  }));
}

export function rowsOfAttempts({
  from,
  to,
}: NonNullable<TemplateUpdate["settings"]["attemptGaps"]>): Row[] {
  return Array.from({ length: Math.max(from.length, to.length) }, (_, index) => ({
    // The plan begins with the second call, because the clock measures the first one.
    name: attemptPlanWords.attempt(index + 2),
    from: gapText(from[index]),
    to: gapText(to[index]),
  }));
}

/** Returns a row for each kind of source, with the names of those that are added. */
export function rowsOfSources({
  from,
  to,
}: NonNullable<TemplateUpdate["settings"]["sources"]>): Row[] {
  const added = missingSources(from, to);
  return setSourceKinds.flatMap((kind) => {
    const names = added.filter((one) => one.kind === kind).map(({ name }) => name);
    return names.length > 0
      ? [{ name: sourceKindNames[kind], from: null, to: names.join(", ") }]
      : [];
  });
}

function dayText(spans: OpenSpan[]): string {
  const texts = spans.map(({ from, to }) => words.span(timeText(from), timeText(to)));
  return texts.join(", ") || hoursWords.closed;
}

/** Returns a time such as "17:00" as "5:00 pm". */
function timeText(time: string): string {
  return clockText(new Date(`1970-01-01T${time}Z`), "UTC");
}

function gapText(gap: AttemptGap | undefined): string {
  return gap ? attemptPlanWords.gaps[gap] : words.noCall;
}
