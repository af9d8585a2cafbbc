// The fields and the buttons that practices' and sets' template forms share. They are inside a
// `Form`.
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
} from "#app/ui/rich-text/merge-fields.ts";
import { RichTextField } from "#app/ui/rich-text/rich-text-field.tsx";
import { StaleChoice } from "#app/ui/version.tsx";
import { IconEye } from "#app/ui/writing-icons.ts";
import { controlWords } from "#content/desk/controls.ts";
import { delays, ownDelay, templateWords } from "#content/desk/templates.ts";
import { type TemplateKind, type TemplateWords, templateLimits } from "#contract/templates.ts";
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
      {kind === "note" ? (
        <TextField
          name="body"
          label={templateWords.text}
          rows={10}
          maxLength={templateLimits.note}
          defaultValue={shown?.body}
          isRequired
        />
      ) : (
        <>
          <SelectField
            name="language"
            label={templateWords.language}
            defaultValue={shown?.language ?? "en"}
            options={languageOptions}
            help={kind === "auto" ? templateWords.autoLanguageHelp : undefined}
            isRequired
          />
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
    body: typed.body,
    ...(kind !== "note" && { language: typed.language }),
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
        {kind !== "note" && (
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

function Subject({ defaultValue }: { defaultValue: string | undefined }) {
  const form = useFormState();

  /** Inserts text at the cursor, or where the cursor was last. */
  function insert(text: string) {
    const input = form.ref.current?.elements.namedItem("subject");
    if (!(input instanceof HTMLInputElement)) return;
    const end = input.value.length;
    input.setRangeText(text, input.selectionStart ?? end, input.selectionEnd ?? end, "end");
    input.dispatchEvent(new Event("input", { bubbles: true }));
    input.focus();
  }

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
      <FieldMenu
        label={templateWords.insertInSubject}
        onChoose={(field) => insert(`[${fieldLabel(field, fallbackIn(form.ref.current, field))}]`)}
      />
    </div>
  );
}

/** Lets the user choose when an automatic email is sent. */
function Timing({ shown }: Pick<FieldsProps, "shown">) {
  const minutes = shown?.delayMinutes ?? 0;
  const isUsual = delays.some((delay) => delay.minutes === minutes);
  const offered = isUsual ? delays : [...delays, { minutes, name: ownDelay(minutes) }];
  return (
    <>
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
