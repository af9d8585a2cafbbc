// Notes about a lead. They are only ever added.
import type { NewNote, Note } from "#contract/notes.ts";
import { notes } from "#server/db/schema.ts";
import type { Deps } from "#server/deps.ts";
import { AppError } from "#server/errors.ts";
import type { SignedInClient } from "#server/guards.ts";
import { tellDesks } from "./desk-events.ts";
import { lockLead, note } from "./lead.ts";
import { listNotes } from "./note-list.ts";

/**
 * Writes a note, once per `submissionId`: the same again gets the first answer. A note is no call
 * and stops no clock. Throws `not_found` for another's lead, `conflict` for an id of another note.
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
      await note(deps, tx, client, leadId, "noted", { noteId: submissionId });
      await tellDesks(tx, { clientId: client.clientId, leadId, kind: "lead" });
    }
    const written = (await listNotes(tx, client.clientId, leadId)).find(
      ({ _id }) => _id === submissionId,
    );
    if (!written) throw new AppError("conflict");
    return written;
  });
}
