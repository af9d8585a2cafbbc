// Calls that the server does not have yet, and those that it would not take.
import { Link } from "react-router";
import { forgetCall, useOutbox } from "#app/lms/calls/call-outbox.ts";
import { deskWords, outcomeNames } from "#content/desk.ts";
import styles from "./unsaved-calls.module.css";

/** While the line is lost: what may be missing, and what this device could not save yet. */
export function Waiting() {
  const waiting = useWaiting();
  return (
    <>
      {deskWords.mayBeMissing} {waiting > 0 && waitingText(waiting)}
    </>
  );
}

function useWaiting(): number {
  return useOutbox().filter((entry) => entry.problem !== null && !entry.refusal).length;
}

function waitingText(count: number): string {
  return count === 1 ? deskWords.notSavedYet("One call") : deskWords.callsNotSavedYet(count);
}

/** Calls that this device could not save yet, and those that the server would not take. */
export function UnsavedCalls({ isLineLost }: { isLineLost: boolean }) {
  const outbox = useOutbox();
  const waiting = useWaiting();
  const isWaiting = waiting > 0 && !isLineLost;
  // Whether two calls are one is asked where the call's question stands.
  const refused = outbox.filter(({ refusal }) => refusal && refusal.code !== "same_call");
  if (!isWaiting && refused.length === 0) return null;
  return (
    <div role="alert" className={styles.unsaved}>
      {isWaiting && <p>{waitingText(waiting)}</p>}
      {refused.map(({ request, leadId, refusal }) => (
        <p key={request._id}>
          {deskWords.refusedCall} {request.outcome && `${outcomeNames[request.outcome]}. `}
          {refusal?.message} <Link to={`/lms/lead?id=${leadId}`}>Open the lead</Link>{" "}
          <button type="button" onClick={() => forgetCall(request._id)}>
            Put away
          </button>
        </p>
      ))}
    </div>
  );
}
