// The frame of an outcome panel: in its row or, on a phone, a sheet over the screen. The sheet is a
// modal dialog, so everything behind it is dimmed and inert.
import {
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useLayoutEffect,
  useRef,
  useSyncExternalStore,
} from "react";
import styles from "./outcome-panel.module.css";

type FrameProps = {
  /** The element that gets the focus when the panel opens. */
  panel: RefObject<HTMLDivElement | null>;
  calledAt: string;
  label: string;
  /** Closes the sheet. If this isn't given, there is no sheet. */
  onPutOff: (() => void) | undefined;
  /** Handles Escape in the row. In the sheet, Escape closes the sheet. */
  onEscape: (event: KeyboardEvent<HTMLElement>) => void;
  children: ReactNode;
};

export function OutcomeFrame({ onPutOff, onEscape, label, ...props }: FrameProps) {
  const isPhone = useIsPhone();
  if (isPhone && onPutOff) return <Sheet label={label} onPutOff={onPutOff} {...props} />;
  const { panel, calledAt, children } = props;
  return (
    <section
      ref={panel}
      tabIndex={-1}
      data-called-at={calledAt}
      className={styles.panel}
      aria-label={label}
      onKeyDown={onEscape}
    >
      {children}
    </section>
  );
}

type SheetProps = Omit<FrameProps, "onEscape"> & { onPutOff: () => void };

function Sheet({ panel, calledAt, label, onPutOff, children }: SheetProps) {
  const sheet = useRef<HTMLDialogElement>(null);
  // The sheet is opened before the panel takes the focus. It is removed without being closed, so
  // that the focus doesn't return to where the call was started: the desk moves on to the next
  // lead.
  useLayoutEffect(() => {
    if (!sheet.current?.open) sheet.current?.showModal();
  }, []);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: keyboard users have Escape
    <dialog
      ref={sheet}
      aria-label={label}
      className={styles.sheet}
      onCancel={(event) => {
        event.preventDefault();
        onPutOff();
      }}
      onClick={(event) => event.target === event.currentTarget && onPutOff()}
    >
      <div ref={panel} tabIndex={-1} data-called-at={calledAt} className={styles.panel}>
        {children}
      </div>
    </dialog>
  );
}

/** The width below which the panel is a sheet. The style sheet has the same value. */
const phone = "(width < 700px)";

function useIsPhone(): boolean {
  return useSyncExternalStore(
    (onChange) => {
      const left = new AbortController();
      matchMedia(phone).addEventListener("change", onChange, { signal: left.signal });
      return () => left.abort();
    },
    () => matchMedia(phone).matches,
    () => false,
  );
}
