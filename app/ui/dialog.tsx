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
  /** The keyboard begins at the title: an Enter that comes too soon presses nothing. */
  isReadFirst?: boolean;
  children: ReactNode;
};

/** A titled box over the page. Give it its own buttons; for a plain message see `MessageDialog`. */
export function Dialog({ isOpen, onClose, title, isWide, isReadFirst, children }: DialogProps) {
  const ref = useRef<HTMLDialogElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const titleId = useId();

  useEffect(() => {
    const dialog = ref.current;
    if (!dialog || !isOpen) return;
    dialog.showModal();
    if (isReadFirst) heading.current?.focus();
    // Also when the page goes away, so that focus is given back.
    return () => dialog.close();
  }, [isOpen, isReadFirst]);

  return (
    <dialog
      ref={ref}
      className={styles.dialog}
      data-wide={isWide}
      aria-labelledby={titleId}
      onClose={onClose}
    >
      <h2
        ref={heading}
        id={titleId}
        className={styles.title}
        tabIndex={isReadFirst ? -1 : undefined}
      >
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
