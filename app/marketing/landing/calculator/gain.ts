// Estimates what a practice could gain by calling within ten minutes. The result is a range,
// because no study is more precise, and it is in whole patients.

/** The usual time to a lead's first call. */
export const delays = ["minutes", "hour", "sameDay", "nextDay"] as const;
export type Delay = (typeof delays)[number];

export type Range = { low: number; high: number };

/**
 * Our assumption, stated next to the result: the share of leads that become patients if they are
 * called within ten minutes.
 */
const promptShare: Range = { low: 0.05, high: 0.15 };

/**
 * Firms that called within an hour were about seven times as likely to qualify a lead as those that
 * called an hour later (Harvard Business Review, March 2011), so waiting loses six in seven.
 */
const lostLater = 6 / 7;

/**
 * How large a share of those patients is lost with each delay. This is our estimate, because the
 * study isn't more precise.
 */
const lostShare: Record<Delay, Range> = {
  minutes: { low: 0, high: 0 },
  hour: { low: 0, high: lostLater / 2 },
  sameDay: { low: lostLater / 2, high: lostLater },
  nextDay: { low: lostLater, high: lostLater },
};

/** How the gain compares with the monthly price of a package. */
export type Verdict =
  /** The practice already calls on time. */
  | { kind: "onTime" }
  /** The gain is less than one patient a month, so more leads would help more than faster calls. */
  | { kind: "tooFewLeads" }
  /** Even the low end is worth the price. */
  | { kind: "covered" }
  /** How many additional patients pay for the package. */
  | { kind: "breaksEven"; patients: number }
  /** Even the high end is worth less than the price. */
  | { kind: "notCovered" };

type Gain = {
  prompt: Range;
  today: Range;
  gained: Range;
  worth: Range;
  verdict: Verdict;
};

/**
 * Calculates the additional patients per month and their value. The value is that of the rounded
 * number, so that the numbers on the screen multiply correctly.
 */
export function gainOf(practice: {
  leads: number;
  delay: Delay;
  value: number;
  monthlyPrice: number;
}): Gain {
  const { leads, delay, value, monthlyPrice } = practice;
  const prompt = { low: leads * promptShare.low, high: leads * promptShare.high };
  const lost = lostShare[delay];
  const missed = { low: prompt.low * lost.low, high: prompt.high * lost.high };
  const left = [prompt.low - missed.low, prompt.high - missed.high];
  const gained = { low: Math.round(missed.low), high: Math.floor(missed.high) };
  const worth = { low: gained.low * value, high: gained.high * value };
  return {
    prompt,
    today: { low: Math.min(...left), high: Math.max(...left) },
    gained,
    worth,
    verdict: verdictOf(),
  };

  function verdictOf(): Verdict {
    if (missed.high === 0) return { kind: "onTime" };
    if (gained.high < 1) return { kind: "tooFewLeads" };
    if (worth.low >= monthlyPrice) return { kind: "covered" };
    if (worth.high < monthlyPrice) return { kind: "notCovered" };
    return { kind: "breaksEven", patients: Math.ceil(monthlyPrice / value) };
  }
}

/** Formats a range of whole patients: `2 to 6`, `up to 3`, or one number if both ends are equal. */
export function countText({ low, high }: Range, words: { upTo: string; to: string; few: string }) {
  const [from, to] = [Math.round(low), Math.round(high)];
  if (to === 0) return high > 0 ? words.few : "0";
  if (from === to) return String(to);
  return from === 0 ? `${words.upTo} ${to}` : `${from} ${words.to} ${to}`;
}
