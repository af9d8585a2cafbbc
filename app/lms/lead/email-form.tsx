// An email to one lead, with or without a template, with a preview of what the lead will receive.
import { useEffect, useRef, useState } from "react";
import { api } from "#app/api.ts";
import { IconPencil } from "#app/lms/shell/desk-icons.ts";
import { nameOf, plainName } from "#app/lms/shell/names.tsx";
import { PreviewDialog } from "#app/lms/template/preview-dialog.tsx";
import { askApi } from "#app/ui/ask-api.ts";
import { Button } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import { SelectField, TextField } from "#app/ui/fields.tsx";
import { Form, FormEnd } from "#app/ui/form.tsx";
import { isFormChanged, readDraftSource, saveDraft, saveDraftSource } from "#app/ui/form-drafts.ts";
import { readTyped, type Typed } from "#app/ui/form-values.ts";
import { fromBrackets, toBrackets } from "#app/ui/rich-text/merge-fields.ts";
import { RichTextField } from "#app/ui/rich-text/rich-text-field.tsx";
import { showToast } from "#app/ui/toast.tsx";
import { useForm } from "#app/ui/use-form.ts";
import { controlWords } from "#content/desk/controls.ts";
import { emailWords, writeWords } from "#content/desk/emails.ts";
import { templateWords } from "#content/desk/templates.ts";
import { formButtonWords } from "#content/interface.ts";
import { languageNames } from "#content/languages.ts";
import type { Language } from "#contract/languages.ts";
import type { LeadDetail } from "#contract/lead-detail.ts";
import { LeadEmailRequest } from "#contract/mail.ts";
import { type Template, templateLimits } from "#contract/templates.ts";
import styles from "./emails.module.css";

type To = { detail: LeadDetail; addresses: string[] };
type FormProps = To & { onClose: () => void; onSent: () => void };

/** What an email starts from: a template's id, or `blank`. */
type Source = string;
const blank = "blank";
/** The choice that closes the form. */
const nothing = "nothing";

type EmailFormProps = To & {
  templates: Template[];
  /** False if no mail server is set up, so that emails stay pending. */
  isSending: boolean;
  onSent: () => void;
};

/**
 * A click on a template or on "Blank email" opens the form. The draft is stored until it is sent or
 * replaced, so it survives a reload or a visit to another page.
 */
export function EmailForm({ detail, addresses, templates, isSending, onSent }: EmailFormProps) {
  const { lead } = detail;
  const name = `email to ${lead._id}`;
  const [chosen, setChosen] = useState<Source | null>(null);
  useEffect(() => setChosen(readDraftSource(name)), [name]);
  /**
   * The source that was clicked but would replace typed text; it waits for the user's confirmation.
   */
  const [replacing, setReplacing] = useState<Source | null>(null);
  const buttons = useRef<HTMLFieldSetElement>(null);
  const written = useRef<HTMLDivElement>(null);
  const template = templates.find(({ _id }) => _id === chosen) ?? null;
  // Null while the templates are loading, or if the chosen template was deleted.
  const shown = chosen === blank || template ? chosen : null;

  function choose(next: Source) {
    if (next === shown) return;
    const form = written.current?.querySelector("form");
    if (form && isFormChanged(form)) setReplacing(next);
    else replace(next);
  }

  function replace(next: Source) {
    setReplacing(null);
    // A draft belongs to the source that it was started from.
    saveDraft(name, null);
    const source = next === nothing ? null : next;
    // The focus returns to the button that opened the form.
    if (!source) buttons.current?.querySelector<HTMLElement>("[aria-pressed=true]")?.focus();
    saveDraftSource(name, source);
    setChosen(source);
  }

  const lossWords = replacing === nothing ? writeWords.discarding : writeWords.replacing;
  const offered = inLanguageOf(lead.language, templates);
  const areSeveral = new Set(templates.map(({ language }) => language)).size > 1;
  return (
    <div className={styles.write}>
      <fieldset ref={buttons} className={styles.templates} aria-label={writeWords.template}>
        {offered.map((one) => (
          <Button
            key={one._id}
            variant="outline"
            isSmall
            aria-pressed={one._id === shown}
            onClick={() => choose(one._id)}
          >
            {one.title}
            {areSeveral && <span className={styles.language}>{languageNames[one.language]}</span>}
          </Button>
        ))}
        <Button
          variant="quiet"
          isSmall
          aria-pressed={shown === blank}
          onClick={() => choose(blank)}
        >
          <IconPencil size={16} aria-hidden /> {writeWords.blank}
        </Button>
      </fieldset>
      {shown && (
        <div ref={written}>
          <Words
            key={shown}
            {...{ detail, addresses, template, name, isSending }}
            onClose={() => choose(nothing)}
            onSent={() => {
              replace(nothing);
              onSent();
            }}
          />
        </div>
      )}
      <Dialog
        isOpen={replacing !== null}
        onClose={() => setReplacing(null)}
        title={lossWords.title}
      >
        <div className={styles.replacing}>
          <Button onClick={() => setReplacing(null)}>{writeWords.keepWriting}</Button>
          <Button variant="quiet" onClick={() => replacing && replace(replacing)}>
            {lossWords.confirm}
          </Button>
        </div>
      </Dialog>
    </div>
  );
}

/**
 * Lets the user choose if there are several addresses. If the person who inquired last gave no
 * address, it says whose address this is.
 */
function ToField({ detail: { lead, inquiries }, addresses }: To) {
  const isOthers = lead.askedAs && inquiries[0]?.email === "";
  const hint = isOthers ? writeWords.othersAddress(plainName(nameOf(lead))) : undefined;
  const [only, ...others] = addresses;
  if (others.length === 0) {
    return (
      <p className={styles.hint}>
        {writeWords.to} <strong>{only}</strong>
        {hint && <> · {hint}</>}
      </p>
    );
  }
  return (
    <SelectField
      name="to"
      label={writeWords.to}
      help={hint}
      options={addresses.map((value) => ({ value, name: value }))}
      defaultValue={only}
    />
  );
}

/** Returns the templates, with those in the language that the lead speaks first. */
export function inLanguageOf<One extends { language: Language }>(
  spoken: Language | null,
  templates: One[],
): One[] {
  const isTheirs = ({ language }: One) => language === (spoken ?? "en");
  return templates.toSorted((one, other) => Number(isTheirs(other)) - Number(isTheirs(one)));
}

/** Returns the practice's email templates, fetched once. */
export function useEmailTemplates(isNeeded: boolean): Template[] {
  const [templates, setTemplates] = useState<Template[]>([]);
  useEffect(() => {
    if (!isNeeded) return;
    void askApi(() => api.templates.$get({ query: { kind: "email" } })).then((outcome) => {
      if (outcome.isDone) setTemplates(outcome.answer.templates);
    });
  }, [isNeeded]);
  return templates;
}

function Words({
  detail,
  addresses,
  template,
  name,
  isSending,
  onClose,
  onSent,
}: FormProps & { template: Template | null; name: string; isSending: boolean }) {
  const { lead } = detail;
  const [previewed, setPreviewed] = useState<Typed | null>(null);
  const form = useForm({
    schema: LeadEmailRequest,
    read: (typed) => ({
      ...typed,
      subject: fromBrackets(typed.subject ?? ""),
      ...(template && { templateId: template._id }),
    }),
    send: (json) => api.leads[":id"].emails.$post({ param: { id: lead._id }, json }),
    draftKey: name,
    countsOnce: true,
    onDone({ message }) {
      showToast(
        isSending
          ? { title: writeWords.sent, message }
          : { title: writeWords.queued, message: writeWords.queuedUntil },
      );
      onSent();
    },
  });
  // Scrolls the form into view, because on a phone its Send button may be below the edge of the
  // screen.
  useEffect(() => {
    const written = form.ref.current;
    const end = written?.lastElementChild?.getBoundingClientRect();
    if (end && end.bottom > innerHeight) written?.scrollIntoView();
  }, [form.ref]);
  return (
    <>
      <Form form={form} aria-label={emailWords.write} data-lower-edge="">
        <input type="hidden" name="language" value={template?.language ?? lead.language ?? "en"} />
        <ToField detail={detail} addresses={addresses} />
        <TextField
          name="subject"
          label={writeWords.subject}
          autoComplete="off"
          maxLength={templateLimits.subject}
          defaultValue={template ? toBrackets(template.subject) : undefined}
          isRequired
        />
        <RichTextField
          name="body"
          label={writeWords.message}
          defaultValue={template?.body}
          help={templateWords.fieldsHelp}
          hasPictures
        />
        <FormEnd label={controlWords.send} sendingLabel={formButtonWords.sending}>
          <Button
            variant="quiet"
            onClick={() => form.ref.current && setPreviewed(readTyped(form.ref.current))}
          >
            {writeWords.preview}
          </Button>
          <Button variant="quiet" onClick={onClose}>
            {controlWords.cancel}
          </Button>
        </FormEnd>
      </Form>
      <PreviewDialog
        kind="email"
        typed={previewed}
        lead={lead}
        onClose={() => setPreviewed(null)}
      />
    </>
  );
}
