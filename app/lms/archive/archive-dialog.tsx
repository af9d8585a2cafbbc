import { useState } from "react";
import { IconArchive } from "#app/lms/shell/desk-icons.ts";
import { callName, plainName } from "#app/lms/shell/names.tsx";
import { Button } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import { archiveReasonWords } from "#content/desk/archive.ts";
import { controlWords } from "#content/desk/controls.ts";
import { fieldMessages } from "#content/messages.ts";
import type { Lead } from "#contract/leads.ts";
import styles from "./archive-dialog.module.css";

type DialogProps = {
  /** The leads to archive; the dialog is closed if there are none. */
  leads: Lead[];
  onClose: () => void;
  onArchive: (reason: string) => void;
};

/** Asks for the reason: one tap chooses a usual reason, or the user types one. */
export function ArchiveDialog({ leads, onClose, onArchive }: DialogProps) {
  const [first] = leads;
  const name = first ? plainName(callName(first)) : "";
  return (
    <Dialog
      isOpen={first !== undefined}
      onClose={onClose}
      title={archiveReasonWords.title(leads.length, name)}
      isReadFirst
    >
      {first && <Reasons leads={leads} onClose={onClose} onArchive={onArchive} />}
    </Dialog>
  );
}

function Reasons({ leads, onClose, onArchive }: DialogProps) {
  const [typed, setTyped] = useState("");
  const [isAsked, setIsAsked] = useState(false);
  const reason = typed.trim();
  const isMissing = isAsked && !reason;
  const areTried = leads.every((lead) => lead.attempts > 0);
  const usual = [
    ...(areTried ? [archiveReasonWords.triedReason] : []),
    ...archiveReasonWords.reasons,
  ];
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (reason) onArchive(reason);
        else setIsAsked(true);
      }}
    >
      <p id="usual-reasons" className={styles.lead}>
        {archiveReasonWords.why}
      </p>
      <ul className={styles.usual} aria-labelledby="usual-reasons">
        {usual.map((one) => (
          <li key={one}>
            <Button variant="outline" onClick={() => onArchive(one)}>
              <IconArchive aria-hidden />
              {one}
            </Button>
          </li>
        ))}
      </ul>
      <label className={styles.own}>
        <span>{archiveReasonWords.another}</span>
        <input
          value={typed}
          maxLength={200}
          aria-invalid={isMissing || undefined}
          aria-describedby="reason-problem"
          onChange={(event) => setTyped(event.target.value)}
        />
      </label>
      <p id="reason-problem" role="alert" className={styles.problem}>
        {isMissing && fieldMessages.required}
      </p>
      {leads.some((lead) => lead.uncalledSince) && (
        <p className={styles.note}>{archiveReasonWords.clocksRun}</p>
      )}
      <div className={styles.end}>
        <Button variant="quiet" onClick={onClose}>
          {controlWords.cancel}
        </Button>
        <Button type="submit">{archiveReasonWords.archive}</Button>
      </div>
    </form>
  );
}
