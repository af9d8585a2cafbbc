// The landing page's calculator for the cost of slow calls.
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
  says: "Calling within ten minutes could bring you another",
  /** Between the two ends of a range. */
  to: "to",
  /** Below the dollars: `patients` is a range, as in "0.9 to 5". */
  outOf: (patients: string, leads: number) =>
    `a month: ${patients} more new patients out of ${leads} leads.`,
  prompt: "Nothing: you already call on time. Keep it up.",
  today: "At today’s pace",
  inTen: "Within ten minutes",
  how: {
    title: "How we get these numbers, and where they’re weak",
    paragraphs: [
      "We assume that out of 100 leads called within ten minutes, 5 to 15 become patients. That’s our assumption, not a study’s.",
      "The 2011 study found that firms that called within an hour were about seven times as likely to qualify a lead as firms that called an hour later. So if your leads behave like theirs, calling later loses six out of seven of those patients. For “Same day” we count half to all of that loss, for “Next day” all of it, and for “1 hour” none to half of it.",
      "Those studies counted sales leads in other industries, not patients, and firms that call fast may do other things well, too. So this is an estimate, not a promise. Your own lead desk will tell you more.",
    ],
  },
} as const;
