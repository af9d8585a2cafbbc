// A practice's notes about a lead.
import { z } from "zod";
import { instant, line, uuid, words } from "./fields.ts";

/**
 * `POST /api/leads/{id}/notes`: adds a note. Notes can't be changed, so a correction is another
 * note.
 */
export const NewNote = z
  .object({
    /** Generated when the form opens, so that saving is idempotent. */
    submissionId: uuid,
    /** The title. If it's empty, the first words of the text are used. */
    title: line(200).default(""),
    text: words(5000).default(""),
  })
  .refine(({ title, text }) => title !== "" || text !== "", {
    message: "required",
    path: ["text"],
  });
export type NewNote = z.infer<typeof NewNote>;

export const Note = z.object({
  _id: uuid,
  at: instant,
  /** The name of the note's author. */
  by: z.string(),
  title: z.string(),
  text: z.string(),
});
export type Note = z.infer<typeof Note>;

export const NoteAnswer = z.object({ note: Note });
