// Every table on one page. A tenant's tables lead their keys and indexes with `client_id`, so that
// PostgreSQL can be sharded by client without a rewrite; keys.test.ts lists the exceptions.

import { sql } from "drizzle-orm";
import {
  type AnyPgColumn,
  bigint,
  boolean,
  check,
  customType,
  date,
  foreignKey,
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
import {
  alertAddressProblems,
  alertChannels,
  alertDeviceProblems,
  alertStates,
  alertSteps,
} from "#contract/alerts.ts";
import { type AttemptGap, usualAttemptGaps } from "#contract/attempt-plan.ts";
import { auditActions } from "#contract/audit.ts";
import { bookingEnders } from "#contract/bookings.ts";
import { callOutcomes } from "#contract/call-outcomes.ts";
import {
  budgetPeriods,
  type CampaignDay,
  campaignDayOrigins,
  campaignPlatforms,
} from "#contract/campaigns.ts";
import { consoleRoles } from "#contract/console-roles.ts";
import {
  closeReasons,
  contactRequestEventKinds,
  contactRequestKinds,
  contactRequestStates,
} from "#contract/contact-request-work.ts";
import { factorKinds } from "#contract/factors.ts";
import { countingModes } from "#contract/figures.ts";
import {
  type ImportDelimiter,
  type ImportField,
  importDestinations,
  importEncodings,
  importProblems,
  importStates,
  rowProblems,
} from "#contract/imports.ts";
import type { Attribution } from "#contract/inquiries.ts";
import { languages } from "#contract/languages.ts";
import type { LeadFacts } from "#contract/lead-facts.ts";
import { leadStates } from "#contract/leads.ts";
import { mailAttachments, mailStates, mailStopReasons } from "#contract/mail.ts";
import type { MergeUndo } from "#contract/merges.ts";
import type { Holiday, OpenWeek } from "#contract/open-hours.ts";
import { officePhoneProblems } from "#contract/rings.ts";
import { roles } from "#contract/roles.ts";
import { settingParts } from "#contract/settings.ts";
import {
  deliveryReasons,
  type HostedForm,
  keyedResults,
  sourceKinds,
  type WebhookMapping,
} from "#contract/sources.ts";
import type {
  DraftSettings,
  DraftTemplate,
  PublishedSettings,
  PublishedTemplate,
  SetSettingName,
  Stored,
} from "#contract/template-sets.ts";
import { type EarlierTemplate, templateKinds } from "#contract/templates.ts";
import { timelineKinds } from "#contract/timeline.ts";
import { usualUrgentWords } from "#contract/urgent-words.ts";

// uuidv7 sorts by time, so keys made together are stored together.
const uuidKey = () => uuid().notNull().default(sql`uuidv7()`);
// Milliseconds, like JavaScript's Date: a bucket's boundary is exact and survives the round trip.
const moment = () => timestamp({ withTimezone: true, precision: 3, mode: "date" });
const bytes = customType<{ data: Buffer }>({ dataType: () => "bytea" });
const createdAt = () => moment().notNull().defaultNow();

/** The tenant of the agency's own mail. */
export const agencyClientId = "00000000-0000-0000-0000-000000000000";

const ofPractice = () =>
  uuid()
    .notNull()
    .references((): AnyPgColumn => clients.id);

type Tenant = { clientId: AnyPgColumn };

/** The row's lead exists, in the same practice. Nothing deletes a lead's row: see decision 029. */
const ofLead = (row: Tenant & { leadId: AnyPgColumn }) =>
  foreignKey({
    columns: [row.clientId, row.leadId],
    foreignColumns: [leads.clientId, leads.id],
  });

const ofContactRequest = () =>
  uuid()
    .notNull()
    .references((): AnyPgColumn => contactRequests.id);

/** The same for its inquiry. */
const ofInquiry = (row: Tenant & { inquiryId: AnyPgColumn }) =>
  foreignKey({
    columns: [row.clientId, row.inquiryId],
    foreignColumns: [inquiries.clientId, inquiries.id],
  });

/**
 * The lead that the row belonged to before a merge moved it; null if no merge moved it. Without
 * a key: only a merge writes it, from the row's own `lead_id`.
 */
const mergedFrom = () => uuid();

export const linkPurposes = [
  "invitation",
  "join_practice",
  "confirm_address",
  "reset_password",
  "change_address_old",
  "change_address_new",
  "join_owners",
  "join_helpers",
  "change_booking",
] as const;

// ── Who signs in ────────────────────────────────────────────────────────────────────────────────

/**
 * A practice. Pending until approved; a suspended practice keeps its data and cannot sign in. One
 * that has ended is suspended too, and erased a month later.
 */
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
  /** Whether a notification names the campaign, which can reveal a treatment. */
  showsCampaign: boolean().notNull().default(false),
  /** How its lead desk measures a wait: all hours, or its business hours. */
  reading: text({ enum: countingModes }).notNull().default("wall"),
  /** When it calls a lead again that didn't answer. */
  attemptGaps: text().array().$type<AttemptGap[]>().notNull().default(usualAttemptGaps),
  /** Marks leads whose message has one of them. */
  urgentWords: text().array().notNull().default(usualUrgentWords),
  /** Time of the last profile change: its version, for optimistic locking. */
  profileChangedAt: createdAt(),
  createdAt: createdAt(),
  approvedAt: moment(),
  suspendedAt: moment(),
  /** Since when the agency no longer works for it; equals `suspendedAt` unless that is earlier. */
  endedAt: moment(),
  /** When its erasure began: it can no longer be restored. */
  erasureBegunAt: moment(),
  /** A live demo, or the template that demos are copied from: see server/real-practices.ts. */
  isDemo: boolean().notNull().default(false),
  /** When the demo ends and is erased, or null for a real practice, or the template. */
  demoEndsAt: moment(),
  /** How many of the demo's new leads have arrived. */
  demoLeads: smallint().notNull().default(0),
  /** When the owner turned this practice's Monday email off, or null if it's on. */
  mondayMailOffAt: moment(),
  /** The Monday of the last week whose email was decided, sent or not. */
  mondayMailFor: date({ mode: "string" }),
  /** When the owner turned on the monthly email, sent on the first; null if it's off. */
  monthMailOnAt: moment(),
  /** The first day of the last month, and the last day, whose email was decided, sent or not. */
  monthMailFor: date({ mode: "string" }),
  yesterdayMailFor: date({ mode: "string" }),
  /** How long some of the practice's records are kept; null: as long as by default. */
  keepsDeliveriesDays: smallint(),
  keepsSessionsDays: smallint(),
  keepsAuditDays: smallint(),
  /** What the agency does for it, as the owner calls it; empty: nothing is agreed. */
  package: text().notNull().default(""),
  /** Per month, in US cents; null: not agreed. */
  feeCents: bigint({ mode: "number" }),
  /** The days from which it pays, and of its next invoice. */
  agreedFrom: date({ mode: "string" }),
  nextInvoiceOn: date({ mode: "string" }),
  /** Time of the last change of these four: their version, for optimistic locking. */
  agreementChangedAt: createdAt(),
  /** The owner's own words for it, by which the list of practices is filtered. */
  tags: text().array().notNull().default([]),
  /** Since when its phones ring for a new lead, or null if they don't. */
  ringsOnAt: moment(),
  /** How long a person at the screen may be first. */
  ringDelaySeconds: smallint().notNull().default(0),
  /** Its own number in E.164, which leads see when it calls; null: it has none. */
  phoneNumber: text(),
});

/** What the agency has invoiced a practice. Only owners see it. */
export const invoices = pgTable(
  "invoices",
  {
    clientId: ofPractice(),
    /** Generated by the device. Makes adding it idempotent. */
    id: uuid().notNull(),
    invoicedOn: date({ mode: "string" }).notNull(),
    amountCents: bigint({ mode: "number" }).notNull(),
    /** The day on which it was paid; null: it isn't. */
    paidOn: date({ mode: "string" }),
  },
  (invoice) => [primaryKey({ columns: [invoice.clientId, invoice.id] })],
);

/** The owner's own notes about a practice. No practice's person can read them. */
export const practiceNotes = pgTable(
  "practice_notes",
  {
    clientId: ofPractice(),
    id: uuidKey(),
    text: text().notNull(),
    /** The owner who wrote it. */
    accountId: uuid()
      .notNull()
      .references(() => accounts.id),
    writtenAt: moment().notNull(),
    /** The note's version, for optimistic locking. */
    changedAt: moment().notNull(),
  },
  (note) => [primaryKey({ columns: [note.clientId, note.id] })],
);

/** The owner's comment on a practice's month, which its managers read in the report. */
export const monthComments = pgTable(
  "month_comments",
  {
    clientId: ofPractice(),
    /** "2026-03" */
    month: text().notNull(),
    text: text().notNull(),
    /** The owner who wrote it last. */
    accountId: uuid()
      .notNull()
      .references(() => accounts.id),
    /** The comment's version, for optimistic locking. */
    changedAt: moment().notNull(),
  },
  (comment) => [primaryKey({ columns: [comment.clientId, comment.month] })],
);

/**
 * The sort keys of the owner's list of practices, recomputed every few minutes: sorting by a median
 * needs the medians of every practice. See `server/members/practices/sort-keys.ts`.
 */
export const practiceSortKeys = pgTable("practice_sort_keys", {
  clientId: ofPractice().primaryKey(),
  leads: integer().notNull(),
  /** Inquiries called on time, and late ones, per 1000, or null if there were no inquiries. */
  onTimePermille: smallint(),
  latePermille: smallint(),
  neverCalled: integer().notNull(),
  /**
   * In minutes; over an hour, and not yet, come after the hour. Null if there were no inquiries.
   */
  median: smallint(),
  lastLeadAt: moment(),
  lastSignedInAt: moment(),
});

/**
 * A practice's time zone, week and holidays from a given moment. Rows are immutable: a clock uses
 * the row that was in effect when it started.
 */
export const openHours = pgTable(
  "open_hours",
  {
    clientId: ofPractice(),
    inForceFrom: moment().notNull(),
    timeZone: text().notNull(),
    week: jsonb().$type<OpenWeek>().notNull(),
    holidays: jsonb().$type<Holiday[]>().notNull(),
    /** False for the default hours, and for a week that an owner copied to the practice. */
    isConfirmed: boolean().notNull().default(true),
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
    /** When the address was confirmed, or null if not yet. */
    emailConfirmedAt: moment(),
    /** What the person may do at the desk, or null for an owner. */
    role: text({ enum: roles }),
    /** What an owner or a helper may do in the console; has no meaning for a practice's person. */
    consoleRole: text({ enum: consoleRoles }).notNull().default("owner"),
    /**
     * Can no longer log in. The row is never deleted, so that past actions keep the person's name.
     */
    deactivatedAt: moment(),
    /** When the person turned off their Monday email; null if it's on. */
    mondayMailOffAt: moment(),
    /** The same for the monthly report that is sent on the first. */
    monthMailOffAt: moment(),
    /** When a manager turned on the email with yesterday's numbers; null if it's off. */
    yesterdayMailOnAt: moment(),
    /** The account's user handle for passkeys: random, in base64url. Null: it never had one. */
    passkeyHandle: text(),
    createdAt: createdAt(),
  },
  (account) => [
    index().on(account.clientId),
    check(
      "account_kind",
      sql`(${account.kind} = 'client') = (${account.clientId} is not null)
        and (${account.kind} = 'admin') = (${account.adminCode} is not null)
        and (${account.kind} = 'client') = (${account.role} is not null)`,
    ),
  ],
);

/** A person whom a manager invited. Resending gives it a new link. */
export const personInvitations = pgTable(
  "person_invitations",
  {
    clientId: ofPractice(),
    id: uuidKey(),
    /** Lowercase. */
    email: text().notNull(),
    firstName: text().notNull(),
    lastName: text().notNull(),
    role: text({ enum: roles }).notNull(),
    invitedBy: uuid().notNull(),
    invitedAt: moment().notNull(),
    expiresAt: moment().notNull(),
    /** The invitation's newest link; null if the address has an account and the email said so. */
    linkId: uuid(),
    acceptedAt: moment(),
    withdrawnAt: moment(),
  },
  (invitation) => [
    primaryKey({ columns: [invitation.clientId, invitation.id] }),
    uniqueIndex("person_invitations_open")
      .on(invitation.clientId, invitation.email)
      .where(sql`${invitation.acceptedAt} is null and ${invitation.withdrawnAt} is null`),
    // The person follows the link before the practice is known.
    index("person_invitations_of_link").on(invitation.linkId),
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
    kind: text({ enum: ["client", "admin", "demo"] }).notNull(),
    /** SHA-256 of the token, hexadecimal. */
    tokenHash: text().notNull().unique(),
    device: text().notNull(),
    address: text().notNull(),
    createdAt: createdAt(),
    /** Exact to within `usedEveryMs`; null if the session hasn't been used since it was opened. */
    lastUsedAt: moment(),
    /** When its person last proved who they are: at login, or again in it. See `needsProof`. */
    provenAt: moment().notNull(),
    expiresAt: moment().notNull(),
    endedAt: moment(),
    /**
     * The known device it was opened in: its `tokenHash`. Null for a demo's session, or an older
     * one.
     */
    deviceHash: text(),
    /** When the session's browser became a shared device; null if it's one person's browser. */
    sharedAt: moment(),
    /** A shared device locks after this long without input. */
    idleMinutes: smallint(),
    /** Who unlocked the shared device, or null if it's locked. */
    unlockedBy: uuid().references(() => accounts.id),
    /** The last input by a person at the shared device. */
    activeAt: moment(),
    /** Wrong PINs by all people since `wrongPinsSince`, within an hour. */
    wrongPins: integer().notNull().default(0),
    wrongPinsSince: moment(),
  },
  (session) => [
    index().on(session.accountId),
    // A login ends what is open in the same browser.
    index().on(session.deviceHash),
    check(
      "sessions_shared",
      sql`${session.sharedAt} is null
        or (${session.idleMinutes} is not null and ${session.activeAt} is not null)`,
    ),
  ],
);

/** A person's PIN on one shared device. Deleted when its session ends. */
export const devicePins = pgTable(
  "device_pins",
  {
    clientId: ofPractice(),
    sessionId: uuid().notNull(),
    accountId: uuid()
      .notNull()
      .references(() => accounts.id),
    initials: text().notNull(),
    /** argon2id. Four digits are quickly guessed from the hash, but they only open that session. */
    pinHash: text().notNull(),
    /** Wrong PINs since the person's last unlock. */
    wrongPins: integer().notNull().default(0),
    createdAt: createdAt(),
  },
  (pin) => [
    primaryKey({ columns: [pin.clientId, pin.sessionId, pin.accountId] }),
    uniqueIndex().on(pin.clientId, pin.sessionId, pin.initials),
  ],
);

/** A browser that an account has signed in from, by the random token in its cookie. */
export const knownDevices = pgTable(
  "known_devices",
  {
    id: uuidKey().primaryKey(),
    accountId: uuid()
      .notNull()
      .references(() => accounts.id),
    /** SHA-256 of the token, hexadecimal. One browser has the same token for all of its accounts. */
    tokenHash: text().notNull(),
    createdAt: moment().notNull(),
    /** The last sign-in. */
    lastUsedAt: moment().notNull(),
  },
  (device) => [
    uniqueIndex().on(device.accountId, device.tokenHash),
    // Retention.
    index().on(device.lastUsedAt),
  ],
);

/** An account's second factors. */
export const factors = pgTable(
  "factors",
  {
    id: uuidKey().primaryKey(),
    accountId: uuid()
      .notNull()
      .references(() => accounts.id),
    kind: text({ enum: factorKinds }).notNull(),
    name: text().notNull(),
    /** The secret for `totp`: Base32, sealed. */
    secret: text(),
    /** The time step of the last code that was used: a code works once. */
    lastStep: integer().notNull().default(0),
    /** The id and key for `passkey`, as the device made them: base64url, and COSE. */
    credentialId: text().unique(),
    publicKey: bytes(),
    /** The signature counter of its last use; some devices always send 0. */
    counter: bigint({ mode: "number" }).notNull().default(0),
    /** How a browser reaches the device. */
    transports: text().array().notNull().default([]),
    createdAt: createdAt(),
    /** Null if the setup waits for its first code, and the factor isn't required yet. */
    confirmedAt: moment(),
    lastUsedAt: moment(),
  },
  (factor) => [
    index().on(factor.accountId),
    check(
      "factor_kind",
      sql`(${factor.kind} = 'totp') = (${factor.secret} is not null)
        and (${factor.kind} = 'passkey') = (${factor.credentialId} is not null)
        and (${factor.kind} = 'passkey') = (${factor.publicKey} is not null)`,
    ),
  ],
);

/** Codes for someone who has lost their other factor. A used code's row is deleted. */
export const recoveryCodes = pgTable(
  "recovery_codes",
  {
    accountId: uuid()
      .notNull()
      .references(() => accounts.id),
    /** SHA-256, hexadecimal. */
    codeHash: text().notNull(),
  },
  (code) => [primaryKey({ columns: [code.accountId, code.codeHash] })],
);

/** Logins with the right password, waiting for their second factor. Deleted when used up. */
export const signInChallenges = pgTable(
  "sign_in_challenges",
  {
    /** SHA-256 of the challenge, hexadecimal. */
    tokenHash: text().primaryKey(),
    accountId: uuid()
      .notNull()
      .references(() => accounts.id),
    triesLeft: integer().notNull(),
    expiresAt: moment().notNull(),
  },
  (challenge) => [index().on(challenge.accountId)],
);

export const passkeyPurposes = ["registration", "sign_in"] as const;

/** What a device has to sign. Deleted by its first use, or soon after it has expired. */
export const passkeyChallenges = pgTable(
  "passkey_challenges",
  {
    id: uuidKey().primaryKey(),
    purpose: text({ enum: passkeyPurposes }).notNull(),
    /** SHA-256 of the challenge, hexadecimal. */
    tokenHash: text().notNull().unique(),
    /** The account that adds a passkey, or null for a login, whose account isn't known yet. */
    accountId: uuid().references(() => accounts.id),
    expiresAt: moment().notNull(),
  },
  (challenge) => [
    index().on(challenge.accountId),
    index().on(challenge.expiresAt),
    check(
      "passkey_challenge_account",
      sql`(${challenge.purpose} = 'registration') = (${challenge.accountId} is not null)`,
    ),
  ],
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
    /** Null for an invitation; there is no account yet. */
    accountId: uuid().references(() => accounts.id),
    /** The address that it was mailed to. */
    email: text().notNull(),
    /** The account's new address, for a change of address. */
    newEmail: text(),
    /** The owner's code that an invitation fills in. */
    adminCode: text(),
    /** The contact request that an invitation answers; it fills in what the person wrote there. */
    contactRequestId: uuid(),
    /** The practice's name that an invitation fills in. */
    practiceName: text(),
    createdAt: moment().notNull(),
    expiresAt: moment().notNull(),
    usedAt: moment(),
    /** A newer link, or a new password, voided it. */
    voidedAt: moment(),
  },
  (link) => [index().on(link.accountId), index().on(link.email)],
);

/** Tokens that a provider has verified and would not verify twice; stored for two minutes. */
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

/**
 * One row after the first rotation of SECRET: the original secret, sealed under the current one.
 * Opted-out addresses are hashed with it.
 */
export const retiredSecret = pgTable(
  "retired_secret",
  {
    isOnly: boolean().primaryKey().default(true),
    sealed: text().notNull(),
  },
  (retired) => [check("retired_secret_is_only", sql`${retired.isOnly}`)],
);

/**
 * One row while columns of leads that were stored before them are still being written
 * (server/desk/leads/fill-leads.ts): how far it came.
 */
export const searchFill = pgTable(
  "search_fill",
  {
    isOnly: boolean().primaryKey().default(true),
    afterClientId: uuid(),
    afterId: uuid(),
  },
  (fill) => [check("search_fill_is_only", sql`${fill.isOnly}`)],
);

/** Settings saved on the screen; an environment variable overrides them. */
export const settings = pgTable("settings", {
  part: text({ enum: settingParts }).primaryKey(),
  /** `storedSettings` in server/agency/settings/stored.ts. */
  value: jsonb().$type<Record<string, unknown>>().notNull(),
  /**
   * Its secrets as JSON, encrypted under SECRET (server/secrets/sealed.ts), or null if it has none.
   */
  sealed: text(),
  changedAt: createdAt(),
});

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
    // The same for one action, and for one person.
    index("audit_entries_of_action").on(entry.action, entry.id),
    index("audit_entries_of_account").on(entry.accountId, entry.id),
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
    /** The language of the page that it was sent from, used for replies. */
    language: text({ enum: languages }).notNull().default("en"),
    /** The flag as it was sent. It has no effect: the questionnaire always sends true. */
    test: boolean().notNull(),
    submissionId: uuid().unique(),
    receivedAt: createdAt(),
    /** Null if only the first step of the questionnaire was submitted. */
    finishedAt: moment(),
    /** The time that the questionnaire asked to be called at; of a booked call, its time. */
    contactAt: moment(),
    /** Whether it has a clock, which started when it was finished. */
    isTimed: boolean().notNull().default(false),

    // Recomputed from its calls and events after each of them.
    state: text({ enum: contactRequestStates }).notNull().default("new"),
    /** Start of the running clock. */
    uncalledSince: moment(),
    firstCalledAt: moment(),
    callBackAt: moment(),
    attempts: integer().notNull().default(0),
    lastOutcome: text({ enum: callOutcomes }),
    lastCalledAt: moment(),
    openCallId: uuid(),
    openCalledAt: moment(),
    /** The last call, or else the request: the key of the "longest untouched" order. */
    touchedAt: createdAt(),
    answeredAt: moment(),
    closedAt: moment(),
    closeReason: text({ enum: closeReasons }),

    /** What an owner does next; null: nothing is planned. */
    nextStep: text(),
    /** A day in the agency's time zone. */
    nextStepOn: date({ mode: "string" }),
    /** The owner who does it, by id and by the name when it was saved. */
    assignee: uuid(),
    assigneeName: text(),

    /** The emailed link of its invitation, and the practice that registered with it. */
    invitationId: uuid(),
    invitedAt: moment(),
    practiceId: uuid().references((): AnyPgColumn => clients.id),
    /** An unfinished questionnaire: the one that the same person finished later; no list has it. */
    foldedInto: uuid(),
    /** The person was erased: only timestamps and counts remain. */
    erasedAt: moment(),
    /** Time of the last change: its version, for optimistic locking. */
    changedAt: createdAt(),
    /** The search text: lowercase, with the phone as bare digits. */
    search: text()
      .notNull()
      .generatedAlwaysAs(
        sql`lower(full_name || ' ' || email) || ' ' || regexp_replace(coalesce(phone, ''), '\\D', '', 'g')`,
      ),
  },
  (contactRequest) => [
    index().on(contactRequest.receivedAt, contactRequest.id),
    // A page of a list, and how long it is.
    index("contact_requests_of_state")
      .on(contactRequest.state, contactRequest.receivedAt, contactRequest.id)
      .where(sql`erased_at is null`),
    // The order to call in, as for leads.
    index("contact_requests_open")
      .on(contactRequest.receivedAt, contactRequest.id, contactRequest.state)
      .where(sql`state in ('new', 'attempted', 'contacted', 'callback')`),
    index("contact_requests_uncalled")
      .on(contactRequest.uncalledSince, contactRequest.id)
      .where(sql`state in ('new', 'attempted', 'contacted') and uncalled_since is not null`),
    index("contact_requests_call_backs")
      .on(contactRequest.callBackAt, contactRequest.id)
      .where(sql`state = 'callback'`),
    index("contact_requests_touched")
      .on(contactRequest.touchedAt, contactRequest.id)
      .where(sql`state in ('new', 'attempted', 'contacted') and uncalled_since is null`),
    // The agency's own response time.
    index("contact_requests_timed").on(contactRequest.finishedAt).where(sql`is_timed`),
    index("contact_requests_of_address").on(contactRequest.email),
    index("contact_requests_search").using("gin", sql`${contactRequest.search} gin_trgm_ops`),
    index("contact_requests_step_search").using("gin", sql`lower(next_step) gin_trgm_ops`),
    // How many are due.
    index("contact_requests_steps")
      .on(contactRequest.nextStepOn, contactRequest.id)
      .where(sql`next_step_on is not null`),
  ],
);

/** An owner's call about a contact request. Without an outcome its result is still missing. */
export const contactRequestCalls = pgTable(
  "contact_request_calls",
  {
    /** Generated by the device. Makes recording the call idempotent. */
    id: uuid().primaryKey(),
    contactRequestId: ofContactRequest(),
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
  },
  (call) => [index().on(call.contactRequestId, call.calledAt)],
);

/** Other events of a contact request, append-only; its replies are in `mails`. */
export const contactRequestEvents = pgTable(
  "contact_request_events",
  {
    /** A note's is generated by the device. */
    id: uuidKey().primaryKey(),
    contactRequestId: ofContactRequest(),
    at: moment().notNull(),
    kind: text({ enum: contactRequestEventKinds }).notNull(),
    /** The owner, or null for the system. */
    accountId: uuid(),
    /** A note's text, a closing's reason, an invitation's address, or a callback's time. */
    text: text().notNull().default(""),
  },
  (event) => [index().on(event.contactRequestId, event.at)],
);

// ── Mail ────────────────────────────────────────────────────────────────────────────────────────

/**
 * A call that a visitor booked, one for each contact request. No two that aren't canceled overlap,
 * the free time after each included: the constraint `bookings_one_at_a_time` in the migration.
 */
export const bookings = pgTable(
  "bookings",
  {
    id: uuidKey().primaryKey(),
    contactRequestId: ofContactRequest().unique(),
    startsAt: moment().notNull(),
    endsAt: moment().notNull(),
    /** The end of the free time after it. */
    busyUntil: moment().notNull(),
    /** The visitor's: emails say the time in it. */
    timeZone: text().notNull(),
    /** The number of changes; the calendar file's `SEQUENCE`. */
    sequence: integer().notNull().default(0),
    /** The emailed link that moves or cancels it. */
    linkId: uuid().notNull(),
    /** When it was booked, or last moved. */
    bookedAt: moment().notNull(),
    canceledAt: moment(),
    canceledBy: text({ enum: bookingEnders }),
  },
  (booking) => [
    index("bookings_coming").on(booking.startsAt).where(sql`canceled_at is null`),
    index().on(booking.linkId),
    check(
      "bookings_in_order",
      sql`${booking.startsAt} < ${booking.endsAt} and ${booking.endsAt} <= ${booking.busyUntil}`,
    ),
  ],
);

/** Times when the owner takes no calls, in addition to nights and holidays in the settings. */
export const blockedTimes = pgTable(
  "blocked_times",
  {
    id: uuid().primaryKey(),
    startsAt: moment().notNull(),
    endsAt: moment().notNull(),
    note: text().notNull(),
    createdAt: moment().notNull(),
  },
  (blocked) => [index().on(blocked.endsAt)],
);

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
    /**
     * Rendered at each delivery, so that no file is stored: from its contact request, or from its
     * practice's month.
     */
    attachment: text({ enum: mailAttachments }),
    /** "2026-03" */
    reportMonth: text(),
    /** queued → sending → sent | failed | stopped; `unknown` when the delivery is unknown. */
    state: text({ enum: mailStates }).notNull().default("queued"),
    attempts: integer().notNull().default(0),
    /** The mail server's error, or why it could not be reached. */
    problem: text(),
    contactRequestId: uuid(),
    /** For a practice's email: its lead, its sender, and its template. */
    leadId: uuid(),
    mergedFrom: mergedFrom(),
    accountId: uuid(),
    templateId: uuid(),
    /** For an automatic email: the inquiry that it answers. */
    inquiryId: uuid(),
    /** The earliest time to send it. */
    dueAt: moment(),
    /** The emailed link whose token replaces `[token]` in the text when the email is sent. */
    linkId: uuid(),
    createdAt: createdAt(),
    /** When the job ran while no mail server was configured: the email waits in the outbox. */
    heldAt: moment(),
    sendingAt: moment(),
    sentAt: moment(),
    /** An owner has seen its problem and leaves it at that. */
    dismissedAt: moment(),
  },
  (mail) => [
    primaryKey({ columns: [mail.clientId, mail.id] }),
    ofLead(mail),
    ofInquiry(mail),
    uniqueIndex().on(mail.clientId, mail.causeKey),
    // All practices' mail, newest first: the owner's log, and lookups by id alone.
    index("mails_newest").on(mail.id),
    // Finds a part of an address or subject in the owner's log.
    index("mails_search").using("gin", sql`lower("to" || ' ' || subject) gin_trgm_ops`),
    index("mails_of_contact_request")
      .on(mail.clientId, mail.contactRequestId)
      .where(sql`contact_request_id is not null`),
    // When a month's report was sent, and to whom.
    index("mails_of_month")
      .on(mail.clientId, mail.reportMonth)
      .where(sql`report_month is not null`),
    index("mails_of_lead").on(mail.clientId, mail.leadId, mail.id).where(sql`lead_id is not null`),
    // Counts automatic emails to one address, across practices.
    index("mails_automatic").on(mail.to, mail.sendingAt).where(sql`kind = 'auto'`),
    index("mails_troubled")
      .on(mail.clientId, mail.createdAt)
      .where(sql`state in ('failed', 'unknown') and lead_id is not null`),
    index("mails_waiting")
      .on(mail.clientId, mail.createdAt)
      .where(sql`state = 'queued' and lead_id is not null`),
    index("mails_unfinished")
      .on(mail.clientId, mail.state)
      .where(sql`state in ('queued', 'sending')`),
  ],
);

/** Addresses that don't get automatic emails from a practice. */
export const mailStops = pgTable(
  "mail_stops",
  {
    clientId: ofPractice(),
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

/** A day's figures; `recordedAt` as in an answer. */
export type StoredFigures = Omit<CampaignDay, "day"> & { recordedAt: string };
export type DayParts = Record<string, StoredFigures>;
export type StoredDay = StoredFigures & { day: string; parts: DayParts | null };

export type CampaignUndo = {
  /** The campaign that it was merged into, or null for a deletion. */
  survivorId: string | null;
  days: StoredDay[];
  sourceIds: string[];
  inquiryIds?: string[];
  /** Campaigns that had been merged into it before. */
  aliases?: string[];
  templates?: { id: string; before: string[]; after: string[] }[];
  /** The survivor's columns that the merge changed. */
  before?: Record<string, unknown>;
  after?: Record<string, unknown>;
};

export const campaigns = pgTable(
  "campaigns",
  {
    clientId: ofPractice(),
    id: uuidKey(),
    name: text().notNull(),
    platform: text({ enum: campaignPlatforms }).notNull(),
    /** The platform's own id, a string: it does not fit a JavaScript number. */
    platformCampaignId: text(),
    /** The Google Ads account that Google is asked about it: ten digits, or null: it isn't asked. */
    googleCustomerId: text(),
    /** The planned period, in the practice's days, both ends included. */
    startsOn: date({ mode: "string" }),
    endsOn: date({ mode: "string" }),
    /** In US cents. */
    budgetCents: bigint({ mode: "number" }),
    budgetPeriod: text({ enum: budgetPeriods }).notNull().default("campaign"),
    /** The script for calling the campaign's leads; may be empty. */
    script: text().notNull().default(""),
    /**
     * An opening figure: a total without days, recorded until `impressionsAsOf`. Null if there is
     * none. How it adds to the daily figures: `server/desk/reports/figures.ts`.
     */
    impressions: bigint({ mode: "number" }),
    impressionsAsOf: date({ mode: "string" }),
    createdAt: createdAt(),
    pausedAt: moment(),
    endedAt: moment(),
    /** When daily figures were last requested from the platform, and its error; empty: none. */
    askedFiguresAt: moment(),
    figuresProblem: text().notNull().default(""),
    /** The campaign that it counts in: its name and id still lead there. */
    mergedInto: uuid(),
    mergedAt: moment(),
    /** With a survivor's, those merged into it have the same. */
    deletedAt: moment(),
    /** What a merge or a deletion removed, for its undo; a merge's is kept for 30 days. */
    undoData: jsonb().$type<CampaignUndo>(),
  },
  (campaign) => [
    primaryKey({ columns: [campaign.clientId, campaign.id] }),
    uniqueIndex().on(campaign.clientId, campaign.platform, campaign.platformCampaignId),
    // The owner's list of all practices, newest first.
    index("campaigns_newest").on(campaign.createdAt, campaign.id),
  ],
);

/** What a campaign did on one day. Null means unknown, which is not zero. */
export const campaignDays = pgTable(
  "campaign_days",
  {
    clientId: uuid().notNull(),
    campaignId: uuid().notNull(),
    /** The practice's day, if the platform's account has the same time zone. */
    day: date({ mode: "string" }).notNull(),
    impressions: bigint({ mode: "number" }),
    clicks: bigint({ mode: "number" }),
    /** In US cents. */
    spendCents: bigint({ mode: "number" }),
    /** Where the newest values came from. A day entered by hand is replaced only on request. */
    origin: text({ enum: campaignDayOrigins }).notNull(),
    recordedAt: moment().notNull(),
    /** By campaign, if others were merged into this one. Null then: a person entered the total. */
    parts: jsonb().$type<DayParts>(),
  },
  (row) => [
    primaryKey({ columns: [row.clientId, row.campaignId, row.day] }),
    foreignKey({
      columns: [row.clientId, row.campaignId],
      foreignColumns: [campaigns.clientId, campaigns.id],
    }),
    // The sums of a practice's period.
    index("campaign_days_of_practice").on(row.clientId, row.day),
  ],
);

/** What undoing a practice's part of an agency-wide report needs; kept for a day. */
export const campaignReportUndos = pgTable(
  "campaign_report_undos",
  {
    clientId: ofPractice(),
    /** The import's id, the same for each of its practices. */
    id: uuid().notNull(),
    /** The days that it stored have this moment. */
    importedAt: moment().notNull(),
    /** The practice's campaigns, the days that these had before, and how many days it stored. */
    undoData: jsonb()
      .$type<{
        campaignIds: string[];
        storedDays?: number;
        days: (CampaignDay & {
          campaignId: string;
          recordedAt: string;
          parts?: DayParts | null;
        })[];
      }>()
      .notNull(),
  },
  (undo) => [primaryKey({ columns: [undo.clientId, undo.id] })],
);

/** Lead sources: a Meta form of a page, or a web form, Google form or webhook with its key. */
export const sources = pgTable(
  "sources",
  {
    clientId: ofPractice(),
    id: uuidKey(),
    kind: text({ enum: [...sourceKinds, "manual"] }).notNull(),
    name: text().notNull(),
    metaPageId: text(),
    metaFormId: text(),
    /**
     * Encrypted under SECRET (server/secrets/sealed.ts); a plain one from an earlier version is encrypted
     * at the next start.
     */
    metaPageToken: text(),
    /** Part of the path that a web form, Google or another system posts to. */
    formKey: text(),
    /** The thank-you page of a web form, the only allowed redirect target. */
    thanksUrl: text(),
    /** Web pages that may contain the form; empty: any. */
    allowedOrigins: text().array().notNull().default([]),
    /** The field mapping, or null if only common field names are recognized. */
    mapping: jsonb().$type<WebhookMapping>(),
    /** What a web form's hosted page shows and asks, or null for the usual. */
    hostedForm: jsonb().$type<HostedForm>(),
    campaignId: uuid(),
    /** When the platform began to reject our token (expired page token); the owner is notified. */
    failingSince: moment(),
    /** When the page stopped sending us lead notifications; the owner is notified. */
    unsubscribedSince: moment(),
    /** When an unusual silence was noticed; the owner is notified. */
    silentSince: moment(),
    /** When submissions began to need a person (server/sources/intake/unread.ts). */
    unreadSince: moment(),
    /** How many submissions need a person. */
    unread: integer().notNull().default(0),
    /** When the owner was last notified of them: once a day. */
    unreadToldAt: moment(),
    /** When submissions without a lead began to exceed the storage limit. */
    notKeptSince: moment(),
    /** We know every lead that its Meta form had by this time. Null if not fetched yet. */
    backfilledUntil: moment(),
    /** Time of the last change of its settings: its version, for optimistic locking. */
    changedAt: createdAt(),
    createdAt: createdAt(),
    endedAt: moment(),
  },
  (source) => [
    primaryKey({ columns: [source.clientId, source.id] }),
    // A form can be reconnected after its source is disconnected.
    uniqueIndex().on(source.metaPageId, source.metaFormId).where(sql`ended_at is null`),
    uniqueIndex().on(source.formKey),
  ],
);

/**
 * A person in a practice. The columns below `state` are denormalized from inquiries and calls, and
 * updated in the same transaction, so that the queue is read from one index.
 */
export const leads = pgTable(
  "leads",
  {
    clientId: ofPractice(),
    id: uuidKey(),
    firstName: text().notNull(),
    lastName: text().notNull().default(""),
    /** As typed, but lowercase. */
    email: text().notNull().default(""),
    /** E.164 when the number is valid, else as typed. */
    phone: text().notNull().default(""),
    isPhoneValid: boolean().notNull().default(false),
    /** Null if unknown. */
    language: text({ enum: languages }),
    interest: text().notNull().default(""),
    insurance: text().notNull().default(""),
    bestTime: text().notNull().default(""),
    /** Who takes care of it, and their first name, so that a list of leads needs no other table. */
    assignee: uuid(),
    assigneeName: text(),
    /** Yes/no facts that hold: who said so, and when. */
    facts: jsonb().$type<Partial<LeadFacts>>().notNull().default({}),
    /** The first words of the message on the newest form that has one, for the lead's row. */
    message: text().notNull().default(""),
    campaignId: uuid(),
    /** The source of the newest inquiry that has one, or null if all were entered by hand. */
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
    thirdLastCalledAt: moment(),
    /** Do not call: when the lead was marked, why, and who reported it. */
    doNotCallSince: moment(),
    doNotCallReason: text().notNull().default(""),
    /** A call that was started and has no outcome yet: the desk asks until it has an outcome. */
    openCallId: uuid(),
    openCalledAt: moment(),
    /** The first name of who started it, so that a list of leads needs no other table. */
    openCalledBy: text(),
    /** The last call, or else the inquiry: the key of the "longest untouched" sort. */
    touchedAt: moment().notNull(),
    askedAgainAt: moment(),
    /** The newest inquiry's name, if it differs from the lead's name: families share phones. */
    askedAs: text(),
    bookedAt: moment(),
    archivedAt: moment(),
    archiveReason: text(),
    /**
     * The account that archived it, by hand or by a call's result, or null for an import, or
     * unknown.
     */
    archivedBy: uuid(),
    deletedAt: moment(),
    /**
     * The lead that this one was merged into, which itself isn't merged. Then `deletedAt` is set
     * too, and the figures still count this one: see decision 066.
     */
    mergedInto: uuid(),
    /** The person was erased: only timestamps and counts remain. */
    erasedAt: moment(),
    /** Whether the rollups below count it: from its first inquiry on, unless it is deleted. */
    isCounted: boolean().notNull().default(false),
    createdAt: createdAt(),
    /**
     * The search text: the names, addresses and numbers of the lead and its inquiries. Every change
     * to one of them also updates it (server/desk/leads/search-text.ts).
     */
    search: text().notNull().default(""),
  },
  (lead) => [
    primaryKey({ columns: [lead.clientId, lead.id] }),
    foreignKey({
      columns: [lead.clientId, lead.mergedInto],
      foreignColumns: [lead.clientId, lead.id],
    }),
    // The sort orders of the queue. They end with the search text, so that a scan reads only the
    // index. The longest names and address (2 KB) fit an index entry (2.7 KB).
    index("leads_newest")
      .on(lead.clientId, lead.startedAt, lead.id, lead.state, lead.callBackAt, lead.search)
      .where(sql`state in ('new', 'callback') and deleted_at is null`),
    index("leads_uncalled")
      .on(lead.clientId, lead.uncalledSince, lead.id, lead.search)
      .where(
        sql`state = 'new' and uncalled_since is not null and do_not_call_since is null and deleted_at is null`,
      ),
    index("leads_call_backs")
      .on(lead.clientId, lead.callBackAt, lead.id, lead.doNotCallSince, lead.search)
      .where(sql`state = 'callback' and deleted_at is null`),
    index("leads_touched")
      .on(lead.clientId, lead.touchedAt, lead.id, lead.search)
      .where(
        sql`state = 'new' and uncalled_since is null and do_not_call_since is null and deleted_at is null`,
      ),
    index("leads_do_not_call")
      .on(
        lead.clientId,
        lead.doNotCallSince,
        lead.id,
        lead.state,
        lead.uncalledSince,
        lead.callBackAt,
        lead.search,
      )
      .where(
        sql`do_not_call_since is not null and state in ('new', 'callback') and deleted_at is null`,
      ),
    // Trigrams that are prefixed with their practice (`search_keys`, a database function), so that
    // a search reads only one practice's entries. Without the GIN pending list, which every search
    // would have to scan.
    index("leads_search")
      .using("gin", sql`search_keys(${lead.clientId}, ${lead.search})`)
      .where(sql`state in ('new', 'callback') and deleted_at is null`)
      .with({ fastupdate: false }),
    // The archive, newest first.
    index("leads_archived")
      .on(lead.clientId, lead.archivedAt, lead.id, lead.search)
      .where(sql`state = 'archived' and deleted_at is null`),
    // The archive's filters, in the same order. The first ends with the person, so that both
    // filters at once read only the index.
    index("leads_archived_reason")
      .on(lead.clientId, lead.archiveReason, lead.archivedAt, lead.id, lead.archivedBy)
      .where(sql`state = 'archived' and deleted_at is null`),
    index("leads_archived_by")
      .on(lead.clientId, lead.archivedBy, lead.archivedAt, lead.id)
      .where(sql`archived_by is not null and state = 'archived' and deleted_at is null`),
    // Leads outside the queue, for the archive's search and the queue's "others". With a short
    // pending list (in KB): an import archives thousands of leads, which takes five times as long
    // without it. See decision 054.
    index("leads_left_search")
      .using("gin", sql`search_keys(${lead.clientId}, ${lead.search})`)
      .where(sql`state in ('archived', 'customer') and deleted_at is null`)
      .with({ fastupdate: true, gin_pending_list_limit: 512 }),
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
        lead.doNotCallSince,
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
        lead.doNotCallSince,
        lead.id,
      )
      .where(sql`state in ('new', 'callback') and deleted_at is null`),
    index("leads_asked_again")
      .on(lead.clientId, lead.askedAgainAt, lead.id)
      .where(
        sql`asked_again_at is not null and state in ('new', 'callback') and deleted_at is null`,
      ),
    index("leads_of_assignee")
      .on(lead.clientId, lead.assignee, lead.id)
      .where(sql`assignee is not null and state in ('new', 'callback') and deleted_at is null`),
    index("leads_counted").on(lead.clientId, lead.startedAt).where(sql`is_counted and not is_test`),
    // A returning person is recognized even if the lead was deleted.
    index("leads_phone").on(lead.clientId, lead.phone),
    index("leads_email").on(lead.clientId, lead.email),
    index("leads_merged").on(lead.clientId, lead.mergedInto).where(sql`merged_into is not null`),
    // Suggestions of the same person: other leads with the same name. Names of one word are too
    // common.
    index("leads_name")
      .on(lead.clientId, sql`lower(first_name || ' ' || last_name)`)
      .where(sql`last_name <> '' and deleted_at is null`),
  ],
);

/**
 * A lead that is merged into another. `undoData` is needed to undo it; null if it can no longer be
 * undone.
 */
export const leadMerges = pgTable(
  "lead_merges",
  {
    clientId: ofPractice(),
    /** The merged lead, with everything it had at that time. */
    leadId: uuid().notNull(),
    /** The lead that it was merged into, which may itself have been merged since. */
    survivorId: uuid().notNull(),
    accountId: uuid().notNull(),
    at: moment().notNull(),
    undoData: jsonb().$type<MergeUndo>(),
  },
  (merge) => [
    primaryKey({ columns: [merge.clientId, merge.leadId] }),
    ofLead(merge),
    foreignKey({
      columns: [merge.clientId, merge.survivorId],
      foreignColumns: [leads.clientId, leads.id],
    }),
    index("lead_merges_open").on(merge.clientId, merge.at).where(sql`undo_data is not null`),
  ],
);

/** Two leads that the front desk knows to be two people. `leadId` is the smaller one. */
export const differentPeople = pgTable(
  "different_people",
  {
    clientId: ofPractice(),
    leadId: uuid().notNull(),
    otherLeadId: uuid().notNull(),
    accountId: uuid().notNull(),
    at: moment().notNull(),
  },
  (pair) => [
    primaryKey({ columns: [pair.clientId, pair.leadId, pair.otherLeadId] }),
    ofLead(pair),
    foreignKey({
      columns: [pair.clientId, pair.otherLeadId],
      foreignColumns: [leads.clientId, leads.id],
    }),
    index("different_people_other").on(pair.clientId, pair.otherLeadId),
  ],
);

/** One inquiry of a lead. The form's answers are stored verbatim. */
export const inquiries = pgTable(
  "inquiries",
  {
    clientId: uuid().notNull(),
    id: uuidKey(),
    leadId: uuid().notNull(),
    mergedFrom: mergedFrom(),
    sourceId: uuid(),
    campaignId: uuid(),
    /** The name on this inquiry: families share phones, people have several addresses. */
    firstName: text().notNull(),
    lastName: text().notNull().default(""),
    email: text().notNull().default(""),
    phone: text().notNull().default(""),
    answers: jsonb().$type<{ name: string; values: string[] }[]>().notNull().default([]),
    isTest: boolean().notNull().default(false),
    /** Entered by hand or imported: no one pressed Submit, so there is no clock. */
    isUntimed: boolean().notNull().default(false),
    /** The source's own time, never later than `receivedAt`. */
    submittedAt: moment().notNull(),
    receivedAt: moment().notNull(),
    /**
     * Start of its own clock; null when it has none (a test, or joined to an older running clock).
     */
    clockStartedAt: moment(),
    /**
     * The hour of the practice's week when the clock started (0 is Sunday, midnight to 1 am),
     * in the time zone in effect then, or null if it has no clock.
     */
    startedHour: smallint(),
    /** When ten and sixty open minutes of its clock have passed, or null if it has no clock. */
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
    /** Which ad it came from, as its form passed it on. */
    attribution: jsonb().$type<Attribution>(),
  },
  (inquiry) => [
    primaryKey({ columns: [inquiry.clientId, inquiry.id] }),
    ofLead(inquiry),
    index().on(inquiry.clientId, inquiry.leadId),
    // Suggestions of the same person: a number or address that is not the lead's own.
    index("inquiries_phone").on(inquiry.clientId, inquiry.phone).where(sql`phone <> ''`),
    index("inquiries_email").on(inquiry.clientId, inquiry.email).where(sql`email <> ''`),
    index("inquiries_clocks")
      .on(inquiry.clientId, inquiry.clockStartedAt, inquiry.firstCalledAt)
      .where(sql`clock_started_at is not null`),
    // The order of an export, which includes inquiries without a clock.
    index("inquiries_submitted").on(inquiry.clientId, inquiry.submittedAt, inquiry.id),
    // The last lead of a source.
    index("inquiries_of_source")
      .on(inquiry.clientId, inquiry.sourceId, inquiry.receivedAt)
      .where(sql`source_id is not null`),
    index("inquiries_of_campaign")
      .on(inquiry.clientId, inquiry.campaignId, inquiry.clockStartedAt)
      .where(sql`clock_started_at is not null`),
    // All columns for the state of a running clock, so that only the index is read.
    index("inquiries_uncalled")
      .on(inquiry.clientId, inquiry.clockStartedAt, inquiry.openLateAt, inquiry.campaignId)
      .where(sql`clock_started_at is not null and first_called_at is null`),
    // Inquiries on the clock in open hours: a few, out of perhaps thousands of uncalled inquiries.
    index("inquiries_open_limit")
      .on(inquiry.clientId, sql`coalesce(open_late_at, 'infinity')`)
      .where(sql`clock_started_at is not null and first_called_at is null`),
  ],
);

/** Zero by default: each part uses only some of the counters. */
const counter = () => integer().notNull().default(0);

/**
 * Counters next to the rows, updated in the transaction that changes what they count; what counts
 * where: `server/desk/reports/facts.ts`. A key may have several rows: a writer that finds one locked
 * starts another instead of waiting. Readers sum them.
 */
export const rollups = pgTable(
  "rollups",
  {
    clientId: uuid().notNull(),
    /**
     * The figures: in total, and by bucket, hour of the week, campaign, source and minute of the
     * first call. The queue: leads in it or due on a day, those of them with a running clock, and
     * archived leads.
     */
    part: text({
      enum: [
        ...["total", "bucket", "hour", "campaign", "source", "minute"],
        ...["queue", "uncalled", "archived"],
      ] as const,
    }).notNull(),
    span: text({ enum: ["day", "month", "all"] }).notNull(),
    /** The span's first UTC day; `-infinity`: all time. */
    since: date({ mode: "string" }).notNull(),
    /** Which bucket (wall and open), hour, campaign, source or minute; empty: none, or the total. */
    key: text().notNull(),
    id: uuidKey(),
    leads: counter(),
    customers: counter(),
    /** Inquiries with a clock, called or not. Late is the rest: time alone makes a clock late. */
    asked: counter(),
    /** How soon they were called: by wall time, then by open hours. */
    lt10: counter(),
    lt60: counter(),
    openLt10: counter(),
    openLt60: counter(),
    enteredLater: counter(),
    reached: counter(),
    booked: counter(),
  },
  (rollup) => [
    // The only index: it keeps a period's rows for one part together.
    primaryKey({
      columns: [rollup.clientId, rollup.part, rollup.span, rollup.since, rollup.key, rollup.id],
    }),
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
    mergedFrom: mergedFrom(),
    accountId: uuid().notNull(),
    calledAt: moment().notNull(),
    /** When we first received it; later than `calledAt` only when it was logged after the fact. */
    recordedAt: moment().notNull(),
    isEnteredLater: boolean().notNull().default(false),
    outcome: text({ enum: callOutcomes }),
    outcomeAt: moment(),
    /** Who entered the outcome; null for the caller, or an outcome from before this column. */
    outcomeBy: uuid(),
    callBackAt: moment(),
    /** For `booked`, if the front desk entered it. */
    appointmentAt: moment(),
    voidedAt: moment(),
    voidedBy: uuid(),
    /** The device that recorded it, or null for a command-line tool. */
    sessionId: uuid(),
    /**
     * The other device's call that this one duplicates; this one is void, so that it counts once.
     */
    joinedTo: uuid(),
  },
  (call) => [
    primaryKey({ columns: [call.clientId, call.id] }),
    ofLead(call),
    index().on(call.clientId, call.leadId, call.calledAt),
    // A period's calls, for the figures by person.
    index("calls_by_time").on(call.clientId, call.calledAt),
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
    mergedFrom: mergedFrom(),
    accountId: uuid().notNull(),
    at: moment().notNull(),
    title: text().notNull(),
    text: text().notNull().default(""),
  },
  (note) => [
    primaryKey({ columns: [note.clientId, note.id] }),
    ofLead(note),
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
  (presence) => [
    primaryKey({ columns: [presence.clientId, presence.leadId, presence.sessionId] }),
    ofLead(presence),
  ],
);

/** A lead's timeline, append-only. A correction is a new entry. */
export const timeline = pgTable(
  "timeline",
  {
    clientId: uuid().notNull(),
    leadId: uuid().notNull(),
    mergedFrom: mergedFrom(),
    id: uuidKey(),
    at: moment().notNull(),
    kind: text({ enum: timelineKinds }).notNull(),
    accountId: uuid(),
    data: jsonb().$type<Record<string, unknown>>().notNull().default({}),
  },
  (entry) => [primaryKey({ columns: [entry.clientId, entry.leadId, entry.id] }), ofLead(entry)],
);

/** A file of leads that a manager uploaded: see `importStates`. Deleted when it has expired. */
export const leadImports = pgTable(
  "lead_imports",
  {
    clientId: ofPractice(),
    id: uuidKey(),
    accountId: uuid().notNull(),
    fileName: text().notNull(),
    state: text({ enum: importStates }).notNull().default("uploading"),
    problem: text({ enum: importProblems }),
    problemLine: integer(),
    bytes: integer().notNull().default(0),
    encoding: text({ enum: importEncodings }).notNull().default("utf-8"),
    delimiter: text().$type<ImportDelimiter>().notNull().default(","),
    /** The header with its line, the chosen field of each column, and the first rows and lines. */
    headerLine: integer().notNull().default(1),
    header: jsonb().$type<string[]>().notNull().default([]),
    fields: jsonb().$type<ImportField[]>().notNull().default([]),
    preview: jsonb().$type<string[][]>().notNull().default([]),
    firstLines: jsonb().$type<{ line: number; text: string }[]>().notNull().default([]),
    destination: text({ enum: importDestinations }).notNull().default("archive"),
    /** The job run that may write; an older run, from a process that seemed dead, may not. */
    run: uuid(),
    /** How much of the file the dry run has read. */
    checkedBytes: integer().notNull().default(0),
    fresh: integer().notNull().default(0),
    known: integer().notNull().default(0),
    /** Rows that are the same person as one further up in the file. */
    repeated: integer().notNull().default(0),
    rejected: integer().notNull().default(0),
    unclearDates: integer().notNull().default(0),
    unclearContacts: integer().notNull().default(0),
    damagedNumbers: integer().notNull().default(0),
    /** Known rows with something that their lead lacks; as many as the import has filled in. */
    completing: integer().notNull().default(0),
    completed: integer().notNull().default(0),
    /** The last line whose row is imported, and the last one that an undo has handled. */
    importedLine: integer().notNull().default(0),
    undoneLine: integer().notNull().default(0),
    /** The last line whose known row has been filled in. */
    completedLine: integer().notNull().default(0),
    imported: integer().notNull().default(0),
    removed: integer().notNull().default(0),
    kept: integer().notNull().default(0),
    uploadedAt: moment().notNull(),
    /** When its leads count as received. */
    startedAt: moment(),
    finishedAt: moment(),
    expiresAt: moment().notNull(),
  },
  (one) => [primaryKey({ columns: [one.clientId, one.id] })],
);

/** The uploaded file in pieces: several processes may share only the database. See decision 054. */
export const leadImportChunks = pgTable(
  "lead_import_chunks",
  {
    clientId: ofPractice(),
    importId: uuid().notNull(),
    /** Counted from 0. */
    place: integer().notNull(),
    content: bytes().notNull(),
  },
  (chunk) => [primaryKey({ columns: [chunk.clientId, chunk.importId, chunk.place] })],
);

/** What the dry run read from each row of the file. */
type Completed = Record<string, { from: string | boolean | null; to: string | boolean | null }>;

export const leadImportRows = pgTable(
  "lead_import_rows",
  {
    clientId: ofPractice(),
    importId: uuid().notNull(),
    line: integer().notNull(),
    /** `kept`: imported, and kept by an undo because someone has worked on the lead. */
    outcome: text({ enum: ["fresh", "known", "rejected", "kept"] }).notNull(),
    problem: text({ enum: rowProblems }),
    /** The id that the lead gets: set before the lead exists, so that no row is imported twice. */
    newLeadId: uuidKey(),
    firstName: text().notNull().default(""),
    lastName: text().notNull().default(""),
    email: text().notNull().default(""),
    phone: text().notNull().default(""),
    isPhoneValid: boolean().notNull().default(false),
    language: text({ enum: languages }),
    insurance: text().notNull().default(""),
    bestTime: text().notNull().default(""),
    answers: jsonb().$type<{ name: string; values: string[] }[]>().notNull().default([]),
    submittedAt: moment(),
    /** Which lead a known row is, or which line of the file. */
    matchLeadId: uuid(),
    matchLine: integer(),
    /** What the import has filled in on a known row's lead: each field's old and new value. */
    completed: jsonb().$type<Completed>(),
    /** A row that the dry run rejected or knew, as it is in the file. */
    cells: jsonb().$type<string[]>(),
  },
  (row) => [
    primaryKey({ columns: [row.clientId, row.importId, row.line] }),
    // Whether a person is already in the file, further up.
    index("lead_import_rows_phone")
      .on(row.clientId, row.importId, row.phone)
      .where(sql`outcome = 'fresh' and is_phone_valid`),
    index("lead_import_rows_email")
      .on(row.clientId, row.importId, row.email)
      .where(sql`outcome = 'fresh' and email <> ''`),
  ],
);

/**
 * The owner's sets of templates and of a practice's settings, for practices to copy. `templates`
 * and `settings`: the draft of the next version.
 * Deletion is soft: what practices copied stays theirs, and it can be undone.
 */
export const templateSets = pgTable(
  "template_sets",
  {
    id: uuidKey().primaryKey(),
    name: text().notNull(),
    templates: jsonb().$type<Stored<DraftTemplate>[]>().notNull().default([]),
    settings: jsonb().$type<DraftSettings>().notNull().default({}),
    createdAt: createdAt(),
    deletedAt: moment(),
  },
  (set) => [
    uniqueIndex("template_sets_name").on(sql`lower(${set.name})`).where(sql`deleted_at is null`),
  ],
);

/** What practices copy and update from. Immutable. */
export const templateSetVersions = pgTable(
  "template_set_versions",
  {
    setId: uuid()
      .notNull()
      .references(() => templateSets.id),
    number: integer().notNull(),
    templates: jsonb().$type<Stored<PublishedTemplate>[]>().notNull(),
    settings: jsonb().$type<PublishedSettings>().notNull().default({}),
    /** What changed, in the owner's words. */
    note: text().notNull(),
    /** The owner who published it. */
    accountId: uuid()
      .notNull()
      .references(() => accounts.id),
    publishedAt: moment().notNull(),
  },
  (version) => [primaryKey({ columns: [version.setId, version.number] })],
);

/** Which practice has a copy of which set. */
export const practiceTemplateSets = pgTable(
  "practice_template_sets",
  {
    clientId: ofPractice(),
    setId: uuid()
      .notNull()
      .references(() => templateSets.id),
    /** The copied version: templates added to the set later are new to the practice. */
    copiedVersion: integer().notNull(),
    /** A manager has taken or put off the changes up to this version. */
    decidedVersion: integer().notNull(),
    /** The version that each setting was last taken from, if later than the copied one. */
    settingVersions: jsonb().$type<Partial<Record<SetSettingName, number>>>().notNull().default({}),
    copiedAt: moment().notNull(),
    /** The owner who copied it. */
    accountId: uuid()
      .notNull()
      .references(() => accounts.id),
  },
  (copy) => [primaryKey({ columns: [copy.clientId, copy.setId] })],
);

/** A practice's templates. Deletion is soft, so that it can be undone. */
export const templates = pgTable(
  "templates",
  {
    clientId: ofPractice(),
    id: uuidKey(),
    kind: text({ enum: templateKinds }).notNull(),
    title: text().notNull(),
    subject: text().notNull().default(""),
    /** A note's text; otherwise HTML, sanitized before it was stored. */
    body: text().notNull(),
    language: text({ enum: languages }).notNull().default("en"),
    isActive: boolean().notNull().default(false),
    delayMinutes: integer().notNull().default(0),
    isInOpenHoursOnly: boolean().notNull().default(false),
    /** Empty: for every lead. */
    campaignIds: uuid().array().notNull().default([]),
    createdAt: createdAt(),
    changedAt: createdAt(),
    deletedAt: moment(),
    /** Where it was copied from: a template of a set. Null if the practice wrote it. */
    setId: uuid(),
    setTemplateId: uuid(),
    /** The version that its words were last taken from. */
    setVersion: integer(),
    /** The words that the last update replaced. */
    earlier: jsonb().$type<EarlierTemplate>(),
  },
  (template) => [
    primaryKey({ columns: [template.clientId, template.id] }),
    foreignKey({
      name: "templates_of_copy",
      columns: [template.clientId, template.setId],
      foreignColumns: [practiceTemplateSets.clientId, practiceTemplateSets.setId],
    }),
    // A set's template is copied to a practice once.
    uniqueIndex("templates_of_set").on(template.clientId, template.setId, template.setTemplateId),
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
    clientId: ofPractice(),
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

// ── Alerts ──────────────────────────────────────────────────────────────────────────────────────

/** One row: the keys that identify this product to push services (VAPID, RFC 8292). */
export const vapidKeys = pgTable(
  "vapid_keys",
  {
    isOnly: boolean().primaryKey().default(true),
    /** 65 bytes, base64url. Browsers subscribe with it. */
    publicKey: text().notNull(),
    /** Encrypted under SECRET (server/secrets/sealed.ts). */
    privateKey: text().notNull(),
    createdAt: createdAt(),
  },
  (keys) => [check("vapid_keys_is_only", sql`${keys.isOnly}`)],
);

/** A browser that gets push notifications, as long as its session lasts. */
export const pushDevices = pgTable(
  "push_devices",
  {
    clientId: uuid()
      .notNull()
      .references(() => clients.id),
    id: uuidKey(),
    accountId: uuid().notNull(),
    sessionId: uuid().notNull(),
    /** The push service's URL for messages to the device. */
    endpoint: text().notNull(),
    /** The keys that encrypt its messages (RFC 8291), base64url. */
    p256dh: text().notNull(),
    auth: text().notNull(),
    /** The browser's user agent. */
    device: text().notNull(),
    alertsWhenClosed: boolean().notNull().default(false),
    createdAt: createdAt(),
    /** When its service worker last reported a notification as shown. */
    lastShownAt: moment(),
    /** Why the last message failed, or null if it didn't. */
    problem: text({ enum: alertDeviceProblems }),
    /** Failed attempts in a row; the pause before the next one grows with it. */
    failures: integer().notNull().default(0),
    /** No message is sent before this moment. */
    retryAt: moment(),
    endedAt: moment(),
  },
  (device) => [
    primaryKey({ columns: [device.clientId, device.id] }),
    uniqueIndex().on(device.clientId, device.endpoint),
    // A browser whose user logs in to another practice moves there.
    index("push_devices_of_endpoint").on(device.endpoint),
  ],
);

/** An email address or a number that gets a practice's alerts, once its code was entered. */
export const alertAddresses = pgTable(
  "alert_addresses",
  {
    clientId: uuid()
      .notNull()
      .references(() => clients.id),
    id: uuidKey(),
    kind: text({ enum: ["email", "text"] }).notNull(),
    /** Lowercase, or a number in E.164. */
    address: text().notNull(),
    /** A keyed hash of the code that was sent, or null if no code is pending. */
    codeHash: text(),
    codeExpiresAt: moment(),
    /** Wrong entries of this code. */
    codeTries: integer().notNull().default(0),
    confirmedAt: moment(),
    problem: text({ enum: alertAddressProblems }),
    createdAt: createdAt(),
    endedAt: moment(),
  },
  (address) => [
    primaryKey({ columns: [address.clientId, address.id] }),
    uniqueIndex().on(address.clientId, address.kind, address.address),
  ],
);

/**
 * When to alert for an inquiry, written in its transaction. `closed`: immediately, on the devices
 * that want alerts while the practice is closed. Deleted a day after it is done.
 */
export const alertSchedule = pgTable(
  "alert_schedule",
  {
    clientId: uuid().notNull(),
    inquiryId: uuid().notNull(),
    leadId: uuid().notNull(),
    mergedFrom: mergedFrom(),
    step: text({ enum: ["closed", "now", "unseen", "uncalled", "callback"] }).notNull(),
    dueAt: moment().notNull(),
    /** Part of a burst: it waited for the others, and is sent with them. */
    isGathered: boolean().notNull().default(false),
    /** When it was alerted, or found unnecessary. */
    doneAt: moment(),
  },
  (row) => [
    primaryKey({ columns: [row.clientId, row.inquiryId, row.step] }),
    ofLead(row),
    ofInquiry(row),
    index("alert_schedule_due").on(row.clientId, row.dueAt).where(sql`done_at is null`),
    index("alert_schedule_done").on(row.clientId, row.doneAt).where(sql`done_at is not null`),
  ],
);

/**
 * One alert about one inquiry to one recipient: the record of who was notified, of what, and when.
 */
export const alerts = pgTable(
  "alerts",
  {
    clientId: uuid().notNull(),
    id: uuidKey(),
    /** Alerts of a burst are one message: they share this id. */
    messageId: uuid().notNull(),
    leadId: uuid().notNull(),
    mergedFrom: mergedFrom(),
    inquiryId: uuid().notNull(),
    step: text({ enum: alertSteps }).notNull(),
    /** Which callback, or which call; empty: the other steps happen once. */
    occasion: text().notNull().default(""),
    channel: text({ enum: alertChannels }).notNull(),
    /** A device, an address, an account (its sign-in address), or the agency for the owner. */
    recipientId: uuid().notNull(),
    /** The device's user agent, or the address. */
    recipient: text().notNull(),
    /** How many leads the message is about, or null for this one only, by name. */
    burstCount: integer(),
    state: text({ enum: alertStates }).notNull().default("queued"),
    problem: text(),
    attempts: integer().notNull().default(0),
    mailId: uuid(),
    textSid: text(),
    createdAt: createdAt(),
    /** The row is obsolete after this time. */
    expiresAt: moment().notNull(),
    sendingAt: moment(),
    acceptedAt: moment(),
    shownAt: moment(),
    openedAt: moment(),
  },
  (alert) => [
    primaryKey({ columns: [alert.clientId, alert.id] }),
    ofLead(alert),
    ofInquiry(alert),
    uniqueIndex("alerts_once").on(
      alert.clientId,
      alert.inquiryId,
      alert.step,
      alert.occasion,
      alert.channel,
      alert.recipientId,
    ),
    index("alerts_of_message").on(alert.clientId, alert.messageId),
    index("alerts_of_lead").on(alert.clientId, alert.leadId),
    index("alerts_of_mail").on(alert.clientId, alert.mailId).where(sql`mail_id is not null`),
    index("alerts_unfinished")
      .on(alert.clientId, alert.state)
      .where(sql`state in ('queued', 'sending')`),
    // When a channel last worked, across practices.
    index("alerts_accepted")
      .on(alert.channel, alert.acceptedAt)
      .where(sql`accepted_at is not null`),
  ],
);

/** Practices that have a dashboard open on some machine, refreshed by its event stream. */
export const openScreens = pgTable("open_screens", {
  clientId: uuid()
    .primaryKey()
    .references(() => clients.id),
  until: moment().notNull(),
});

// ── Rings ───────────────────────────────────────────────────────────────────────────────────────

/** A practice's own phone, which rings for new leads once its code was entered. */
export const officePhones = pgTable(
  "office_phones",
  {
    clientId: uuid()
      .notNull()
      .references(() => clients.id),
    id: uuidKey(),
    /** What the practice calls it, such as "Front desk". */
    name: text().notNull(),
    /** E.164. */
    phone: text().notNull(),
    /** The practice's order; phones with the same place are in the order of their ids. */
    place: smallint().notNull(),
    /** Random; the pending code is derived from it, or null if no code is pending. */
    codeToken: text(),
    codeExpiresAt: moment(),
    /** Wrong entries of this code. */
    codeTries: integer().notNull().default(0),
    confirmedAt: moment(),
    /** Why the provider doesn't call it. */
    problem: text({ enum: officePhoneProblems }),
    createdAt: createdAt(),
    endedAt: moment(),
  },
  (phone) => [
    primaryKey({ columns: [phone.clientId, phone.id] }),
    uniqueIndex().on(phone.clientId, phone.phone),
  ],
);

/** The ring of a practice's phones about one inquiry; its events are in `ring_events`. */
export const rings = pgTable(
  "rings",
  {
    clientId: uuid().notNull(),
    id: uuidKey(),
    leadId: uuid().notNull(),
    mergedFrom: mergedFrom(),
    inquiryId: uuid().notNull(),
    /** The inquiry's, for the limit of a form. */
    sourceId: uuid(),
    /** When it starts, or calls its next phone. */
    dueAt: moment().notNull(),
    /** When its first phone was called. It counts for the limits from then on. */
    startedAt: moment(),
    /** A keyed hash of the lead's number at the start, for the limit of a number. */
    numberHash: text(),
    /** How many leads it rang for, or null for this one alone. */
    burstCount: integer(),
    /**
     * `ringOf` of its events, stored with each. `refused`: it never rang, see `refusal`. `joined`: a
     * burst's one ring was for this lead too.
     */
    state: text({
      enum: [
        ...["queued", "ringing", "answered", "paused"],
        ...["accepted", "dialing", "connected", "ended", "failed"],
        ...["screen_won", "dropped", "unanswered", "refused", "joined"],
      ] as const,
    })
      .notNull()
      .default("queued"),
    refusal: text({
      enum: [
        ...["off", "no_phone", "gone", "do_not_call", "test", "untimed", "found_late"],
        ...["called", "being_called", "not_a_number", "service_number", "country"],
        ...["closed", "calling_hours", "often", "form_cap", "practice_cap"],
      ] as const,
    }),
    /** When nothing was left to do. */
    settledAt: moment(),
  },
  (ring) => [
    primaryKey({ columns: [ring.clientId, ring.id] }),
    ofLead(ring),
    ofInquiry(ring),
    uniqueIndex("rings_once").on(ring.clientId, ring.inquiryId),
    index("rings_of_lead").on(ring.clientId, ring.leadId),
    index("rings_due").on(ring.clientId, ring.dueAt).where(sql`settled_at is null`),
    // All columns of the limits, so that only the index is read.
    index("rings_started")
      .on(ring.clientId, ring.startedAt, ring.sourceId, ring.numberHash)
      .where(sql`started_at is not null`),
  ],
);

const ofRing = (row: Tenant & { ringId: AnyPgColumn }) =>
  foreignKey({ columns: [row.clientId, row.ringId], foreignColumns: [rings.clientId, rings.id] });

/** One call of one office phone, stored before the provider is asked to place it. */
export const ringCalls = pgTable(
  "ring_calls",
  {
    clientId: uuid().notNull(),
    ringId: uuid().notNull(),
    /** From 1. */
    attempt: smallint().notNull(),
    officePhoneId: uuid().notNull(),
    /** What rang, even if the phone is renamed or removed later. */
    name: text().notNull(),
    phone: text().notNull(),
    /** The practice's own number, from which it was called. */
    fromNumber: text().notNull(),
    /** Random, in the addresses that the provider asks: another call's report doesn't match. */
    token: text().notNull(),
    /** The provider's id, or null until it is known. */
    callSid: text(),
    placedAt: moment().notNull(),
    /** When the provider was last asked about it. */
    checkedAt: moment(),
  },
  (call) => [
    primaryKey({ columns: [call.clientId, call.ringId, call.attempt] }),
    ofRing(call),
    uniqueIndex("ring_calls_sid").on(call.clientId, call.callSid),
  ],
);

/** What was reported and decided about a ring, append-only. A repeated report changes nothing. */
export const ringEvents = pgTable(
  "ring_events",
  {
    clientId: uuid().notNull(),
    ringId: uuid().notNull(),
    kind: text({
      enum: [
        ...["queued", "dropped", "screen_won", "given_up"],
        ...["placed", "ringing", "answered", "key", "ended"],
        ...["lead_dialed", "lead_answered", "lead_ended"],
      ] as const,
    }).notNull(),
    /** 0: the lead's line, or our own decision. */
    attempt: smallint().notNull().default(0),
    /** The key, how the line ended, or who answered. */
    detail: text().notNull().default(""),
    /** What the key did. */
    answer: text({
      enum: ["connect", "skip", "wrong_key", "taken", "screen_won", "over"],
    }),
    /** How long the lead's line was open. */
    seconds: integer(),
    at: moment().notNull(),
    receivedAt: moment().notNull(),
  },
  (event) => [
    primaryKey({
      columns: [event.clientId, event.ringId, event.kind, event.attempt, event.detail],
    }),
    ofRing(event),
    // One phone connects, even if a writer forgot the ring's lock.
    uniqueIndex("ring_events_one_connect")
      .on(event.clientId, event.ringId)
      .where(sql`kind = 'key' and answer = 'connect'`),
  ],
);

// ── Intake ──────────────────────────────────────────────────────────────────────────────────────

/** Submissions of keyed sources, by identity: makes a submission idempotent. */
export const formSubmissions = pgTable(
  "form_submissions",
  {
    clientId: uuid().notNull(),
    sourceId: uuid().notNull(),
    /** The sender's id of it, or a hash of its fields; a web form's id is followed by the hash. */
    identity: text().notNull(),
    inquiryId: uuid().notNull(),
    receivedAt: moment().notNull(),
  },
  (submission) => [
    // Each submission is an inquiry. Also used for a person's data export or erasure.
    primaryKey({ columns: [submission.clientId, submission.inquiryId] }),
    ofInquiry(submission),
    index().on(
      submission.clientId,
      submission.sourceId,
      submission.identity,
      submission.receivedAt,
    ),
  ],
);

/** A keyed source's submissions and their results; stored for 90 days. */
export const sourceDeliveries = pgTable(
  "source_deliveries",
  {
    clientId: ofPractice(),
    id: uuidKey(),
    sourceId: uuid().notNull(),
    /** The body as received, without Google's key; empty for a duplicate or an erased delivery. */
    body: text().notNull(),
    isFormEncoded: boolean().notNull(),
    /** The end of a very long body is missing, so it cannot be replayed. */
    isCut: boolean().notNull().default(false),
    isTest: boolean().notNull().default(false),
    result: text({ enum: keyedResults }).notNull(),
    /** Why it was rejected. */
    reason: text({ enum: deliveryReasons }),
    /** The owner has dismissed it. */
    dismissedAt: moment(),
    inquiryId: uuid(),
    receivedAt: moment().notNull(),
  },
  (delivery) => [
    primaryKey({ columns: [delivery.clientId, delivery.id] }),
    ofInquiry(delivery),
    index("source_deliveries_newest").on(delivery.clientId, delivery.sourceId, delivery.id),
    // Erasure: the person's own deliveries, and those without an inquiry, which may mention them.
    index("source_deliveries_of_inquiry").on(delivery.clientId, delivery.inquiryId),
    // Counts unmapped submissions.
    index("source_deliveries_unmapped")
      .on(delivery.clientId, delivery.sourceId)
      .where(sql`result = 'unmapped'`),
    // Deliveries that may need a person.
    index("source_deliveries_unread")
      .on(delivery.clientId, delivery.sourceId)
      .where(sql`dismissed_at is null and result in ('unmapped', 'refused', 'spam')`),
    index("source_deliveries_received").on(delivery.receivedAt),
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

/** A lead that a platform notified us about, until it is imported. */
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
    /** Found in the form's list, without a notification. */
    isBackfilled: boolean().notNull().default(false),
    /** Null if no client owns this page and form. */
    clientId: uuid(),
    sourceId: uuid(),
    attempts: integer().notNull().default(0),
    problem: text(),
    failedAt: moment(),
    inquiryId: uuid(),
    storedAt: moment(),
    /** Imported without a number or an address; null once that is dismissed, or the lead erased. */
    withoutContactSince: moment(),
    createdAt: createdAt(),
  },
  (announced) => [
    primaryKey({ columns: [announced.platform, announced.platformLeadId] }),
    ofInquiry(announced),
    index("announced_leads_inquiry")
      .on(announced.clientId, announced.inquiryId)
      .where(sql`inquiry_id is not null`),
    // A source's own, newest first, including those that couldn't be imported.
    index("announced_leads_of_form").on(announced.pageId, announced.formId, announced.createdAt),
    index("announced_leads_open").on(announced.createdAt).where(sql`stored_at is null`),
    index("announced_leads_without_contact")
      .on(announced.clientId, announced.sourceId)
      .where(sql`without_contact_since is not null`),
  ],
);
