// Decides which entries of a timeline belong to the conversation and which are technical and
// collapsed. Groups them by day, in the order in which things happened. Pure.
import type { LeadDetail } from "#contract/lead-detail.ts";
import type { TimelineEntry } from "#contract/timeline.ts";
import { dayIn } from "#contract/zones.ts";

/** Entries about what the product itself did, which don't help anyone before a call. */
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
  /**
   * When the call started, even if it was logged later. For other entries, the entry's own time.
   */
  happenedAt: string;
  isTechnical: boolean;
  topics: Exclude<ThreadFilter, "everything">[];
};

/**
 * Returns all entries, oldest first. A call's note is shown with the call and has no entry. An
 * email is one conversation entry with its author and its newest state; its earlier states are
 * technical entries.
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
  const rings = ringFoldsOf(timeline, calls);

  function topicsOf({ kind, data }: TimelineEntry): ThreadEntry["topics"] {
    if (kind === "called") return notes.has(data.callId) ? ["calls", "notes"] : ["calls"];
    if (kind === "call_missed" || kind === "call_answered") return ["calls"];
    if (kind === "noted") return ["notes"];
    if (kind === "text_received" || kind === "text_written") return ["texts"];
    return isEmail(kind) ? ["emails"] : [];
  }

  return (
    timeline
      .filter(({ kind, data }) => kind !== "noted" || !shownCalls.has(data.noteId))
      // Once the call has an outcome, the entry about the outcome says all of this and more.
      .filter(({ data }) => data.outcome !== null || !withResult.has(data.callId))
      .map((entry) => {
        const { kind, at, by, data } = entry;
        const email = isEmail(kind) ? emails.get(data.mailId) : undefined;
        const isOlderState = email !== undefined && email.newest !== entry;
        return {
          ...entry,
          by: email?.author ?? by,
          data: rings.lines.get(entry) ?? data,
          happenedAt: (kind === "called" && calledAt.get(data.callId)) || at,
          isTechnical:
            technicalKinds.has(kind) ||
            isOlderState ||
            isContactEdit(entry) ||
            rings.folded.has(entry),
          topics: topicsOf(entry),
        };
      })
      .toReversed()
      .toSorted((a, b) => Number(a.happenedAt > b.happenedAt) - Number(a.happenedAt < b.happenedAt))
  );
}

/**
 * Returns whether a filter shows an entry. A filter shows everything on its topic, including
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

/** What the phones did before a key was pressed. */
const deskSteps = new Set<TimelineEntry["kind"]>([
  ...(["phone_rang", "phone_not_rung", "phone_missed", "phone_skipped"] as const),
]);
const lineSteps = new Set<TimelineEntry["kind"]>(["lead_dialed", "lead_answered"]);

/**
 * Decides which steps of rings are folded: of a ring that called several phones, one line stands for
 * what they did (`lines`: its data, with `times` and `phoneNames`); once the call has a result, its
 * own entry says how it went; and a reason why the phones didn't ring is given once.
 */
function ringFoldsOf(timeline: TimelineEntry[], calls: LeadDetail["calls"]) {
  const folded = new Set<TimelineEntry>();
  const lines = new Map<TimelineEntry, TimelineEntry["data"]>();
  const oldestFirst = timeline.filter(({ data }) => data.ringId !== undefined).toReversed();
  const reasons = new Set<unknown>();
  for (const steps of Map.groupBy(oldestFirst, ({ data }) => data.ringId).values()) {
    const rang = steps.filter(({ kind }) => kind === "phone_rang");
    const [first] = rang;
    if (first && rang.length > 1) {
      const phoneNames = [...new Set(rang.map(({ data }) => String(data.phoneName)))];
      lines.set(first, { ...first.data, times: rang.length, phoneNames });
      for (const step of steps) if (step !== first && deskSteps.has(step.kind)) folded.add(step);
    }
    const dialed = steps.find(({ kind }) => kind === "lead_dialed");
    const isTold = calls.some(
      ({ phoneName, outcome, calledAt }) =>
        phoneName && outcome && first && first.at <= calledAt && calledAt <= (dialed?.at ?? ""),
    );
    for (const step of steps) if (isTold && lineSteps.has(step.kind)) folded.add(step);
    for (const step of steps) {
      if (step.kind !== "ring_refused") continue;
      if (reasons.has(step.data.why)) folded.add(step);
      reasons.add(step.data.why);
    }
  }
  return { folded, lines };
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

/**
 * Returns whether someone edited the lead's contact data. A change of the assignee doesn't count.
 */
function isContactEdit({ kind, data }: TimelineEntry): boolean {
  return kind === "changed" && !("assignee" in data);
}
