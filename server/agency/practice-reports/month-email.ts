// The email that a month's report is attached to, which is the same whether an owner sends it or
// it's sent on the first.
import { monthReportEmail } from "#content/emails/month-report-email.ts";
import { stopEmails, unsubscribePlaceholder } from "#content/regular-mail.ts";
import { site } from "#content/site.ts";
import { monthName } from "#contract/month-reports.ts";
import type { Deps } from "#server/deps.ts";
import { safeGreetingName } from "#server/documents/greeting/safe-greeting.ts";
import { agencyReplyTo } from "#server/messages/mail/agency-reply-to.ts";

type Sending = {
  practice: { name: string };
  month: string;
  firstName: string;
  note: string;
  /** Whether the email has an unsubscribe link. */
  isRegular: boolean;
};

export function writeMonthMail(
  deps: Pick<Deps, "config">,
  { practice, month, firstName, note, isRegular }: Sending,
) {
  return {
    ...({ attachment: "month-report", reportMonth: month, replyTo: agencyReplyTo(deps) } as const),
    words: monthReportEmail,
    fields: {
      ...{ practice: practice.name, month: monthName(month), note: note.trim() },
      firstName: safeGreetingName(firstName),
      link: `${deps.config.origin}/lms/month?month=${month}`,
      ...{ agency: site.mailName, phone: site.phone, postalAddress: site.postalAddress },
      ...{ stop: stopEmails, stopUrl: isRegular ? unsubscribePlaceholder : "" },
    },
  };
}
