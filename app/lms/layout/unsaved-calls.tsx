// Shows the calls and notes that the server hasn't saved yet, and those that it has rejected.
import { Link } from "react-router";
import { useOutbox } from "#app/lms/calls/call-outbox.ts";
import { removeNote, useNoteOutbox } from "#app/lms/calls/note-outbox.ts";
import { discardCall } from "#app/lms/calls/send-calls.ts";
import { staleListWords } from "#content/desk/controls.ts";
import { outcomeNames } from "#content/desk/outcomes.ts";
import { unsavedWords } from "#content/desk/shell.ts";
import styles from "./unsaved-calls.module.css";

/** While offline, says what may be missing and what isn't saved yet. */
export function Waiting() {
  const waiting = useWaiting();
  return <>{[staleListWords.mayBeMissing, ...waiting].join(" ")}</>;
}

/** Returns the numbers of unsaved calls and notes as sentences. */
function useWaiting(): string[] {
  const calls = useOutbox().filter((entry) => entry.problem !== null && !entry.refusal).length;
  const notes = useNoteOutbox().filter((entry) => entry.isWaiting && !entry.refusal).length;
  return [
    ...(calls > 0 ? [unsavedWords.calls(calls)] : []),
    ...(notes > 0 ? [unsavedWords.notes(notes)] : []),
  ];
}

/** Shows the calls and notes that aren't saved yet, and those that the server has rejected. */
export function UnsavedCalls({ isLineLost }: { isLineLost: boolean }) {
  const outbox = useOutbox();
  const refusedNotes = useNoteOutbox().filter(({ refusal }) => refusal);
  const waiting = useWaiting();
  const isWaiting = waiting.length > 0 && !isLineLost;
  // A call with this code isn't listed here, because its outcome panel asks whether two calls are
  // the same.
  const refused = outbox.filter(({ refusal }) => refusal && refusal.code !== "same_call");
  if (!isWaiting && refused.length + refusedNotes.length === 0) return null;
  return (
    <div role="alert" className={styles.unsaved}>
      {isWaiting && <p>{waiting.join(" ")}</p>}
      {refused.map(({ request, leadId, refusal }) => (
        <p key={request._id}>
          {unsavedWords.refused} {request.outcome && `${outcomeNames[request.outcome]}. `}
          {refusal?.message} <Link to={`/lms/lead?id=${leadId}`}>{unsavedWords.openLead}</Link>{" "}
          <button type="button" onClick={() => discardCall(request._id)}>
            {unsavedWords.dismiss}
          </button>
        </p>
      ))}
      {refusedNotes.map(({ note, leadId, refusal }) => (
        <p key={note.submissionId}>
          {unsavedWords.refusedNote} {refusal?.message}{" "}
          <Link to={`/lms/lead?id=${leadId}`}>{unsavedWords.openLead}</Link>{" "}
          <button type="button" onClick={() => removeNote(note.submissionId)}>
            {unsavedWords.dismiss}
          </button>
        </p>
      ))}
    </div>
  );
}
