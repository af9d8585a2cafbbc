// The Text tab of a lead: a text to the lead, with what it takes, or why the lead can't be texted.
import { useEffect, useRef, useState } from "react";
import { api } from "#app/api.ts";
import { askApi } from "#app/ui/ask-api.ts";
import { Button } from "#app/ui/button.tsx";
import { Empty } from "#app/ui/empty.tsx";
import { TextField } from "#app/ui/fields.tsx";
import { Form, FormEnd } from "#app/ui/form.tsx";
import { showToast } from "#app/ui/toast.tsx";
import { useForm } from "#app/ui/use-form.ts";
import { controlWords } from "#content/desk/controls.ts";
import { leadTextWords as words } from "#content/desk/texts.ts";
import { interfaceWords } from "#content/interface.ts";
import { languageNames } from "#content/languages.ts";
import { textMessages } from "#content/messages.ts";
import type { LeadDetail } from "#contract/lead-detail.ts";
import type { Lead } from "#contract/leads.ts";
import { segmentsOf } from "#contract/text-segments.ts";
import {
  maxTextLength,
  NewText,
  type TextRefusal,
  type TextTemplates,
  undoTextSeconds,
} from "#contract/texts.ts";
import { inLanguageOf } from "./email-form.tsx";
import styles from "./emails.module.css";
import type { LeadTextsOnScreen } from "./use-lead-texts.ts";

/** Rendered only for those who may write. The owner has no composer. */
export function TextForm({ detail, texts }: { detail: LeadDetail; texts: LeadTextsOnScreen }) {
  const { known, isFailed, refetch } = texts;
  if (known) return <Words lead={detail.lead} refusal={known.refusal} onSent={refetch} />;
  if (isFailed) return <Failed onRetry={refetch} />;
  return (
    <p className={styles.hint} aria-busy="true">
      {interfaceWords.loading}
    </p>
  );
}

type WordsProps = { lead: Lead; refusal: TextRefusal | null; onSent: () => void };

/** The field stays with its draft while the lead can't be texted. */
function Words({ lead, refusal, onSent }: WordsProps) {
  const leadId = lead._id;
  const [body, setBody] = useState("");
  const sent = useRef<NewText>(null);
  const form = useForm({
    schema: NewText,
    send(json) {
      sent.current = json;
      return api.leads[":id"].texts.$post({ param: { id: leadId }, json });
    },
    draftKey: `text to ${leadId}`,
    countsOnce: true,
    onDone({ message }) {
      form.reset();
      setBody("");
      const text = sent.current;
      showToast({
        title: message,
        seconds: undoTextSeconds,
        ...(text && { action: { label: controlWords.undo, onPress: () => void undo(text) } }),
      });
      onSent();
    },
  });

  /** The words return to the field, unless it has others by now. */
  async function undo(text: NewText) {
    const param = { id: leadId, textId: text.submissionId };
    const outcome = await askApi(() => api.leads[":id"].texts[":textId"].undos.$post({ param }));
    onSent();
    if (!outcome.isDone) {
      const { message } = outcome.refusal;
      showToast({ title: controlWords.error, message, urgency: "alert" });
      return;
    }
    showToast({ title: outcome.answer.message });
    if (bodyField()?.value.trim() === "") fill(text.body);
  }

  function bodyField(): HTMLTextAreaElement | null {
    const field = form.ref.current?.elements.namedItem("body");
    return field instanceof HTMLTextAreaElement ? field : null;
  }

  function fill(words: string) {
    const field = bodyField();
    if (!field) return;
    field.value = words;
    setBody(words);
    form.noteTyping();
    form.forgetError("body");
    field.focus();
  }

  /** Inserts the template below the text that was typed. */
  function insert(template: string) {
    fill([bodyField()?.value.trim(), template].filter(Boolean).join("\n"));
  }

  // Inputs are uncontrolled, and a draft is in the field before anyone types.
  useEffect(() => {
    const field = form.ref.current?.elements.namedItem("body");
    if (!(field instanceof HTMLTextAreaElement)) return;
    const read = () => setBody(field.value);
    read();
    field.addEventListener("input", read);
    return () => field.removeEventListener("input", read);
  }, [form.ref]);
  return (
    <div className={styles.tab}>
      {refusal && <p className={styles.notice}>{textMessages.refusals[refusal]}</p>}
      <fieldset disabled={refusal !== null}>
        <Form form={form} aria-label={words.form}>
          <TemplatePicker lead={lead} onPick={insert} />
          <TextField
            name="body"
            label={words.label}
            rows={3}
            autoComplete="off"
            maxLength={maxTextLength}
            help={<Count body={body} />}
            isRequired
          />
          <FormEnd label={words.send} sendingLabel={words.sending} isOff={refusal !== null} />
        </Form>
      </fieldset>
    </div>
  );
}

/** Lets the user pick a template. Renders nothing if the practice has none. */
function TemplatePicker({ lead, onPick }: { lead: Lead; onPick: (body: string) => void }) {
  const { _id: id, language: spoken, firstName, lastName, phone } = lead;
  const [templates, setTemplates] = useState<TextTemplates["templates"]>([]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: filled in with these details
  useEffect(() => {
    let isLeft = false;
    void askApi(() => api.leads[":id"].texts.templates.$get({ param: { id } })).then((outcome) => {
      if (!isLeft && outcome.isDone) setTemplates(outcome.answer.templates);
    });
    return () => {
      isLeft = true;
    };
  }, [id, firstName, lastName, phone]);
  if (templates.length === 0) return null;
  const areSeveral = new Set(templates.map(({ language }) => language)).size > 1;
  return (
    <fieldset className={styles.templates} aria-label={words.templates}>
      {inLanguageOf(spoken, templates).map(({ _id, title, language, body }) => (
        <Button key={_id} variant="outline" isSmall onClick={() => onPick(body)}>
          {title}
          {areSeveral && <span className={styles.language}>{languageNames[language]}</span>}
        </Button>
      ))}
    </fieldset>
  );
}

/** What the text takes, as carriers count it. */
function Count({ body }: { body: string }) {
  const { segments, encoding } = segmentsOf(body.trim());
  if (segments === 0) return words.noHealthDetails;
  return (
    <>
      {words.count(body.trim().length, maxTextLength, segments)}
      {encoding === "unicode" && ` ${words.unicode}`}
    </>
  );
}

function Failed({ onRetry }: { onRetry: () => void }) {
  return (
    <Empty
      action={
        <Button variant="outline" onClick={onRetry}>
          {controlWords.retry}
        </Button>
      }
    >
      {words.failed}
    </Empty>
  );
}
