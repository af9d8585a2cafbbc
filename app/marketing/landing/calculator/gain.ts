// An estimate of what calling within ten minutes could gain. It is a range, because no study is
// more precise.

/** The usual time to a lead's first call. */
export const delays = ["minutes", "hour", "sameDay", "nextDay"] as const;
export type Delay = (typeof delays)[number];

export type Range = { low: number; high: number };

/**
 * Our assumption, stated next to the result: this share of leads called within ten minutes become
 * patients.
 */
const promptShare: Range = { low: 0.05, high: 0.15 };

/**
 * Firms that called within an hour were about seven times as likely to qualify a lead as those that
 * called an hour later (Harvard Business Review, March 2011), so waiting loses six in seven.
 */
const lostLater = 6 / 7;

/**
 * The share of those patients that each delay loses; our estimate, because the study is not more
 * precise.
 */
const lostShare: Record<Delay, Range> = {
  minutes: { low: 0, high: 0 },
  hour: { low: 0, high: lostLater / 2 },
  sameDay: { low: lostLater / 2, high: lostLater },
  nextDay: { low: lostLater, high: lostLater },
};

/**
 * New patients per month and their value, both from the rounded number, so that the two multiply.
 */
export function gainOf(practice: { leads: number; delay: Delay; value: number }): {
  prompt: Range;
  today: Range;
  gained: Range;
  worth: Range;
} {
  const { leads, delay, value } = practice;
  const prompt = { low: leads * promptShare.low, high: leads * promptShare.high };
  const lost = lostShare[delay];
  const missed = { low: prompt.low * lost.low, high: prompt.high * lost.high };
  const left = [prompt.low - missed.low, prompt.high - missed.high];
  const gained = { low: shown(missed.low), high: shown(missed.high) };
  return {
    prompt,
    today: { low: Math.min(...left), high: Math.max(...left) },
    gained,
    worth: { low: Math.round(gained.low * value), high: Math.round(gained.high * value) },
  };
}

/** `2 to 6`, or one number when both ends are equal. */
export function countText({ low, high }: Range): string {
  const [from, to] = [shown(low), shown(high)];
  if (to === 0) return high > 0 ? "less than 0.1" : "0";
  return from === to ? String(to) : `${from} to ${to}`;
}

/** Whole patients; one decimal below two, because a small practice would otherwise gain none. */
function shown(count: number): number {
  return count < 2 ? Math.round(count * 10) / 10 : Math.round(count);
}
