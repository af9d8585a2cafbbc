import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { useSend } from "#app/lms/shell/desk-bus.tsx";
import { KeyCap } from "#app/lms/shell/key-cap.tsx";
import { useKeys } from "#app/lms/shell/keyboard-shortcuts.ts";
import { IconSearch } from "#app/ui/icons.tsx";
import { searchWords } from "#content/desk/dashboard.ts";
import { maxSearchLength } from "#contract/leads.ts";
import { usePendingSearch } from "./pending-search.ts";
import styles from "./search-box.module.css";

const hints = ["wide", "narrow", "tiny"] as const;

/** Searches a list while the user types (debounced); the query is in the URL as `q`. */
export function SearchBox({ q }: { q: string }) {
  const [pending, setPending, isLeaving] = usePendingSearch();
  const [typed, setTyped] = useState(q);
  const wanted = isLeaving ? q : (pending.get("q") ?? "");
  const [known, setKnown] = useState(wanted);
  const input = useRef<HTMLInputElement>(null);
  const send = useSend();
  useKeys({ "/": () => input.current?.select() });
  // The query was cleared elsewhere: by a button, or by going back. The box follows before the page
  // has loaded: otherwise it would search for its old text again.
  if (wanted !== known) {
    setKnown(wanted);
    if (wanted === "") setTyped("");
  }

  useEffect(() => {
    // A navigation now would cancel the pending one to another page.
    if (isLeaving || typed === wanted) return;
    const timer = setTimeout(() => setPending({ q: typed }, { replace: true }), 150);
    return () => clearTimeout(timer);
  }, [typed, wanted, setPending, isLeaving]);

  /** Escape clears the search and leaves it; Enter and the arrow go to what it found. */
  function leave(event: KeyboardEvent<HTMLInputElement>) {
    if (!["Escape", "Enter", "ArrowDown"].includes(event.key)) return;
    event.preventDefault();
    if (event.key === "Escape") setTyped("");
    event.currentTarget.blur();
    if (event.key !== "Escape") send({ type: "focusFirst" });
  }

  return (
    <search className={styles.search}>
      <IconSearch aria-hidden />
      <input
        ref={input}
        type="search"
        aria-label={searchWords.label}
        placeholder=" "
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={leave}
        maxLength={maxSearchLength}
      />
      {hints.map((room) => (
        <span key={room} className={`${styles.hint} ${styles[room]}`} aria-hidden>
          {searchWords.hints[room]}
        </span>
      ))}
      <KeyCap aria-hidden>/</KeyCap>
    </search>
  );
}
