// Exports the invoices of all practices as CSV, for the bookkeeper; streamed while it is generated.
import { and, asc, eq, gt, or } from "drizzle-orm";
import { billingWords, invoiceColumns } from "#content/console/billing.ts";
import { dayOf } from "#contract/zones.ts";
import { isRealPractice } from "#server/db/real-practices.ts";
import { clients, invoices } from "#server/db/schema.ts";
import type { Deps } from "#server/deps.ts";
import { streamCsv } from "#server/http/csv-stream.ts";
import { audit } from "#server/records/audit/audit.ts";
import type { ActingOwner } from "./billing.ts";

/** Rows are read in batches: one takes a few milliseconds, and other requests run in between. */
const rowsAtOnce = 200;

type Exported = { practice: string; package: string; invoice: typeof invoices.$inferSelect };

/** Handles `GET /api/admin/invoices/export.csv`: oldest first. */
export async function exportInvoices(
  deps: Deps,
  { accountId, address }: ActingOwner,
): Promise<ReadableStream<Uint8Array>> {
  await deps.limits.count("exportPerOwner", accountId);
  await audit(deps, deps.db, { action: "invoices_exported", accountId, address });
  let last: Exported | undefined;
  return streamCsv(Object.values(invoiceColumns), async () => {
    const rows = await readInvoices(deps, last?.invoice);
    last = rows.at(-1);
    return rows.map(cellsOf);
  });
}

export function invoicesName(now: Date): string {
  return `invoices-${dayOf(now)}.csv`;
}

function readInvoices(
  { db }: Pick<Deps, "db">,
  after: typeof invoices.$inferSelect | undefined,
): Promise<Exported[]> {
  const { invoicedOn, id, clientId } = invoices;
  // An id is unique only within its practice.
  const isAfter =
    after &&
    or(
      gt(invoicedOn, after.invoicedOn),
      and(
        eq(invoicedOn, after.invoicedOn),
        or(gt(clientId, after.clientId), and(eq(clientId, after.clientId), gt(id, after.id))),
      ),
    );
  return db
    .select({ practice: clients.name, package: clients.package, invoice: invoices })
    .from(invoices)
    .innerJoin(clients, eq(clients.id, clientId))
    .where(and(isRealPractice, isAfter))
    .orderBy(asc(invoicedOn), asc(clientId), asc(id))
    .limit(rowsAtOnce);
}

function cellsOf({ practice, package: name, invoice }: Exported): string[] {
  const { invoicedOn, amountCents, paidOn } = invoice;
  const cells: Record<keyof typeof invoiceColumns, string> = {
    practice,
    package: name,
    invoicedOn,
    amount: (amountCents / 100).toFixed(2),
    isPaid: paidOn ? billingWords.paid : billingWords.unpaid,
    paidOn: paidOn ?? "",
  };
  const columns = Object.keys(invoiceColumns) as (keyof typeof invoiceColumns)[];
  return columns.map((name) => cells[name]);
}
