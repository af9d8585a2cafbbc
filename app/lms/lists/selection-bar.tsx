import type { ReactNode } from "react";
import { Button } from "#app/ui/button.tsx";
import { KeyCap } from "#app/ui/key-cap.tsx";
import { selectionWords } from "#content/desk/dashboard.ts";
import { maxArchivedAtOnce } from "#contract/archive.ts";
import styles from "./selection-bar.module.css";

type BarProps = {
  count: number;
  /** How many rows could be selected. */
  of: number;
  onAll: () => void;
  onNone: () => void;
  /** The actions for the selected rows. */
  children: ReactNode;
};

/** The actions for the selected rows, in a bar that sticks to the bottom of the list. */
export function SelectionBar({ count, of, onAll, onNone, children }: BarProps) {
  return (
    <div className={styles.bar}>
      <p role="status">{selectionWords.chosen(count)}</p>
      {/* Stays after it was pressed, so that it keeps the focus. */}
      <Button variant="quiet" isSmall onClick={onAll}>
        {selectionWords.all(of, maxArchivedAtOnce)}
      </Button>
      <Button variant="quiet" isSmall onClick={onNone}>
        {count > 0 ? selectionWords.none : selectionWords.done} <KeyCap aria-hidden>Esc</KeyCap>
      </Button>
      {count > 0 && children}
    </div>
  );
}
