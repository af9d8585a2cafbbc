// Handles a contact request's call, from the click to its outcome. A click has its effect
// immediately and keeps its time, even if the server gets it later.
import { useRef, useState } from "react";
import { useRevalidator } from "react-router";
import { agencyZone } from "#app/admin/agency-hours.ts";
import { api } from "#app/api.ts";
import { askApi, type Refusal } from "#app/ui/ask-api.ts";
import { saveDraft } from "#app/ui/form-drafts.ts";
import { makeId } from "#app/ui/make-id.ts";
import { readNow } from "#app/ui/now.tsx";
import { showToast } from "#app/ui/toast.tsx";
import { contactRequestOutcomeNames as outcomeNames } from "#content/console/contact-requests.ts";
import { toastTitles } from "#content/console/frame.ts";
import { callWords } from "#content/desk/calls.ts";
import { controlWords } from "#content/desk/controls.ts";
import type { CallOutcome } from "#contract/call-outcomes.ts";
import type { ContactRequest } from "#contract/contact-request-work.ts";
import { timeText } from "#contract/moment-text.ts";

/** `isSaved`: whether the server has received the click that started the call. */
type Started = { _id: string; calledAt: string; isSaved: boolean };

/** The calls that were started in this tab. Their panels open here. */
const startedHere = new Set<string>();

const one = api.admin["contact-requests"][":id"];

export function noteDraft(callId: string): string {
  return `note of call ${callId}`;
}

export function useCall(contactRequest: ContactRequest) {
  const { revalidate } = useRevalidator();
  const [started, setStarted] = useState<Started | null>(null);
  const [chosen, setChosen] = useState<CallOutcome | undefined>();
  const [problem, setProblem] = useState<string | null>(null);
  const [isAsked, setIsAsked] = useState(false);
  const isBusy = useRef(false);
  const starting = useRef<Promise<unknown>>(null);
  const param = { id: contactRequest._id };
  const known = contactRequest.openCall;
  const open = started ?? known;

  async function begin() {
    // Until there is an outcome, another click doesn't start another call.
    if (open) return;
    const call = { _id: makeId(), calledAt: readNow().toISOString(), isSaved: false };
    startedHere.add(call._id);
    setProblem(null);
    setStarted(call);
    const asked = askApi(() => one.calls.$post({ param, json: { _id: call._id } }));
    starting.current = asked;
    const outcome = await asked;
    if (outcome.isDone) return setStarted({ ...call, isSaved: true });
    if (outcome.refusal.code === "no_answer") return;
    setStarted(null);
    tellRefusal(outcome.refusal);
    await revalidate();
  }

  async function giveOutcome(outcome: CallOutcome, note: string, callBackAt?: Date) {
    if (!open || isBusy.current) return;
    isBusy.current = true;
    setProblem(null);
    setChosen(outcome);
    const ms = Date.now() - startedMs(open);
    const json = {
      ...{ _id: open._id, outcome },
      ...(callBackAt && { callBackAt: callBackAt.toISOString() }),
      ...(note && { note }),
      // Without `agoMs`, the server would use the time of the outcome as the call's time.
      ...(started && !started.isSaved && ms > 0 && { agoMs: ms }),
    };
    const answered = await askApi(() => one.calls.$post({ param, json }));
    if (answered.isDone) {
      saveDraft(noteDraft(open._id), null);
      const what = callWords.withNote(outcomeNames[outcome], note !== "");
      const { _id: callId } = open;
      showToast({
        title: `${callWords.saved(what)}.`,
        message: callBackAt
          ? `${contactRequest.fullName}, ${timeText(callBackAt, readNow(), agencyZone)}`
          : contactRequest.fullName,
        seconds: 8,
        action: { label: controlWords.undo, onPress: () => void undo(callId) },
      });
      await revalidate();
      setStarted(null);
    } else {
      setProblem(answered.refusal.message);
      if (answered.refusal.code !== "no_answer") {
        setStarted(null);
        await revalidate();
      }
    }
    setChosen(undefined);
    isBusy.current = false;
    return answered.isDone;
  }

  /** Undoes a call, for "I didn't call" and for Undo in the toast. */
  async function undo(callId: string) {
    const isUnknown = started?._id === callId && !started.isSaved;
    // If the undo arrived first, the server would find no call to undo, and would start the call
    // afterward.
    await starting.current;
    const outcome = await askApi(() =>
      one.calls[":callId"].voidings.$post({ param: { ...param, callId } }),
    );
    // A call that the server never received needs no undo.
    const isGone = isUnknown && !outcome.isDone && outcome.refusal.code === "not_found";
    if (outcome.isDone || isGone) showToast({ title: callWords.undone });
    else tellRefusal(outcome.refusal);
    await revalidate();
    setStarted((now) => (now?._id === callId ? null : now));
  }

  return {
    open,
    /** Whether the call's panel is shown here. */
    isAsked: open !== null && (isAsked || startedHere.has(open._id)),
    /** Shows the panel of a call that another device has started. */
    ask: () => setIsAsked(true),
    chosen,
    problem,
    begin,
    giveOutcome,
    undo,
  };
}

function startedMs({ calledAt }: { calledAt: string }): number {
  // Both times are on the server's clock, as far as this page knows it.
  return new Date(calledAt).getTime() + (Date.now() - readNow().getTime());
}

function tellRefusal({ message }: Refusal) {
  showToast({ title: toastTitles.error, message, seconds: 8, urgency: "alert" });
}
