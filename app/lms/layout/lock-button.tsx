import { IconLock } from "#app/lms/shell/desk-icons.ts";
import { Hidden } from "#app/ui/hidden.tsx";
import { lockedWords } from "#content/desk/shared-device.ts";
import type { DevicePerson } from "#contract/shared-devices.ts";
import styles from "./lock-button.module.css";

/** Covers the screen immediately. It stays covered until the next person unlocks it. */
export function LockButton({ person, onLock }: { person: DevicePerson; onLock: () => void }) {
  return (
    <button type="button" className={styles.lock} onClick={onLock}>
      <IconLock aria-hidden />
      <span className={styles.word}>{lockedWords.lock}</span>{" "}
      {person.initials && <strong>{person.initials}</strong>}{" "}
      <Hidden>{lockedWords.lockOf(person.name)}</Hidden>
    </button>
  );
}
