// The templates for replies to contact requests: each can be changed or deleted, and others added.
// Saving replaces all of them.
import { type ReactNode, useEffect, useRef, useState } from "react";
import { Button } from "#app/ui/button.tsx";
import { SelectField, TextField } from "#app/ui/fields.tsx";
import { settingsWords } from "#content/console/settings.ts";
import { type ContactRequestKind, contactRequestKinds } from "#contract/contact-request-work.ts";
import { languages } from "#contract/languages.ts";
import { type ReplyTemplate, replyFields, replyTemplateLimits } from "#contract/reply-templates.ts";
import { PartForm, PartFrame } from "./part.tsx";
import styles from "./settings.module.css";
import { type PartFormProps, type PartProps, useSettingsForm } from "./use-settings-form.ts";

const words = settingsWords.replyTemplates;

const offers = ["everyone", "agency", "personal"] as const;
const kindsOf: Record<(typeof offers)[number], readonly ContactRequestKind[]> = {
  everyone: contactRequestKinds,
  agency: contactRequestKinds.filter((kind) => kind !== "personal"),
  personal: ["personal"],
};

export function ReplyTemplatesPart({ settings }: PartProps) {
  return (
    <PartFrame
      part="replyTemplates"
      about={words.about}
      settings={settings}
      of={ReplyTemplatesForm}
    />
  );
}

/** `key` stays the same when other rows are deleted. `template` is null for a new one. */
type Row = { key: number; template: ReplyTemplate | null; name: string };

function ReplyTemplatesForm(props: PartFormProps) {
  const { templates } = props.settings.replyTemplates;
  const [rows, setRows] = useState<Row[]>(
    templates.map((template, key) => ({ key, template, name: template.name })),
  );
  const settingsForm = useSettingsForm("replyTemplates", props, (typed) => ({
    templates: rows.map((_, place) => readTemplate(typed, place)),
  }));
  const wrong = Object.keys(settingsForm.form.errors);
  const add = () => {
    const key = Math.max(-1, ...rows.map((row) => row.key)) + 1;
    setRows([...rows, { key, template: null, name: "" }]);
  };
  const rename = (key: number, name: string) =>
    setRows(rows.map((row) => (row.key === key ? { ...row, name } : row)));
  return (
    <PartForm label={settingsWords.sections.replyTemplates} settingsForm={settingsForm}>
      {rows.map(({ key, template, name }, place) => (
        <Fold
          key={key}
          title={name || words.untitled}
          isNew={template === null}
          isWrong={wrong.some((field) => field.startsWith(nameOf(place, "")))}
        >
          <TemplateFields
            place={place}
            template={template}
            onName={(typed) => rename(key, typed)}
          />
          <div>
            <Button
              variant="quiet"
              isSmall
              aria-label={words.remove(name || words.untitled)}
              onClick={() => setRows(rows.filter((row) => row.key !== key))}
            >
              {words.removeShort}
            </Button>
          </div>
        </Fold>
      ))}
      <div>
        {rows.length < replyTemplateLimits.templates ? (
          <Button variant="outline" isSmall onClick={add}>
            {words.add}
          </Button>
        ) : (
          <p className={styles.about}>{words.most(replyTemplateLimits.templates)}</p>
        )}
      </div>
    </PartForm>
  );
}

type FoldProps = { title: string; isNew: boolean; isWrong: boolean; children: ReactNode };

/** A template's fields, folded until someone opens them or one of them is wrong. */
function Fold({ title, isNew, isWrong, children }: FoldProps) {
  const ref = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    if (ref.current && (isNew || isWrong)) ref.current.open = true;
  }, [isNew, isWrong]);
  return (
    <details ref={ref}>
      <summary>{title}</summary>
      <div className={styles.part}>{children}</div>
    </details>
  );
}

type FieldsProps = Pick<Row, "template"> & { place: number; onName: (typed: string) => void };

function TemplateFields({ place, template, onName }: FieldsProps) {
  const kinds: readonly ContactRequestKind[] = template?.kinds ?? contactRequestKinds;
  // A template that was saved for other kinds has no choice yet.
  const offered = offers.find(
    (offer) =>
      kindsOf[offer].length === kinds.length &&
      kindsOf[offer].every((kind) => kinds.includes(kind)),
  );
  return (
    <>
      <TextField
        name={nameOf(place, "name")}
        label={words.name}
        defaultValue={template?.name}
        autoComplete="off"
        onInput={({ currentTarget }) => onName(currentTarget.value)}
        isRequired
      />
      <div className={styles.numbers}>
        <SelectField
          name={nameOf(place, "language")}
          label={words.language}
          options={languages.map((value) => ({ value, name: words.languages[value] }))}
          defaultValue={template?.language ?? "en"}
          isRequired
        />
        <SelectField
          name={nameOf(place, "kinds")}
          label={words.kinds}
          options={offers.map((value) => ({ value, name: words.kindNames[value] }))}
          defaultValue={offered ?? ""}
          isRequired
        />
        <SelectField
          name={nameOf(place, "hasInvite")}
          label={words.hasInvite}
          help={words.hasInviteHelp}
          options={(["no", "yes"] as const).map((value) => ({ value, name: words[value] }))}
          defaultValue={template?.hasInvite ? "yes" : "no"}
          isRequired
        />
      </div>
      <TextField
        name={nameOf(place, "text")}
        label={words.text}
        help={words.textHelp(replyFields)}
        rows={8}
        defaultValue={template?.text}
        isRequired
      />
    </>
  );
}

/** The field's name, as the API's errors call it. */
function nameOf(place: number, field: keyof ReplyTemplate | ""): string {
  return `templates.${place}.${field}`;
}

function readTemplate(typed: Record<string, string>, place: number) {
  const textOf = (field: keyof ReplyTemplate) => typed[nameOf(place, field)] ?? "";
  const offered = offers.find((one) => one === textOf("kinds"));
  return {
    name: textOf("name"),
    language: textOf("language"),
    kinds: offered ? kindsOf[offered] : [],
    hasInvite: textOf("hasInvite") === "yes",
    text: textOf("text"),
  };
}
