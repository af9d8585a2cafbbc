// A call is taken back: it stays on the timeline, void, and its clock runs on.
import { api } from "#app/api.ts";
import { askApi } from "#app/ui/ask-api.ts";
import { showToast } from "#app/ui/toast.tsx";
import { controlWords } from "#content/desk/controls.ts";
import { goBackToCall } from "./call-focus.ts";
import { forgetCall, whenSaid } from "./call-outbox.ts";

/** A tap that the server never heard of is undone by saying no more of it. */
export async function undoCall(leadId: string, callId: string): Promise<boolean> {
  forgetCall(callId);
  // Undone before it was heard, a tap that is on its way would stand there begun for good.
  await whenSaid(callId);
  const param = { id: leadId, callId };
  const outcome = await askApi(() => api.leads[":id"].calls[":callId"].voidings.$post({ param }));
  const isUndone = outcome.isDone || outcome.refusal.code === "not_found";
  if (!isUndone)
    showToast({ title: controlWords.error, message: outcome.refusal.message, urgency: "alert" });
  goBackToCall(leadId);
  return isUndone;
}
