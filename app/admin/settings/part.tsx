// Shared by the parts of the settings: values from environment variables, the end of a form with
// its test, and a button to restore the default.
import { type ComponentType, type ReactNode, useState } from "react";
import { type Fact, Facts } from "#app/admin/facts.tsx";
import { useChange } from "#app/admin/use-change.ts";
import { api } from "#app/api.ts";
import { Button } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import { TextField } from "#app/ui/fields.tsx";
import { Form, FormEnd } from "#app/ui/form.tsx";
import { StaleChoice } from "#app/ui/version.tsx";
import { settingsWords as words } from "#content/console/settings.ts";
import { type MachineSetting, machineVariables, type SettingPart } from "#contract/settings.ts";
import styles from "./settings.module.css";
import type { PartFormProps, PartProps, SettingsForm } from "./use-settings-form.ts";

type PartFrameProps = PartProps & {
  part: SettingPart;
  about: string;
  /** Replaces the form of a part that environment variables set as a whole. */
  onMachine?: ReactNode;
  of: ComponentType<PartFormProps>;
};

/** Introduces a part, and remounts its form when another owner's change is loaded. */
export function PartFrame({ settings, part, about, onMachine, of: Shown }: PartFrameProps) {
  const [loaded, setLoaded] = useState(0);
  const { isUnreadable, version } = settings[part];
  if (onMachine) {
    return (
      <div className={styles.part}>
        <p className={styles.about}>{about}</p>
        {onMachine}
      </div>
    );
  }
  return (
    <div className={styles.part}>
      <p className={styles.about}>{about}</p>
      {isUnreadable && (
        <p className={styles.note} role="status">
          {words.unreadable}
        </p>
      )}
      <Shown key={loaded} settings={settings} onLoad={() => setLoaded(loaded + 1)} />
      {version !== null && <Removal part={part} onRemoved={() => setLoaded(loaded + 1)} />}
    </div>
  );
}

/** Shows what an environment variable sets, without a field. */
export function OnMachine({ setting, facts }: { setting: MachineSetting; facts: Fact[] }) {
  return (
    <>
      <Facts facts={facts} />
      <p className={styles.note}>{words.onMachine(machineVariables[setting].join(", "))}</p>
    </>
  );
}

/** A password or key field, which is never filled in; empty keeps what is stored. */
export function SecretField(props: {
  name: string;
  label: string;
  isSet: boolean;
  /** The part doesn't work without it. */
  isNeeded?: boolean;
  help?: string;
}) {
  const { isSet, isNeeded = false, help, ...field } = props;
  const about = isSet ? words.stored : words.notStored;
  return (
    <TextField
      {...field}
      type="password"
      autoComplete="off"
      spellCheck={false}
      isRequired={isNeeded && !isSet}
      help={help ? `${help} ${about}` : about}
    />
  );
}

type PartFormFrameProps = {
  label: string;
  settingsForm: SettingsForm;
  /** The label of the button that tests the typed values. Absent if there is no test. */
  testLabel?: string;
  children: ReactNode;
};

export function PartForm({ label, settingsForm, testLabel, children }: PartFormFrameProps) {
  const { form, choice, outcome, test } = settingsForm;
  return (
    <Form form={form} aria-label={label}>
      {children}
      {choice && <StaleChoice {...choice} />}
      <p role="status" className={styles.outcome}>
        {outcome}
      </p>
      <FormEnd label={words.save}>
        {testLabel && (
          <Button variant="outline" aria-disabled={form.isSending} onClick={() => void test()}>
            {testLabel}
          </Button>
        )}
      </FormEnd>
    </Form>
  );
}

/** The form of a part that environment variables set: only its test. */
export function TestForm({
  label,
  settingsForm,
  testLabel,
  children,
}: Required<PartFormFrameProps>) {
  const { form, outcome, test } = settingsForm;
  return (
    <Form form={{ ...form, submit: test }} aria-label={label}>
      {children}
      <p role="status" className={styles.outcome}>
        {outcome}
      </p>
      <FormEnd label={testLabel} />
    </Form>
  );
}

function Removal({ part, onRemoved }: { part: SettingPart; onRemoved: () => void }) {
  const change = useChange();
  const [isAsking, setIsAsking] = useState(false);
  const name = words.sections[part];

  async function remove() {
    setIsAsking(false);
    const isDone = await change(() => api.admin.settings[":part"].$delete({ param: { part } }));
    if (isDone) onRemoved();
  }

  return (
    <>
      <div>
        <Button
          variant="quiet"
          isSmall
          aria-label={words.removeNamed(name)}
          onClick={() => setIsAsking(true)}
        >
          {words.remove}
        </Button>
      </div>
      <Dialog
        isOpen={isAsking}
        onClose={() => setIsAsking(false)}
        title={words.removeQuestion(name)}
      >
        <p>{words.removeHint}</p>
        <div className={styles.answers}>
          <Button variant="outline" onClick={() => setIsAsking(false)}>
            {words.cancel}
          </Button>
          <Button variant="danger" onClick={() => void remove()}>
            {words.remove}
          </Button>
        </div>
      </Dialog>
    </>
  );
}
