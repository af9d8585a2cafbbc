// The command palette of the lead desk and the console: type, move with the arrow keys, choose with
// Enter. A place says what there is to choose.
import { type KeyboardEvent, type ReactNode, useId, useState } from "react";
import { Dialog } from "#app/ui/dialog.tsx";
import { IconSearch } from "#app/ui/icons.tsx";
import { paletteWords } from "#content/interface.ts";
import styles from "./palette.module.css";
import { isSearchable } from "./use-found.ts";

export type PaletteItem = {
  id: string;
  /** What it is, or of what: "Go to", "Practice". */
  kind: string;
  name: string;
  beside?: string | undefined;
  act: () => void;
};

type PaletteProps = { isOpen: boolean; onClose: () => void; children: ReactNode };

/** Its content is mounted while it is open, so that each opening starts empty. */
export function Palette({ isOpen, onClose, children }: PaletteProps) {
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={paletteWords.title}>
      {isOpen && children}
    </Dialog>
  );
}

type BoxProps = {
  /** "Screen, name or number" */
  label: string;
  typed: string;
  onType: (typed: string) => void;
  /** Screens and actions, by name; the box keeps those that match. */
  entries: PaletteItem[];
  /** What a search found. */
  found: PaletteItem[];
  isAsking: boolean;
  /** What to say when nothing matches, and when the text is too short to search with. */
  none: string;
  tooShort: string;
  onClose: () => void;
};

export function PaletteBox({ label, typed, onType, entries, found, onClose, ...state }: BoxProps) {
  const id = useId();
  const [at, setAt] = useState(0);
  const wanted = typed.trim().toLowerCase();
  const beginsSo = ({ name }: PaletteItem) => name.toLowerCase().startsWith(wanted);
  const matching = entries
    .filter(({ name }) => name.toLowerCase().includes(wanted))
    // "ar" means Archive before the middle of another word.
    .toSorted((one, other) => Number(beginsSo(other)) - Number(beginsSo(one)));
  const items = [...matching, ...found];
  const chosen = Math.min(at, items.length - 1);

  function onKeyDown(event: KeyboardEvent) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) {
      event.preventDefault();
      setAt((chosen + step + items.length) % Math.max(1, items.length));
    }
    if (event.key === "Enter") {
      event.preventDefault();
      choose(items[chosen]);
    }
  }

  /** The dialog closes first, because it returns focus to the previously focused element. */
  function choose(item: PaletteItem | undefined) {
    if (!item) return;
    onClose();
    setTimeout(item.act, 0);
  }

  return (
    <div className={styles.palette}>
      <div className={styles.box}>
        <IconSearch aria-hidden />
        <input
          role="combobox"
          aria-label={label}
          aria-expanded={items.length > 0}
          aria-controls={items.length > 0 ? `${id}-list` : undefined}
          aria-activedescendant={items[chosen] && `${id}-${chosen}`}
          aria-autocomplete="list"
          placeholder={label}
          autoComplete="off"
          maxLength={100}
          value={typed}
          onChange={(event) => {
            onType(event.target.value);
            setAt(0);
          }}
          onKeyDown={onKeyDown}
        />
      </div>
      {items.length > 0 && (
        <div
          id={`${id}-list`}
          role="listbox"
          aria-label={paletteWords.title}
          className={styles.list}
        >
          {items.map((item, index) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents lint/a11y/useFocusableInteractive: the input above handles the keyboard
            <div
              key={item.id}
              id={`${id}-${index}`}
              role="option"
              aria-selected={index === chosen}
              className={styles.item}
              onClick={() => choose(item)}
              onPointerMove={() => setAt(index)}
            >
              <span className={styles.name}>{item.name}</span>
              <span className={styles.hint}>{item.beside}</span>
              <span className={styles.kind}>{item.kind}</span>
            </div>
          ))}
        </div>
      )}
      <p role="status" className={styles.none}>
        {items.length === 0 &&
          !state.isAsking &&
          (isSearchable(typed) ? state.none : state.tooShort)}
      </p>
    </div>
  );
}
