import { Facts } from "#app/admin/facts.tsx";
import { TextField } from "#app/ui/fields.tsx";
import { settingsWords } from "#content/console/settings.ts";
import type { MachineSetting } from "#contract/settings.ts";
import { OnMachine, PartForm, PartFrame, SecretField } from "./part.tsx";
import { type PartFormProps, type PartProps, useSettingsForm } from "./use-settings-form.ts";

const words = settingsWords.meta;

export function MetaPart({ settings }: PartProps) {
  return <PartFrame part="meta" about={words.about} settings={settings} of={MetaForm} />;
}

function MetaForm(props: PartFormProps) {
  const { webhookUrl, apiVersion, apiVersionOrigin, ...meta } = props.settings.meta;
  const settingsForm = useSettingsForm("meta", props, (typed) => typed);
  const secrets: [name: "appSecret" | "verifyToken" | "pageToken", MachineSetting, help: string][] =
    [
      ["appSecret", "metaAppSecret", words.appSecretHelp],
      ["verifyToken", "metaVerifyToken", words.verifyTokenHelp],
      ["pageToken", "metaPageToken", words.pageTokenHelp],
    ];
  return (
    <>
      <Facts facts={[[words.webhook, webhookUrl]]} />
      <PartForm
        label={settingsWords.sections.meta}
        settingsForm={settingsForm}
        testLabel={words.test}
      >
        {secrets.map(([name, setting, help]) =>
          meta[name].origin === "machine" ? (
            <OnMachine key={name} setting={setting} facts={[[words[name], settingsWords.isSet]]} />
          ) : (
            <SecretField
              key={name}
              name={name}
              label={words[name]}
              isSet={meta[name].isSet}
              help={help}
            />
          ),
        )}
        {apiVersionOrigin === "machine" ? (
          <OnMachine setting="metaApiVersion" facts={[[words.apiVersion, apiVersion]]} />
        ) : (
          <TextField
            name="apiVersion"
            label={words.apiVersion}
            defaultValue={apiVersion}
            autoComplete="off"
            spellCheck={false}
          />
        )}
      </PartForm>
    </>
  );
}
