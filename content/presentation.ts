// The 'Marketing Makeover' presentation: a PDF that is emailed to visitors who request it.
export const presentation = {
  fileName: "marketing-makeover.pdf",
  title: "A marketing makeover for your practice",
  /** Used if the practice's name is known. */
  titleFor: (practice: string) => `A marketing makeover for ${practice}`,
  madeFor: (name: string) => `Made for ${name}`,
  /** Shown below the title, such as "Dentist in Tampa". Either part may be missing. */
  kind: (specialty: string | null, city: string | null) =>
    [specialty, city].filter(Boolean).join(" in "),
  says: "What we’d look at, a checklist you can use today, and what it would cost to have us do the rest.",

  looksAt: {
    title: "What a makeover covers",
    says: "Five places where new patients meet you before they ever walk in. For each one: what to ask, and what good looks like.",
    areas: [
      {
        name: "The map",
        asks: "Search for your specialty and your town on a phone. Are you in the top three, with the right hours and phone number?",
        good: "Complete Google Business and Yelp pages, photos from this year, every review answered.",
      },
      {
        name: "The home page",
        asks: "Open your site on a phone. Can you see, without scrolling, what you do, where you are and how to call?",
        good: "It loads in two seconds, the number dials when you tap it, and there’s one clear next step.",
      },
      {
        name: "The photos",
        asks: "Do your photos show your team and your office, or stock-photo models?",
        good: "Real faces, good light, and a dozen photos you use everywhere.",
      },
      {
        name: "The ads",
        asks: "Do you know what a new patient cost you last month, by campaign?",
        good: "Ads on Facebook, Instagram and Google, aimed at people within driving distance, measured by bookings.",
      },
      {
        name: "The callback",
        asks: "Fill out your own web form at ten in the morning. When does your phone ring?",
        good: "Within ten minutes, and the caller knows what you asked about.",
      },
    ],
  },

  /** The page about this practice. It contains a part only if the visitor answered its question. */
  plan: {
    title: (practice: string | null) => (practice ? `A plan for ${practice}` : "A plan for you"),
    says: "Based on your answers. We haven’t looked at your pages yet: that’s what the first call is for.",
    /** Used for someone who didn't answer any of the questions. */
    saysUsual:
      "Where most practices start. Tell us your specialty and what bothers you, and we’ll send you your own plan.",
    first: "Start here",
    searches: {
      title: "What people search for",
      says: "Try these on a phone that isn’t yours. Write down who comes up first.",
      near: (search: string, city: string | null) =>
        city ? `${search} ${city}` : `${search} near me`,
    },
    ad: { title: "Draft of your first ad", sponsored: "Sponsored", button: "Request a visit" },
    photos: "Photos to take",
    callback: "Your response time",
    covers: (title: string, price: string) => `${title} covers this: ${price}.`,
  },

  checklist: {
    title: "Do these today",
    says: "Nothing to buy, no one to hire. Print this page and check off each item.",
    items: [
      { task: "Search for your practice on a phone that isn’t yours.", takes: "2 min" },
      { task: "Check the hours on your Google Business page, including holidays.", takes: "5 min" },
      {
        task: "Reply to your three newest reviews. Say thank you, and don’t mention a visit or any health details.",
        takes: "10 min",
      },
      {
        task: "Upload five photos from this year: entrance, front desk, team, exam room, parking.",
        takes: "15 min",
      },
      { task: "Tap the phone number on your own site. Does it dial?", takes: "1 min" },
      { task: "Fill out your own contact form, and note when someone calls.", takes: "2 min" },
      {
        task: "Decide who calls people back, and who covers when that person is out.",
        takes: "5 min",
      },
      {
        task: "Write down three questions every caller asks, and answer them on your site.",
        takes: "15 min",
      },
      { task: "Ask your next five happy patients for a review.", takes: "5 min" },
      { task: "Stop one ad that no one can show you results for.", takes: "5 min" },
    ],
  },

  services: {
    title: "What we take off your plate",
    says: "Next to each item is the smallest package that includes it.",
  },

  packages: {
    title: "What it costs",
    recommended: "Recommended",
  },

  next: {
    title: "Next steps",
    steps: [
      "Use the checklist. You can do most of it on your own.",
      "Call us or answer a few questions online, and we’ll look at your pages together.",
      "You decide, with a plan and a price in front of you.",
    ],
    call: "Call",
    orStart: "or start at",
  },

  /** The same content as a web page, for people who can't use the PDF. */
  webPage: {
    attached: "The PDF in your email says the same, with your name and your city.",
  },

  /** Shown at the bottom of each page. */
  page: (number: number, of: number) => `${number} of ${of}`,

  /** Explains why the recipient is getting this email. */
  why: "You’re getting this because someone requested it on our site using your email address. If that wasn’t you, you can ignore it. You’re not on a mailing list.",
} as const;
