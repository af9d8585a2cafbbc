// The live demo: the API's messages, and the text of its screens and its guide.
import type { SetTemplateChange } from "#contract/template-sets.ts";

export const demoMessages = {
  notInDemo: "This is turned off in the demo. Nothing here reaches real people or devices.",
  full: "All demo desks are in use right now. Try again in a few minutes.",
  notReady: "The demo is being set up. Try again in a few seconds.",
  ended: "The demo has ended, and everything in it was deleted.",
} as const;

/** The page that starts a demo. */
export const demoStartWords = {
  /** The button on the public sites. */
  button: "Try the live lead desk",
  title: "Live lead desk",
  /** Shown while the demo starts. */
  steps: {
    checking: "Checking that you’re not a robot…",
    making: "Adding a few weeks of leads…",
  },
  about: [
    "It’s the real product, filled with made-up leads. A new one arrives within 20 seconds.",
    "Nothing is really sent: emails go to an outbox that only you can see.",
    "After an hour, everything in it is deleted.",
  ],
  failed: "The demo couldn’t be opened.",
  ended: {
    title: "Your demo has ended",
    says: "Everything in it was deleted. Nothing was sent to anyone.",
    again: "Start a new demo",
    next: "Get it for your practice",
  },
  tryAgain: "Try again",
  back: "Back to the site",
  needsScript: "The demo needs JavaScript. We can also show it to you on a call:",
} as const;

/** Shown on every screen of a demo. */
export const demoDeskWords = {
  banner: "Live demo",
  /** `time` is when the demo ends. */
  endsAt: (time: string) =>
    `These leads are made up, and nothing is sent. Everything is deleted at ${time}.`,
  end: "End the demo",
  ending: "Ending…",
  back: "Back to the site",
  outbox: "Outbox",
  accountOff: "You can’t change your login, devices or alerts in the demo.",
} as const;

export const demoOutboxWords = {
  title: "Outbox",
  says: "At your practice, these emails would have gone out. In the demo, they stay here.",
  empty: "No emails yet.",
  emptyNext: "Every new lead gets a reply automatically. You can also send an email from a lead.",
  to: "To",
  from: "From",
  waiting: "Waiting",
  refresh: "Refresh",
  /** Shown instead of an automatic email's text before the email is sent. */
  unwritten: "The text is filled in when it’s sent.",
} as const;

/** The guide has five steps, which are shown one at a time. Doing a step completes it. */
export const demoGuideWords = {
  title: "Five things to try",
  step: (step: number, of: number) => `Step ${step} of ${of}`,
  next: "Next",
  previous: "Back",
  done: "Done",
  dismiss: "Close the guide",
  allDone: "All done",
  finished: {
    title: "You’ve seen it all",
    says: "Keep going for as long as the demo lasts. More leads come in.",
  },
  steps: [
    {
      title: "Watch a lead arrive",
      says: "A new lead comes in within 20 seconds, with its clock running. More come in over the next ten minutes.",
    },
    {
      title: "Call the lead",
      says: "Press “I’m calling” on the row, or “Call” on a phone; the numbers are made up, so nothing is dialed. The clock stops: a call within ten minutes is on time.",
    },
    {
      title: "Say how it went",
      says: "Choose a result, such as booked, voicemail or callback. The lead moves where it belongs.",
    },
    {
      title: "Open the lead",
      says: "Click or tap a name to see what they asked for and every call, note and email.",
    },
    {
      title: "Look at the reports and the outbox",
      says: "Calls on Time shows how fast you call back. The Outbox has the replies that were sent for you.",
    },
  ],
} as const;

/**
 * The manager's colleagues in sample practices, who make it possible to show calls by other people.
 */
export const demoColleagues = [
  { firstName: "Imani", lastName: "Okafor", role: "manager" },
  { firstName: "Miguel", lastName: "Santos", role: "member" },
  { firstName: "Tess", lastName: "Kowalski", role: "member" },
] as const;

/** The practice in every demo. */
export const demoPractice = {
  name: "Palmview Dental",
  person: { firstName: "Robin", lastName: "Castellano" },
  phone: "(813) 555-0100",
  address: "120 Palmview Avenue",
  city: "Tampa",
  state: "FL",
  zip: "33606",
  campaigns: [
    { name: "Clear aligners", platform: "meta", impressions: 1640, leads: 4 },
    { name: "Implant consult", platform: "google", impressions: 1120, leads: 3 },
    { name: "New patient exam", platform: "web", impressions: 540, leads: 1 },
  ],
  /** Other sources of leads besides campaigns, with the most common first. */
  sources: {
    ad: "Facebook form",
    site: "Website form",
    profile: "Google Business Profile",
    referral: "Referral form",
  },
} as const;

/**
 * The names of people in the generated history. Each person gets a first name and a last name from
 * these.
 */
export const demoPeople = {
  firstNames: [
    "Marisol",
    "Owen",
    "Tamika",
    "Russell",
    "Priya",
    "Grace",
    "Daniel",
    "Lucía",
    "Hank",
    "Beatrice",
    "Noah",
    "Imani",
    "Sofia",
    "Caleb",
    "Mei",
    "Arjun",
    "Ruth",
    "Diego",
    "Hannah",
    "Tyrone",
    "Elena",
    "Walter",
    "Keisha",
    "Ivan",
    "Nora",
    "Luis",
    "Paige",
    "Omar",
    "Jun",
    "Carla",
  ],
  lastNames: [
    "Quintero",
    "Hartley",
    "Boyd",
    "Vance",
    "Raman",
    "Okafor",
    "Whitcombe",
    "Ferrer",
    "Sorensen",
    "Llewellyn-Marsh",
    "Pruitt",
    "Castellano",
    "Nguyen",
    "Abrams",
    "Delgado",
    "Fitch",
    "Moreau",
    "Sandoval",
    "Kowalski",
    "Rhodes",
  ],
} as const;

/**
 * The form's question, and the answers of the leads that are already waiting when a demo opens,
 * oldest first.
 */
export const demoQuestion = "Message";
export const demoWaitingMessages = [
  "About how much is a single implant?",
  "We just moved here. Are you taking new patients?",
  "Are aligners covered by my plan? Mornings are best.",
  "A cleaning and a checkup, any weekday after 3.",
] as const;

const interest = "What are you interested in?";
const when = "When works best for you?";

/**
 * The leads that arrive during a demo. `campaign` is the index in `demoPractice.campaigns`, or null
 * for the website. `seconds` is the time after the start of the demo.
 */
export const demoArrivals = [
  {
    ...{ seconds: 6, firstName: "Alicia", lastName: "Romero", campaign: 0 },
    answers: [
      { name: interest, values: ["Clear aligners"] },
      { name: when, values: ["Weekday afternoons"] },
    ],
  },
  {
    ...{ seconds: 75, firstName: "Ben", lastName: "Thornton", campaign: null },
    answers: [{ name: interest, values: ["A chipped front tooth, as soon as possible"] }],
  },
  {
    ...{ seconds: 150, firstName: "Yolanda", lastName: "Pierce", campaign: 1 },
    answers: [
      { name: interest, values: ["One implant, lower left"] },
      { name: "Do you have insurance?", values: ["Not sure"] },
    ],
  },
  {
    ...{ seconds: 230, firstName: "Kenji", lastName: "Mori", campaign: null },
    answers: [{ name: interest, values: ["Checkups for me and my two kids"] }],
  },
  {
    ...{ seconds: 310, firstName: "Deborah", lastName: "Lang", campaign: null },
    answers: [
      { name: interest, values: ["Clear aligners"] },
      { name: when, values: ["Mornings before 9"] },
    ],
  },
  {
    ...{ seconds: 400, firstName: "Samuel", lastName: "Adeyemi", campaign: null },
    answers: [{ name: interest, values: ["Whitening before a wedding in June"] }],
  },
  {
    ...{ seconds: 490, firstName: "Rosa", lastName: "Villanueva", campaign: null },
    answers: [
      { name: interest, values: ["A second opinion on an implant"] },
      { name: "Preferred language", values: ["Spanish"] },
    ],
  },
  {
    ...{ seconds: 585, firstName: "Tom", lastName: "Becker", campaign: null },
    answers: [{ name: interest, values: ["New in town, need a dentist"] }],
  },
] as const;

/** The owner's template set. In version 2, `better` replaces some of the templates. */
export const demoTemplateSet: {
  name: string;
  notes: [string, string];
  templates: SetTemplateChange[];
  better: SetTemplateChange[];
} = {
  name: "First contact",
  notes: ["First version", "Shorter, and each one says what happens next"],
  templates: [
    {
      kind: "note",
      title: "Insurance question",
      body: "Asked about insurance. Plan:\nMember ID on file (yes or no):",
    },
    {
      kind: "email",
      language: "en",
      title: "No answer, second try",
      subject: "Still here to help",
      body: '<p>Hi {{ lead.firstName | default: "there" }},</p><p>We called twice about your request but couldn’t reach you. Please give us a call whenever it’s convenient.</p><p>The front desk at {{ practice.name }}</p>',
    },
    {
      kind: "auto",
      language: "en",
      title: "Weekend request",
      subject: "We got your request",
      body: '<p>Hi {{ lead.firstName | default: "there" }},</p><p>Thanks for reaching out. We’ll call you on the next business day.</p><p>The front desk at {{ practice.name }}</p>',
      delayMinutes: 0,
      isInOpenHoursOnly: false,
      receivedWhile: "closed",
    },
  ],
  better: [
    {
      kind: "email",
      language: "en",
      title: "No answer, second try",
      subject: "Is tomorrow a good time to call?",
      body: '<p>Hi {{ lead.firstName | default: "there" }},</p><p>We called twice about your request but couldn’t reach you. Reply with a good time, and we’ll call you then. Or give us a call at {{ practice.phone }}.</p><p>The front desk at {{ practice.name }}</p>',
    },
    {
      kind: "auto",
      language: "en",
      title: "Weekend request",
      subject: "We got your request",
      body: '<p>Hi {{ lead.firstName | default: "there" }},</p><p>Thanks for reaching out. We’ll call you on the next business day, within an hour of opening.</p><p>The front desk at {{ practice.name }}</p>',
      delayMinutes: 5,
      isInOpenHoursOnly: false,
      receivedWhile: "closed",
    },
  ],
};
