import { useEffect } from "react";
import { api } from "#app/api.ts";
import masks from "#app/lms/shell/pin-fields.module.css";
import { TextField } from "#app/ui/fields.tsx";
import { Form, FormEnd } from "#app/ui/form.tsx";
import { useForm } from "#app/ui/use-form.ts";
import { lockedWords } from "#content/desk/shared-device.ts";
import { type DevicePerson, PinUnlock } from "#contract/shared-devices.ts";
import styles from "./unlock.module.css";

const digits = 4;

export type UnlockFormProps = {
  person: DevicePerson;
  onUnlocked: () => void;
  onRefused: () => void;
};

/** The form for a PIN. It submits itself after the fourth digit. */
export function PinForm({ person, onUnlocked, onRefused }: UnlockFormProps) {
  const form = useForm({
    schema: PinUnlock,
    read: (typed) => ({ ...typed, accountId: person._id }),
    send: (json) => api["shared-device"].unlocks.$post({ json }),
    onDone: onUnlocked,
    onRefused() {
      clear();
      onRefused();
    },
  });
  const { ref } = form;
  const field = () => ref.current?.querySelector<HTMLInputElement>("[name=pin]");
  function clear() {
    const input = field();
    if (!input) return;
    input.value = "";
    input.focus();
  }
  useEffect(() => ref.current?.querySelector<HTMLInputElement>("[name=pin]")?.focus(), [ref]);
  return (
    <Form form={form} className={styles.form} aria-label={lockedWords.unlock}>
      <div className={`${styles.pin} ${masks.masked}`}>
        <TextField
          name="pin"
          label={lockedWords.pinOf(person.name)}
          autoComplete="one-time-code"
          inputMode="numeric"
          maxLength={digits}
          onInput={({ currentTarget }) => {
            if (currentTarget.value.length === digits) void form.submit();
          }}
          isRequired
        />
      </div>
      <FormEnd label={lockedWords.unlock} sendingLabel={lockedWords.unlocking} />
    </Form>
  );
}
