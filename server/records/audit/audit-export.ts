// Exports the audit log as CSV, streamed while it is generated.
import {
  auditColumns,
  auditFieldNames,
  auditNames,
  auditWords as words,
} from "#content/console/audit.ts";
import { settingPartNames } from "#content/console/settings.ts";
import type { AuditEntry, AuditExportQuery } from "#contract/audit.ts";
import { dayOf } from "#contract/zones.ts";
import type { Deps } from "#server/deps.ts";
import { streamCsv } from "#server/http/csv-stream.ts";
import { audit } from "./audit.ts";
import { listAudit, type Reader } from "./audit-log.ts";

/** Handles `GET /api/admin/audit/export.csv`: what the list shows, newest first. */
export async function exportAudit(
  deps: Deps,
  reader: Reader,
  query: AuditExportQuery,
): Promise<ReadableStream<Uint8Array>> {
  const { accountId, address } = reader;
  await deps.limits.count("exportPerOwner", accountId);
  await audit(deps, deps.db, { action: "audit_exported", accountId, address });
  let cursor: string | null | undefined;
  return streamCsv(Object.values(auditColumns), async () => {
    if (cursor === null) return [];
    const { entries, nextCursor } = await listAudit(deps, reader, {
      ...query,
      ...(cursor && { cursor }),
    });
    cursor = nextCursor;
    return entries.map(cellsOf);
  });
}

export function exportName(now: Date): string {
  return `audit-log-${dayOf(now)}.csv`;
}

function cellsOf(entry: AuditEntry): string[] {
  const cells: Record<keyof typeof auditColumns, string> = {
    at: entry.at,
    action: auditNames[entry.action],
    who: entry.who ?? words.unknown,
    whom: entry.whom ?? "",
    practice: entry.practice ?? "",
    about: aboutText(entry),
    changes: entry.changes
      .map(({ field, from, to }) => words.changed(auditFieldNames[field], from, to))
      .join("\n"),
    address: entry.address,
  };
  const columns = Object.keys(auditColumns) as (keyof typeof auditColumns)[];
  return columns.map((name) => cells[name]);
}

function aboutText({ lead, setting, templateSet, about, day, found }: AuditEntry): string {
  return [
    lead && (lead.name ?? words.deletedLead),
    setting && settingPartNames[setting],
    templateSet,
    about && (about.name ?? words.erased),
    day,
    found && words.found(found.leads, found.people, found.submissions),
  ]
    .filter(Boolean)
    .join(", ");
}
