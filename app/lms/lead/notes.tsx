// The form for a note about a lead. Notes can't be edited, so a correction is another note.
import { useEffect, useRef, useState } from "react";
import { useRevalidator } from "react-router";
import { api } from "#app/api.ts";
import { keepNote, removeNote, useNoteOutbox, waitWithNote } from "#app/lms/calls/note-outbox.ts";
import { askApi } from "#app/ui/ask-api.ts";
import { Button } from "#app/ui/button.tsx";
import { TextField } from "#app/ui/fields.tsx";
import { Form, FormEnd } from "#app/ui/form.tsx";
import { saveDraft } from "#app/ui/form-drafts.ts";
import { renewSubmissionId } from "#app/ui/form-values.ts";
import { showToast } from "#app/ui/toast.tsx";
import { useForm } from "#app/ui/use-form.ts";
import { controlWords } from "#content/desk/controls.ts";
import { noteWords } from "#content/desk/lead.ts";
import { NewNote, type Note } from "#contract/notes.ts";
import type { Template } from "#contract/templates.ts";
import styles from "./notes.module.css";

/** Returns a lead's pending notes, oldest first. */
export function usePendingNotes(leadId: string): NewNote[] {
  return useNoteOutbox()
    .filter((entry) => entry.leadId === leadId && entry.isWaiting && !entry.refusal)
    .map(({ note }) => note);
}

/** Returns whether the note's title only repeats the beginning of its text. */
export function isFirstWords({ title, text }: Note): boolean {
  return text.startsWith(title.replace(/…$/, ""));
}

export function NoteForm({ leadId }: { leadId: string }) {
  const { revalidate } = useRevalidator();
  const [title, setTitle] = useState("");
  const sentId = useRef("");
  const draftKey = `note of ${leadId}`;
  const form = useForm({
    schema: NewNote,
    read: (typed) => ({ ...typed, title }),
    send(json) {
      sentId.current = json.submissionId;
      keepNote(leadId, json);
      return api.leads[":id"].notes.$post({ param: { id: leadId }, json });
    },
    countsOnce: true,
    draftKey,
    onDone() {
      removeNote(sentId.current);
      form.reset();
      setTitle("");
      showToast({ title: noteWords.saved });
      void revalidate();
    },
    onRefused(refusal) {
      const { current } = form.ref;
      if (!waitWithNote(sentId.current, refusal) || !current) return;
      // The pending note is shown in the conversation now, so the form starts a new draft.
      form.reset();
      setTitle("");
      saveDraft(draftKey, null);
      renewSubmissionId(current);
    },
  });

  /**
   * Inserts the template below the text that was typed. The template's title becomes the note's
   * title.
   */
  function insert(template: Template) {
    const field = form.ref.current?.elements.namedItem("text");
    if (!(field instanceof HTMLTextAreaElement)) return;
    field.value = [field.value.trim(), template.body].filter(Boolean).join("\n");
    form.noteTyping();
    form.forgetError("text");
    setTitle(template.title);
    field.focus();
  }

  return (
    <Form form={form} aria-label={noteWords.form}>
      <TemplatePicker onPick={insert} />
      <TextField
        name="text"
        label={noteWords.text}
        rows={2}
        autoComplete="off"
        help={noteWords.noHealthDetails}
        isRequired
      />
      <FormEnd label={noteWords.save} sendingLabel={controlWords.saving} />
    </Form>
  );
}

/** Lets the user pick a note template. Renders nothing if the practice has none. */
function TemplatePicker({ onPick }: { onPick: (template: Template) => void }) {
  const [templates, setTemplates] = useState<Template[]>([]);
  useEffect(() => {
    void askApi(() => api.templates.$get({ query: { kind: "note" } })).then((outcome) => {
      if (outcome.isDone) setTemplates(outcome.answer.templates);
    });
  }, []);
  if (templates.length === 0) return null;
  return (
    <fieldset className={styles.templates} aria-label={noteWords.templates}>
      {templates.map((template) => (
        <Button key={template._id} variant="outline" isSmall onClick={() => onPick(template)}>
          {template.title}
        </Button>
      ))}
    </fieldset>
  );
}
