// Turns a regular email on or off, for the user's own account or for a practice.
import { useState } from "react";
import { type ApiResponse, askApi } from "#app/ui/ask-api.ts";
import { Button } from "#app/ui/button.tsx";
import { showToast } from "#app/ui/toast.tsx";
import { toastTitles } from "#content/console/frame.ts";
import type { SwitchWords } from "#content/regular-mail.ts";
import type { MailSwitch as Known } from "#contract/regular-mail.ts";
import styles from "./mail-switch.module.css";

type MailSwitchProps = {
  known: Known;
  words: SwitchWords;
  set: (isOn: boolean) => Promise<ApiResponse>;
};

export function MailSwitch({ known, words, set }: MailSwitchProps) {
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
      <p role="status">{isOn ? words.isOn : words.isOff}</p>
      {known.isOffAbove && <p>{words.isOffAbove}</p>}
      <Button variant="outline" isSmall aria-disabled={isSending} onClick={() => void change()}>
        {isOn ? words.turnOff : words.turnOn}
      </Button>
    </div>
  );
}
