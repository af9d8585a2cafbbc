// The audit log: logins, failed logins, and changes of access rights.
import { z } from "zod";
import { calendarDay, instant, line, uuid } from "./fields.ts";
import { testedParts } from "./settings.ts";

export const auditActions = [
  "signed_in",
  "signed_in_with_passkey",
  "second_factor_asked",
  "wrong_second_factor",
  "wrong_passkey",
  "passkey_copied",
  "proved_again",
  "bulk_reading_refused",
  "wrong_credentials",
  "account_pending",
  "account_suspended",
  "account_ended",
  "account_deactivated",
  "registered",
  "registered_again",
  "address_confirmed",
  "recovery_asked",
  "password_reset",
  "password_changed",
  "factor_added",
  "factor_removed",
  "passkey_added",
  "passkey_removed",
  "factors_reset",
  "recovery_codes_renewed",
  "recovery_code_used",
  "address_change_asked",
  "address_changed",
  "device_ended",
  "other_devices_ended",
  "device_shared",
  "device_unlocked",
  "device_unlocked_by_pin",
  "device_wrong_pin",
  "device_pin_set",
  "device_pins_refused",
  "profile_changed",
  "hours_changed",
  "alerts_changed",
  "admin_added",
  "owner_invited",
  "owner_invitation_withdrawn",
  "owner_joined",
  "owner_removed",
  "helper_added",
  "helper_invited",
  "helper_invitation_withdrawn",
  "helper_joined",
  "helper_removed",
  "helper_made_owner",
  "owner_made_helper",
  "client_added",
  "client_added_pending",
  "client_invited",
  "invitation_withdrawn",
  "let_in_by_invitation",
  "client_approved",
  "client_suspended",
  "client_reinstated",
  "client_ended",
  "client_restored",
  "client_erased",
  "client_renamed",
  "person_invited",
  "person_invitation_withdrawn",
  "person_joined",
  "person_renamed",
  "person_role_changed",
  "person_deactivated",
  "person_reactivated",
  "practice_viewed",
  "people_found",
  "practice_note_added",
  "practice_note_changed",
  "practice_note_deleted",
  "practice_tags_changed",
  "agreement_changed",
  "invoice_added",
  "invoice_paid",
  "invoice_unpaid",
  "invoice_deleted",
  "invoices_exported",
  "practice_number_changed",
  "office_phones_changed",
  "rings_changed",
  "texts_changed",
  "retention_changed",
  "template_set_added",
  "template_set_renamed",
  "template_set_deleted",
  "template_set_restored",
  "template_set_published",
  "template_set_copied",
  "practices_exported",
  "practice_exported",
  "comparison_exported",
  "audit_exported",
  "desk_viewed",
  "audit_listed",
  "letters_listed",
  "letter_opened",
  "mail_exported",
  "mail_resent",
  "mail_dismissed",
  "month_report_sent",
  "month_comment_changed",
  "month_comment_removed",
  "month_mail_turned_on",
  "month_mail_turned_off",
  "monday_mail_turned_on",
  "monday_mail_turned_off",
  "source_connected",
  "source_changed",
  "source_key_changed",
  "source_subscribed",
  "submissions_dismissed",
  "failed_leads_dismissed",
  "source_ended",
  "source_reconnected",
  "sources_exported",
  "test_lead_sent",
  "delivery_replayed",
  "campaign_added",
  "campaign_changed",
  "campaign_days_changed",
  "campaign_report_imported",
  "campaign_report_undone",
  "campaign_merged",
  "campaign_merge_undone",
  "campaign_deleted",
  "campaign_restored",
  "campaigns_exported",
  "delivery_opened",
  "leads_exported",
  "leads_imported",
  "lead_import_canceled",
  "lead_import_undone",
  "contact_requests_exported",
  "contact_request_replied",
  "contact_request_answered",
  "contact_request_unanswered",
  "contact_request_closed",
  "contact_request_reopened",
  "contact_request_step_saved",
  "contact_request_step_done",
  "contact_request_erased",
  "job_retried",
  "job_canceled",
  "settings_changed",
  "settings_removed",
  "settings_tested",
  "lead_exported",
  "lead_erased",
] as const;
export type AuditAction = (typeof auditActions)[number];

/** What an entry can be about, besides people, practices and leads. */
export const auditSubjects = ["source", "campaign", "contact_request"] as const;
export type AuditSubject = (typeof auditSubjects)[number];

/** The fields whose old and new values are stored. */
export const auditedFields = [
  "name",
  "state",
  "campaign",
  "script",
  "startsOn",
  "endsOn",
  "budget",
  "platformId",
  "googleCustomerId",
  "thanksUrl",
  "allowedOrigins",
  "hostedForm",
  "mapping",
  "pageToken",
  "impressions",
  "clicks",
  "spend",
  ...(["adPlatform", "importedDays"] as const),
  "package",
  "fee",
  "nextInvoiceOn",
  "invoicedOn",
  "amount",
  "paidOn",
  "tags",
  "phoneNumber",
  "officePhones",
  "rings",
  "textsToLeads",
  "missedCallText",
  "missedCallTextWhenClosed",
  ...(["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"] as const),
  ...(["timeZone", "holidays", "alertsShowCampaign", "alertAddresses"] as const),
  ...(["mailServer", "mailUser", "mailPassword", "mailFrom"] as const),
  ...(["captcha", "captchaSiteKey", "captchaSecret"] as const),
  ...(["appSecret", "verifyToken", "metaApiVersion"] as const),
  ...(["clientId", "clientSecret", "refreshToken", "developerToken", "managerId"] as const),
  ...(["accountSid", "authToken", "fromNumber"] as const),
  ...(["publishResponseTime", "mondayMail"] as const),
  ...(["bookings", "federalHolidays", "callMinutes", "bufferMinutes"] as const),
  ...(["noticeHours", "daysAhead", "calendarUrl"] as const),
  ...(["replyTo", "signature", "replyTemplates"] as const),
] as const;
export type AuditedField = (typeof auditedFields)[number];

export const AuditChange = z.object({
  field: z.enum(auditedFields),
  /** The old value as text. Null if it was empty, or isn't stored because it's long or secret. */
  from: z.string().nullable(),
  to: z.string().nullable(),
});
export type AuditChange = z.infer<typeof AuditChange>;

export const AuditEntry = z.object({
  _id: uuid,
  at: instant,
  action: z.enum(auditActions),
  /** The current login email of the person who caused the entry, or null if unknown. */
  who: z.string().nullable(),
  /**
   * The current login email of the affected person. Null if it's the same person, or if no one was
   * affected.
   */
  whom: z.string().nullable(),
  /** The name of the affected practice, or null if there is none. */
  practice: z.string().nullable(),
  /**
   * The lead that was viewed, with its practice, or null if there is none. The name is null if the
   * lead was deleted.
   */
  lead: z.object({ _id: uuid, client: uuid, name: z.string().nullable() }).nullable(),
  /** The part of the settings that the entry is about, or null if there is none. */
  setting: z.enum(testedParts).nullable(),
  /** The template set's name at the time of the entry, or null if the entry isn't about a set. */
  templateSet: z.string().nullable(),
  /**
   * The entry's subject if it's none of the above, or null if there is none. Its name is null if it
   * was erased.
   */
  about: z
    .object({ kind: z.enum(auditSubjects), _id: uuid, name: z.string().nullable() })
    .nullable(),
  /** The day whose numbers of a campaign were changed, or null if the entry isn't about a day. */
  day: z.string().nullable(),
  /**
   * How many leads, people and submissions of the practice a search found, or null if the entry
   * isn't about a search.
   */
  found: z.object({ leads: z.int(), people: z.int(), submissions: z.int() }).nullable(),
  changes: z.array(AuditChange),
  /** The IP address of the request. */
  address: z.string(),
});
export type AuditEntry = z.infer<typeof AuditEntry>;

/**
 * `GET /api/admin/audit`: newest first, 50 per page. `who` matches a part of a person's email
 * address. `until` is a day in the agency's time zone, and is included. `search` matches a part of a
 * person's name or address, of a practice's name, or of the action.
 */
export const AuditQuery = z.object({
  client: uuid.optional(),
  action: z.enum(auditActions).optional(),
  who: line(100).optional(),
  search: line(100).optional(),
  until: calendarDay.optional(),
  cursor: uuid.optional(),
});
export type AuditQuery = z.infer<typeof AuditQuery>;

/** `GET /api/admin/audit/export.csv`: exports all pages of the list. */
export const AuditExportQuery = AuditQuery.omit({ cursor: true });
export type AuditExportQuery = z.infer<typeof AuditExportQuery>;

export const AuditList = z.object({
  entries: z.array(AuditEntry),
  nextCursor: uuid.nullable(),
});
export type AuditList = z.infer<typeof AuditList>;
