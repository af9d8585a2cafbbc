// The frame of the owner's console, its login page, and text shared by several screens.
export const consoleWords = {
  title: "Owner’s console",
  /** The title of a browser tab. */
  tab: (screen: string) => `${screen} · Console`,
  needsScript: "The console needs JavaScript.",
  places: {
    today: "Today",
    contactRequests: "Contact requests",
    calls: "Calls",
    practices: "Practices",
    sources: "Sources",
    campaigns: "Campaigns",
    templates: "Templates",
    mail: "Mail",
    audit: "Audit log",
    jobs: "Jobs",
    system: "System",
    settings: "Settings",
    account: "Account",
  },
  /** The link to the next page of a list. */
  older: "Show older",
  all: "All",
  cancel: "Cancel",
  undo: "Undo",
  loading: "Loading…",
  /** Shown for an unknown URL or id. */
  nothingHere: "There’s nothing at this address.",
  mayHaveMoved: "The page may have moved, or the link may be wrong.",
  /** Shown below "No data." */
  failed: "We couldn’t load this page. We’ll keep trying.",
} as const;

/** What the server and the screens tell a helper about missing access. */
export const roleMessages = {
  notInRole: "Your role doesn’t include this. Ask an owner.",
  pageNotInRole: "Your role doesn’t include this page. Ask an owner.",
} as const;

/** Shown above and below each list. */
export const listWords = {
  filter: "Filter",
  find: "Find",
  showAll: "Show all",
  page: (page: number, pages: number) => `Page ${page} of ${pages}`,
  previous: "Previous",
  next: "Next",
} as const;

export const consolePaletteWords = {
  /** Shown on the search button in the menu. */
  keys: "Ctrl K",
  label: "Name, phone number, email or screen",
  /** The kind of each result. */
  lead: "Lead",
  submission: "Submission",
  person: "Person",
  practice: "Practice",
  contactRequest: "Contact request",
  source: "Source",
  campaign: "Campaign",
  /** The headings above the results. */
  groups: {
    leads: "Leads",
    submissions: "Submissions that aren’t leads",
    people: "People at practices",
    contactRequests: "Contact requests",
    practices: "Practices",
    campaigns: "Campaigns",
    sources: "Sources",
    templateSets: "Template sets",
  },
  submissionOf: (name: string) => `Submission of ${name}`,
  none: "No matches. Try a name, an email, or at least four digits of a phone number.",
  tooShort: "Type at least two characters, or three to find leads and people.",
  asking: "Searching…",
  moreLeads: "More leads match. Type more.",
  enter: "Enter",
  shift: "Shift",
  open: "open",
  openSubmission: "a lead’s submission",
  audited: "Finding someone is recorded in the audit log.",
  newContactRequests: "Open contact requests",
  invite: "Invite a practice",
  compare: "Compare practices",
  templateSet: "Template set",
  failedMail: "Undelivered emails",
  twoStep: "Two-step login",
  logOut: "Log out",
} as const;

/** The titles of toasts. */
export const toastTitles = {
  done: "Done",
  error: "Error",
  invited: "Invited",
  resent: "Resent",
} as const;
