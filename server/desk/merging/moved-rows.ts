// What a merge, a split and an erasure do with each table that refers to a lead. A merge moves rows
// from one lead to the other, and an undo moves them back.
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
  inquiries,
  leadImportRows,
  leadMerges,
  leadPresence,
  leads,
  mails,
  notes,
  rings,
  sourceDeliveries,
  timeline,
} from "#server/db/schema.ts";

type Owned = { clientId: PgColumn; leadId: PgColumn; mergedFrom: PgColumn };

/** What else becomes of a lead's rows. A split moves those that name the inquiry, or none. */
type Others = {
  split: "goes with the inquiry" | "stays";
  erasure: "deleted" | "emptied" | "has nothing personal";
};

const moved = (table: PgTable & Owned, others: Others) =>
  ({ merge: "moves", table, ...others }) as const;
const left = (table: PgTable, others: Others) => ({ merge: "stays", table, ...others }) as const;

/**
 * Every table with rows of a lead; first those that a merge moves, in the order they are moved.
 * Other code locks a call, then its alerts; or an alert, ring or email, then writes to the timeline.
 * The timeline is moved last, so those writes are there by then.
 */
export const leadTables = [
  // Calls and notes are about the person whom the desk spoke to. A call only says which of the
  // practice's people or phones called, and when.
  moved(calls, { split: "stays", erasure: "emptied" }),
  moved(alertSchedule, { split: "goes with the inquiry", erasure: "deleted" }),
  moved(alerts, { split: "goes with the inquiry", erasure: "deleted" }),
  moved(rings, { split: "goes with the inquiry", erasure: "deleted" }),
  moved(mails, { split: "goes with the inquiry", erasure: "emptied" }),
  moved(notes, { split: "stays", erasure: "deleted" }),
  moved(inquiries, { split: "goes with the inquiry", erasure: "emptied" }),
  moved(timeline, { split: "goes with the inquiry", erasure: "emptied" }),
  // A merged lead's row stays: `merged_into` leads to its survivor.
  left(leads, { split: "stays", erasure: "emptied" }),
  // Says which lead was merged into which.
  left(leadMerges, { split: "stays", erasure: "emptied" }),
  // Read by the ids of all leads that were merged.
  left(differentPeople, { split: "stays", erasure: "deleted" }),
  // Expires within seconds; an open page reports the survivor.
  left(leadPresence, { split: "stays", erasure: "has nothing personal" }),
  // Which lead a row of the file became: its undo keeps a merged one.
  left(leadImportRows, { split: "stays", erasure: "deleted" }),
  // These name the inquiry, which moves.
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

/** Moves back what belonged to `to`, and to those that were merged into it before: `owners`. */
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
