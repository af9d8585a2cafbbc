// Who signs in: the owner (admin) and the practices (clients); how they come to be and change.
import { z } from "zod";
import { anyText, emailAddress, instant, line, requiredLine, uuid } from "./fields.ts";
import { formatUsPhone } from "./phone.ts";
import { captchaSolution, passwordLimits } from "./sessions.ts";
import { findUsState } from "./us-states.ts";

export const Admin = z.object({
  _id: uuid,
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
});
export type Admin = z.infer<typeof Admin>;

/** `GET /api/admins/myself` */
export const AdminAnswer = z.object({ admin: Admin });

export const clientStatuses = ["pending", "active", "suspended"] as const;
export type ClientStatus = (typeof clientStatuses)[number];

/** A practice: its registration's fields less the password, and what we add. */
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
  /** IANA name. */
  timeZone: z.string(),
  status: z.enum(clientStatuses),
  /** Who its e-mails to leads come from; empty: the practice's name. */
  senderName: z.string(),
  /** Where answers to its e-mails go; empty: the address that signs in. */
  replyTo: z.string(),
  /** An address that is to take the place of `email`, once both have confirmed it. */
  newEmail: z.string().nullable(),
  /** The last change of the profile; send it back with the next one. */
  changedAt: instant,
});
export type Client = z.infer<typeof Client>;

/** `GET /api/clients/getClient` */
export const ClientAnswer = z.object({ userData: Client });

/** For the owner alone: whose desk to look at. */
export const Look = z.object({ client: uuid.optional() });

// ── Fields of an account ────────────────────────────────────────────────────────────────────────

/** A password that is being chosen. Never trimmed: a space may be part of it. */
export const newPassword = anyText
  .min(1, "required")
  .min(passwordLimits.least, "too_short_password")
  .max(passwordLimits.most, "too_long")
  .refine((text) => text.isWellFormed(), "bad_characters");

/** An American number in any notation, kept as the mask writes it: (813) 555-0142. */
export const usPhone = requiredLine(40).transform((typed, context) => {
  const digits = typed.replace(/\D/g, "").replace(/^1(?=\d{10}$)/, "");
  if (digits.length !== 10) {
    context.addIssue({ code: "custom", message: "not_a_phone" });
    return z.NEVER;
  }
  return formatUsPhone(digits);
});

/** A state or territory of the United States, by abbreviation or name; kept as abbreviation. */
export const usState = requiredLine(60).transform((typed, context) => {
  const code = findUsState(typed);
  if (code) return code;
  context.addIssue({ code: "custom", message: "not_a_state" });
  return z.NEVER;
});

const zip = requiredLine(20).regex(/^\d{5}(-\d{4})?$/, "not_a_zip");

/** What a person says of themselves and of their practice's address. */
const contactFields = {
  firstName: requiredLine(80),
  lastName: requiredLine(80),
  address: requiredLine(200),
  address2: line(200).default(""),
  city: requiredLine(100),
  state: usState,
  zip,
  phone: usPhone,
};

// ── Registration ────────────────────────────────────────────────────────────────────────────────

/** `POST /api/clients` */
export const Registration = z.object({
  ...contactFields,
  email: emailAddress,
  password: newPassword,
  /** The owner's code, from the owner or from an invitation link. */
  admin_id: requiredLine(100),
  /** The token of an invitation: whoever holds it has read the invited address's mail. */
  invitation: z.string().max(200).optional(),
  captcha: captchaSolution.optional(),
});
export type Registration = z.output<typeof Registration>;

/** The same for an address that has an account already: a mail tells its owner so. */
export const Registered = z.object({
  data: z.object({ firstName: z.string(), lastName: z.string(), email: z.string() }),
  status: z.literal(201),
  message: z.string(),
});
export type Registered = z.infer<typeof Registered>;

const linkToken = z.string().min(1, "required").max(200, "too_long");

/** `GET /api/clients/invitation?t=`: what an invitation fills in. */
export const InvitationQuery = z.object({ t: linkToken });
export const InvitationAnswer = z.object({ email: z.string(), admin_id: z.string() });

const currentPassword = anyText.min(1, "required").max(passwordLimits.most, "too_long");

/** `POST /api/credentials/confirmations`: an address, or a change of address, by a mailed link. */
export const Confirmation = z.object({
  token: linkToken,
  /** The registered password; needed for the address of a registration, ignored for a change. */
  password: anyText.max(passwordLimits.most, "too_long").optional(),
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
 * `PATCH /api/clients/me`; what is left out stays. With the `changedAt` that was read the answer is
 * 409 `stale`, and nothing is saved, when the profile has been changed since.
 */
export const ProfileChange = z
  .object({
    ...contactFields,
    address2: line(200),
    name: requiredLine(120),
    senderName: line(120),
    replyTo: z.union([line(0), emailAddress]),
    changedAt: instant,
  })
  .partial();
export type ProfileChange = z.output<typeof ProfileChange>;

export const ProfileAnswer = z.object({ userData: Client, message: z.string() });

/** `POST /api/clients/me/email`: both addresses are asked to confirm it. */
export const EmailChange = z.object({ email: emailAddress, password: currentPassword });

/** `PUT /api/clients/me/password`: every device is signed out, this one in again. */
export const PasswordChange = z.object({ current: currentPassword, password: newPassword });
export const PasswordChanged = z.object({ token: z.string(), message: z.string() });

/** A signed-in device of the account. */
export const Device = z.object({
  _id: uuid,
  /** What the browser called itself. */
  device: z.string(),
  /** The network address that it signed in from. */
  address: z.string(),
  signedInAt: instant,
  /** The one that asks. */
  isThis: z.boolean(),
});
export type Device = z.infer<typeof Device>;

/** `GET /api/clients/me/devices` */
export const DeviceList = z.object({ devices: z.array(Device) });

// ── The owner's view of the practices ───────────────────────────────────────────────────────────

export const ListedClient = z.object({
  _id: uuid,
  name: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  phone: z.string(),
  city: z.string(),
  state: z.string(),
  status: z.enum(clientStatuses),
  /** Whether somebody has followed the link that was mailed to the address. */
  isAddressConfirmed: z.boolean(),
  registeredAt: instant,
  approvedAt: instant.nullable(),
  suspendedAt: instant.nullable(),
  lastSignedInAt: instant.nullable(),
});
export type ListedClient = z.infer<typeof ListedClient>;

export const Invitation = z.object({
  _id: uuid,
  email: z.string(),
  invitedAt: instant,
  expiresAt: instant,
});
export type Invitation = z.infer<typeof Invitation>;

/** `GET /api/admin/clients`: who waits for approval first, then by name. */
export const ClientList = z.object({
  clients: z.array(ListedClient),
  /** Sent, not used and not out of date. */
  invitations: z.array(Invitation),
  /** The signed-in owner's own code, for whoever registers without an invitation. */
  admin_id: z.string(),
});
export type ClientList = z.infer<typeof ClientList>;

export const ClientChanged = z.object({ client: ListedClient, message: z.string() });
export type ClientChanged = z.infer<typeof ClientChanged>;

/** `POST /api/admin/invitations` */
export const InvitationRequest = z.object({ email: emailAddress });
