// The pages behind a login, by the last part of their path. `routes.ts` makes their routes from these
// lists, and `next-path.ts` the paths to which a login may return.

/** `lms/<name>`, in `app/lms/<name>.tsx`. */
export const deskPages = [
  "dashboard",
  "figures",
  "month",
  "inquiries",
  "lead",
  "same-person",
  "callbacks",
  "archive",
  "import",
  "template",
  "template-updates",
  "mail",
  "profile",
  "outbox",
] as const;

/** `admin/<name>`, in `app/admin/<name>.tsx`. */
export const consolePages = [
  "today",
  "calls",
  "practices",
  "compare",
  "practice",
  "report",
  "sources",
  "import",
  "campaigns",
  "campaign",
  "templates",
  "template-set",
  "source",
  "mail",
  "audit",
  "jobs",
  "system",
  "settings",
  "account",
] as const;
