// Asks how a call went. One tap saves the outcome together with an optional note.

import { type ReactNode, useRef } from "react";
import { useNavigate, useRevalidator } from "react-router";
import { api } from "#app/api.ts";
import { useDeskFocus, useMessage, useSend } from "#app/lms/shell/desk-bus.tsx";
import { useDesk } from "#app/lms/shell/desk-context.ts";
import { askedLead } from "#app/lms/shell/desk-focus.ts";
import { LeadLanguage, spokenLanguage } from "#app/lms/shell/lead-language.tsx";
import { callName, givenFirstName, nameOf, plainName } from "#app/lms/shell/names.tsx";
import { useWholeWish } from "#app/lms/shell/whole-wish.ts";
import { askApi } from "#app/ui/ask-api.ts";
import { noteIn, OutcomeForm } from "#app/ui/calling/outcome-form.tsx";
import { saveDraft } from "#app/ui/form-drafts.ts";
import { useKeys } from "#app/ui/keyboard-shortcuts.ts";
import { useNow } from "#app/ui/now.tsx";
import { showToast } from "#app/ui/toast.tsx";
import { callWords, sameCallWords } from "#content/desk/calls.ts";
import { controlWords } from "#content/desk/controls.ts";
import { rowWords } from "#content/desk/dashboard.ts";
import { outcomeNames, outcomes } from "#content/desk/outcomes.ts";
import type { CallOutcome } from "#contract/call-outcomes.ts";
import type { Lead } from "#contract/leads.ts";
import { timeText } from "#contract/moment-text.ts";
import { leaveRow, useQuestion } from "./call-focus.ts";
import { findEntry } from "./call-outbox.ts";
import { LineChoice, LineState } from "./line-call.tsx";
import { nextAttemptTime } from "./next-attempt-time.ts";
import { useOutboxEntry } from "./optimistic-leads.ts";
import { SameCallQuestion, UnsavedNote } from "./outcome-state.tsx";
import { saveCall } from "./send-calls.ts";
import { NumberLink } from "./start-call.tsx";
import { tellUndone, useTakeCallBack, useUndoCall } from "./undo-call.ts";

type PanelProps = {
  lead: Lead;
  timeZone: string;
  /** Whether the panel is in the queue, where focus moves to the next lead after an outcome. */
  isInQueue?: boolean;
  /** Whether the number and the person's words are shown next to the panel, on a screen wide enough. */
  isBesideCard?: boolean;
  /** Whether the panel is in the new-lead bar, over a page. */
  isInBar?: boolean;
  /** Moves the panel from a phone's bottom sheet back into its row, or closes it in the bar. */
  onPutOff?: () => void;
};

/** Shows the possible outcomes until one is chosen. */
export function OutcomePanel(props: PanelProps) {
  const { lead, timeZone, isInQueue = false, isBesideCard = false, isInBar = false } = props;
  const { onPutOff } = props;
  const { client } = useDesk();
  const { revalidate } = useRevalidator();
  const navigate = useNavigate();
  const send = useSend();
  const focus = useDeskFocus();
  const undoCall = useUndoCall();
  const takeCallBack = useTakeCallBack();
  /** The call whose outcome was chosen last, so that a double tap saves only one outcome. */
  const saving = useRef<string | null>(null);
  const panel = useRef<HTMLDivElement>(null);
  const noteForm = useRef<HTMLFormElement>(null);
  const now = useNow();
  const wish = useWholeWish(lead);
  const call = lead.openCall;
  useQuestion(lead._id, call?.calledAt, panel);
  const said = useOutboxEntry(call?._id);
  const isSameAsked = said?.refusal?.code === "same_call";
  // The outcome that was chosen on this device, unless it was rejected. It is shown before the
  // server has saved it.
  const chosen = said && !said.refusal ? said.request.outcome : undefined;
  // Drafts are keyed by lead, so the note of a call that was undone is kept for the lead's next
  // call.
  const draft = `note of the call to ${lead._id}`;
  const firstName = plainName(givenFirstName(lead) || callName(lead));

  useKeys(
    Object.fromEntries(
      outcomes.map(({ outcome }, index) => [String(index + 1), () => answerByKey(outcome)]),
    ),
    panel,
  );
  useMessage("giveOutcome", ({ outcome }) => answer(outcome), lead._id);

  if (!call) return null;

  /** Several panels may be open, so a key may be meant for another panel. */
  function answerByKey(outcome: CallOutcome) {
    const leadId = askedLead(focus());
    if (leadId) send({ type: "giveOutcome", leadId, outcome });
  }

  /** A callback needs a time, so the key for a callback moves the focus to the times. */
  function answer(outcome: CallOutcome) {
    if (outcome !== "call_back") return void saveOutcome(outcome);
    panel.current?.querySelector<HTMLElement>("[data-outcome=call_back] button")?.focus();
  }

  async function saveOutcome(outcome: CallOutcome, callBackAt?: string, isSameCall?: boolean) {
    if (!call || saving.current === call._id) return;
    saving.current = call._id;
    const note = noteIn(noteForm.current);
    // Measured before the row may leave the list.
    const top = panel.current?.getBoundingClientRect().top ?? null;
    const canBeTexted = outcome === "no_answer" && client.hasTexts ? mayText(lead._id) : false;
    const { isSaved, lead: saved } = await saveCall(lead._id, {
      ...{ _id: call._id, outcome, callBackAt, isSameCall },
      note: note || undefined,
    });
    if (!isSaved) {
      saving.current = null;
      // While the outcome is being saved, the sheet must not cover the next lead.
      if (!findEntry(call._id)?.refusal) onPutOff?.();
      return revalidate();
    }
    saveDraft(draft, null);
    send({ type: "outcomeSaved", leadId: lead._id, isInQueue });
    if (!isInQueue) leaveRow(lead._id);
    if (outcome === "booked") {
      const name = plainName(callName(lead));
      const near = isInQueue || isInBar ? null : top;
      send({ type: "leadBooked", leadId: lead._id, callId: call._id, name, near });
    }
    const what = callWords.withNote(outcomeNames[outcome], note !== "");
    showToast(
      isSameCall
        ? { title: sameCallWords.joined }
        : {
            title: `${callWords.saved(what)}.`,
            message: nameAndNext(callBackAt, saved),
            seconds: 8,
            action: { label: controlWords.undo, onPress: () => void undo(outcome) },
            ...((await canBeTexted) && {
              offer: {
                label: callWords.text(firstName),
                onPress: () => void navigate(`/lms/lead?id=${lead._id}&tab=text`),
              },
            }),
          },
    );
    await revalidate();
  }

  /** Returns the name, with the time of the callback or of the next attempt. */
  function nameAndNext(callBackAt: string | undefined, saved: Lead | null): string {
    const whom = plainName(callName(lead));
    if (callBackAt) return `${whom}, ${timeText(callBackAt, now, timeZone)}`;
    const at = saved && nextAttemptTime(saved, client, now);
    return at ? callWords.nextAttempt(whom, at) : whom;
  }

  /**
   * Sends the outcome again, with the answer to whether the other device's call was the same call.
   */
  async function answerSameCall(isSameCall: boolean) {
    const { outcome, callBackAt } = said?.request ?? {};
    if (outcome) await saveOutcome(outcome, callBackAt, isSameCall);
  }

  async function undo(outcome: CallOutcome) {
    if (!call) return;
    saving.current = null;
    const isSaved = await undoCall(lead._id, call._id);
    tellUndone(call._id, isSaved, `${outcomeNames[outcome]}, ${plainName(callName(lead))}`);
    await revalidate();
  }

  function takeBack() {
    if (!call) return;
    if (chosen) return void undo(chosen);
    takeCallBack(lead, call._id);
  }

  return (
    <OutcomeForm
      panel={panel}
      noteForm={noteForm}
      draft={draft}
      keptNote={said?.request.note}
      calledAt={call.calledAt}
      firstName={firstName}
      name={plainName(callName(lead))}
      number={<NumberLink lead={lead} isRepeated />}
      about={aboutOf(lead)}
      wish={wish}
      script={lead.script}
      isBesideCard={isBesideCard}
      isOverPage={isInBar}
      outcomes={outcomes}
      hours={client}
      chosen={chosen}
      isUnanswered={call.isUnanswered}
      onChoose={(outcome, at) => void saveOutcome(outcome, at?.toISOString())}
      onUndo={takeBack}
      onPutOff={onPutOff}
    >
      <LineState lead={lead} />
      {!chosen && <LineChoice lead={lead} isWarned />}
      {said && !isSameAsked && <UnsavedNote entry={said} />}
      {isSameAsked && (
        <SameCallQuestion
          lead={lead}
          timeZone={timeZone}
          onAnswer={(isSame) => void answerSameCall(isSame)}
        />
      )}
    </OutcomeForm>
  );
}

/** Returns whether the lead can be texted now; false if that isn't known. */
async function mayText(id: string): Promise<boolean> {
  const outcome = await askApi(() => api.leads[":id"].texts.$get({ param: { id }, query: {} }));
  return outcome.isDone && outcome.answer.refusal === null;
}

/** Returns the person's language and the name they are known under, as a lead's row shows them. */
function aboutOf(lead: Lead): ReactNode {
  const known = lead.askedAs && rowWords.knownAs(plainName(nameOf(lead)));
  if (!spokenLanguage(lead)) return known;
  return (
    <>
      <LeadLanguage lead={lead} />
      {known && ` · ${known}`}
    </>
  );
}
