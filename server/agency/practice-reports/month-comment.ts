// The owner's comment on a practice's month. The audit log records who changed it, not its text.
import { and, eq } from "drizzle-orm";
import type { MonthComment, MonthCommentChange } from "#contract/month-reports.ts";
import { dayIn } from "#contract/zones.ts";
import { monthComments } from "#server/db/schema.ts";
import { nextVersion } from "#server/db/version.ts";
import type { Deps } from "#server/deps.ts";
import { readComment } from "#server/desk/reports/month-report.ts";
import { AppError } from "#server/errors.ts";
import { audit } from "#server/records/audit/audit.ts";
import { findPractice } from "./reported-practice.ts";

/** The owner, and the request's IP address. */
type Caller = { accountId: string; address: string };

/**
 * Saves the comment, or removes it if the text is empty. Changes are audited. Throws `not_found`,
 * `invalid` for a future month, and `stale` when it has changed since it was read.
 */
export async function saveMonthComment(
  deps: Deps,
  caller: Caller,
  clientId: string,
  { month, text, changedAt }: MonthCommentChange,
): Promise<MonthComment | null> {
  const { accountId } = caller;
  const { timeZone } = await findPractice(deps, clientId);
  if (month > dayIn(deps.now(), timeZone).slice(0, 7)) {
    throw new AppError("invalid", { fields: { month: "invalid" } });
  }
  await deps.db.transaction(async (tx) => {
    const isThis = and(eq(monthComments.clientId, clientId), eq(monthComments.month, month));
    const [stored] = await tx.select().from(monthComments).where(isThis).for("update");
    if ((stored?.text ?? "") === text) return;
    if ((stored?.changedAt.toISOString() ?? null) !== changedAt) throw new AppError("stale");
    if (text === "") {
      await tx.delete(monthComments).where(isThis);
    } else if (stored) {
      const version = nextVersion(monthComments.changedAt, deps.now());
      await tx.update(monthComments).set({ text, accountId, changedAt: version }).where(isThis);
    } else {
      const [added] = await tx
        .insert(monthComments)
        .values({ clientId, month, text, accountId, changedAt: deps.now() })
        .onConflictDoNothing()
        .returning({ month: monthComments.month });
      // Another owner saved the first comment in the meantime.
      if (!added) throw new AppError("stale");
    }
    const action = text === "" ? "month_comment_removed" : "month_comment_changed";
    await audit(deps, tx, { ...caller, clientId, action, detail: { month } });
  });
  return readComment(deps, clientId, month);
}
