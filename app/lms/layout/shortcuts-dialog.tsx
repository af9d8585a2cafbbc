import { useState } from "react";
import { useLocation } from "react-router";
import { useDeskFocus } from "#app/lms/shell/desk-bus.tsx";
import { IconKeyboard } from "#app/lms/shell/desk-icons.ts";
import { Button } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import { KeyCap } from "#app/ui/key-cap.tsx";
import { useShortcutSwitch } from "#app/ui/keyboard-shortcuts.ts";
import { controlWords } from "#content/desk/controls.ts";
import { keyWords, shellWords } from "#content/desk/shell.ts";
import { listedShortcuts } from "./listed-shortcuts.ts";
import styles from "./shortcuts-dialog.module.css";

export function ShortcutsButton({ onOpen }: { onOpen: () => void }) {
  return (
    <button type="button" className={styles.shortcuts} onClick={onOpen}>
      <IconKeyboard aria-hidden />
      {shellWords.shortcuts}
      <KeyCap aria-hidden>?</KeyCap>
    </button>
  );
}

/**
 * Lists the keyboard shortcuts of the current screen, and has a switch that turns off all
 * shortcuts.
 */
export function ShortcutsDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  return (
    <Dialog isWide isOpen={isOpen} onClose={onClose} title={keyWords.title}>
      {isOpen && <Keys />}
    </Dialog>
  );
}

function Keys() {
  const [isOn, turn] = useShortcutSwitch();
  const { pathname } = useLocation();
  const focus = useDeskFocus();
  const [isAsked] = useState(() => focus().questions.length > 0);
  return (
    <>
      <dl className={styles.keys}>
        {listedShortcuts(pathname, { isAsked }).map(({ keys, does }) => (
          <div key={does}>
            <dt>
              {keys.map((key) => (
                <KeyCap key={key}>{key}</KeyCap>
              ))}
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
      <label className={styles.switch}>
        <input type="checkbox" checked={isOn} onChange={(event) => turn(event.target.checked)} />
        {keyWords.turnOn}
      </label>
      <form method="dialog" className={styles.end}>
        <Button type="submit" autoFocus>
          {controlWords.ok}
        </Button>
      </form>
    </>
  );
}
