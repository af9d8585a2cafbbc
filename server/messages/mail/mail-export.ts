// Exports the mail log as CSV, streamed while it is generated.
import { and, desc, eq, lt } from "drizzle-orm";
import { mailColumns, mailKindText } from "#content/console/mail.ts";
import { mailStateWords } from "#content/desk/emails.ts";
import type { MailExportQuery } from "#contract/mail.ts";
import { dayOf } from "#contract/zones.ts";
import { clients, mails } from "#server/db/schema.ts";
import type { Deps } from "#server/deps.ts";
import { streamCsv } from "#server/http/csv-stream.ts";
import { audit } from "#server/records/audit/audit.ts";
import { auditListed, isWanted, type Reader } from "./mail-log.ts";

/** Rows are read in batches: one takes a few milliseconds, and other requests run in between. */
const rowsAtOnce = 200;

/**
 * Handles `GET /api/admin/mail/export.csv`: the log's rows without the emails' texts, newest first.
 * The export is audited, and each practice in it as in `listMails`.
 */
export async function exportMails(
  deps: Deps,
  { accountId, address }: Reader,
  query: MailExportQuery,
): Promise<ReadableStream<Uint8Array>> {
  await deps.limits.count("exportPerOwner", accountId);
  await audit(deps, deps.db, { action: "mail_exported", accountId, address });
  const { id, clientId, to, subject, kind, state, createdAt } = mails;
  let lastId: string | undefined;
  return streamCsv(Object.values(mailColumns), async () => {
    const rows = await deps.db
      .select({ id, clientId, to, subject, kind, state, createdAt, practice: clients.name })
      .from(mails)
      .leftJoin(clients, eq(clients.id, mails.clientId))
      .where(and(isWanted(query), lastId ? lt(mails.id, lastId) : undefined))
      .orderBy(desc(mails.id))
      .limit(rowsAtOnce);
    lastId = rows.at(-1)?.id;
    await auditListed(
      deps,
      { accountId, address },
      rows.map((row) => row.clientId),
    );
    return rows.map(cellsOf);
  });
}

export function exportName(now: Date): string {
  return `emails-${dayOf(now)}.csv`;
}

type Mail = typeof mails.$inferSelect;
type Row = Pick<Mail, "to" | "subject" | "kind" | "state" | "createdAt"> & {
  practice: string | null;
};

function cellsOf(row: Row): string[] {
  const cells: Record<keyof typeof mailColumns, string> = {
    to: row.to,
    subject: row.subject,
    kind: mailKindText(row.kind),
    state: mailStateWords[row.state],
    practice: row.practice ?? "",
    time: row.createdAt.toISOString(),
  };
  const columns = Object.keys(mailColumns) as (keyof typeof mailColumns)[];
  return columns.map((name) => cells[name]);
}
