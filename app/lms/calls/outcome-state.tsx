// What an outcome panel shows while its outcome isn't saved on the server.
import { Button } from "#app/ui/button.tsx";
import { useNow } from "#app/ui/now.tsx";
import { callWords, sameCallWords } from "#content/desk/calls.ts";
import { outcomeNames } from "#content/desk/outcomes.ts";
import { unsavedWords } from "#content/desk/shell.ts";
import type { Lead } from "#contract/leads.ts";
import { timeText } from "#contract/moment-text.ts";
import type { useOutboxEntry } from "./optimistic-leads.ts";
import styles from "./outcome-state.module.css";

/** Says that an outcome is pending or was rejected, and why. */
export function UnsavedNote({ entry }: { entry: NonNullable<ReturnType<typeof useOutboxEntry>> }) {
  const { outcome, note } = entry.request;
  const what = outcome
    ? callWords.withNote(outcomeNames[outcome], Boolean(note))
    : callWords.theCall;
  if (entry.refusal || entry.problem) {
    return (
      <p role="alert" className={styles.problem}>
        {entry.refusal?.message ?? unsavedWords.one(what)}
      </p>
    );
  }
  if (!outcome) return null;
  return (
    <p role="status" className={styles.unsaved}>
      {entry.isSaved ? callWords.saved(what) : callWords.saving(what)}
    </p>
  );
}

type SameCallProps = { lead: Lead; timeZone: string; onAnswer: (isSame: boolean) => void };

/**
 * If another device has saved an outcome for the lead at about the same time, asks whether it was
 * the same call.
 */
export function SameCallQuestion({ lead, timeZone, onAnswer }: SameCallProps) {
  const now = useNow();
  return (
    <div role="alert" className={styles.same}>
      <p>
        <strong>{sameCallWords.title}</strong>{" "}
        {lead.lastOutcome &&
          lead.lastCalledAt &&
          sameCallWords.told(
            outcomeNames[lead.lastOutcome],
            timeText(lead.lastCalledAt, now, timeZone),
          )}
      </p>
      <div>
        <Button onClick={() => onAnswer(true)}>{sameCallWords.yes}</Button>
        <Button variant="outline" onClick={() => onAnswer(false)}>
          {sameCallWords.no}
        </Button>
      </div>
    </div>
  );
}
