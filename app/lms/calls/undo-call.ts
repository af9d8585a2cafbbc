// Undoes a call: it stays on the timeline as void, and its clock keeps running.
import { useSend } from "#app/lms/shell/desk-bus.tsx";
import { leaveRow } from "./call-focus.ts";
import { undoCall } from "./send-calls.ts";

/** Returns whether the server knows of it; otherwise the outbox sends it later. */
export function useUndoCall() {
  const send = useSend();
  return async (leadId: string, callId: string): Promise<boolean> => {
    // Before the server has answered: by then the user may have moved the focus.
    send({ type: "callUndone", leadId });
    leaveRow();
    const { isSaved } = await undoCall(leadId, callId);
    return isSaved;
  };
}
