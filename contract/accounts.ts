// Accounts of owners (admins) and practices (clients): who logs in, and how accounts are created
// and changed.

import { z } from "zod";
import { AttemptPlan } from "./attempt-plan.ts";
import { consoleRoles } from "./console-roles.ts";
import { anyText, emailAddress, instant, line, requiredLine, uuid } from "./fields.ts";
import { countingModes } from "./figures.ts";
import { nameLine, optionalNameLine } from "./name-line.ts";
import { Holiday, OpenWeek } from "./open-hours.ts";
import { formatUsPhone } from "./phone.ts";
import { roles } from "./roles.ts";
import { captchaSolution, passwordLimits } from "./sessions.ts";
import { UrgentWords } from "./urgent-words.ts";
import { findUsState } from "./us-states.ts";

export const Admin = z.object({
  _id: uuid,
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  role: z.enum(consoleRoles),
  /**
   * The requested new email address, or null if there is none. It replaces `email` once both
   * addresses have confirmed the change.
   */
  newEmail: z.string().nullable(),
});
export type Admin = z.infer<typeof Admin>;

/** `GET /api/admins/myself` */
export const AdminAnswer = z.object({ admin: Admin });

export const clientStatuses = ["pending", "active", "suspended", "ended"] as const;
export type ClientStatus = (typeof clientStatuses)[number];

/**
 * A practice. It has the fields of a registration except for the password, and fields that we add.
 */
export const Client = z.object({
  _id: uuid,
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  phone: z.string(),
  address: z.string(),
  address2: z.string(),
  city: z.string(),
  state: z.string(),
  zip: z.string(),
  admin_id: z.string(),
  /** The practice's name. */
  name: z.string(),
  /** The practice's time zone as an IANA name. */
  timeZone: z.string(),
  /** The practice's current business hours, Sunday first, and the dates on which it's closed. */
  week: OpenWeek,
  holidays: z.array(Holiday),
  status: z.enum(clientStatuses),
  /** The sender name of the practice's emails to leads. Empty means the practice's name. */
  senderName: z.string(),
  /** The reply-to address of the practice's emails. Empty means `defaultReplyTo`. */
  replyTo: z.string(),
  /** The email address of the practice's first manager. */
  defaultReplyTo: z.string(),
  /**
   * The requested new email address, or null if there is none. It replaces `email` once both
   * addresses have confirmed the change.
   */
  newEmail: z.string().nullable(),
  /** How the practice's lead desk measures waits, unless the URL of a page specifies otherwise. */
  reading: z.enum(countingModes),
  /** How long the practice waits after each unanswered call before it calls a lead again. */
  attemptGaps: AttemptPlan,
  /** The words that mark a lead as urgent if its message contains one of them. */
  urgentWords: UrgentWords,
  /** Whether it texts its leads from its own number. If not, no screen mentions texts to leads. */
  hasTexts: z.boolean(),
  /** In how many threads nobody has opened a text. */
  unreadTexts: z.int(),
  /**
   * The practice's confirmed phones from which a person can call a lead, in order. Empty without a
   * voice provider or the practice's own number; then no screen mentions it.
   */
  linePhones: z.array(z.object({ _id: uuid, name: z.string() })),
  /** Time of the last profile change. Send it back with the next change. */
  changedAt: instant,
  /** When this live demo expires and is erased, or null for a real practice. */
  demoEndsAt: instant.nullable(),
});
export type Client = z.infer<typeof Client>;

/**
 * The person who uses the lead desk. Their name and email address are the practice's `firstName`, …
 * and `email`.
 */
export const DeskPerson = z.object({
  _id: uuid,
  role: z.enum(roles),
  /** Whether the practice has, or has ever had, more than one person. */
  hasColleagues: z.boolean(),
  /** Everyone at the practice who can log in, including this person, sorted by first name. */
  colleagues: z.array(z.object({ _id: uuid, name: z.string() })),
});
export type DeskPerson = z.infer<typeof DeskPerson>;

/** `GET /api/clients/getClient`. `person` is null for an owner who views as the practice. */
export const ClientAnswer = z.object({ userData: Client, person: DeskPerson.nullable() });
export type ClientAnswer = z.infer<typeof ClientAnswer>;

/**
 * The person and the practice that the requesting screen belongs to. The tabs of a browser share a
 * session cookie, and if it now belongs to someone else, the response is `unauthorized`.
 */
export const CallerHeaders = z.object({
  "person-id": uuid.optional(),
  /** This header is sent by screens from before practices could have several people. */
  "practice-id": uuid.optional(),
});

/** For owners only: the practice to view as. */
export const ViewAsQuery = z.object({ client: uuid.optional() });

// ── Fields of an account ────────────────────────────────────────────────────────────────────────

/** A new password. It's never trimmed, because a space may be part of it. */
export const newPassword = anyText
  .min(1, "required")
  .min(passwordLimits.min, "too_short_password")
  .max(passwordLimits.max, "too_long")
  .refine((text) => text.isWellFormed(), "bad_characters");

/** A US number in any notation, normalized to (813) 555-0100. */
export const usPhone = requiredLine(40).transform((typed, context) => {
  const digits = typed.replace(/\D/g, "").replace(/^1(?=\d{10}$)/, "");
  if (digits.length !== 10) {
    context.addIssue({ code: "custom", message: "not_a_phone" });
    return z.NEVER;
  }
  return formatUsPhone(digits);
});

/** A US state or territory by abbreviation or name, normalized to the abbreviation. */
export const usState = requiredLine(60).transform((typed, context) => {
  const code = findUsState(typed);
  if (code) return code;
  context.addIssue({ code: "custom", message: "not_a_state" });
  return z.NEVER;
});

const zip = requiredLine(20).regex(/^\d{5}(-\d{4})?$/, "not_a_zip");

/** The person's name and the practice's contact details. */
const contactFields = {
  firstName: nameLine(80),
  lastName: nameLine(80),
  address: requiredLine(200),
  address2: line(200).default(""),
  city: requiredLine(100),
  state: usState,
  zip,
  phone: usPhone,
};

/** The name of a practice. */
export const practiceName = nameLine(120);

// ── Registration ────────────────────────────────────────────────────────────────────────────────

/** `POST /api/clients` */
export const Registration = z.object({
  ...contactFields,
  email: emailAddress,
  password: newPassword,
  /**
   * The practice's name. If it's omitted, the invitation's name is used or, without one, the
   * person's name.
   */
  practiceName: practiceName.optional(),
  /** The owner's code, which the person gets from the owner or from an invitation link. */
  admin_id: requiredLine(100),
  /**
   * The token of an invitation, which proves that the person can read email at the invited address.
   */
  invitation: z.string().max(200).optional(),
  captcha: captchaSolution.optional(),
});
export type Registration = z.output<typeof Registration>;

/**
 * The response doesn't reveal whether the email address already has an account. In that case, an
 * email notifies the account's owner.
 */
export const Registered = z.object({
  data: z.object({ firstName: z.string(), lastName: z.string(), email: z.string() }),
  status: z.literal(201),
  message: z.string(),
});
export type Registered = z.infer<typeof Registered>;

const linkToken = z.string().min(1, "required").max(200, "too_long");

/** `GET /api/clients/invitation?t=`: the values that an invitation fills in on the form. */
export const InvitationQuery = z.object({ t: linkToken });
export const InvitationAnswer = z.object({
  email: z.string(),
  admin_id: z.string(),
  /** The practice's name, as the owner wrote it in the invitation. */
  practiceName: z.string().nullable(),
  /** What the person wrote in their contact request, or null if the invitation isn't for one. */
  written: z
    .object({
      firstName: z.string(),
      lastName: z.string(),
      phone: z.string(),
      city: z.string(),
    })
    .nullable(),
});
export type InvitationAnswer = z.infer<typeof InvitationAnswer>;

const currentPassword = anyText.min(1, "required").max(passwordLimits.max, "too_long");

/**
 * `POST /api/credentials/confirmations`: confirms an email address or a change of address with a
 * link from an email.
 */
export const Confirmation = z.object({
  token: linkToken,
  /**
   * The password that was chosen at registration. It's required to confirm a registration, and
   * ignored for a change of address.
   */
  password: anyText.max(passwordLimits.max, "too_long").optional(),
});

// ── Passwords ───────────────────────────────────────────────────────────────────────────────────

/** `POST /api/credentials/recover` */
export const RecoveryRequest = z.object({
  email: emailAddress,
  captcha: captchaSolution.optional(),
});

/** `PATCH /api/credentials/reset` */
export const PasswordReset = z.object({ token: linkToken, password: newPassword });

export const MessageAndStatus = z.object({ message: z.string(), status: z.literal(200) });
export type MessageAndStatus = z.infer<typeof MessageAndStatus>;

// ── Profile ─────────────────────────────────────────────────────────────────────────────────────

/**
 * `PATCH /api/clients/me`. Omitted fields keep their values. If the profile has changed since the
 * `changedAt` that was read, nothing is saved and the response is 409 `stale`.
 */
export const ProfileChange = z
  .object({
    ...contactFields,
    address2: line(200),
    name: practiceName,
    senderName: optionalNameLine(120),
    replyTo: z.union([line(0), emailAddress]),
    changedAt: instant,
  })
  .partial();
export type ProfileChange = z.output<typeof ProfileChange>;

export const ProfileAnswer = z.object({ userData: Client, message: z.string() });

/**
 * `PATCH /api/clients/me/desk`: changes the lead desk's settings, which all of the practice's
 * devices share. This doesn't count as a change of the profile, so an open profile form doesn't
 * become stale.
 */
export const DeskSettingsChange = z
  .object({
    reading: z.enum(countingModes),
    attemptGaps: AttemptPlan,
    urgentWords: UrgentWords,
  })
  .partial();
export type DeskSettingsChange = z.output<typeof DeskSettingsChange>;

/** `POST /api/clients/me/email`: requests a change, which must be confirmed from both addresses. */
export const EmailChange = z.object({ email: emailAddress, password: currentPassword });

/** `PUT /api/clients/me/password`: ends every session and logs this device in again. */
export const PasswordChange = z.object({ current: currentPassword, password: newPassword });
export const PasswordChanged = z.object({ token: z.string(), message: z.string() });

/** A device that is logged in to the account. */
export const Device = z.object({
  _id: uuid,
  /** The user agent of the browser. */
  device: z.string(),
  /** The IP address from which the device logged in. */
  address: z.string(),
  signedInAt: instant,
  /** When the device was last used, accurate to five minutes. */
  lastUsedAt: instant,
  /** Whether this device sent the request. */
  isThis: z.boolean(),
});
export type Device = z.infer<typeof Device>;

/** `GET /api/clients/me/devices`: lists this device first, and then the others by last use. */
export const DeviceList = z.object({ devices: z.array(Device) });
