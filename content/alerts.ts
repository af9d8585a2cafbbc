// The text of notifications and text messages. Anyone can see these on a lock screen, so they
// contain a first name and a time, but not why the person asked.
export const alertWords = {
  /** Used for a lead that doesn't have an ordinary first name. */
  somebody: "New lead",
  newLead: (name: string) => `New lead: ${name}`,
  asked: (time: string, campaign: string | null) =>
    campaign ? `Form submitted at ${time} · ${campaign}` : `Form submitted at ${time}`,
  callback: (name: string) => `Call back ${name} now`,
  callbackOfSomebody: "A callback is due now",
  promised: (time: string) => `Callback set for ${time}`,
  burst: (count: number) => `${count} new leads`,
  callbacks: (count: number) => `${count} callbacks are due`,
  burstBody: "Open the lead desk to call them.",
  called: (who: string) => `Called by ${who}`,
  calledBody: (name: string) => `${name} is taken care of.`,
  calledSomebody: "This lead is taken care of.",
  /** A lead texted. It says nothing of what they wrote, and not who wrote it. */
  text: { title: "New text", body: "Open the lead desk to read it." },
  /** A lead called, and nobody at the practice has called back. */
  missedCall: { title: "Missed call", body: "Open the lead desk to call back." },
  /** Used on a shared device, because a shared device doesn't show names. */
  shared: {
    newLead: "New lead",
    callback: "A callback is due now",
    called: "This lead is taken care of",
  },
  test: { title: "This is a test", body: "New leads will look like this." },
  texts: {
    unseen: (name: string, url: string) => `New lead: ${name}. Call now: ${url}`,
    unseenSomebody: (url: string) => `New lead. Call now: ${url}`,
    burst: (count: number, url: string) => `${count} new leads. Call now: ${url}`,
    code: (code: string) => `${code} is your code for lead alerts. It expires in 15 minutes.`,
    test: "This is a test of your lead alerts.",
  },
} as const;
