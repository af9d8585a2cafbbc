// Covers a shared device's page until the server says whether it is locked. The cover shows counts
// but no names.
import { useEffect } from "react";
import { IconLock } from "#app/lms/shell/desk-icons.ts";
import { OutsideCounts } from "#app/lms/shell/outside-counts.tsx";
import { keepToastsOff } from "#app/ui/toast.tsx";
import { lockedWords } from "#content/desk/shared-device.ts";
import { shellWords } from "#content/desk/shell.ts";
import styles from "./cover.module.css";

type CoverProps = {
  practice: string;
  uncalled: number | null;
  callbacksDue: number | null;
  isOffline: boolean;
};

export function Cover({ practice, uncalled, callbacksDue, isOffline }: CoverProps) {
  useEffect(keepToastsOff, []);
  useEffect(() => {
    // The title is replaced, because a lead's page has a name in its title.
    document.title = shellWords.tab(lockedWords.tab);
  }, []);
  return (
    <main className={styles.cover} data-cover="">
      <IconLock size={24} aria-hidden />
      <h1>{practice}</h1>
      <p role="status">{isOffline ? lockedWords.offline : lockedWords.covered}</p>
      <OutsideCounts uncalled={uncalled ?? 0} callbacksDue={callbacksDue ?? 0} />
    </main>
  );
}
