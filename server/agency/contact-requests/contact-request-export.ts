// Exports contact requests as CSV, streamed while it is generated.
import { and, desc, lt } from "drizzle-orm";
import {
  closeReasonNames,
  contactRequestColumns,
  contactRequestKinds,
  contactRequestOutcomeNames,
  contactRequestWords,
} from "#content/console/contact-requests.ts";
import type { ContactRequestExportQuery } from "#contract/contact-request-work.ts";
import { dayOf } from "#contract/zones.ts";
import { contactRequests } from "#server/db/schema.ts";
import type { Deps } from "#server/deps.ts";
import { streamCsv } from "#server/http/csv-stream.ts";
import { audit } from "#server/records/audit/audit.ts";
import { isListed } from "./contact-request-list.ts";
import type { ContactRequestRow } from "./contact-request-rows.ts";

/** Rows are read in batches: one takes a few milliseconds, and other requests run in between. */
const rowsAtOnce = 200;

/** Handles `GET /api/admin/contact-requests/export.csv`: the rows of a list, newest first. */
export async function exportContactRequests(
  deps: Deps,
  owner: { accountId: string; address: string },
  query: ContactRequestExportQuery,
): Promise<ReadableStream<Uint8Array>> {
  await deps.limits.count("exportPerOwner", owner.accountId);
  await audit(deps, deps.db, {
    action: "contact_requests_exported",
    ...owner,
    // The search is left out, because it may be a name.
    detail: {
      list: query.list,
      ...(query.kind && { kind: query.kind }),
      ...(query.assignee && { assignee: query.assignee }),
    },
  });
  const isWanted = isListed(query, { asOf: deps.now(), accountId: owner.accountId });
  let lastId: string | undefined;
  return streamCsv(Object.values(contactRequestColumns), async () => {
    const rows = await deps.db
      .select()
      .from(contactRequests)
      .where(and(isWanted, lastId ? lt(contactRequests.id, lastId) : undefined))
      .orderBy(desc(contactRequests.id))
      .limit(rowsAtOnce);
    lastId = rows.at(-1)?.id;
    return rows.map(cellsOf);
  });
}

export function exportName(now: Date): string {
  return `contact-requests-${dayOf(now)}.csv`;
}

function cellsOf(row: ContactRequestRow): string[] {
  const cells: Record<keyof typeof contactRequestColumns, string> = {
    receivedAt: row.receivedAt.toISOString(),
    kind: contactRequestKinds[row.kind],
    state: contactRequestWords.listNames[row.state],
    fullName: row.fullName,
    email: row.email,
    phone: row.phone ?? "",
    message: row.message ?? "",
    questions: (row.questions ?? []).map(textOf).join("\n"),
    firstVisit: textOf(row.attribution?.first ?? {}),
    lastVisit: textOf(row.attribution?.last ?? {}),
    firstCalledAt: row.firstCalledAt?.toISOString() ?? "",
    calls: String(row.attempts),
    lastResult: row.lastOutcome ? contactRequestOutcomeNames[row.lastOutcome] : "",
    answeredAt: row.answeredAt?.toISOString() ?? "",
    closedAt: row.closedAt?.toISOString() ?? "",
    closeReason: row.closeReason ? closeReasonNames[row.closeReason] : "",
    nextStep: row.nextStep ?? "",
    nextStepOn: row.nextStepOn ?? "",
    assignee: row.assigneeName ?? "",
  };
  const columns = Object.keys(contactRequestColumns) as (keyof typeof contactRequestColumns)[];
  return columns.map((name) => cells[name]);
}

function textOf(fields: Record<string, string>): string {
  return Object.entries(fields)
    .map(([name, value]) => `${name}: ${value}`)
    .join("\n");
}
