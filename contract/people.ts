// The people at a practice: the list that a manager sees, and the invitations.
import { z } from "zod";
import { newPassword } from "./accounts.ts";
import { emailAddress, instant, uuid } from "./fields.ts";
import { nameLine } from "./name-line.ts";
import { roles } from "./roles.ts";

/** How many days an invitation's link works. */
export const invitationDays = 7;

/** The maximum number of active accounts and open invitations of a practice. */
export const maxPeople = 100;

export const Person = z.object({
  _id: uuid,
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  role: z.enum(roles),
  /** The time of the last login, or null if there was none. */
  lastSignedInAt: instant.nullable(),
  /** When the person was deactivated, or null if the person is active. */
  deactivatedAt: instant.nullable(),
  hasTwoStepLogin: z.boolean(),
  /** Whether this person is the caller. */
  isYou: z.boolean(),
});
export type Person = z.infer<typeof Person>;

export const PersonInvitation = z.object({
  _id: uuid,
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  role: z.enum(roles),
  /** The name of the manager who sent the invitation. */
  invitedBy: z.string(),
  invitedAt: instant,
  /** When the link stops working. The invitation can still be sent again after that. */
  expiresAt: instant,
});
export type PersonInvitation = z.infer<typeof PersonInvitation>;

/**
 * `GET /api/clients/me/people`: lists people by name, with active people first, and open
 * invitations by name.
 */
export const People = z.object({
  people: z.array(Person),
  invitations: z.array(PersonInvitation),
});
export type People = z.infer<typeof People>;

/** The response to each change, with the new state. */
export const PeopleChanged = People.extend({ message: z.string() });
export type PeopleChanged = z.infer<typeof PeopleChanged>;

const name = nameLine(80);

/** `POST /api/clients/me/people` */
export const NewPerson = z.object({
  firstName: name,
  lastName: name,
  email: emailAddress,
  role: z.enum(roles, "required"),
});
export type NewPerson = z.output<typeof NewPerson>;

/** `PATCH /api/clients/me/people/{id}`. Fields that are omitted don't change. */
export const PersonChange = z
  .object({ firstName: name, lastName: name, role: z.enum(roles), isDeactivated: z.boolean() })
  .partial();
export type PersonChange = z.output<typeof PersonChange>;

const linkToken = z.string().min(1, "required").max(200, "too_long");

/** `GET /api/people/invitation?t=`: returns what the invited person sees. */
export const JoinQuery = z.object({ t: linkToken });
export const JoinOffer = z.object({
  practice: z.string(),
  email: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  role: z.enum(roles),
  /** The name of the person who sent the invitation. */
  by: z.string(),
});
export type JoinOffer = z.infer<typeof JoinOffer>;

/** `POST /api/people/acceptances` */
export const Joining = z.object({
  token: linkToken,
  firstName: name,
  lastName: name,
  password: newPassword,
});
export type Joining = z.output<typeof Joining>;
