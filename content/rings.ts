// The text spoken on a practice's own phone when we call it. Leads never hear these sentences.
export const ringWords = {
  code: {
    ask: "Hello. This phone was added to your lead desk. Press 1 to hear its code.",
    /** `digits` are separated by commas, so that they are spoken slowly. */
    tell: (digits: string) =>
      `Your code is ${digits}. Again: ${digits}. Enter it on your screen. Goodbye.`,
  },
  /**
   * Anyone near the phone may hear this text, so it contains a first name, but not why the person
   * asked.
   */
  newLead: (name: string) => `New lead: ${name}. Press 1 to call, or 9 to skip.`,
  somebody: "New lead. Press 1 to call, or 9 to skip.",
  burst: (count: number) => `${count} new leads. Press 1 to call the first one, or 9 to skip.`,
  /** Spoken on the phone from which a person wants to call a lead, after a click on the screen. */
  lineCall: {
    ask: (name: string) => `Press 1 to call ${name}.`,
    askSomebody: "Press 1 to call.",
    wrongKey: "That’s not 1. Goodbye.",
  },
  connecting: "Connecting you now.",
  /**
   * Spoken if the key that was pressed doesn't connect the call, or if it's too late to connect.
   */
  answers: {
    skip: "Skipped. Goodbye.",
    wrong_key: "That’s not 1 or 9. Goodbye.",
    taken: "Another phone already took this lead. Goodbye.",
    screen_won: "Someone is already calling this lead. Goodbye.",
    over: "This lead isn’t waiting for a call anymore. Goodbye.",
  },
  /** Spoken if the person on the screen was first. `name`: their first name. */
  screenWon: (name: string) => `${name} is calling. Goodbye.`,
  /** Asked once the call is over, if its result isn't known yet. */
  askResult:
    "The call has ended. Press 1 if you spoke, 2 for voicemail, or 3 if they booked. Or enter the result on your screen.",
  thanks: "Thank you. Goodbye.",
  noResult: "Enter the result on your screen. Goodbye.",
  ended: "The call has ended. Enter its result on your screen. Goodbye.",
  notDialed: "That call didn’t go through. Goodbye.",
  /** Spoken when the phone rings for someone who calls the practice. */
  incoming: {
    /** `name`: the first name of a known lead, or empty. */
    ask: (name: string) =>
      `${name ? `Call from ${name}` : "Incoming call"}. Press 1 to take it, or 9 to skip.`,
    skip: "Skipped. Goodbye.",
    wrongKey: "That’s not 1 or 9. Goodbye.",
    over: "The caller has hung up. Goodbye.",
  },
} as const;
