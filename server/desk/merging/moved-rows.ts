// Defines for each table that refers to a lead what a merge, a split and an erasure do to its rows.
// A merge moves rows from one lead to the other, and an undo moves them back.
import { and, eq, inArray, sql } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import type { Transaction } from "#server/db/database.ts";
import {
  alertSchedule,
  alerts,
  announcedLeads,
  calls,
  differentPeople,
  formSubmissions,
  incomingCalls,
  inquiries,
  leadImportRows,
  leadMerges,
  leadPresence,
  leads,
  mails,
  notes,
  rings,
  sourceDeliveries,
  texts,
  timeline,
} from "#server/db/schema.ts";

type Owned = { clientId: PgColumn; leadId: PgColumn; mergedFrom: PgColumn };

/**
 * What a split and an erasure do to a lead's rows. A split either moves the rows that name the
 * inquiry ("goes with the inquiry") or moves none ("stays").
 */
type Others = {
  split: "goes with the inquiry" | "stays";
  erasure: "deleted" | "emptied" | "has nothing personal";
};

const moved = (table: PgTable & Owned, others: Others) =>
  ({ merge: "moves", table, ...others }) as const;
const left = (table: PgTable, others: Others) => ({ merge: "stays", table, ...others }) as const;

/**
 * Every table with rows about a lead, starting with those that a merge moves, in that order. Other
 * code locks a call, then its alerts; or locks an alert, ring, text or email, then writes to the
 * timeline. The timeline is moved last, so it includes those writes.
 */
export const leadTables = [
  // Calls and notes stay with the person whom the front desk spoke to. A call only has its time,
  // its result, and the practice's person or phone that called.
  moved(calls, { split: "stays", erasure: "emptied" }),
  moved(alertSchedule, { split: "goes with the inquiry", erasure: "deleted" }),
  moved(alerts, { split: "goes with the inquiry", erasure: "deleted" }),
  moved(rings, { split: "goes with the inquiry", erasure: "emptied" }),
  // A text or a call is from the person at the number, and names no inquiry.
  moved(incomingCalls, { split: "stays", erasure: "emptied" }),
  moved(texts, { split: "stays", erasure: "emptied" }),
  moved(mails, { split: "goes with the inquiry", erasure: "emptied" }),
  moved(notes, { split: "stays", erasure: "deleted" }),
  moved(inquiries, { split: "goes with the inquiry", erasure: "emptied" }),
  moved(timeline, { split: "goes with the inquiry", erasure: "emptied" }),
  // A merged lead's row stays, because its `merged_into` points to the survivor.
  left(leads, { split: "stays", erasure: "emptied" }),
  // Records which lead was merged into which.
  left(leadMerges, { split: "stays", erasure: "emptied" }),
  // These rows stay, because they are read by the ids of all merged leads.
  left(differentPeople, { split: "stays", erasure: "deleted" }),
  // A row expires within seconds, and an open page then reports presence for the survivor.
  left(leadPresence, { split: "stays", erasure: "has nothing personal" }),
  // Records which lead was imported from each row of a file. Undoing the import keeps a merged
  // lead.
  left(leadImportRows, { split: "stays", erasure: "deleted" }),
  // The rows of these three tables name the inquiry, which moves.
  left(announcedLeads, { split: "stays", erasure: "emptied" }),
  left(formSubmissions, { split: "stays", erasure: "emptied" }),
  left(sourceDeliveries, { split: "stays", erasure: "emptied" }),
];

const movedTables = leadTables.flatMap((one) => (one.merge === "moves" ? one.table : []));

export async function moveRows(tx: Transaction, clientId: string, from: string, to: string) {
  for (const table of movedTables) {
    await tx
      .update(table)
      .set({ leadId: to, mergedFrom: sql`coalesce(${table.mergedFrom}, ${from}::uuid)` })
      .where(and(eq(table.clientId, clientId), eq(table.leadId, from)));
  }
  await tx
    .delete(leadPresence)
    .where(and(eq(leadPresence.clientId, clientId), eq(leadPresence.leadId, from)));
}

/**
 * Moves rows back to the lead `to`: its own rows, and those of leads that had been merged into it
 * (`owners`).
 */
export async function moveRowsBack(
  tx: Transaction,
  clientId: string,
  { from, to, owners }: { from: string; to: string; owners: string[] },
) {
  for (const table of movedTables) {
    await tx
      .update(table)
      .set({ leadId: to, mergedFrom: sql`nullif(${table.mergedFrom}, ${to}::uuid)` })
      .where(
        and(
          eq(table.clientId, clientId),
          eq(table.leadId, from),
          inArray(table.mergedFrom, owners),
        ),
      );
  }
}
