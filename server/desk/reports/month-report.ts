// A practice's monthly report: its figures for a month, next to those of the previous month.
import { and, eq } from "drizzle-orm";
import { monthReportWords } from "#content/month-report.ts";
import type { ListedInquiry } from "#contract/figures.ts";
import { maxLeadPageSize } from "#contract/leads.ts";
import {
  type MonthComment,
  type MonthFigures,
  type MonthQuery,
  type MonthReport,
  monthAfter,
} from "#contract/month-reports.ts";
import { dayIn, startOfDay } from "#contract/zones.ts";
import { accounts, clients, monthComments } from "#server/db/schema.ts";
import type { Deps } from "#server/deps.ts";
import { AppError } from "#server/errors.ts";
import { breakDownFigures } from "./breakdown.ts";
import { countCosts } from "./campaign-costs.ts";
import { listInquiries } from "./inquiry-list.ts";

/** Handles `GET /api/leads/month`. Throws `invalid` for a future month. */
export async function getMonthReport(
  deps: Deps,
  clientId: string,
  { month: asked }: MonthQuery,
): Promise<MonthReport> {
  const [practice] = await deps.db
    .select({ _id: clients.id, name: clients.name, timeZone: clients.timeZone })
    .from(clients)
    .where(eq(clients.id, clientId));
  if (!practice) throw new AppError("not_found");
  const { timeZone, ...named } = practice;
  const now = deps.now();
  const current = dayIn(now, timeZone).slice(0, 7);
  const month = asked ?? monthAfter(current, -1);
  if (month > current) throw new AppError("invalid", { fields: { month: "invalid" } });
  const period = monthIn(month, timeZone);
  return {
    practice: named,
    ...{ month, timeZone, ...period },
    isOver: month < current,
    madeAt: now.toISOString(),
    comment: await readComment(deps, clientId, month),
    figures: await readFigures(deps, clientId, period),
    before: await readFigures(deps, clientId, monthIn(monthAfter(month, -1), timeZone)),
  };
}

/** Returns the owner's comment on a month; null without a comment. */
export async function readComment(
  { db }: Pick<Deps, "db">,
  clientId: string,
  month: string,
): Promise<MonthComment | null> {
  const [row] = await db
    .select({
      ...{ text: monthComments.text, changedAt: monthComments.changedAt },
      ...{ firstName: accounts.firstName, lastName: accounts.lastName },
    })
    .from(monthComments)
    .innerJoin(accounts, eq(accounts.id, monthComments.accountId))
    .where(and(eq(monthComments.clientId, clientId), eq(monthComments.month, month)));
  if (!row) return null;
  const { text, firstName, lastName, changedAt } = row;
  const name = `${firstName} ${lastName}`.trim();
  return { text, firstName, name, changedAt: changedAt.toISOString() };
}

type Period = { from: string; to: string };

function monthIn(month: string, timeZone: string): Period {
  const startOf = (one: string) => startOfDay(`${one}-01`, timeZone).toISOString();
  return { from: startOf(month), to: startOf(monthAfter(month, 1)) };
}

/** Reads the figures for a month or a week. */
export async function readFigures(
  deps: Deps,
  clientId: string,
  period: Period,
): Promise<MonthFigures> {
  const { hours: _wallHours, ...wall } = await breakDownFigures(deps, clientId, {
    ...period,
    reading: "wall",
  });
  const { hours: _openHours, ...open } = await breakDownFigures(deps, clientId, {
    ...period,
    reading: "open",
  });
  return { wall, open, costs: await countCosts(deps, clientId, period) };
}

/**
 * The maximum number of inquiries in the PDF. More would take a second to lay out and make the
 * report too long. The lead desk shows all of them.
 */
const maxRows = 200;
const pageSize = maxLeadPageSize;

/** Returns the newest inquiries that the report counts. */
async function listRows(deps: Deps, clientId: string, period: Period): Promise<ListedInquiry[]> {
  const rows: ListedInquiry[] = [];
  let cursor: string | undefined;
  do {
    const page = await listInquiries(deps, clientId, {
      ...{ ...period, reading: "wall", limit: pageSize },
      ...(cursor && { cursor }),
    });
    rows.push(...page.inquiries);
    cursor = page.nextCursor ?? undefined;
  } while (cursor && rows.length < maxRows);
  return rows;
}

/** Renders the PDF when someone requests it or its email is sent. The file isn't stored. */
export async function makeMonthReport(
  deps: Deps,
  clientId: string,
  month: string,
): Promise<{ fileName: string; type: string; content: Uint8Array<ArrayBuffer> }> {
  const report = await getMonthReport(deps, clientId, { month });
  const rows = await listRows(deps, clientId, report);
  const draw = () => deps.drawPdf({ kind: "month-report", report, rows });
  const content = await deps.queues.drawings.run(clientId, draw);
  return { fileName: monthReportWords.fileName(month), type: "application/pdf", content };
}
