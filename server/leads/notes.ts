// Notes about a lead. Append-only.
import { and, eq, sql } from "drizzle-orm";
import { leadMessages } from "#content/messages.ts";
import type { NewNote, Note } from "#contract/notes.ts";
import type { Transaction } from "#server/db/database.ts";
import { notes } from "#server/db/schema.ts";
import type { Deps } from "#server/deps.ts";
import { AppError } from "#server/errors.ts";
import { notifyPractice } from "#server/live/desk-events.ts";
import type { SignedInClient } from "#server/signed-in.ts";
import { lockLead, note } from "./lead.ts";
import { listNotes } from "./note-list.ts";

/**
 * Writes a note. Idempotent by `submissionId`: a retry gets the first answer. A note is not a call
 * and stops no clock. Throws `not_found` for another practice's lead, `conflict` for an id of
 * another note and when the lead's notes reach the limit.
 */
export async function addNote(
  deps: Pick<Deps, "db" | "now">,
  client: SignedInClient,
  leadId: string,
  { submissionId, title, text }: NewNote,
): Promise<Note> {
  return deps.db.transaction(async (tx) => {
    await lockLead(tx, client, leadId);
    const [added] = await tx
      .insert(notes)
      .values({
        clientId: client.clientId,
        id: submissionId,
        leadId,
        accountId: client.accountId,
        at: deps.now(),
        title,
        text,
      })
      .onConflictDoNothing()
      .returning({ id: notes.id });
    if (added) {
      await refuseTooMuch(tx, client, leadId);
      await note(deps, tx, client, leadId, "noted", { noteId: submissionId });
      await notifyPractice(tx, { clientId: client.clientId, leadId, kind: "lead" });
    }
    const written = (await listNotes(tx, client.clientId, leadId)).find(
      ({ _id }) => _id === submissionId,
    );
    if (!written) throw new AppError("conflict");
    return written;
  });
}

/**
 * The limit for all notes of a lead together, which its page shows in full, with an overhead per
 * note.
 */
const maxCharacters = 200_000;
const overheadPerNote = 200;

async function refuseTooMuch(tx: Transaction, { clientId }: SignedInClient, leadId: string) {
  const [kept] = await tx
    .select({
      characters: sql<number>`sum(length(${notes.title}) + length(${notes.text}) + ${overheadPerNote}::int)::int`,
    })
    .from(notes)
    .where(and(eq(notes.clientId, clientId), eq(notes.leadId, leadId)));
  if ((kept?.characters ?? 0) <= maxCharacters) return;
  throw new AppError("conflict", { sentence: leadMessages.notesFull });
}
