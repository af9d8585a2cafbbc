// What the marketing site says and what it sells. Change a price or a feature here and nowhere else.
import { site } from "./site.ts";

export const marketing = {
  /** For search engines and link previews: at most 160 characters. */
  description:
    "Social media and web marketing for dentists, chiropractors and doctors around Tampa Bay, with a lead desk that shows whom to call first.",

  hero: {
    for: "Marketing for dentists, chiropractors and doctors around Tampa Bay",
    /** They take turns; the first one is the page's heading. Two lines, at most 17 letters each. */
    taglines: [
      ["You see patients.", "We fill the book."],
      ["Ads that bring", "people, not likes."],
      ["Someone asked?", "Call in minutes."],
      ["No contract.", "30 days to judge."],
    ],
    /** What the lead desk would show at this moment. */
    chip: { from: "New lead · Google ad", name: "Priya Nair", waitsSeconds: 48 },
    lead: "Ads on Facebook, Instagram and Google that bring people in, and a lead desk that shows your front desk whom to call first.",
  },

  splash: {
    says: "Someone has waited",
    waits: ["a moment.", "one second.", "two seconds.", "three seconds.", "four seconds."],
    lead: "Everybody who asks for an appointment starts out waiting. We bring them to you, and show you whom to call first.",
  },

  problem: {
    title: "Tick what sounds like your week.",
    says: "Beside each line is what we would do. None of them is your fault.",
    heads: ["Symptom", "What we do about it"],
    none: "Tick a line: we name the package.",
    lines: [
      {
        problem: "We boosted posts. Nobody booked.",
        package: "p2",
        help: "Ads aimed at people within your drive time, measured by bookings.",
      },
      {
        problem: "Web inquiries wait until lunch.",
        package: "p2",
        help: "The lead desk shows each one at once and keeps a clock on it.",
      },
      {
        problem: "We barely show up on the map.",
        package: "p1",
        help: "Google Business and Yelp pages, complete and kept in step.",
      },
      {
        problem: "Nobody can say which ad paid off.",
        package: "p2",
        help: "Each lead carries its campaign, from first click to first visit.",
      },
      {
        problem: "Our site is older than our X-ray.",
        package: "p3",
        help: "Five new pages in Diamond, or a landing page in Gold.",
      },
    ],
  },

  services: {
    title: "What we take off your desk",
    says: "From the first search to the first visit. Beside each piece stands the package that it starts in.",
    /** What the desk asks after a call. */
    outcome: { asks: "How did it go with Priya?", says: "You called 3 min after she asked" },
    groups: [
      {
        name: "Get found",
        picture: "map",
        says: "When someone nearby needs you, yours is the name that comes up.",
        pieces: [
          { name: "Facebook and Instagram pages", from: "Setup" },
          { name: "Google Business and Yelp pages", from: "Setup" },
          { name: "SEO", from: "Gold" },
          { name: "Google ads and analytics", from: "Gold" },
        ],
      },
      {
        name: "Get chosen",
        picture: "advertisement",
        says: "Real photos, plain words and one clear thing to do next.",
        pieces: [
          { name: "Logo or photography session", from: "Setup" },
          { name: "Facebook and Instagram ads", from: "Gold" },
          { name: "Landing page", from: "Gold" },
          { name: "Website, social posts, blog, newsletters", from: "Diamond" },
        ],
      },
      {
        name: "Get called back",
        picture: "outcome",
        says: "Whoever asks hears from a human, fast, and you can see that it happened.",
        pieces: [
          { name: "Lead management system", from: "Gold" },
          { name: "New leads on the desk within a second", from: "Gold" },
          { name: "E-mail answers in your words", from: "Gold" },
        ],
      },
    ],
  },

  about: {
    title: "I watched the phone ring out.",
    paragraphs: [
      "I know the two lines blinking, the patient at the window and the web form nobody had time to open. By the afternoon that person had booked somewhere else.",
      "So Gulfside does both halves: we bring the inquiry in, and we make sure that somebody calls it back. When you phone, you get me, and I will tell you if you don’t need us.",
    ],
    role: "Founder, Tampa, Florida",
  },

  pricing: {
    title: "Three prices. Nothing hidden behind a call.",
    says: "No contract; cancel at any time. Something else in mind? Custom packages by quote.",
    guarantee: {
      title: "Risk-free 30-day money-back guarantee",
      says: "If it isn’t right for your practice, tell us within 30 days and we return what you paid us.",
    },
    notIncluded: {
      title: "What is not included",
      says: "What Google and Meta charge for showing your ads. You set that budget, and pay it to them directly.",
    },
  },

  desk: {
    title: "The lead desk: nobody waits unseen.",
    says: "Part of Gold and Diamond. The moment someone asks, your front desk sees who, about what, and how long they have been waiting.",
    picture: "The lead desk with sample data: five people who asked, and how fast each was called.",
    practice: "Bayshore Sample Dental",
    /** Who waits; `waitsSeconds` is what the clock shows. */
    waiting: {
      name: "Priya Nair",
      about: "Clear aligners · Google",
      phone: "(813) 555-0171",
      waitsSeconds: 161,
    },
    /** Who was called, after how many minutes. */
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
      { name: "New Customers", value: 18 },
      { name: "Leads", value: 212 },
      { name: "Impressions", value: 3680 },
    ],
    facts: [
      {
        says: "7 times",
        of: "as likely to qualify a lead: firms that called within an hour, against those that called an hour later.",
        source: "Harvard Business Review, March 2011",
      },
      {
        says: "5 minutes",
        of: "against thirty: 100 times the odds of reaching the person, 21 times the odds of qualifying them.",
        source: "InsideSales / Oldroyd, 2007",
      },
      {
        says: "Your desk",
        of: "Those firms were not dental practices. That is why the desk measures yours: every call, on time, slow or late, for you to see.",
        source: null,
      },
    ],
  },

  calculator: {
    title: "What does waiting cost you?",
    leads: "Leads a month",
    delay: "Usually called back",
    value: "A new patient is worth",
    delays: {
      minutes: "10 min",
      hour: "1 hour",
      sameDay: "Same day",
      nextDay: "Next day",
    },
    says: "Calling within ten minutes could bring you another",
    prompt: "Nothing: you already call in time. Keep it up.",
    today: "Called as today",
    inTen: "Called in ten minutes",
    how: {
      title: "How we work this out, and where it is weak",
      paragraphs: [
        "We assume that of 100 leads called within ten minutes, 5 to 15 become patients. That is our assumption, not a study’s.",
        "The study of 2011 found firms that called within an hour about seven times as likely to qualify a lead as those that called an hour later. So six in seven of those patients are lost by calling later, if your leads behave as theirs did. For “same day” we count between half of that loss and the whole; for “next day” the whole; for “1 hour” between nothing and half.",
        "Those studies counted sales leads in other trades, not patients, and who calls fast may do other things well too. So this is an estimate and no promise; your own lead desk will tell you better.",
      ],
    },
  },

  makeover: {
    title: "A free makeover plan, with your name on it.",
    says: "A PDF in your inbox within a minute: what we would look at, a checklist that you can use today, and what it would cost.",
    send: "E-mail me my makeover",
    help: "One e-mail with the PDF, and Mara may write to you once.",
    /** On the cover that is drawn beside the form. */
    pictured: "Made for Dr. Lena Okoro",
  },

  callToAction: {
    title: "Two minutes between patients is enough.",
    says: `Mara answers, ${site.phoneHours}.`,
  },

  contact: {
    title: "Talk to us",
    description: "Write to Gulfside or call: we answer within one working day.",
    says: "Tell us about your practice. We answer within one working day, or at once when you call.",
    /** What happens after Send, in order. */
    afterwards: {
      title: "What happens then",
      steps: [
        "Your message is stored first. Then it goes to Mara, and nobody else.",
        "She looks at what a new patient of yours finds on the web.",
        "She writes or calls within one working day, with an answer and not a pitch.",
      ],
    },
  },

  faq: {
    title: "Frequently Asked Questions",
    description: "Money back, contracts, photography, where ads run and custom packages, answered.",
  },

  getStarted: {
    title: "Get started",
    description:
      "Start with Gulfside: leave three short answers or call, and we plan the first month with you.",
    /** Where the questionnaire cannot work. */
    instead:
      "The questionnaire on this page needs JavaScript. Call us or write to us instead: it is the same three questions.",
    next: "What happens then",
    steps: [
      { name: "You ask", says: "With this form or by phone, in two minutes." },
      { name: "We look", says: "At your pages, your ads and what a new patient finds." },
      {
        name: "You decide",
        says: "With a plan and a price in front of you, and 30\u00a0days to get your money back.",
      },
    ],
  },

  footer:
    "Social media and web marketing for dentists, chiropractors and doctors around Tampa Bay.",
  credit: "Designed and built by Mara Ellwood. People and figures here are samples.",
} as const;

/** What is for sale. `id` is what `/marketing/get-started?p=` selects. */
export const packages = [
  {
    id: "p1",
    title: "Setup",
    price: 600,
    per: "flat",
    isRecommended: false,
    says: "Your pages, set up properly, once.",
    adds: "You get",
    features: [
      "Facebook page",
      "Instagram page",
      "Google Business page",
      "Yelp page",
      "Complimentary logo or photography session",
    ],
  },
  {
    id: "p2",
    title: "Gold",
    price: 1297,
    per: "a month",
    isRecommended: true,
    says: "New patients every month, and every one of them called.",
    adds: "All of Setup, and",
    features: [
      "Facebook and Instagram advertising",
      "Google advertising and analytics",
      "Lead management system",
      "Landing page",
      "SEO",
      "Photo/video session",
      "Logo design",
    ],
  },
  {
    id: "p3",
    title: "Diamond",
    price: 2000,
    per: "a month",
    isRecommended: false,
    says: "We run your whole presence on the web.",
    adds: "All of Gold, and",
    features: [
      "Social posts",
      "Website development and maintenance (5 pages)",
      "Blog posts",
      "Newsletters",
    ],
  },
] as const;
