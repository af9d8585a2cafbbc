import type { Fact } from "#app/admin/facts.tsx";
import { TextField } from "#app/ui/fields.tsx";
import { settingsWords } from "#content/console/settings.ts";
import { OnMachine, PartForm, PartFrame, SecretField, TestForm } from "./part.tsx";
import { type PartFormProps, type PartProps, useSettingsForm } from "./use-settings-form.ts";

const words = settingsWords.texts;

export function TextsPart({ settings }: PartProps) {
  const { origin, account } = settings.texts;
  const facts: Fact[] = [
    [words.accountSid, account?.accountSid],
    [words.from, account?.from],
  ];
  return (
    <PartFrame
      part="texts"
      about={words.about}
      settings={settings}
      onMachine={
        origin === "machine" && (
          <>
            <OnMachine setting="texts" facts={facts} />
            <MachineTest settings={settings} onLoad={() => undefined} />
          </>
        )
      }
      of={TextsForm}
    />
  );
}

/** Tests the environment's account. Only the number to text is typed. */
function MachineTest(props: PartFormProps) {
  const settingsForm = useSettingsForm("texts", props, ({ testTo }) => ({ account: null, testTo }));
  return (
    <TestForm
      label={settingsWords.sections.texts}
      settingsForm={settingsForm}
      testLabel={words.test}
    >
      <TestTo />
    </TestForm>
  );
}

function TestTo() {
  return (
    <TextField
      name="testTo"
      label={words.testTo}
      help={words.testToHelp}
      inputMode="tel"
      autoComplete="off"
    />
  );
}

function TextsForm(props: PartFormProps) {
  const { account } = props.settings.texts;
  const settingsForm = useSettingsForm("texts", props, (typed) => ({
    account: {
      accountSid: typed["account.accountSid"] ?? "",
      authToken: typed["account.authToken"] ?? "",
      from: typed["account.from"] ?? "",
    },
    testTo: typed.testTo,
  }));
  return (
    <PartForm
      label={settingsWords.sections.texts}
      settingsForm={settingsForm}
      testLabel={words.test}
    >
      <TextField
        name="account.accountSid"
        label={words.accountSid}
        defaultValue={account?.accountSid ?? ""}
        autoComplete="off"
        spellCheck={false}
        isRequired
      />
      <SecretField
        name="account.authToken"
        label={words.authToken}
        isSet={account !== null}
        isNeeded
      />
      <TextField
        name="account.from"
        label={words.from}
        help={words.fromHelp}
        defaultValue={account?.from ?? ""}
        inputMode="tel"
        autoComplete="off"
        isRequired
      />
      <TestTo />
    </PartForm>
  );
}
