// One practice's month, as a picture on the landing page. The practice and its leads are invented,
// and every number on the page is counted from this list.

/**
 * A lead, with the day in October 2026 (the time of day is a fraction), the minutes until the call,
 * and whether the lead was booked.
 */
export type SampleLead = readonly [day: number, waitedMinutes: number, isBooked?: true];

/** The first day on which the practice used the lead desk. */
export const deskSince = 8;

export const sampleMonth: readonly SampleLead[] = [
  // Before the lead desk, the emails weren't read until someone opened them.
  [1.38, 190],
  [2.44, 52],
  [2.7, 1040],
  [3.55, 2600],
  [5.42, 9, true],
  [5.64, 125],
  [6.36, 38],
  [6.75, 880],
  [7.5, 47, true],
  // These leads came in with the lead desk.
  [8.4, 4, true],
  [8.66, 7],
  [9.37, 3],
  [9.58, 2, true],
  [10.46, 5],
  [12.35, 6],
  [12.61, 3, true],
  [13.4, 22],
  [13.7, 4],
  [14.39, 2],
  [14.55, 8, true],
  [15.43, 5],
  [16.36, 3],
  [16.68, 6, true],
  [17.42, 7],
  [19.38, 2],
  [19.6, 4, true],
  [20.45, 9],
  [21.37, 3],
  [21.57, 5],
  [22.4, 2, true],
  [22.71, 6],
  [23.44, 31],
  [24.62, 2480, true],
  [26.36, 3],
  [26.63, 5],
  [27.41, 4],
  [28.52, 2, true],
  [29.4, 7],
  [30.39, 3],
  [31.45, 4],
];

/** The ad spend with which many practices start, in dollars per day. */
export const usualAdSpend = { from: 20, to: 50, days: 30 } as const;

/** The sample's ad spend in dollars per day, which is in addition to the price of the package. */
export const sampleAdsPerDay = 30;

export const month = {
  title: "One practice’s October, lead by lead",
  legend: { lt10: "On time", lt60: "Slow", other: "Late", booked: "Booked", weekend: "Weekend" },
  /** The marks on the scale, by their minutes. */
  waits: { 5: "5 min", 10: "10 min", 60: "1 hour", 1440: "1 day" } as Record<number, string>,
  waited: "Wait until the first call",
  since: "The lead desk moves in",
  day: (day: number) => `Oct ${day}`,
  /** A description of the picture for people who can't see it. */
  picture: (leads: number, onTime: number, before: string, after: string) =>
    `${leads} leads in October by how long each waited for a call. ${onTime} were called within ten minutes: ${before} before the lead desk, ${after} with it.`,
  of: (part: number, total: number) => `${part} of ${total}`,
  beats: [
    {
      day: "Thu, Oct 1",
      says: "The ads go live",
      of: "The first lead asks at 9:07 am. The email is opened after lunch: 3 h 10 min.",
    },
    {
      day: "Thu, Oct 8",
      says: "The desk moves in",
      of: "New leads ring at the front desk. One click says who’s calling, and the clock stops.",
    },
    {
      day: "Sat, Oct 24",
      says: "A Saturday inquiry",
      of: "The practice is closed. It stays red in the report, and she’s the first call on Monday. She booked.",
    },
    {
      day: "Sat, Oct 31",
      says: "The month on one page",
      of: "What was spent, who was called in time, who booked. It comes by email on the first.",
    },
  ],
  figures: {
    leads: "leads from the ads",
    booked: "booked a visit",
    spent: (fee: string, ads: string) => `spent: ${fee} for us, ${ads} for the ads`,
    perBooked: "per booked visit",
  },
} as const;
