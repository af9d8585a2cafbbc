// The frame of the owner's console, its sign-in page, and words that several screens share.
export const consoleWords = {
  title: "Owner’s console",
  /** The title of a browser tab. */
  tab: (screen: string) => `${screen} · Console`,
  needsScript: "The console needs JavaScript.",
  places: {
    today: "Today",
    contactRequests: "Contact requests",
    practices: "Practices",
    sources: "Sources",
    campaigns: "Campaigns",
    mail: "Mail",
    audit: "Audit log",
    account: "Account",
  },
  /** The link to a list's next page. */
  older: "Show older",
  all: "All",
  cancel: "Cancel",
  loading: "Loading…",
} as const;

/** The titles of toasts. */
export const toastTitles = {
  done: "Done",
  error: "Error",
  invited: "Invited",
  resent: "Resent",
  fetching: "Fetching",
} as const;
