// The command palette of the lead desk and the console. The user types, moves with the arrow keys,
// and chooses with Enter. The parent component provides the entries.
import { type KeyboardEvent, type ReactNode, useEffect, useId, useState } from "react";
import { Dialog } from "#app/ui/dialog.tsx";
import { Hidden } from "#app/ui/hidden.tsx";
import { IconSearch } from "#app/ui/icons.tsx";
import { paletteWords } from "#content/interface.ts";
import styles from "./palette.module.css";
import { isSearchable } from "./use-found.ts";

export type PaletteItem = {
  id: string;
  /** The kind of entry, such as "Go to" or "Practice". */
  kind: string;
  name: string;
  beside?: string | undefined;
  /** Shown at the end of the entry's row in place of its kind. */
  aside?: string | undefined;
  /** The heading above this entry. Neighbors with the same heading share it. */
  group?: string | undefined;
  act: () => void;
  /** A second action, for Shift and Enter. `label` says which entry it is for. */
  second?: { name: string; label: string; act: () => void } | undefined;
};

type PaletteProps = {
  isOpen: boolean;
  onClose: () => void;
  isWide?: boolean;
  children: ReactNode;
};

/**
 * Mounts the content only while the palette is open, so that the palette is always empty when it
 * opens.
 */
export function Palette({ isOpen, onClose, isWide = false, children }: PaletteProps) {
  return (
    <Dialog isOpen={isOpen} onClose={onClose} isWide={isWide} title={paletteWords.title}>
      {isOpen && children}
    </Dialog>
  );
}

type BoxProps = {
  /** The label of the text field, such as "Screen, name or number". */
  label: string;
  typed: string;
  onType: (typed: string) => void;
  /** Screens and actions. Those whose name matches the text are shown. */
  entries: PaletteItem[];
  /** The entries that the search found. */
  found: PaletteItem[];
  isAsking: boolean;
  /**
   * The text that is shown if nothing matches, and the text if more must be typed before a search.
   */
  none: string;
  tooShort: string;
  /** The text that is shown while a search takes longer than a moment. */
  asking?: string;
  /** Why the last search failed. */
  problem?: string | null;
  /** A text saying that the search found more than the list shows. */
  more?: string | null;
  /** Content below the list. */
  foot?: ReactNode;
  onClose: () => void;
};

export function PaletteBox({ label, typed, onType, entries, found, onClose, ...state }: BoxProps) {
  const id = useId();
  const [at, setAt] = useState(0);
  const wanted = typed.trim().toLowerCase();
  const beginsSo = ({ name }: PaletteItem) => name.toLowerCase().startsWith(wanted);
  const matching = entries
    .filter(({ name }) => name.toLowerCase().includes(wanted))
    // Entries that begin with the text come first: "ar" finds Archive before an entry with "ar"
    // inside.
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
      const item = items[chosen];
      // The results are still those for an earlier text.
      if (state.isAsking && chosen >= matching.length) return;
      choose(event.shiftKey && item?.second ? item.second.act : item?.act);
    }
  }

  /**
   * Closes the dialog before the action, because closing returns the focus to where it was before.
   */
  function choose(act: (() => void) | undefined) {
    if (!act) return;
    onClose();
    setTimeout(act, 0);
  }

  const chosenId = items[chosen] && `${id}-${chosen}`;
  useEffect(() => {
    if (chosenId) document.getElementById(chosenId)?.scrollIntoView({ block: "nearest" });
  }, [chosenId]);

  return (
    <div className={styles.palette}>
      <div className={styles.box}>
        <IconSearch aria-hidden />
        <input
          role="combobox"
          aria-label={label}
          aria-expanded={items.length > 0}
          aria-controls={items.length > 0 ? `${id}-list` : undefined}
          aria-activedescendant={chosenId}
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
          {groupsOf(items).map(({ name, first, members }) => {
            const rows = members.map((item, place) => (
              <Row
                key={item.id}
                id={`${id}-${first + place}`}
                item={item}
                isChosen={first + place === chosen}
                onChoose={choose}
                onPoint={() => setAt(first + place)}
              />
            ));
            if (!name) return rows;
            return (
              // biome-ignore lint/a11y/useSemanticElements: a listbox has groups, not fieldsets
              <div key={name} role="group" aria-label={name} className={styles.group}>
                <div aria-hidden>{name}</div>
                {rows}
              </div>
            );
          })}
        </div>
      )}
      <p role="status" className={styles.none}>
        {state.isAsking && state.asking && <span className={styles.asking}>{state.asking}</span>}
        {!state.isAsking && (state.problem ?? state.more)}
        {items.length === 0 &&
          !state.isAsking &&
          !state.problem &&
          (isSearchable(typed) ? state.none : state.tooShort)}
      </p>
      {state.foot && <div className={styles.foot}>{state.foot}</div>}
    </div>
  );
}

type RowProps = {
  id: string;
  item: PaletteItem;
  isChosen: boolean;
  onChoose: (act: () => void) => void;
  onPoint: () => void;
};

function Row({ id, item, isChosen, onChoose, onPoint }: RowProps) {
  const { name, beside, aside, kind, group, second } = item;
  return (
    <div role="presentation" className={styles.row} data-chosen={isChosen}>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents lint/a11y/useFocusableInteractive: the input handles the keyboard */}
      <div
        id={id}
        role="option"
        aria-selected={isChosen}
        className={styles.item}
        onClick={() => onChoose(item.act)}
        onPointerMove={onPoint}
      >
        <span className={styles.name}>{name}</span>
        <span className={styles.hint}>{beside}</span>
        <span className={styles.kind}>{group ? aside : kind}</span>
        {group && <Hidden>{kind}</Hidden>}
      </div>
      {second && (
        // biome-ignore lint/a11y/useKeyWithClickEvents lint/a11y/useFocusableInteractive: the input handles the keyboard
        <div
          role="option"
          aria-selected={false}
          aria-label={second.label}
          className={styles.second}
          onClick={() => onChoose(second.act)}
          onPointerMove={onPoint}
        >
          {second.name}
        </div>
      )}
    </div>
  );
}

type Group = { name: string | undefined; first: number; members: PaletteItem[] };

/**
 * Groups neighbors with the same heading. A group has the index of its first item in the whole
 * list.
 */
function groupsOf(items: PaletteItem[]): Group[] {
  const groups: Group[] = [];
  for (const [place, item] of items.entries()) {
    const last = groups.at(-1);
    if (last && last.name === item.group) last.members.push(item);
    else groups.push({ name: item.group, first: place, members: [item] });
  }
  return groups;
}
