// Notes about a lead. Append-only.
import { and, eq, sql } from "drizzle-orm";
import { leadMessages } from "#content/messages.ts";
import type { NewNote, Note } from "#contract/notes.ts";
import type { Transaction } from "#server/db/database.ts";
import { notes } from "#server/db/schema.ts";
import type { Deps } from "#server/deps.ts";
import { notifyPractice } from "#server/desk/live/notify.ts";
import { AppError } from "#server/errors.ts";
import type { SignedInClient } from "#server/http/signed-in.ts";
import { addToTimeline, lockLead } from "./lead.ts";
import { listNotes } from "./note-list.ts";

/**
 * Writes a note. Idempotent by `submissionId`: a retry gets the first response. A note doesn't stop
 * the clock, because it isn't a call. Throws `not_found` for another practice's lead, and
 * `conflict` if the id belongs to another lead's note or the lead's notes would exceed their limit.
 */
export async function addNote(
  deps: Pick<Deps, "db" | "now">,
  client: SignedInClient,
  leadId: string,
  { submissionId, title, text }: NewNote,
): Promise<Note> {
  return deps.db.transaction(async (tx) => {
    await lockLead(tx, client, leadId);
    if (await insertNote(deps, tx, client, leadId, { id: submissionId, title, text })) {
      await refuseTooMuch(tx, client, leadId);
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
 * Writes a call's note in the transaction that saves the call's outcome. The note has the call's
 * id, so a retry doesn't write a second one. The limit on notes doesn't apply, because a call must
 * never be rejected because of its note. Returns whether the note was written.
 */
export function addCallNote(
  deps: Pick<Deps, "now">,
  tx: Transaction,
  client: SignedInClient,
  leadId: string,
  { callId, text }: { callId: string; text: string },
): Promise<boolean> {
  return insertNote(deps, tx, client, leadId, { id: callId, title: "", text });
}

async function insertNote(
  deps: Pick<Deps, "now">,
  tx: Transaction,
  client: SignedInClient,
  leadId: string,
  { id, title, text }: { id: string; title: string; text: string },
): Promise<boolean> {
  const { clientId, accountId } = client;
  const [added] = await tx
    .insert(notes)
    .values({
      ...{ clientId, id, leadId, accountId, text },
      at: deps.now(),
      title: title || firstWords(text),
    })
    .onConflictDoNothing()
    .returning({ id: notes.id });
  if (!added) return false;
  await addToTimeline(deps, tx, client, leadId, "noted", { noteId: id });
  return true;
}

const maxTitleLength = 60;

/** Returns the first line of a note. If the line is too long, it is cut at the end of a word. */
function firstWords(text: string): string {
  const line =
    text
      .split("\n", 1)[0]
      ?.replace(/\p{Cc}/gu, " ")
      .trim() ?? "";
  if (line.length <= maxTitleLength) return line;
  const cut = line.slice(0, maxTitleLength);
  const end = cut.lastIndexOf(" ");
  return `${(end > 0 ? cut.slice(0, end) : cut).toWellFormed()}…`;
}

/**
 * Limits all notes of a lead together, counting some overhead per note, because the lead's page
 * shows all of them in full.
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
