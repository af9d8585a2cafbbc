// Every table on one page. A practice's own tables lead their keys and indexes with `client_id`,
// so that PostgreSQL can be spread over machines by client without a rewrite.
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
import { contactRequestKinds } from "#contract/contact-requests.ts";
import { callOutcomes, leadStates, timelineKinds } from "#contract/leads.ts";
import { mailAttachments, mailStates, mailStopReasons } from "#contract/mail.ts";
import type { Holiday, OpenWeek } from "#contract/open-hours.ts";
import { templateKinds } from "#contract/templates.ts";

// uuidv7 sorts by time, so keys made together lie together.
const uuidKey = () => uuid().notNull().default(sql`uuidv7()`);
// Milliseconds, as JavaScript's Date: a bucket's edge is exact and survives the round trip.
const moment = () => timestamp({ withTimezone: true, precision: 3, mode: "date" });
const bytes = customType<{ data: Buffer }>({ dataType: () => "bytea" });
const createdAt = () => moment().notNull().defaultNow();

/** The tenant of mail that is the agency's own and no practice's. */
export const agencyClientId = "00000000-0000-0000-0000-000000000000";

/** What a mailed link is for. */
export const linkPurposes = [
  "invitation",
  "confirm_address",
  "reset_password",
  "change_address_old",
  "change_address_new",
] as const;

// ── Who signs in ────────────────────────────────────────────────────────────────────────────────

/** A practice. Pending until approved; a suspended one keeps its data and may not sign in. */
export const clients = pgTable("clients", {
  id: uuidKey().primaryKey(),
  /** The practice's name, as its leads and its desk see it. */
  name: text().notNull(),
  phone: text().notNull(),
  address: text().notNull(),
  address2: text().notNull().default(""),
  city: text().notNull(),
  state: text().notNull(),
  zip: text().notNull(),
  /** The owner's code that the registration named. */
  adminCode: text().notNull(),
  /** IANA name; dates of the practice are shown and open hours are judged in it. */
  timeZone: text().notNull().default("America/New_York"),
  /** Who its e-mails to leads come from, and where answers go; empty: its name, its sign-in address. */
  senderName: text().notNull().default(""),
  replyTo: text().notNull().default(""),
  /** The last change of the profile: its version, compared before the next one is saved. */
  profileChangedAt: createdAt(),
  createdAt: createdAt(),
  approvedAt: moment(),
  suspendedAt: moment(),
});

/**
 * A practice's time zone, week and holidays as they were in force from a moment on. Rows are never
 * changed: a clock is judged by the row in force when it started.
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

/** One person who signs in: one address, one account, one kind. */
export const accounts = pgTable(
  "accounts",
  {
    id: uuidKey().primaryKey(),
    kind: text({ enum: ["client", "admin"] }).notNull(),
    clientId: uuid().references(() => clients.id),
    /** Lower-cased. */
    email: text().notNull().unique(),
    firstName: text().notNull(),
    lastName: text().notNull(),
    /** argon2id, with its own salt and parameters. */
    passwordHash: text().notNull(),
    /** The owner's code that a registration names as `admin_id`. */
    adminCode: text().unique(),
    /** When somebody proved to read this address's mail; null: nobody has yet. */
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

/** A signed-in device. The token itself is never kept. */
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
 * Links that were mailed, each good once until it expires. Kept is the token's hash alone; a mail
 * names the link by its id, and the token is worked out anew when the mail leaves.
 */
export const mailedLinks = pgTable(
  "mailed_links",
  {
    id: uuidKey().primaryKey(),
    purpose: text({ enum: linkPurposes }).notNull(),
    /** SHA-256 of the token, hexadecimal. */
    tokenHash: text().notNull().unique(),
    /** Null: an invitation; nobody has an account yet. */
    accountId: uuid().references(() => accounts.id),
    /** The address that it was mailed to. */
    email: text().notNull(),
    /** The address that is to take the account's place. */
    newEmail: text(),
    /** The owner's code that an invitation fills in. */
    adminCode: text(),
    createdAt: moment().notNull(),
    expiresAt: moment().notNull(),
    usedAt: moment(),
    /** A newer link, or a new password, took its place. */
    voidedAt: moment(),
  },
  (link) => [index().on(link.accountId), index().on(link.email)],
);

/** Tokens that a provider has confirmed and would not confirm twice; remembered for two minutes. */
export const confirmedCaptchas = pgTable("confirmed_captchas", {
  signature: text().primaryKey(),
  expiresAt: moment().notNull(),
});

/** Solutions that were spent, until they would have expired anyway. */
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

/** One row: what the secret of all machines that share this database is known by. */
export const secretFingerprint = pgTable(
  "secret_fingerprint",
  {
    isOnly: boolean().primaryKey().default(true),
    fingerprint: text().notNull(),
  },
  (known) => [check("secret_fingerprint_is_only", sql`${known.isOnly}`)],
);

/** Who did what that somebody may ask about later: sign-ins, refusals, rights, looks, exports. */
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
    // A page of one practice's, newest first.
    index("audit_entries_of_client").on(entry.clientId, entry.id),
  ],
);

// ── Contact requests: what the two public sites bring in ───────────────────────────────────────────────

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
    /** The consent sentence that stood beside the form. */
    consent: text(),
    /** The flag as it was sent. It never hides anything: the questionnaire always sends true. */
    test: boolean().notNull(),
    submissionId: uuid().unique(),
    receivedAt: createdAt(),
    /** Null: only the first step of the questionnaire arrived. */
    finishedAt: moment(),
    answeredAt: moment(),
    closedAt: moment(),
  },
  (contactRequest) => [index().on(contactRequest.receivedAt, contactRequest.id)],
);

// ── Mail ────────────────────────────────────────────────────────────────────────────────────────

/** Every e-mail is a row, written in the transaction of its cause. */
export const mails = pgTable(
  "mails",
  {
    clientId: uuid().notNull().default(agencyClientId),
    id: uuidKey(),
    /** Which e-mail it is: "contact request-notice", "recover", … */
    kind: text().notNull(),
    /** One mail per cause: the second with the same key is not written. */
    causeKey: text(),
    fromName: text(),
    replyTo: text(),
    to: text().notNull(),
    subject: text().notNull(),
    text: text().notNull(),
    html: text(),
    /** Made anew from its contact request at each hand-over, so that no file has to be kept. */
    attachment: text({ enum: mailAttachments }),
    /** queued → sending → sent | failed | stopped; `unknown` when nobody can tell whether it left. */
    state: text({ enum: mailStates }).notNull().default("queued"),
    attempts: integer().notNull().default(0),
    /** What the mail server said, or why it could not be asked. */
    problem: text(),
    contactRequestId: uuid(),
    /** Of a practice's e-mail: whom it is to, who sent it, and the template that it was made of. */
    leadId: uuid(),
    accountId: uuid(),
    templateId: uuid(),
    /** Of one that leaves by itself: what it answers. */
    inquiryId: uuid(),
    /** Not before this. */
    dueAt: moment(),
    /** The mailed link whose token takes the place of `[token]` in the text as the mail leaves. */
    linkId: uuid(),
    createdAt: createdAt(),
    /** Its turn came while no mail server was configured: it waits in the outbox. */
    heldAt: moment(),
    sendingAt: moment(),
    sentAt: moment(),
  },
  (mail) => [
    primaryKey({ columns: [mail.clientId, mail.id] }),
    uniqueIndex().on(mail.clientId, mail.causeKey),
    // All practices' together, newest first: the owner's log, and a mail of which only the id is known.
    index("mails_newest").on(mail.id),
    index("mails_of_contact_request")
      .on(mail.contactRequestId)
      .where(sql`contact_request_id is not null`),
    index("mails_of_lead").on(mail.clientId, mail.leadId, mail.id).where(sql`lead_id is not null`),
    // How many left by themselves to one address, whoever's they were.
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

/** Addresses to which a practice's automatic e-mails no longer go. */
export const mailStops = pgTable(
  "mail_stops",
  {
    clientId: uuid()
      .notNull()
      .references(() => clients.id),
    /** A keyed hash, hexadecimal: the stop outlives an erasure, and the address does not. */
    addressHash: text().notNull(),
    reason: text({ enum: mailStopReasons }).notNull(),
    at: moment().notNull(),
    /** Who asked for it at the desk. */
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

/** Where leads come from: a Meta form of a page, or a web form with its key. */
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
    /** Sealed under SECRET (server/sealed.ts); one from an earlier version until the next start. */
    metaPageToken: text(),
    formKey: text(),
    /** Where a web form's sender goes afterwards; only to here. */
    thanksUrl: text(),
    /** Web pages that may carry the form; empty: any. */
    allowedOrigins: text().array().notNull().default([]),
    campaignId: uuid(),
    /** Since when the platform refuses us for good (a page token that expired); told to the owner. */
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
 * A person in a practice. The columns below `state` repeat what inquiries and calls say, kept by
 * the verbs in the same transaction, so that the queue is read from one index.
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
    /** As typed, but lower-cased. */
    email: text().notNull().default(""),
    /** E.164 when the number is valid, else as typed. */
    phone: text().notNull().default(""),
    isPhoneValid: boolean().notNull().default(false),
    interest: text().notNull().default(""),
    campaignId: uuid(),
    /** Where the newest inquiry that came from anywhere did; null: all were typed in by hand. */
    sourceId: uuid(),
    isTest: boolean().notNull().default(false),
    /** When we received the newest inquiry. */
    receivedAt: moment().notNull(),
    /** When the newest inquiry was submitted: the start of its clock. */
    startedAt: moment().notNull(),

    state: text({ enum: leadStates }).notNull().default("new"),
    /** Start of the clock that is still running; null when everything that was asked was called. */
    uncalledSince: moment(),
    /** When the newest clock was stopped. */
    firstCalledAt: moment(),
    callBackAt: moment(),
    attempts: integer().notNull().default(0),
    lastOutcome: text({ enum: callOutcomes }),
    lastCalledAt: moment(),
    /** The last call but two: since when there were three. */
    thirdLastCalledAt: moment(),
    /** The person does not want to be called: since when, and who said so. */
    doNotCallSince: moment(),
    doNotCallReason: text().notNull().default(""),
    /** A call that was begun and has no outcome yet: it is asked about until it has one. */
    openCallId: uuid(),
    openCalledAt: moment(),
    /** The last call, or else the ask: what "longest untouched" goes by. */
    touchedAt: moment().notNull(),
    askedAgainAt: moment(),
    /** The newest inquiry's name where it is not the lead's: families share phones. */
    askedAs: text(),
    /** Another lead with the same e-mail or phone: maybe the same person. */
    maybeSameAs: uuid(),
    bookedAt: moment(),
    archivedAt: moment(),
    archiveReason: text(),
    deletedAt: moment(),
    /** The person was forgotten for good: what is left are moments and counts. */
    erasedAt: moment(),
    /** Whether the tallies below count it: from its first inquiry on, unless it is deleted. */
    isCounted: boolean().notNull().default(false),
    createdAt: createdAt(),
    /** What a search looks through: lower case, the phone as bare digits. */
    search: text()
      .notNull()
      .generatedAlwaysAs(
        sql`lower(first_name || ' ' || last_name || ' ' || email) || ' ' || regexp_replace(phone, '\\D', '', 'g')`,
      ),
  },
  (lead) => [
    primaryKey({ columns: [lead.clientId, lead.id] }),
    // The orders of the queue. They end with what a search looks through, so that walking along one
    // reads it alone; the longest names and address (2 KB) fit an entry (2.7 KB).
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
    // By pieces of three letters that carry their practice (`search_keys`, a function of the
    // database), so that one practice's are never put together with another's. Written at once: a
    // list of what is still to be written would be read by every search.
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
    // What a filter finds when it is too rare to be met by walking: with all that orders and other
    // filters go by, so that the index alone is read.
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
    // Who asks again is known also when the lead was deleted.
    index("leads_phone").on(lead.clientId, lead.phone),
    index("leads_email").on(lead.clientId, lead.email),
  ],
);

/** Each time the person asked. What the form said is kept as it came. */
export const inquiries = pgTable(
  "inquiries",
  {
    clientId: uuid().notNull(),
    id: uuidKey(),
    leadId: uuid().notNull(),
    sourceId: uuid(),
    campaignId: uuid(),
    /** Who asked, as this time said it: families share phones, people have several addresses. */
    firstName: text().notNull(),
    lastName: text().notNull().default(""),
    email: text().notNull().default(""),
    phone: text().notNull().default(""),
    answers: jsonb().$type<{ name: string; values: string[] }[]>().notNull().default([]),
    isTest: boolean().notNull().default(false),
    /** Entered by hand, or brought in from an old list: nobody pressed Submit, so no clock. */
    isUntimed: boolean().notNull().default(false),
    /** The source's own time, never later than `receivedAt`. */
    submittedAt: moment().notNull(),
    receivedAt: moment().notNull(),
    /** Start of its own clock; null when it has none (a test, or joined to an older running one). */
    clockStartedAt: moment(),
    /**
     * Hour of the practice's week in which its clock started (0 is Sunday, midnight to one), by the
     * time zone in force then; null: no clock.
     */
    startedHour: smallint(),
    /** When ten and sixty open minutes of its clock have passed; null: no clock. */
    openOnTimeUntil: moment(),
    openLateAt: moment(),
    /** First written to an event stream of the practice's own dashboard. */
    alertedAt: moment(),
    /** First opened, or shown in a visible tab with somebody at it. */
    firstSeenAt: moment(),
    /** The call that stopped the clock. */
    firstCalledAt: moment(),
    /** True when that call was entered later than it was made. */
    isFirstCallEnteredLater: boolean().notNull().default(false),
    /** When somebody was first spoken to, booked or not. */
    firstSpokeAt: moment(),
    /** The first call of its clock's time that ended in a booking. */
    firstBookedAt: moment(),
    /** The consent sentence that stood beside the source's form. */
    consent: text(),
  },
  (inquiry) => [
    primaryKey({ columns: [inquiry.clientId, inquiry.id] }),
    index().on(inquiry.clientId, inquiry.leadId),
    index("inquiries_clocks")
      .on(inquiry.clientId, inquiry.clockStartedAt, inquiry.firstCalledAt)
      .where(sql`clock_started_at is not null`),
    // The order of an export: those without a clock are in it too.
    index("inquiries_submitted").on(inquiry.clientId, inquiry.submittedAt, inquiry.id),
    index("inquiries_of_campaign")
      .on(inquiry.clientId, inquiry.campaignId, inquiry.clockStartedAt)
      .where(sql`clock_started_at is not null`),
    // All that judging a running clock takes, so that the index alone is read.
    index("inquiries_uncalled")
      .on(inquiry.clientId, inquiry.clockStartedAt, inquiry.openLateAt, inquiry.campaignId)
      .where(sql`clock_started_at is not null and first_called_at is null`),
    // Those still on the clock in open hours: a few, where the uncalled may be thousands.
    index("inquiries_open_limit")
      .on(inquiry.clientId, sql`coalesce(open_late_at, 'infinity')`)
      .where(sql`clock_started_at is not null and first_called_at is null`),
  ],
);

/**
 * What the figures add up, changed in the transaction that changes what they count. A day and
 * campaign may have several rows: who finds one locked begins another instead of waiting. Their sum
 * counts.
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
    /** Inquiries that were called, as time passes on the wall. */
    lt10: integer().notNull(),
    lt60: integer().notNull(),
    other: integer().notNull(),
    /** The same inquiries, as time passes in open hours. */
    openLt10: integer().notNull(),
    openLt60: integer().notNull(),
    openOther: integer().notNull(),
    enteredLater: integer().notNull(),
  },
  (rollup) => [
    primaryKey({ columns: [rollup.clientId, rollup.id] }),
    // It ends with all that is added up: the index alone is read, where the rows of a practice lie
    // on a page each.
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
  /** Clocks that started, called or not: what time alone makes late is the rest. */
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
 * The same inquiries by hour of the week, campaign, source, minute and bucket, for each month and
 * for all time; several rows for a key as above.
 */
export const figureParts = pgTable(
  "figure_parts",
  {
    clientId: uuid().notNull(),
    id: uuidKey(),
    /** The first day of the UTC month in which the clock started; null: all time. */
    month: date({ mode: "string" }),
    part: text({ enum: figurePartNames }).notNull(),
    /** Which bucket (wall and open), hour of the week, campaign, source, or minute of the first call. */
    key: text().notNull(),
    ...partCounts(),
  },
  (part) => [
    primaryKey({ columns: [part.clientId, part.id] }),
    index("figure_parts_months").on(part.clientId, part.month, part.part, part.key),
  ],
);

/** The same for each UTC day: what a period has beside its whole months. Added up they are the months. */
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

/** How many leads the queue holds, and from when on; several rows for a day as above. */
export const queueRollups = pgTable(
  "queue_rollups",
  {
    clientId: uuid().notNull(),
    id: uuidKey(),
    /** The UTC day on which call-backs fall due; null: to be called already. */
    dueOn: date({ mode: "string" }),
    leads: integer().notNull(),
    /** Those of them whose clock runs. */
    uncalled: integer().notNull(),
    /** How many the archive holds; not in the queue, and counted beside it. */
    archived: integer().notNull().default(0),
  },
  (rollup) => [
    primaryKey({ columns: [rollup.clientId, rollup.id] }),
    index("queue_rollups_days").on(rollup.clientId, rollup.dueOn),
  ],
);

/** A human outbound call attempt. Without an outcome it is a tap that is still asked about. */
export const calls = pgTable(
  "calls",
  {
    clientId: uuid().notNull(),
    /** Made by the device, so that the same call sent twice is one. */
    id: uuid().notNull(),
    leadId: uuid().notNull(),
    accountId: uuid().notNull(),
    calledAt: moment().notNull(),
    /** When we first heard of it; later than `calledAt` only when it was entered later. */
    recordedAt: moment().notNull(),
    isEnteredLater: boolean().notNull().default(false),
    outcome: text({ enum: callOutcomes }),
    outcomeAt: moment(),
    callBackAt: moment(),
    voidedAt: moment(),
    voidedBy: uuid(),
    /** The signed-in device that told of it; null: none did (a tool). */
    sessionId: uuid(),
    /** Another device's call that this one turned out to be; void, so that it counts once. */
    joinedTo: uuid(),
  },
  (call) => [
    primaryKey({ columns: [call.clientId, call.id] }),
    index().on(call.clientId, call.leadId, call.calledAt),
  ],
);

/** What the desk wrote down about a lead, append-only. A correction is another note. */
export const notes = pgTable(
  "notes",
  {
    clientId: uuid().notNull(),
    /** Made by the device, so that the same note sent twice is one. */
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

/** Which signed-in device has a lead open, until when: no history, the next one who comes sweeps up. */
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

/** What happened to a lead, append-only. A correction is a new entry. */
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

/** A practice's own words. What is deleted stays, so that it can be brought back. */
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
    /** A note's text; else HTML, sanitized before it was kept. */
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
    // Asked with every inquiry that comes in.
    index("templates_automatic")
      .on(template.clientId)
      .where(sql`kind = 'auto' and is_active and deleted_at is null`),
  ],
);

/** Drawn anew from what was uploaded; shown in e-mails, which carry them along. Never changed. */
export const pictures = pgTable(
  "pictures",
  {
    clientId: uuid()
      .notNull()
      .references(() => clients.id),
    id: uuidKey(),
    /** SHA-256 of the content, hexadecimal: the same picture is kept once. */
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

/** A web form's submission, by what identifies it: sent again it changes nothing. */
export const formSubmissions = pgTable(
  "form_submissions",
  {
    clientId: uuid().notNull(),
    sourceId: uuid().notNull(),
    /** A hash of its fields, after the form's own submission id if it has one. */
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
    // Who asks for what is kept of them, or to be forgotten, is looked for by this.
    index("form_submissions_inquiry").on(submission.clientId, submission.inquiryId),
  ],
);

/** A webhook's body as it came, byte for byte, stored before it is acknowledged. */
export const deliveries = pgTable(
  "deliveries",
  {
    id: uuidKey().primaryKey(),
    platform: text({ enum: ["meta"] }).notNull(),
    body: text().notNull(),
    receivedAt: createdAt(),
    /** What the platform calls the leads that it names: how an erasure finds it. */
    platformLeadIds: text().array().notNull().default([]),
  },
  (delivery) => [
    index().on(delivery.receivedAt),
    index("deliveries_of_lead").using("gin", delivery.platformLeadIds),
  ],
);

/** One lead that a platform told us of, until it stands in a desk. */
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
