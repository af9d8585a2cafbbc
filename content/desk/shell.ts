// The frame of the lead desk: menu, banners, keyboard shortcuts and the command palette.
export const shellWords = {
  title: "Lead desk",
  places: {
    dashboard: "Dashboard",
    callbacks: "Callbacks",
    archive: "Archive",
    template: "Template",
    profile: "Profile",
  },
  /** The title of the browser tab. */
  tab: (page: string) => `${page} · Lead desk`,
  shortcuts: "Shortcuts",
  /** Shown while the owner is viewing a practice's desk. */
  owner: "the owner",
  viewingAs: (practice: string) => `Viewing as ${practice}.`,
  viewScope:
    "You see their leads, callbacks, reports and archive. Profile, templates and imports open only for the practice.",
  viewOnly: "You can’t change anything, and every visit is logged.",
  /** Shown for screens that the owner can't open. */
  practiceOnly: "Only for the practice",
  notHere: "This page doesn’t open here.",
  toDashboard: "Back to the dashboard",
  backToConsole: "Back to the console",
} as const;

/** Calls and notes that haven't reached the server yet. */
export const unsavedWords = {
  /** `what` is an outcome, or "the call". */
  one: (what: string) => `Not saved yet: ${what}. We’ll save it when you’re back online.`,
  calls: (count: number) =>
    count === 1
      ? "1 call isn’t saved yet. We’ll save it when you’re back online."
      : `${count} calls aren’t saved yet. We’ll save them when you’re back online.`,
  saved: (count: number) => (count === 1 ? "1 call saved." : `${count} calls saved.`),
  notes: (count: number) =>
    count === 1
      ? "1 note isn’t saved yet. We’ll save it when you’re back online."
      : `${count} notes aren’t saved yet. We’ll save them when you’re back online.`,
  savedNotes: (count: number) => (count === 1 ? "1 note saved." : `${count} notes saved.`),
  /** Shown for a call or a note that the server rejected. */
  refused: "A call couldn’t be saved:",
  refusedNote: "A note couldn’t be saved:",
  openLead: "Open lead",
  dismiss: "Dismiss",
} as const;

const resultKeys = [
  { keys: ["1 to 8"], does: "Add result" },
  { keys: ["Tab"], does: "Add a note to the result (Enter to go back)" },
] as const;

export const keyWords = {
  title: "Keyboard shortcuts",
  /** Shown at the bottom of the list. */
  hints: { move: "move", call: "call", open: "open" },
  turnOn: "Turn on keyboard shortcuts",
  /** The shortcuts, by the screens on which they work. */
  keys: {
    dashboard: [
      { keys: ["J", "K"], does: "Next or previous lead" },
      { keys: ["Enter"], does: "Open lead" },
      { keys: ["C"], does: "I’m calling" },
      ...resultKeys,
      { keys: ["X"], does: "Select lead" },
      { keys: ["E"], does: "Archive" },
      { keys: ["N"], does: "Show new leads" },
      { keys: ["/"], does: "Search" },
      { keys: ["Esc"], does: "I didn’t call, exit search, or clear selection" },
    ],
    lead: [
      { keys: ["C"], does: "I’m calling" },
      ...resultKeys,
      { keys: ["E"], does: "Archive" },
      { keys: ["Esc"], does: "I didn’t call, or back to the list" },
    ],
    archive: [
      { keys: ["/"], does: "Search" },
      { keys: ["Esc"], does: "Exit search" },
    ],
    /** Listed on other screens while a call's panel is open. */
    panel: [...resultKeys, { keys: ["Esc"], does: "I didn’t call" }],
    everywhere: [
      { keys: ["Z"], does: "Undo" },
      { keys: ["Ctrl", "K"], does: "Find anything" },
      { keys: ["L"], does: "Lock a shared device, or switch users" },
      { keys: ["?"], does: "Show this help" },
    ],
  },
} as const;

export const deskPaletteWords = {
  label: "Screen, name or number",
  mail: "Emails",
  /** Shown if the search text is too short to find people. */
  tooShort: "Type at least two characters to find a person.",
  none: "No matching screens or people.",
  add: "Add lead",
  keys: "Keyboard shortcuts",
  call: "I’m calling",
  open: "Open",
  archive: "Archive",
  /** The names of the lists that a lead can be in. */
  states: {
    new: "In the queue",
    callback: "Callback set",
    customer: "Booked",
    archived: "Archived",
  },
} as const;
