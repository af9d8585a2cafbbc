// The fields and the buttons that practices' and sets' template forms share. They are inside a
// `Form`.
import { useEffect, useState } from "react";
import { Button } from "#app/ui/button.tsx";
import { SelectField, TextField } from "#app/ui/fields.tsx";
import { FormEnd, useFormState } from "#app/ui/form.tsx";
import { readTyped, type Typed } from "#app/ui/form-values.ts";
import { languageOptions } from "#app/ui/language-options.ts";
import { FieldMenu } from "#app/ui/rich-text/merge-field-menu.tsx";
import {
  fallbackIn,
  fieldLabel,
  fromBrackets,
  toBrackets,
  withSamples,
} from "#app/ui/rich-text/merge-fields.ts";
import { RichTextField } from "#app/ui/rich-text/rich-text-field.tsx";
import { StaleChoice } from "#app/ui/version.tsx";
import { IconEye } from "#app/ui/writing-icons.ts";
import { controlWords } from "#content/desk/controls.ts";
import { delays, ownDelay, receivedWhileNames, templateWords } from "#content/desk/templates.ts";
import {
  type MergeField,
  receivedWhileValues,
  type TemplateKind,
  type TemplateWords,
  templateLimits,
} from "#contract/templates.ts";
import { segmentsOf } from "#contract/text-segments.ts";
import styles from "./template-fields.module.css";
import type { TemplateFormState } from "./use-template-form.ts";

type FieldsProps = {
  kind: TemplateKind;
  /** The template to show; null if it is new. */
  shown: (TemplateWords & { title: string }) | null;
  titleHelp: string;
  /** False for a set, because only a practice can have pictures. */
  hasPictures: boolean;
};

export function TemplateFields({ kind, shown, titleHelp, hasPictures }: FieldsProps) {
  return (
    <>
      <TextField
        name="title"
        label={templateWords.title}
        autoComplete="off"
        maxLength={templateLimits.title}
        defaultValue={shown?.title}
        help={titleHelp}
        isRequired
      />
      {kind === "note" && (
        <TextField
          name="body"
          label={templateWords.text}
          rows={10}
          maxLength={templateLimits.note}
          defaultValue={shown?.body}
          isRequired
        />
      )}
      {kind !== "note" && (
        <SelectField
          name="language"
          label={templateWords.language}
          defaultValue={shown?.language ?? "en"}
          options={languageOptions}
          help={kind === "auto" ? templateWords.autoLanguageHelp : undefined}
          isRequired
        />
      )}
      {kind === "text" && <TextBody defaultValue={shown ? toBrackets(shown.body) : ""} />}
      {(kind === "email" || kind === "auto") && (
        <>
          <Subject defaultValue={shown ? toBrackets(shown.subject) : undefined} />
          <RichTextField
            name="body"
            label={templateWords.message}
            defaultValue={shown?.body}
            help={templateWords.fieldsHelp}
            hasPictures={hasPictures}
          />
        </>
      )}
      {kind === "auto" && <Timing shown={shown} />}
    </>
  );
}

/** Reads the values of `TemplateFields`. */
export function readTemplateFields(kind: TemplateKind, typed: Typed) {
  return {
    kind,
    title: typed.title,
    subject: typed.subject && fromBrackets(typed.subject),
    body: kind === "text" ? fromBrackets(typed.body ?? "") : typed.body,
    ...(kind !== "note" && { language: typed.language }),
    receivedWhile: typed.receivedWhile,
    isInOpenHoursOnly: "isInOpenHoursOnly" in typed,
    delayMinutes: Number(typed.delayMinutes ?? 0),
  };
}

type EndProps = {
  kind: TemplateKind;
  template: Pick<TemplateFormState, "form" | "isUnsaved" | "isStale" | "discard" | "saveOver">;
  onPreview: (typed: Typed) => void;
};

/** The end of the form: that there are unsaved changes or a newer version, and the buttons. */
export function TemplateFormEnd({ kind, template, onPreview }: EndProps) {
  const { form, isUnsaved, isStale, discard, saveOver } = template;
  return (
    <>
      {isUnsaved && (
        <p className={styles.unsaved}>
          {templateWords.unsaved}{" "}
          <button type="button" onClick={discard}>
            {templateWords.discard}
          </button>
        </p>
      )}
      {isStale && <StaleChoice onLoad={discard} onSave={saveOver} />}
      <FormEnd label={controlWords.save} sendingLabel={controlWords.saving}>
        {(kind === "email" || kind === "auto") && (
          <Button
            variant="quiet"
            onClick={() => form.ref.current && onPreview(readTyped(form.ref.current))}
          >
            <IconEye aria-hidden /> {templateWords.preview}
          </Button>
        )}
      </FormEnd>
    </>
  );
}

/** Returns a function that inserts a merge field at the cursor, or where the cursor was last. */
function useInsert(name: string) {
  const form = useFormState();
  return (field: MergeField) => {
    const input = form.ref.current?.elements.namedItem(name);
    if (!(input instanceof HTMLInputElement || input instanceof HTMLTextAreaElement)) return;
    const text = `[${fieldLabel(field, fallbackIn(form.ref.current, field))}]`;
    const end = input.value.length;
    input.setRangeText(text, input.selectionStart ?? end, input.selectionEnd ?? end, "end");
    input.dispatchEvent(new Event("input", { bubbles: true }));
    input.focus();
  };
}

/** The words of a text, with what they take as carriers count them. */
function TextBody({ defaultValue }: { defaultValue: string }) {
  const form = useFormState();
  const insert = useInsert("body");
  const [body, setBody] = useState(defaultValue);
  // Inputs are uncontrolled, and a draft is in the field before anyone types.
  useEffect(() => {
    const field = form.ref.current?.elements.namedItem("body");
    if (!(field instanceof HTMLTextAreaElement)) return;
    const read = () => setBody(field.value);
    read();
    field.addEventListener("input", read);
    return () => field.removeEventListener("input", read);
  }, [form.ref]);
  const { segments } = segmentsOf(withSamples(fromBrackets(body.trim())));
  return (
    <div className={styles.subject}>
      <TextField
        name="body"
        label={templateWords.text}
        rows={4}
        autoComplete="off"
        maxLength={templateLimits.text}
        defaultValue={defaultValue}
        help={
          <>
            {segments > 0 && `${templateWords.textCount(segments)} `}
            {templateWords.fieldsHelp}
          </>
        }
        isRequired
      />
      <FieldMenu label={templateWords.insertInText} onChoose={insert} />
    </div>
  );
}

function Subject({ defaultValue }: { defaultValue: string | undefined }) {
  const insert = useInsert("subject");
  return (
    <div className={styles.subject}>
      <TextField
        name="subject"
        label={templateWords.subject}
        autoComplete="off"
        maxLength={templateLimits.subject}
        defaultValue={defaultValue}
        isRequired
      />
      <FieldMenu label={templateWords.insertInSubject} onChoose={insert} />
    </div>
  );
}

/** Lets the user choose which inquiries an automatic email answers, and when it is sent. */
function Timing({ shown }: Pick<FieldsProps, "shown">) {
  const minutes = shown?.delayMinutes ?? 0;
  const isUsual = delays.some((delay) => delay.minutes === minutes);
  const offered = isUsual ? delays : [...delays, { minutes, name: ownDelay(minutes) }];
  return (
    <>
      <SelectField
        name="receivedWhile"
        label={templateWords.receivedWhile}
        defaultValue={shown?.receivedWhile ?? "any"}
        options={receivedWhileValues.map((value) => ({ value, name: receivedWhileNames[value] }))}
        help={templateWords.receivedWhileHelp}
        isRequired
      />
      <SelectField
        name="delayMinutes"
        label={templateWords.send}
        defaultValue={String(minutes)}
        options={offered.map((delay) => ({ value: String(delay.minutes), name: delay.name }))}
        isRequired
      />
      <div>
        <label className={styles.check}>
          <input
            type="checkbox"
            name="isInOpenHoursOnly"
            defaultChecked={shown?.isInOpenHoursOnly}
          />
          <span>{templateWords.openHours}</span>
        </label>
        <p className={styles.help}>{templateWords.openHoursHelp}</p>
      </div>
    </>
  );
}
