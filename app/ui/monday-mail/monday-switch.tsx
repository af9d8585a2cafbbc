// Turns the Monday email on and off: for oneself, or for a practice.
import { useState } from "react";
import { type ApiResponse, askApi } from "#app/ui/ask-api.ts";
import { Button } from "#app/ui/button.tsx";
import { showToast } from "#app/ui/toast.tsx";
import { toastTitles } from "#content/console/frame.ts";
import { mondayMailWords as words } from "#content/monday-mail.ts";
import type { MondayMail } from "#contract/monday-mail.ts";
import styles from "./monday-switch.module.css";

type MondaySwitchProps = {
  known: MondayMail;
  says: { on: string; off: string; offAbove: string };
  set: (isOn: boolean) => Promise<ApiResponse>;
};

export function MondaySwitch({ known, says, set }: MondaySwitchProps) {
  const [isOn, setIsOn] = useState(known.isOn);
  const [isSending, setIsSending] = useState(false);

  async function change() {
    if (isSending) return;
    setIsSending(true);
    const outcome = await askApi(() => set(!isOn));
    setIsSending(false);
    if (!outcome.isDone) {
      showToast({ title: toastTitles.error, message: outcome.refusal.message, urgency: "alert" });
      return;
    }
    setIsOn(!isOn);
    showToast({ title: isOn ? words.turnedOff : words.turnedOn });
  }

  return (
    <div className={styles.switch}>
      <p className={styles.about}>{words.about}</p>
      <p role="status">{isOn ? says.on : says.off}</p>
      {known.isOffAbove && <p>{says.offAbove}</p>}
      <Button variant="outline" isSmall aria-disabled={isSending} onClick={() => void change()}>
        {isOn ? words.turnOff : words.turnOn}
      </Button>
    </div>
  );
}
