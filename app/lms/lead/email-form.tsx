// An email to one lead, with or without a template, with a preview of what the lead receives.
import { useEffect, useState } from "react";
import { api } from "#app/api.ts";
import { fromBrackets, toBrackets } from "#app/lms/rich-text/merge-fields.ts";
import { RichTextField } from "#app/lms/rich-text/rich-text-field.tsx";
import { IconPencil } from "#app/lms/shell/desk-icons.ts";
import { PreviewDialog } from "#app/lms/template/preview-dialog.tsx";
import { askApi } from "#app/ui/ask-api.ts";
import { Button } from "#app/ui/button.tsx";
import { TextField } from "#app/ui/fields.tsx";
import { Form, FormEnd } from "#app/ui/form.tsx";
import { saveDraft } from "#app/ui/form-drafts.ts";
import { readTyped, type Typed } from "#app/ui/form-values.ts";
import { showToast } from "#app/ui/toast.tsx";
import { useForm } from "#app/ui/use-form.ts";
import { controlWords } from "#content/desk/controls.ts";
import { emailWords, writeWords } from "#content/desk/emails.ts";
import { templateWords } from "#content/desk/templates.ts";
import { formButtonWords } from "#content/interface.ts";
import type { Lead } from "#contract/leads.ts";
import { LeadEmailRequest } from "#contract/mail.ts";
import { type Template, templateLimits } from "#contract/templates.ts";
import styles from "./emails.module.css";

type FormProps = { lead: Lead; onClose: () => void; onSent: () => void };

/** One press on a template, or on "Blank email", opens the form. */
export function EmailForm({
  lead,
  templates,
  onSent,
}: {
  lead: Lead;
  templates: Template[];
  onSent: () => void;
}) {
  const [chosen, setChosen] = useState<Template | "blank" | null>(null);
  const name = `email to ${lead._id}`;

  function choose(next: Template | "blank") {
    if (next === chosen) return;
    // A draft belongs to the template that it was written from; a blank one outlasts a reload.
    if (next !== "blank" || chosen) saveDraft(name, null);
    setChosen(next);
  }

  const template = chosen === "blank" ? null : chosen;
  return (
    <div className={styles.write}>
      <fieldset className={styles.templates} aria-label={writeWords.template}>
        {templates.map((one) => (
          <Button
            key={one._id}
            variant="outline"
            isSmall
            aria-pressed={one === chosen}
            onClick={() => choose(one)}
          >
            {one.title}
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
          {...{ lead, template, name }}
          onClose={() => setChosen(null)}
          onSent={() => {
            setChosen(null);
            onSent();
          }}
        />
      )}
    </div>
  );
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
  lead,
  template,
  name,
  onClose,
  onSent,
}: FormProps & { template: Template | null; name: string }) {
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
  return (
    <>
      <Form form={form} aria-label={emailWords.write}>
        <p className={styles.hint}>
          {writeWords.to} <strong>{lead.email}</strong>
        </p>
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
