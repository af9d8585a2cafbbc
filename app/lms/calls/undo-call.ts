// Undoes a call: it stays on the timeline as void, and its clock keeps running.
import { useSend } from "#app/lms/shell/desk-bus.tsx";
import { callName, plainName } from "#app/lms/shell/names.tsx";
import { makeId } from "#app/ui/make-id.ts";
import { showToast } from "#app/ui/toast.tsx";
import { callWords } from "#content/desk/calls.ts";
import { controlWords } from "#content/desk/controls.ts";
import type { Lead } from "#contract/leads.ts";
import { leaveRow } from "./call-focus.ts";
import { bringCallBack, saveCall, takeCallBack, takenBackSeconds, undoCall } from "./send-calls.ts";

/** Returns whether the server knows of it; otherwise the outbox sends it later. */
export function useUndoCall() {
  const send = useSend();
  return async (leadId: string, callId: string): Promise<boolean> => {
    // Done before the server has answered: by then the user may have moved the focus.
    send({ type: "callUndone", leadId });
    leaveRow();
    const { isSaved } = await undoCall(leadId, callId);
    return isSaved;
  };
}

/**
 * Returns a function for "I didn't call": undoes a call without an outcome; its own undo reopens
 * the call's panel.
 */
export function useTakeCallBack() {
  const send = useSend();
  return (lead: Lead, callId: string): void => {
    const leadId = lead._id;
    send({ type: "callUndone", leadId });
    leaveRow();
    takeCallBack(leadId, callId);
    const bringBack = async () => {
      send({ type: "callStarted", leadId });
      // Too late: a new call, whose time is now.
      if (!bringCallBack(callId)) await saveCall(leadId, { _id: makeId() });
    };
    showToast({
      title: callWords.takenBack,
      message: plainName(callName(lead)),
      seconds: takenBackSeconds,
      action: { label: controlWords.undo, onPress: () => void bringBack() },
    });
  };
}
