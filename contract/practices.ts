// The owner's list of the practices, and the invitations of new ones.
import { z } from "zod";
import { clientStatuses } from "./accounts.ts";
import { emailAddress, instant, uuid } from "./fields.ts";

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
  /** Whether the link that was mailed to the address has been followed. */
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

/** `GET /api/admin/clients`: practices that wait for approval first, then by name. */
export const ClientList = z.object({
  clients: z.array(ListedClient),
  /** Open invitations: sent, not used and not expired. */
  invitations: z.array(Invitation),
  /** The signed-in owner's own code, for registrations without an invitation. */
  admin_id: z.string(),
});
export type ClientList = z.infer<typeof ClientList>;

export const ClientChanged = z.object({ client: ListedClient, message: z.string() });
export type ClientChanged = z.infer<typeof ClientChanged>;

/** `POST /api/admin/invitations` */
export const InvitationRequest = z.object({ email: emailAddress });
