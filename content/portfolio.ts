// What the portfolio says. A fictional sample: put your own here.
// Jobs, projects and skills stand in resume.json.
import type { Portfolio } from "#contract/content.ts";

export const portfolio: Portfolio = {
  /** Of the home page, in a browser's tab and in search results. */
  title: "Mara Ellwood, software engineer in Tampa",
  /** For search engines and link previews: at most 160 characters. */
  description:
    "Mara Ellwood, software engineer and entrepreneur in Tampa, Florida: fourteen years of systems that help small businesses answer sooner.",

  hero: {
    says: "Software engineer and entrepreneur in Tampa, Florida. I build the quiet systems that help small businesses answer sooner.",
    facts: [
      { name: "Role", value: "Founder, Ellwood Works" },
      { name: "Years", value: "14, four of them as a founder" },
      { name: "Stack", value: "TypeScript, Go, PostgreSQL, React" },
      { name: "Open to", value: "Staff roles, from March 2027" },
    ],
    /** Two durations, drawn to scale. */
    proof: {
      before: {
        minutes: 192,
        shown: "3 h 12 min",
        says: "from inquiry to first call, before the lead desk",
      },
      after: { minutes: 6, shown: "6 min", says: "after" },
      source: "Median of 4,180 leads in nine dental practices, drawn to scale",
    },
  },

  splash: {
    says: "You have waited",
    waits: ["a moment.", "one second.", "two seconds.", "three seconds.", "four seconds."],
    lead: "Before the lead desk, a new patient waited three hours and twelve minutes for a call. I build what makes that shorter.",
  },

  about: {
    statement: "I like software that a busy person forgets is there.",
    paragraphs: [
      "I started in freight, where a page that loads late means a truck that leaves late. Then came insurance claims, where the slowest step was always one person waiting for another. That wait became my subject.",
      "Since 2022 I have run Ellwood Works, a company of three. We build and operate small products for local businesses. I write most of the server code, answer the support line on Fridays, and keep the bill of every system where the whole team can see it.",
    ],
    asides: [
      { name: "Thursdays", value: "Teaching Go at the public library, free, twelve chairs" },
      { name: "Weekends", value: "Sailing a nineteen-foot sloop, mostly upright" },
    ],
  },

  work: { says: "Four jobs in fourteen years, each drawn as long as it lasted." },

  /** Projects are named as in resume.json; what is not named here stands in the list below them. */
  projects: {
    flagship: {
      project: "Lead desk",
      picture: { drawing: "desk" },
      facts: [
        { name: "Practices", value: "9" },
        { name: "Leads answered", value: "4,180" },
        { name: "Median first call", value: "6 min" },
      ],
      /** Where `npm run demo` can be tried by everybody, if you let it run somewhere. */
      demoUrl: "",
    },
    pictured: [
      { project: "Tarpon Tide", picture: { drawing: "tide" } },
      { project: "Slowpoke", picture: { drawing: "latency" } },
    ],
  },

  /** What a quarter of the way, a half, three quarters and the whole of a skill's bar mean. */
  skills: { axis: ["I read it", "I use it", "I ship it", "I teach it"] },

  getInTouch: {
    question: "What keeps your customers waiting?",
    says: "Send me a few lines about it. I answer within one working day, and I say so quickly when I am not the right person.",
    button: "Write to me",
  },

  contact: {
    title: "Write to me",
    description: "Write to Mara Ellwood: a message, an e-mail or a call.",
    says: "I answer within one working day, and I say so quickly when I am not the right person.",
    /** What happens after Send, in order. */
    afterwards: {
      title: "What happens then",
      steps: [
        "Your message is kept before this page says so, and reaches me as an e-mail.",
        "I read it myself, usually the same evening. Nobody else does.",
        "You get an answer from a person, at the address you gave.",
      ],
    },
  },

  /** The last line of each page. */
  credit: "Designed and built by Mara Ellwood, 2026",
};
