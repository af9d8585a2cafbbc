// A side menu: a native modal dialog along one edge. Its `DrawerButton` opens it even before
// hydration (see page-scripts/after-first-paint.ts), and its close button needs no JavaScript.

import { type ComponentProps, type MouseEvent, type ReactNode, useEffect, useRef } from "react";
import { useLocation } from "react-router";
import { openDrawer } from "#app/page-scripts/open-drawer.ts";
import styles from "./drawer.module.css";
import { IconX } from "./icons.tsx";
import { useWords } from "./words.ts";

type DrawerProps = {
  /** The id that a `DrawerButton` refers to. */
  id: string;
  /** The dialog's accessible name, for example "Menu". */
  label: string;
  side?: "left" | "right";
  /** In pixels: the portfolio's drawer is 250 wide, and the lead desk's 240. */
  width?: number;
  children: ReactNode;
};

/** The drawer closes with its button, Escape, a click outside, or navigation. */
export function Drawer({ id, label, side = "right", width = 250, children }: DrawerProps) {
  const ref = useRef<HTMLDialogElement>(null);
  const location = useLocation();
  const openedAt = useRef(location);
  const words = useWords();

  useEffect(() => {
    // Hydration itself must not close the drawer, which may have been opened before; only
    // navigation does.
    if (openedAt.current === location) return;
    openedAt.current = location;
    ref.current?.close();
  }, [location]);

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: keyboard users have Escape and the close button
    <dialog
      ref={ref}
      id={id}
      aria-label={label}
      className={`${styles.drawer} ${styles[side]}`}
      style={{ width: `min(${width}px, 100vw)` }}
      onClick={closeOnOutsideClick}
    >
      <div className={styles.inside}>
        <form method="dialog" className={styles.top}>
          <button
            type="submit"
            data-now=""
            className={styles.close}
            aria-label={words.interface.closeThing(label)}
          >
            <IconX size={22} stroke={1.6} aria-hidden />
          </button>
        </form>
        {children}
      </div>
    </dialog>
  );
}

/** The button that opens the drawer with this id. */
export function DrawerButton({ opens, ...props }: ComponentProps<"button"> & { opens: string }) {
  return (
    <button
      type="button"
      {...props}
      data-opens={opens}
      aria-haspopup="dialog"
      onClick={() => openDrawer(opens)}
    />
  );
}

/**
 * Closes the drawer on a click outside. Also closes it on a link to a hash of the current page,
 * because that causes no navigation.
 */
function closeOnOutsideClick(event: MouseEvent<HTMLDialogElement>) {
  const isOutside = event.target === event.currentTarget;
  const isLink = event.target instanceof Element && event.target.closest("a") !== null;
  if (isOutside || isLink) event.currentTarget.close();
}
