// What the portfolio says. A fictional sample: put your own here.
export const portfolio = {
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
        shown: "3 h 12 min",
        says: "from inquiry to first call, before the lead desk",
      },
      after: { minutes: 6, shown: "6 min", says: "after" },
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

  work: {
    says: "Four jobs in fourteen years.",
    jobs: [
      { company: "Ellwood Works", years: "2022 to now", role: "Founder and lead engineer" },
      { company: "Pelican Claims", years: "2019 to 2022", role: "Principal engineer" },
      { company: "Saltmarsh Freight", years: "2015 to 2019", role: "Senior engineer" },
      { company: "Quillfeather Labs", years: "2012 to 2015", role: "Engineer" },
    ],
  },

  projects: [
    {
      title: "Lead desk",
      says: "A call-back clock for practices that advertise. Every inquiry starts a clock, and only one thing on the screen may be loud: a person nobody has called yet.",
      languages: ["TypeScript", "SQL"],
    },
    {
      title: "Tarpon Tide",
      says: "Tide and wind for small boats in Tampa Bay. Readable in full sun, complete with no signal, and right to the minute against nine years of gauge data.",
      languages: ["Rust", "TypeScript"],
    },
    {
      title: "Slowpoke",
      says: "A load tester that reports the tail instead of the average, because the slowest request belongs to somebody.",
      languages: ["Go"],
    },
    {
      title: "pgdrift",
      says: "Says in one line which database has drifted from its migrations.",
      languages: ["Go", "SQL"],
    },
    {
      title: "Second Oven",
      says: "Standing orders for eleven bakeries and the cafés that buy from them.",
      languages: ["TypeScript"],
    },
  ],

  /** Levels from 0 to 100: below 25 I read it, to 50 I use it, to 75 I ship it, above I teach it. */
  skills: [
    { type: "TypeScript", level: 92 },
    { type: "PostgreSQL", level: 88 },
    { type: "Go", level: 84 },
    { type: "React", level: 80 },
    { type: "Linux and deployment", level: 76 },
    { type: "Accessibility", level: 70 },
    { type: "Selling and pricing", level: 58 },
    { type: "Rust", level: 44 },
  ],

  getInTouch: {
    question: "What keeps your customers waiting?",
    says: "Send me a few lines about it. I answer within one working day, and I say so quickly when I am not the right person.",
    button: "Write to me",
  },

  contact: {
    title: "Write to me",
    description: "Write to Mara Ellwood: a message, an e-mail or a call.",
    says: "I answer within one working day, and I say so quickly when I am not the right person.",
  },
} as const;
