// Business hours as the audit log shows them. Pure.
import { auditWords } from "#content/console/audit.ts";
import type { OpenHours, OpenSpan } from "#contract/open-hours.ts";
import type { AuditTexts } from "./audit.ts";

/** Returns the text of each day, such as "8:00–12:00, 13:00–17:00", and the other fields. */
export function hoursTexts({
  week,
  timeZone,
  holidays,
}: Pick<OpenHours, "week" | "timeZone" | "holidays">): AuditTexts {
  const [sunday, monday, tuesday, wednesday, thursday, friday, saturday] = week.map(dayText);
  return {
    ...{ monday, tuesday, wednesday, thursday, friday, saturday, sunday, timeZone },
    holidays: holidays.map(({ date }) => date).join(", ") || null,
  };
}

function dayText(spans: OpenSpan[]): string {
  const texts = spans.map(({ from, to }) => auditWords.span(timeText(from), timeText(to)));
  return texts.join(", ") || auditWords.closed;
}

const timeText = (time: string) => time.replace(/^0/, "");
