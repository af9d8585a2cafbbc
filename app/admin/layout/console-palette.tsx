// The console's command palette. A command opens a screen or a practice, or starts an action; other
// text is searched for.
import { useState } from "react";
import { useNavigate } from "react-router";
import { IconSearch } from "#app/ui/icons.tsx";
import { KeyCap } from "#app/ui/key-cap.tsx";
import { Palette, PaletteBox, type PaletteItem } from "#app/ui/palette/palette.tsx";
import { useFound } from "#app/ui/palette/use-found.ts";
import { consolePaletteWords as words } from "#content/console/frame.ts";
import { paletteWords } from "#content/interface.ts";
import styles from "./console-palette.module.css";
import { useActionsOfPage } from "./palette-actions.tsx";
import { type Found, findAnything, type PaletteEntry, paletteEntries } from "./palette-entries.ts";
import { places } from "./places.ts";
import { useIsOpen } from "./role.tsx";

/** The button in the menu, for people without a keyboard. */
export function FindButton({ onOpen }: { onOpen: () => void }) {
  return (
    <button type="button" className={styles.button} onClick={onOpen}>
      <IconSearch aria-hidden />
      {paletteWords.title}
      <KeyCap aria-hidden>{words.keys}</KeyCap>
    </button>
  );
}

type PaletteProps = { isOpen: boolean; onClose: () => void };

export function ConsolePalette({ isOpen, onClose }: PaletteProps) {
  return (
    <Palette isOpen={isOpen} onClose={onClose} isWide>
      <Box onClose={onClose} />
    </Palette>
  );
}

function Box({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate();
  const [typed, setTyped] = useState("");
  const actions = useActionsOfPage();
  const { found, isAsking } = useFound(typed, find, nothing);
  const isOpen = useIsOpen();
  const screens = places.map(({ name, url }) => ({ name, kind: paletteWords.screen, url }));
  const entries = [...screens, ...paletteEntries].filter(({ url }) => isOpen(url));
  const go = ({ url, second, ...entry }: PaletteEntry): PaletteItem => ({
    ...{ id: url, ...entry },
    act: () => void navigate(url),
    second: second && { ...second, act: () => void navigate(second.url) },
  });
  const ofPage = actions.map((action) =>
    "url" in action ? go(action) : { id: action.name, ...action },
  );
  return (
    <PaletteBox
      label={words.label}
      typed={typed}
      onType={setTyped}
      entries={[...ofPage, ...entries.map(go)]}
      // The URL alone isn't a unique id, because several results may be people at one practice.
      found={found.entries.map((entry, place) => ({ ...go(entry), id: `${place} ${entry.url}` }))}
      isAsking={isAsking}
      none={words.none}
      tooShort={words.tooShort}
      asking={words.asking}
      problem={found.problem}
      more={found.hasMoreLeads ? words.moreLeads : null}
      foot={<Foot />}
      onClose={onClose}
    />
  );
}

type Answered = Found & { problem: string | null };

const nothing: Answered = { entries: [], hasMoreLeads: false, problem: null };

async function find(search: string): Promise<Answered> {
  const outcome = await findAnything(search);
  if (outcome.isDone) return { ...outcome.answer, problem: null };
  return { ...nothing, problem: outcome.refusal.message };
}

function Foot() {
  return (
    <>
      <span className={styles.keys}>
        <KeyCap>{words.enter}</KeyCap> {words.open}
      </span>
      <span className={styles.keys}>
        <KeyCap>{words.shift}</KeyCap> <KeyCap>{words.enter}</KeyCap> {words.openSubmission}
      </span>
      <span>{words.audited}</span>
    </>
  );
}
