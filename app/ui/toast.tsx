// Toasts at the edge of the screen. A toast's timer pauses while the toast is hovered over or has
// the focus. A toast about a rejected form doesn't replace the message in the form.

import { useEffect, useRef, useState, useSyncExternalStore } from "react";
import { interfaceWords } from "#content/interface.ts";
import { IconX } from "./icons.tsx";
import styles from "./toast.module.css";

export type ToastContent = {
  title: string;
  message?: string;
  /** How long the toast is shown; 3 seconds by default. */
  seconds?: number;
  /** `alert` interrupts a screen reader. `status` (the default) doesn't. */
  urgency?: "status" | "alert";
  /** An action, for example Undo. It also closes the toast. */
  action?: { label: string; onPress: () => void };
  /** What the user may want to do next. It also closes the toast, and has no key. */
  offer?: { label: string; onPress: () => void };
};

type Toast = ToastContent & { id: number };

let toasts: readonly Toast[] = [];
let lastId = 0;
const listeners = new Set<() => void>();
const none: readonly Toast[] = [];
/** How many parts of the screen keep toasts off. */
let keptOff = 0;

/**
 * Shows a toast, and returns a function that removes the toast early. A toast with the same text
 * replaces the previous one, unless it has an action, which is about one event. While toasts are
 * kept off, nothing is shown.
 */
export function showToast(content: ToastContent): () => void {
  if (keptOff > 0) return () => undefined;
  lastId += 1;
  const toast = { ...content, id: lastId };
  change([...toasts.filter((shown) => shown.action || !hasSameText(shown, toast)), toast]);
  return () => dismiss(toast.id);
}

/**
 * Removes all toasts, because they may name a person and someone else is about to see the screen.
 */
export function dropToasts(): void {
  change(none);
}

/**
 * Keeps toasts off until the returned function is called, because the screen is locked and a toast
 * may name a person. What was sent before may be answered only now.
 */
export function keepToastsOff(): () => void {
  keptOff += 1;
  return () => {
    keptOff -= 1;
  };
}

/** Clicks the newest toast's button, which is Undo or a link to what the toast is about. */
export function pressNewestAction(): void {
  const toast = toasts.findLast(({ action }) => action);
  if (toast) press(toast, toast.action);
}

/** Renders all toasts; used once, in the document's root. */
export function Toasts() {
  const shown = useSyncExternalStore(
    listen,
    () => toasts,
    () => none,
  );
  return (
    <div className={styles.corner}>
      {/* Both regions are rendered from the start, because screen readers ignore a live region
          that is inserted together with its text. */}
      {(["status", "alert"] as const).map((urgency) => (
        <div key={urgency} role={urgency} className={styles.region}>
          {shown
            .filter((toast) => (toast.urgency ?? "status") === urgency)
            .map((toast) => (
              <ToastCard key={toast.id} toast={toast} />
            ))}
        </div>
      ))}
    </div>
  );
}

function ToastCard({ toast }: { toast: Toast }) {
  const { id, title, message, seconds = 3, action, offer } = toast;
  const [isPaused, setIsPaused] = useState(false);
  const leftMs = useRef(seconds * 1000);

  useEffect(() => {
    if (isPaused) return;
    const startedAt = performance.now();
    const timer = setTimeout(() => dismiss(id), leftMs.current);
    return () => {
      clearTimeout(timer);
      leftMs.current -= performance.now() - startedAt;
    };
  }, [id, isPaused]);

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: hover and focus only pause the timer
    <div
      className={styles.toast}
      onPointerEnter={() => setIsPaused(true)}
      onPointerLeave={() => setIsPaused(false)}
      onFocus={() => setIsPaused(true)}
      onBlur={() => setIsPaused(false)}
    >
      <div className={styles.words}>
        <strong>{title}</strong>
        {message && <p>{message}</p>}
        {offer && (
          <button type="button" className={styles.offer} onClick={() => press(toast, offer)}>
            {offer.label}
          </button>
        )}
      </div>
      {action && (
        <button
          type="button"
          className={styles.action}
          data-toast-action=""
          onClick={() => press(toast, action)}
        >
          {action.label}
        </button>
      )}
      <button
        type="button"
        className={styles.close}
        aria-label={interfaceWords.close}
        onClick={() => dismiss(id)}
      >
        <IconX aria-hidden />
      </button>
    </div>
  );
}

function hasSameText(one: Toast, other: Toast): boolean {
  return one.title === other.title && one.message === other.message;
}

function press({ id }: Toast, action: ToastContent["action"]) {
  dismiss(id);
  action?.onPress();
}

function dismiss(id: number) {
  change(toasts.filter((toast) => toast.id !== id));
}

function change(next: readonly Toast[]) {
  toasts = next;
  for (const listener of listeners) listener();
}

function listen(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
