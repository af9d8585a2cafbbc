// What calling within ten minutes could bring: a range, because nobody knows it better than that.

/** How long leads usually wait for their first call. */
export const delays = ["minutes", "hour", "sameDay", "nextDay"] as const;
export type Delay = (typeof delays)[number];

export type Range = { low: number; high: number };

/** Our assumption, said beside the figure: of leads called within ten minutes, these become patients. */
const promptShare: Range = { low: 0.05, high: 0.15 };

/**
 * Firms that called within an hour were about seven times as likely to qualify a lead as those that
 * called an hour later (Harvard Business Review, March 2011): six in seven are lost by waiting.
 */
const lostLater = 6 / 7;

/** Which part of the prompt caller's patients a delay loses; the study says nothing finer. */
const lostShare: Record<Delay, Range> = {
  minutes: { low: 0, high: 0 },
  hour: { low: 0, high: lostLater / 2 },
  sameDay: { low: lostLater / 2, high: lostLater },
  nextDay: { low: lostLater, high: lostLater },
};

/** New patients a month, and what they are worth. */
export function gainOf(practice: { leads: number; delay: Delay; value: number }): {
  prompt: Range;
  today: Range;
  gained: Range;
  worth: Range;
} {
  const { leads, delay, value } = practice;
  const prompt = { low: leads * promptShare.low, high: leads * promptShare.high };
  const lost = lostShare[delay];
  const gained = { low: prompt.low * lost.low, high: prompt.high * lost.high };
  const left = [prompt.low - gained.low, prompt.high - gained.high];
  return {
    prompt,
    today: { low: Math.min(...left), high: Math.max(...left) },
    gained,
    worth: { low: gained.low * value, high: gained.high * value },
  };
}

/** `$1,500`: to hundreds, because more digits would pretend to know. */
export function roughDollars(amount: number): string {
  return `$${(Math.round(amount / 100) * 100).toLocaleString("en-US")}`;
}

/** `2 to 6`, or one number when both are the same; below one it says so. */
export function roughCount({ low, high }: Range): string {
  const [from, to] = [Math.round(low), Math.round(high)];
  if (to === 0) return high > 0 ? "less than 1" : "0";
  return from === to ? String(to) : `${from} to ${to}`;
}
