// The last step: the running import, its result, and its undo.
import { useState } from "react";
import { Link } from "react-router";
import { Button } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import { RefusalLine } from "#app/ui/form.tsx";
import { numberText } from "#app/ui/share.ts";
import { controlWords } from "#content/desk/controls.ts";
import { importMessages, importWords } from "#content/desk/import.ts";
import type { LeadImportDetail } from "#contract/imports.ts";
import { momentText } from "#contract/moment-text.ts";
import { DiscardButton } from "./discard-button.tsx";
import { useImportPlace } from "./import-place.ts";
import styles from "./progress.module.css";
import { useStep } from "./send.ts";

const words = importWords.progress;

type Props = { one: LeadImportDetail; isOff: boolean };

export function Progress({ one, isOff }: Props) {
  const isRemoving = one.state === "canceling" || one.state === "undoing";
  const isRunning = one.state === "importing" || isRemoving;
  const [done, total] = isRemoving
    ? [one.removed + one.kept, one.imported]
    : [one.imported, one.counts.fresh];
  return (
    <section className={styles.step} aria-labelledby="import-title">
      <h2 id="import-title" tabIndex={-1}>
        {words.title}
      </h2>
      {isRunning && (
        <progress
          className={styles.progress}
          max={Math.max(1, total)}
          value={done}
          aria-label={words.title}
        />
      )}
      {/* Screen readers announce only the end; until then, the bar shows the progress. */}
      <p aria-live={isRunning ? "off" : "polite"}>{sentenceOf(one)}</p>
      {one.state === "importing" && <DiscardButton one={one} isOff={isOff} />}
      {one.state === "imported" && <Undo one={one} isOff={isOff} />}
      {!isRunning && one.kept > 0 && <Kept one={one} />}
    </section>
  );
}

function sentenceOf(one: LeadImportDetail): string {
  const { state, problem, problemLine, imported, counts, removed } = one;
  const count = numberText(imported);
  switch (state) {
    case "importing":
      return words.importing(count, numberText(counts.fresh));
    case "canceling":
      return words.canceling(numberText(removed));
    case "undoing":
      return words.undoing(numberText(removed));
    case "imported":
      return importedText(one);
    case "refused": {
      const sentence = importMessages.problems[problem ?? "failed"];
      return problemLine === null ? sentence : importMessages.atLine(problemLine, sentence);
    }
    case "canceled":
      if (problem) return importMessages.problems[problem];
      return imported === 0 ? words.canceled : `${words.canceled} ${removedText(removed)}`;
    default:
      return `${words.undone} ${removedText(removed)}`;
  }
}

function importedText({ imported, completed }: LeadImportDetail): string {
  const done = imported === 1 ? words.importedOne : words.imported(numberText(imported));
  const also = completed === 1 ? words.completedOne : words.completed(numberText(completed));
  if (completed === 0) return done;
  return imported === 0 ? also : `${done} ${also}`;
}

function removedText(removed: number): string {
  return removed === 1 ? words.removedOne : words.removed(numberText(removed));
}

function Kept({ one }: { one: LeadImportDetail }) {
  const { leadUrl } = useImportPlace();
  return (
    <div>
      <p>{one.kept === 1 ? words.keptOne : words.kept(numberText(one.kept))}</p>
      <ul className={styles.kept}>
        {one.keptLeads.map(({ _id, name }) => (
          <li key={_id}>
            <Link to={leadUrl(_id)}>
              <bdi>{name || words.noName}</bdi>
            </Link>
          </li>
        ))}
      </ul>
    </div>
  );
}

function Undo({ one, isOff }: Props) {
  const { timeZone, urls, undo } = useImportPlace();
  const [isAsked, setIsAsked] = useState(false);
  const { send, isSending, refusal } = useStep(() => undo(one._id));
  const confirm = () => {
    setIsAsked(false);
    send();
  };
  return (
    <>
      <p className={styles.hint} suppressHydrationWarning>
        <Link to={urls[one.destination]}>{words.see[one.destination]}</Link>.{" "}
        {words.undoUntil(momentText(one.expiresAt, { timeZone }))}
      </p>
      <div>
        <Button
          variant="outline"
          disabled={isOff}
          aria-disabled={isSending}
          onClick={() => setIsAsked(true)}
        >
          {words.undo}
        </Button>
      </div>
      <RefusalLine sentence={refusal} />
      <Dialog
        isOpen={isAsked}
        onClose={() => setIsAsked(false)}
        title={words.undoTitle}
        isReadFirst
      >
        <p className={styles.question}>{words.undoWhat}</p>
        <div className={styles.answers}>
          <Button variant="danger" onClick={confirm}>
            {controlWords.undo}
          </Button>
          <Button variant="quiet" onClick={() => setIsAsked(false)}>
            {controlWords.cancel}
          </Button>
        </div>
      </Dialog>
    </>
  );
}
