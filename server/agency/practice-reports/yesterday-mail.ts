// Yesterday's numbers in the morning, to each manager who turned them on. The email doesn't have
// patients' names, which don't belong in an email.
import { and, eq, exists, isNotNull, isNull, sql } from "drizzle-orm";
import { yesterdayMailWords as words } from "#content/yesterday-mail.ts";
import { longDayText } from "#contract/moment-text.ts";
import { openSpansOf } from "#contract/open-time.ts";
import { numberText } from "#contract/shares.ts";
import { accounts, clients } from "#server/db/schema.ts";
import type { Deps } from "#server/deps.ts";
import { type Due, dueYesterday } from "#server/desk/clock/mail-times.ts";
import { countPeriod } from "#server/desk/reports/period-counts.ts";
import { getOpenHours } from "#server/people/open-hours.ts";
import type { NumbersEmail } from "./numbers-email.tsx";
import { queueNumbers } from "./queue-numbers.ts";
import { listPractices, type Practice, type Regular, sendRegularMails } from "./regular-mails.ts";

const daily: Regular = {
  kind: "yesterday",
  decided: "yesterdayMailFor",
  due: dueYesterday,
  async write(deps, practice, due) {
    const email = await writeDay(deps, practice, due);
    return email && (await queueNumbers(deps, email));
  },
  // If the email was turned on after today's was due, tomorrow's is the first.
  isWanted: (_deps, due, _practice, { yesterdayMailOnAt }) =>
    yesterdayMailOnAt !== null && yesterdayMailOnAt <= due.at,
};

/** Runs every 15 minutes. */
export async function sendYesterdayMails(deps: Deps): Promise<void> {
  const { failure } = await sendRegularMails(deps, daily, await listWanting(deps));
  if (failure !== undefined) throw failure;
}

/** Lists the practices that want the email; nothing is counted or written for the others. */
function listWanting(deps: Deps): Promise<Practice[]> {
  const wanting = deps.db
    .select({ one: sql`1` })
    .from(accounts)
    .where(
      and(
        eq(accounts.clientId, clients.id),
        isNull(accounts.deactivatedAt),
        isNotNull(accounts.yesterdayMailOnAt),
      ),
    );
  return listPractices(deps, exists(wanting));
}

/** Returns null if the practice was closed and no leads came in. */
async function writeDay(
  deps: Deps,
  { id, name, timeZone }: Practice,
  { firstDay, from, to }: Due,
): Promise<NumbersEmail | null> {
  const counts = await countPeriod(deps, id, { from, to });
  const hours = await getOpenHours(deps, id, from);
  if (counts.leads === 0 && openSpansOf(firstDay, hours).length === 0) return null;
  const rows = (["leads", "calls", "booked", "uncalled"] as const).map((line) => [
    words.lines[line],
    numberText(counts[line]),
  ]);
  const days = { period: "days", from: firstDay, to: firstDay };
  return {
    subject: words.subject(name, counts.leads),
    title: words.title(longDayText(from, timeZone)),
    says: counts.uncalled > 0 ? words.uncalled(counts.uncalled) : "",
    table: { head: [words.measure, words.yesterday], rows },
    notes: [],
    link: {
      url: `${deps.config.origin}/lms/inquiries?${new URLSearchParams(days)}`,
      says: words.open,
    },
    why: words.why(name),
  };
}
