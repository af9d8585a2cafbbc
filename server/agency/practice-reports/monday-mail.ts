// Last week's numbers by email, on Monday morning: to each practice's managers and to the owners.
// Each practice and owner gets one a week, from whichever process runs first.
import { and, eq, isNull } from "drizzle-orm";
import { mondayMailWords as words } from "#content/monday-mail.ts";
import { monthReportWords } from "#content/month-report.ts";
import { site } from "#content/site.ts";
import { monthDayText } from "#contract/moment-text.ts";
import { changeText, monthLines, totalOf, valueText } from "#contract/month-lines.ts";
import { type MonthFigures, minForRates } from "#contract/month-reports.ts";
import { numberText } from "#contract/shares.ts";
import { dayIn } from "#contract/zones.ts";
import { accounts, agencyClientId, mails } from "#server/db/schema.ts";
import type { Deps } from "#server/deps.ts";
import { type Days, dueWeek, weekBefore } from "#server/desk/clock/mail-times.ts";
import { breakDownFigures } from "#server/desk/reports/breakdown.ts";
import { readFigures } from "#server/desk/reports/month-report.ts";
import { runBounded } from "#server/http/bounded.ts";
import type { NumbersEmail } from "./numbers-email.tsx";
import { queueNumbers } from "./queue-numbers.ts";
import {
  atOnce,
  listPractices,
  type Practice,
  type Regular,
  sendRegularMails,
} from "./regular-mails.ts";

const monday: Regular = {
  kind: "monday",
  decided: "mondayMailFor",
  due: dueWeek,
  async write(deps, practice, due) {
    const email = await writeForPractice(deps, practice, due);
    return email && (await queueNumbers(deps, email));
  },
  isWanted: ({ config }, _due, practice, manager) =>
    config.sendsMondayMail && !practice.mondayMailOffAt && !manager.mondayMailOffAt,
};

/** Runs every 15 minutes. */
export async function sendMondayMails(deps: Deps): Promise<void> {
  const practices = await listPractices(deps);
  const { failure } = await sendRegularMails(deps, monday, practices);
  await sendToOwners(deps, practices);
  if (failure !== undefined) throw failure;
}

// ── To a practice ───────────────────────────────────────────────────────────────────────────────

/**
 * Returns null after two weeks without inquiries, when there is nothing to report. A single quiet
 * week is reported.
 */
async function writeForPractice(
  deps: Deps,
  practice: Practice,
  week: Days,
): Promise<NumbersEmail | null> {
  const { id, name, timeZone } = practice;
  const earlier = weekBefore(week.to, timeZone, 2);
  const now = await readFigures(deps, id, periodOf(week));
  const before = await readFigures(deps, id, periodOf(earlier));
  const [asked, askedBefore] = [askedIn(now), askedIn(before)];
  if (asked + askedBefore === 0) return null;
  const lines = monthLines(now, before).map((line) => [
    monthReportWords.lines[line.name],
    valueText(line.now, monthReportWords),
    valueText(line.before, monthReportWords),
    changeText(line, monthReportWords),
  ]);
  const last = new Date(week.to.getTime() - 1);
  const days = { period: "days", from: week.firstDay, to: dayIn(last, timeZone) };
  return {
    subject: words.subject(name, asked),
    title: words.title(monthDayText(week.from, timeZone), monthDayText(last, timeZone)),
    says: asked === 0 ? words.quiet(askedBefore) : "",
    table: {
      head: [words.measure, words.thisWeek, words.weekBefore, words.change],
      rows: lines,
    },
    notes: asked > 0 && asked < minForRates ? [words.few] : [],
    link: {
      url: `${deps.config.origin}/lms/inquiries?${new URLSearchParams(days)}`,
      says: words.open,
    },
    why: words.why(name),
  };
}

function askedIn({ wall }: MonthFigures): number {
  return totalOf(wall.total) + wall.onTheClock;
}

// ── To the owners ───────────────────────────────────────────────────────────────────────────────

/**
 * This email is due in the agency's time zone; each practice's week is in the practice's time zone.
 */
async function sendToOwners(deps: Deps, practices: Practice[]): Promise<void> {
  const week = dueWeek(deps.now(), site.officeHours.timeZone);
  if (!week || practices.length === 0) return;
  const owners = await deps.db
    .select({ id: accounts.id, email: accounts.email })
    .from(accounts)
    .where(
      and(
        eq(accounts.kind, "admin"),
        eq(accounts.consoleRole, "owner"),
        isNull(accounts.deactivatedAt),
        isNull(accounts.mondayMailOffAt),
      ),
    );
  const causeOf = (id: string) => `${monday.kind}:${week.firstDay}:${id}`;
  const waiting: typeof owners = [];
  for (const owner of owners) {
    const isSent = and(eq(mails.clientId, agencyClientId), eq(mails.causeKey, causeOf(owner.id)));
    if ((await deps.db.$count(mails, isSent)) === 0) waiting.push(owner);
  }
  if (waiting.length === 0) return;
  const queue = await queueNumbers(deps, await writeForOwners(deps, practices));
  await deps.db.transaction(async (tx) => {
    for (const { id, email } of waiting) {
      // The cause key prevents a second email from another process.
      await queue(tx, {
        ...{ kind: monday.kind, clientId: agencyClientId, accountId: id, to: email },
        causeKey: causeOf(id),
      });
    }
  });
}

/** More rows would make the email too long; the console compares all practices. */
const mostRows = 40;

async function writeForOwners(deps: Deps, practices: Practice[]): Promise<NumbersEmail> {
  const weeks = await runBounded(practices, atOnce, async ({ id, name, timeZone }) => {
    const week = periodOf(weekBefore(deps.now(), timeZone));
    const { total, uncalled, onTheClock } = await breakDownFigures(deps, id, {
      ...{ ...week, reading: "wall" },
    });
    const counted = totalOf(total);
    return { name, counted, asked: counted + onTheClock, lt10: total.lt10, uncalled };
  });
  const asked = weeks
    .filter((one) => one.asked > 0)
    .toSorted(
      (a, b) =>
        a.lt10 / Math.max(1, a.counted) - b.lt10 / Math.max(1, b.counted) ||
        b.uncalled - a.uncalled ||
        a.name.localeCompare(b.name, "en"),
    );
  const quiet = weeks.filter((one) => one.asked === 0).map(({ name }) => name);
  const shownQuiet = quiet.slice(0, mostRows);
  const hidden = asked.length + quiet.length - Math.min(asked.length, mostRows) - shownQuiet.length;
  const all = asked.reduce((sum, one) => sum + one.asked, 0);
  return {
    subject: words.ownersSubject(practices.length, all),
    title: words.ownersTitle,
    says: asked.length > 1 ? words.ownersSays : "",
    table:
      asked.length > 0 ? { head: ownersHead, rows: asked.slice(0, mostRows).map(rowOf) } : null,
    notes: [
      ...(shownQuiet.length > 0 ? [words.none(shownQuiet.join(", "))] : []),
      ...(hidden > 0 ? [words.more(hidden)] : []),
    ],
    link: { url: `${deps.config.origin}/admin/practices`, says: words.openConsole },
    why: words.ownersWhy,
  };
}

const ownersHead = [words.practice, words.inquiries, words.onTime, words.uncalled];

type OwnersRow = { name: string; counted: number; asked: number; lt10: number; uncalled: number };

function rowOf({ name, counted, asked, lt10, uncalled }: OwnersRow): string[] {
  const share = { kind: "share", part: lt10, total: counted } as const;
  const onTime =
    counted < minForRates
      ? monthReportWords.partOf(numberText(lt10), numberText(counted))
      : valueText(share, monthReportWords);
  return [name, numberText(asked), onTime, numberText(uncalled)];
}

// ── Days ────────────────────────────────────────────────────────────────────────────────────────

function periodOf({ from, to }: Days) {
  return { from: from.toISOString(), to: to.toISOString() };
}
