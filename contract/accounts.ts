// Who signs in: the owner (admin) and the practices (clients).
import { z } from "zod";
import { uuid } from "./fields.ts";

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
});
export type Client = z.infer<typeof Client>;

/** `GET /api/clients/getClient` */
export const ClientAnswer = z.object({ userData: Client });

/** For the owner alone: whose desk to look at. */
export const Look = z.object({ client: uuid.optional() });
