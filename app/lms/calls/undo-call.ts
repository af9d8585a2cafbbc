// Undoes a call: it stays on the timeline as void, and its clock keeps running.
import { api } from "#app/api.ts";
import { askApi } from "#app/ui/ask-api.ts";
import { showToast } from "#app/ui/toast.tsx";
import { controlWords } from "#content/desk/controls.ts";
import { focusCallButton } from "./call-focus.ts";
import { discardCall, whenSettled } from "./call-outbox.ts";

/** A tap that was never sent is undone by removing it from the outbox. */
export async function undoCall(leadId: string, callId: string): Promise<boolean> {
  discardCall(callId);
  // Wait for a tap in flight: if it arrived after the undo, the call would stay open.
  await whenSettled(callId);
  const param = { id: leadId, callId };
  const outcome = await askApi(() => api.leads[":id"].calls[":callId"].voidings.$post({ param }));
  const isUndone = outcome.isDone || outcome.refusal.code === "not_found";
  if (!isUndone)
    showToast({ title: controlWords.error, message: outcome.refusal.message, urgency: "alert" });
  focusCallButton(leadId);
  return isUndone;
}
