// The makeover presentation's text for each kind of practice: the questions, and the pages that are
// built from the answers. It uses only what the visitor typed, and doesn't look anything up.
import type {
  MakeoverDelay,
  MakeoverSpecialty,
  MakeoverWorry,
} from "#contract/contact-requests.ts";

/** The questions, as the form and the owner show them. */
export const makeoverQuestions = {
  practice: "Practice name",
  city: "City",
  specialty: "Specialty",
  worry: "What bothers you most?",
  delay: "How soon do you call back web inquiries?",
} as const;

type Specialty = {
  name: string;
  /** Phrases that people type into a search engine. The city is appended to each of them. */
  searches: string[];
  /** A draft of an ad. It doesn't mention the results of a treatment or a price. */
  ad: { headline: string; says: string };
  photos: string;
};

export const makeoverSpecialties: Record<MakeoverSpecialty, Specialty> = {
  dentist: {
    name: "Dentist",
    searches: ["dentist", "emergency dentist", "dentist open Saturday"],
    ad: {
      headline: "New patient? Ask us anything.",
      says: "A first visit with time for your questions. Tell us when you’re free, and we’ll call you back today.",
    },
    photos: "The entrance, the front desk, a treatment room, and your team without masks.",
  },
  orthodontist: {
    name: "Orthodontist",
    searches: ["orthodontist", "braces for adults", "clear aligners"],
    ad: {
      headline: "Braces or aligners? Let’s talk.",
      says: "A first look and a clear plan, before you decide anything. Tell us when to call.",
    },
    photos: "The entrance, the waiting room, your team, and a treatment chair in daylight.",
  },
  chiropractor: {
    name: "Chiropractor",
    searches: ["chiropractor", "chiropractor open today", "sports chiropractor"],
    ad: {
      headline: "First visit? Here’s how it goes.",
      says: "We ask, we listen, and we explain each step before we start. Tell us when to call.",
    },
    photos: "The entrance, the front desk, a treatment table, and your team at work.",
  },
  doctor: {
    name: "Doctor",
    searches: ["doctor accepting new patients", "primary care", "same day appointment doctor"],
    ad: {
      headline: "We’re taking new patients.",
      says: "A doctor who knows your name, and a front desk that calls you back. Tell us when you’re free.",
    },
    photos: "The entrance, the front desk, an exam room, and a portrait of each doctor.",
  },
  other: {
    name: "Other",
    searches: ["walk-in appointment", "appointment this week", "accepting new patients"],
    ad: {
      headline: "New patient? Ask us anything.",
      says: "Tell us what you need and when you’re free, and we’ll call you back today.",
    },
    photos: "The entrance, the front desk, a treatment room, and your team.",
  },
};

type Worry = {
  name: string;
  first: string;
  steps: [string, string, string];
  /** The smallest package that includes the item. */
  package: "p1" | "p2" | "p3";
};

export const makeoverWorries: Record<MakeoverWorry, Worry> = {
  boosted: {
    name: "We boosted posts. Nobody booked.",
    first: "Replace boosts with ads that have one job.",
    steps: [
      "Stop boosting for a month. Save the money.",
      "Run one ad, for people within driving distance, that asks for a name and a phone number.",
      "Count bookings, not likes. If nobody has booked after two weeks, change the ad, not the budget.",
    ],
    package: "p2",
  },
  waiting: {
    name: "Web inquiries wait too long.",
    first: "Give every inquiry an owner and a clock.",
    steps: [
      "Put one person in charge of calling people back, and name a backup.",
      "For one week, write down when each inquiry came in and when you called.",
      "Call within the first ten minutes, even if it’s just to ask one thing: when are you free?",
    ],
    package: "p2",
  },
  map: {
    name: "We barely show up on the map.",
    first: "Finish your Google Business page.",
    steps: [
      "Choose the right primary category, and fill in your hours, holidays and phone number.",
      "Upload ten photos from this year.",
      "Reply to every review from the last six months, without any health details.",
    ],
    package: "p1",
  },
  results: {
    name: "We can’t tell which ads pay off.",
    first: "Follow one patient from click to visit.",
    steps: [
      "Ask every new caller how they found you, and write it down the same way each time.",
      "Give each campaign its own form or page.",
      "Once a month, divide what a campaign cost by the number of visits it brought in.",
    ],
    package: "p2",
  },
  website: {
    name: "Our website is old.",
    first: "Fix the first screen before the rest.",
    steps: [
      "On a phone, show what you do, where you are and how to call, without scrolling.",
      "Make the phone number tap-to-call.",
      "Remove what’s out of date: old staff, old hours, old offers.",
    ],
    package: "p3",
  },
};

type Delay = { name: string; says: string };

export const makeoverDelays: Record<MakeoverDelay, Delay> = {
  minutes: {
    name: "Within 10 minutes",
    says: "You call within ten minutes. Keep it up, and measure it: busy weeks are when it slips.",
  },
  hour: {
    name: "Within an hour",
    says: "You call within the hour. That’s better than most. The next step is ten minutes, during business hours.",
  },
  sameDay: {
    name: "The same day",
    says: "You call the same day. By then, some people have called someone else. For one week, try calling within ten minutes, and compare how many people you reach.",
  },
  nextDay: {
    name: "The next day or later",
    says: "You call the next day or later. Nothing else on these pages helps as much as calling within ten minutes.",
  },
};
