import { useState } from "react";
import type { Fact } from "#app/admin/facts.tsx";
import { SelectField, TextField } from "#app/ui/fields.tsx";
import { settingsWords } from "#content/console/settings.ts";
import { captchaChoices } from "#contract/settings.ts";
import { OnMachine, PartForm, PartFrame, SecretField } from "./part.tsx";
import { type PartFormProps, type PartProps, useSettingsForm } from "./use-settings-form.ts";

const words = settingsWords.captcha;

export function CaptchaPart({ settings }: PartProps) {
  const { origin, provider, siteKey } = settings.captcha;
  const facts: Fact[] = [[words.provider, words.providers[provider]]];
  if (siteKey) facts.push([words.siteKey, siteKey]);
  return (
    <PartFrame
      part="captcha"
      about={words.about}
      settings={settings}
      onMachine={origin === "machine" && <OnMachine setting="captcha" facts={facts} />}
      of={CaptchaForm}
    />
  );
}

function CaptchaForm(props: PartFormProps) {
  const { provider: stored, siteKey, hasSecret } = props.settings.captcha;
  const [provider, setProvider] = useState<string>(stored);
  const settingsForm = useSettingsForm("captcha", props, (typed) => typed);
  const isStored = provider === stored;
  return (
    <PartForm
      label={settingsWords.sections.captcha}
      settingsForm={settingsForm}
      {...(provider !== "altcha" && { testLabel: words.test })}
    >
      <SelectField
        name="provider"
        label={words.provider}
        options={captchaChoices.map((value) => ({ value, name: words.providers[value] }))}
        defaultValue={stored}
        onChange={({ currentTarget }) => setProvider(currentTarget.value)}
        isRequired
        {...(provider !== "altcha" && { help: words.widgetHelp })}
      />
      {provider !== "altcha" && (
        <>
          <TextField
            key={provider}
            name="siteKey"
            label={words.siteKey}
            defaultValue={isStored ? siteKey : ""}
            autoComplete="off"
            spellCheck={false}
            isRequired
          />
          <SecretField name="secret" label={words.secret} isSet={isStored && hasSecret} isNeeded />
        </>
      )}
    </PartForm>
  );
}
