// The portfolio's text: the owner's own text (story.json), and the text that is the same for every
// owner. Jobs, projects and skills are in resume.json.
import type { Portfolio } from "#contract/content.ts";
import { site } from "./site.ts";
import { story } from "./story.ts";

const { flagship, pictured } = story;

export const portfolio: Portfolio = {
  /** The home page's title, for browser tabs and search results. */
  title: story.title ?? `${site.owner}, ${site.place}`,
  /** For search engines and link previews. At most 160 characters. */
  description: story.description ?? story.says,

  hero: {
    says: story.says,
    facts: story.facts ?? [
      { name: "Role", value: `Founder, ${site.agency}` },
      { name: "Based in", value: site.place },
    ],
    /** Two durations that are drawn to scale. */
    proof: story.results?.en ?? null,
  },

  splash: {
    says: "You’ve waited",
    waits: ["a moment.", "one second.", "two seconds.", "three seconds.", "four seconds."],
    lead: story.splash ?? story.says,
  },

  about: story.about,

  work: { says: story.work },

  /**
   * Projects are named as in resume.json. Projects that aren't named here are listed below these.
   */
  projects: { flagship, pictured },

  /** The meaning of each quarter of the bar of a skill. */
  skills: { axis: ["I read it", "I use it", "I ship it", "I teach it"] },

  getInTouch: {
    question: "What keeps your customers waiting?",
    says: "Send me a few lines about it. I’ll answer within one business day, and I’ll tell you quickly if I’m not the right person.",
    button: "Send me a message",
  },

  contact: {
    title: "Send me a message",
    description: `Contact ${site.owner} by message, email or phone.`,
    says: "I’ll answer within one business day, and I’ll tell you quickly if I’m not the right person.",
    /** What happens after Send, in order. */
    afterwards: {
      title: "What happens next",
      steps: [
        "Your message is saved before this page says it was sent. Then it’s emailed to me.",
        "I read it myself, usually the same evening. No one else does.",
        "You get a personal reply at the email address you entered.",
      ],
    },
  },

  /** The last line on each page. */
  credit: `Designed and built by ${site.owner}, 2026`,
};
