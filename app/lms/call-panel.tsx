// The call, from the tap to what it came to: one tap each.
import { IconPhoneOutgoing } from "@tabler/icons-react";
import { useEffect, useRef, useState } from "react";
import { useRevalidator } from "react-router";
import { api } from "#app/api.ts";
import { askApi } from "#app/ui/ask-api.ts";
import { Button, ButtonAnchor } from "#app/ui/button.tsx";
import { useNow } from "#app/ui/now.tsx";
import { showToast } from "#app/ui/toast.tsx";
import { deskWords, outcomeNames, outcomes } from "#content/desk.ts";
import type { CallOutcome, Lead } from "#contract/leads.ts";
import { useCall } from "./call-guard.tsx";
import { saveCall } from "./call-outbox.ts";
import styles from "./call-panel.module.css";
import { nameOf, plainName } from "./names.tsx";
import { timeText, tomorrowAtNine } from "./times.ts";

/** "I'm calling" on a desktop; on a phone the number itself, which the same tap dials. */
export function CallButton({ lead, look = "solid" }: { lead: Lead; look?: "solid" | "outline" }) {
  const { press, question } = useCall(lead);
  const name = plainName(nameOf(lead));
  return (
    <>
      <span className={styles.atDesk}>
        <Button look={look} className={styles.call} onClick={press} data-call={lead._id}>
          <IconPhoneOutgoing size={18} stroke={1.75} aria-hidden />
          I’m calling<span className={styles.hidden}> {name}</span>
        </Button>
      </span>
      <span className={styles.inHand}>
        <ButtonAnchor
          look={look}
          className={styles.call}
          href={`tel:${lead.phone}`}
          onClick={press}
        >
          <IconPhoneOutgoing size={20} stroke={1.75} aria-hidden />
          Call<span className={styles.hidden}> {name}</span>
        </ButtonAnchor>
      </span>
      {question}
    </>
  );
}

type PanelProps = {
  lead: Lead;
  timeZone: string;
  /** On a phone the panel is a sheet at the bottom edge, and this puts it back into its row. */
  onPutOff?: () => void;
};

/** Asks what the call came to until it is told. */
export function OutcomePanel({ lead, timeZone, onPutOff }: PanelProps) {
  const { revalidate } = useRevalidator();
  const [problem, setProblem] = useState<string | null>(null);
  const [isPicking, setIsPicking] = useState(false);
  const now = useNow();
  const call = lead.openCall;

  const panel = useRef<HTMLElement>(null);
  useEffect(() => {
    const byKey = (event: KeyboardEvent) => {
      if (isTyping(event) || event.metaKey || event.ctrlKey || event.altKey) return;
      const wanted = outcomes[Number(event.key) - 1];
      if (!wanted || !panel.current || panel.current !== newestPanel()) return;
      panel.current.querySelector<HTMLElement>(`[data-outcome="${wanted.outcome}"]`)?.click();
    };
    addEventListener("keydown", byKey);
    return () => removeEventListener("keydown", byKey);
  }, []);

  if (!call) return null;

  async function give(outcome: CallOutcome, callBackAt?: Date) {
    if (!call) return;
    if (outcome === "call_back" && !callBackAt) return setIsPicking(true);
    const isSaved = await saveCall(lead._id, {
      _id: call._id,
      outcome,
      callBackAt: callBackAt?.toISOString(),
    });
    if (!isSaved) {
      setProblem(`${outcomeNames[outcome]} is not saved yet. It is ${deskWords.sentWithALine}`);
      return;
    }
    // Whoever gave the outcome expects the row to go: the list need not stand still for it.
    dispatchEvent(new Event("outcomegiven"));
    showToast({
      title: `${outcomeNames[outcome]} saved.`,
      seconds: 8,
      action: { label: "Undo", onPress: () => void undo() },
    });
    await revalidate();
  }

  async function undo() {
    if (!call) return;
    const param = { id: lead._id, callId: call._id };
    const outcome = await askApi(() => api.leads[":id"].calls[":callId"].voidings.$post({ param }));
    if (!outcome.isDone) showToast({ title: "Error", message: outcome.refusal.message });
    // So does whoever takes it back expect the row to come.
    dispatchEvent(new Event("outcomegiven"));
    await revalidate();
  }

  return (
    <section
      ref={panel}
      data-called-at={call.calledAt}
      className={`${styles.panel} ${onPutOff ? styles.sheet : ""}`}
      aria-label={`What came of the call to ${plainName(lead.firstName)}`}
    >
      <div className={styles.head}>
        <p>
          <strong>
            What came of the call
            {onPutOff && <span className={styles.whom}> to {plainName(nameOf(lead))}</span>}?
          </strong>
          <span> Called {timeText(call.calledAt, now, timeZone)}; it counts once you say.</span>
        </p>
        <div className={styles.ways}>
          <Button look="quiet" onClick={() => void undo()}>
            Not calling
          </Button>
          {onPutOff && (
            <Button look="quiet" className={styles.later} onClick={onPutOff}>
              Later
            </Button>
          )}
        </div>
      </div>
      <div className={styles.outcomes}>
        {outcomes.map(({ outcome, name, follows }, index) => (
          <button
            key={outcome}
            type="button"
            data-outcome={outcome}
            className={styles.outcome}
            aria-expanded={outcome === "call_back" ? isPicking : undefined}
            onClick={() => void give(outcome)}
          >
            <span>
              <strong>{name}</strong>
              <span className={styles.follows}>{follows}</span>
            </span>
            <kbd aria-hidden>{index + 1}</kbd>
          </button>
        ))}
      </div>
      {isPicking && (
        <CallBackPicker now={now} timeZone={timeZone} onPick={(at) => void give("call_back", at)} />
      )}
      {problem && (
        <p role="alert" className={styles.problem}>
          {problem}
        </p>
      )}
    </section>
  );
}

/** A digit in a note is a digit. */
function isTyping({ target }: KeyboardEvent): boolean {
  return target instanceof Element && target.closest("input, textarea, select") !== null;
}

/** Several calls may wait for their outcome: a key is about the one that was begun last. */
function newestPanel(): HTMLElement | undefined {
  return [...document.querySelectorAll<HTMLElement>("[data-called-at]")]
    .toSorted((a, b) => (a.dataset.calledAt ?? "").localeCompare(b.dataset.calledAt ?? ""))
    .at(-1);
}

function CallBackPicker({
  now,
  timeZone,
  onPick,
}: {
  now: Date;
  timeZone: string;
  onPick: (at: Date) => void;
}) {
  const [typed, setTyped] = useState("");
  const chosen = new Date(typed);
  const isFuture = chosen.getTime() > now.getTime();
  return (
    <div className={styles.picker}>
      <Button look="outline" onClick={() => onPick(new Date(now.getTime() + 60 * 60_000))}>
        In an hour
      </Button>
      <Button look="outline" onClick={() => onPick(tomorrowAtNine(now, timeZone))}>
        Tomorrow 9:00
      </Button>
      <label>
        <span>Or at, by this computer’s clock</span>
        <input
          type="datetime-local"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
      </label>
      <Button aria-disabled={!isFuture} onClick={() => isFuture && onPick(chosen)}>
        Call back then
      </Button>
    </div>
  );
}
