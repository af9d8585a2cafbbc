// Calling a lead from one of the practice's own phones: the choice next to the number, and what the
// phone and the lead's line do.
import { useEffect, useState } from "react";
import { useRevalidator } from "react-router";
import { useDesk } from "#app/lms/shell/desk-context.ts";
import { useLater } from "#app/lms/shell/load-later.ts";
import { callName, plainName } from "#app/lms/shell/names.tsx";
import { callWords, lineCallWords } from "#content/desk/calls.ts";
import type { Lead } from "#contract/leads.ts";
import { isCallable } from "#contract/phone.ts";
import type { LineCallStep } from "#contract/rings.ts";
import styles from "./line-call.module.css";
import { useLineCall } from "./line-calls.ts";
import type { Choice } from "./line-choice.tsx";

type ChoiceProps = {
  lead: Lead;
  /** Whether the person was warned already, when they started the call on the screen. */
  isWarned?: boolean;
};

/** "Call from Front desk". Nothing, and nothing is loaded, for a practice without such phones. */
export function LineChoice({ lead, isWarned = false }: ChoiceProps) {
  const { client, viewAs } = useDesk();
  if (client.linePhones.length === 0 || viewAs || !isCallable(lead.phone)) return null;
  return <LaterChoice lead={lead} phones={client.linePhones} isWarned={isWarned} />;
}

function LaterChoice(props: Parameters<typeof Choice>[0]) {
  const Loaded = useLater(loadChoice);
  return Loaded && <Loaded {...props} />;
}

const loadChoice = () => import("./line-choice.tsx").then((module) => module.Choice);

/** Shown under the row until the outcome panel replaces it, or until nothing rings anymore. */
export function LineCallPanel({ lead }: { lead: Lead }) {
  if (!useLineCall(lead._id)) return null;
  return (
    <div className={styles.panel}>
      <LineState lead={lead} />
    </div>
  );
}

const goingSteps: LineCallStep[] = ["ringing", "connecting", "calling", "talking"];
const madeSteps: LineCallStep[] = ["calling", "talking", "ended"];

/** Says what the practice's phone and the lead's line do. Nothing if no phone is involved. */
export function LineState({ lead }: { lead: Lead }) {
  const call = useLineCall(lead._id);
  const { revalidate } = useRevalidator();
  const { ring } = lead;
  const [wasDialed, setWasDialed] = useState(false);
  const isDialed = ring !== null && madeSteps.includes(ring.step);
  if (isDialed && !wasDialed) setWasDialed(true);
  const isMade = call !== null && madeSteps.includes(call.step);
  // The event stream usually brings the call, but it may be lost.
  useEffect(() => {
    if (isMade) void revalidate();
  }, [isMade, revalidate]);
  const outcome = call && !goingSteps.includes(call.step) ? call.step : undefined;
  const step = outcome ?? ring?.step ?? (wasDialed ? "ended" : call?.step);
  if (!step) return null;
  const phone = plainName(ring?.phoneName ?? call?.phone.name ?? "");
  return (
    <p role="status" className={styles.state}>
      {stateText(step, { phone, name: plainName(callName(lead)) })}
    </p>
  );
}

function stateText(step: LineCallStep, { phone, name }: { phone: string; name: string }): string {
  switch (step) {
    case "ringing":
      return callWords.ringing(phone);
    case "connecting":
      return callWords.connecting(phone);
    case "calling":
      return lineCallWords.calling(name);
    case "talking":
      return lineCallWords.talking;
    case "ended":
      return lineCallWords.ended;
    case "unanswered":
      return lineCallWords.unanswered(phone);
    case "phone_busy":
      return lineCallWords.busy(phone);
    case "phone_failed":
      return lineCallWords.failed(phone);
    case "not_dialed":
      return lineCallWords.notDialed(name);
    case "overtaken":
      return lineCallWords.overtaken;
  }
}
