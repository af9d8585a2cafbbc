// The owners and helpers: who logs in to the console.
import { z } from "zod";
import { newPassword } from "./accounts.ts";
import { consoleRoles } from "./console-roles.ts";
import { FullProof } from "./factors.ts";
import { emailAddress, instant, uuid } from "./fields.ts";
import { nameLine } from "./name-line.ts";

/** An invitation's link works this long. */
export const ownerInvitationDays = 3;

/** Active owners and helpers, and open invitations. */
export const maxOwners = 20;

export const Owner = z.object({
  _id: uuid,
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  role: z.enum(consoleRoles),
  /** The last login, or null if there was none. */
  lastSignedInAt: instant.nullable(),
  hasTwoStepLogin: z.boolean(),
  /** Whether it is the caller. */
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

/** `GET /api/admin/owners`: owners and helpers by name; the open invitations, newest first. */
export const Owners = z.object({ owners: z.array(Owner), invitations: z.array(OwnerInvitation) });
export type Owners = z.infer<typeof Owners>;

/** The answer to each change. */
export const OwnersChanged = Owners.extend({ message: z.string() });

/** `POST /api/admin/owners/invitations`, with the caller's full login credentials. */
export const NewOwner = FullProof.extend({
  email: emailAddress,
  role: z.enum(consoleRoles, "required"),
});
export type NewOwner = z.infer<typeof NewOwner>;

/** `PATCH /api/admin/owners/{id}`, with a recent proof. */
export const OwnerRoleChange = z.object({ role: z.enum(consoleRoles, "invalid") });

/** `POST /api/admin/owners/{id}/removals`, with the caller's full login credentials. */
export const OwnerRemoval = FullProof;

const linkToken = z.string().min(1, "required").max(200, "too_long");

/** `GET /api/owners/invitation?t=`: what the invited person sees. */
export const OwnerOfferQuery = z.object({ t: linkToken });
export const OwnerOffer = z.object({
  email: z.string(),
  /** The name of the owner who invited. */
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
