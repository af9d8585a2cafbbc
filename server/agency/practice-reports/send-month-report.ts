// The owner sends a practice's month to people of the practice.
import { and, eq } from "drizzle-orm";
import { monthReportEmail } from "#content/emails/month-report-email.ts";
import { site } from "#content/site.ts";
import { type MonthReportRequest, monthName, type ReportReaders } from "#contract/month-reports.ts";
import { listManagers } from "#server/accounts/people/practice-people.ts";
import { isRealPractice } from "#server/db/real-practices.ts";
import { clients } from "#server/db/schema.ts";
import type { Deps } from "#server/deps.ts";
import { getMonthReport } from "#server/desk/reports/month-report.ts";
import { safeGreetingName } from "#server/documents/greeting/safe-greeting.ts";
import { AppError } from "#server/errors.ts";
import { queueMail } from "#server/messages/mail/mail.ts";
import { audit, auditView } from "#server/records/audit/audit.ts";

/** The owner, and the network address of the request. */
type Caller = { accountId: string; address: string };

/** `GET /api/admin/clients/{id}/report-readers`: who may read reports, the managers; audited. */
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
 * One email for each person, with its job, in one transaction. Idempotent by `submissionId`. Throws
 * `invalid` for someone who may not read it, and for a future month. Returns how many people get
 * it.
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
        ...{ attachment: "month-report", reportMonth: month, replyTo: site.agencyEmail },
        words: monthReportEmail,
        fields: {
          ...{ practice: practice.name, month: monthName(month), note: note.trim() },
          firstName: safeGreetingName(firstName),
          link: `${deps.config.origin}/lms/month?month=${month}`,
          ...{ agency: site.mailName, phone: site.phone },
        },
      });
      if (mailId) queued += 1;
    }
    if (queued === 0) return;
    const detail = { month, people: String(queued) };
    await audit(deps, tx, { ...caller, clientId, action: "month_report_sent", detail });
  });
  return wanted.size;
}

async function findPractice({ db }: Pick<Deps, "db">, clientId: string) {
  const [practice] = await db
    .select({ name: clients.name })
    .from(clients)
    .where(and(eq(clients.id, clientId), isRealPractice));
  if (!practice) throw new AppError("not_found");
  return practice;
}
