import { TextField } from "#app/ui/fields.tsx";
import { settingsWords } from "#content/console/settings.ts";
import { customerIdText } from "#contract/google-ads.ts";
import type { MachineSetting } from "#contract/settings.ts";
import { OnMachine, PartForm, PartFrame, SecretField } from "./part.tsx";
import { type PartFormProps, type PartProps, useSettingsForm } from "./use-settings-form.ts";

const words = settingsWords.googleAds;

export function GoogleAdsPart({ settings }: PartProps) {
  return <PartFrame part="googleAds" about={words.about} settings={settings} of={GoogleAdsForm} />;
}

type SecretName = "clientSecret" | "refreshToken" | "developerToken";
const secrets: [name: SecretName, setting: MachineSetting, help?: string][] = [
  ["clientSecret", "googleAdsClientSecret"],
  ["refreshToken", "googleAdsRefreshToken", words.refreshTokenHelp],
  ["developerToken", "googleAdsDeveloperToken", words.developerTokenHelp],
];

function GoogleAdsForm(props: PartFormProps) {
  const { clientId, clientIdOrigin, managerId, managerIdOrigin, ...shown } =
    props.settings.googleAds;
  const settingsForm = useSettingsForm("googleAds", props, (typed) => typed);
  return (
    <PartForm
      label={settingsWords.sections.googleAds}
      settingsForm={settingsForm}
      testLabel={words.test}
    >
      {clientIdOrigin === "machine" ? (
        <OnMachine setting="googleAdsClientId" facts={[[words.clientId, clientId]]} />
      ) : (
        <TextField
          name="clientId"
          label={words.clientId}
          help={words.clientIdHelp}
          defaultValue={clientId}
          autoComplete="off"
          spellCheck={false}
          isRequired
        />
      )}
      {secrets.map(([name, setting, help]) =>
        shown[name].origin === "machine" ? (
          <OnMachine key={name} setting={setting} facts={[[words[name], settingsWords.isSet]]} />
        ) : (
          <SecretField
            key={name}
            name={name}
            label={words[name]}
            isSet={shown[name].isSet}
            isNeeded={name !== "developerToken"}
            {...(help && { help })}
          />
        ),
      )}
      {managerIdOrigin === "machine" ? (
        <OnMachine
          setting="googleAdsManagerId"
          facts={[[words.managerId, customerIdText(managerId)]]}
        />
      ) : (
        <TextField
          name="managerId"
          label={words.managerId}
          help={words.managerIdHelp}
          defaultValue={customerIdText(managerId)}
          inputMode="numeric"
          autoComplete="off"
        />
      )}
    </PartForm>
  );
}
