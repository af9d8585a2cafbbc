// The console's audit log, and the words for each recorded action.
import type { AuditAction } from "#contract/audit.ts";

export const auditWords = {
  ofOnePractice: "Showing one practice.",
  showAll: "Show all",
  none: "Nothing recorded yet.",
  unknown: "unknown",
  deletedLead: "a deleted lead",
  /** The network address. */
  from: (address: string) => `from ${address}`,
} as const;

export const auditNames: Record<AuditAction, string> = {
  signed_in: "Logged in",
  wrong_credentials: "Wrong email or password",
  account_pending: "Tried to log in before approval",
  account_suspended: "Tried to log in while suspended",
  registered: "Registered",
  registered_again: "Registered again",
  address_confirmed: "Confirmed their email address",
  recovery_asked: "Requested a password reset",
  password_reset: "Reset their password by email",
  password_changed: "Changed their password",
  address_change_asked: "Requested an email address change",
  address_changed: "Changed their email address",
  device_ended: "Logged out a device",
  profile_changed: "Edited the profile",
  hours_changed: "Edited the business hours",
  admin_added: "Created an owner account",
  client_added: "Created a practice account",
  client_added_pending: "Created a practice account, pending approval",
  client_invited: "Invited a practice",
  invitation_withdrawn: "Withdrew an invitation",
  let_in_by_invitation: "Registered with an invitation",
  client_approved: "Approved a practice",
  client_suspended: "Suspended a practice",
  client_reinstated: "Reinstated a practice",
  desk_viewed: "Viewed a lead desk",
  letters_listed: "Viewed a practice’s emails in the mail log",
  letter_opened: "Read a practice’s email",
  leads_exported: "Exported leads",
  lead_exported: "Exported a lead’s data",
  lead_erased: "Permanently erased a lead",
};
