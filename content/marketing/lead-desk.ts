// The lead desk's section on the landing page: what it is, and why fast calls matter.
import { owner } from "#content/owner.ts";

const { p2, p3 } = owner.packages;

export const leadDesk = {
  title: "The lead desk: no one slips through the cracks.",
  says: `Included with ${p2.title} and ${p3.title}. The moment someone reaches out, your front desk sees who it is, what they want and how long they’ve been waiting.`,
  /**
   * A note below the story, for a page whose language differs from the language of the product's
   * screens.
   */
  pictureNote: null as string | null,
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
