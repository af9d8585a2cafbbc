// The archive, and archiving and restoring leads.
export const archiveWords = {
  lists: { leads: "Leads", callback: "Call Back" },
  empty: { leads: "No archived leads.", callback: "No callbacks set." },
  comesHere: {
    leads:
      "Leads move here when the person isn’t interested, the number is wrong, or you archive them. They keep their timeline and still count in every report.",
    callback:
      "Pick Callback after a call. The lead waits here and goes back to the top of the queue when it’s due.",
  },
  noMatch: "No one on this list matches that name, email or number.",
  filters: {
    reason: "Reason",
    anyReason: "Any reason",
    by: "Archived by",
    anyone: "Anyone",
    me: "Me",
    /** Shown if the person named in the URL isn't among the practice's people with a login. */
    someoneElse: "Someone else",
    clear: "Clear filters",
    noMatch: "No archived leads match these filters.",
  },
  clearSearch: "Clear search",
  failed: "We couldn’t load the archive.",
  mayBeOld: "This may be out of date until you’re back online.",
  isBack: "No longer archived",
  isCalled: "No longer waiting",
  testLead: "Test lead",
  restore: "Restore",
  restoring: "Restoring…",
  /** `name` is used if there is only one lead. */
  archived: (count: number, name: string) =>
    count === 1 ? `${name} archived.` : `${count} leads archived.`,
  archivingUndone: (count: number, name: string) =>
    count === 1 ? `${name} is back.` : `${count} leads are back.`,
  restored: {
    new: (name: string) => `${name} is back in the queue.`,
    callback: (name: string) => `${name} is back on the callback list.`,
    customer: (name: string) => `${name} is marked as booked again.`,
    archived: (name: string) => `${name} is still in the archive.`,
  },
} as const;

/** The dialog that asks for the reason before archiving. */
export const archiveReasonWords = {
  /** `name` is used if there is only one lead. */
  title: (count: number, name: string) =>
    count === 1 ? `Archive ${name}` : `Archive ${count} leads`,
  why: "Reason for archiving",
  reasons: ["Already a patient", "Duplicate", "Outside our area"],
  /** This reason is offered only if the leads have been called. */
  triedReason: "No answer after several attempts",
  another: "Or type another reason",
  archive: "Archive",
  clocksRun: "Archiving doesn’t stop the clock. Only a call does.",
} as const;
