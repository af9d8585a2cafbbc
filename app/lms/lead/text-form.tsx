// The Text tab of a lead: a text to the lead, with what it takes, or why the lead can't be texted.
import { useEffect, useState } from "react";
import { api } from "#app/api.ts";
import { Button } from "#app/ui/button.tsx";
import { Empty } from "#app/ui/empty.tsx";
import { TextField } from "#app/ui/fields.tsx";
import { Form, FormEnd } from "#app/ui/form.tsx";
import { showToast } from "#app/ui/toast.tsx";
import { useForm } from "#app/ui/use-form.ts";
import { controlWords } from "#content/desk/controls.ts";
import { leadTextWords as words } from "#content/desk/texts.ts";
import { interfaceWords } from "#content/interface.ts";
import { textMessages } from "#content/messages.ts";
import type { LeadDetail } from "#contract/lead-detail.ts";
import { segmentsOf } from "#contract/text-segments.ts";
import { maxTextLength, NewText, type TextRefusal } from "#contract/texts.ts";
import styles from "./emails.module.css";
import type { LeadTextsOnScreen } from "./use-lead-texts.ts";

/** Rendered only for those who may write. The owner has no composer. */
export function TextForm({ detail, texts }: { detail: LeadDetail; texts: LeadTextsOnScreen }) {
  const { known, isFailed, refetch } = texts;
  if (known) return <Words leadId={detail.lead._id} refusal={known.refusal} onSent={refetch} />;
  if (isFailed) return <Failed onRetry={refetch} />;
  return (
    <p className={styles.hint} aria-busy="true">
      {interfaceWords.loading}
    </p>
  );
}

type WordsProps = { leadId: string; refusal: TextRefusal | null; onSent: () => void };

/** The field stays with its draft while the lead can't be texted. */
function Words({ leadId, refusal, onSent }: WordsProps) {
  const [body, setBody] = useState("");
  const form = useForm({
    schema: NewText,
    send: (json) => api.leads[":id"].texts.$post({ param: { id: leadId }, json }),
    draftKey: `text to ${leadId}`,
    countsOnce: true,
    onDone({ message }) {
      form.reset();
      setBody("");
      showToast({ title: message });
      onSent();
    },
  });
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
