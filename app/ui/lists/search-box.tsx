import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { IconSearch, IconX } from "#app/ui/icons.tsx";
import { KeyCap } from "#app/ui/key-cap.tsx";
import { useKeys } from "#app/ui/keyboard-shortcuts.ts";
import { searchWords } from "#content/interface.ts";
import { maxSearchLength } from "#contract/leads.ts";
import { usePendingSearch } from "./pending-search.ts";
import styles from "./search-box.module.css";

const rooms = ["wide", "narrow", "tiny"] as const;

type SearchProps = {
  q: string;
  label: string;
  /** The placeholder for each width of the box. */
  hints: Record<(typeof rooms)[number], string>;
  /** Called on Enter or the down arrow key, which move the focus to the results. */
  onLeave?: () => void;
};

/** Searches a list while the user types, after a short pause. The search is in the URL as `q`. */
export function SearchBox({ q, label, hints, onLeave }: SearchProps) {
  const [pending, setPending, isLeaving] = usePendingSearch();
  const [typed, setTyped] = useState(q);
  const wanted = isLeaving ? q : (pending.get("q") ?? "");
  const [known, setKnown] = useState(wanted);
  const input = useRef<HTMLInputElement>(null);
  useKeys({ "/": () => input.current?.select() });
  // The search was changed elsewhere, by a button or by going back. The box must follow before the
  // page has loaded, because otherwise it would search for its old text again.
  if (wanted !== known) {
    setKnown(wanted);
    if (wanted === "") setTyped("");
  }

  useEffect(() => {
    // A navigation to another page is pending, and searching now would cancel it.
    if (isLeaving || typed === wanted) return;
    const timer = setTimeout(() => setPending({ q: typed }, { replace: true }), 150);
    return () => clearTimeout(timer);
  }, [typed, wanted, setPending, isLeaving]);

  /**
   * Escape clears the search and leaves the box. Enter and the down arrow key move the focus to the
   * results.
   */
  function leave(event: KeyboardEvent<HTMLInputElement>) {
    if (!["Escape", "Enter", "ArrowDown"].includes(event.key)) return;
    event.preventDefault();
    if (event.key === "Escape") setTyped("");
    event.currentTarget.blur();
    if (event.key !== "Escape") onLeave?.();
  }

  return (
    <search className={styles.search}>
      <IconSearch aria-hidden />
      <input
        ref={input}
        type="search"
        aria-label={label}
        placeholder=" "
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={leave}
        maxLength={maxSearchLength}
      />
      {rooms.map((room) => (
        <span key={room} className={`${styles.hint} ${styles[room]}`} aria-hidden>
          {hints[room]}
        </span>
      ))}
      {typed === "" ? (
        <KeyCap aria-hidden>/</KeyCap>
      ) : (
        <button
          type="button"
          className={styles.clear}
          aria-label={searchWords.clear}
          onClick={() => {
            setTyped("");
            input.current?.focus();
          }}
        >
          <IconX aria-hidden />
        </button>
      )}
    </search>
  );
}
