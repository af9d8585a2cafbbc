import { useId, useState } from "react";
import { useRevalidator } from "react-router";
import { useUndoCall } from "#app/lms/calls/undo-call.ts";
import { IconArrowBackUp, IconChevronRight } from "#app/lms/shell/desk-icons.ts";
import { AtTime } from "#app/ui/at-time.tsx";
import { Button } from "#app/ui/button.tsx";
import { deviceName } from "#app/ui/device-name.ts";
import { Hidden } from "#app/ui/hidden.tsx";
import { useNow } from "#app/ui/now.tsx";
import { showToast } from "#app/ui/toast.tsx";
import { alertLimitWords, alertStepWords } from "#content/desk/alerts.ts";
import { callWords } from "#content/desk/calls.ts";
import { controlWords } from "#content/desk/controls.ts";
import { personWords, timelineWords } from "#content/desk/lead.ts";
import { outcomeNames } from "#content/desk/outcomes.ts";
import { languageNames } from "#content/languages.ts";
import { leadFactLabels, leadFieldLabels, leadLanguageWords } from "#content/lead-fields.ts";
import type { AlertStep } from "#contract/alerts.ts";
import type { Language } from "#contract/languages.ts";
import type { LeadDetail } from "#contract/lead-detail.ts";
import { timeText } from "#contract/moment-text.ts";
import { phoneText } from "#contract/phone.ts";
import type { TimelineEntry } from "#contract/timeline.ts";
import { AppointmentSet } from "./appointment.tsx";
import { isFirstWords } from "./notes.tsx";
import styles from "./timeline.module.css";
import { entriesOf } from "./timeline-entries.ts";
import { timelineIcons } from "./timeline-icons.ts";
import { OtherLead, UndoMerge } from "./timeline-merge.tsx";

/** Enough for a call; a button shows the rest. */
const shownAtFirst = 30;

type TimelineProps = { detail: LeadDetail; timeZone: string; canChange: boolean };

/** Remembered while the lead's page is open, even while another tab is selected. */
type FoldProps = { isUnfolded: boolean; onFold: (isUnfolded: boolean) => void };

/** The timeline, newest first; its automatic entries are folded behind one line. */
export function Timeline({ isUnfolded, onFold, ...props }: TimelineProps & FoldProps) {
  const { detail, timeZone, canChange } = props;
  const now = useNow();
  const id = useId();
  const [isWhole, setIsWhole] = useState(false);
  const all = entriesOf(detail.timeline);
  const automatic = all.filter(({ isAutomatic }) => isAutomatic).length;
  const entries = isUnfolded ? all : all.filter(({ isAutomatic }) => !isAutomatic);
  const isCut = !isWhole && entries.length > shownAtFirst;
  return (
    <>
      {automatic > 0 && (
        <button
          type="button"
          className={styles.fold}
          aria-expanded={isUnfolded}
          aria-controls={id}
          onClick={() => onFold(!isUnfolded)}
        >
          <IconChevronRight size={16} aria-hidden />
          {timelineWords.automatic(automatic)}
        </button>
      )}
      <ol id={id} className={styles.timeline}>
        {(isCut ? entries.slice(0, shownAtFirst) : entries).map((entry) => {
          const Icon = timelineIcons[entry.kind];
          return (
            <li key={entry._id} data-automatic={entry.isAutomatic || undefined}>
              <AtTime at={entry.at} timeZone={timeZone} />
              <Icon aria-hidden />
              <div>
                <strong>{kindText(entry)}</strong>
                {entry.by && <span className={styles.by}>{byText(entry, detail)}</span>}
                <Detail entry={entry} detail={detail} now={now} timeZone={timeZone} />
              </div>
              {canChange && <UndoCall entry={entry} detail={detail} timeZone={timeZone} />}
              {canChange && entry.kind === "merged" && <UndoMerge entry={entry} detail={detail} />}
            </li>
          );
        })}
      </ol>
      {!isCut && detail.isTimelineCut && <p>{timelineWords.older}</p>}
      {isCut && (
        <Button variant="quiet" isSmall onClick={() => setIsWhole(true)}>
          {timelineWords.showAll(entries.length)}
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
  const undoCall = useUndoCall();
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
      <IconArrowBackUp size={16} aria-hidden />
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
    const note = entry.kind === "called" && detail.notes.find((one) => one._id === call._id);
    return (
      <>
        <p className={call.voidedAt ? styles.void : undefined}>
          {timelineWords.called(outcomeNames[call.outcome], timeText(call.calledAt, now, timeZone))}
          {call.outcome === "call_back" &&
            call.callBackAt &&
            timelineWords.callback(timeText(call.callBackAt, now, timeZone))}
          {call.appointmentAt &&
            timelineWords.appointment(timeText(call.appointmentAt, now, timeZone))}
          {call.isEnteredLater && timelineWords.loggedLater}
          {call.voidedAt && timelineWords.undone}
        </p>
        {note && (
          <p className={styles.words} dir="auto">
            {note.text}
          </p>
        )}
      </>
    );
  }
  if (entry.kind === "merged" || entry.kind === "unmerged" || entry.kind === "split") {
    return <OtherLead entry={entry} detail={detail} timeZone={timeZone} />;
  }
  if (entry.kind === "appointment_set") return <AppointmentSet entry={entry} timeZone={timeZone} />;
  if (reasoned.has(entry.kind)) {
    return entry.data.reason ? <p dir="auto">{String(entry.data.reason)}</p> : null;
  }
  if (entry.kind === "imported") return <p dir="auto">{String(entry.data.fileName ?? "")}</p>;
  if (entry.kind === "noted") {
    const note = detail.notes.find((one) => one._id === entry.data.noteId);
    return note ? (
      <div dir="auto">
        {!isFirstWords(note) && <p>{note.title}</p>}
        <p className={styles.words}>{note.text}</p>
      </div>
    ) : null;
  }
  if (entry.kind.startsWith("email_")) return <p dir="auto">{String(entry.data.subject ?? "")}</p>;
  if (entry.kind === "alerted" || entry.kind.startsWith("alert_")) {
    const text = alertText(entry.data);
    return text ? <p dir="auto">{text}</p> : null;
  }
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

/** Of a call whose result someone else gave, both. */
function byText({ kind, by, data }: TimelineEntry, { calls }: LeadDetail): string {
  const call = kind === "called" ? calls.find(({ _id }) => _id === data.callId) : undefined;
  return call?.by && call.by !== by
    ? timelineWords.byWithResult(call.by, by ?? "")
    : timelineWords.by(by ?? "");
}

/** An entry with an actor was added by the practice, so there was no Submit. */
function kindText({ kind, by }: TimelineEntry): string {
  return kind === "submitted" && by ? timelineWords.added : timelineWords.names[kind];
}

/** Where it went, and why. */
function alertText({ to, step, problem }: TimelineEntry["data"]): string {
  const why = alertStepWords[step as AlertStep] as string | undefined;
  const device = typeof to === "string" && to.startsWith("Mozilla/") ? deviceName(to) : to;
  return [device, why, problem === "limit" && alertLimitWords].filter(Boolean).join(" · ");
}

const reasoned = new Set<TimelineEntry["kind"]>(["archived", "do_not_call", "may_call"]);

const fieldNames: Record<string, string> = {
  firstName: personWords.firstName,
  lastName: personWords.lastName,
  email: personWords.email,
  phone: personWords.phone,
  language: leadLanguageWords.label,
  ...leadFieldLabels,
  ...leadFactLabels,
  assignee: timelineWords.takenBy,
};

function changeText(field: string, change: unknown): string {
  const { from, to } = change as { from: string | null; to: string | null };
  const name = fieldNames[field] ?? timelineWords.details;
  const text = (value: string | null) =>
    value && field === "language" ? languageNames[value as Language] : phoneText(value ?? "");
  return timelineWords.changed(name, text(from), text(to));
}
