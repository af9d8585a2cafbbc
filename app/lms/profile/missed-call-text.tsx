// The text that answers a missed call: on or off, what it says, and whether also while closed.
import { useId, useState } from "react";
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
import {
  MissedCallText,
  maxMissedCallText,
  type TextSettings,
  type TextSettingsChanged,
} from "#contract/texts.ts";
import styles from "./alerts.module.css";

const words = textSettingWords.missedCall;
const missedCallsApi = api.texts.settings["missed-calls"];

type Props = {
  known: TextSettings["missedCall"];
  onChange: (changed: TextSettingsChanged) => void;
};

export function MissedCallForm({ known, onChange }: Props) {
  const { isOn } = known;
  const [discarded, setDiscarded] = useState(0);

  async function turnOff() {
    const outcome = await askApi(() => missedCallsApi.$put({ json: { ...known, isOn: false } }));
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
          {...{ known, onChange }}
          onDiscard={() => setDiscarded(discarded + 1)}
        />
      ) : (
        <TurnOnForm {...{ known, onChange }} />
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

function useMissedCallForm(onDone: Props["onChange"]) {
  return useForm({
    schema: MissedCallText,
    read: ({ text, isOnWhenClosed }) => ({
      ...{ isOn: true, isOnWhenClosed: isOnWhenClosed === "on" },
      text,
    }),
    send: (json) => missedCallsApi.$put({ json }),
    onDone: (answer) => onDone(answer),
  });
}

function TurnOnForm({ known, onChange }: Props) {
  const form = useMissedCallForm(onChange);
  return (
    <Form form={form} aria-label={words.title} className={styles.form}>
      <MessageFields known={known} />
      <FormEnd label={words.turnOn} />
    </Form>
  );
}

function TextForm({ known, onChange, onDiscard }: Props & { onDiscard: () => void }) {
  const form = useMissedCallForm((changed) => {
    keep();
    onChange(changed);
  });
  const keep = useSettingsPart({ name: words.title, form, discard: onDiscard });
  return (
    <SettingsForm form={form} aria-label={words.title} className={styles.form}>
      <MessageFields known={known} />
    </SettingsForm>
  );
}

function MessageFields({ known: { text, isOnWhenClosed } }: Pick<Props, "known">) {
  const helpId = useId();
  return (
    <>
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
      <div>
        <label className={styles.switch}>
          <input
            type="checkbox"
            name="isOnWhenClosed"
            defaultChecked={isOnWhenClosed}
            aria-describedby={helpId}
          />
          <span>{words.whenClosed}</span>
        </label>
        <p id={helpId} className={styles.note}>
          {words.whenClosedHelp}
        </p>
      </div>
    </>
  );
}
