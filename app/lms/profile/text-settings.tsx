// Whether the practice texts its leads, and answers missed calls with a text. Shown only once it has a
// number that can.
import { useState } from "react";
import { api } from "#app/api.ts";
import forms from "#app/ui/account/forms.module.css";
import { askApi } from "#app/ui/ask-api.ts";
import { Button } from "#app/ui/button.tsx";
import { showToast } from "#app/ui/toast.tsx";
import { controlWords } from "#content/desk/controls.ts";
import { textSettingWords as words } from "#content/desk/texts.ts";
import { phoneText } from "#contract/phone.ts";
import type { TextSettings, TextSettingsChanged } from "#contract/texts.ts";
import styles from "./alerts.module.css";
import { MissedCallForm } from "./missed-call-text.tsx";

export function TextSection({ known }: { known: TextSettings }) {
  const [{ number, isOn, missedCall }, setSettings] = useState(known);

  function onChange({ settings, message }: TextSettingsChanged) {
    setSettings(settings);
    showToast({ title: message });
  }

  async function change() {
    const outcome = await askApi(() => api.texts.settings.$put({ json: { isOn: !isOn } }));
    if (outcome.isDone) onChange(outcome.answer);
    else showToast({ title: controlWords.error, message: outcome.refusal.message, seconds: 6 });
  }

  return (
    <>
      <div className={`${forms.block} ${styles.block}`}>
        <p className={styles.note}>{words.about(phoneText(number ?? ""))}</p>
        <p className={styles.note}>{words.rules}</p>
        <p className={styles.note}>{isOn ? words.state.on : words.state.off}</p>
        <span className={styles.actions}>
          <Button variant={isOn ? "outline" : "solid"} isSmall onClick={() => void change()}>
            {isOn ? words.turnOff : words.turnOn}
          </Button>
        </span>
      </div>
      {isOn && <MissedCallForm {...{ known: missedCall, onChange }} />}
    </>
  );
}
