// Daily figures of made-up campaigns, realistic for a small practice: about two clicks per hundred
// impressions, and one lead per ten clicks.
import { dayMs } from "#contract/durations.ts";
import { dayOf } from "#contract/zones.ts";
import type { DayOfCampaign } from "#server/sources/advertising/campaign-days.ts";

const impressionsPerClick = 48;
/** The average cost of a click, in cents. */
const centsPerClick = 340;

/**
 * Makes daily figures for the days before today. Their impressions add up to `impressions`, with
 * fewer on weekends. Clicks and spend follow the impressions.
 */
export function makeCampaignFigures(options: {
  now: number;
  days: number;
  impressions: number;
  random: () => number;
}): Omit<DayOfCampaign, "campaignId">[] {
  const { now, days, impressions, random } = options;
  const dates = Array.from({ length: days }, (_, index) => new Date(now - (days - index) * dayMs));
  const weights = dates.map((at) => ([0, 6].includes(at.getUTCDay()) ? 0.5 : 1) + random() * 0.4);
  const whole = weights.reduce((sum, weight) => sum + weight, 0);
  let weighed = 0;
  let shown = 0;
  let clicked = 0;
  return dates.map((at, index) => {
    weighed += weights[index] ?? 0;
    // Rounds a running sum, so that the total is exact.
    const shownNow = Math.round((impressions * weighed) / whole);
    const clickedNow = Math.round(shownNow / impressionsPerClick);
    const [of, clicks] = [shownNow - shown, clickedNow - clicked];
    shown = shownNow;
    clicked = clickedNow;
    const spendCents = Math.round(clicks * centsPerClick * (0.8 + random() * 0.4));
    const day = dayOf(at);
    return { day, impressions: of, clicks, spendCents, origin: "report" as const };
  });
}

/** Spreads a history's people over the campaigns by each campaign's share of leads. */
export function campaignTurns(count: number, leadsOf: readonly number[]): (number | null)[] {
  const turns: (number | null)[] = Array.from({ length: count }, () => null);
  const order = leadsOf.flatMap((leads, campaign) => Array.from({ length: leads }, () => campaign));
  for (const [place, campaign] of order.entries()) {
    turns[Math.floor(((place + 0.5) * count) / order.length)] = campaign;
  }
  return turns;
}
