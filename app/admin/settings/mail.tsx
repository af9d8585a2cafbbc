import { Facts } from "#app/admin/facts.tsx";
import { EmailField, SelectField, TextField } from "#app/ui/fields.tsx";
import { CopyBlock } from "#app/ui/sources/copy-block.tsx";
import { settingsWords } from "#content/console/settings.ts";
import { mailEncryptions } from "#contract/settings.ts";
import { OnMachine, PartForm, PartFrame, SecretField } from "./part.tsx";
import { SenderDomain } from "./sender-domain.tsx";
import styles from "./settings.module.css";
import { type PartFormProps, type PartProps, useSettingsForm } from "./use-settings-form.ts";

const words = settingsWords.mail;

export function MailPart({ settings }: PartProps) {
  return (
    <>
      <PartFrame part="mail" about={words.about} settings={settings} of={MailForm} />
      <Bounces url={settings.mail.bounceUrl} />
      <SenderDomain />
    </>
  );
}

/** Where the mail service reports emails that came back. */
function Bounces({ url }: { url: string }) {
  const { title, about, url: name, ways } = words.bounces;
  return (
    <section className={styles.apart} aria-labelledby="bounces">
      <h3 id="bounces" className={styles.title}>
        {title}
      </h3>
      <p className={styles.about}>{about}</p>
      <CopyBlock name={name} text={url} />
      <Facts facts={ways.map(([service, help]) => [service, help])} />
    </section>
  );
}

function MailForm(props: PartFormProps) {
  const { origin, server, from, fromOrigin } = props.settings.mail;
  const isServerFree = origin !== "machine";
  const isFromFree = fromOrigin !== "machine";
  const settingsForm = useSettingsForm("mail", props, (typed) => ({
    ...(isServerFree && { server: serverOf(typed) }),
    ...(isFromFree && { from: typed.from ?? "" }),
  }));
  return (
    <PartForm
      label={settingsWords.sections.mail}
      settingsForm={settingsForm}
      testLabel={words.test}
    >
      {isServerFree ? (
        <ServerFields server={server} />
      ) : (
        <OnMachine
          setting="mailServer"
          facts={[
            [words.host, server?.host],
            [words.port, server?.port],
            [words.encryption, words.encryptions[server?.encryption ?? "starttls"]],
            [words.user, server?.user || settingsWords.isNotSet],
          ]}
        />
      )}
      {isFromFree ? (
        <EmailField
          name="from"
          label={words.from}
          help={words.fromHelp}
          defaultValue={from}
          autoComplete="off"
        />
      ) : (
        <OnMachine setting="mailFrom" facts={[[words.from, from]]} />
      )}
    </PartForm>
  );
}

function ServerFields({ server }: { server: PartProps["settings"]["mail"]["server"] }) {
  return (
    <>
      <TextField
        name="server.host"
        label={words.host}
        help={words.hostHelp}
        defaultValue={server?.host ?? ""}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        isRequired
      />
      <SelectField
        name="server.encryption"
        label={words.encryption}
        options={mailEncryptions.map((value) => ({ value, name: words.encryptions[value] }))}
        defaultValue={server?.encryption ?? "starttls"}
        isRequired
      />
      <TextField
        name="server.port"
        label={words.port}
        inputMode="numeric"
        defaultValue={String(server?.port ?? 587)}
        autoComplete="off"
        isRequired
      />
      <TextField
        name="server.user"
        label={words.user}
        help={words.userHelp}
        defaultValue={server?.user ?? ""}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
      />
      <SecretField
        name="server.password"
        label={words.password}
        isSet={server?.hasPassword ?? false}
      />
    </>
  );
}

function serverOf(typed: Record<string, string>) {
  return {
    host: typed["server.host"] ?? "",
    port: typed["server.port"] ?? "",
    encryption: typed["server.encryption"] ?? "",
    user: typed["server.user"] ?? "",
    password: typed["server.password"] ?? "",
  };
}
