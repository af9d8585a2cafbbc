// The pages that need a login, by the last part of their path. `routes.ts` makes their routes from
// these lists, and `next-path.ts` the paths to which a login may return.

/** The path of a page is `lms/<name>`, and its file is `app/lms/<name>.tsx`. */
export const deskPages = [
  "dashboard",
  "figures",
  "month",
  "inquiries",
  "lead",
  "same-person",
  "callbacks",
  "texts",
  "archive",
  "import",
  "template",
  "template-updates",
  "mail",
  "profile",
  "outbox",
] as const;

/** The path of a page is `admin/<name>`, and its file is `app/admin/<name>.tsx`. */
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
