// Writes the audit log.
import { and, eq, gt, inArray, sql } from "drizzle-orm";
import { type AuditChange, type AuditedField, auditedFields } from "#contract/audit.ts";
import type { Transaction } from "#server/db/database.ts";
import { auditEntries } from "#server/db/schema.ts";
import type { Deps } from "#server/deps.ts";

/** Writes an entry in the transaction of the audited action. */
export async function audit(
  deps: Pick<Deps, "now">,
  tx: Transaction | Deps["db"],
  entry: {
    action: (typeof auditEntries.$inferInsert)["action"];
    address: string;
    accountId?: string | null;
    clientId?: string | null;
    detail?: Record<string, string>;
  },
): Promise<void> {
  const { accountId = null, clientId = null } = entry;
  await tx.insert(auditEntries).values({ ...entry, accountId, clientId, at: deps.now() });
}

/** Long values are truncated, because the log shows what changed but doesn't restore it. */
const maxValue = 200;

export type AuditTexts = { [Field in AuditedField]?: string | null | undefined };

/** Returns the changed fields, with their old and new values. */
export function changesIn(before: AuditTexts, after: AuditTexts): AuditChange[] {
  return auditedFields.flatMap((field) => {
    const from = before[field] ?? null;
    const to = after[field] ?? null;
    return from === to ? [] : [{ field, from: cut(from), to: cut(to) }];
  });
}

/** Returns the changes for an entry's `detail`, which contains only text. */
export function changesDetail(changes: AuditChange[]): { changes?: string } {
  return changes.length > 0 ? { changes: JSON.stringify(changes) } : {};
}

function cut(text: string | null): string | null {
  return text && text.length > maxValue ? `${text.slice(0, maxValue).toWellFormed()}…` : text;
}

/** Automatic refetches within this time, such as an open dashboard's, count as one view. */
export const viewMs = 10 * 60_000;

type View = {
  action: "audit_listed" | "desk_viewed" | "letters_listed" | "people_found" | "practice_viewed";
  accountId: string;
  address: string;
  detail?: Record<string, string>;
};

/** Audits that the owner viewed a practice's data, once every ten minutes per `detail`. */
export async function auditView(
  deps: Pick<Deps, "db" | "now">,
  { clientId, ...view }: View & { clientId: string },
): Promise<void> {
  await auditViews(deps, [clientId], view);
}

/** Works like `auditView` for a list with data from several practices. */
export async function auditViews(
  deps: Pick<Deps, "db" | "now">,
  clientIds: string[],
  { action, accountId, address, detail = {} }: View,
): Promise<void> {
  if (clientIds.length === 0) return;
  const at = deps.now();
  const locks = clientIds.map((clientId) => accountId + clientId).toSorted();
  await deps.db.transaction(async (tx) => {
    // A dashboard sends several requests at the same time, which count as one view. A fixed lock
    // order prevents deadlocks.
    await tx.execute(
      sql`select pg_advisory_xact_lock(hashtextextended(one, 0)) from unnest(${sql.param(locks)}::text[]) as one`,
    );
    const same = await tx
      .select({ clientId: auditEntries.clientId })
      .from(auditEntries)
      .where(
        and(
          eq(auditEntries.action, action),
          eq(auditEntries.accountId, accountId),
          inArray(auditEntries.clientId, clientIds),
          gt(auditEntries.at, new Date(at.getTime() - viewMs)),
          eq(auditEntries.detail, detail),
        ),
      );
    const known = new Set(same.map(({ clientId }) => clientId));
    const viewed = clientIds.filter((clientId) => !known.has(clientId));
    if (viewed.length === 0) return;
    const entry = { action, accountId, address, detail, at };
    await tx.insert(auditEntries).values(viewed.map((clientId) => ({ ...entry, clientId })));
  });
}
