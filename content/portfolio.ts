// The portfolio's text. It is a fictional sample: replace it with your own. Jobs, projects and
// skills are in resume.json.
import type { Portfolio } from "#contract/content.ts";

export const portfolio: Portfolio = {
  /** The home page's title, in a browser tab and in search results. */
  title: "Mara Ellwood, software engineer in Tampa",
  /** For search engines and link previews: at most 160 characters. */
  description:
    "Mara Ellwood is a software engineer and entrepreneur in Tampa, Florida. For 14 years, she’s built systems that help small businesses respond faster.",

  hero: {
    says: "Software engineer and entrepreneur in Tampa, Florida. I build quiet systems that help small businesses respond faster.",
    facts: [
      { name: "Role", value: "Founder, Ellwood Works" },
      { name: "Years", value: "14, the last four as a founder" },
      { name: "Stack", value: "TypeScript, Go, PostgreSQL, React" },
      { name: "Open to", value: "Part-time staff roles, remote or in Tampa" },
    ],
    /** Two durations, drawn to scale. */
    proof: {
      before: {
        minutes: 192,
        shown: "3 h 12 min",
        says: "from inquiry to first call, before the lead desk",
      },
      after: { minutes: 6, shown: "6 min", says: "with it" },
      source: "Median of 4,180 leads at nine dental practices, drawn to scale",
    },
  },

  splash: {
    says: "You’ve waited",
    waits: ["a moment.", "one second.", "two seconds.", "three seconds.", "four seconds."],
    lead: "Before the lead desk, a new patient waited three hours and twelve minutes for a call. I build software that makes the wait shorter.",
  },

  about: {
    statement: "I like software that busy people forget is there.",
    paragraphs: [
      "I learned my trade in freight, where a page that loads late means a truck that leaves late. Then came insurance claims, where the slowest step was always one person waiting for another. I’ve been working on that wait ever since.",
      "Since 2022 I’ve run Ellwood Works, a company of three. We build and operate small products for local businesses, and run Gulfside, which brings in leads for dental practices, while our lead desk makes sure they get a call. I write most of the server code, answer the support line on Fridays, and keep every system’s bill where the whole team can see it.",
    ],
    asides: [
      { name: "Thursdays", value: "Teaching Go at the public library: free, twelve chairs" },
      { name: "Weekends", value: "Sailing a nineteen-foot sloop, mostly upright" },
    ],
  },

  work: { says: "Four jobs in fourteen years, each drawn to scale." },

  /** Projects are named as in resume.json; the ones not named here are listed below these. */
  projects: {
    flagship: {
      project: "Lead desk",
      picture: { drawing: "desk" },
      facts: [
        { name: "Practices", value: "9" },
        { name: "Leads called", value: "4,180" },
        { name: "Median response time", value: "6 min" },
      ],
      /** The URL of a public demo (`npm run demo`), if you host one. */
      demoUrl: "",
    },
    pictured: [
      { project: "Tarpon Tide", picture: { drawing: "tide" } },
      { project: "Slowpoke", picture: { drawing: "latency" } },
    ],
  },

  /** The meaning of each quarter of a skill's bar. */
  skills: { axis: ["I read it", "I use it", "I ship it", "I teach it"] },

  getInTouch: {
    question: "What keeps your customers waiting?",
    says: "Send me a few lines about it. I’ll answer within one business day, and I’ll tell you quickly if I’m not the right person.",
    button: "Send me a message",
  },

  contact: {
    title: "Send me a message",
    description: "Contact Mara Ellwood by message, email or phone.",
    says: "I’ll answer within one business day, and I’ll tell you quickly if I’m not the right person.",
    /** What happens after Send, in order. */
    afterwards: {
      title: "What happens next",
      steps: [
        "Your message is saved before this page says it was sent. Then it’s emailed to me.",
        "I read it myself, usually the same evening. No one else does.",
        "You get a personal reply at the email address you gave.",
      ],
    },
  },

  /** The last line of each page. */
  credit: "Designed and built by Mara Ellwood, 2026",
};
