// Native dialogs: the browser traps focus, restores it, and closes on Escape.
import { type ReactNode, useEffect, useId, useRef } from "react";
import { Button } from "./button.tsx";
import styles from "./dialog.module.css";
import { useWords } from "./words.ts";

type DialogProps = {
  isOpen: boolean;
  /** Called after every way to close it: a button, Escape, or `isOpen`. */
  onClose: () => void;
  title: string;
  /** For content to view rather than a question. */
  isWide?: boolean;
  /** The title receives focus first, so that an accidental Enter presses nothing. */
  isReadFirst?: boolean;
  children: ReactNode;
};

/**
 * A modal dialog with a title. The caller adds its buttons; for a plain message see
 * `MessageDialog`.
 */
export function Dialog({ isOpen, onClose, title, isWide, isReadFirst, children }: DialogProps) {
  const ref = useRef<HTMLDialogElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const titleId = useId();

  useEffect(() => {
    const dialog = ref.current;
    if (!dialog || !isOpen) return;
    dialog.showModal();
    if (isReadFirst) heading.current?.focus();
    // Also close on unmount, so that the browser restores focus.
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

/** A title, a sentence and an OK button. */
export function MessageDialog({
  message,
  ok,
  ...dialog
}: Omit<DialogProps, "children"> & { message: string; ok?: string }) {
  const words = useWords();
  return (
    <Dialog {...dialog}>
      <p className={styles.message}>{message}</p>
      <form method="dialog" className={styles.actions}>
        <Button type="submit" autoFocus>
          {ok ?? words.ok}
        </Button>
      </form>
    </Dialog>
  );
}
