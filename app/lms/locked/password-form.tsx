import { useEffect } from "react";
import { api } from "#app/api.ts";
import { PinFields } from "#app/lms/shell/pin-fields.tsx";
import { TextField } from "#app/ui/fields.tsx";
import { Form, FormEnd } from "#app/ui/form.tsx";
import { useForm } from "#app/ui/use-form.ts";
import { lockedWords } from "#content/desk/shared-device.ts";
import { PasswordUnlock } from "#contract/shared-devices.ts";
import type { UnlockFormProps } from "./pin-form.tsx";
import styles from "./unlock.module.css";

/**
 * Unlocks the device with a password. With `setsPin`, the person also sets or changes their PIN for
 * this device.
 */
export function PasswordUnlockForm({
  person,
  setsPin,
  onUnlocked,
}: UnlockFormProps & { setsPin: boolean }) {
  const form = useForm({
    schema: PasswordUnlock,
    read: (typed) => ({ ...typed, accountId: person._id }),
    send: (json) => api["shared-device"].passwords.$post({ json }),
    onDone: onUnlocked,
  });
  const { ref } = form;
  useEffect(() => ref.current?.querySelector<HTMLInputElement>("[name=password]")?.focus(), [ref]);
  return (
    <Form form={form} className={styles.form} aria-label={lockedWords.unlock}>
      {setsPin && <p>{lockedWords.setPinAbout}</p>}
      <TextField
        name="password"
        label={lockedWords.passwordOf(person.name)}
        type="password"
        autoComplete="current-password"
        isRequired
      />
      {setsPin && <PinFields initials={person.initials ?? initialsOf(person.name)} />}
      <FormEnd label={lockedWords.unlock} sendingLabel={lockedWords.unlocking} />
    </Form>
  );
}

/**
 * Returns suggested initials: the first letters of the first and the last name. They also stand for
 * a person who has no PIN.
 */
export function initialsOf(name: string): string {
  const words = name.split(/\s+/).filter((word) => /^\p{L}/u.test(word));
  return [words[0], words.length > 1 ? words.at(-1) : ""].map((word) => word?.[0] ?? "").join("");
}
