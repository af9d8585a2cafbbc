// When a practice's month was emailed, by hand or on the first, and to whom.
import { and, asc, eq } from "drizzle-orm";
import { type MonthMailing, type MonthQuery, monthAfter } from "#contract/month-reports.ts";
import { dayIn } from "#contract/zones.ts";
import { mails } from "#server/db/schema.ts";
import type { Deps } from "#server/deps.ts";
import { regularKind } from "#server/messages/mail/regular-mail.ts";
import { auditView } from "#server/records/audit/audit.ts";
import { findPractice } from "./reported-practice.ts";

/**
 * Lists when a month's report was emailed, newest first. Audited, because the list names people.
 * Throws `not_found`.
 */
export async function listMonthMailings(
  deps: Deps,
  caller: { accountId: string; address: string },
  clientId: string,
  query: MonthQuery,
): Promise<MonthMailing[]> {
  const { timeZone } = await findPractice(deps, clientId);
  await auditView(deps, { ...caller, clientId, action: "desk_viewed" });
  const month = query.month ?? monthAfter(dayIn(deps.now(), timeZone).slice(0, 7), -1);
  const rows = await deps.db
    .select()
    .from(mails)
    .where(and(eq(mails.clientId, clientId), eq(mails.reportMonth, month)))
    .orderBy(asc(mails.id));
  const mailings = Map.groupBy(rows, (mail) => sendingOf(mail.causeKey ?? mail.id));
  return [...mailings.values()]
    .map((emails) => ({
      isAutomatic: emails.some((mail) => regularKind(mail) !== null),
      at: emails[0]?.createdAt.toISOString() ?? "",
      to: emails.map(({ to, state, sentAt }) => ({
        ...{ email: to, state, sentAt: sentAt?.toISOString() ?? null },
      })),
    }))
    .toReversed();
}

/**
 * Returns "month-report:<submission>:<person>" or "month:2026-03-01:<person>" without the person.
 */
function sendingOf(causeKey: string): string {
  return causeKey.slice(0, causeKey.lastIndexOf(":"));
}
