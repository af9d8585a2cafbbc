// Exports contact requests as CSV, streamed while it is generated.
import { and, desc, lt } from "drizzle-orm";
import {
  contactRequestColumns,
  contactRequestKinds,
  contactRequestWords,
} from "#content/console/contact-requests.ts";
import type { ContactRequestExportQuery } from "#contract/contact-requests.ts";
import { audit } from "#server/audit/audit.ts";
import { contactRequests } from "#server/db/schema.ts";
import type { Deps } from "#server/deps.ts";
import { byteOrderMark, csvLine } from "#server/reports/csv.ts";
import { type ContactRequestRow, isIn, stateOf } from "./contact-request-list.ts";

/** A batch is a few milliseconds of work, after which other requests run. */
const rowsAtOnce = 200;

/** `GET /api/admin/contact-requests/export.csv`: newest first, all of them unless a state is given. */
export async function exportContactRequests(
  deps: Deps,
  owner: { accountId: string; address: string },
  { state }: ContactRequestExportQuery,
): Promise<ReadableStream<Uint8Array>> {
  await deps.limits.count("exportPerOwner", owner.accountId);
  await audit(deps, deps.db, {
    action: "contact_requests_exported",
    ...owner,
    ...(state && { detail: { state } }),
  });
  const encoder = new TextEncoder();
  let lastId: string | undefined;
  return new ReadableStream<Uint8Array>({
    start(controller) {
      const head = csvLine(Object.values(contactRequestColumns));
      controller.enqueue(encoder.encode(byteOrderMark + head));
    },
    // Called when the reader has consumed the previous batch.
    async pull(controller) {
      const rows = await deps.db
        .select()
        .from(contactRequests)
        .where(and(state && isIn[state], lastId ? lt(contactRequests.id, lastId) : undefined))
        .orderBy(desc(contactRequests.id))
        .limit(rowsAtOnce);
      if (rows.length > 0) {
        controller.enqueue(encoder.encode(rows.map((row) => csvLine(cellsOf(row))).join("")));
      }
      lastId = rows.at(-1)?.id;
      if (rows.length < rowsAtOnce) controller.close();
    },
  });
}

export function exportName(now: Date): string {
  return `contact-requests-${now.toISOString().slice(0, 10)}.csv`;
}

function cellsOf(row: ContactRequestRow): string[] {
  const cells: Record<keyof typeof contactRequestColumns, string> = {
    receivedAt: row.receivedAt.toISOString(),
    kind: contactRequestKinds[row.kind],
    state: contactRequestWords.stateNames[stateOf(row)],
    fullName: row.fullName,
    email: row.email,
    phone: row.phone ?? "",
    message: row.message ?? "",
    questions: (row.questions ?? []).map(textOf).join("\n"),
    firstVisit: textOf(row.attribution?.first ?? {}),
    lastVisit: textOf(row.attribution?.last ?? {}),
    answeredAt: row.answeredAt?.toISOString() ?? "",
    closedAt: row.closedAt?.toISOString() ?? "",
  };
  const columns = Object.keys(contactRequestColumns) as (keyof typeof contactRequestColumns)[];
  return columns.map((name) => cells[name]);
}

function textOf(fields: Record<string, string>): string {
  return Object.entries(fields)
    .map(([name, value]) => `${name}: ${value}`)
    .join("\n");
}
