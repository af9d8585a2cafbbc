// The practice's notes about a lead. Notes are immutable: a correction is another note.
import { useEffect, useRef, useState } from "react";
import { useRevalidator } from "react-router";
import { api } from "#app/api.ts";
import { keepNote, removeNote, useNoteOutbox, waitWithNote } from "#app/lms/calls/note-outbox.ts";
import { askApi } from "#app/ui/ask-api.ts";
import { AtTime } from "#app/ui/at-time.tsx";
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

type NotesProps = { leadId: string; notes: Note[]; timeZone: string; canWrite: boolean };

export function Notes({ leadId, notes, timeZone, canWrite }: NotesProps) {
  const unsaved = useNoteOutbox();
  const waiting = unsaved
    .filter((entry) => entry.leadId === leadId && entry.isWaiting && !entry.refusal)
    .toReversed();
  return (
    <div className={styles.notes}>
      {canWrite && <NoteForm leadId={leadId} />}
      {notes.length === 0 && waiting.length === 0 && (
        <p className={styles.none}>{noteWords.none}</p>
      )}
      <ol>
        {waiting.map(({ note }) => (
          <li key={note.submissionId}>
            <p className={styles.text} dir="auto">
              {note.text || note.title}
            </p>
            <p className={styles.who}>{noteWords.waiting}</p>
          </li>
        ))}
        {notes.map((note) => (
          <li key={note._id}>
            {!isFirstWords(note) && <h3 dir="auto">{note.title}</h3>}
            {note.text && (
              <p className={styles.text} dir="auto">
                {note.text}
              </p>
            )}
            <p className={styles.who}>
              {note.by}, <AtTime at={note.at} timeZone={timeZone} />
            </p>
          </li>
        ))}
      </ol>
    </div>
  );
}

/** Whether the title only repeats how the text begins. */
export function isFirstWords({ title, text }: Note): boolean {
  return text.startsWith(title.replace(/…$/, ""));
}

function NoteForm({ leadId }: { leadId: string }) {
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
      // It is in the list now, and the next note is another one.
      form.reset();
      setTitle("");
      saveDraft(draftKey, null);
      renewSubmissionId(current);
    },
  });

  /** Below what is there already. The template's title becomes the note's. */
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
        rows={3}
        autoComplete="off"
        help={noteWords.noHealthDetails}
        isRequired
      />
      <FormEnd label={noteWords.save} sendingLabel={controlWords.saving} />
    </Form>
  );
}

/** Nothing for a practice without note templates. */
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
