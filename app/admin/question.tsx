import { Button } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import { consoleWords } from "#content/console/frame.ts";
import styles from "./question.module.css";

type QuestionProps = {
  isOpen: boolean;
  onClose: () => void;
  title: string;
  /** What happens after a yes. */
  what: string;
  yes: string;
  onYes: () => void;
  /** Whether the action can be undone. */
  isSafe?: boolean;
};

/** Asks whether to do something. The focus is on Cancel. */
export function Question({ isOpen, onClose, title, what, yes, onYes, isSafe }: QuestionProps) {
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={title}>
      <p>{what}</p>
      <div className={styles.answers}>
        <Button variant="quiet" onClick={onClose} autoFocus>
          {consoleWords.cancel}
        </Button>
        <Button variant={isSafe ? "solid" : "danger"} onClick={onYes}>
          {yes}
        </Button>
      </div>
    </Dialog>
  );
}
