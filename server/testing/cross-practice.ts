// Who may ask across practices: the declaration that builds the statement, the tables it may leave
// unbound, and why. Everything else binds `client_id` (watch-tenants.ts).
export type CrossPractice = { file: string; verb: string; tables: string[]; reason: string };

export const crossPractice: CrossPractice[] = [
  // Before anybody is known, it is not known whose practice it is.
  {
    file: "server/sessions/sessions.ts",
    verb: "findAccount",
    tables: ["clients"],
    reason: "Signs in by e-mail address: the account says which practice it is.",
  },
  {
    file: "server/sessions/find-session.ts",
    verb: "sessionsByToken",
    tables: ["clients"],
    reason: "Looks up tokens: their accounts say which practices they are.",
  },
  {
    file: "server/practices/registration.ts",
    verb: "answerRegistration",
    tables: ["clients"],
    reason: "Answers whoever registered, by the account's id.",
  },
  {
    file: "server/intake/web-form.ts",
    verb: "findSource",
    tables: ["sources"],
    reason: "A web form names its source by a key that is unique over all practices.",
  },
  {
    file: "server/intake/announced-leads.ts",
    verb: "findSource",
    tables: ["sources"],
    reason: "A webhook names a page and a form, unique over all practices.",
  },
  {
    file: "server/intake/deliveries.ts",
    verb: "insert",
    tables: ["announced_leads"],
    reason: "An announced lead is no practice's until its form has told whose.",
  },
  {
    file: "server/intake/announced-leads.ts",
    verb: "findAnnounced",
    tables: ["announced_leads"],
    reason: "By the platform's id, before its form has told whose it is.",
  },
  {
    file: "server/intake/announced-leads.ts",
    verb: "storeLead",
    tables: ["announced_leads"],
    reason: "By the platform's id: here it becomes the practice's whose form it came by.",
  },
  {
    file: "server/intake/announced-leads.ts",
    verb: "keepApart",
    tables: ["announced_leads"],
    reason: "By the platform's id, also where no practice owns the form.",
  },
  {
    file: "server/intake/failed-imports.ts",
    verb: "listFailedImports",
    tables: ["announced_leads"],
    reason: "The owner's list of leads that are in no desk.",
  },
  {
    file: "server/intake/failed-imports.ts",
    verb: "replayFailedImport",
    tables: ["announced_leads"],
    reason: "The owner replays by the platform's id.",
  },
  {
    file: "server/intake/failed-imports.ts",
    verb: "takeUpAnnounced",
    tables: ["announced_leads"],
    reason: "Each hour and at each start, what has no job, whoever's it will be.",
  },
  // The owner's console, and the command line.
  {
    file: "server/practices/practices.ts",
    verb: "readClients",
    tables: ["clients"],
    reason: "The owner's list of practices.",
  },
  {
    file: "server/practices/practices-today.ts",
    verb: "listPracticesToday",
    tables: ["clients", "leads"],
    reason: "The owner's first screen: who waits, practice by practice.",
  },
  {
    file: "server/audit/audit-log.ts",
    verb: "listAudit",
    tables: ["audit_entries"],
    reason: "The owner's audit log is of all practices.",
  },
  {
    file: "server/audit/audit-log.ts",
    verb: "findPractices",
    tables: ["clients"],
    reason: "The practices that a page of the owner's audit log names.",
  },
  {
    file: "server/mail/mail-log.ts",
    verb: "listMails",
    tables: ["clients", "mails"],
    reason: "The owner's mail log.",
  },
  {
    file: "server/mail/mail-log.ts",
    verb: "readMailText",
    tables: ["mails"],
    reason: "The owner opens a mail by its id.",
  },
  {
    file: "server/mail/mail.ts",
    verb: "resendMail",
    tables: ["mails"],
    reason: "The owner resends by the mail's id, which says whose it is.",
  },
  {
    file: "server/reports/rebuild-rollups.ts",
    verb: "rebuildAllRollups",
    tables: ["clients"],
    reason: "The command that counts anew goes from practice to practice.",
  },
  {
    file: "server/reports/rebuild-rollups.ts",
    verb: "lockRollups",
    tables: ["figure_days", "figure_parts", "figure_rollups", "queue_rollups"],
    reason: "PostgreSQL locks whole tables; no row is read.",
  },
  {
    file: "server/intake/page-tokens.ts",
    verb: "setPageToken",
    tables: ["sources"],
    reason: "The command that gives a Meta page a new token, for every form of that page.",
  },
  // Jobs that sweep.
  {
    file: "server/mail/take-up-mail.ts",
    verb: "takeUpQueued",
    tables: ["mails"],
    reason: "At each start and every ten minutes, mails that have lost their job.",
  },
  {
    file: "server/intake/page-tokens.ts",
    verb: "sealKeptTokens",
    tables: ["announced_leads", "sources"],
    reason: "At each start, tokens that an older version kept readable.",
  },
  {
    file: "server/retention/retention.ts",
    verb: "deleteInBatches",
    tables: ["audit_entries"],
    reason: "Each night, audit entries that are older than they are kept.",
  },
  {
    file: "server/mail/take-up-mail.ts",
    verb: "markLostHandOvers",
    tables: ["mails"],
    reason: "Each minute, mails whose process died, whoever's they are.",
  },
  {
    file: "server/mail/take-up-mail.ts",
    verb: "queueOutbox",
    tables: ["mails"],
    reason: "Empties the whole outbox when a mail server is configured.",
  },
  {
    file: "server/mail/automatic.ts",
    verb: "hasHadEnough",
    tables: ["mails"],
    reason:
      "So many automatic e-mails a day to one address, whichever practices send them; a count.",
  },
];
