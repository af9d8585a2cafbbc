// The frame of the owner's console, its sign-in page, and words that several screens share.
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
  /** The link to a list's next page. */
  older: "Show older",
  all: "All",
  cancel: "Cancel",
  undo: "Undo",
  loading: "Loading…",
  /** For an unknown address or id. */
  nothingHere: "There’s nothing at this address.",
  mayHaveMoved: "The page may have moved, or the link may be wrong.",
  /** Below "No data." */
  failed: "We couldn’t load this page. We’ll keep trying.",
} as const;

/** What the server and the screens answer to a helper. */
export const roleMessages = {
  notInRole: "Your role doesn’t include this. Ask an owner.",
  pageNotInRole: "Your role doesn’t include this page. Ask an owner.",
} as const;

/** Above and below each list. */
export const listWords = {
  filter: "Filter",
  find: "Find",
  showAll: "Show all",
  page: (page: number, pages: number) => `Page ${page} of ${pages}`,
  previous: "Previous",
  next: "Next",
} as const;

export const consolePaletteWords = {
  /** On the menu's button. */
  keys: "Ctrl K",
  label: "Name, phone number, email or screen",
  /** What each result is. */
  lead: "Lead",
  submission: "Submission",
  person: "Person",
  practice: "Practice",
  contactRequest: "Contact request",
  source: "Source",
  campaign: "Campaign",
  /** Above the results. */
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
  fetching: "Fetching",
} as const;
