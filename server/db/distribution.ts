// Where a Citus cluster stores each table's rows. This doesn't matter on a single server. `npm run
// admin -- distribute` moves the tables in this order.

/**
 * `practice`: on the worker that has the practice's other rows, by `client_id`. `everywhere`: a
 * copy on each worker, because `practice` tables refer to the table or it has a key that is unique
 * across practices. Such tables are rarely written. `coordinator`: only on the coordinator.
 */
export type Place =
  | { table: string; on: "practice" }
  | { table: string; on: "everywhere" | "coordinator"; reason: string };

const byPractice = (...tables: string[]): Place[] =>
  tables.map((table) => ({ table, on: "practice" }));
const everywhere = (reason: string, ...tables: string[]): Place[] =>
  tables.map((table) => ({ table, on: "everywhere", reason }));
const onCoordinator = (reason: string, ...tables: string[]): Place[] =>
  tables.map((table) => ({ table, on: "coordinator", reason }));

/** The place of each table. A table comes after the tables that it refers to. */
export const places: Place[] = [
  ...everywhere("Every practice's rows refer to it.", "clients"),
  ...everywhere(
    "A submission names a key, and a webhook a page and a form, unique across practices.",
    "sources",
  ),
  ...everywhere("What a practice copied refers to its set.", "template_sets"),
  ...everywhere(
    "Templates refer to it, and it refers to an owner's account: a row for each copied set.",
    "practice_template_sets",
  ),

  ...byPractice("leads", "inquiries", "calls", "notes", "timeline", "lead_presence"),
  ...byPractice("lead_merges", "different_people", "rollups", "open_hours"),
  ...byPractice("campaigns", "campaign_days", "campaign_report_undos"),
  ...byPractice("form_submissions", "source_deliveries"),
  ...byPractice("lead_imports", "lead_import_chunks", "lead_import_rows"),
  ...byPractice("mails", "mail_stops", "templates", "pictures"),
  ...byPractice("alert_schedule", "alerts"),
  ...byPractice("rings", "ring_calls", "ring_events"),
  ...byPractice("incoming_calls", "texts", "text_stops"),

  ...onCoordinator(
    "Sign-in finds an account by its address, and a session or a link by its token, before the practice is known.",
    ...["accounts", "sessions", "known_devices", "factors", "recovery_codes"],
    ...["sign_in_challenges", "passkey_challenges", "mailed_links", "person_invitations"],
  ),
  ...onCoordinator("They refer to accounts.", "device_pins", "practice_notes", "month_comments"),
  ...onCoordinator(
    "Whom an alert reaches: a few rows of a practice, which end with a session, and which the owner's list counts for all practices.",
    ...["push_devices", "alert_addresses", "open_screens"],
  ),
  ...onCoordinator(
    "A few rows of a practice, which retention deletes for all practices.",
    "office_phones",
  ),
  ...onCoordinator(
    "The owner's books: a few rows of a practice, read for all of them.",
    "invoices",
  ),
  ...onCoordinator("The order of all practices.", "practice_sort_keys"),
  ...onCoordinator("Many are of no practice yet, or never.", "announced_leads", "deliveries"),
  ...onCoordinator("The owner's log of all practices; many are of none.", "audit_entries"),
  ...onCoordinator(
    "The agency's own.",
    ...["contact_requests", "contact_request_calls", "contact_request_events"],
    ...["bookings", "blocked_times", "template_set_versions"],
  ),
  ...onCoordinator(
    "Of no practice.",
    ...["confirmed_captchas", "used_captchas", "rate_limits"],
    ...["secret_fingerprint", "retired_secret", "settings", "vapid_keys", "search_fill"],
  ),
];

/**
 * Foreign keys from the coordinator to a practice's rows. A cluster can't check them, so they are
 * dropped there. Each reason names the code that keeps the reference valid.
 */
export const droppedKeys: { table: string; to: string; reason: string }[] = [
  {
    table: "announced_leads",
    to: "inquiries",
    reason:
      "Only importing a lead writes it, with the inquiry that it has just stored (storeLeads in server/sources/intake/store-fetched-leads.ts), and nothing deletes an inquiry.",
  },
];
