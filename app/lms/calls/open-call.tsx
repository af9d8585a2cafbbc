// Whose open call it is. A call's outcome panel opens automatically only in the browser that
// started the call. Everyone else sees who is calling and since when, and can still add the result.
import { type ReactNode, useState } from "react";
import { useDesk } from "#app/lms/shell/desk-context.ts";
import { callName, plainName } from "#app/lms/shell/names.tsx";
import lastCall from "#app/ui/calling/call-row-last-call.module.css";
import { callTimeText } from "#app/ui/clock-text.ts";
import { Hidden } from "#app/ui/hidden.tsx";
import { useNow } from "#app/ui/now.tsx";
import { callWords } from "#content/desk/calls.ts";
import type { Lead } from "#contract/leads.ts";
import { timeText } from "#contract/moment-text.ts";
import { useAsksOnScreen } from "./asked-on-screen.ts";
import { useStartedHere } from "./started-here.ts";

/**
 * Returns whether this screen asks for the result of the lead's open call, and otherwise who is
 * calling; null without an open call. `isGone`: the lead is no longer in the list, so its row
 * doesn't ask.
 */
export function useOpenCall(
  lead: Lead,
  isGone = false,
): { isAsked: boolean; beingCalled: ReactNode } {
  const { client, viewAs } = useDesk();
  const isStartedHere = useStartedHere();
  const [answering, setAnswering] = useState<string | null>(null);
  useAsksOnScreen(lead._id, !isGone);
  const call = lead.openCall;
  if (!call || isGone) return { isAsked: false, beingCalled: null };
  const isAsked = !viewAs && (isStartedHere(call._id) || answering === call._id);
  const beingCalled = isAsked ? null : (
    <BeingCalled
      name={callName(lead)}
      call={call}
      timeZone={client.timeZone}
      onAnswer={viewAs ? undefined : () => setAnswering(call._id)}
    />
  );
  return { isAsked, beingCalled };
}

type CalledProps = {
  /** The lead's name. */
  name: string;
  call: NonNullable<Lead["openCall"]>;
  timeZone: string;
  onAnswer: (() => void) | undefined;
};

/**
 * Says that another device has started a call. The call's outcome panel opens here only on request.
 */
function BeingCalled({ name, call, timeZone, onAnswer }: CalledProps) {
  const words = callingWords(call, useNow(), timeZone);
  if (!onAnswer) {
    return (
      <p className={lastCall.last} suppressHydrationWarning>
        {words}
      </p>
    );
  }
  return (
    <button type="button" className={lastCall.answer} onClick={onAnswer} suppressHydrationWarning>
      {words}
      <span>
        {callWords.addResult}
        <Hidden> {name}</Hidden>
      </span>
    </button>
  );
}

/**
 * Returns a text such as "Dana is calling, 0:42". It says when the call began instead if the name
 * isn't known or the result was probably forgotten.
 */
function callingWords({ calledAt, by }: CalledProps["call"], now: Date, timeZone: string): string {
  const time = callTimeText(calledAt, now);
  return by && time
    ? callWords.someoneCalls(plainName(by), time)
    : callWords.beingCalled(timeText(calledAt, now, timeZone));
}
