// A practice's last weeks, for the owner.
import { type PracticeDetail, practiceWeeks } from "#contract/practices.ts";
import { dayAfter, dayIn, startOfDay } from "#contract/zones.ts";
import type { Deps } from "#server/deps.ts";
import { countCompared } from "#server/desk/reports/comparison-figures.ts";
import { spansOf } from "#server/sources/advertising/week-spans.ts";

/** Counts each week, oldest first, as the practice's reports do. */
export async function countWeeks(
  deps: Pick<Deps, "db" | "now">,
  { clientId, timeZone }: { clientId: string; timeZone: string },
): Promise<PracticeDetail["weeks"]> {
  const { weeks } = spansOf(dayIn(deps.now(), timeZone), practiceWeeks);
  const ordered = weeks.toReversed();
  const spans = ordered.map(({ from, to }) => ({
    ...{ clientId, timeZone },
    from: startOfDay(from, timeZone),
    to: startOfDay(dayAfter(to, 1), timeZone),
  }));
  const { each } = await countCompared(deps, spans);
  return each.map(({ inquiries, timeDiff, median }, place) => ({
    ...{ from: ordered[place]?.from ?? "", inquiries, timeDiff, median },
  }));
}
