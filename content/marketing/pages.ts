// The marketing site's other pages: contact, FAQ (the questions are in content/faq.ts) and Get
// Started (the questions are in content/questionnaire.ts).
import { site } from "#content/site.ts";

export const contactPage = {
  tab: "Contact",
  title: "Talk to us",
  description: `Message or call ${site.agency}. We’ll reply within one business day.`,
  says: "Tell us about your practice. We’ll answer within one business day, or right away if you call.",
  /** What happens after Send, in order. */
  afterwards: {
    title: "What happens next",
    steps: [
      `Your message goes straight to ${site.ownerFirst}.`,
      "We look at what new patients find when they search for you online.",
      "You get an email or a call within one business day, with an answer, not a pitch.",
    ],
  },
} as const;

export const faqPage = {
  title: "Frequently Asked Questions",
  description:
    "Answers about refunds, contracts, ad budgets, account ownership, patient data, photography and custom packages.",
  /** Shown before the phone number. */
  anythingElse: "Have another question? Call",
} as const;

export const getStartedPage = {
  title: "Get started",
  description: `Get started with ${site.agency}: answer a few questions or call, and we’ll plan your first month together.`,
  /** Shown when the questionnaire can't work. */
  instead:
    "This page needs JavaScript. Call or email us instead, and we’ll ask you the same questions.",
  next: "What happens next",
  steps: [
    { name: "You reach out", says: "Use this form or call. It takes two minutes." },
    {
      name: "We take a look",
      says: "We check your pages, your ads and what new patients find online.",
    },
    {
      name: "You decide",
      says: "With a plan and a price in front of you, and a 30-day money-back guarantee.",
    },
  ],
} as const;
