// Where answers to the agency's own emails go, and how replies to contact requests end.
import { useState } from "react";
import { EmailField, TextField } from "#app/ui/fields.tsx";
import { settingsWords } from "#content/console/settings.ts";
import { site } from "#content/site.ts";
import { PartForm, PartFrame } from "./part.tsx";
import styles from "./settings.module.css";
import { type PartFormProps, type PartProps, useSettingsForm } from "./use-settings-form.ts";

const words = settingsWords.replies;

export function RepliesPart({ settings }: PartProps) {
  return <PartFrame part="replies" about={words.about} settings={settings} of={RepliesForm} />;
}

function RepliesForm(props: PartFormProps) {
  const { replyTo, isReplyToSet, signature } = props.settings.replies;
  const [typed, setTyped] = useState(signature);
  const settingsForm = useSettingsForm("replies", props, (values) => ({
    replyTo: values.replyTo ?? "",
    signature: values.signature ?? "",
  }));
  return (
    <PartForm
      label={settingsWords.sections.replies}
      settingsForm={settingsForm}
      testLabel={words.test}
    >
      <EmailField
        name="replyTo"
        label={words.replyTo}
        help={words.replyToHelp(site.agencyEmail)}
        defaultValue={isReplyToSet ? replyTo : ""}
        autoComplete="off"
      />
      <TextField
        name="signature"
        label={words.signature}
        help={words.signatureHelp}
        rows={3}
        defaultValue={signature}
        autoComplete="off"
        onInput={({ currentTarget }) => setTyped(currentTarget.value)}
      />
      <Preview signature={typed} />
    </PartForm>
  );
}

/** The end of a reply as text, with what is typed. */
function Preview({ signature }: { signature: string }) {
  const typed = signature
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
  const usual = [words.yourName, site.mailName, site.phone];
  const lines = typed.length > 0 ? typed : usual;
  return (
    <section className={styles.preview} aria-label={words.preview}>
      <h3 className={styles.title}>{words.preview}</h3>
      <pre className={styles.letter}>{[words.sample, "", ...lines].join("\n")}</pre>
    </section>
  );
}
