// The landing page's calculator, which shows the cost of slow calls.
export const calculator = {
  title: "What does waiting cost you?",
  leads: "Leads a month",
  delay: "Typical callback time",
  value: "A new patient is worth",
  delays: {
    minutes: "10 min",
    hour: "1 hour",
    sameDay: "Same day",
    nextDay: "Next day",
  },
  says: "Calling within ten minutes could bring in",
  /**
   * The words between and before the ends of a range, and the text for a range that rounds to zero.
   */
  range: { to: "to", upTo: "up to", few: "less than 1" },
  upToAmount: "up to",
  /** Shown below the dollars. `patients` is a range such as "1 to 5" or "up to 5". */
  outOf: (patients: string, leads: number) =>
    `more a month: ${patients} additional ${/\b1$/.test(patients) ? "patient" : "patients"} out of ${leads} leads.`,
  prompt: "Nothing: you already call on time. Keep it up.",
  tooFewLeads: {
    title: "Less than one patient a month.",
    says: "With so few leads, calling faster won’t change much. More leads would help you more.",
  },
  /**
   * Shown below the range of patients, next to the price of the package that includes the lead
   * desk, with the least that its ads usually cost.
   */
  covered: (title: string, price: string) =>
    `${title} and a small ad budget cost ${price}. Even the low end pays for both.`,
  breaksEven: (title: string, price: string, patients: number) =>
    `${title} and a small ad budget cost ${price}: ${patients === 1 ? "one new patient pays" : `${patients} new patients pay`} for both.`,
  notCovered: (title: string, price: string) =>
    `${title} and a small ad budget cost ${price}. By this estimate, faster calls alone don’t pay for both.`,
  weakness: "An estimate based on leads in other industries, not a promise.",
  today: "At today’s pace",
  inTen: "Within ten minutes",
  how: {
    title: "How we get these numbers, and where they’re weak",
    paragraphs: [
      "We assume that out of 100 leads called within ten minutes, 5 to 15 become patients. That’s our assumption, not a study’s.",
      "The 2011 Harvard Business Review study found that firms that called within an hour were about seven times as likely to qualify a lead as firms that waited even an hour longer. Qualifying a lead means having a real conversation with a decision maker, not making a sale. We assume that new patients drop in the same proportion, so calling later loses six out of seven of them. For “1 hour,” we count up to half of that loss; for “Same day,” at least half; and for “Next day,” all of it. We count only whole patients.",
      "The studies we cite counted sales leads in other industries, not patients, and firms that call fast may do other things well, too. So this is an estimate, not a promise. Your own lead desk will tell you more.",
    ],
  },
} as const;
