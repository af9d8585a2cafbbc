// The owner's own notes about a practice. The audit log records who changed a note, not its text.
import { and, desc, eq } from "drizzle-orm";
import type { AuditAction } from "#contract/audit.ts";
import type { PracticeNote, PracticeNoteChange } from "#contract/practices.ts";
import type { Transaction } from "#server/db/database.ts";
import { isRealPractice } from "#server/db/real-practices.ts";
import { accounts, clients, practiceNotes } from "#server/db/schema.ts";
import { isVersion, nextVersion } from "#server/db/version.ts";
import type { Deps } from "#server/deps.ts";
import { AppError } from "#server/errors.ts";
import type { SignedInAdmin, Visitor } from "#server/http/signed-in.ts";
import { audit } from "#server/records/audit/audit.ts";

/** Lists the notes, newest first. */
export async function listNotes(
  { db }: Pick<Deps, "db">,
  clientId: string,
): Promise<PracticeNote[]> {
  const rows = await db
    .select({ note: practiceNotes, firstName: accounts.firstName, lastName: accounts.lastName })
    .from(practiceNotes)
    .innerJoin(accounts, eq(accounts.id, practiceNotes.accountId))
    .where(eq(practiceNotes.clientId, clientId))
    .orderBy(desc(practiceNotes.writtenAt), desc(practiceNotes.id));
  return rows.map(({ note, firstName, lastName }) => ({
    _id: note.id,
    text: note.text,
    author: `${firstName} ${lastName}`,
    writtenAt: note.writtenAt.toISOString(),
    changedAt: note.changedAt.toISOString(),
  }));
}

type NoteOf = { clientId: string; noteId: string };

/** Throws `not_found`. */
export async function addNote(
  deps: Deps,
  visitor: Visitor,
  admin: SignedInAdmin,
  clientId: string,
  text: string,
): Promise<void> {
  const at = deps.now();
  await deps.db.transaction(async (tx) => {
    const isThis = and(eq(clients.id, clientId), isRealPractice);
    if ((await tx.$count(clients, isThis)) === 0) throw new AppError("not_found");
    const { accountId } = admin;
    const [note] = await tx
      .insert(practiceNotes)
      .values({ clientId, text, accountId, writtenAt: at, changedAt: at })
      .returning({ id: practiceNotes.id });
    if (!note) throw new Error("The note was not stored");
    const which = { clientId, noteId: note.id };
    await record(deps, tx, visitor, admin, which, "practice_note_added");
  });
}

/** Throws `not_found`, and `stale` when the note has changed since it was read. */
export async function changeNote(
  deps: Deps,
  visitor: Visitor,
  admin: SignedInAdmin,
  which: NoteOf,
  { text, changedAt }: PracticeNoteChange,
): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const [changed] = await tx
      .update(practiceNotes)
      .set({ text, changedAt: nextVersion(practiceNotes.changedAt, deps.now()) })
      .where(and(thisNote(which), isVersion(practiceNotes.changedAt, changedAt)))
      .returning({ id: practiceNotes.id });
    if (!changed) {
      const isThere = (await tx.$count(practiceNotes, thisNote(which))) > 0;
      throw new AppError(isThere ? "stale" : "not_found");
    }
    await record(deps, tx, visitor, admin, which, "practice_note_changed");
  });
}

/** Throws `not_found`. */
export async function deleteNote(
  deps: Deps,
  visitor: Visitor,
  admin: SignedInAdmin,
  which: NoteOf,
): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const [deleted] = await tx
      .delete(practiceNotes)
      .where(thisNote(which))
      .returning({ id: practiceNotes.id });
    if (!deleted) throw new AppError("not_found");
    await record(deps, tx, visitor, admin, which, "practice_note_deleted");
  });
}

function thisNote({ clientId, noteId }: NoteOf) {
  return and(eq(practiceNotes.clientId, clientId), eq(practiceNotes.id, noteId));
}

function record(
  deps: Deps,
  tx: Transaction,
  { address }: Visitor,
  { accountId }: SignedInAdmin,
  { clientId, noteId }: NoteOf,
  action: AuditAction,
): Promise<void> {
  return audit(deps, tx, { action, accountId, clientId, address, detail: { note: noteId } });
}
