// The owners and helpers, who log in to the console.
import { z } from "zod";
import { newPassword } from "./accounts.ts";
import { consoleRoles } from "./console-roles.ts";
import { FullProof } from "./factors.ts";
import { emailAddress, instant, uuid } from "./fields.ts";
import { nameLine } from "./name-line.ts";

/** How many days an invitation's link works. */
export const ownerInvitationDays = 3;

/** The maximum number of active owners, helpers and open invitations together. */
export const maxOwners = 20;

export const Owner = z.object({
  _id: uuid,
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  role: z.enum(consoleRoles),
  /** The time of the last login, or null if there was none. */
  lastSignedInAt: instant.nullable(),
  hasTwoStepLogin: z.boolean(),
  /** Whether this person is the caller. */
  isYou: z.boolean(),
});
export type Owner = z.infer<typeof Owner>;

export const OwnerInvitation = z.object({
  _id: uuid,
  email: z.string(),
  role: z.enum(consoleRoles),
  invitedAt: instant,
  expiresAt: instant,
});
export type OwnerInvitation = z.infer<typeof OwnerInvitation>;

/**
 * `GET /api/admin/owners`: lists owners and helpers by name, and open invitations, newest first.
 */
export const Owners = z.object({ owners: z.array(Owner), invitations: z.array(OwnerInvitation) });
export type Owners = z.infer<typeof Owners>;

/** The response to each change, with the new state. */
export const OwnersChanged = Owners.extend({ message: z.string() });

/** `POST /api/admin/owners/invitations`: requires the caller's full login credentials. */
export const NewOwner = FullProof.extend({
  email: emailAddress,
  role: z.enum(consoleRoles, "required"),
});
export type NewOwner = z.infer<typeof NewOwner>;

/** `PATCH /api/admin/owners/{id}`: requires a recent proof. */
export const OwnerRoleChange = z.object({ role: z.enum(consoleRoles, "invalid") });

/** `POST /api/admin/owners/{id}/removals`: requires the caller's full login credentials. */
export const OwnerRemoval = FullProof;

const linkToken = z.string().min(1, "required").max(200, "too_long");

/** `GET /api/owners/invitation?t=`: returns what the invited person sees. */
export const OwnerOfferQuery = z.object({ t: linkToken });
export const OwnerOffer = z.object({
  email: z.string(),
  /** The name of the owner who sent the invitation. */
  by: z.string(),
  role: z.enum(consoleRoles),
});
export type OwnerOffer = z.infer<typeof OwnerOffer>;

const name = nameLine(80);

/** `POST /api/owners/acceptances` */
export const OwnerJoining = z.object({
  token: linkToken,
  firstName: name,
  lastName: name,
  password: newPassword,
});
export type OwnerJoining = z.output<typeof OwnerJoining>;
