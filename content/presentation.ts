// The 'Marketing Makeover' presentation: a PDF that is e-mailed to whoever asks for it.
export const presentation = {
  fileName: "marketing-makeover.pdf",
  title: "A marketing makeover for your practice",
  madeFor: "Made for",
  says: "What we would look at, a checklist that you can use today, and what it would cost if we did the rest.",

  looksAt: {
    title: "What a makeover looks at",
    says: "Five places where a new patient meets you before ever walking in. For each: what to ask, and what good looks like.",
    areas: [
      {
        name: "The map",
        asks: "Search for your specialty and your town on a phone. Are you among the first three, with the right hours and number?",
        good: "Google Business and Yelp pages complete, photos of this year, every review answered.",
      },
      {
        name: "The first page",
        asks: "Open your site on a phone. Can you see, without scrolling, what you do, where you are and how to call?",
        good: "Shown in two seconds; the number can be tapped; one clear thing to do next.",
      },
      {
        name: "The pictures",
        asks: "Do your photos show your people and your rooms, or a stranger from a catalog?",
        good: "Real faces, good light, a dozen pictures that are used everywhere.",
      },
      {
        name: "The advertisements",
        asks: "Can you say what a new patient cost you last month, by campaign?",
        good: "Ads on Facebook, Instagram and Google, aimed at people within your drive time, measured by bookings.",
      },
      {
        name: "The call back",
        asks: "Send your own web form at ten in the morning. When does your phone ring?",
        good: "Within ten minutes, by a person who knows what was asked.",
      },
    ],
  },

  checklist: {
    title: "Do these today",
    says: "Nothing to buy, nobody to hire. Print the page and tick.",
    items: [
      { task: "Search for your practice on a phone that is not yours.", takes: "2 min" },
      { task: "Correct the hours on your Google Business page, holidays too.", takes: "5 min" },
      { task: "Answer the three newest reviews by name, without health details.", takes: "10 min" },
      {
        task: "Upload five photos of this year: door, desk, team, room, parking.",
        takes: "15 min",
      },
      { task: "Tap the phone number on your own site. Does it dial?", takes: "1 min" },
      { task: "Send your own contact form and note when somebody calls.", takes: "2 min" },
      {
        task: "Decide who calls web inquiries, and who does when that person is out.",
        takes: "5 min",
      },
      {
        task: "Write down three questions that every caller asks; answer them on your site.",
        takes: "15 min",
      },
      { task: "Ask the next five happy patients for a review.", takes: "5 min" },
      { task: "Stop one advertisement that nobody can tell you the result of.", takes: "5 min" },
    ],
  },

  services: {
    title: "What we take off your desk",
    says: "Beside each piece stands the package that it starts in.",
  },

  packages: {
    title: "What it costs",
    recommended: "Recommended",
  },

  goOn: {
    title: "How to go on",
    steps: [
      "Use the checklist. Much of it needs nobody but you.",
      "Call, or answer three short steps, and we look at your pages together.",
      "You decide with a plan and a price in front of you.",
    ],
    call: "Call",
    orStart: "or begin at",
  },

  /** Why somebody has this. */
  why: "You have this because somebody asked for it on our site with your e-mail address. If that was not you, nothing more will come.",
} as const;
