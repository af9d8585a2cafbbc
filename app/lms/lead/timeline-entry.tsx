// One entry of a lead's conversation: what happened, who did it, and in whose words.
import { useState } from "react";
import { useRevalidator } from "react-router";
import { tellUndone, useUndoCall } from "#app/lms/calls/undo-call.ts";
import { useDesk } from "#app/lms/shell/desk-context.ts";
import { IconArrowBackUp } from "#app/lms/shell/desk-icons.ts";
import { givenFirstName, isolated, nameOf, plainName } from "#app/lms/shell/names.tsx";
import { Button } from "#app/ui/button.tsx";
import { outcomeIcons } from "#app/ui/calling/outcome-icons.ts";
import { lengthText, tookText } from "#app/ui/clock-text.ts";
import { deviceName } from "#app/ui/device-name.ts";
import { Hidden } from "#app/ui/hidden.tsx";
import { useNow } from "#app/ui/now.tsx";
import { timelinessWord } from "#app/ui/timeliness.tsx";
import { alertLimitWords, alertStepWords } from "#content/desk/alerts.ts";
import { controlWords } from "#content/desk/controls.ts";
import {
  noteWords,
  notRungWords,
  personWords,
  phoneCallSource,
  timelineWords,
} from "#content/desk/lead.ts";
import { missingOutcome, outcomeNames } from "#content/desk/outcomes.ts";
import { textStopWords } from "#content/desk/texts.ts";
import { languageNames } from "#content/languages.ts";
import { leadFactLabels, leadFieldLabels, leadLanguageWords } from "#content/lead-fields.ts";
import type { Client } from "#contract/accounts.ts";
import type { AlertStep } from "#contract/alerts.ts";
import type { Call } from "#contract/calls.ts";
import { isMessage } from "#contract/fields-in-answers.ts";
import type { Inquiry } from "#contract/inquiries.ts";
import type { Language } from "#contract/languages.ts";
import type { LeadDetail } from "#contract/lead-detail.ts";
import { timeText } from "#contract/moment-text.ts";
import { phoneText } from "#contract/phone.ts";
import type { TextStopReason } from "#contract/texts.ts";
import type { NotRungReason, TimelineEntry } from "#contract/timeline.ts";
import { AppointmentSet } from "./appointment.tsx";
import { ClockTime } from "./clock-time.tsx";
import { EmailEntry } from "./email-entry.tsx";
import { isOtherName, ownWordsOf } from "./inquiry.tsx";
import { isFirstWords } from "./notes.tsx";
import { responseWaiting } from "./response-time-parts.ts";
import { TextEntry } from "./text-entry.tsx";
import styles from "./timeline.module.css";
import type { ThreadEntry } from "./timeline-entries.ts";
import { timelineIcons } from "./timeline-icons.ts";
import { OtherLead, UndoMerge } from "./timeline-merge.tsx";
import { answerText, questionText } from "./unrepeated-answers.ts";
import type { LeadEmails } from "./use-lead-emails.ts";
import type { LeadTextsOnScreen } from "./use-lead-texts.ts";

type EntryProps = { entry: ThreadEntry; detail: LeadDetail; timeZone: string };

type Messages = { emails: LeadEmails; texts: LeadTextsOnScreen };

export function Entry({ emails, texts, ...props }: EntryProps & Messages) {
  const { entry, detail, timeZone } = props;
  const { viewAs } = useDesk();
  if (entry.kind === "noted") return <NoteEntry {...props} />;
  if (entry.topics.includes("emails") && !entry.isTechnical) {
    return <EmailEntry {...{ entry, emails, timeZone }} lead={detail.lead} />;
  }
  if (entry.topics.includes("texts")) {
    return <TextEntry {...{ entry, texts, timeZone }} lead={detail.lead} />;
  }
  const call = entry.kind === "called" ? callOf(entry, detail) : undefined;
  const Icon = call?.outcome ? outcomeIcons[call.outcome] : timelineIcons[entry.kind];
  return (
    <li className={styles.event} data-technical={entry.isTechnical || undefined}>
      <span className={styles.icon}>
        <Icon size={16} aria-hidden />
      </span>
      <div>
        <What {...props} />
      </div>
      <ClockTime at={entry.happenedAt} timeZone={timeZone} />
      {!viewAs && call && <UndoCall {...{ call, detail, timeZone }} />}
      {!viewAs && entry.kind === "merged" && <UndoMerge entry={entry} detail={detail} />}
    </li>
  );
}

function NoteEntry({ entry, detail, timeZone }: EntryProps) {
  const note = detail.notes.find((one) => one._id === entry.data.noteId);
  return (
    <li className={styles.note}>
      <p className={styles.who}>
        <strong>{entry.by ? noteWords.by(entry.by) : noteWords.mine}</strong>
        <ClockTime at={entry.happenedAt} timeZone={timeZone} />
      </p>
      {note && (
        <div dir="auto">
          {!isFirstWords(note) && <h3>{note.title}</h3>}
          {note.text && <p className={styles.words}>{note.text}</p>}
        </div>
      )}
    </li>
  );
}

/** Shows what happened, who did it, and the words that they wrote. */
function What(props: EntryProps) {
  const { entry, detail, timeZone } = props;
  const call = callOf(entry, detail);
  if (entry.kind === "called" && call) return <Called {...props} call={call} />;
  if (entry.kind === "submitted" && !entry.by) return <Asked entry={entry} detail={detail} />;
  return (
    <>
      <p>
        <strong>{ringText(entry, detail) ?? kindText(entry)}</strong>
        {entry.kind === "call_back_set" && <CallbackTime entry={entry} timeZone={timeZone} />}
        {entry.by && timelineWords.by(entry.by)}
      </p>
      <Detail {...props} />
    </>
  );
}

/**
 * Shows a text such as "Voicemail. Called by Dana, result by Miguel. First call in 3:12, on time."
 * A call from an office phone is listed even before its outcome is known.
 */
function Called({ entry, detail, timeZone, call }: EntryProps & { call: Call }) {
  const now = useNow();
  const { client } = useDesk();
  const words = timelineWords.call;
  const note = detail.notes.find((one) => one._id === call._id);
  const { outcome, callBackAt, appointmentAt } = call;
  const sentences = [
    calledBy(entry, call),
    call.lineSeconds !== null && words.line(lengthText(call.lineSeconds)),
    firstCallText(call, detail, client),
    outcome === "call_back" && callBackAt && words.callback(timeText(callBackAt, now, timeZone)),
    appointmentAt && words.appointment(timeText(appointmentAt, now, timeZone)),
    call.isEnteredLater && words.loggedLater,
  ];
  return (
    <>
      <p>
        <span className={call.voidedAt ? styles.void : undefined} suppressHydrationWarning>
          <strong>{outcome ? words.outcome(outcomeNames[outcome]) : words.resultMissing}</strong>{" "}
          {sentences.filter(Boolean).join(" ")}
        </span>
        {call.voidedAt && ` ${words.undone}`}
      </p>
      {note && (
        <p className={styles.words} dir="auto">
          {note.text}
        </p>
      )}
    </>
  );
}

function calledBy({ by }: TimelineEntry, call: Call): string {
  const words = timelineWords.call;
  const { phoneName: phone } = call;
  if (phone && call.by === null) return by ? words.fromWithResult(phone, by) : words.from(phone);
  const other = call.by !== by && by;
  if (phone && call.by) {
    return other ? words.byFromWithResult(call.by, phone, other) : words.byFrom(call.by, phone);
  }
  if (call.by && other) return words.byWithResult(call.by, other);
  const caller = call.by ?? by;
  return caller ? words.by(caller) : words.byUnknown;
}

/**
 * Returns how soon the first call came, in the practice's counting mode, or an empty text if this
 * call didn't stop a clock.
 */
function firstCallText(
  { calledAt, voidedAt }: Call,
  { inquiries }: LeadDetail,
  practice: Client,
): string {
  const stopped = inquiries.findLast(
    ({ clockStartedAt, firstCalledAt }) => clockStartedAt && firstCalledAt === calledAt,
  );
  if (!stopped || voidedAt) return "";
  const { elapsedMs, bucket } = responseWaiting(stopped, new Date(calledAt), practice);
  return timelineWords.call.first(tookText(elapsedMs), timelinessWord(bucket));
}

/** Shows an inquiry in the person's own words. */
function Asked({ entry, detail }: { entry: ThreadEntry; detail: LeadDetail }) {
  const { lead } = detail;
  const inquiry = inquiryOf(entry, detail);
  const answers = inquiry ? ownWordsOf(inquiry, lead) : [];
  const said = answers.filter(({ name }) => isMessage(name));
  const chosen = answers.filter(({ name }) => !isMessage(name));
  const source = inquiry?.source;
  return (
    <>
      <p>
        <strong>
          {sourceText(source)}
          {inquiry && isOtherName(inquiry, lead) && (
            <>
              {timelineWords.askedAs}
              <bdi>{nameOf(inquiry)}</bdi>
            </>
          )}
          {said.length > 0 && ":"}
        </strong>
        {said.map(({ name, values }) => (
          <span key={name} className={styles.said} dir="auto">
            {" "}
            {timelineWords.words(answerText(name, values))}
          </span>
        ))}
      </p>
      {chosen.map(({ name, values }) => (
        <p key={name} className={styles.by} dir="auto">
          {questionText(name)} {answerText(name, values)}
        </p>
      ))}
    </>
  );
}

function sourceText(source: string | null | undefined): string {
  if (source === phoneCallSource) return timelineWords.calledIn;
  return source ? timelineWords.asked(source) : timelineWords.names.submitted;
}

function inquiryOf({ data, at }: ThreadEntry, { inquiries }: LeadDetail): Inquiry | undefined {
  // Older entries have the id under the field's old name. cspell:ignore enquiry
  const id = data.inquiryId ?? data.enquiryId;
  return inquiries.find((one) => (id ? one._id === id : one.submittedAt === at));
}

function callOf({ data }: TimelineEntry, { calls }: LeadDetail): Call | undefined {
  return calls.find((one) => one._id === data.callId);
}

/** Shows a text such as " for Tue 4:00 pm". */
function CallbackTime({ entry, timeZone }: { entry: ThreadEntry; timeZone: string }) {
  const now = useNow();
  const at = entry.data.callBackAt;
  if (typeof at !== "string") return null;
  return (
    <span suppressHydrationWarning>{timelineWords.callbackFor(timeText(at, now, timeZone))}</span>
  );
}

type UndoProps = { call: Call; detail: LeadDetail; timeZone: string };

/**
 * The Undo button, for as long as the call counts. The toast with the same button disappears after
 * a few seconds.
 */
function UndoCall({ call, detail, timeZone }: UndoProps) {
  const { revalidate } = useRevalidator();
  const undoCall = useUndoCall();
  const [isUndoing, setIsUndoing] = useState(false);
  const now = useNow();
  const isCounted = call.outcome !== null || call.phoneName !== null;
  if (!isCounted || call.voidedAt) return null;

  async function undo(callId: string) {
    if (isUndoing) return;
    setIsUndoing(true);
    const isSaved = await undoCall(detail.lead._id, callId);
    await revalidate();
    setIsUndoing(false);
    tellUndone(callId, isSaved);
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

function Detail({ entry, detail, timeZone }: EntryProps) {
  const now = useNow();
  if (entry.kind === "call_voided") {
    const call = callOf(entry, detail);
    if (!call || !(call.outcome || call.phoneName)) return null;
    const at = timeText(call.calledAt, now, timeZone);
    const result = call.outcome ? outcomeNames[call.outcome] : missingOutcome;
    return (
      <p className={styles.by} suppressHydrationWarning>
        {timelineWords.undoneCall(result, at)}
      </p>
    );
  }
  if (entry.kind === "merged" || entry.kind === "unmerged" || entry.kind === "split") {
    return <OtherLead entry={entry} detail={detail} timeZone={timeZone} />;
  }
  if (entry.kind === "appointment_set") return <AppointmentSet entry={entry} timeZone={timeZone} />;
  if (reasoned.has(entry.kind)) {
    return entry.data.reason ? <p dir="auto">{String(entry.data.reason)}</p> : null;
  }
  if (entry.kind === "texts_stopped") {
    const why = textStopWords[entry.data.reason as TextStopReason] as string | undefined;
    return why ? <p className={styles.by}>{why}</p> : null;
  }
  if (entry.kind === "imported") return <p dir="auto">{String(entry.data.fileName ?? "")}</p>;
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

/**
 * Returns the entry's name. If an inquiry's entry names someone, the practice added the lead, so
 * the person didn't submit a form.
 */
function kindText({ kind, by }: TimelineEntry): string {
  return kind === "submitted" && by ? timelineWords.added : timelineWords.names[kind];
}

/** "Phone rang: Front desk". Null for an entry that isn't about a phone of the practice. */
function ringText({ kind, data, by }: TimelineEntry, { lead }: LeadDetail): string | null {
  const words = timelineWords.ring;
  const phone = isolated(String(data.phoneName ?? ""));
  const { times, phoneNames, why } = data;
  switch (kind) {
    case "phone_rang":
      if (by) return words.rung(phone);
      return typeof times === "number" && Array.isArray(phoneNames)
        ? words.rangTimes(
            times,
            phoneNames.map((name) => isolated(String(name))),
          )
        : words.rang(phone);
    case "phone_not_rung":
      return words.notRung(phone);
    case "phone_missed":
      return words.missed(phone);
    case "phone_skipped":
      return words.skipped(phone);
    case "phone_accepted":
      return words.accepted(phone);
    case "lead_dialed":
      return words.dialed(plainName(String(data.firstName || lead.firstName)));
    case "lead_answered":
      return words.answered;
    case "lead_not_dialed":
      return words.notDialed(why === "number" ? words.invalidNumber : words.hungUp(phone));
    case "ring_refused": {
      const reason = notRungWords[why as NotRungReason];
      return data.hasRung ? words.stopped(reason) : words.refused(reason);
    }
    case "call_answered":
      return timelineWords.answeredAt(plainName(givenFirstName(lead)), phone);
    default:
      return null;
  }
}

/** Says where an alert was sent and why. */
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
