import { useState } from "react";
import { useRevalidator } from "react-router";
import { undoCall } from "#app/lms/calls/undo-call.ts";
import { exactText, timeText } from "#app/lms/shell/times.ts";
import { Button } from "#app/ui/button.tsx";
import { Hidden } from "#app/ui/hidden.tsx";
import { IconArrowBackUp } from "#app/ui/icons.tsx";
import { useNow } from "#app/ui/now.tsx";
import { showToast } from "#app/ui/toast.tsx";
import { deskWords, outcomeNames, timelineNames } from "#content/desk.ts";
import { leadFieldLabels } from "#content/lead-fields.ts";
import type { LeadDetail, TimelineEntry } from "#contract/leads.ts";
import { phoneText } from "#contract/phone.ts";
import styles from "./timeline.module.css";

/** What a person who comes to call reads; the rest of a long story is a press away. */
const shownAtFirst = 30;

type TimelineProps = { detail: LeadDetail; timeZone: string; canChange: boolean };

/** Everything that happened, newest first. */
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
              {entry.by && <span className={styles.by}> by {entry.by}</span>}
              <Detail entry={entry} detail={detail} now={now} timeZone={timeZone} />
            </div>
            {canChange && <UndoCall entry={entry} detail={detail} timeZone={timeZone} />}
          </li>
        ))}
      </ol>
      {!isCut && detail.isTimelineCut && <p>{deskWords.olderEntries}</p>}
      {isCut && (
        <Button variant="quiet" isSmall onClick={() => setIsWhole(true)}>
          Show all {timeline.length}
        </Button>
      )}
    </>
  );
}

/** For as long as the call counts: the toast that offers the same is gone after seconds. */
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
    if (isUndone) showToast({ title: deskWords.callUndone });
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
      Undo<Hidden> the call of {timeText(call.calledAt, now, timeZone)}</Hidden>
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
        {outcomeNames[call.outcome]}, called {timeText(call.calledAt, now, timeZone)}
        {call.outcome === "call_back" &&
          call.callBackAt &&
          `, call back ${timeText(call.callBackAt, now, timeZone)}`}
        {call.isEnteredLater && ", entered later"}
        {call.voidedAt && ", void"}
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

/** Where somebody at the desk stands behind it, nobody pressed Submit. */
function kindText({ kind, by }: TimelineEntry): string {
  return kind === "submitted" && by ? deskWords.added : timelineNames[kind];
}

const reasoned = new Set<TimelineEntry["kind"]>(["archived", "do_not_call", "may_call"]);

const fieldNames: Record<string, string> = {
  firstName: "First name",
  lastName: "Last name",
  email: "E-mail",
  phone: "Phone",
  ...leadFieldLabels,
};

function changeText(field: string, change: unknown): string {
  const { from, to } = change as { from: string; to: string };
  const show = (text: string) => (text ? `“${phoneText(text)}”` : "nothing");
  return `${fieldNames[field] ?? field}: ${show(from)} became ${show(to)}`;
}
