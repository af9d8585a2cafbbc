// The practice's notes about a lead. Notes are immutable: a correction is another note.
import { useRevalidator } from "react-router";
import { api } from "#app/api.ts";
import { exactText, timeText } from "#app/lms/shell/times.ts";
import { TextField } from "#app/ui/fields.tsx";
import { Form, FormEnd } from "#app/ui/form.tsx";
import { useNow } from "#app/ui/now.tsx";
import { showToast } from "#app/ui/toast.tsx";
import { useForm } from "#app/ui/use-form.ts";
import { controlWords } from "#content/desk/controls.ts";
import { noteWords } from "#content/desk/lead.ts";
import { NewNote, type Note } from "#contract/notes.ts";
import styles from "./notes.module.css";

type NotesProps = { leadId: string; notes: Note[]; timeZone: string; canWrite: boolean };

export function Notes({ leadId, notes, timeZone, canWrite }: NotesProps) {
  const now = useNow();
  return (
    <div className={styles.notes}>
      {canWrite && <NoteForm leadId={leadId} />}
      {notes.length === 0 && <p className={styles.none}>{noteWords.none}</p>}
      <ol>
        {notes.map((note) => (
          <li key={note._id}>
            <h3 dir="auto">{note.title}</h3>
            {note.text && (
              <p className={styles.text} dir="auto">
                {note.text}
              </p>
            )}
            <p className={styles.who}>
              {note.by},{" "}
              <time
                dateTime={note.at}
                title={exactText(note.at, timeZone)}
                suppressHydrationWarning
              >
                {timeText(note.at, now, timeZone)}
              </time>
            </p>
          </li>
        ))}
      </ol>
    </div>
  );
}

function NoteForm({ leadId }: { leadId: string }) {
  const { revalidate } = useRevalidator();
  const form = useForm({
    schema: NewNote,
    send: (json) => api.leads[":id"].notes.$post({ param: { id: leadId }, json }),
    countsOnce: true,
    draftKey: `note of ${leadId}`,
    onDone() {
      form.reset();
      showToast({ title: noteWords.saved });
      void revalidate();
    },
  });
  return (
    <Form form={form} aria-label={noteWords.form}>
      <TextField
        name="title"
        label={noteWords.title}
        autoComplete="off"
        placeholder={noteWords.titleHint}
        isRequired
      />
      <TextField
        name="text"
        label={noteWords.text}
        rows={3}
        autoComplete="off"
        help={noteWords.noHealthDetails}
      />
      <FormEnd label={noteWords.save} sendingLabel={controlWords.saving} />
    </Form>
  );
}
