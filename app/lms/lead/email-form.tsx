// An email to one lead, with or without a template, with a preview of what the lead receives.
import { useEffect, useRef, useState } from "react";
import { api } from "#app/api.ts";
import { IconPencil } from "#app/lms/shell/desk-icons.ts";
import { nameOf, plainName } from "#app/lms/shell/names.tsx";
import { PreviewDialog } from "#app/lms/template/preview-dialog.tsx";
import { askApi } from "#app/ui/ask-api.ts";
import { Button } from "#app/ui/button.tsx";
import { SelectField, TextField } from "#app/ui/fields.tsx";
import { Form, FormEnd } from "#app/ui/form.tsx";
import { saveDraft } from "#app/ui/form-drafts.ts";
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
import type { LeadDetail } from "#contract/lead-detail.ts";
import type { Lead } from "#contract/leads.ts";
import { LeadEmailRequest } from "#contract/mail.ts";
import { type Template, templateLimits } from "#contract/templates.ts";
import styles from "./emails.module.css";

type To = { detail: LeadDetail; addresses: string[] };
type FormProps = To & { onClose: () => void; onSent: () => void };

/** A click on a template, or on "Blank email", opens the form. */
export function EmailForm({
  detail,
  addresses,
  templates,
  onSent,
}: To & {
  templates: Template[];
  onSent: () => void;
}) {
  const { lead } = detail;
  const [chosen, setChosen] = useState<Template | "blank" | null>(null);
  const name = `email to ${lead._id}`;
  const buttons = useRef<HTMLFieldSetElement>(null);

  function choose(next: Template | "blank") {
    if (next === chosen) return;
    // A draft belongs to the template that it was written from; a blank one outlasts a reload.
    if (next !== "blank" || chosen) saveDraft(name, null);
    setChosen(next);
  }

  /** Focus returns to the button that opened the form. */
  function close() {
    buttons.current?.querySelector<HTMLElement>("[aria-pressed=true]")?.focus();
    setChosen(null);
  }

  const template = chosen === "blank" ? null : chosen;
  const offered = inLanguageOf(lead, templates);
  const areSeveral = new Set(templates.map(({ language }) => language)).size > 1;
  return (
    <div className={styles.write}>
      <fieldset ref={buttons} className={styles.templates} aria-label={writeWords.template}>
        {offered.map((one) => (
          <Button
            key={one._id}
            variant="outline"
            isSmall
            aria-pressed={one === chosen}
            onClick={() => choose(one)}
          >
            {one.title}
            {areSeveral && <span className={styles.language}>{languageNames[one.language]}</span>}
          </Button>
        ))}
        <Button
          variant="quiet"
          isSmall
          aria-pressed={chosen === "blank"}
          onClick={() => choose("blank")}
        >
          <IconPencil size={16} aria-hidden /> {writeWords.blank}
        </Button>
      </fieldset>
      {chosen && (
        <Words
          key={template?._id ?? "blank"}
          {...{ detail, addresses, template, name }}
          onClose={close}
          onSent={() => {
            close();
            onSent();
          }}
        />
      )}
    </div>
  );
}

/** A choice if there are several addresses; shows whose it is if the last person gave none. */
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

/** Templates in the lead's language first. */
function inLanguageOf(lead: Lead, templates: Template[]): Template[] {
  const isTheirs = ({ language }: Template) => language === (lead.language ?? "en");
  return templates.toSorted((one, other) => Number(isTheirs(other)) - Number(isTheirs(one)));
}

/** The practice's email templates, fetched once. */
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
  onClose,
  onSent,
}: FormProps & { template: Template | null; name: string }) {
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
      showToast({ title: writeWords.sent, message });
      onSent();
    },
  });
  // On a phone the form opens at the screen's lower edge, and Send below it.
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
