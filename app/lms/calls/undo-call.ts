// Undoes a call. The call stays on the timeline as void, and the lead's clock continues.
import { useSend } from "#app/lms/shell/desk-bus.tsx";
import { callName, plainName } from "#app/lms/shell/names.tsx";
import { makeId } from "#app/ui/make-id.ts";
import { showToast } from "#app/ui/toast.tsx";
import { callWords } from "#content/desk/calls.ts";
import { controlWords } from "#content/desk/controls.ts";
import type { Lead } from "#contract/leads.ts";
import { leaveRow } from "./call-focus.ts";
import { findEntry } from "./call-outbox.ts";
import { bringCallBack, saveCall, takeCallBack, takenBackSeconds, undoCall } from "./send-calls.ts";

/**
 * Returns a function that undoes a call. It resolves to whether the server has saved the undo; if
 * not, the outbox sends it later.
 */
export function useUndoCall() {
  const send = useSend();
  return async (leadId: string, callId: string): Promise<boolean> => {
    // This message doesn't wait for the server's response: by then, the user may have moved the
    // focus.
    send({ type: "callUndone", leadId });
    leaveRow();
    const { isSaved } = await undoCall(leadId, callId);
    return isSaved;
  };
}

/**
 * Says that a call was undone, now or once the server can be reached. If the server rejected that,
 * the bar of unsaved calls says why.
 */
export function tellUndone(callId: string, isSaved: boolean, message?: string): void {
  // If it is neither saved nor waiting, a later change of the call has replaced it.
  const isWaiting = findEntry(callId)?.isVoided && !findEntry(callId)?.refusal;
  if (!isSaved && !isWaiting) return;
  showToast({ title: isSaved ? callWords.undone : callWords.undoneLater, message });
}

/**
 * Returns a function for "I didn't call". It undoes a call without an outcome; undoing that reopens
 * the call's panel.
 */
export function useTakeCallBack() {
  const send = useSend();
  return (lead: Lead, callId: string): void => {
    const leadId = lead._id;
    send({ type: "callUndone", leadId });
    leaveRow();
    takeCallBack(leadId, callId);
    const message = plainName(callName(lead));
    const bringBack = async () => {
      send({ type: "callStarted", leadId });
      const isBack = bringCallBack(callId);
      showToast({ title: isBack ? callWords.broughtBack : callWords.newCall, message });
      // The server has voided the call already, so this is a new call with the current time.
      if (!isBack) await saveCall(leadId, { _id: makeId() });
    };
    showToast({
      title: callWords.takenBack,
      message,
      seconds: takenBackSeconds,
      action: { label: controlWords.undo, onPress: () => void bringBack() },
    });
  };
}
