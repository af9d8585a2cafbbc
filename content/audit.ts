// What the console's audit log calls what it noted.
import type { AuditAction } from "#contract/audit.ts";

export const auditNames: Record<AuditAction, string> = {
  signed_in: "Logged in",
  wrong_credentials: "Wrong password or address",
  account_pending: "Came before the approval",
  account_suspended: "Came while suspended",
  registered: "Registered",
  registered_again: "Registered again",
  address_confirmed: "Confirmed the address",
  recovery_asked: "Asked for a new password",
  password_reset: "Set a new password by mail",
  password_changed: "Changed the password",
  address_change_asked: "Asked for another address",
  address_changed: "Changed the address",
  device_ended: "Signed a device out",
  profile_changed: "Changed the profile",
  hours_changed: "Changed the open hours",
  client_invited: "Invited a practice",
  invitation_withdrawn: "Took an invitation back",
  client_approved: "Approved",
  client_suspended: "Suspended",
  client_reinstated: "Reinstated",
  desk_viewed: "Looked at a desk",
  leads_exported: "Exported leads",
  lead_exported: "Handed over what is kept of a lead",
  lead_erased: "Erased a lead for good",
};
