// The frame of the owner's console, its door, and words that several of its screens use.
export const consoleWords = {
  title: "Owner’s console",
  /** In a browser's tab. */
  tab: (screen: string) => `${screen} · Console`,
  needsScript: "The console needs JavaScript.",
  places: {
    today: "Today",
    contactRequests: "Contact requests",
    practices: "Practices",
    mail: "Mail",
    audit: "Audit log",
  },
  /** At the end of a page of a list. */
  older: "Show older",
  all: "All",
  cancel: "Cancel",
  loading: "Loading…",
} as const;

/** What a toast says over its sentence. */
export const toastTitles = {
  done: "Done",
  error: "Error",
  invited: "Invited",
  resent: "Resent",
  fetching: "Fetching",
} as const;
