// Calls that the server has not saved yet, and calls that it rejected.
import { Link } from "react-router";
import { useOutbox } from "#app/lms/calls/call-outbox.ts";
import { discardCall } from "#app/lms/calls/send-calls.ts";
import { staleListWords } from "#content/desk/controls.ts";
import { outcomeNames } from "#content/desk/outcomes.ts";
import { unsavedWords } from "#content/desk/shell.ts";
import styles from "./unsaved-calls.module.css";

/** While offline: what may be missing, and which calls are not saved yet. */
export function Waiting() {
  const waiting = useWaiting();
  return (
    <>
      {staleListWords.mayBeMissing} {waiting > 0 && unsavedWords.calls(waiting)}
    </>
  );
}

function useWaiting(): number {
  return useOutbox().filter((entry) => entry.problem !== null && !entry.refusal).length;
}

/** Calls that are not saved yet, and calls that the server rejected. */
export function UnsavedCalls({ isLineLost }: { isLineLost: boolean }) {
  const outbox = useOutbox();
  const waiting = useWaiting();
  const isWaiting = waiting > 0 && !isLineLost;
  // Whether two calls are the same one is asked in the call's outcome panel.
  const refused = outbox.filter(({ refusal }) => refusal && refusal.code !== "same_call");
  if (!isWaiting && refused.length === 0) return null;
  return (
    <div role="alert" className={styles.unsaved}>
      {isWaiting && <p>{unsavedWords.calls(waiting)}</p>}
      {refused.map(({ request, leadId, refusal }) => (
        <p key={request._id}>
          {unsavedWords.refused} {request.outcome && `${outcomeNames[request.outcome]}. `}
          {refusal?.message} <Link to={`/lms/lead?id=${leadId}`}>{unsavedWords.openLead}</Link>{" "}
          <button type="button" onClick={() => discardCall(request._id)}>
            {unsavedWords.dismiss}
          </button>
        </p>
      ))}
    </div>
  );
}
