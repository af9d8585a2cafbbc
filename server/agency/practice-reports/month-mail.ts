// Emails a practice's monthly report to its managers on the first, if the owner has turned that on.
import { isNotNull } from "drizzle-orm";
import { clients } from "#server/db/schema.ts";
import type { Deps } from "#server/deps.ts";
import { dueMonth } from "#server/desk/clock/mail-times.ts";
import { readComment } from "#server/desk/reports/month-report.ts";
import { countPeriod } from "#server/desk/reports/period-counts.ts";
import { queueMail } from "#server/messages/mail/mail.ts";
import { writeMonthMail } from "./month-email.ts";
import { listPractices, type Regular, sendRegularMails } from "./regular-mails.ts";

const monthly: Regular = {
  kind: "month",
  decided: "monthMailFor",
  due: dueMonth,
  async write(deps, practice, { firstDay, from, to }) {
    const { leads, calls } = await countPeriod(deps, practice.id, { from, to });
    if (leads + calls === 0) return null;
    const month = firstDay.slice(0, 7);
    const comment = await readComment(deps, practice.id, month);
    return (tx, addressed, manager) =>
      queueMail(deps, tx, {
        ...addressed,
        ...writeMonthMail(deps, {
          ...{ practice, month, firstName: manager.firstName },
          ...{ note: comment?.text ?? "", isRegular: true },
        }),
      });
  },
  // If the email was turned on after this month's was due, next month's is the first.
  isWanted: (_deps, due, { monthMailOnAt }, { monthMailOffAt }) =>
    monthMailOnAt !== null && monthMailOnAt <= due.at && monthMailOffAt === null,
};

/** Runs every 15 minutes. */
export async function sendMonthMails(deps: Deps): Promise<void> {
  const practices = await listPractices(deps, isNotNull(clients.monthMailOnAt));
  const { failure } = await sendRegularMails(deps, monthly, practices);
  if (failure !== undefined) throw failure;
}
