// Queries that may span practices. Each entry has the declaration that builds the statement, the
// tables that the statement may leave unbound, and the reason. Every other statement must bind
// `client_id` (watch-tenants.ts).
export type CrossPractice = { file: string; verb: string; tables: string[]; reason: string };

/**
 * Statements that stay within one practice but that a Citus cluster still sends to all workers,
 * because of how they are written. Each entry has its tables and the reason.
 */
export const askedEverywhere: CrossPractice[] = [
  { file: "server/desk/queue/queue-page.ts", verb: "pageQuery" },
  { file: "server/desk/queue/other-leads.ts", verb: "otherLeads" },
  { file: "server/desk/archive/archive.ts", verb: "pageOf" },
].map((verb) => ({
  ...verb,
  tables: ["leads"],
  reason:
    "matchesTrigrams: with `=`, PostgreSQL would combine the search's index with all rows of the practice. Its entries begin with the practice, so other workers find nothing.",
}));

export const crossPractice: CrossPractice[] = [
  // The practice isn't known before login.
  {
    file: "server/accounts/sign-in/sessions.ts",
    verb: "findAccount",
    tables: ["clients"],
    reason: "Signs in by email address: the account determines the practice.",
  },
  {
    file: "server/accounts/sign-in/find-session.ts",
    verb: "sessionsByToken",
    tables: ["clients"],
    reason: "Looks up session tokens: their accounts determine the practices.",
  },
  {
    file: "server/accounts/practices/registration.ts",
    verb: "answerRegistration",
    tables: ["clients"],
    reason: "Approves or rejects a registration by the account's id.",
  },
  {
    file: "server/sources/intake/keyed-sources.ts",
    verb: "findSource",
    tables: ["sources"],
    reason: "A submission has its source's key, which is unique across practices.",
  },
  {
    file: "server/sources/intake/announced-leads.ts",
    verb: "findOpen",
    tables: ["announced_leads", "clients", "sources"],
    reason:
      "A webhook has a page and a form, which are unique across practices and determine the practice, even one that has ended.",
  },
  {
    file: "server/sources/intake/deliveries.ts",
    verb: "insert",
    tables: ["announced_leads"],
    reason: "A lead notification doesn't belong to a practice until its form is looked up.",
  },
  {
    file: "server/sources/intake/store-fetched-leads.ts",
    verb: "lockOpen",
    tables: ["announced_leads"],
    reason: "By the platform's id: an open lead doesn't belong to a practice yet.",
  },
  {
    file: "server/desk/leads/fill-leads.ts",
    verb: "fillNext",
    tables: ["clients"],
    reason: "Goes through the practices one by one.",
  },
  {
    file: "server/sources/intake/store-fetched-leads.ts",
    verb: "storeLeads",
    tables: ["announced_leads"],
    reason: "By the platform's id: assigns the lead to the practice that owns the form.",
  },
  {
    file: "server/sources/intake/fetch-problems.ts",
    verb: "recordFailedLeadNotification",
    tables: ["announced_leads"],
    reason: "By the platform's id, even if no practice owns the form.",
  },
  {
    file: "server/sources/intake/backfill.ts",
    verb: "findKnown",
    tables: ["announced_leads"],
    reason:
      "By the platform's ids: finds the leads in a form's list that already had a notification.",
  },
  {
    file: "server/sources/intake/live-sources.ts",
    verb: "enqueueForMetaSources",
    tables: ["clients", "sources"],
    reason: "Scheduled and at startup: a job for each Meta form, which contains its practice.",
  },
  {
    file: "server/sources/intake/unread.ts",
    verb: "listWaiting",
    tables: ["sources"],
    reason:
      "Lists the sources of all practices with submissions that need a person; each is read alone.",
  },
  {
    file: "server/sources/intake/silent-sources.ts",
    verb: "listPractices",
    tables: ["clients", "sources"],
    reason: "Hourly: finds the practices with sources to check.",
  },
  {
    file: "server/sources/intake/failed-lead-notifications.ts",
    verb: "listFailedLeadNotifications",
    tables: ["announced_leads"],
    reason: "The owner's list of leads that could not be imported.",
  },
  {
    file: "server/sources/intake/failed-lead-notifications.ts",
    verb: "listConnected",
    tables: ["clients", "sources"],
    reason: "A page and a form are unique across practices and determine the source.",
  },
  ...["retryFailedLeadNotifications", "dismissFailedLeadNotifications"].map((verb) => ({
    ...{ file: "server/sources/intake/failed-lead-notifications.ts", verb },
    tables: ["announced_leads"],
    reason: "By page and form, even if no practice owns the form.",
  })),
  {
    file: "server/sources/intake/failed-lead-notifications.ts",
    verb: "replayFailedLeadNotification",
    tables: ["announced_leads"],
    reason: "The owner replays by the platform's id.",
  },
  {
    file: "server/sources/intake/failed-lead-notifications.ts",
    verb: "requeueAnnounced",
    tables: ["announced_leads"],
    reason: "Hourly and at startup: finds any practice's lead notifications without a job.",
  },
  {
    file: "server/messages/alerts/devices.ts",
    verb: "addDevice",
    tables: ["push_devices"],
    reason: "A browser that logs in to another practice moves there with its endpoint.",
  },
  {
    file: "server/messages/alerts/vapid.ts",
    verb: "makeKeys",
    tables: ["push_devices"],
    reason: "New keys end every browser's subscription.",
  },
  {
    file: "server/accounts/practices/joining.ts",
    verb: "findInvitationOf",
    tables: ["person_invitations"],
    reason: "An emailed link contains its invitation, which determines the practice.",
  },
  // These are statements of the owner's console and the command line.
  ...["findClients", "countClients", "listNames"].map((verb) => ({
    ...{ file: "server/accounts/practices/practice-list.ts", verb },
    tables: [
      ...["clients", "practice_sort_keys", "leads", "inquiries", "calls", "sources"],
      ...["push_devices", "alert_addresses", "invoices", "mails"],
    ],
    reason: "The owner's list of practices: selects and sorts them.",
  })),
  {
    ...{ file: "server/desk/rings/labeled-numbers.ts", verb: "findLabeledNumbers" },
    tables: ["clients", "calls", "ring_calls", "ring_events"],
    reason: "The owner's list of practices: whose number may be labeled spam.",
  },
  {
    ...{ file: "server/accounts/practices/practice-list.ts", verb: "listPackages" },
    tables: ["clients"],
    reason: "The owner's list of practices: the packages to choose from.",
  },
  {
    ...{ file: "server/accounts/practices/practice-tags.ts", verb: "listTags" },
    tables: ["clients"],
    reason: "The owner's list of practices: the tags to choose from.",
  },
  {
    ...{ file: "server/accounts/practices/invoice-export.ts", verb: "readInvoices" },
    tables: ["clients", "invoices"],
    reason: "The owner's file of all practices' invoices, for the bookkeeper.",
  },
  {
    ...{ file: "server/accounts/practices/billing.ts", verb: "sumUnpaid", tables: ["invoices"] },
    reason: "Of the practices on a page of the owner's list.",
  },
  ...["findEarliestDay", "listCompared"].map((verb) => ({
    ...{ file: "server/accounts/practices/practice-comparison.ts", verb, tables: ["clients"] },
    reason: "The owner compares all practices.",
  })),
  ...["readCompared", "readSpent"].map((verb) => ({
    ...{ file: "server/desk/reports/comparison-figures.ts", verb },
    tables: ["inquiries", "campaign_days"],
    reason: "Figures of the practices that the owner compares.",
  })),
  {
    file: "server/accounts/practices/practice-rows.ts",
    verb: "readRows",
    tables: ["clients", "inquiries", "calls", "sources", "push_devices", "alert_addresses"],
    reason: "The practices on a page of the owner's list.",
  },
  ...["findLastLeads", "countWaiting"].map((verb) => ({
    ...{ file: "server/accounts/practices/last-events.ts", verb, tables: ["clients", "leads"] },
    reason: "Of the practices on a page of the owner's list.",
  })),
  {
    file: "server/accounts/practices/sort-keys.ts",
    verb: "listPractices",
    tables: ["clients"],
    reason: "Every few minutes: all practices, for the order of the owner's list.",
  },
  {
    file: "server/desk/reports/practice-figures.ts",
    verb: "countPracticeFigures",
    tables: ["rollups", "inquiries"],
    reason: "Figures of the practices on a page of the owner's list.",
  },
  {
    file: "server/sources/intake/source-problems.ts",
    verb: "listProblems",
    tables: ["sources", "inquiries"],
    reason: "Of the practices on a page of the owner's list.",
  },
  {
    file: "server/messages/alerts/reachability.ts",
    verb: "findUnreachable",
    tables: ["clients", "push_devices", "alert_addresses", "open_screens"],
    reason: "Of the practices on a page of the owner's list.",
  },
  {
    file: "server/people/open-hours.ts",
    verb: "listOpenHours",
    tables: ["clients", "open_hours"],
    reason: "Of the practices on a page of the owner's list.",
  },
  ...[
    ...["findSources", "askedOfAll", "countListed"],
    ...["readListed", "readLastLeads", "readRecent"],
  ].map((verb) => ({
    ...{ file: "server/sources/intake/source-list.ts", verb },
    tables: ["clients", "inquiries", "sources"],
    reason: "The owner's list of all practices' sources.",
  })),
  {
    file: "server/sources/intake/sources.ts",
    verb: "findPracticeOf",
    tables: ["clients", "sources"],
    reason: "The owner names a source by its id, which determines the practice.",
  },
  ...["findCampaigns", "readListed", "countListed"].map((verb) => ({
    ...{ file: "server/sources/advertising/campaign-list.ts", verb },
    tables: ["campaign_days", "campaigns", "clients", "inquiries"],
    reason: "The owner's list of all practices' campaigns.",
  })),
  {
    file: "server/sources/advertising/campaign-list.ts",
    verb: "listDeleted",
    tables: ["campaigns", "clients"],
    reason: "The owner's list of all practices' campaigns: the ones that can be restored.",
  },
  ...["findPracticeOf", "findShown"].map((verb) => ({
    ...{ file: "server/sources/advertising/campaigns.ts", verb },
    tables: ["campaigns", "clients"],
    reason: "The owner names a campaign by its id, which determines the practice.",
  })),
  {
    file: "server/sources/advertising/agency-reports.ts",
    verb: "listKnown",
    tables: ["campaigns", "clients"],
    reason: "The owner's report for all practices: the campaigns to match.",
  },
  {
    file: "server/sources/advertising/undo-report.ts",
    verb: "listRecentReports",
    tables: ["campaign_report_undos", "clients"],
    reason: "The owner's list of imported reports that can still be undone.",
  },
  {
    file: "server/sources/advertising/undo-report.ts",
    verb: "findPractices",
    tables: ["campaign_report_undos"],
    reason: "The owner undoes a report by its id: finds the practices whose days it changed.",
  },
  {
    file: "server/sources/advertising/ask-for-figures.ts",
    verb: "enqueueFor",
    tables: ["campaigns", "clients", "sources"],
    reason: "Daily: finds the practices whose campaigns need figures from Meta or Google.",
  },
  ...["listAnnounced", "scanAnnounced", "isOlder", "findAnnouncement"].map((verb) => ({
    ...{ file: "server/sources/intake/source-deliveries.ts", verb, tables: ["announced_leads"] },
    reason:
      "A source's lead notifications, by its page and form: one that isn't imported has no practice.",
  })),
  {
    file: "server/agency/practice-reports/regular-mails.ts",
    verb: "listPractices",
    tables: ["clients"],
    reason:
      "Every 15 minutes: finds who gets a regular email, and lists all practices for the owners.",
  },
  {
    file: "server/search/find-leads.ts",
    verb: "foundLeads",
    tables: ["clients", "leads", "sources"],
    reason:
      "The owner searches for a lead without knowing its practice. Each practice in the results gets an audit entry.",
  },
  {
    file: "server/search/find-submissions.ts",
    verb: "findSubmissions",
    tables: ["clients", "source_deliveries", "sources"],
    reason:
      "The owner searches for a submission that didn't become a lead, by a phone number or email address. The results don't include its body, and are audited.",
  },
  ...[
    { verb: "findPractices", tables: ["clients"] },
    { verb: "findPeople", tables: ["clients"] },
    { verb: "findCampaigns", tables: ["campaigns", "clients"] },
    { verb: "findSources", tables: ["clients", "sources"] },
  ].map((found) => ({
    ...{ file: "server/search/find-rows.ts", ...found },
    reason:
      "The owner searches for anything by its name. People in the results are audited for their practice.",
  })),
  {
    file: "server/records/audit/audit.ts",
    verb: "auditViews",
    tables: ["audit_entries"],
    reason:
      "An owner's list of several practices' people: checks whether each was audited just now.",
  },
  {
    file: "server/records/audit/audit-log.ts",
    verb: "auditPage",
    tables: ["audit_entries", "clients"],
    reason: "The owner's audit log covers all practices.",
  },
  {
    file: "server/records/audit/audit-log.ts",
    verb: "practicesOf",
    tables: ["clients"],
    reason: "The names of the practices on a page of the owner's audit log.",
  },
  {
    file: "server/records/audit/audit-log.ts",
    verb: "findPracticesNamed",
    tables: ["clients"],
    reason: "A search of the owner's audit log: finds the practices with a matching name.",
  },
  ...["listQueues", "listJobs"].map((verb) => ({
    ...{ file: "server/operations/system/job-log.ts", verb, tables: ["clients"] },
    reason: "The owner's screen of jobs leaves out those of live demos.",
  })),
  {
    file: "server/operations/system/job-log.ts",
    verb: "findPractices",
    tables: ["clients"],
    reason: "The names of the practices on a page of the owner's list of jobs.",
  },
  ...[
    { verb: "readOutbox", tables: ["clients", "mails"] },
    { verb: "countAlerts", tables: ["alerts", "clients"] },
    { verb: "countIntakeProblems", tables: ["announced_leads", "clients", "sources"] },
  ].map((counted) => ({
    ...{ file: "server/operations/system/measures.ts", ...counted },
    reason: "For monitoring: counts the pending rows of the whole product, without their content.",
  })),
  ...[
    { verb: "findLastMail", tables: ["clients", "mails"] },
    { verb: "findLastAlert", tables: ["alerts", "clients"] },
    { verb: "findLastCall", tables: ["clients", "ring_calls"] },
    { verb: "findLastText", tables: ["clients", "texts"] },
  ].map((found) => ({
    ...{ file: "server/operations/system/last-worked.ts", ...found },
    reason: "The owner's system screen: when the product last sent one to anyone.",
  })),
  {
    file: "server/operations/system/system-state.ts",
    verb: "listRejectedTokens",
    tables: ["clients", "sources"],
    reason: "The owner's system screen: all practices' sources whose token Meta rejects.",
  },
  {
    file: "server/operations/system/system-state.ts",
    verb: "readNumbers",
    tables: ["clients"],
    reason: "The owner's system screen: whether any practice has a number for calls and texts.",
  },
  {
    file: "server/operations/system/system-state.ts",
    verb: "readGoogleFigures",
    tables: ["campaigns", "clients"],
    reason: "The owner's system screen: whether Google rejects a request about any campaign.",
  },
  {
    file: "server/messages/mail/mail-log.ts",
    verb: "listMails",
    tables: ["clients", "mails"],
    reason: "The owner's mail log.",
  },
  {
    file: "server/messages/mail/mail-export.ts",
    verb: "exportMails",
    tables: ["clients", "mails"],
    reason: "The owner's mail log: the exported file.",
  },
  {
    file: "server/messages/mail/mail-log.ts",
    verb: "countUpTo",
    tables: ["clients", "mails"],
    reason: "The owner's mail log: how many emails match.",
  },
  {
    file: "server/messages/mail/mail-log.ts",
    verb: "readMailText",
    tables: ["clients", "mails"],
    reason: "The owner opens an email by its id.",
  },
  {
    file: "server/messages/mail/mail.ts",
    verb: "findMail",
    tables: ["clients", "mails"],
    reason: "The owner resends or dismisses an email by its id, which determines the practice.",
  },
  {
    file: "server/messages/mail/record-bounce.ts",
    verb: "findBounced",
    tables: ["clients", "mails"],
    reason:
      "A bounce names an email by its id, or by the recipient's address: its row determines the practice.",
  },
  {
    file: "server/desk/reports/rebuild-rollups.ts",
    verb: "rebuildAllRollups",
    tables: ["clients"],
    reason: "The command that rebuilds the rollups iterates over all practices.",
  },
  {
    file: "server/sources/intake/page-tokens.ts",
    verb: "setPageToken",
    tables: ["sources"],
    reason: "The command that gives a Meta page a new token, for all of its forms.",
  },
  // These are statements of the live demo, and read only the practices of demos.
  {
    file: "server/messages/template-sets/users.ts",
    verb: "countUsers",
    tables: ["clients", "open_hours", "practice_template_sets", "sources", "templates"],
    reason: "The owner's list of sets: how many practices have each, and how many are behind.",
  },
  {
    file: "server/messages/template-sets/users.ts",
    verb: "listUsers",
    tables: ["clients", "open_hours", "practice_template_sets", "sources", "templates"],
    reason: "A set's page in the console: the practices that have it.",
  },
  {
    file: "server/messages/template-sets/copies.ts",
    verb: "readPractices",
    tables: ["clients"],
    reason: "The owner copies a set to several practices: their names.",
  },
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
    reason:
      "At startup and four times a day: checks whether the template is fresh, and finds older ones.",
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
    reason: "The demos whose time is up.",
  },
  {
    file: "server/accounts/practices/ending.ts",
    verb: "listEndedBefore",
    tables: ["clients"],
    reason: "Hourly: the practices that have ended and are to be erased.",
  },
  {
    file: "server/accounts/sign-in/end-sessions.ts",
    verb: "endMatchingSessions",
    tables: ["device_pins"],
    reason: "The PINs of ended sessions: a session belongs to one practice.",
  },
  // These are background sweeps.
  {
    file: "server/records/retention/practice-retention.ts",
    verb: "readRetention",
    tables: ["clients"],
    reason: "The owner's system screen: how many practices keep their records longer.",
  },
  {
    file: "server/records/retention/retention.ts",
    verb: "deleteExpiredRecords",
    tables: ["campaign_report_undos", "campaigns", "device_pins", "lead_merges"],
    reason:
      "Nightly: deletes the PINs of ended or expired sessions, the undo data of old merges and reports, and campaigns deleted long ago.",
  },
  {
    file: "server/sources/imports/import-sweeps.ts",
    verb: "deleteExpiredImports",
    tables: ["lead_imports"],
    reason: "Every ten minutes: finds expired imports.",
  },
  {
    file: "server/sources/imports/import-sweeps.ts",
    verb: "requeueImports",
    tables: ["lead_imports"],
    reason: "Every five minutes: finds imports that have lost their job.",
  },
  {
    file: "server/messages/alerts/alert-sweeps.ts",
    verb: "practicesWithSteps",
    tables: ["alert_schedule"],
    reason: "Finds practices with due or old steps. Reads only their index.",
  },
  {
    file: "server/messages/alerts/alert-sweeps.ts",
    verb: "messagesWith",
    tables: ["alerts"],
    reason: "Unfinished messages of all practices, from their index.",
  },
  {
    file: "server/desk/rings/rings.jobs.ts",
    verb: "sweepRings",
    tables: ["rings"],
    reason: "Finds practices with a due or active ring, from the index of open rings.",
  },
  {
    file: "server/people/practice-of-number.ts",
    verb: "findPracticeOfNumber",
    tables: ["clients"],
    reason: "A text or a call names the practice by its number, which is unique across practices.",
  },
  {
    file: "server/people/practice-of-number.ts",
    verb: "findFormerPractices",
    tables: ["clients"],
    reason: "An opt-out counts for each practice that texted from the number before.",
  },
  {
    file: "server/desk/incoming-calls/incoming-calls.jobs.ts",
    verb: "listOpenCalls",
    tables: ["incoming_calls"],
    reason: "Calls of all practices that aren't over, from their index.",
  },
  {
    file: "server/messages/texts/text-sweeps.ts",
    verb: "textsWith",
    tables: ["texts"],
    reason: "Unfinished texts of all practices, from their index.",
  },
  {
    file: "server/messages/texts/text-sweeps.ts",
    verb: "missedCallsWithoutJob",
    tables: ["incoming_calls"],
    reason:
      "Missed calls of the last days. Reads the index of all practices' missed calls, so it runs only every ten minutes.",
  },
  {
    file: "server/messages/mail/mail-sweeps.ts",
    verb: "practicesWithMail",
    tables: ["mails"],
    reason:
      "Finds the practices that a sweep needs to check. Reads only the index of unfinished emails.",
  },
  {
    file: "server/sources/intake/page-tokens.ts",
    verb: "sealPlainTokens",
    tables: ["announced_leads", "sources"],
    reason: "At startup: encrypts tokens that an older version stored as plain text.",
  },
  {
    file: "server/messages/mail/mail-stops.ts",
    verb: "hashPlainStops",
    tables: ["mail_stops"],
    reason: "At startup: hashes email addresses that an older version stored as plain text.",
  },
  {
    file: "server/secrets/rotate-secret.ts",
    verb: "resealAll",
    tables: ["sources"],
    reason: "The command that encrypts every practice's tokens again under a new SECRET.",
  },
  {
    file: "server/records/retention/retention.ts",
    verb: "deleteInBatches",
    tables: [
      ...["audit_entries", "push_devices", "alert_addresses", "office_phones"],
      ...["person_invitations", "source_deliveries", "announced_leads", "clients", "texts"],
      "incoming_calls",
    ],
    reason:
      "Nightly: audit entries, deliveries, texts and calls of people who are no leads, and ended devices, addresses, phones and invitations past their retention period; whose they are, and for how long that practice keeps them.",
  },
  {
    file: "server/messages/mail/automatic.ts",
    verb: "hasReachedDailyLimit",
    tables: ["mails"],
    reason: "Counts the automatic emails to one address per day, across practices.",
  },
];
