// The text that answers a missed call: on or off, and what it says.
import { useState } from "react";
import { api } from "#app/api.ts";
import forms from "#app/ui/account/forms.module.css";
import { askApi } from "#app/ui/ask-api.ts";
import { Button } from "#app/ui/button.tsx";
import { TextField } from "#app/ui/fields.tsx";
import { Form, FormEnd } from "#app/ui/form.tsx";
import { SettingsForm, useSettingsPart } from "#app/ui/settings/unsaved.tsx";
import { showToast } from "#app/ui/toast.tsx";
import { useForm } from "#app/ui/use-form.ts";
import { controlWords } from "#content/desk/controls.ts";
import { textSettingWords } from "#content/desk/texts.ts";
import { MissedCallText, maxMissedCallText, type TextSettingsChanged } from "#contract/texts.ts";
import styles from "./alerts.module.css";

const words = textSettingWords.missedCall;
const missedCallsApi = api.texts.settings["missed-calls"];

type Props = {
  known: { isOn: boolean; text: string };
  onChange: (changed: TextSettingsChanged) => void;
};

export function MissedCallForm({ known: { isOn, text }, onChange }: Props) {
  const [discarded, setDiscarded] = useState(0);

  async function turnOff() {
    const outcome = await askApi(() => missedCallsApi.$put({ json: { isOn: false, text } }));
    if (outcome.isDone) onChange(outcome.answer);
    else showToast({ title: controlWords.error, message: outcome.refusal.message, seconds: 6 });
  }

  return (
    <div className={`${forms.block} ${styles.block}`}>
      <h3>{words.title}</h3>
      <p className={styles.note}>{words.about}</p>
      <p className={styles.note}>{isOn ? words.state.on : words.state.off}</p>
      {isOn ? (
        <TextForm
          key={discarded}
          {...{ text, onChange }}
          onDiscard={() => setDiscarded(discarded + 1)}
        />
      ) : (
        <TurnOnForm {...{ text, onChange }} />
      )}
      {isOn && (
        <span className={styles.actions}>
          <Button variant="outline" isSmall onClick={() => void turnOff()}>
            {words.turnOff}
          </Button>
        </span>
      )}
    </div>
  );
}

type FormProps = { text: string; onChange: Props["onChange"] };

function useMissedCallForm(onDone: Props["onChange"]) {
  return useForm({
    schema: MissedCallText,
    read: (typed) => ({ isOn: true, text: typed.text }),
    send: (json) => missedCallsApi.$put({ json }),
    onDone: (answer) => onDone(answer),
  });
}

function TurnOnForm({ text, onChange }: FormProps) {
  const form = useMissedCallForm(onChange);
  return (
    <Form form={form} aria-label={words.title} className={styles.form}>
      <MessageField text={text} />
      <FormEnd label={words.turnOn} />
    </Form>
  );
}

function TextForm({ text, onChange, onDiscard }: FormProps & { onDiscard: () => void }) {
  const form = useMissedCallForm((changed) => {
    keep();
    onChange(changed);
  });
  const keep = useSettingsPart({ name: words.title, form, discard: onDiscard });
  return (
    <SettingsForm form={form} aria-label={words.title} className={styles.form}>
      <MessageField text={text} />
    </SettingsForm>
  );
}

function MessageField({ text }: { text: string }) {
  return (
    <TextField
      name="text"
      label={words.label}
      help={words.help}
      rows={3}
      maxLength={maxMissedCallText}
      defaultValue={text}
      autoComplete="off"
      isRequired
    />
  );
}
