// A lead's timeline.
import { z } from "zod";
import { instant, uuid } from "./fields.ts";

export const timelineKinds = [
  "submitted",
  "received",
  "alerted",
  "seen",
  "imported",
  "called",
  "call_voided",
  "call_joined",
  "call_back_set",
  "appointment_set",
  "changed",
  "archived",
  "restored",
  "deleted",
  "undeleted",
  "do_not_call",
  "may_call",
  "noted",
  "erased",
  "merged",
  "unmerged",
  "split",
  "email_queued",
  "email_sent",
  "email_failed",
  "email_unknown",
  "email_stopped",
  "mail_stopped",
  "mail_allowed",
  "text_received",
  "text_written",
  "texts_stopped",
  "texts_allowed",
  "alert_sent",
  "alert_refused",
  "alert_unknown",
  "alert_shown",
  "alert_opened",
] as const;

/** An entry of a lead's timeline. Append-only, so a correction is a new entry. */
export const TimelineEntry = z.object({
  _id: uuid,
  at: instant,
  kind: z.enum(timelineKinds),
  /** Who did it, or null for automatic events. */
  by: z.string().nullable(),
  /**
   * For `called`: `callId`. For `appointment_set`: `callId`, and `appointmentAt` or null. For
   * `changed`: each field's old and new value. For `archived`, `do_not_call` and `may_call`:
   * `reason`. For `imported`, and for `archived` by an import: `importId`, `fileName`. For `noted`: `noteId`. For `merged`,
   * `unmerged` and `split`: `leadId`, the other lead. For `email_…`: `mailId`, `subject`. For `text_…`: `textId`. For
   * `texts_stopped`: `reason`, a code. For `alert_…`: `channel`,
   * `to` (the device or the address), `step`.
   */
  data: z.record(z.string(), z.unknown()),
});
export type TimelineEntry = z.infer<typeof TimelineEntry>;
