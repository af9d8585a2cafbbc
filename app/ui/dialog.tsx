// Native dialogs: the browser keeps focus inside, gives it back, and closes on Escape.
import { type ReactNode, useEffect, useId, useRef } from "react";
import { Button } from "./button.tsx";
import styles from "./dialog.module.css";

type DialogProps = {
  isOpen: boolean;
  /** Called whichever way it closes: a button, Escape, or the caller's own `isOpen`. */
  onClose: () => void;
  title: string;
  /** For something to look at rather than a question. */
  isWide?: boolean;
  children: ReactNode;
};

/** A titled box over the page. Give it its own buttons; for a plain message see `MessageDialog`. */
export function Dialog({ isOpen, onClose, title, isWide, children }: DialogProps) {
  const ref = useRef<HTMLDialogElement>(null);
  const titleId = useId();

  useEffect(() => {
    const dialog = ref.current;
    if (!dialog || !isOpen) return;
    dialog.showModal();
    // Also when the page goes away, so that focus is given back.
    return () => dialog.close();
  }, [isOpen]);

  return (
    <dialog
      ref={ref}
      className={styles.dialog}
      data-wide={isWide}
      aria-labelledby={titleId}
      onClose={onClose}
    >
      <h2 id={titleId} className={styles.title}>
        {title}
      </h2>
      {children}
    </dialog>
  );
}

/** A title, a sentence and Ok. */
export function MessageDialog({
  message,
  ok = "Ok",
  ...dialog
}: Omit<DialogProps, "children"> & { message: string; ok?: string }) {
  return (
    <Dialog {...dialog}>
      <p className={styles.message}>{message}</p>
      <form method="dialog" className={styles.actions}>
        <Button type="submit" autoFocus>
          {ok}
        </Button>
      </form>
    </Dialog>
  );
}
