// The marketing site's evidence: results, reviews, logos, ad samples, a photo, an office. Empty
// parts are hidden. Add only what is true and what the person or business concerned has agreed to.
// Pictures go in public/. See `Trust` in contract/content.ts for the fields.
import { owner } from "#content/owner.ts";
import { site } from "#content/site.ts";
import { story } from "#content/story.ts";
import type { Trust } from "#contract/content.ts";

export const trust: Trust = {
  /** The same results as on the portfolio. If they are null, they are hidden. */
  results: story.results?.en ?? null,
  reviews: [],
  logos: [],
  adSamples: [],
  /** The photo from owner.json. */
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

/** The first month with us. */
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
