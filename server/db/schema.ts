// Every table on one page. A tenant's tables lead their keys and indexes with `client_id`, so that
// PostgreSQL can be sharded by client without a rewrite.
import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  check,
  customType,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  timestamp,
  uniqueIndex,
  uuid,
  varchar,
} from "drizzle-orm/pg-core";
import { auditActions } from "#contract/audit.ts";
import { callOutcomes } from "#contract/call-outcomes.ts";
import { contactRequestKinds } from "#contract/contact-requests.ts";
import { leadStates } from "#contract/leads.ts";
import { mailAttachments, mailStates, mailStopReasons } from "#contract/mail.ts";
import type { Holiday, OpenWeek } from "#contract/open-hours.ts";
import { templateKinds } from "#contract/templates.ts";
import { timelineKinds } from "#contract/timeline.ts";

// uuidv7 sorts by time, so keys made together are stored together.
const uuidKey = () => uuid().notNull().default(sql`uuidv7()`);
// Milliseconds, like JavaScript's Date: a bucket's boundary is exact and survives the round trip.
const moment = () => timestamp({ withTimezone: true, precision: 3, mode: "date" });
const bytes = customType<{ data: Buffer }>({ dataType: () => "bytea" });
const createdAt = () => moment().notNull().defaultNow();

/** The tenant of the agency's own mail. */
export const agencyClientId = "00000000-0000-0000-0000-000000000000";

/** The purpose of an emailed link. */
export const linkPurposes = [
  "invitation",
  "confirm_address",
  "reset_password",
  "change_address_old",
  "change_address_new",
] as const;

// ── Who signs in ────────────────────────────────────────────────────────────────────────────────

/** A practice. Pending until approved; a suspended practice keeps its data and cannot sign in. */
export const clients = pgTable("clients", {
  id: uuidKey().primaryKey(),
  /** The practice's name, as its leads and its staff see it. */
  name: text().notNull(),
  phone: text().notNull(),
  address: text().notNull(),
  address2: text().notNull().default(""),
  city: text().notNull(),
  state: text().notNull(),
  zip: text().notNull(),
  /** The owner's code from the registration. */
  adminCode: text().notNull(),
  /** IANA name; the practice's dates and opening hours are in this zone. */
  timeZone: text().notNull().default("America/New_York"),
  /**
   * The sender name and reply-to address of its emails to leads. Empty: its name, its sign-in
   * address.
   */
  senderName: text().notNull().default(""),
  replyTo: text().notNull().default(""),
  /** Time of the last profile change: its version, for optimistic locking. */
  profileChangedAt: createdAt(),
  createdAt: createdAt(),
  approvedAt: moment(),
  suspendedAt: moment(),
});

/**
 * A practice's time zone, week and holidays from a given moment. Rows are immutable: a clock uses
 * the row that was in effect when it started.
 */
export const openHours = pgTable(
  "open_hours",
  {
    clientId: uuid()
      .notNull()
      .references(() => clients.id),
    inForceFrom: moment().notNull(),
    timeZone: text().notNull(),
    week: jsonb().$type<OpenWeek>().notNull(),
    holidays: jsonb().$type<Holiday[]>().notNull(),
  },
  (hours) => [primaryKey({ columns: [hours.clientId, hours.inForceFrom] })],
);

/** A person who signs in: one address, one account, one kind. */
export const accounts = pgTable(
  "accounts",
  {
    id: uuidKey().primaryKey(),
    kind: text({ enum: ["client", "admin"] }).notNull(),
    clientId: uuid().references(() => clients.id),
    /** Lowercase. */
    email: text().notNull().unique(),
    firstName: text().notNull(),
    lastName: text().notNull(),
    /** argon2id, with its own salt and parameters. */
    passwordHash: text().notNull(),
    /** The owner's code, which a registration sends as `admin_id`. */
    adminCode: text().unique(),
    /** When the address was confirmed; null: not yet. */
    emailConfirmedAt: moment(),
    createdAt: createdAt(),
  },
  (account) => [
    index().on(account.clientId),
    check(
      "account_kind",
      sql`(${account.kind} = 'client') = (${account.clientId} is not null)
        and (${account.kind} = 'admin') = (${account.adminCode} is not null)`,
    ),
  ],
);

/** A signed-in device. The token itself is never stored. */
export const sessions = pgTable(
  "sessions",
  {
    id: uuidKey().primaryKey(),
    accountId: uuid()
      .notNull()
      .references(() => accounts.id),
    kind: text({ enum: ["client", "admin"] }).notNull(),
    /** SHA-256 of the token, hexadecimal. */
    tokenHash: text().notNull().unique(),
    device: text().notNull(),
    address: text().notNull(),
    createdAt: createdAt(),
    expiresAt: moment().notNull(),
    endedAt: moment(),
  },
  (session) => [index().on(session.accountId)],
);

/**
 * Emailed links, single use, with an expiry. Only the token's hash is stored; an email refers to the
 * link by its id, and the token is derived again when the email is sent.
 */
export const mailedLinks = pgTable(
  "mailed_links",
  {
    id: uuidKey().primaryKey(),
    purpose: text({ enum: linkPurposes }).notNull(),
    /** SHA-256 of the token, hexadecimal. */
    tokenHash: text().notNull().unique(),
    /** Null: an invitation; there is no account yet. */
    accountId: uuid().references(() => accounts.id),
    /** The address that it was mailed to. */
    email: text().notNull(),
    /** The account's new address, for a change of address. */
    newEmail: text(),
    /** The owner's code that an invitation fills in. */
    adminCode: text(),
    createdAt: moment().notNull(),
    expiresAt: moment().notNull(),
    usedAt: moment(),
    /** A newer link, or a new password, voided it. */
    voidedAt: moment(),
  },
  (link) => [index().on(link.accountId), index().on(link.email)],
);

/** Tokens that a provider has confirmed and would not confirm twice; kept for two minutes. */
export const confirmedCaptchas = pgTable("confirmed_captchas", {
  signature: text().primaryKey(),
  expiresAt: moment().notNull(),
});

/** Consumed solutions, until they expire. */
export const usedCaptchas = pgTable("used_captchas", {
  signature: text().primaryKey(),
  expiresAt: moment().notNull(),
});

/** Counters of the rate limiter (rate-limiter-flexible's own columns). */
export const rateLimits = pgTable("rate_limits", {
  key: varchar({ length: 255 }).primaryKey(),
  points: integer().notNull().default(0),
  expire: bigint({ mode: "number" }),
});

/** One row: the fingerprint of the secret that all machines with this database share. */
export const secretFingerprint = pgTable(
  "secret_fingerprint",
  {
    isOnly: boolean().primaryKey().default(true),
    fingerprint: text().notNull(),
  },
  (known) => [check("secret_fingerprint_is_only", sql`${known.isOnly}`)],
);

/** The audit log: sign-ins, refusals, access rights, views by the owner, exports. */
export const auditEntries = pgTable(
  "audit_entries",
  {
    id: uuidKey().primaryKey(),
    at: createdAt(),
    action: text({ enum: auditActions }).notNull(),
    accountId: uuid(),
    clientId: uuid(),
    address: text().notNull(),
    detail: jsonb().$type<Record<string, string>>().notNull().default({}),
  },
  (entry) => [
    index().on(entry.at),
    index().on(entry.clientId, entry.at),
    // A page of one practice's entries, newest first.
    index("audit_entries_of_client").on(entry.clientId, entry.id),
  ],
);

// ── Contact requests from the two public sites ──────────────────────────────────────────────────

export const contactRequests = pgTable(
  "contact_requests",
  {
    id: uuidKey().primaryKey(),
    kind: text({ enum: contactRequestKinds }).notNull(),
    fullName: text().notNull(),
    email: text().notNull(),
    phone: text(),
    message: text(),
    questions: jsonb().$type<Record<string, string>[]>(),
    attribution: jsonb().$type<{
      first?: Record<string, string>;
      last?: Record<string, string>;
    }>(),
    /** The consent sentence shown next to the form. */
    consent: text(),
    /** The flag as it was sent. It never hides anything: the questionnaire always sends true. */
    test: boolean().notNull(),
    submissionId: uuid().unique(),
    receivedAt: createdAt(),
    /** Null: only the first step of the questionnaire was submitted. */
    finishedAt: moment(),
    answeredAt: moment(),
    closedAt: moment(),
  },
  (contactRequest) => [index().on(contactRequest.receivedAt, contactRequest.id)],
);

// ── Mail ────────────────────────────────────────────────────────────────────────────────────────

/** Outbox: every email is a row, written in the transaction of its cause. */
export const mails = pgTable(
  "mails",
  {
    clientId: uuid().notNull().default(agencyClientId),
    id: uuidKey(),
    /** The type of email: "contact-request-notice", "recover", … */
    kind: text().notNull(),
    /** One email per cause: a second row with the same key is not written. */
    causeKey: text(),
    fromName: text(),
    replyTo: text(),
    to: text().notNull(),
    subject: text().notNull(),
    text: text().notNull(),
    html: text(),
    /** Rendered from its contact request at each delivery, so that no file is stored. */
    attachment: text({ enum: mailAttachments }),
    /** queued → sending → sent | failed | stopped; `unknown` when the delivery is unknown. */
    state: text({ enum: mailStates }).notNull().default("queued"),
    attempts: integer().notNull().default(0),
    /** The mail server's error, or why it could not be reached. */
    problem: text(),
    contactRequestId: uuid(),
    /** For a practice's email: its lead, its sender, and its template. */
    leadId: uuid(),
    accountId: uuid(),
    templateId: uuid(),
    /** For an automatic email: the inquiry that it answers. */
    inquiryId: uuid(),
    /** The earliest time to send it. */
    dueAt: moment(),
    /** The emailed link whose token replaces `[token]` in the text when the email is sent. */
    linkId: uuid(),
    createdAt: createdAt(),
    /** Its job ran while no mail server was configured: it waits in the outbox. */
    heldAt: moment(),
    sendingAt: moment(),
    sentAt: moment(),
  },
  (mail) => [
    primaryKey({ columns: [mail.clientId, mail.id] }),
    uniqueIndex().on(mail.clientId, mail.causeKey),
    // All practices' mail, newest first: the owner's log, and lookups by id alone.
    index("mails_newest").on(mail.id),
    index("mails_of_contact_request")
      .on(mail.contactRequestId)
      .where(sql`contact_request_id is not null`),
    index("mails_of_lead").on(mail.clientId, mail.leadId, mail.id).where(sql`lead_id is not null`),
    // Counts automatic emails to one address, across practices.
    index("mails_automatic").on(mail.to, mail.sendingAt).where(sql`kind = 'auto'`),
    index("mails_troubled")
      .on(mail.clientId, mail.createdAt)
      .where(sql`state in ('failed', 'unknown') and lead_id is not null`),
    index("mails_waiting")
      .on(mail.clientId, mail.createdAt)
      .where(sql`state = 'queued' and lead_id is not null`),
    index("mails_unfinished").on(mail.state).where(sql`state in ('queued', 'sending')`),
  ],
);

/** Addresses that get no automatic emails from a practice. */
export const mailStops = pgTable(
  "mail_stops",
  {
    clientId: uuid()
      .notNull()
      .references(() => clients.id),
    /** A keyed hash in hexadecimal: the stop survives an erasure without the address. */
    addressHash: text().notNull(),
    reason: text({ enum: mailStopReasons }).notNull(),
    at: moment().notNull(),
    /** The member of the practice who set it. */
    accountId: uuid(),
  },
  (stop) => [primaryKey({ columns: [stop.clientId, stop.addressHash] })],
);

// ── The lead desk ───────────────────────────────────────────────────────────────────────────────

export const campaigns = pgTable(
  "campaigns",
  {
    clientId: uuid()
      .notNull()
      .references(() => clients.id),
    id: uuidKey(),
    name: text().notNull(),
    platform: text({ enum: ["meta", "google", "web", "other"] }).notNull(),
    /** The platform's own id, a string: it does not fit a JavaScript number. */
    platformCampaignId: text(),
    /** Null: none recorded yet. */
    impressions: bigint({ mode: "number" }),
    impressionsAsOf: date({ mode: "string" }),
    createdAt: createdAt(),
    endedAt: moment(),
  },
  (campaign) => [
    primaryKey({ columns: [campaign.clientId, campaign.id] }),
    uniqueIndex().on(campaign.clientId, campaign.platform, campaign.platformCampaignId),
  ],
);

/** Lead sources: a Meta form of a page, or a web form with its key. */
export const sources = pgTable(
  "sources",
  {
    clientId: uuid()
      .notNull()
      .references(() => clients.id),
    id: uuidKey(),
    kind: text({ enum: ["meta", "form", "manual"] }).notNull(),
    name: text().notNull(),
    metaPageId: text(),
    metaFormId: text(),
    /**
     * Encrypted under SECRET (server/sealed.ts); a plain one from an earlier version is encrypted
     * at the next start.
     */
    metaPageToken: text(),
    formKey: text(),
    /** The thank-you page of a web form, the only allowed redirect target. */
    thanksUrl: text(),
    /** Web pages that may contain the form; empty: any. */
    allowedOrigins: text().array().notNull().default([]),
    campaignId: uuid(),
    /**
     * Since when the platform has refused our token (expired page token); the owner is notified.
     */
    failingSince: moment(),
    createdAt: createdAt(),
    endedAt: moment(),
  },
  (source) => [
    primaryKey({ columns: [source.clientId, source.id] }),
    uniqueIndex().on(source.metaPageId, source.metaFormId),
    uniqueIndex().on(source.formKey),
  ],
);

/**
 * A person in a practice. The columns below `state` are denormalized from inquiries and calls. The
 * verbs update them in the same transaction, so that the queue is read from one index.
 */
export const leads = pgTable(
  "leads",
  {
    clientId: uuid()
      .notNull()
      .references(() => clients.id),
    id: uuidKey(),
    firstName: text().notNull(),
    lastName: text().notNull().default(""),
    /** As typed, but lowercase. */
    email: text().notNull().default(""),
    /** E.164 when the number is valid, else as typed. */
    phone: text().notNull().default(""),
    isPhoneValid: boolean().notNull().default(false),
    interest: text().notNull().default(""),
    campaignId: uuid(),
    /** The source of the newest inquiry that has one; null: all were entered by hand. */
    sourceId: uuid(),
    isTest: boolean().notNull().default(false),
    /** When we received the newest inquiry. */
    receivedAt: moment().notNull(),
    /** When the newest inquiry was submitted: the start of its clock. */
    startedAt: moment().notNull(),

    state: text({ enum: leadStates }).notNull().default("new"),
    /** Start of the running clock; null when every inquiry has been called. */
    uncalledSince: moment(),
    /** When the newest clock was stopped. */
    firstCalledAt: moment(),
    callBackAt: moment(),
    attempts: integer().notNull().default(0),
    lastOutcome: text({ enum: callOutcomes }),
    lastCalledAt: moment(),
    /** The time of the third-last call. */
    thirdLastCalledAt: moment(),
    /** The person does not want to be called: since when, and who reported it. */
    doNotCallSince: moment(),
    doNotCallReason: text().notNull().default(""),
    /** A call that was started and has no outcome yet: the desk asks for it until it has one. */
    openCallId: uuid(),
    openCalledAt: moment(),
    /** The last call, or else the inquiry: the key of the "longest untouched" sort. */
    touchedAt: moment().notNull(),
    askedAgainAt: moment(),
    /** The newest inquiry's name if it differs from the lead's: families share phones. */
    askedAs: text(),
    /** Another lead with the same email or phone: maybe the same person. */
    maybeSameAs: uuid(),
    bookedAt: moment(),
    archivedAt: moment(),
    archiveReason: text(),
    deletedAt: moment(),
    /** The person was erased: only timestamps and counts remain. */
    erasedAt: moment(),
    /** Whether the rollups below count it: from its first inquiry on, unless it is deleted. */
    isCounted: boolean().notNull().default(false),
    createdAt: createdAt(),
    /** The search text: lowercase, with the phone as bare digits. */
    search: text()
      .notNull()
      .generatedAlwaysAs(
        sql`lower(first_name || ' ' || last_name || ' ' || email) || ' ' || regexp_replace(phone, '\\D', '', 'g')`,
      ),
  },
  (lead) => [
    primaryKey({ columns: [lead.clientId, lead.id] }),
    // The sort orders of the queue. They end with the search text, so that a scan reads only the
    // index. The longest names and address (2 KB) fit an index entry (2.7 KB).
    index("leads_newest")
      .on(lead.clientId, lead.startedAt, lead.id, lead.state, lead.callBackAt, lead.search)
      .where(sql`state in ('new', 'callback') and deleted_at is null`),
    index("leads_uncalled")
      .on(lead.clientId, lead.uncalledSince, lead.id, lead.search)
      .where(sql`state = 'new' and uncalled_since is not null and deleted_at is null`),
    index("leads_call_backs")
      .on(lead.clientId, lead.callBackAt, lead.id, lead.search)
      .where(sql`state = 'callback' and deleted_at is null`),
    index("leads_touched")
      .on(lead.clientId, lead.touchedAt, lead.id, lead.search)
      .where(sql`state = 'new' and uncalled_since is null and deleted_at is null`),
    // Trigrams that are prefixed with their practice (`search_keys`, a database function), so that
    // a search reads only one practice's entries. Without the GIN pending list, which every search
    // would have to scan.
    index("leads_search")
      .using("gin", sql`search_keys(${lead.clientId}, ${lead.search})`)
      .where(sql`state in ('new', 'callback') and deleted_at is null`)
      .with({ fastupdate: false }),
    // The archive, newest first; searched like the queue.
    index("leads_archived")
      .on(lead.clientId, lead.archivedAt, lead.id, lead.search)
      .where(sql`state = 'archived' and deleted_at is null`),
    index("leads_archive_search")
      .using("gin", sql`search_keys(${lead.clientId}, ${lead.search})`)
      .where(sql`state = 'archived' and deleted_at is null`)
      .with({ fastupdate: false }),
    // For filter values that are too rare to find by scanning the sort order. Contains every sort
    // and filter column, so that only the index is read.
    index("leads_of_campaign")
      .on(
        lead.clientId,
        lead.campaignId,
        lead.sourceId,
        lead.askedAgainAt,
        lead.state,
        lead.startedAt,
        lead.uncalledSince,
        lead.callBackAt,
        lead.touchedAt,
        lead.id,
      )
      .where(sql`state in ('new', 'callback') and deleted_at is null`),
    index("leads_of_source")
      .on(
        lead.clientId,
        lead.sourceId,
        lead.campaignId,
        lead.askedAgainAt,
        lead.state,
        lead.startedAt,
        lead.uncalledSince,
        lead.callBackAt,
        lead.touchedAt,
        lead.id,
      )
      .where(sql`state in ('new', 'callback') and deleted_at is null`),
    index("leads_asked_again")
      .on(lead.clientId, lead.askedAgainAt, lead.id)
      .where(
        sql`asked_again_at is not null and state in ('new', 'callback') and deleted_at is null`,
      ),
    index("leads_counted").on(lead.clientId, lead.startedAt).where(sql`is_counted and not is_test`),
    // A returning person is recognized even if the lead was deleted.
    index("leads_phone").on(lead.clientId, lead.phone),
    index("leads_email").on(lead.clientId, lead.email),
  ],
);

/** One inquiry of a lead. The form's answers are stored verbatim. */
export const inquiries = pgTable(
  "inquiries",
  {
    clientId: uuid().notNull(),
    id: uuidKey(),
    leadId: uuid().notNull(),
    sourceId: uuid(),
    campaignId: uuid(),
    /** The name on this inquiry: families share phones, people have several addresses. */
    firstName: text().notNull(),
    lastName: text().notNull().default(""),
    email: text().notNull().default(""),
    phone: text().notNull().default(""),
    answers: jsonb().$type<{ name: string; values: string[] }[]>().notNull().default([]),
    isTest: boolean().notNull().default(false),
    /** Entered by hand or imported: nobody pressed Submit, so there is no clock. */
    isUntimed: boolean().notNull().default(false),
    /** The source's own time, never later than `receivedAt`. */
    submittedAt: moment().notNull(),
    receivedAt: moment().notNull(),
    /**
     * Start of its own clock; null when it has none (a test, or joined to an older running clock).
     */
    clockStartedAt: moment(),
    /**
     * The hour of the practice's week in which its clock started (0 is Sunday, midnight to 1 am),
     * in the time zone in effect then; null: no clock.
     */
    startedHour: smallint(),
    /** When ten and sixty open minutes of its clock have passed; null: no clock. */
    openOnTimeUntil: moment(),
    openLateAt: moment(),
    /** First written to an event stream of the practice's own dashboard. */
    alertedAt: moment(),
    /** First opened, or shown in a visible tab while someone was active. */
    firstSeenAt: moment(),
    /** The call that stopped the clock. */
    firstCalledAt: moment(),
    /** True when that call was logged after the fact. */
    isFirstCallEnteredLater: boolean().notNull().default(false),
    /** When a call first reached the person, booked or not. */
    firstSpokeAt: moment(),
    /** The first call of its clock's period that ended in a booking. */
    firstBookedAt: moment(),
    /** The consent sentence shown next to the source's form. */
    consent: text(),
  },
  (inquiry) => [
    primaryKey({ columns: [inquiry.clientId, inquiry.id] }),
    index().on(inquiry.clientId, inquiry.leadId),
    index("inquiries_clocks")
      .on(inquiry.clientId, inquiry.clockStartedAt, inquiry.firstCalledAt)
      .where(sql`clock_started_at is not null`),
    // The order of an export, which includes inquiries without a clock.
    index("inquiries_submitted").on(inquiry.clientId, inquiry.submittedAt, inquiry.id),
    index("inquiries_of_campaign")
      .on(inquiry.clientId, inquiry.campaignId, inquiry.clockStartedAt)
      .where(sql`clock_started_at is not null`),
    // All columns for the state of a running clock, so that only the index is read.
    index("inquiries_uncalled")
      .on(inquiry.clientId, inquiry.clockStartedAt, inquiry.openLateAt, inquiry.campaignId)
      .where(sql`clock_started_at is not null and first_called_at is null`),
    // Inquiries that are on the clock in open hours: a few, where the uncalled may be thousands.
    index("inquiries_open_limit")
      .on(inquiry.clientId, sql`coalesce(open_late_at, 'infinity')`)
      .where(sql`clock_started_at is not null and first_called_at is null`),
  ],
);

/**
 * Rollups for the figures, updated in the transaction that changes what they count. A day and
 * campaign may have several rows: a writer that finds one locked starts another instead of waiting.
 * Readers sum them.
 */
export const figureRollups = pgTable(
  "figure_rollups",
  {
    clientId: uuid().notNull(),
    id: uuidKey(),
    /** The UTC day on which the clock started. */
    day: date({ mode: "string" }).notNull(),
    campaignId: uuid(),
    leads: integer().notNull(),
    customers: integer().notNull(),
    /** Inquiries that were called, by wall time. */
    lt10: integer().notNull(),
    lt60: integer().notNull(),
    other: integer().notNull(),
    /** The same inquiries, by open hours. */
    openLt10: integer().notNull(),
    openLt60: integer().notNull(),
    openOther: integer().notNull(),
    enteredLater: integer().notNull(),
  },
  (rollup) => [
    primaryKey({ columns: [rollup.clientId, rollup.id] }),
    // Ends with all summed columns: an index-only scan, where the rows of a practice are spread
    // over many pages.
    index("figure_rollups_days").on(
      rollup.clientId,
      rollup.day,
      rollup.campaignId,
      rollup.leads,
      rollup.customers,
      rollup.lt10,
      rollup.lt60,
      rollup.other,
      rollup.openLt10,
      rollup.openLt60,
      rollup.openOther,
      rollup.enteredLater,
    ),
  ],
);

const figurePartNames = ["bucket", "hour", "campaign", "source", "minute"] as const;

const partCounts = () => ({
  /** Clocks that started, called or not. The rest, which only time makes late, is derived. */
  asked: integer().notNull(),
  /** Inquiries that were called, and of these: */
  called: integer().notNull(),
  lt10: integer().notNull(),
  lt60: integer().notNull(),
  openLt10: integer().notNull(),
  openLt60: integer().notNull(),
  enteredLater: integer().notNull(),
  reached: integer().notNull(),
  booked: integer().notNull(),
});

/**
 * The same inquiries by hour of the week, campaign, source, minute and bucket, per month and for
 * all time; several rows per key, as above.
 */
export const figureParts = pgTable(
  "figure_parts",
  {
    clientId: uuid().notNull(),
    id: uuidKey(),
    /** The first day of the UTC month in which the clock started; null: all time. */
    month: date({ mode: "string" }),
    part: text({ enum: figurePartNames }).notNull(),
    /**
     * The bucket (wall and open), hour of the week, campaign, source, or minute of the first call.
     */
    key: text().notNull(),
    ...partCounts(),
  },
  (part) => [
    primaryKey({ columns: [part.clientId, part.id] }),
    index("figure_parts_months").on(part.clientId, part.month, part.part, part.key),
  ],
);

/**
 * The same per UTC day: the days of a period outside its whole months. They sum up to the months.
 */
export const figureDays = pgTable(
  "figure_days",
  {
    clientId: uuid().notNull(),
    id: uuidKey(),
    day: date({ mode: "string" }).notNull(),
    part: text({ enum: figurePartNames }).notNull(),
    key: text().notNull(),
    ...partCounts(),
  },
  (part) => [
    primaryKey({ columns: [part.clientId, part.id] }),
    index("figure_days_days").on(part.clientId, part.day, part.part, part.key),
  ],
);

/** The number of leads in the queue; several rows per day, as above. */
export const queueRollups = pgTable(
  "queue_rollups",
  {
    clientId: uuid().notNull(),
    id: uuidKey(),
    /** The UTC day on which callbacks fall due; null: to be called now. */
    dueOn: date({ mode: "string" }),
    leads: integer().notNull(),
    /** Those of them whose clock is running. */
    uncalled: integer().notNull(),
    /** The number of archived leads, which are not in the queue. */
    archived: integer().notNull().default(0),
  },
  (rollup) => [
    primaryKey({ columns: [rollup.clientId, rollup.id] }),
    index("queue_rollups_days").on(rollup.clientId, rollup.dueOn),
  ],
);

/** A human outbound call attempt. Without an outcome it is a tap whose result is still missing. */
export const calls = pgTable(
  "calls",
  {
    clientId: uuid().notNull(),
    /** Generated by the device. Makes recording the call idempotent. */
    id: uuid().notNull(),
    leadId: uuid().notNull(),
    accountId: uuid().notNull(),
    calledAt: moment().notNull(),
    /** When we first received it; later than `calledAt` only when it was logged after the fact. */
    recordedAt: moment().notNull(),
    isEnteredLater: boolean().notNull().default(false),
    outcome: text({ enum: callOutcomes }),
    outcomeAt: moment(),
    callBackAt: moment(),
    voidedAt: moment(),
    voidedBy: uuid(),
    /** The device that recorded it; null: a command-line tool. */
    sessionId: uuid(),
    /**
     * The other device's call that this one duplicates; this one is void, so that it counts once.
     */
    joinedTo: uuid(),
  },
  (call) => [
    primaryKey({ columns: [call.clientId, call.id] }),
    index().on(call.clientId, call.leadId, call.calledAt),
  ],
);

/** A practice's notes about a lead, append-only. A correction is another note. */
export const notes = pgTable(
  "notes",
  {
    clientId: uuid().notNull(),
    /** Generated by the device. Makes saving the note idempotent. */
    id: uuid().notNull(),
    leadId: uuid().notNull(),
    accountId: uuid().notNull(),
    at: moment().notNull(),
    title: text().notNull(),
    text: text().notNull().default(""),
  },
  (note) => [
    primaryKey({ columns: [note.clientId, note.id] }),
    index().on(note.clientId, note.leadId, note.at),
  ],
);

/**
 * Which signed-in device has a lead open, until when. No history: expired rows are deleted by the
 * next writer.
 */
export const leadPresence = pgTable(
  "lead_presence",
  {
    clientId: uuid().notNull(),
    leadId: uuid().notNull(),
    sessionId: uuid().notNull(),
    accountId: uuid().notNull(),
    until: moment().notNull(),
  },
  (presence) => [primaryKey({ columns: [presence.clientId, presence.leadId, presence.sessionId] })],
);

/** A lead's timeline, append-only. A correction is a new entry. */
export const timeline = pgTable(
  "timeline",
  {
    clientId: uuid().notNull(),
    leadId: uuid().notNull(),
    id: uuidKey(),
    at: moment().notNull(),
    kind: text({ enum: timelineKinds }).notNull(),
    accountId: uuid(),
    data: jsonb().$type<Record<string, unknown>>().notNull().default({}),
  },
  (entry) => [primaryKey({ columns: [entry.clientId, entry.leadId, entry.id] })],
);

/** A practice's templates. Deletion is soft, so that it can be undone. */
export const templates = pgTable(
  "templates",
  {
    clientId: uuid()
      .notNull()
      .references(() => clients.id),
    id: uuidKey(),
    kind: text({ enum: templateKinds }).notNull(),
    title: text().notNull(),
    subject: text().notNull().default(""),
    /** A note's text; otherwise HTML, sanitized before it was stored. */
    body: text().notNull(),
    isActive: boolean().notNull().default(false),
    delayMinutes: integer().notNull().default(0),
    isInOpenHoursOnly: boolean().notNull().default(false),
    /** Empty: for every lead. */
    campaignIds: uuid().array().notNull().default([]),
    createdAt: createdAt(),
    changedAt: createdAt(),
    deletedAt: moment(),
  },
  (template) => [
    primaryKey({ columns: [template.clientId, template.id] }),
    index("templates_kept")
      .on(template.clientId, template.kind, template.title)
      .where(sql`deleted_at is null`),
    // Read for every new inquiry.
    index("templates_automatic")
      .on(template.clientId)
      .where(sql`kind = 'auto' and is_active and deleted_at is null`),
  ],
);

/** Re-encoded from the upload; emails carry them as attachments. Immutable. */
export const pictures = pgTable(
  "pictures",
  {
    clientId: uuid()
      .notNull()
      .references(() => clients.id),
    id: uuidKey(),
    /** SHA-256 of the content, hexadecimal: the same picture is stored once. */
    digest: text().notNull(),
    /** A JPEG. */
    content: bytes().notNull(),
    width: integer().notNull(),
    height: integer().notNull(),
    createdAt: createdAt(),
  },
  (picture) => [
    primaryKey({ columns: [picture.clientId, picture.id] }),
    uniqueIndex().on(picture.clientId, picture.digest),
  ],
);

// ── Intake ──────────────────────────────────────────────────────────────────────────────────────

/** Web form submissions, by identity: makes a submission idempotent. */
export const formSubmissions = pgTable(
  "form_submissions",
  {
    clientId: uuid().notNull(),
    sourceId: uuid().notNull(),
    /** A hash of its fields, prefixed with the form's own submission id if it has one. */
    identity: text().notNull(),
    inquiryId: uuid().notNull(),
    receivedAt: moment().notNull(),
  },
  (submission) => [
    index().on(
      submission.clientId,
      submission.sourceId,
      submission.identity,
      submission.receivedAt,
    ),
    // Used for a person's data export or erasure.
    index("form_submissions_inquiry").on(submission.clientId, submission.inquiryId),
  ],
);

/** A webhook's body, byte for byte, stored before it is acknowledged. */
export const deliveries = pgTable(
  "deliveries",
  {
    id: uuidKey().primaryKey(),
    platform: text({ enum: ["meta"] }).notNull(),
    body: text().notNull(),
    receivedAt: createdAt(),
    /** The platform's ids of the leads in it: an erasure finds it by these. */
    platformLeadIds: text().array().notNull().default([]),
  },
  (delivery) => [
    index().on(delivery.receivedAt),
    index("deliveries_of_lead").using("gin", delivery.platformLeadIds),
  ],
);

/** A lead that a platform announced, until it is imported. */
export const announcedLeads = pgTable(
  "announced_leads",
  {
    platform: text({ enum: ["meta"] }).notNull(),
    /** The platform's id, a string. */
    platformLeadId: text().notNull(),
    deliveryId: uuid().notNull(),
    pageId: text().notNull(),
    formId: text().notNull(),
    announcedAt: moment().notNull(),
    /** Null: no client owns this page and form. */
    clientId: uuid(),
    sourceId: uuid(),
    attempts: integer().notNull().default(0),
    problem: text(),
    failedAt: moment(),
    inquiryId: uuid(),
    storedAt: moment(),
    createdAt: createdAt(),
  },
  (announced) => [
    primaryKey({ columns: [announced.platform, announced.platformLeadId] }),
    index("announced_leads_inquiry")
      .on(announced.clientId, announced.inquiryId)
      .where(sql`inquiry_id is not null`),
    index("announced_leads_open").on(announced.createdAt).where(sql`stored_at is null`),
  ],
);
