// The marketing site's text and offers. Package features are listed only here. Package titles and
// prices are in owner.json.
import { calculator } from "./marketing/calculator.ts";
import { heroDesk } from "./marketing/hero-desk.ts";
import { leadDesk } from "./marketing/lead-desk.ts";
import { month } from "./marketing/month.ts";
import { contactPage, faqPage, getStartedPage } from "./marketing/pages.ts";
import { firstDays } from "./marketing/trust.ts";
import { owner } from "./owner.ts";
import { site } from "./site.ts";
import { story } from "./story.ts";

const { p1, p2, p3 } = owner.packages;

export const marketing = {
  /** The landing page's title, for browser tabs and search results. */
  title: `${site.mailName} in the ${site.area} area`,
  /** For search engines and link previews. At most 160 characters. */
  description: `Social media and web marketing for dentists, chiropractors and doctors around ${site.area}, with a lead desk that shows who to call first.`,
  /** The kind of service, for structured data about each package. */
  serviceType: "Marketing for medical and dental practices",

  /** The labels of the buttons that open the questionnaire and call us. */
  getStartedButton: "Get Started",
  callButton: "Call us",
  /** The bar that has both buttons, on phones. */
  startBar: "Get in touch",
  /** The label of each picture, figure and person that is made up. */
  sample: "Sample",

  hero: {
    for: `Marketing for dentists, chiropractors and doctors around ${site.area}`,
    /**
     * The taglines that take turns. The first one is the page's heading. Each has two lines of at
     * most 22 letters.
     */
    taglines: [
      ["You see patients.", "We fill your schedule."],
      ["Ads that bring in", "people, not likes."],
      ["A new lead?", "Call within minutes."],
      ["No contract.", "30-day money back."],
    ],
    lead: "Ads on Facebook, Instagram and Google that bring people in, and a lead desk that shows your team who to call first.",
    /** Where the price list is below the first screen: on phones, and while the office is closed. */
    prices: (once: string, monthly: string) =>
      `${once} once, or from ${monthly} a month. No contract.`,
    call: `Call ${site.phone}`,
    /**
     * Shown while the office is closed. `opening` is a text such as "Monday at 8 am" or "Mon 8 am".
     */
    closed: {
      title: "Pick a time for a free call.",
      back: (opening: string) =>
        `We’re closed until ${opening}. ${site.ownerFirst}, who runs the agency, will call you.`,
      pickTime: "Pick a time",
      opens: (opening: string) => `Opens ${opening}`,
      /** Shown until the free times have loaded, and if there aren't any. */
      hours: `We answer the phone ${site.phoneHours}.`,
    },
    pause: "Pause motion",
    promise: "No contract. 30-day money-back guarantee.",
    whatYouGet: "See what you get",
  },

  splash: {
    says: "Someone’s been waiting",
    waits: ["a moment.", "one second.", "two seconds.", "three seconds.", "four seconds."],
    lead: "Everyone who asks for an appointment starts out waiting. We bring them to you, and show you who to call first.",
  },

  problem: {
    title: "Check whatever sounds like your week.",
    says: "We’ve noted what we’d do about each one. None of it is your fault.",
    heads: ["Symptom", "What we do about it"],
    none: "Check a box and we’ll suggest a package.",
    /** The number of checked boxes, and the package that covers all of them. */
    sum: (count: number, title: string) =>
      `${count} checked. ${title} covers ${["", "it", "both", "all three", "all four", "all five"][count] ?? "all of it"}.`,
    see: (title: string, price: string) => `See ${title}, ${price}`,
    seeAll: "See the packages",
    lines: [
      {
        problem: "We boosted posts. Nobody booked.",
        package: "p2",
        help: "Ads aimed at people within driving distance, measured by bookings.",
      },
      {
        problem: "Web inquiries wait until lunch.",
        package: "p2",
        help: "The lead desk shows each one right away and starts a clock.",
      },
      {
        problem: "We barely show up on the map.",
        package: "p1",
        help: "Google Business and Yelp pages, complete and up to date.",
      },
      {
        problem: "We can’t tell which ads pay off.",
        package: "p2",
        help: "Each lead is tied to its campaign, from first click to first visit.",
      },
      {
        problem: "Our site is older than our X-ray machine.",
        package: "p3",
        help: `Five new pages with ${p3.title}, or a landing page with ${p2.title}.`,
      },
    ],
  },

  services: {
    title: "What we take off your plate",
    says: "From the first search to the first visit. The tag on each item shows which package includes it.",
    /** The question about the call's outcome, on the lead desk's panel. */
    outcome: {
      asks: "How did the call with Priya go?",
      says: "You called 3 min after her inquiry",
    },
    /** The text in the drawings of a practice on a map, its ad, and the ad's results. */
    map: {
      name: "Your practice",
      says: "Dentist · Open until 6 pm",
      call: "Call",
      website: "Website",
    },
    ad: {
      name: "Your practice",
      says: "Sponsored",
      headline: "New patient? Ask us anything.",
      button: "Request a visit",
      week: "This ad, this week",
      results: ["9 leads", "2 booked"],
      counted: ["Counted by your", "lead desk, not", "guessed by us."],
    },
    groups: [
      {
        name: "Get found",
        drawing: "map",
        says: "When someone nearby needs you, yours is the name that comes up.",
        pieces: [
          { name: "Facebook and Instagram pages", from: p1.title },
          { name: "Google Business and Yelp pages", from: p1.title },
          { name: "SEO", from: p2.title },
          { name: "Google ads and analytics", from: p2.title },
        ],
      },
      {
        name: "Get chosen",
        drawing: "advertisement",
        says: "Real photos, plain words and one clear next step.",
        pieces: [
          { name: "Logo or photography session", from: p1.title },
          { name: "Facebook and Instagram ads", from: p2.title },
          { name: "Landing page", from: p2.title },
          { name: "Website, social posts, blog, newsletters", from: p3.title },
        ],
      },
      {
        name: "Call back fast",
        drawing: "outcome",
        says: "Everyone who reaches out hears from a real person, fast, and you can prove it.",
        pieces: [
          { name: "Lead management system", from: p2.title },
          { name: "New leads on screen within a second", from: p2.title },
          { name: "Automatic email replies in your own words", from: p2.title },
        ],
      },
    ],
  },

  about: {
    ...(story.founder.en ?? {
      title: "When you call, you get me.",
      paragraphs: [
        `I’m ${site.ownerFirst}, and I run ${site.agency}. We do both halves of the job: we bring in the inquiries, and we make sure someone calls back. If you don’t need us, I’ll tell you.`,
      ],
    }),
    role: `Founder, ${site.place}`,
  },

  pricing: {
    title: "Three prices. Nothing hidden behind a sales call.",
    says: "No contract; cancel at any time. Need something custom? Ask for a quote.",
    recommended: "Recommended",
    startWith: (title: string) => `Start with ${title}`,
    /** Shown below a price: the ad spend, which isn't paid to us, and the total of both. */
    adSpend: "Ad spend, you choose",
    noAds: "none",
    total: "Total",
    range: (from: string, to: string) => `${from} to ${to}`,
    guarantee: {
      title: "Risk-free 30-day money-back guarantee",
      says: "If it isn’t right for your practice, tell us within 30 days and we’ll refund what you paid us.",
      /** The text around the money-back seal and in its center. */
      seal: { around: "Risk-free · your money back · ", number: "30", unit: "days" },
    },
    notIncluded: {
      title: "What’s not included",
      says: "What Google and Meta charge to run your ads. You set that budget and pay them directly. Many practices start with $20 to $50 a day; the range above is 30 days of that.",
    },
    accounts: {
      title: "Who owns the accounts",
      says: "You do. Ad accounts and pages are in your practice’s name. If you leave, they stay with you, history included.",
    },
    patients: {
      title: "Your patients’ data",
      says: "No health questions, no third-party trackers, and your leads are yours.",
      link: "What we do and don’t do",
    },
  },

  firstDays,
  heroDesk,
  desk: leadDesk,
  month,
  calculator,

  makeover: {
    title: "A free marketing makeover for your practice.",
    says: "A PDF in your inbox within a minute: where to start, a draft of your first ad, a checklist for today, and what our help would cost. The more you answer, the better it fits your practice.",
    name: "Your name",
    /** The button that shows more questions, all of which are optional. */
    more: "Tailor it further: three short questions",
    send: "Email me my makeover",
    help: `You’ll get one email with the PDF, based only on your answers. ${site.ownerFirst} may follow up once.`,
    picture: "Pages of the makeover PDF: a cover with your name on it, and a checklist",
    /** The text on the drawn pages next to the form. */
    pictured: {
      madeFor: "Made for Dr. Lena Okoro",
      cover: ["A marketing", "makeover for", "your practice"],
      checklist: "Do these today",
    },
    /** Shown if the form can't work, before and after the email address. */
    instead: [
      "This form needs JavaScript. Turn it on, or email",
      "and we’ll send you the presentation.",
    ],
  },

  callToAction: {
    title: "Two minutes between patients is all it takes.",
    says: `${site.ownerFirst} answers ${site.phoneHours}.`,
    other: "Or tell us about your practice, and we’ll call you.",
  },

  contact: contactPage,
  faq: faqPage,
  getStarted: getStartedPage,

  footer: `Social media and web marketing for dentists, chiropractors and doctors around ${site.area}.`,
  credit: `Designed and built by ${site.owner}.`,
} as const;

/** The packages. A package's `id` is the value of `p` in `/marketing/get-started?p=`. */
export const packages = [
  {
    id: "p1",
    ...p1,
    per: "flat",
    isRecommended: false,
    says: "For a practice that’s hard to find online: your pages, set up properly, once.",
    hasAds: false,
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
    ...p2,
    per: "a month",
    isRecommended: true,
    says: "For a practice that wants new patients: leads every month, and a lead desk so every one gets a call.",
    hasAds: true,
    adds: `Everything in ${p1.title}, plus`,
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
    ...p3,
    per: "a month",
    isRecommended: false,
    says: "For a practice with no time for any of it: we run your whole online presence.",
    hasAds: true,
    adds: `Everything in ${p2.title}, plus`,
    features: [
      "Social posts",
      "Website development and maintenance (5 pages)",
      "Blog posts",
      "Newsletters",
    ],
  },
] as const;

/** Returns a package's title, or undefined if the id isn't a package. */
export const packageTitle = (id: string): string | undefined =>
  packages.find((one) => one.id === id)?.title;
