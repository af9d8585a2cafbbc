// The queries that may span practices: the declaration that builds the statement, the tables it may
// leave unbound, and why. Every other statement binds `client_id` (watch-tenants.ts).
export type CrossPractice = { file: string; verb: string; tables: string[]; reason: string };

export const crossPractice: CrossPractice[] = [
  // Before sign-in, the practice is not known yet.
  {
    file: "server/sessions/sessions.ts",
    verb: "findAccount",
    tables: ["clients"],
    reason: "Signs in by email address: the account determines the practice.",
  },
  {
    file: "server/sessions/find-session.ts",
    verb: "sessionsByToken",
    tables: ["clients"],
    reason: "Looks up session tokens: their accounts determine the practices.",
  },
  {
    file: "server/practices/registration.ts",
    verb: "answerRegistration",
    tables: ["clients"],
    reason: "Approves or rejects a registration by the account's id.",
  },
  {
    file: "server/intake/keyed-sources.ts",
    verb: "findSource",
    tables: ["sources"],
    reason: "A submission names its source by a key that is unique across practices.",
  },
  {
    file: "server/intake/announced-leads.ts",
    verb: "findOpen",
    tables: ["announced_leads", "sources"],
    reason: "A webhook names a page and a form, unique across practices: they name the practice.",
  },
  {
    file: "server/intake/deliveries.ts",
    verb: "insert",
    tables: ["announced_leads"],
    reason: "An announced lead belongs to no practice until its form is looked up.",
  },
  {
    file: "server/intake/import-leads.ts",
    verb: "lockOpen",
    tables: ["announced_leads"],
    reason: "By the platform's id: an open lead is of no practice yet.",
  },
  {
    file: "server/intake/import-leads.ts",
    verb: "storeLeads",
    tables: ["announced_leads"],
    reason: "By the platform's id: assigns the lead to the practice that owns the form.",
  },
  {
    file: "server/intake/import-problems.ts",
    verb: "recordFailedImport",
    tables: ["announced_leads"],
    reason: "By the platform's id, also when no practice owns the form.",
  },
  {
    file: "server/intake/backfill.ts",
    verb: "findKnown",
    tables: ["announced_leads"],
    reason: "By the platform's ids: which leads of a form's list were announced before.",
  },
  {
    file: "server/intake/live-sources.ts",
    verb: "enqueueForMetaSources",
    tables: ["clients", "sources"],
    reason: "Scheduled and at startup: a job for each Meta form, which names its practice.",
  },
  {
    file: "server/intake/silent-sources.ts",
    verb: "listPractices",
    tables: ["clients", "sources"],
    reason: "Hourly: which practices have sources to look at.",
  },
  {
    file: "server/intake/failed-imports.ts",
    verb: "listFailedImports",
    tables: ["announced_leads"],
    reason: "The owner's list of leads that could not be imported.",
  },
  {
    file: "server/intake/failed-imports.ts",
    verb: "replayFailedImport",
    tables: ["announced_leads"],
    reason: "The owner replays by the platform's id.",
  },
  {
    file: "server/intake/failed-imports.ts",
    verb: "requeueAnnounced",
    tables: ["announced_leads"],
    reason: "Hourly and at startup: announced leads without a job, of any practice.",
  },
  {
    file: "server/alerts/devices.ts",
    verb: "addDevice",
    tables: ["push_devices"],
    reason: "A browser that signs in to another practice moves there with its endpoint.",
  },
  {
    file: "server/alerts/vapid.ts",
    verb: "makeKeys",
    tables: ["push_devices"],
    reason: "New keys end every browser's subscription.",
  },
  {
    file: "server/practices/joining.ts",
    verb: "findInvitationOf",
    tables: ["person_invitations"],
    reason: "An emailed link names its invitation, which determines the practice.",
  },
  // The owner's console, and the command line.
  {
    file: "server/practices/practices.ts",
    verb: "readClients",
    tables: ["clients"],
    reason: "The owner's list of practices.",
  },
  {
    file: "server/intake/sources.ts",
    verb: "listSources",
    tables: ["clients", "inquiries", "sources"],
    reason: "The owner's list of all practices' sources.",
  },
  {
    file: "server/intake/sources.ts",
    verb: "findPracticeOf",
    tables: ["clients", "sources"],
    reason: "The owner names a source by its id, which determines the practice.",
  },
  {
    file: "server/advertising/campaigns.ts",
    verb: "listCampaigns",
    tables: ["campaign_days", "campaigns", "clients"],
    reason: "The owner's list of all practices' campaigns.",
  },
  {
    file: "server/advertising/campaigns.ts",
    verb: "findPracticeOf",
    tables: ["campaigns", "clients"],
    reason: "The owner names a campaign by its id, which determines the practice.",
  },
  {
    file: "server/advertising/insights.ts",
    verb: "askForFigures",
    tables: ["campaigns", "clients", "sources"],
    reason: "Daily: which practices' campaigns Meta is asked about.",
  },
  ...["listAnnounced", "isOlder", "findAnnouncement"].map((verb) => ({
    ...{ file: "server/intake/source-deliveries.ts", verb, tables: ["announced_leads"] },
    reason: "A source's announced leads, by its page and form: one not imported has no practice.",
  })),
  {
    file: "server/practices/practices-today.ts",
    verb: "listPracticesToday",
    tables: ["clients"],
    reason: "The owner's first screen: the list of practices.",
  },
  {
    file: "server/audit/audit-log.ts",
    verb: "listAudit",
    tables: ["audit_entries", "clients"],
    reason: "The owner's audit log covers all practices.",
  },
  {
    file: "server/audit/audit-log.ts",
    verb: "findPractices",
    tables: ["clients"],
    reason: "The names of the practices on a page of the owner's audit log.",
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
    tables: ["clients", "mails"],
    reason: "The owner opens an email by its id.",
  },
  {
    file: "server/mail/mail.ts",
    verb: "resendMail",
    tables: ["clients", "mails"],
    reason: "The owner resends an email by its id, which determines the practice.",
  },
  {
    file: "server/reports/rebuild-rollups.ts",
    verb: "rebuildAllRollups",
    tables: ["clients"],
    reason: "The command that rebuilds the rollups iterates over all practices.",
  },
  {
    file: "server/intake/page-tokens.ts",
    verb: "setPageToken",
    tables: ["sources"],
    reason: "The command that gives a Meta page a new token, for every form of that page.",
  },
  // The live demo: its practices, and no others.
  {
    file: "server/demos/template-practice.ts",
    verb: "findTemplatePractice",
    tables: ["clients"],
    reason: "The template that a new demo is copied from.",
  },
  {
    file: "server/demos/template-practice.ts",
    verb: "prepareTemplate",
    tables: ["clients"],
    reason: "At startup and four times a day: whether the template is fresh, and older ones.",
  },
  {
    file: "server/demos/demos.ts",
    verb: "takePlace",
    tables: ["clients"],
    reason: "How many demos are open.",
  },
  {
    file: "server/demos/erase-demos.ts",
    verb: "eraseEndedDemos",
    tables: ["clients"],
    reason: "The demos whose time is over.",
  },
  {
    file: "server/sessions/end-sessions.ts",
    verb: "endMatchingSessions",
    tables: ["device_pins"],
    reason: "The PINs of ended sessions: a session belongs to one practice.",
  },
  // Background sweeps.
  {
    file: "server/retention/retention.ts",
    verb: "deleteExpiredRecords",
    tables: ["device_pins"],
    reason: "Nightly: the PINs of sessions that have ended or expired.",
  },
  {
    file: "server/imports/import-sweeps.ts",
    verb: "deleteExpiredImports",
    tables: ["lead_imports"],
    reason: "Every ten minutes: which imports have expired.",
  },
  {
    file: "server/imports/import-sweeps.ts",
    verb: "requeueImports",
    tables: ["lead_imports"],
    reason: "Every five minutes: which imports have lost their job.",
  },
  {
    file: "server/alerts/alert-sweeps.ts",
    verb: "practicesWithSteps",
    tables: ["alert_schedule"],
    reason: "Which practices have due or old steps. It reads only the index of those.",
  },
  {
    file: "server/alerts/alert-sweeps.ts",
    verb: "messagesWith",
    tables: ["alerts"],
    reason: "Unfinished messages of all practices, from their index.",
  },
  {
    file: "server/mail/mail-sweeps.ts",
    verb: "practicesWithMail",
    tables: ["mails"],
    reason: "Which practices a sweep is about. It reads only the index of unfinished emails.",
  },
  {
    file: "server/intake/page-tokens.ts",
    verb: "sealPlainTokens",
    tables: ["announced_leads", "sources"],
    reason: "At startup: encrypts tokens that an older version stored as plain text.",
  },
  {
    file: "server/rotate-secret.ts",
    verb: "resealAll",
    tables: ["sources"],
    reason: "The command that encrypts every practice's tokens again under a new SECRET.",
  },
  {
    file: "server/retention/retention.ts",
    verb: "deleteInBatches",
    tables: [
      ...["audit_entries", "push_devices", "alert_addresses", "person_invitations"],
      "source_deliveries",
    ],
    reason:
      "Nightly: audit entries, deliveries and ended devices, addresses and invitations past their retention period.",
  },
  {
    file: "server/mail/automatic.ts",
    verb: "hasReachedDailyLimit",
    tables: ["mails"],
    reason: "Counts the automatic emails to one address per day, across practices.",
  },
];
