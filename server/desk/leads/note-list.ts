import { and, desc, eq } from "drizzle-orm";
import type { Note } from "#contract/notes.ts";
import type { Database, Transaction } from "#server/db/database.ts";
import { accounts, notes } from "#server/db/schema.ts";

/** Returns the notes of one lead, newest first. */
export async function listNotes(
  db: Database | Transaction,
  clientId: string,
  leadId: string,
): Promise<Note[]> {
  const rows = await db
    .select({ note: notes, firstName: accounts.firstName, lastName: accounts.lastName })
    .from(notes)
    .innerJoin(accounts, eq(accounts.id, notes.accountId))
    .where(and(eq(notes.clientId, clientId), eq(notes.leadId, leadId)))
    .orderBy(desc(notes.at), desc(notes.id));
  return rows.map((row) => ({
    _id: row.note.id,
    at: row.note.at.toISOString(),
    by: `${row.firstName} ${row.lastName}`,
    title: row.note.title,
    text: row.note.text,
  }));
}
