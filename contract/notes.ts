// What a desk writes down about a lead.
import { z } from "zod";
import { instant, requiredLine, uuid, words } from "./fields.ts";

/** `POST /api/leads/{id}/notes`. Notes are never changed: a correction is another note. */
export const NewNote = z.object({
  /** Made when the form opens: the same note sent twice is one. */
  submissionId: uuid,
  title: requiredLine(200),
  text: words(5000).default(""),
});
export type NewNote = z.infer<typeof NewNote>;

export const Note = z.object({
  _id: uuid,
  at: instant,
  /** Who wrote it. */
  by: z.string(),
  title: z.string(),
  text: z.string(),
});
export type Note = z.infer<typeof Note>;

export const NoteAnswer = z.object({ note: Note });
