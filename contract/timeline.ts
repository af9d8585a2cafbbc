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

/**
 * The steps of a ring: what the practice's phones and the lead's line did. They aren't stored as
 * entries, but derived from the ring's events. `lead_…`: the lead's line, after a pressed key.
 */
const ringStepKinds = [
  "phone_rang",
  "phone_not_rung",
  "phone_missed",
  "phone_skipped",
  "phone_accepted",
  "lead_dialed",
  "lead_answered",
  "lead_not_dialed",
  "ring_refused",
] as const;
export type RingStepKind = (typeof ringStepKinds)[number];

/**
 * Calls by the lead to the practice's number, derived from the stored calls in the same way.
 * `phoneName`: the phone that took it.
 */
const incomingCallKinds = ["call_missed", "call_answered"] as const;

/**
 * Why the lead's line wasn't dialed after a key. `number`: the provider couldn't reach it. `hung_up`:
 * the practice's phone was gone first.
 */
export type NotDialedReason = "number" | "hung_up";

/**
 * Why the phones didn't ring, or stopped ringing. `busy`: other leads rang for a minute. `joined`: a
 * burst of leads was one ring.
 */
export const notRungReasons = [
  ...(["off", "no_phone", "do_not_call", "opted_out", "test", "untimed", "found_late"] as const),
  ...(["not_a_number", "service_number", "country", "closed", "calling_hours", "often"] as const),
  ...(["form_cap", "practice_cap", "busy", "joined"] as const),
] as const;
export type NotRungReason = (typeof notRungReasons)[number];

/** An entry of a lead's timeline. Append-only, so a correction is a new entry. */
export const TimelineEntry = z.object({
  _id: uuid,
  at: instant,
  kind: z.enum([...timelineKinds, ...ringStepKinds, ...incomingCallKinds]),
  /** Who did it, or null for automatic events. */
  by: z.string().nullable(),
  /**
   * For `called`: `callId`. For `appointment_set`: `callId`, and `appointmentAt` or null. For
   * `changed`: each field's old and new value. For `archived`, `do_not_call` and `may_call`:
   * `reason`, and `callId` if a call or its undo did it. For `imported`, and for `archived` by an import: `importId`, `fileName`. For `noted`: `noteId`. For `merged`,
   * `unmerged` and `split`: `leadId`, the other lead. For `email_…`: `mailId`, `subject`. For `text_…`: `textId`.
   * For `texts_stopped`: `reason`, a code. For `alert_…`: `channel`,
   * `to` (the device or the address), `step`. For the steps of a ring: `ringId`, and `phoneName`, the
   * practice's name of the phone; for `lead_dialed`: `firstName`, the inquiry's; for `lead_not_dialed` and `ring_refused`: `why`; for
   * `ring_refused`: `hasRung`, if the phones stopped ringing. For `call_answered`: `phoneName`.
   */
  data: z.record(z.string(), z.unknown()),
});
export type TimelineEntry = z.infer<typeof TimelineEntry>;
