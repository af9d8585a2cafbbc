// The console's command palette: opens a screen or a practice, or starts an action.
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
import { type PaletteEntry, paletteEntries, paletteFinders } from "./palette-entries.ts";
import { places } from "./places.ts";

/** In the menu: the way in without a keyboard. */
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
    <Palette isOpen={isOpen} onClose={onClose}>
      <Box onClose={onClose} />
    </Palette>
  );
}

function Box({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate();
  const [typed, setTyped] = useState("");
  const actions = useActionsOfPage();
  const { found, isAsking } = useFound(typed, findAll);
  const screens = places.map(({ name, url }) => ({ name, kind: paletteWords.screen, url }));
  const go = ({ url, ...entry }: PaletteEntry): PaletteItem => ({
    ...{ id: url, ...entry },
    act: () => void navigate(url),
  });
  const ofPage = actions.map((action) =>
    "url" in action ? go(action) : { id: action.name, ...action },
  );
  return (
    <PaletteBox
      label={words.label}
      typed={typed}
      onType={setTyped}
      entries={[...ofPage, ...[...screens, ...paletteEntries].map(go)]}
      found={found.map(go)}
      isAsking={isAsking}
      none={words.none}
      tooShort={words.tooShort}
      onClose={onClose}
    />
  );
}

async function findAll(search: string): Promise<PaletteEntry[]> {
  return (await Promise.all(paletteFinders.map((find) => find(search)))).flat();
}
