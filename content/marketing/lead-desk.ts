// The lead desk on the landing page: what it is, a picture of it with sample data, and why fast
// calls matter.
import { owner } from "#content/owner.ts";

const { p2, p3 } = owner.packages;

export const leadDesk = {
  title: "The lead desk: no one slips through the cracks.",
  says: `Included with ${p2.title} and ${p3.title}. The moment someone reaches out, your front desk sees who it is, what they want and how long they’ve been waiting.`,
  picture: "The lead desk with sample data: five leads, and how fast each one was called.",
  /** Below the picture, where its words are not the screen's. */
  pictureNote: null as string | null,
  practice: "Bayshore Sample Dental",
  /** The text of the desk's own screen. */
  screen: {
    leads: "Leads",
    search: "Search",
    calling: "I’m calling",
    showMore: "Show More",
    callsOnTime: "Calls on Time",
    statistics: "Statistics",
    inquiries: "inquiries",
  },
  /** The waiting lead; `waitsSeconds` is the time on its clock. */
  waiting: {
    name: "Priya Nair",
    about: "Clear aligners · Google",
    phone: "(813) 555-0171",
    waitsSeconds: 161,
  },
  /** The called leads, and after how many minutes. */
  called: [
    { name: "Marcus Bell", about: "Emergency · Google", tookMinutes: 4, outcome: "booked" },
    { name: "Elena Ruiz", about: "Whitening · Instagram", tookMinutes: 26, outcome: "voicemail" },
    { name: "Grace Lindqvist", about: "Checkup · Facebook", tookMinutes: 2, outcome: "spoke" },
    {
      name: "Tom Okafor",
      about: "New patient · Facebook",
      tookMinutes: 72,
      outcome: "no_answer",
    },
  ],
  timeDiff: { lt10: 32, lt60: 6, other: 2 },
  statistics: [
    { name: "Campaigns", value: 4 },
    { name: "New Customers", value: 6 },
    { name: "Leads", value: 40 },
    { name: "Impressions", value: 3680 },
  ],
  facts: [
    {
      says: "7 times",
      of: "Firms that called within an hour were seven times as likely to qualify a lead as firms that waited even an hour longer.",
      source: "Harvard Business Review, March 2011",
    },
    {
      says: "5 minutes",
      of: "Calling after 5 minutes instead of 30 meant 100 times the odds of reaching the person, and 21 times the odds of qualifying them.",
      source: "InsideSales / Oldroyd, 2007",
    },
    {
      says: "Your practice",
      of: "Those firms weren’t dental practices. That’s why the lead desk measures yours: every call, on time, slow or late, right where you can see it.",
      source: null,
    },
  ],
} as const;
