// The owner emails a practice's monthly report to people at the practice.
import type { MonthReportRequest, ReportReaders } from "#contract/month-reports.ts";
import type { Deps } from "#server/deps.ts";
import { getMonthReport } from "#server/desk/reports/month-report.ts";
import { AppError } from "#server/errors.ts";
import { queueMail } from "#server/messages/mail/mail.ts";
import { listManagers } from "#server/people/practice-people.ts";
import { audit, auditView } from "#server/records/audit/audit.ts";
import { writeMonthMail } from "./month-email.ts";
import { findPractice } from "./reported-practice.ts";

/** The owner, and the request's IP address. */
type Caller = { accountId: string; address: string };

/**
 * Handles `GET /api/admin/clients/{id}/report-readers`: lists the managers, who may read reports.
 * Audited.
 */
export async function listReportReaders(
  deps: Deps,
  caller: Caller,
  clientId: string,
): Promise<ReportReaders> {
  await findPractice(deps, clientId);
  await auditView(deps, { ...caller, clientId, action: "desk_viewed" });
  const managers = await listManagers(deps, clientId);
  return {
    readers: managers.map(({ id, firstName, lastName, email }) => ({
      ...{ _id: id, name: `${firstName} ${lastName}`.trim(), email },
    })),
  };
}

/**
 * Sends one email for each person, with its job, in one transaction. Idempotent by `submissionId`.
 * Throws `invalid` for someone who may not read it, and for a future month. Returns how many people
 * get it.
 */
export async function sendMonthReport(
  deps: Deps,
  caller: Caller,
  clientId: string,
  { submissionId, month, to, note }: MonthReportRequest,
): Promise<number> {
  const practice = await findPractice(deps, clientId);
  await getMonthReport(deps, clientId, { month });
  const wanted = new Set(to);
  await deps.db.transaction(async (tx) => {
    const managers = await listManagers({ db: tx }, clientId);
    const readers = managers.filter(({ id }) => wanted.has(id));
    if (readers.length < wanted.size) throw new AppError("invalid", { fields: { to: "invalid" } });
    let queued = 0;
    for (const { id, email, firstName } of readers) {
      const mailId = await queueMail(deps, tx, {
        ...{ clientId, kind: "month-report", to: email, accountId: id },
        causeKey: `month-report:${submissionId}:${id}`,
        ...writeMonthMail(deps, { practice, month, firstName, note, isRegular: false }),
      });
      if (mailId) queued += 1;
    }
    if (queued === 0) return;
    const detail = { month, people: String(queued) };
    await audit(deps, tx, { ...caller, clientId, action: "month_report_sent", detail });
  });
  return wanted.size;
}
