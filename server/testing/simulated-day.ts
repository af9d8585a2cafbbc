// Simulates a day of many practices and the times when their leads come in. The same seed always
// gives the same day. These numbers are assumptions, not measurements, and docs/scale.md says what
// depends on them.

export type SimulatedPractice = {
  timeZone: string;
  /** The number of hours behind UTC in winter. */
  behind: number;
  /** The times of the practice's leads, in seconds from midnight UTC, in order. */
  leads: number[];
};

const hourSeconds = 3600;
const daySeconds = 24 * hourSeconds;

const zones = [
  { timeZone: "America/New_York", behind: 5, share: 0.6 },
  { timeZone: "America/Chicago", behind: 6, share: 0.25 },
  { timeZone: "America/Denver", behind: 7, share: 0.05 },
  { timeZone: "America/Los_Angeles", behind: 8, share: 0.1 },
];

/**
 * How likely people are to ask in each local hour, starting at midnight. The peaks are around noon
 * and at 7 pm.
 */
const byHour = [
  ...[1, 0.6, 0.4, 0.3, 0.3, 0.5, 1, 2, 3.5, 5, 5.5, 6],
  ...[6.5, 6, 5.5, 5.5, 5.5, 5.5, 6, 6.5, 6, 5, 3.5, 2],
];

/** The median number of leads per practice and day. */
const medianLeads = 8;
/**
 * The standard deviation of the logarithm of the number of leads. One practice in six gets more
 * than twice the median.
 */
const spread = 0.8;
/**
 * A new campaign, or one that gets shared, brings this many additional leads within twenty minutes.
 */
const burst = { share: 0.04, from: 30, to: 120, seconds: 20 * 60 };

export function simulateDay(practices: number, seed: number): SimulatedPractice[] {
  const random = randomFrom(seed);
  return Array.from({ length: practices }, () => {
    const { timeZone, behind } = pick(zones, random(), ({ share }) => share);
    const count = Math.round(medianLeads * Math.exp(spread * normal(random)));
    const leads = Array.from({ length: count }, () => momentIn(behind, random));
    if (random() < burst.share) {
      const begin = momentIn(behind, random);
      const more = Math.round(burst.from + random() * (burst.to - burst.from));
      for (let added = 0; added < more; added += 1) leads.push(begin + random() * burst.seconds);
    }
    return { timeZone, behind, leads: leads.map((at) => at % daySeconds).toSorted(ascending) };
  });
}

function momentIn(behind: number, random: () => number): number {
  const hours = byHour.map((weight, hour) => ({ hour, weight }));
  const { hour } = pick(hours, random(), ({ weight }) => weight);
  return ((hour + random() + behind) * hourSeconds) % daySeconds;
}

function pick<One>(all: One[], chance: number, weightOf: (one: One) => number): One {
  let left = chance * all.reduce((sum, one) => sum + weightOf(one), 0);
  for (const one of all) {
    left -= weightOf(one);
    if (left < 0) return one;
  }
  return all.at(-1) as One;
}

/**
 * Returns a random number from a distribution with mean 0 and standard deviation 1 (Box and
 * Muller).
 */
function normal(random: () => number): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
}

const ascending = (one: number, other: number) => one - other;

/**
 * Returns a generator of random numbers from 0 to 1. The same seed gives the same numbers
 * (mulberry32).
 */
export function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
