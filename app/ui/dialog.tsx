// Native dialogs. The browser keeps the focus inside, returns it afterward, and closes the dialog
// on Escape.
import { type ReactNode, useEffect, useId, useRef } from "react";
import { useLocation } from "react-router";
import { closeOnBack, noteNewAddress } from "./back-closes-dialog.ts";
import { Button } from "./button.tsx";
import styles from "./dialog.module.css";
import { IconX } from "./icons.tsx";
import { useWords } from "./words.ts";

type DialogProps = {
  isOpen: boolean;
  /**
   * Called after the dialog was closed in any way: with a button, Escape, a tap outside, Back, or
   * `isOpen`.
   */
  onClose: () => void;
  title: string;
  /** For a dialog that shows content instead of asking a question. */
  isWide?: boolean;
  /** The title gets the focus first, so that an accidental Enter doesn't press a button. */
  isReadFirst?: boolean;
  /** The content can't be shown again, so a tap outside and Back don't close the dialog. */
  isShownOnce?: boolean;
  /** Whether the dialog asks if the user wants to leave the page; then the router handles Back. */
  asksToLeave?: boolean;
  children: ReactNode;
};

/**
 * A modal dialog with a title and a close button. The caller adds other buttons. For a plain
 * message, use `MessageDialog`.
 */
export function Dialog({ isOpen, onClose, title, children, ...options }: DialogProps) {
  const { isWide, isReadFirst, isShownOnce = false, asksToLeave = false } = options;
  const ref = useRef<HTMLDialogElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const isPressedOutside = useRef(false);
  const titleId = useId();
  const words = useWords();
  const { key } = useLocation();

  useEffect(() => {
    const dialog = ref.current;
    if (!dialog || !isOpen) return;
    dialog.showModal();
    if (isReadFirst) heading.current?.focus();
    const onBack = () => {
      if (!isShownOnce) dialog.close();
    };
    const forgetBack = asksToLeave ? null : closeOnBack(onBack);
    return () => {
      forgetBack?.();
      // Also closes the dialog on unmount, so that the browser returns the focus.
      dialog.close();
    };
  }, [isOpen, isReadFirst, isShownOnce, asksToLeave]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs for each new history entry
  useEffect(() => {
    if (isOpen) noteNewAddress();
  }, [isOpen, key]);

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: keyboard users have Escape and the close button
    <dialog
      ref={ref}
      className={styles.dialog}
      data-wide={isWide}
      aria-labelledby={titleId}
      onClose={onClose}
      // The content covers the dialog, so only a click on the backdrop hits the dialog element. A
      // drag that begins inside, such as selecting text, doesn't close the dialog.
      onPointerDown={({ target, currentTarget }) => {
        isPressedOutside.current = target === currentTarget;
      }}
      onClick={({ target, currentTarget }) => {
        const isOutside = target === currentTarget && isPressedOutside.current;
        if (isOutside && !isShownOnce) currentTarget.close();
      }}
    >
      <div className={styles.inside}>
        <h2
          ref={heading}
          id={titleId}
          className={styles.title}
          tabIndex={isReadFirst ? -1 : undefined}
        >
          {title}
        </h2>
        <div className={styles.body}>{children}</div>
      </div>
      {/* The close button is last in the DOM, so that the first field gets the focus. */}
      {isOpen && (
        <button
          type="button"
          className={styles.close}
          aria-label={words.interface.close}
          onClick={() => ref.current?.close()}
        >
          <IconX size={20} aria-hidden />
        </button>
      )}
    </dialog>
  );
}

/** A dialog with a title, a sentence and an OK button. */
export function MessageDialog({
  message,
  ok,
  ...dialog
}: Omit<DialogProps, "children"> & { message: string; ok?: string }) {
  const words = useWords();
  return (
    <Dialog {...dialog}>
      <p>{message}</p>
      <form method="dialog" className={styles.actions}>
        <Button type="submit" autoFocus>
          {ok ?? words.ok}
        </Button>
      </form>
    </Dialog>
  );
}
