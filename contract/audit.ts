// What is noted because somebody may ask about it later: who came in or did not, and who changed
// whose rights.
import { z } from "zod";
import { instant, uuid } from "./fields.ts";

export const auditActions = [
  "signed_in",
  "wrong_credentials",
  "account_pending",
  "account_suspended",
  "registered",
  "registered_again",
  "address_confirmed",
  "recovery_asked",
  "password_reset",
  "password_changed",
  "address_change_asked",
  "address_changed",
  "device_ended",
  "profile_changed",
  "hours_changed",
  "admin_added",
  "client_added",
  "client_added_pending",
  "client_invited",
  "invitation_withdrawn",
  "let_in_by_invitation",
  "client_approved",
  "client_suspended",
  "client_reinstated",
  "desk_viewed",
  "letters_listed",
  "letter_opened",
  "leads_exported",
  "lead_exported",
  "lead_erased",
] as const;
export type AuditAction = (typeof auditActions)[number];

export const AuditEntry = z.object({
  _id: uuid,
  at: instant,
  action: z.enum(auditActions),
  /** Who did it, by the address that they sign in with now; null: nobody we know. */
  who: z.string().nullable(),
  /** The practice that it is about, by its name; null: none. */
  practice: z.string().nullable(),
  /** The lead that was looked at, and whose it is; null: none. A deleted one has no name. */
  lead: z.object({ _id: uuid, client: uuid, name: z.string().nullable() }).nullable(),
  /** The network address that it came from. */
  address: z.string(),
});
export type AuditEntry = z.infer<typeof AuditEntry>;

/** `GET /api/admin/audit`: newest first, 50 a page; of one practice with `client`. */
export const AuditQuery = z.object({ client: uuid.optional(), cursor: uuid.optional() });
export const AuditList = z.object({
  entries: z.array(AuditEntry),
  nextCursor: uuid.nullable(),
});
export type AuditList = z.infer<typeof AuditList>;
