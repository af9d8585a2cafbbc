// A manager turns the front desk's computer into a shared device, once. There, each person can
// change their own PIN.
import { api } from "#app/api.ts";
import { removeKeptFiles } from "#app/lms/service-worker/remove-kept-files.ts";
import { PinFields } from "#app/lms/shell/pin-fields.tsx";
import { tellTabs } from "#app/lms/shell/shared-device.ts";
import forms from "#app/ui/account/forms.module.css";
import { SelectField } from "#app/ui/fields.tsx";
import { Form, FormEnd } from "#app/ui/form.tsx";
import { showToast } from "#app/ui/toast.tsx";
import { PasswordField } from "#app/ui/two-step/password-form.tsx";
import { useForm } from "#app/ui/use-form.ts";
import { sharedDeviceWords as words } from "#content/desk/shared-device.ts";
import type { Client } from "#contract/accounts.ts";
import {
  type DevicePerson,
  idleMinuteChoices,
  PasswordUnlock,
  SharedDeviceStart,
  type SharedState,
  usualIdleMinutes,
} from "#contract/shared-devices.ts";
import styles from "./shared-device.module.css";

type SectionProps = { client: Client; device: SharedState | null };

export function SharedDeviceSection({ client, device }: SectionProps) {
  if (!device) return <StartForm client={client} />;
  return (
    <div className={styles.about}>
      <p>
        <strong>{words.isShared}</strong> {words.locksAfter(words.minutes(device.idleMinutes))}
      </p>
      <p>{words.rights}</p>
      <p>{words.turnOff}</p>
      {device.unlocked && (
        <div className={forms.block}>
          <h3>{words.changePin}</h3>
          <PinChangeForm person={device.unlocked} />
        </div>
      )}
    </div>
  );
}

const minuteOptions = idleMinuteChoices.map((count) => ({
  value: String(count),
  name: words.minutes(count),
}));

function StartForm({ client }: { client: Client }) {
  const form = useForm({
    schema: SharedDeviceStart,
    read: (typed) => ({ ...typed, idleMinutes: Number(typed.idleMinutes) }),
    send: (json) => api["shared-device"].$post({ json }),
    onDone() {
      void removeKeptFiles();
      tellTabs("changed");
      // The page still shows a manager's lead desk, but the session has expired.
      location.reload();
    },
  });
  return (
    <Form form={form} aria-label={words.section}>
      <div className={styles.about}>
        <p>{words.about}</p>
        <p>{words.lockAbout}</p>
        <p>{words.rights}</p>
      </div>
      <SelectField
        name="idleMinutes"
        label={words.idleMinutes}
        defaultValue={String(usualIdleMinutes)}
        options={minuteOptions}
        isRequired
      />
      <PinFields initials={`${client.firstName[0] ?? ""}${client.lastName[0] ?? ""}`} />
      <PasswordField />
      <FormEnd label={words.start} sendingLabel={words.starting} />
    </Form>
  );
}

function PinChangeForm({ person }: { person: DevicePerson }) {
  const form = useForm({
    schema: PasswordUnlock,
    read: (typed) => ({ ...typed, accountId: person._id }),
    send: (json) => api["shared-device"].passwords.$post({ json }),
    onDone(_, element) {
      element.reset();
      showToast({ title: words.pinSaved });
    },
  });
  return (
    <Form form={form} aria-label={words.changePin}>
      <PinFields initials={person.initials ?? ""} />
      <PasswordField />
      <FormEnd label={words.savePin} sendingLabel={words.saving} />
    </Form>
  );
}
