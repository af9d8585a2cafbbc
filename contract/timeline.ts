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
  "alert_sent",
  "alert_refused",
  "alert_unknown",
  "alert_shown",
  "alert_opened",
] as const;

/** An entry in a lead's timeline. The timeline is append-only, so a correction is a new entry. */
export const TimelineEntry = z.object({
  _id: uuid,
  at: instant,
  kind: z.enum(timelineKinds),
  /** The person who did it, or null for automatic events. */
  by: z.string().nullable(),
  /**
   * The data for each kind of entry. `called`: `callId`. `appointment_set`: `callId`, and
   * `appointmentAt` or null. `changed`: each field's old and new value. `archived`, `do_not_call`
   * and `may_call`: `reason`. `imported`, and `archived` by an import: `importId`, `fileName`.
   * `noted`: `noteId`. `merged`, `unmerged` and `split`: `leadId`, which is the other lead.
   * `email_…`: `mailId`, `subject`. `alert_…`: `channel`, `to` (the device or the address), `step`.
   */
  data: z.record(z.string(), z.unknown()),
});
export type TimelineEntry = z.infer<typeof TimelineEntry>;
