// Declares every table. The keys and indexes of a tenant's table begin with `client_id`, so that
// PostgreSQL can be sharded by client without a rewrite. keys.test.ts lists the exceptions.

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
import { type EarlierTemplate, receivedWhileValues, templateKinds } from "#contract/templates.ts";
import {
  type TextMedia,
  textDirections,
  textProblems,
  textStates,
  textStopReasons,
} from "#contract/texts.ts";
import { timelineKinds } from "#contract/timeline.ts";
import { usualUrgentWords } from "#contract/urgent-words.ts";

// uuidv7 sorts by time, so rows that are created together are stored together.
const uuidKey = () => uuid().notNull().default(sql`uuidv7()`);
// Times are in milliseconds, like JavaScript's Date, so that a bucket's boundary is exact and
// doesn't change on the way through JavaScript.
const moment = () => timestamp({ withTimezone: true, precision: 3, mode: "date" });
const bytes = customType<{ data: Buffer }>({ dataType: () => "bytea" });
const createdAt = () => moment().notNull().defaultNow();

/** The tenant that the agency's own mail belongs to. */
export const agencyClientId = "00000000-0000-0000-0000-000000000000";

const ofPractice = () =>
  uuid()
    .notNull()
    .references((): AnyPgColumn => clients.id);

type Tenant = { clientId: AnyPgColumn };

/**
 * A foreign key to a lead of the same practice. The row of a lead is never deleted (decision 029).
 */
const ofLead = (row: Tenant & { leadId: AnyPgColumn }) =>
  foreignKey({
    columns: [row.clientId, row.leadId],
    foreignColumns: [leads.clientId, leads.id],
  });

const ofContactRequest = () =>
  uuid()
    .notNull()
    .references((): AnyPgColumn => contactRequests.id);

/** A foreign key to an inquiry of the same practice. */
const ofInquiry = (row: Tenant & { inquiryId: AnyPgColumn }) =>
  foreignKey({
    columns: [row.clientId, row.inquiryId],
    foreignColumns: [inquiries.clientId, inquiries.id],
  });

/**
 * The lead that the row belonged to before a merge, or null if no merge moved the row. It isn't a
 * foreign key, because only a merge writes it, from the row's own `lead_id`.
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
  /** How its lead desk counts waiting time: all hours, or only business hours. */
  reading: text({ enum: countingModes }).notNull().default("wall"),
  /** When it calls a lead that didn't answer again. */
  attemptGaps: text().array().$type<AttemptGap[]>().notNull().default(usualAttemptGaps),
  /** Leads whose message contains one of these words are marked. */
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
  /** How long some of the practice's records are kept; null for the default. */
  keepsDeliveriesDays: smallint(),
  keepsSessionsDays: smallint(),
  keepsAuditDays: smallint(),
  /** The agency's package for it, as the owner names it; empty if nothing is agreed. */
  package: text().notNull().default(""),
  /** Per month, in US cents; null: not agreed. */
  feeCents: bigint({ mode: "number" }),
  /** The day from which it pays, and the day of its next invoice. */
  agreedFrom: date({ mode: "string" }),
  nextInvoiceOn: date({ mode: "string" }),
  /** Time of the last change of these four: their version, for optimistic locking. */
  agreementChangedAt: createdAt(),
  /** The owner's own tags for it, which filter the list of practices. */
  tags: text().array().notNull().default([]),
  /** Since when its phones ring for a new lead, or null if they don't. */
  ringsOnAt: moment(),
  /** How long its phones wait, so that someone at the screen can call first. */
  ringDelaySeconds: smallint().notNull().default(0),
  /** Its own number in E.164, which leads see when it calls; null if it has none. */
  phoneNumber: text().unique("clients_phone_number"),
  /** Numbers that it had before. An opt-out sent to one of them counts. */
  formerPhoneNumbers: text().array().notNull().default([]),
  /** Since when it texts its leads from that number, or null if it doesn't. */
  textsOnAt: moment(),
  /** Since when it answers missed calls with a text, or null if it doesn't. */
  missedCallTextOnAt: moment(),
  /** What that text says, or null for the usual sentence. */
  missedCallText: text(),
  /** Since when it does so while closed, too, or null if it doesn't. */
  missedCallTextClosedOnAt: moment(),
});

/** The agency's invoices for a practice. Only owners can see them. */
export const invoices = pgTable(
  "invoices",
  {
    clientId: ofPractice(),
    /** The id is generated by the device, so adding an invoice is idempotent. */
    id: uuid().notNull(),
    invoicedOn: date({ mode: "string" }).notNull(),
    amountCents: bigint({ mode: "number" }).notNull(),
    /** The day when the invoice was paid, or null if it isn't paid. */
    paidOn: date({ mode: "string" }),
    /** The due date that adding this invoice moved on, or null if it moved none. */
    dueOn: date({ mode: "string" }),
  },
  (invoice) => [primaryKey({ columns: [invoice.clientId, invoice.id] })],
);

/** The owner's notes about a practice. The practice's people can't read them. */
export const practiceNotes = pgTable(
  "practice_notes",
  {
    clientId: ofPractice(),
    id: uuidKey(),
    text: text().notNull(),
    /** The owner who wrote the note. */
    accountId: uuid()
      .notNull()
      .references(() => accounts.id),
    writtenAt: moment().notNull(),
    /** The note's version, for optimistic locking. */
    changedAt: moment().notNull(),
  },
  (note) => [primaryKey({ columns: [note.clientId, note.id] })],
);

/** The owner's comment on a practice's month, shown to its managers in the report. */
export const monthComments = pgTable(
  "month_comments",
  {
    clientId: ofPractice(),
    /** "2026-03" */
    month: text().notNull(),
    text: text().notNull(),
    /** The owner who last edited the comment. */
    accountId: uuid()
      .notNull()
      .references(() => accounts.id),
    /** The comment's version, for optimistic locking. */
    changedAt: moment().notNull(),
  },
  (comment) => [primaryKey({ columns: [comment.clientId, comment.month] })],
);

/**
 * The sort keys of the owner's list of practices, recomputed every few minutes, because sorting by
 * a median needs every practice's median. See `server/accounts/practices/sort-keys.ts`.
 */
export const practiceSortKeys = pgTable("practice_sort_keys", {
  clientId: ofPractice().primaryKey(),
  leads: integer().notNull(),
  /**
   * How many of 1,000 inquiries were called on time, and how many were late. Null if there were no
   * inquiries.
   */
  onTimePermille: smallint(),
  latePermille: smallint(),
  neverCalled: integer().notNull(),
  /**
   * The median in minutes. "Over an hour" and "not yet" are stored as numbers larger than the hour.
   * Null if there were no inquiries.
   */
  median: smallint(),
  lastLeadAt: moment(),
  lastSignedInAt: moment(),
});

/**
 * A practice's time zone, week and holidays from a given moment. Rows never change. A clock uses
 * the row that was in effect when the clock started.
 */
export const openHours = pgTable(
  "open_hours",
  {
    clientId: ofPractice(),
    inForceFrom: moment().notNull(),
    timeZone: text().notNull(),
    week: jsonb().$type<OpenWeek>().notNull(),
    holidays: jsonb().$type<Holiday[]>().notNull(),
    /** False for the default hours and for a week that an owner copied to the practice. */
    isConfirmed: boolean().notNull().default(true),
  },
  (hours) => [primaryKey({ columns: [hours.clientId, hours.inForceFrom] })],
);

/** A person who logs in. Each has one email address, one account and one kind of account. */
export const accounts = pgTable(
  "accounts",
  {
    id: uuidKey().primaryKey(),
    kind: text({ enum: ["client", "admin"] }).notNull(),
    clientId: uuid().references(() => clients.id),
    /** The email address in lowercase. */
    email: text().notNull().unique(),
    firstName: text().notNull(),
    lastName: text().notNull(),
    /** The password's argon2id hash, with its own salt and parameters. */
    passwordHash: text().notNull(),
    /** The owner's code. A registration sends it as `admin_id`. */
    adminCode: text().unique(),
    /** When the email address was confirmed, or null if not yet. */
    emailConfirmedAt: moment(),
    /** What the person may do at the lead desk, or null for an owner. */
    role: text({ enum: roles }),
    /** What an owner or helper may do in the console. It has no effect for a practice's people. */
    consoleRole: text({ enum: consoleRoles }).notNull().default("owner"),
    /**
     * When the person was deactivated and could no longer log in. The row is never deleted, so past
     * actions still show the person's name.
     */
    deactivatedAt: moment(),
    /** When the person turned off the Monday email, or null if it's on. */
    mondayMailOffAt: moment(),
    /**
     * When the person turned off the monthly report that is sent on the first, or null if it's on.
     */
    monthMailOffAt: moment(),
    /** When a manager turned on the email with yesterday's figures, or null if it's off. */
    yesterdayMailOnAt: moment(),
    /**
     * The account's random user handle for passkeys, in base64url. Null if the account never had a
     * passkey.
     */
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

/** An invitation of a person by a manager. Resending it makes a new link. */
export const personInvitations = pgTable(
  "person_invitations",
  {
    clientId: ofPractice(),
    id: uuidKey(),
    /** The email address in lowercase. */
    email: text().notNull(),
    firstName: text().notNull(),
    lastName: text().notNull(),
    role: text({ enum: roles }).notNull(),
    invitedBy: uuid().notNull(),
    invitedAt: moment().notNull(),
    expiresAt: moment().notNull(),
    /**
     * The invitation's newest link. Null if the email said that the address already has an account.
     */
    linkId: uuid(),
    acceptedAt: moment(),
    withdrawnAt: moment(),
  },
  (invitation) => [
    primaryKey({ columns: [invitation.clientId, invitation.id] }),
    uniqueIndex("person_invitations_open")
      .on(invitation.clientId, invitation.email)
      .where(sql`${invitation.acceptedAt} is null and ${invitation.withdrawnAt} is null`),
    // A person opens the link before the practice is known.
    index("person_invitations_of_link").on(invitation.linkId),
  ],
);

/** A device that is logged in. The token itself is never stored. */
export const sessions = pgTable(
  "sessions",
  {
    id: uuidKey().primaryKey(),
    accountId: uuid()
      .notNull()
      .references(() => accounts.id),
    kind: text({ enum: ["client", "admin", "demo"] }).notNull(),
    /** The token's SHA-256 hash in hexadecimal. */
    tokenHash: text().notNull().unique(),
    device: text().notNull(),
    address: text().notNull(),
    createdAt: createdAt(),
    /**
     * When the session was last used, to within `usedEveryMs`. Null if it hasn't been used since it
     * was opened.
     */
    lastUsedAt: moment(),
    /** When the session's person last proved who they are, at login or later: see `needsProof`. */
    provenAt: moment().notNull(),
    expiresAt: moment().notNull(),
    endedAt: moment(),
    /**
     * The `tokenHash` of the known device on which the session was opened. Null for demo sessions
     * and older ones.
     */
    deviceHash: text(),
    /** When the browser became a shared device, or null if only one person uses it. */
    sharedAt: moment(),
    /** A shared device locks after this many minutes without input. */
    idleMinutes: smallint(),
    /** Who unlocked the shared device, or null if it's locked. */
    unlockedBy: uuid().references(() => accounts.id),
    /** The last input at the shared device. */
    activeAt: moment(),
    /** The number of wrong PINs entered by anyone within an hour, since `wrongPinsSince`. */
    wrongPins: integer().notNull().default(0),
    wrongPinsSince: moment(),
  },
  (session) => [
    index().on(session.accountId),
    // A login ends existing sessions in the same browser.
    index().on(session.deviceHash),
    check(
      "sessions_shared",
      sql`${session.sharedAt} is null
        or (${session.idleMinutes} is not null and ${session.activeAt} is not null)`,
    ),
  ],
);

/** A person's PIN on one shared device. Deleted when the device's session ends. */
export const devicePins = pgTable(
  "device_pins",
  {
    clientId: ofPractice(),
    sessionId: uuid().notNull(),
    accountId: uuid()
      .notNull()
      .references(() => accounts.id),
    initials: text().notNull(),
    /**
     * The PIN's argon2id hash. Four digits can be guessed quickly from the hash, but they only
     * unlock that session.
     */
    pinHash: text().notNull(),
    /** The number of wrong PINs since the person's last unlock. */
    wrongPins: integer().notNull().default(0),
    createdAt: createdAt(),
  },
  (pin) => [
    primaryKey({ columns: [pin.clientId, pin.sessionId, pin.accountId] }),
    uniqueIndex().on(pin.clientId, pin.sessionId, pin.initials),
  ],
);

/**
 * A browser from which an account has logged in. It's identified by the random token in its cookie.
 */
export const knownDevices = pgTable(
  "known_devices",
  {
    id: uuidKey().primaryKey(),
    accountId: uuid()
      .notNull()
      .references(() => accounts.id),
    /**
     * The token's SHA-256 hash in hexadecimal. A browser has the same token for all its accounts.
     */
    tokenHash: text().notNull(),
    createdAt: moment().notNull(),
    /** The time of the last login. */
    lastUsedAt: moment().notNull(),
  },
  (device) => [
    uniqueIndex().on(device.accountId, device.tokenHash),
    // Retention deletes rows by this index.
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
    /** The secret of a `totp` factor in Base32, encrypted. */
    secret: text(),
    /** The time step of the last code that was used, because a code works only once. */
    lastStep: integer().notNull().default(0),
    /** The id (base64url) and the key (COSE) of a `passkey`, as the device sent them. */
    credentialId: text().unique(),
    publicKey: bytes(),
    /** The signature counter at the last use. Some devices always send 0. */
    counter: bigint({ mode: "number" }).notNull().default(0),
    /** The ways in which a browser can reach the device. */
    transports: text().array().notNull().default([]),
    createdAt: createdAt(),
    /**
     * When the factor was confirmed. Null while the setup waits for its first code and the factor
     * isn't required yet.
     */
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

/** Codes for someone who has lost their other factor. The row of a used code is deleted. */
export const recoveryCodes = pgTable(
  "recovery_codes",
  {
    accountId: uuid()
      .notNull()
      .references(() => accounts.id),
    /** The code's SHA-256 hash in hexadecimal. */
    codeHash: text().notNull(),
  },
  (code) => [primaryKey({ columns: [code.accountId, code.codeHash] })],
);

/**
 * Logins with the right password that are waiting for their second factor. A row is deleted after
 * use.
 */
export const signInChallenges = pgTable(
  "sign_in_challenges",
  {
    /** The challenge's SHA-256 hash in hexadecimal. */
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

/**
 * Challenges that a passkey device must sign. A row is deleted on first use or soon after it
 * expires.
 */
export const passkeyChallenges = pgTable(
  "passkey_challenges",
  {
    id: uuidKey().primaryKey(),
    purpose: text({ enum: passkeyPurposes }).notNull(),
    /** The challenge's SHA-256 hash in hexadecimal. */
    tokenHash: text().notNull().unique(),
    /**
     * The account that is adding a passkey. Null for a login, because its account isn't known yet.
     */
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
 * Emailed links, which expire and work once. Only the hash of a link's token is stored. An email
 * refers to the link by id, and the token is derived again when the email is sent.
 */
export const mailedLinks = pgTable(
  "mailed_links",
  {
    id: uuidKey().primaryKey(),
    purpose: text({ enum: linkPurposes }).notNull(),
    /** The token's SHA-256 hash in hexadecimal. */
    tokenHash: text().notNull().unique(),
    /**
     * The account that the link is for. Null for an invitation, because there is no account yet.
     */
    accountId: uuid().references(() => accounts.id),
    /** The address to which the link was emailed. */
    email: text().notNull(),
    /** The account's new email address, for a link that confirms a change of address. */
    newEmail: text(),
    /** The owner's code, which an invitation fills in on the form. */
    adminCode: text(),
    /**
     * The contact request that an invitation is for. What the person wrote there is filled in on
     * the form.
     */
    contactRequestId: uuid(),
    /** The practice's name, which an invitation fills in on the form. */
    practiceName: text(),
    /** The template set that the invited practice gets when it registers. */
    templateSetId: uuid(),
    createdAt: moment().notNull(),
    expiresAt: moment().notNull(),
    usedAt: moment(),
    /** When a newer link or a new password voided this link. */
    voidedAt: moment(),
  },
  (link) => [index().on(link.accountId), index().on(link.email)],
);

/**
 * Captcha tokens that a provider has verified and wouldn't verify again. Stored for two minutes.
 */
export const confirmedCaptchas = pgTable("confirmed_captchas", {
  signature: text().primaryKey(),
  expiresAt: moment().notNull(),
});

/** Used captcha solutions, until they expire. */
export const usedCaptchas = pgTable("used_captchas", {
  signature: text().primaryKey(),
  expiresAt: moment().notNull(),
});

/** The counters of the rate limiter, with the columns of rate-limiter-flexible. */
export const rateLimits = pgTable("rate_limits", {
  key: varchar({ length: 255 }).primaryKey(),
  points: integer().notNull().default(0),
  expire: bigint({ mode: "number" }),
});

/** One row with the fingerprint of the secret, which all machines with this database share. */
export const secretFingerprint = pgTable(
  "secret_fingerprint",
  {
    isOnly: boolean().primaryKey().default(true),
    fingerprint: text().notNull(),
  },
  (known) => [check("secret_fingerprint_is_only", sql`${known.isOnly}`)],
);

/**
 * One row after the first rotation of SECRET: the original secret, encrypted with the current one.
 * The email addresses of people who opted out are hashed with the original secret.
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
 * One row with the progress of a background job that fills new columns of old leads
 * (server/desk/leads/fill-leads.ts). The row is deleted when the job is done.
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

/** Settings saved on screen. An environment variable overrides them. */
export const settings = pgTable("settings", {
  /** `metaTokenExpiry`: what Graph said about the agency's token (token-expiry.ts), no setting. */
  part: text({ enum: [...settingParts, "metaTokenExpiry"] }).primaryKey(),
  /** The values, as described by `storedSettings` in server/agency/settings/stored.ts. */
  value: jsonb().$type<Record<string, unknown>>().notNull(),
  /**
   * The secret settings as JSON, encrypted with SECRET (server/secrets/sealed.ts), or null if there
   * are none.
   */
  sealed: text(),
  changedAt: createdAt(),
});

/** The audit log: logins, rejections, access rights, views by owners, exports. */
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
    // For a page of one practice's entries, newest first.
    index("audit_entries_of_client").on(entry.clientId, entry.id),
    // For a page of entries with one action, or about one person.
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
    /** The language of the page where it was sent, used for replies. */
    language: text({ enum: languages }).notNull().default("en"),
    /**
     * The flag as sent by the form. It has no effect, because the questionnaire always sends true.
     */
    test: boolean().notNull(),
    submissionId: uuid().unique(),
    receivedAt: createdAt(),
    /** When the questionnaire was finished. Null if only its first step was submitted. */
    finishedAt: moment(),
    /** The time for a call that the questionnaire requested, or the booked call's time. */
    contactAt: moment(),
    /** Whether the request has a clock, which started when the request was finished. */
    isTimed: boolean().notNull().default(false),

    // The state is recomputed from the request's calls and events whenever these change.
    state: text({ enum: contactRequestStates }).notNull().default("new"),
    /** When the running clock started, or null if none is running. */
    uncalledSince: moment(),
    firstCalledAt: moment(),
    callBackAt: moment(),
    attempts: integer().notNull().default(0),
    lastOutcome: text({ enum: callOutcomes }),
    lastCalledAt: moment(),
    openCallId: uuid(),
    openCalledAt: moment(),
    /**
     * When the last call was made or, without a call, the request was received. The "longest
     * untouched" order sorts by it.
     */
    touchedAt: createdAt(),
    answeredAt: moment(),
    closedAt: moment(),
    closeReason: text({ enum: closeReasons }),

    /** What an owner will do next, or null if nothing is planned. */
    nextStep: text(),
    /** The day of the next step in the agency's time zone. */
    nextStepOn: date({ mode: "string" }),
    /** The owner who will do the next step. The name is from when it was saved. */
    assignee: uuid(),
    assigneeName: text(),

    /** The emailed link of the request's invitation, and the practice that registered with it. */
    invitationId: uuid(),
    invitedAt: moment(),
    practiceId: uuid().references((): AnyPgColumn => clients.id),
    /**
     * For an unfinished questionnaire, the one that the same person finished later. The unfinished
     * one is then left out of all lists.
     */
    foldedInto: uuid(),
    /** When the person was erased. Only timestamps and counts remain. */
    erasedAt: moment(),
    /** Time of the last change: the version, for optimistic locking. */
    changedAt: createdAt(),
    /** The search text: lowercase, with the phone number as bare digits. */
    search: text()
      .notNull()
      .generatedAlwaysAs(
        sql`lower(full_name || ' ' || email) || ' ' || regexp_replace(coalesce(phone, ''), '\\D', '', 'g')`,
      ),
  },
  (contactRequest) => [
    index().on(contactRequest.receivedAt, contactRequest.id),
    // For a page of a list and for the list's length.
    index("contact_requests_of_state")
      .on(contactRequest.state, contactRequest.receivedAt, contactRequest.id)
      .where(sql`erased_at is null`),
    // For the order in which to call, as for leads.
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
    // For the agency's own response time.
    index("contact_requests_timed").on(contactRequest.finishedAt).where(sql`is_timed`),
    index("contact_requests_of_address").on(contactRequest.email),
    index("contact_requests_search").using("gin", sql`${contactRequest.search} gin_trgm_ops`),
    index("contact_requests_step_search").using("gin", sql`lower(next_step) gin_trgm_ops`),
    // For the number of due next steps.
    index("contact_requests_steps")
      .on(contactRequest.nextStepOn, contactRequest.id)
      .where(sql`next_step_on is not null`),
  ],
);

/** An owner's call about a contact request. If there's no outcome, the result is still missing. */
export const contactRequestCalls = pgTable(
  "contact_request_calls",
  {
    /** The id is generated by the device, so recording a call is idempotent. */
    id: uuid().primaryKey(),
    contactRequestId: ofContactRequest(),
    accountId: uuid().notNull(),
    calledAt: moment().notNull(),
    /**
     * When we first received the call. It's later than `calledAt` only if the call was logged after
     * the fact.
     */
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

/** The other events of a contact request, which are append-only. Replies are in `mails`. */
export const contactRequestEvents = pgTable(
  "contact_request_events",
  {
    /** The id of a note is generated by the device. */
    id: uuidKey().primaryKey(),
    contactRequestId: ofContactRequest(),
    at: moment().notNull(),
    kind: text({ enum: contactRequestEventKinds }).notNull(),
    /** The owner who did it, or null for the system. */
    accountId: uuid(),
    /**
     * A note's text, the reason for closing, an invitation's email address, or a callback's time.
     */
    text: text().notNull().default(""),
  },
  (event) => [index().on(event.contactRequestId, event.at)],
);

// ── Mail ────────────────────────────────────────────────────────────────────────────────────────

/**
 * Calls that visitors booked, one per contact request. Calls that aren't canceled never overlap,
 * including the free time after each call. The constraint `bookings_one_at_a_time`, which a
 * migration adds, enforces this.
 */
export const bookings = pgTable(
  "bookings",
  {
    id: uuidKey().primaryKey(),
    contactRequestId: ofContactRequest().unique(),
    startsAt: moment().notNull(),
    endsAt: moment().notNull(),
    /** When the free time after the call ends. */
    busyUntil: moment().notNull(),
    /** The visitor's time zone, which emails use. */
    timeZone: text().notNull(),
    /** The number of changes so far, which is the `SEQUENCE` in the calendar file. */
    sequence: integer().notNull().default(0),
    /** The emailed link that moves or cancels the call. */
    linkId: uuid().notNull(),
    /** When the call was booked or last moved. */
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

/**
 * Times when the owner doesn't take calls, in addition to the nights and holidays in the settings.
 */
export const blockedTimes = pgTable(
  "blocked_times",
  {
    id: uuid().primaryKey(),
    startsAt: moment().notNull(),
    endsAt: moment().notNull(),
    note: text().notNull(),
    createdAt: moment().notNull(),
    /**
     * Whether it's a busy time from the owner's own calendar. Each read of the calendar replaces
     * all of these.
     */
    isFromCalendar: boolean().notNull().default(false),
  },
  (blocked) => [index().on(blocked.endsAt)],
);

/**
 * The outbox. Every email is a row that is written in the same transaction as the email's cause.
 */
export const mails = pgTable(
  "mails",
  {
    clientId: uuid().notNull().default(agencyClientId),
    id: uuidKey(),
    /** The type of email, such as "contact-request-notice" or "recover". */
    kind: text().notNull(),
    /**
     * Identifies the email's cause. A second row with the same key isn't written, so there is one
     * email per cause.
     */
    causeKey: text(),
    fromName: text(),
    replyTo: text(),
    to: text().notNull(),
    subject: text().notNull(),
    text: text().notNull(),
    html: text(),
    /**
     * The kind of attachment. It's rendered from the contact request or the practice's month for
     * each delivery, so files aren't stored.
     */
    attachment: text({ enum: mailAttachments }),
    /** The month of a report, such as "2026-03". */
    reportMonth: text(),
    /**
     * queued → sending → sent | failed | stopped. It's `unknown` if the email may have been
     * delivered.
     */
    state: text({ enum: mailStates }).notNull().default("queued"),
    attempts: integer().notNull().default(0),
    /** The mail server's error, or the reason why the server couldn't be reached. */
    problem: text(),
    contactRequestId: uuid(),
    /** The lead, the sender and the template, for an email of a practice. */
    leadId: uuid(),
    mergedFrom: mergedFrom(),
    accountId: uuid(),
    templateId: uuid(),
    /** The inquiry that an automatic email answers. */
    inquiryId: uuid(),
    /** The earliest time to send it. */
    dueAt: moment(),
    /** The emailed link whose token replaces `[token]` in the text when the email is sent. */
    linkId: uuid(),
    createdAt: createdAt(),
    /**
     * When the job ran although no mail server was configured, so the email is pending in the
     * outbox.
     */
    heldAt: moment(),
    sendingAt: moment(),
    sentAt: moment(),
    /** When an owner saw the email's problem and dismissed it. */
    dismissedAt: moment(),
  },
  (mail) => [
    primaryKey({ columns: [mail.clientId, mail.id] }),
    ofLead(mail),
    ofInquiry(mail),
    uniqueIndex().on(mail.clientId, mail.causeKey),
    // For the owner's log of all practices' mail, newest first, and for lookups by id alone.
    index("mails_newest").on(mail.id),
    // For searching part of an address or subject in the owner's log.
    index("mails_search").using("gin", sql`lower("to" || ' ' || subject) gin_trgm_ops`),
    index("mails_of_contact_request")
      .on(mail.clientId, mail.contactRequestId)
      .where(sql`contact_request_id is not null`),
    // For finding out when a month's report was sent, and to whom.
    index("mails_of_month")
      .on(mail.clientId, mail.reportMonth)
      .where(sql`report_month is not null`),
    index("mails_of_lead").on(mail.clientId, mail.leadId, mail.id).where(sql`lead_id is not null`),
    // For counting automatic emails to one address across practices.
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

/** Email addresses to which a practice's automatic emails aren't sent. */
export const mailStops = pgTable(
  "mail_stops",
  {
    clientId: ofPractice(),
    /**
     * A keyed hash of the address in hexadecimal, so the opt-out outlives the erasure of the
     * address.
     */
    addressHash: text().notNull(),
    reason: text({ enum: mailStopReasons }).notNull(),
    at: moment().notNull(),
    /** The person at the practice who stopped the emails. */
    accountId: uuid(),
  },
  (stop) => [primaryKey({ columns: [stop.clientId, stop.addressHash] })],
);

// ── The lead desk ───────────────────────────────────────────────────────────────────────────────

/** The figures of one day. `recordedAt` has the format of API responses. */
export type StoredFigures = Omit<CampaignDay, "day"> & { recordedAt: string };
export type DayParts = Record<string, StoredFigures>;
export type StoredDay = StoredFigures & { day: string; parts: DayParts | null };

export type CampaignUndo = {
  /** The campaign that this one was merged into, or null if it was deleted. */
  survivorId: string | null;
  days: StoredDay[];
  sourceIds: string[];
  inquiryIds?: string[];
  /** Campaigns that had already been merged into this one. */
  aliases?: string[];
  templates?: { id: string; before: string[]; after: string[] }[];
  /** The columns of the survivor that the merge changed. */
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
    /** The platform's id, stored as text because it doesn't fit in a JavaScript number. */
    platformCampaignId: text(),
    /**
     * The ten digits of the Google Ads account from which the campaign is read, or null if Google
     * isn't asked.
     */
    googleCustomerId: text(),
    /** The planned period in the practice's time zone, including both days. */
    startsOn: date({ mode: "string" }),
    endsOn: date({ mode: "string" }),
    /** The budget in US cents. */
    budgetCents: bigint({ mode: "number" }),
    budgetPeriod: text({ enum: budgetPeriods }).notNull().default("campaign"),
    /** What to say in calls to the campaign's leads, which may be empty. */
    script: text().notNull().default(""),
    /**
     * A total without days, up to `impressionsAsOf`, or null if there is none. For how it adds to
     * the daily figures, see `server/desk/reports/figures.ts`.
     */
    impressions: bigint({ mode: "number" }),
    impressionsAsOf: date({ mode: "string" }),
    createdAt: createdAt(),
    pausedAt: moment(),
    endedAt: moment(),
    /**
     * When daily figures were last requested from the platform, and the platform's error, which is
     * empty if there was none.
     */
    askedFiguresAt: moment(),
    figuresProblem: text().notNull().default(""),
    /** The campaign that this one was merged into. This one's name and id still lead there. */
    mergedInto: uuid(),
    mergedAt: moment(),
    /**
     * When the campaign was deleted. A campaign that was merged has the same value as the campaign
     * that it was merged into.
     */
    deletedAt: moment(),
    /**
     * What a merge or deletion removed, so that it can be undone. For a merge, it's stored for 30
     * days.
     */
    undoData: jsonb().$type<CampaignUndo>(),
  },
  (campaign) => [
    primaryKey({ columns: [campaign.clientId, campaign.id] }),
    uniqueIndex().on(campaign.clientId, campaign.platform, campaign.platformCampaignId),
    // For the owner's list of all practices' campaigns, newest first.
    index("campaigns_newest").on(campaign.createdAt, campaign.id),
  ],
);

/** The figures of a campaign for one day. Null means that a figure is unknown, which isn't zero. */
export const campaignDays = pgTable(
  "campaign_days",
  {
    clientId: uuid().notNull(),
    campaignId: uuid().notNull(),
    /**
     * The day in the practice's time zone, assuming that the platform's account uses the same time
     * zone.
     */
    day: date({ mode: "string" }).notNull(),
    impressions: bigint({ mode: "number" }),
    clicks: bigint({ mode: "number" }),
    /** The spend in US cents. */
    spendCents: bigint({ mode: "number" }),
    /** Where the newest values came from. A day entered by hand is replaced only on request. */
    origin: text({ enum: campaignDayOrigins }).notNull(),
    recordedAt: moment().notNull(),
    /**
     * The figures by campaign, if other campaigns were merged into this one. Null if a person
     * entered the total.
     */
    parts: jsonb().$type<DayParts>(),
  },
  (row) => [
    primaryKey({ columns: [row.clientId, row.campaignId, row.day] }),
    foreignKey({
      columns: [row.clientId, row.campaignId],
      foreignColumns: [campaigns.clientId, campaigns.id],
    }),
    // For the totals of a practice's period.
    index("campaign_days_of_practice").on(row.clientId, row.day),
  ],
);

/** Data for undoing the import of a report, or one practice's part of it. Stored for a day. */
export const campaignReportUndos = pgTable(
  "campaign_report_undos",
  {
    clientId: ofPractice(),
    /** The import's id, which is the same for each practice. */
    id: uuid().notNull(),
    /** The time that the import's days have. */
    importedAt: moment().notNull(),
    /**
     * The practice's campaigns; those that the import added; those that were deleted before it, with
     * the time; the days that all of them had before; and how many days the import stored.
     */
    undoData: jsonb()
      .$type<{
        platform?: (typeof campaignPlatforms)[number];
        campaignIds: string[];
        added?: string[];
        restored?: { id: string; deletedAt: string }[];
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

/**
 * Lead sources. A source is a Meta form of a page, or a web form, Google form or webhook with a
 * key.
 */
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
     * The token, encrypted with SECRET (server/secrets/sealed.ts). A plain token from an earlier
     * version is encrypted at the next start.
     */
    metaPageToken: text(),
    /** The key in the path to which a web form, Google or another system posts. */
    formKey: text(),
    /** The thank-you page of a web form. Redirects to any other page aren't allowed. */
    thanksUrl: text(),
    /** The origins of web pages that may contain the form. If it's empty, any page may. */
    allowedOrigins: text().array().notNull().default([]),
    /** The field mapping, or null if only common field names are recognized. */
    mapping: jsonb().$type<WebhookMapping>(),
    /** The title and fields of a web form's hosted page, or null for the default. */
    hostedForm: jsonb().$type<HostedForm>(),
    campaignId: uuid(),
    /**
     * When the platform began to reject our token, usually because the page token expired. The
     * owner is notified of this.
     */
    failingSince: moment(),
    /** When the page stopped sending us lead notifications. The owner is notified of this. */
    unsubscribedSince: moment(),
    /** When an unusual silence was noticed. The owner is notified of this. */
    silentSince: moment(),
    /**
     * Since when there are submissions that need a person's attention
     * (server/sources/intake/unread.ts).
     */
    unreadSince: moment(),
    /** The number of submissions that need a person's attention. */
    unread: integer().notNull().default(0),
    /**
     * When the owner was last notified about these submissions, which happens at most once a day.
     */
    unreadToldAt: moment(),
    /** Since when submissions without a lead have exceeded the storage limit. */
    notKeptSince: moment(),
    /**
     * The time up to which we know every lead of the Meta form. Null if its leads haven't been
     * fetched yet.
     */
    backfilledUntil: moment(),
    /**
     * When the source's settings were last changed. It serves as the version for optimistic
     * locking.
     */
    changedAt: createdAt(),
    createdAt: createdAt(),
    endedAt: moment(),
  },
  (source) => [
    primaryKey({ columns: [source.clientId, source.id] }),
    // A form can be connected again after its source was disconnected.
    uniqueIndex().on(source.metaPageId, source.metaFormId).where(sql`ended_at is null`),
    uniqueIndex().on(source.formKey),
  ],
);

/**
 * A person at a practice. The columns below `state` are denormalized from inquiries and calls and
 * updated in the same transaction, so the queue is read from one index.
 */
export const leads = pgTable(
  "leads",
  {
    clientId: ofPractice(),
    id: uuidKey(),
    firstName: text().notNull(),
    lastName: text().notNull().default(""),
    /** The email address as typed, but in lowercase. */
    email: text().notNull().default(""),
    /** The phone number in E.164 if it's valid, otherwise as typed. */
    phone: text().notNull().default(""),
    isPhoneValid: boolean().notNull().default(false),
    /** The person's language, or null if it's unknown. */
    language: text({ enum: languages }),
    interest: text().notNull().default(""),
    insurance: text().notNull().default(""),
    bestTime: text().notNull().default(""),
    /**
     * The person to whom the lead is assigned, with their first name, so that lists don't need
     * another table.
     */
    assignee: uuid(),
    assigneeName: text(),
    /** The yes/no facts that are true, each with when it was recorded and who recorded it. */
    facts: jsonb().$type<Partial<LeadFacts>>().notNull().default({}),
    /** The start of the message on the newest form that has a message, for the lead's row. */
    message: text().notNull().default(""),
    campaignId: uuid(),
    /** The source of the newest inquiry with a source, or null if all were entered by hand. */
    sourceId: uuid(),
    isTest: boolean().notNull().default(false),
    /** When we received the newest inquiry. */
    receivedAt: moment().notNull(),
    /** When the newest inquiry was submitted, which is when its clock started. */
    startedAt: moment().notNull(),

    state: text({ enum: leadStates }).notNull().default("new"),
    /** When the running clock started, or null if every inquiry has been called. */
    uncalledSince: moment(),
    /** When a call stopped the newest clock. */
    firstCalledAt: moment(),
    callBackAt: moment(),
    attempts: integer().notNull().default(0),
    lastOutcome: text({ enum: callOutcomes }),
    lastCalledAt: moment(),
    thirdLastCalledAt: moment(),
    /** Since when the person must not be called, why, and who reported it. */
    doNotCallSince: moment(),
    doNotCallReason: text().notNull().default(""),
    /**
     * A call that was started and doesn't have an outcome yet. The lead desk asks for the outcome.
     */
    openCallId: uuid(),
    openCalledAt: moment(),
    /**
     * The first name of the person who started the open call, so that lists don't need another
     * table.
     */
    openCalledBy: text(),
    /**
     * When the last call was made or, without a call, the inquiry was received. The "longest
     * untouched" order sorts by it.
     */
    touchedAt: moment().notNull(),
    askedAgainAt: moment(),
    /**
     * The name on the newest inquiry if it differs from the lead's name, because families share
     * phones.
     */
    askedAs: text(),
    bookedAt: moment(),
    archivedAt: moment(),
    archiveReason: text(),
    /**
     * The account that archived the lead, by hand or by a call's result. Null if an import archived
     * it or the account is unknown.
     */
    archivedBy: uuid(),
    deletedAt: moment(),
    /**
     * The lead that this one was merged into, which is never a merged lead itself. `deletedAt` is
     * set too, but figures still count this lead (decision 066).
     */
    mergedInto: uuid(),
    /** When the person was erased. Only timestamps and counts remain. */
    erasedAt: moment(),
    /**
     * Whether the rollups below count the lead, which they do from its first inquiry until it's
     * deleted.
     */
    isCounted: boolean().notNull().default(false),
    createdAt: createdAt(),
    /**
     * The search text, with the names, email addresses and numbers of the lead and its inquiries.
     * Every change to one of these also updates it (server/desk/leads/search-text.ts).
     */
    search: text().notNull().default(""),
  },
  (lead) => [
    primaryKey({ columns: [lead.clientId, lead.id] }),
    foreignKey({
      columns: [lead.clientId, lead.mergedInto],
      foreignColumns: [lead.clientId, lead.id],
    }),
    // For the sort orders of the queue. These indexes end with the search text, so a scan reads
    // only the index. The longest names and address (2 KB) fit in an index entry (2.7 KB).
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
    // Trigrams with the practice's prefix (from the database function `search_keys`), so a search
    // reads only one practice's entries. There is no GIN pending list, because every search would
    // have to scan it.
    index("leads_search")
      .using("gin", sql`search_keys(${lead.clientId}, ${lead.search})`)
      .where(sql`state in ('new', 'callback') and deleted_at is null`)
      .with({ fastupdate: false }),
    // For the archive, newest first.
    index("leads_archived")
      .on(lead.clientId, lead.archivedAt, lead.id, lead.search)
      .where(sql`state = 'archived' and deleted_at is null`),
    // For the archive's filters, in the same order. The first index ends with the person, so both
    // filters together read only that index.
    index("leads_archived_reason")
      .on(lead.clientId, lead.archiveReason, lead.archivedAt, lead.id, lead.archivedBy)
      .where(sql`state = 'archived' and deleted_at is null`),
    index("leads_archived_by")
      .on(lead.clientId, lead.archivedBy, lead.archivedAt, lead.id)
      .where(sql`archived_by is not null and state = 'archived' and deleted_at is null`),
    // For leads outside the queue, which the archive's search and the queue's "others" list. It has
    // a short pending list (in KB), because an import archives thousands of leads and would take
    // five times as long without one (decision 054).
    index("leads_left_search")
      .using("gin", sql`search_keys(${lead.clientId}, ${lead.search})`)
      .where(sql`state in ('archived', 'customer') and deleted_at is null`)
      .with({ fastupdate: true, gin_pending_list_limit: 512 }),
    // For filter values that are too rare to find by scanning the sort order. The index contains
    // every column for sorting and filtering, so only the index is read.
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
    // For recognizing a returning person, even if the lead was deleted.
    index("leads_phone").on(lead.clientId, lead.phone),
    index("leads_email").on(lead.clientId, lead.email),
    index("leads_merged").on(lead.clientId, lead.mergedInto).where(sql`merged_into is not null`),
    // For suggestions of other leads that have the same name and may be the same person. Names of
    // one word are too common.
    index("leads_name")
      .on(lead.clientId, sql`lower(first_name || ' ' || last_name)`)
      .where(sql`last_name <> '' and deleted_at is null`),
  ],
);

/**
 * Leads that were merged into another lead. `undoData` is null once the merge can no longer be
 * undone.
 */
export const leadMerges = pgTable(
  "lead_merges",
  {
    clientId: ofPractice(),
    /** The merged lead, with everything that it had at the time of the merge. */
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

/** Pairs of leads that the front desk knows are different people. `leadId` is the smaller id. */
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

/** The inquiries of leads. The form's answers are stored verbatim. */
export const inquiries = pgTable(
  "inquiries",
  {
    clientId: uuid().notNull(),
    id: uuidKey(),
    leadId: uuid().notNull(),
    mergedFrom: mergedFrom(),
    sourceId: uuid(),
    campaignId: uuid(),
    /** The name on this inquiry. Families share phones, and people have several email addresses. */
    firstName: text().notNull(),
    lastName: text().notNull().default(""),
    email: text().notNull().default(""),
    phone: text().notNull().default(""),
    answers: jsonb().$type<{ name: string; values: string[] }[]>().notNull().default([]),
    isTest: boolean().notNull().default(false),
    /**
     * Whether the inquiry was entered by hand or imported. It then has no clock, because no one
     * pressed Submit.
     */
    isUntimed: boolean().notNull().default(false),
    /** The time of submission according to the source, which is never later than `receivedAt`. */
    submittedAt: moment().notNull(),
    receivedAt: moment().notNull(),
    /**
     * When the inquiry's own clock started. Null if it has none, because it's a test or an older
     * clock was running.
     */
    clockStartedAt: moment(),
    /**
     * The hour of the practice's week when the clock started, in the time zone then in effect. 0 is
     * Sunday, midnight to 1 am. Null if the inquiry has no clock.
     */
    startedHour: smallint(),
    /**
     * When 10 and 60 business minutes of the clock have passed. Null if the inquiry has no clock.
     */
    openOnTimeUntil: moment(),
    openLateAt: moment(),
    /** When the inquiry was first written to an event stream of the practice's own dashboard. */
    alertedAt: moment(),
    /** When the inquiry was first opened, or shown in a visible tab while someone was active. */
    firstSeenAt: moment(),
    /** The call that stopped the clock. */
    firstCalledAt: moment(),
    /** Whether the call that stopped the clock was logged after the fact. */
    isFirstCallEnteredLater: boolean().notNull().default(false),
    /** When a call first reached the person, whether or not it ended in a booking. */
    firstSpokeAt: moment(),
    /** When a call first ended in a booking, during the clock's period. */
    firstBookedAt: moment(),
    /** The consent sentence shown next to the source's form. */
    consent: text(),
    /** The ad that the inquiry came from, as reported by its form. */
    attribution: jsonb().$type<Attribution>(),
  },
  (inquiry) => [
    primaryKey({ columns: [inquiry.clientId, inquiry.id] }),
    ofLead(inquiry),
    index().on(inquiry.clientId, inquiry.leadId),
    // For suggestions of the same person, by a phone number or email address that differs from the
    // lead's own.
    index("inquiries_phone").on(inquiry.clientId, inquiry.phone).where(sql`phone <> ''`),
    index("inquiries_email").on(inquiry.clientId, inquiry.email).where(sql`email <> ''`),
    index("inquiries_clocks")
      .on(inquiry.clientId, inquiry.clockStartedAt, inquiry.firstCalledAt)
      .where(sql`clock_started_at is not null`),
    // For the order of an export, which includes inquiries without a clock.
    index("inquiries_submitted").on(inquiry.clientId, inquiry.submittedAt, inquiry.id),
    // For a source's last lead.
    index("inquiries_of_source")
      .on(inquiry.clientId, inquiry.sourceId, inquiry.receivedAt)
      .where(sql`source_id is not null`),
    index("inquiries_of_campaign")
      .on(inquiry.clientId, inquiry.campaignId, inquiry.clockStartedAt)
      .where(sql`clock_started_at is not null`),
    // For the state of running clocks. The index contains all columns for it, so only the index is
    // read.
    index("inquiries_uncalled")
      .on(inquiry.clientId, inquiry.clockStartedAt, inquiry.openLateAt, inquiry.campaignId)
      .where(sql`clock_started_at is not null and first_called_at is null`),
    // For inquiries whose clock is running in business hours, which are a few out of perhaps
    // thousands of uncalled ones.
    index("inquiries_open_limit")
      .on(inquiry.clientId, sql`coalesce(open_late_at, 'infinity')`)
      .where(sql`clock_started_at is not null and first_called_at is null`),
  ],
);

/** Counters are zero by default, because each part uses only some of them. */
const counter = () => integer().notNull().default(0);

/**
 * Counters for figures, updated in the transaction that changes the rows they count. For what
 * counts where, see `server/desk/reports/facts.ts`. A key may have several rows: a writer that
 * finds a row locked adds another row instead of waiting, and readers add them up.
 */
export const rollups = pgTable(
  "rollups",
  {
    clientId: uuid().notNull(),
    /**
     * What a row counts: all figures in total, or by bucket, hour of the week, campaign, source or
     * minute of the first call. For the queue: leads in the queue or due on a day, how many of them
     * have a running clock, and archived leads.
     */
    part: text({
      enum: [
        ...["total", "bucket", "hour", "campaign", "source", "minute"],
        ...["queue", "uncalled", "archived"],
      ] as const,
    }).notNull(),
    span: text({ enum: ["day", "month", "all"] }).notNull(),
    /** The first UTC day of the counted span, or `-infinity` for all time. */
    since: date({ mode: "string" }).notNull(),
    /**
     * The bucket (wall and open), hour, campaign, source or minute. Empty for inquiries without
     * one, or for the total.
     */
    key: text().notNull(),
    id: uuidKey(),
    leads: counter(),
    customers: counter(),
    /**
     * The number of inquiries with a clock, called or not. Those in no other counter are late,
     * because time alone makes a clock late.
     */
    asked: counter(),
    /** The number of inquiries called within each limit, by wall time and by business hours. */
    lt10: counter(),
    lt60: counter(),
    openLt10: counter(),
    openLt60: counter(),
    enteredLater: counter(),
    reached: counter(),
    booked: counter(),
  },
  (rollup) => [
    // This is the table's only index. It stores the rows of a period for one part next to each
    // other.
    primaryKey({
      columns: [rollup.clientId, rollup.part, rollup.span, rollup.since, rollup.key, rollup.id],
    }),
  ],
);

/**
 * A human outbound call attempt. Without an outcome its result is still missing; then it counts only
 * if a ring made it: `isMade`.
 */
export const calls = pgTable(
  "calls",
  {
    clientId: uuid().notNull(),
    /** Generated by the device. Makes recording the call idempotent. */
    id: uuid().notNull(),
    leadId: uuid().notNull(),
    mergedFrom: mergedFrom(),
    /** Who started it; null for an office phone that rang by itself, which isn't a person. */
    accountId: uuid(),
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
     * The other device's call that this one duplicates. This one is void, so that the two count
     * once.
     */
    joinedTo: uuid(),
    /**
     * The ring whose key dialed the lead. It has no foreign key, because erasures used to delete the
     * ring.
     */
    ringId: uuid(),
    /** The practice's name for the phone that pressed the key. */
    phoneName: text(),
    /** How long the lead's line was open, once it has ended. */
    lineSeconds: integer(),
  },
  (call) => [
    primaryKey({ columns: [call.clientId, call.id] }),
    ofLead(call),
    uniqueIndex("calls_of_ring").on(call.clientId, call.ringId).where(sql`ring_id is not null`),
    index().on(call.clientId, call.leadId, call.calledAt),
    // A period's calls, for the figures by person.
    index("calls_by_time").on(call.clientId, call.calledAt),
  ],
);

/** A practice's notes about a lead, which are append-only. A correction is another note. */
export const notes = pgTable(
  "notes",
  {
    clientId: uuid().notNull(),
    /** The id is generated by the device, so saving a note is idempotent. */
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
 * Which device has a lead open, and until when. There is no history, because the next writer
 * deletes expired rows.
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

/** A lead's timeline, which is append-only. A correction is a new entry. */
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

/**
 * Files of leads that a manager uploaded: see `importStates`. A file is deleted after it expires.
 */
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
    /**
     * The line of the header, the header, the field chosen for each column, and the first rows and
     * lines.
     */
    headerLine: integer().notNull().default(1),
    header: jsonb().$type<string[]>().notNull().default([]),
    fields: jsonb().$type<ImportField[]>().notNull().default([]),
    preview: jsonb().$type<string[][]>().notNull().default([]),
    firstLines: jsonb().$type<{ line: number; text: string }[]>().notNull().default([]),
    destination: text({ enum: importDestinations }).notNull().default("archive"),
    /** The job run that may write. An older run whose process seemed dead may not write anymore. */
    run: uuid(),
    /** How many bytes of the file the dry run has read. */
    checkedBytes: integer().notNull().default(0),
    fresh: integer().notNull().default(0),
    known: integer().notNull().default(0),
    /** The number of rows with the same person as an earlier row of the file. */
    repeated: integer().notNull().default(0),
    rejected: integer().notNull().default(0),
    unclearDates: integer().notNull().default(0),
    unclearContacts: integer().notNull().default(0),
    damagedNumbers: integer().notNull().default(0),
    /**
     * The number of known rows with data that their lead lacks, and the number that the import has
     * filled in.
     */
    completing: integer().notNull().default(0),
    completed: integer().notNull().default(0),
    /** The last line whose row was imported, and the last one that an undo has handled. */
    importedLine: integer().notNull().default(0),
    undoneLine: integer().notNull().default(0),
    /** The last line whose known row was used to fill in a lead. */
    completedLine: integer().notNull().default(0),
    imported: integer().notNull().default(0),
    removed: integer().notNull().default(0),
    kept: integer().notNull().default(0),
    uploadedAt: moment().notNull(),
    /** The time at which the import's leads count as received. */
    startedAt: moment(),
    finishedAt: moment(),
    expiresAt: moment().notNull(),
  },
  (one) => [primaryKey({ columns: [one.clientId, one.id] })],
);

/**
 * The pieces of an uploaded file. It's stored in the database, because that may be all that several
 * processes share (decision 054).
 */
export const leadImportChunks = pgTable(
  "lead_import_chunks",
  {
    clientId: ofPractice(),
    importId: uuid().notNull(),
    /** The piece's position, counted from 0. */
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
    /**
     * The result of the row. `kept`: the lead was imported, but the undo didn't remove it, because
     * someone has worked on it.
     */
    outcome: text({ enum: ["fresh", "known", "rejected", "kept"] }).notNull(),
    problem: text({ enum: rowProblems }),
    /**
     * The id that the lead will get. It's chosen before the lead exists, so no row is imported
     * twice.
     */
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
    /** For a known row, the lead or the line of the file that it matches. */
    matchLeadId: uuid(),
    matchLine: integer(),
    /**
     * The values that the import filled in on the lead of a known row, with each field's old and
     * new value.
     */
    completed: jsonb().$type<Completed>(),
    /** The cells of a rejected or known row, as they are in the file. */
    cells: jsonb().$type<string[]>(),
  },
  (row) => [
    primaryKey({ columns: [row.clientId, row.importId, row.line] }),
    // For checking whether a person is in an earlier row of the file.
    index("lead_import_rows_phone")
      .on(row.clientId, row.importId, row.phone)
      .where(sql`outcome = 'fresh' and is_phone_valid`),
    index("lead_import_rows_email")
      .on(row.clientId, row.importId, row.email)
      .where(sql`outcome = 'fresh' and email <> ''`),
  ],
);

/**
 * The owner's sets of templates and settings, which practices copy. `templates` and `settings` are
 * the draft of the next version. Deletion is soft, so it can be undone, and practices keep their
 * copies.
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

/** The published versions that practices copy and update from. They never change. */
export const templateSetVersions = pgTable(
  "template_set_versions",
  {
    setId: uuid()
      .notNull()
      .references(() => templateSets.id),
    number: integer().notNull(),
    templates: jsonb().$type<Stored<PublishedTemplate>[]>().notNull(),
    settings: jsonb().$type<PublishedSettings>().notNull().default({}),
    /** The owner's description of the changes. */
    note: text().notNull(),
    /** The owner who published the version. */
    accountId: uuid()
      .notNull()
      .references(() => accounts.id),
    publishedAt: moment().notNull(),
  },
  (version) => [primaryKey({ columns: [version.setId, version.number] })],
);

/** Which practice has copied which set. */
export const practiceTemplateSets = pgTable(
  "practice_template_sets",
  {
    clientId: ofPractice(),
    setId: uuid()
      .notNull()
      .references(() => templateSets.id),
    /**
     * The version that was copied. Templates that were added to the set after it are new to the
     * practice.
     */
    copiedVersion: integer().notNull(),
    /** The version up to which a manager has taken or put off the changes. */
    decidedVersion: integer().notNull(),
    /** The version from which each setting was last taken, if it's later than the copied one. */
    settingVersions: jsonb().$type<Partial<Record<SetSettingName, number>>>().notNull().default({}),
    copiedAt: moment().notNull(),
    /** The owner who copied the set. */
    accountId: uuid()
      .notNull()
      .references(() => accounts.id),
  },
  (copy) => [primaryKey({ columns: [copy.clientId, copy.setId] })],
);

/** A practice's templates. Deletion is soft, so it can be undone. */
export const templates = pgTable(
  "templates",
  {
    clientId: ofPractice(),
    id: uuidKey(),
    kind: text({ enum: templateKinds }).notNull(),
    title: text().notNull(),
    subject: text().notNull().default(""),
    /** The text of a note or a text, or else HTML, which was sanitized before it was stored. */
    body: text().notNull(),
    language: text({ enum: languages }).notNull().default("en"),
    isActive: boolean().notNull().default(false),
    delayMinutes: integer().notNull().default(0),
    isInOpenHoursOnly: boolean().notNull().default(false),
    receivedWhile: text({ enum: receivedWhileValues }).notNull().default("any"),
    /** The campaigns whose leads get the template. Empty means every lead. */
    campaignIds: uuid().array().notNull().default([]),
    createdAt: createdAt(),
    changedAt: createdAt(),
    deletedAt: moment(),
    /** The set's template from which this one was copied, or null if the practice wrote it. */
    setId: uuid(),
    setTemplateId: uuid(),
    /** The version from which the template's words were last taken. */
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
    // A practice can have only one copy of a set's template.
    uniqueIndex("templates_of_set").on(template.clientId, template.setId, template.setTemplateId),
    index("templates_kept")
      .on(template.clientId, template.kind, template.title)
      .where(sql`deleted_at is null`),
    // This index is read for every new inquiry.
    index("templates_automatic")
      .on(template.clientId)
      .where(sql`kind = 'auto' and is_active and deleted_at is null`),
  ],
);

/** Pictures that are attached to emails. They are re-encoded from the upload and never change. */
export const pictures = pgTable(
  "pictures",
  {
    clientId: ofPractice(),
    id: uuidKey(),
    /** The SHA-256 hash of the content in hexadecimal. The same picture is stored only once. */
    digest: text().notNull(),
    /** The picture as a JPEG. */
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

/** One row: the keys that identify this app to push services (VAPID, RFC 8292). */
export const vapidKeys = pgTable(
  "vapid_keys",
  {
    isOnly: boolean().primaryKey().default(true),
    /** The public key (65 bytes, base64url), with which browsers subscribe. */
    publicKey: text().notNull(),
    /** The private key, encrypted with SECRET (server/secrets/sealed.ts). */
    privateKey: text().notNull(),
    createdAt: createdAt(),
  },
  (keys) => [check("vapid_keys_is_only", sql`${keys.isOnly}`)],
);

/** A browser that gets push notifications until its session ends. */
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
    /** The keys that encrypt the device's messages (RFC 8291), in base64url. */
    p256dh: text().notNull(),
    auth: text().notNull(),
    /** The user agent of the browser. */
    device: text().notNull(),
    alertsWhenClosed: boolean().notNull().default(false),
    createdAt: createdAt(),
    /** When the device's service worker last reported that it showed a notification. */
    lastShownAt: moment(),
    /** Why the last message failed, or null if it didn't fail. */
    problem: text({ enum: alertDeviceProblems }),
    /** The number of failed attempts in a row. The pause before the next attempt grows with it. */
    failures: integer().notNull().default(0),
    /** No messages are sent before this time. */
    retryAt: moment(),
    endedAt: moment(),
  },
  (device) => [
    primaryKey({ columns: [device.clientId, device.id] }),
    uniqueIndex().on(device.clientId, device.endpoint),
    // A browser belongs to another practice if its user logs in there.
    index("push_devices_of_endpoint").on(device.endpoint),
  ],
);

/**
 * Email addresses and phone numbers that get a practice's alerts once their code has been entered.
 */
export const alertAddresses = pgTable(
  "alert_addresses",
  {
    clientId: uuid()
      .notNull()
      .references(() => clients.id),
    id: uuidKey(),
    kind: text({ enum: ["email", "text"] }).notNull(),
    /** An email address in lowercase, or a phone number in E.164. */
    address: text().notNull(),
    /** A keyed hash of the code that was sent, or null if there is no pending code. */
    codeHash: text(),
    codeExpiresAt: moment(),
    /** The number of wrong attempts to enter this code. */
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
 * When to alert about an inquiry. The rows are written in the inquiry's transaction. `closed`:
 * immediately, on devices that want alerts while the practice is closed. A row is deleted a day
 * after it's done.
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
    /**
     * Whether the alert is part of a burst. It waited for the burst's other alerts and is sent with
     * them.
     */
    isGathered: boolean().notNull().default(false),
    /** When the alert was sent or turned out to be unnecessary. */
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

/** Alerts to one recipient about one inquiry, which record who was notified of what and when. */
export const alerts = pgTable(
  "alerts",
  {
    clientId: uuid().notNull(),
    id: uuidKey(),
    /** Identifies the message. The alerts of a burst are one message and share this id. */
    messageId: uuid().notNull(),
    leadId: uuid().notNull(),
    mergedFrom: mergedFrom(),
    inquiryId: uuid().notNull(),
    step: text({ enum: alertSteps }).notNull(),
    /** The callback or call that the alert is about. Empty for steps that happen only once. */
    occasion: text().notNull().default(""),
    channel: text({ enum: alertChannels }).notNull(),
    /**
     * The recipient's id. It's a device, an address, an account (for its login email), or the
     * agency for the owner.
     */
    recipientId: uuid().notNull(),
    /** The user agent of the device, or the address. */
    recipient: text().notNull(),
    /** The number of leads in the message, or null if the message names this one lead. */
    burstCount: integer(),
    state: text({ enum: alertStates }).notNull().default("queued"),
    problem: text(),
    attempts: integer().notNull().default(0),
    mailId: uuid(),
    textSid: text(),
    createdAt: createdAt(),
    /** When the alert stops being relevant. */
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
    // For finding out when a channel last worked, across all practices.
    index("alerts_accepted")
      .on(alert.channel, alert.acceptedAt)
      .where(sql`accepted_at is not null`),
  ],
);

/** Practices with an open dashboard on any machine, refreshed by the event stream. */
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
    /** The practice's order. Phones with the same place are ordered by id. */
    place: smallint().notNull(),
    /** Random. The pending code is derived from it. Null if no code is pending. */
    codeToken: text(),
    codeExpiresAt: moment(),
    /** Wrong entries of this code. */
    codeTries: integer().notNull().default(0),
    confirmedAt: moment(),
    /** Why the provider rejects calls to it. */
    problem: text({ enum: officePhoneProblems }),
    createdAt: createdAt(),
    endedAt: moment(),
  },
  (phone) => [
    primaryKey({ columns: [phone.clientId, phone.id] }),
    uniqueIndex().on(phone.clientId, phone.phone),
  ],
);

/**
 * The ring of a practice's phones about one inquiry, or of the one phone from which a person calls a
 * lead; its events are in `ring_events`.
 */
export const rings = pgTable(
  "rings",
  {
    clientId: uuid().notNull(),
    id: uuidKey(),
    leadId: uuid().notNull(),
    mergedFrom: mergedFrom(),
    inquiryId: uuid().notNull(),
    /** The inquiry's source, for the limit per form. */
    sourceId: uuid(),
    /** Who started it from the screen, or null for a ring about a new lead. */
    startedBy: uuid(),
    /** When it starts or calls its next phone. */
    dueAt: moment().notNull(),
    /** When its first phone was called. From then on it counts toward the limits. */
    startedAt: moment(),
    /** A keyed hash of the lead's number when the ring started, for the limit per number. */
    numberHash: text(),
    /** How many leads it rang for, or null if it was only this one. */
    burstCount: integer(),
    /**
     * The result of `ringOf` for its events. `refused`: it didn't ring, see `refusal`. `joined`: a
     * burst's ring was for this lead, too.
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
        ...["off", "no_phone", "gone", "do_not_call", "opted_out", "test", "untimed", "found_late"],
        ...["called", "being_called", "not_a_number", "service_number", "country"],
        ...["closed", "calling_hours", "often", "form_cap", "practice_cap"],
      ] as const,
    }),
    /** When it was finished. */
    settledAt: moment(),
  },
  (ring) => [
    primaryKey({ columns: [ring.clientId, ring.id] }),
    ofLead(ring),
    ofInquiry(ring),
    uniqueIndex("rings_once").on(ring.clientId, ring.inquiryId).where(sql`started_by is null`),
    index("rings_of_lead").on(ring.clientId, ring.leadId),
    index("rings_due").on(ring.clientId, ring.dueAt).where(sql`settled_at is null`),
    // All columns that the limits need, so that only the index is read.
    index("rings_started")
      .on(ring.clientId, ring.startedAt, ring.sourceId, ring.numberHash)
      .where(sql`started_at is not null`),
  ],
);

const ofRing = (row: Tenant & { ringId: AnyPgColumn }) =>
  foreignKey({ columns: [row.clientId, row.ringId], foreignColumns: [rings.clientId, rings.id] });

/** One call to one office phone, stored before the provider is asked to place it. */
export const ringCalls = pgTable(
  "ring_calls",
  {
    clientId: uuid().notNull(),
    ringId: uuid().notNull(),
    /** From 1. */
    attempt: smallint().notNull(),
    officePhoneId: uuid().notNull(),
    /** The phone's name, even if it is renamed or removed later. */
    name: text().notNull(),
    phone: text().notNull(),
    /** The practice's own number, which the call came from. */
    fromNumber: text().notNull(),
    /**
     * Random, in the URLs that the provider requests, so that another call's report doesn't match.
     */
    token: text().notNull(),
    /** The provider's id, or null until it is known. */
    callSid: text(),
    placedAt: moment().notNull(),
    /** When it was last looked up at the provider. */
    checkedAt: moment(),
  },
  (call) => [
    primaryKey({ columns: [call.clientId, call.ringId, call.attempt] }),
    ofRing(call),
    uniqueIndex("ring_calls_sid").on(call.clientId, call.callSid),
    // For finding out when calls last worked, across all practices.
    index("ring_calls_placed").on(call.placedAt).where(sql`call_sid is not null`),
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
    /** 0 for the lead's line or our own decision. */
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
    // Only one phone connects, even if a writer forgets the ring's lock.
    uniqueIndex("ring_events_one_connect")
      .on(event.clientId, event.ringId)
      .where(sql`kind = 'key' and answer = 'connect'`),
  ],
);

// ── Incoming calls ──────────────────────────────────────────────────────────────────────────────

/** A call to a practice's own number, which its office phones ring for one after the other. */
export const incomingCalls = pgTable(
  "incoming_calls",
  {
    clientId: ofPractice(),
    id: uuidKey(),
    /** Null until the call is over, and afterward if it is no lead's. */
    leadId: uuid(),
    mergedFrom: mergedFrom(),
    /** The provider's id. */
    sid: text().notNull(),
    /** The caller's number in E.164, or empty if it is withheld. */
    phone: text().notNull(),
    receivedAt: moment().notNull(),
    /** The office phone on which the key was pressed last, and when. */
    officePhoneId: uuid(),
    acceptedAt: moment(),
    /** The phone's name, even if it is renamed or removed later. */
    phoneName: text(),
    endedAt: moment(),
    /** `answered`: someone at an office phone talked to the caller. */
    outcome: text({ enum: ["answered", "missed"] }),
  },
  (call) => [
    primaryKey({ columns: [call.clientId, call.id] }),
    ofLead(call),
    // A call that the provider posts twice is stored once.
    uniqueIndex("incoming_calls_sid").on(call.clientId, call.sid),
    index("incoming_calls_of_lead").on(call.clientId, call.leadId),
    index("incoming_calls_of_phone").on(call.clientId, call.phone, call.receivedAt),
    index("incoming_calls_open").on(call.clientId, call.receivedAt).where(sql`ended_at is null`),
    // For listing the calls that nobody has returned.
    index("incoming_calls_missed")
      .on(call.clientId, call.receivedAt)
      .where(sql`outcome = 'missed' and lead_id is not null`),
    // For deleting old calls of people who are no leads.
    index("incoming_calls_of_nobody")
      .on(call.clientId, call.receivedAt)
      .where(sql`lead_id is null`),
  ],
);

// ── Texts ───────────────────────────────────────────────────────────────────────────────────────

/** A text between a practice's number and a person: `textStates` has what each state means. */
export const texts = pgTable(
  "texts",
  {
    clientId: ofPractice(),
    /** The browser's, which makes sending idempotent. */
    id: uuidKey(),
    /** Null: the number is no lead's. */
    leadId: uuid(),
    mergedFrom: mergedFrom(),
    direction: text({ enum: textDirections }).notNull(),
    /** The person's number in E.164; a short code as it was received. */
    phone: text().notNull(),
    body: text().notNull(),
    state: text({ enum: textStates }).notNull(),
    problem: text({ enum: textProblems }),
    /** How many the provider counts, or will. */
    segments: smallint().notNull(),
    /** How many pictures or files came with it. They stay at the provider. */
    mediaCount: smallint().notNull().default(0),
    /** Those that can be opened, by the provider's ids. */
    media: jsonb().$type<TextMedia[]>().notNull().default([]),
    /** Handoffs to the provider. A report names the one that it is about. */
    attempts: smallint().notNull().default(0),
    /** The provider's id, or null until it is known. */
    sid: text(),
    /** The missed call that it answers by itself. */
    callId: uuid(),
    /** Who wrote it at the practice. */
    accountId: uuid(),
    /** When it was received, or written. */
    createdAt: createdAt(),
    /** The earliest time of the next attempt. */
    dueAt: moment(),
    /** After this time it isn't sent anymore. */
    expiresAt: moment(),
    sendingAt: moment(),
    /** When the provider reported its last state. */
    reportedAt: moment(),
    /** When someone at the practice opened it. */
    readAt: moment(),
  },
  (one) => [
    primaryKey({ columns: [one.clientId, one.id] }),
    ofLead(one),
    // A text that the provider posts twice is stored once.
    uniqueIndex("texts_sid").on(one.clientId, one.sid),
    // A missed call is answered once.
    uniqueIndex("texts_of_call").on(one.clientId, one.callId),
    index("texts_of_lead").on(one.clientId, one.leadId, one.createdAt),
    index("texts_of_phone").on(one.clientId, one.phone, one.createdAt),
    index("texts_newest").on(one.clientId, one.createdAt, one.id),
    index("texts_unfinished")
      .on(one.clientId, one.state)
      .where(sql`state in ('queued', 'sending')`),
    index("texts_unread")
      .on(one.clientId, one.leadId)
      .where(sql`direction = 'in' and read_at is null`),
    // For deleting old texts of people who are no leads.
    index("texts_of_nobody").on(one.clientId, one.createdAt).where(sql`lead_id is null`),
    // For finding out when texts last worked, across all practices.
    index("texts_sent")
      .on(one.sendingAt)
      .where(sql`direction = 'out' and state in ('accepted', 'sent', 'delivered')`),
  ],
);

/** Numbers that don't get texts from a practice, and for which its phones don't ring. */
export const textStops = pgTable(
  "text_stops",
  {
    clientId: ofPractice(),
    /** A keyed hash in hexadecimal, so the opt-out outlives the erasure of the number. */
    numberHash: text().notNull(),
    reason: text({ enum: textStopReasons }).notNull(),
    stoppedAt: moment().notNull(),
    /** When the person texted START: texts may go out again, but the phones still don't ring. */
    allowedAt: moment(),
  },
  (stop) => [primaryKey({ columns: [stop.clientId, stop.numberHash] })],
);

// ── Intake ──────────────────────────────────────────────────────────────────────────────────────

/** Submissions to sources with a key, by identity, which makes them idempotent. */
export const formSubmissions = pgTable(
  "form_submissions",
  {
    clientId: uuid().notNull(),
    sourceId: uuid().notNull(),
    /**
     * The id that the sender chose, or a hash of the fields. For a web form, the hash is appended
     * to the id.
     */
    identity: text().notNull(),
    /**
     * A keyed hash of what the person wrote, if the identity may be a contact's. Null if the
     * identity is the submission's own, and for rows from before these hashes were stored.
     */
    wordsHash: text(),
    inquiryId: uuid().notNull(),
    receivedAt: moment().notNull(),
  },
  (submission) => [
    // Each submission is one inquiry. This key is also used to export or erase a person's data.
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

/** Submissions to sources with a key and their results. Stored for 90 days. */
export const sourceDeliveries = pgTable(
  "source_deliveries",
  {
    clientId: ofPractice(),
    id: uuidKey(),
    sourceId: uuid().notNull(),
    /**
     * The body as received, but without Google's key. Empty for a duplicate or an erased delivery.
     */
    body: text().notNull(),
    isFormEncoded: boolean().notNull(),
    /** Whether the end of a very long body was cut off. Such a delivery can't be replayed. */
    isCut: boolean().notNull().default(false),
    isTest: boolean().notNull().default(false),
    result: text({ enum: keyedResults }).notNull(),
    /** Why the delivery was rejected. */
    reason: text({ enum: deliveryReasons }),
    /** When the owner dismissed the delivery. */
    dismissedAt: moment(),
    inquiryId: uuid(),
    receivedAt: moment().notNull(),
  },
  (delivery) => [
    primaryKey({ columns: [delivery.clientId, delivery.id] }),
    ofInquiry(delivery),
    index("source_deliveries_newest").on(delivery.clientId, delivery.sourceId, delivery.id),
    // For erasures: the person's own deliveries, and deliveries without an inquiry, which may
    // mention the person.
    index("source_deliveries_of_inquiry").on(delivery.clientId, delivery.inquiryId),
    // For counting unmapped submissions.
    index("source_deliveries_unmapped")
      .on(delivery.clientId, delivery.sourceId)
      .where(sql`result = 'unmapped'`),
    // For deliveries that may need a person's attention.
    index("source_deliveries_unread")
      .on(delivery.clientId, delivery.sourceId)
      .where(sql`dismissed_at is null and result in ('unmapped', 'refused', 'spam')`),
    index("source_deliveries_received").on(delivery.receivedAt),
  ],
);

/** Webhook bodies, byte for byte. A body is stored before it's acknowledged. */
export const deliveries = pgTable(
  "deliveries",
  {
    id: uuidKey().primaryKey(),
    platform: text({ enum: ["meta"] }).notNull(),
    body: text().notNull(),
    receivedAt: createdAt(),
    /** The platform's ids of the leads in the body. An erasure finds the body by them. */
    platformLeadIds: text().array().notNull().default([]),
  },
  (delivery) => [
    index().on(delivery.receivedAt),
    index("deliveries_of_lead").using("gin", delivery.platformLeadIds),
  ],
);

/** Leads that a platform notified us about, until they are imported. */
export const announcedLeads = pgTable(
  "announced_leads",
  {
    platform: text({ enum: ["meta"] }).notNull(),
    /** The platform's id, stored as text. */
    platformLeadId: text().notNull(),
    deliveryId: uuid().notNull(),
    pageId: text().notNull(),
    formId: text().notNull(),
    announcedAt: moment().notNull(),
    /** Whether the lead was found in the form's list without a lead notification. */
    isBackfilled: boolean().notNull().default(false),
    /** The practice, or null if no practice owns this page and form. */
    clientId: uuid(),
    sourceId: uuid(),
    attempts: integer().notNull().default(0),
    problem: text(),
    failedAt: moment(),
    /** When the owner dismissed the failed notification, or null if nobody did. */
    dismissedAt: moment(),
    inquiryId: uuid(),
    storedAt: moment(),
    /**
     * Since when the lead has been imported without a phone number or email address. Null once the
     * problem is dismissed or the lead is erased.
     */
    withoutContactSince: moment(),
    createdAt: createdAt(),
  },
  (announced) => [
    primaryKey({ columns: [announced.platform, announced.platformLeadId] }),
    ofInquiry(announced),
    index("announced_leads_inquiry")
      .on(announced.clientId, announced.inquiryId)
      .where(sql`inquiry_id is not null`),
    // For the leads of a source, newest first, including those that couldn't be imported.
    index("announced_leads_of_form").on(announced.pageId, announced.formId, announced.createdAt),
    index("announced_leads_open").on(announced.createdAt).where(sql`stored_at is null`),
    index("announced_leads_without_contact")
      .on(announced.clientId, announced.sourceId)
      .where(sql`without_contact_since is not null`),
  ],
);
