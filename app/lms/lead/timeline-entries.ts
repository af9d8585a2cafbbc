// Decides which entries of a timeline are part of the conversation and which are technical and
// collapsed, and groups them by day in the order of events. Pure.
import type { LeadDetail } from "#contract/lead-detail.ts";
import type { TimelineEntry } from "#contract/timeline.ts";
import { dayIn } from "#contract/zones.ts";

/** The product's own events, which don't help before a call. */
const technicalKinds = new Set<TimelineEntry["kind"]>([
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

export const threadFilters = ["everything", "calls", "emails", "texts", "notes"] as const;
export type ThreadFilter = (typeof threadFilters)[number];

export type ThreadEntry = TimelineEntry & {
  /** When the call started, even if it was logged later; otherwise the entry's own time. */
  happenedAt: string;
  isTechnical: boolean;
  topics: Exclude<ThreadFilter, "everything">[];
};

/**
 * Returns all entries, oldest first. A call shows its note, so that note doesn't have its own
 * entry. An email is one conversation entry with its author and its newest state. Its earlier
 * states are technical.
 */
export function entriesOf({
  timeline,
  calls,
}: Pick<LeadDetail, "timeline" | "calls">): ThreadEntry[] {
  const calledAt = new Map<unknown, string>(calls.map((call) => [call._id, call.calledAt]));
  const withResult = new Set<unknown>(calls.flatMap((call) => (call.outcome ? call._id : [])));
  const shownCalls = new Set(
    timeline.flatMap(({ kind, data }) => (kind === "called" ? [data.callId] : [])),
  );
  const notes = new Set(
    timeline.flatMap(({ kind, data }) => (kind === "noted" ? [data.noteId] : [])),
  );
  const emails = emailsIn(timeline);

  function topicsOf({ kind, data }: TimelineEntry): ThreadEntry["topics"] {
    if (kind === "called") return notes.has(data.callId) ? ["calls", "notes"] : ["calls"];
    if (kind === "noted") return ["notes"];
    if (kind === "text_received" || kind === "text_written") return ["texts"];
    return isEmail(kind) ? ["emails"] : [];
  }

  return (
    timeline
      .filter(({ kind, data }) => kind !== "noted" || !shownCalls.has(data.noteId))
      // Its result has its own entry, which says the same and more.
      .filter(({ data }) => data.outcome !== null || !withResult.has(data.callId))
      .map((entry) => {
        const { kind, at, by, data } = entry;
        const email = isEmail(kind) ? emails.get(data.mailId) : undefined;
        const isOlderState = email !== undefined && email.newest !== entry;
        return {
          ...entry,
          by: email?.author ?? by,
          happenedAt: (kind === "called" && calledAt.get(data.callId)) || at,
          isTechnical: technicalKinds.has(kind) || isOlderState || isContactEdit(entry),
          topics: topicsOf(entry),
        };
      })
      .toReversed()
      .toSorted((a, b) => Number(a.happenedAt > b.happenedAt) - Number(a.happenedAt < b.happenedAt))
  );
}

/**
 * Checks whether a filter shows an entry. A filter shows everything on its topic, including
 * technical entries.
 */
export function isShown(entry: ThreadEntry, filter: ThreadFilter, isUnfolded: boolean): boolean {
  if (filter === "everything") return isUnfolded || !entry.isTechnical;
  return entry.topics.includes(filter);
}

export function countOf(entries: ThreadEntry[], topic: ThreadEntry["topics"][number]): number {
  return entries.filter(({ isTechnical, topics }) => !isTechnical && topics.includes(topic)).length;
}

/** Returns the entries grouped by day ("2026-03-17") in the practice's time zone. */
export function byDay(
  entries: ThreadEntry[],
  timeZone: string,
): { day: string; entries: ThreadEntry[] }[] {
  const days: { day: string; entries: ThreadEntry[] }[] = [];
  for (const entry of entries) {
    const day = dayIn(new Date(entry.happenedAt), timeZone);
    const last = days.at(-1);
    if (last?.day === day) last.entries.push(entry);
    else days.push({ day, entries: [entry] });
  }
  return days;
}

/** Returns the newest state of each email by the email's id. The timeline is newest first. */
function emailsIn(timeline: TimelineEntry[]) {
  const emails = new Map<unknown, { newest: TimelineEntry; author: string | null }>();
  for (const entry of timeline) {
    if (!isEmail(entry.kind)) continue;
    const { mailId } = entry.data;
    const { newest, author } = emails.get(mailId) ?? { newest: entry, author: null };
    emails.set(mailId, { newest, author: author ?? entry.by });
  }
  return emails;
}

function isEmail(kind: TimelineEntry["kind"]): boolean {
  return kind.startsWith("email_");
}

/** A change of the assignee isn't a contact edit. */
function isContactEdit({ kind, data }: TimelineEntry): boolean {
  return kind === "changed" && !("assignee" in data);
}
