// Which entries of a timeline are automatic, and stay folded. Pure.
import type { TimelineEntry } from "#contract/timeline.ts";

/** The product's own events, which don't help before a call. */
const automaticKinds = new Set<TimelineEntry["kind"]>([
  "received",
  "alerted",
  "seen",
  "alert_sent",
  "alert_refused",
  "alert_unknown",
  "alert_shown",
  "alert_opened",
  "email_stopped",
]);

export type ShownEntry = TimelineEntry & { isAutomatic: boolean };

/**
 * The entries in their order, each marked. A call shows its note, so the note has no entry of its
 * own; of an email that a person wrote, the newest state stays, with the name of its author.
 */
export function entriesOf(timeline: TimelineEntry[]): ShownEntry[] {
  const calls = new Set(
    timeline.flatMap(({ kind, data }) => (kind === "called" ? [data.callId] : [])),
  );
  const authors = new Map(
    timeline.flatMap(({ kind, by, data }) =>
      kind === "email_queued" && by ? [[data.mailId, by]] : [],
    ),
  );
  const sent = new Set(
    timeline.flatMap(({ kind, data }) => (kind === "email_sent" ? [data.mailId] : [])),
  );
  return timeline
    .filter(({ kind, data }) => kind !== "noted" || !calls.has(data.noteId))
    .map((entry) => {
      const { kind, data } = entry;
      const author = authors.get(data.mailId);
      if (kind === "email_queued")
        return { ...entry, isAutomatic: !author || sent.has(data.mailId) };
      if (kind === "email_sent") return { ...entry, by: author ?? null, isAutomatic: !author };
      return { ...entry, isAutomatic: automaticKinds.has(kind) };
    });
}
