import { useState } from "react";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import { controlWords } from "#content/desk/controls.ts";
import { lockedWords } from "#content/desk/shared-device.ts";
import styles from "./log-out.module.css";

/** The only way to turn off a shared device. After that, everyone logs in again. */
export function LogOut() {
  const [isAsked, setIsAsked] = useState(false);
  const close = () => setIsAsked(false);
  return (
    <>
      <Button variant="quiet" onClick={() => setIsAsked(true)}>
        {lockedWords.logOut}
      </Button>
      <Dialog isReadFirst isOpen={isAsked} onClose={close} title={lockedWords.logOutTitle}>
        <p>{lockedWords.logOutWhat}</p>
        <div className={styles.actions}>
          <Button variant="outline" onClick={close}>
            {controlWords.cancel}
          </Button>
          <ButtonLink variant="danger" to="/lms?lo=true" prefetch="none">
            {lockedWords.logOut}
          </ButtonLink>
        </div>
      </Dialog>
    </>
  );
}
