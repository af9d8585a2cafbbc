// Shows the steps that an import has reached so far.
import { useEffect, useRef } from "react";
import { useNavigationType } from "react-router";
import { importWords as words } from "#content/desk/import.ts";
import type { LeadImportDetail } from "#contract/imports.ts";
import { ColumnsForm } from "./columns-form.tsx";
import { DryRun } from "./dry-run.tsx";
import styles from "./one-import.module.css";
import { Progress } from "./progress.tsx";
import { useProgress } from "./use-progress.ts";

export function OneImport({ one: loaded, isOff }: { one: LeadImportDetail; isOff: boolean }) {
  const one = useProgress(loaded);
  const { state } = one;
  const isReading = state === "checking" || state === "checked";
  const isOpen = state === "mapping" || isReading;
  useStepFocus(isReading ? "result-title" : isOpen ? "columns-title" : "import-title", state);
  return (
    <>
      <p className={styles.file}>
        <bdi>{one.fileName}</bdi>
        <span className={styles.state}>{words.states[state]}</span>
      </p>
      {state === "mapping" && <ColumnsForm key={one._id} one={one} isOff={isOff} />}
      {isReading && (
        <>
          <DryRun one={one} isOff={isOff} />
          <details className={styles.columns}>
            <summary>{words.columns.change}</summary>
            <ColumnsForm key={one._id} one={one} isOff={isOff} />
          </details>
        </>
      )}
      {!isOpen && <Progress one={one} isOff={isOff} />}
    </>
  );
}

/**
 * Moves the focus to the new step's heading, because the button that was clicked disappears with
 * the previous step.
 */
function useStepFocus(headingId: string, state: string) {
  const cameHere = useNavigationType();
  const before = useRef<string | null>(null);
  useEffect(() => {
    const isNew = before.current === null ? cameHere === "PUSH" : before.current !== state;
    before.current = state;
    if (!isNew || document.activeElement !== document.body) return;
    const heading = document.getElementById(headingId);
    heading?.focus({ preventScroll: true });
    // On a phone, a step starts below the previous one.
    const isLow = heading && heading.getBoundingClientRect().bottom > innerHeight / 2;
    if (isLow) heading.scrollIntoView();
  }, [headingId, state, cameHere]);
}
