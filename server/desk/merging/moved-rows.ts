// Which rows a merge moves from one lead to the other, and an undo moves back.
import { and, eq, inArray, sql } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import type { Transaction } from "#server/db/database.ts";
import {
  alertSchedule,
  alerts,
  calls,
  inquiries,
  leadPresence,
  mails,
  notes,
  timeline,
} from "#server/db/schema.ts";

/**
 * Every table with rows of a lead, in the order they are moved. Other code locks a call, then its
 * alerts; or an alert or email, then writes to the timeline. The timeline is moved last, so those
 * writes are there by then.
 */
export const movedTables: (PgTable & Owned)[] = [
  ...[calls, alertSchedule, alerts, mails, notes, inquiries, timeline],
];

type Owned = { clientId: PgColumn; leadId: PgColumn; mergedFrom: PgColumn };

/** Everything that refers to a lead and stays, and why. */
export const leftTables: Record<string, string> = {
  leads: "A merged lead's row stays: `merged_into` leads to its survivor.",
  lead_merges: "Says which lead was merged into which.",
  different_people: "Read by the ids of all leads that were merged.",
  lead_presence: "Expires within seconds; an open page reports the survivor.",
  lead_import_rows: "Which lead a row of the file became: its undo keeps a merged one.",
};

/**
 * How a split treats everything that refers to a lead. The rows that name the inquiry move with it;
 * see `moveInquiries`.
 */
export const splitTables: Record<string, "goes with the inquiry" | "stays"> = {
  ...{ inquiries: "goes with the inquiry", timeline: "goes with the inquiry" },
  ...{ alert_schedule: "goes with the inquiry", alerts: "goes with the inquiry" },
  mails: "goes with the inquiry",
  // Calls and notes are about the person whom the desk spoke to.
  ...{ calls: "stays", notes: "stays" },
  ...{ leads: "stays", lead_merges: "stays", different_people: "stays" },
  ...{ lead_presence: "stays", lead_import_rows: "stays" },
};

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
