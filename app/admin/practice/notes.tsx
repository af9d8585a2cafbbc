// The owner's own notes about the practice, which its people can't read.
import { useState } from "react";
import { useRevalidator } from "react-router";
import { agencyZone } from "#app/admin/agency-hours.ts";
import { useChange } from "#app/admin/use-change.ts";
import { api } from "#app/api.ts";
import { Moment } from "#app/ui/at-time.tsx";
import { Button } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import { TextField } from "#app/ui/fields.tsx";
import { Form, FormEnd } from "#app/ui/form.tsx";
import { showToast } from "#app/ui/toast.tsx";
import { useForm } from "#app/ui/use-form.ts";
import { toastTitles } from "#content/console/frame.ts";
import { practicePageWords as words } from "#content/console/practices.ts";
import { momentText } from "#contract/moment-text.ts";
import {
  NewPracticeNote,
  type PracticeDetail,
  type PracticeNote,
  practiceNoteLimit,
} from "#contract/practices.ts";
import boxes from "./box.module.css";
import styles from "./notes.module.css";

export function Notes({ practice: { _id, notes } }: { practice: PracticeDetail }) {
  return (
    <section className={boxes.box} aria-labelledby="notes">
      <h2 id="notes">
        {words.notes} <span>{words.notesWhy}</span>
      </h2>
      <AddNote clientId={_id} />
      {notes.length === 0 && <p className={boxes.quiet}>{words.noNotes}</p>}
      <ul className={styles.notes}>
        {notes.map((note) => (
          <Note key={note._id} clientId={_id} note={note} />
        ))}
      </ul>
    </section>
  );
}

function AddNote({ clientId }: { clientId: string }) {
  const { revalidate } = useRevalidator();
  const form = useForm({
    schema: NewPracticeNote,
    send: (json) => api.admin.clients[":id"].notes.$post({ param: { id: clientId }, json }),
    onDone({ message }) {
      showToast({ title: toastTitles.done, message });
      form.reset();
      void revalidate();
    },
  });
  return (
    <Form form={form} aria-label={words.addNote}>
      <NoteField label={words.newNote} />
      <FormEnd label={words.addNote} />
    </Form>
  );
}

function NoteField({ label, text }: { label: string; text?: string }) {
  return (
    <TextField
      name="text"
      label={label}
      rows={3}
      isRequired
      maxLength={practiceNoteLimit}
      autoComplete="off"
      {...(text !== undefined && { defaultValue: text })}
    />
  );
}

const at = (moment: string) => momentText(moment, { timeZone: agencyZone });

function Note({ clientId, note }: { clientId: string; note: PracticeNote }) {
  const [isEditing, setIsEditing] = useState(false);
  const [isAsking, setIsAsking] = useState(false);
  const change = useChange();
  const param = { id: clientId, noteId: note._id };
  const notesOf = api.admin.clients[":id"].notes[":noteId"];
  const { author, writtenAt, changedAt, text } = note;
  if (isEditing) {
    return (
      <li>
        <EditNote clientId={clientId} note={note} onDone={() => setIsEditing(false)} />
      </li>
    );
  }
  return (
    <li>
      <p className={styles.text} dir="auto">
        {text}
      </p>
      <p className={styles.foot}>
        <Moment at={changedAt} timeZone={agencyZone}>
          {words.by(author, at(writtenAt))}
          {changedAt !== writtenAt && `, ${words.edited(at(changedAt))}`}
        </Moment>
      </p>
      <p className={styles.actions}>
        <Button variant="quiet" isSmall onClick={() => setIsEditing(true)}>
          {words.edit}
        </Button>
        <Button variant="quiet" isSmall onClick={() => setIsAsking(true)}>
          {words.delete}
        </Button>
      </p>
      <Dialog isOpen={isAsking} onClose={() => setIsAsking(false)} title={words.askDelete}>
        <p className={styles.question}>{words.deleteMeans}</p>
        <div className={styles.answers}>
          <Button variant="quiet" onClick={() => setIsAsking(false)} autoFocus>
            {words.cancel}
          </Button>
          <Button
            variant="danger"
            onClick={() => {
              setIsAsking(false);
              void change(() => notesOf.$delete({ param }));
            }}
          >
            {words.delete}
          </Button>
        </div>
      </Dialog>
    </li>
  );
}

type EditProps = { clientId: string; note: PracticeNote; onDone: () => void };

function EditNote({ clientId, note, onDone }: EditProps) {
  // The note when the form was opened, even if the page refreshes.
  const [{ text, changedAt }] = useState(note);
  const { revalidate } = useRevalidator();
  const param = { id: clientId, noteId: note._id };
  const form = useForm({
    schema: NewPracticeNote,
    send: (typed) =>
      api.admin.clients[":id"].notes[":noteId"].$patch({ param, json: { ...typed, changedAt } }),
    onDone({ message }) {
      showToast({ title: toastTitles.done, message });
      onDone();
      void revalidate();
    },
  });
  return (
    <Form form={form} aria-label={words.edit}>
      <NoteField label={words.note} text={text} />
      <FormEnd label={words.save}>
        <Button variant="quiet" onClick={onDone}>
          {words.cancel}
        </Button>
      </FormEnd>
    </Form>
  );
}
