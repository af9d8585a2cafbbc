// The pages behind a login, by the last part of their path. `routes.ts` creates their routes from
// these lists, and `next-path.ts` the paths that a login may return to.

/** Each is `lms/<name>`, in `app/lms/<name>.tsx`. */
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

/** Each is `admin/<name>`, in `app/admin/<name>.tsx`. */
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
