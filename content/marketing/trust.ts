// The marketing site's evidence: results, reviews, logos, ad samples, a photo, an office. A part
// that is empty isn't shown. Only put in what is true and what its owner agreed to; pictures go into
// public/. See the schema for the fields: `Trust` in contract/content.ts.
import { owner } from "#content/owner.ts";
import { site } from "#content/site.ts";
import { story } from "#content/story.ts";
import type { Trust } from "#contract/content.ts";

export const trust: Trust = {
  /** The same as on the portfolio; null hides it. */
  results: story.results?.en ?? null,
  reviews: [],
  logos: [],
  adSamples: [],
  /** From owner.json. */
  founderPhoto: owner.photo && { ...owner.photo, alt: site.owner },
  office: null,
};

/** The headings and labels of these parts. */
export const trustWords = {
  results: "How long a new lead waits",
  reviews: "What practices say",
  /** A review's source and date. */
  source: (source: string, date: string) => `${source}, ${date}`,
  logos: "Practices we work with",
  adSamples: "Ads we’ve made",
  map: "View on map",
} as const;

/** How a month with us begins. */
export const firstDays = {
  title: "Your first 30 days",
  says: "No meetings you don’t need. If it isn’t right by day 30, you get your money back.",
  steps: [
    {
      when: "Day 1",
      name: "We talk",
      says: "Half an hour: what kind of patients you want, and how many you can take on.",
    },
    {
      when: "Days 2–7",
      name: "We set things up",
      says: "Pages, ad accounts in your practice’s name, and the lead desk for your team.",
    },
    {
      when: "Day 8",
      name: "Ads go live",
      says: "You approve each one first. The first inquiry starts the first clock.",
    },
    {
      when: "Day 30",
      name: "You decide",
      says: "We go over your own numbers: leads, response times, bookings, cost.",
    },
  ],
} as const;
