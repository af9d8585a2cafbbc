import type { ReactNode } from "react";
import { Button } from "#app/ui/button.tsx";
import { KeyCap } from "#app/ui/key-cap.tsx";
import { selectionWords } from "#content/desk/dashboard.ts";
import styles from "./selection-bar.module.css";

type BarProps = {
  count: number;
  /** Selects all rows that are shown. */
  onAll: () => void;
  onNone: () => void;
  /** The actions for the selected rows. */
  children: ReactNode;
};

/** The actions for the selected rows, in a bar that sticks to the bottom of the list. */
export function SelectionBar({ count, onAll, onNone, children }: BarProps) {
  return (
    <div className={styles.bar}>
      <p role="status">{selectionWords.chosen(count)}</p>
      {count === 0 && (
        <Button variant="quiet" isSmall onClick={onAll}>
          {selectionWords.all}
        </Button>
      )}
      <Button variant="quiet" isSmall onClick={onNone}>
        {count > 0 ? selectionWords.none : selectionWords.done} <KeyCap aria-hidden>Esc</KeyCap>
      </Button>
      {count > 0 && children}
    </div>
  );
}
