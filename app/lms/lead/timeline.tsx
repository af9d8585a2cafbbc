import { useState } from "react";
import { useRevalidator } from "react-router";
import { undoCall } from "#app/lms/calls/undo-call.ts";
import { exactText, timeText } from "#app/lms/shell/times.ts";
import { Button } from "#app/ui/button.tsx";
import { Hidden } from "#app/ui/hidden.tsx";
import { IconArrowBackUp } from "#app/ui/icons.tsx";
import { useNow } from "#app/ui/now.tsx";
import { showToast } from "#app/ui/toast.tsx";
import { callWords } from "#content/desk/calls.ts";
import { controlWords } from "#content/desk/controls.ts";
import { personWords, timelineWords } from "#content/desk/lead.ts";
import { outcomeNames } from "#content/desk/outcomes.ts";
import { leadFieldLabels } from "#content/lead-fields.ts";
import type { LeadDetail } from "#contract/lead-detail.ts";
import { phoneText } from "#contract/phone.ts";
import type { TimelineEntry } from "#contract/timeline.ts";
import styles from "./timeline.module.css";

/** Enough for a call; a button shows the rest. */
const shownAtFirst = 30;

type TimelineProps = { detail: LeadDetail; timeZone: string; canChange: boolean };

/** All timeline entries, newest first. */
export function Timeline({ detail, timeZone, canChange }: TimelineProps) {
  const now = useNow();
  const [isWhole, setIsWhole] = useState(false);
  const { timeline } = detail;
  const isCut = !isWhole && timeline.length > shownAtFirst;
  return (
    <>
      <ol className={styles.timeline}>
        {(isCut ? timeline.slice(0, shownAtFirst) : timeline).map((entry) => (
          <li key={entry._id}>
            <time
              dateTime={entry.at}
              title={exactText(entry.at, timeZone)}
              suppressHydrationWarning
            >
              {timeText(entry.at, now, timeZone)}
            </time>
            <div>
              <strong>{kindText(entry)}</strong>
              {entry.by && <span className={styles.by}>{timelineWords.by(entry.by)}</span>}
              <Detail entry={entry} detail={detail} now={now} timeZone={timeZone} />
            </div>
            {canChange && <UndoCall entry={entry} detail={detail} timeZone={timeZone} />}
          </li>
        ))}
      </ol>
      {!isCut && detail.isTimelineCut && <p>{timelineWords.older}</p>}
      {isCut && (
        <Button variant="quiet" isSmall onClick={() => setIsWhole(true)}>
          {timelineWords.showAll(timeline.length)}
        </Button>
      )}
    </>
  );
}

/** Available as long as the call counts; the toast with the same action closes after seconds. */
function UndoCall({
  entry,
  detail,
  timeZone,
}: Omit<TimelineProps, "canChange"> & { entry: TimelineEntry }) {
  const { revalidate } = useRevalidator();
  const [isUndoing, setIsUndoing] = useState(false);
  const now = useNow();
  const call = detail.calls.find((one) => one._id === entry.data.callId);
  if (entry.kind !== "called" || !call?.outcome || call.voidedAt) return null;

  async function undo(callId: string) {
    if (isUndoing) return;
    setIsUndoing(true);
    const isUndone = await undoCall(detail.lead._id, callId);
    await revalidate();
    setIsUndoing(false);
    if (isUndone) showToast({ title: callWords.undone });
  }

  return (
    <Button
      variant="quiet"
      isSmall
      className={styles.undo}
      aria-disabled={isUndoing}
      onClick={() => void undo(call._id)}
    >
      <IconArrowBackUp size={16} stroke={1.75} aria-hidden />
      {controlWords.undo}
      <Hidden>{timelineWords.theCallAt(timeText(call.calledAt, now, timeZone))}</Hidden>
    </Button>
  );
}

function Detail({
  entry,
  detail,
  now,
  timeZone,
}: {
  entry: TimelineEntry;
  detail: LeadDetail;
  now: Date;
  timeZone: string;
}) {
  if (entry.kind === "called" || entry.kind === "call_voided") {
    const call = detail.calls.find((one) => one._id === entry.data.callId);
    if (!call?.outcome) return null;
    return (
      <p className={call.voidedAt ? styles.void : undefined}>
        {timelineWords.called(outcomeNames[call.outcome], timeText(call.calledAt, now, timeZone))}
        {call.outcome === "call_back" &&
          call.callBackAt &&
          timelineWords.callback(timeText(call.callBackAt, now, timeZone))}
        {call.isEnteredLater && timelineWords.loggedLater}
        {call.voidedAt && timelineWords.undone}
      </p>
    );
  }
  if (reasoned.has(entry.kind)) return <p dir="auto">{String(entry.data.reason ?? "")}</p>;
  if (entry.kind === "noted") {
    const note = detail.notes.find((one) => one._id === entry.data.noteId);
    return note ? (
      <div dir="auto">
        <p>{note.title}</p>
        <p className={styles.words}>{note.text}</p>
      </div>
    ) : null;
  }
  if (entry.kind.startsWith("email_")) return <p dir="auto">{String(entry.data.subject ?? "")}</p>;
  if (entry.kind === "changed") {
    return (
      <ul>
        {Object.entries(entry.data).map(([field, change]) => (
          <li key={field} dir="auto">
            {changeText(field, change)}
          </li>
        ))}
      </ul>
    );
  }
  return null;
}

/** An entry with an actor was added by the practice, so there was no Submit. */
function kindText({ kind, by }: TimelineEntry): string {
  return kind === "submitted" && by ? timelineWords.added : timelineWords.names[kind];
}

const reasoned = new Set<TimelineEntry["kind"]>(["archived", "do_not_call", "may_call"]);

const fieldNames: Record<string, string> = {
  firstName: personWords.firstName,
  lastName: personWords.lastName,
  email: personWords.email,
  phone: personWords.phone,
  ...leadFieldLabels,
};

function changeText(field: string, change: unknown): string {
  const { from, to } = change as { from: string; to: string };
  const name = fieldNames[field] ?? timelineWords.details;
  return timelineWords.changed(name, phoneText(from), phoneText(to));
}
