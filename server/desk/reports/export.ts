// Exports a practice's inquiries as CSV, and sends each part of the file as soon as it is
// generated.
import { and, desc, eq, gte, lt, type SQL, sql } from "drizzle-orm";
import { exportColumns } from "#content/desk/export.ts";
import {
  bucketNames,
  bucketSpans,
  leadStateNames,
  missingOutcome,
  outcomeNames,
} from "#content/desk/outcomes.ts";
import { languageNames } from "#content/languages.ts";
import { leadFactLabels, leadFieldLabels, leadLanguageWords } from "#content/lead-fields.ts";
import type { ExportQuery } from "#contract/figures.ts";
import { leadFactNames } from "#contract/lead-facts.ts";
import { eachLeadField, leadFieldNames } from "#contract/lead-fields.ts";
import { phoneText } from "#contract/phone.ts";
import type { Bucket } from "#contract/timeliness.ts";
import { dayOf, formatIn } from "#contract/zones.ts";
import { calls, campaigns, clients, inquiries, leads, sources } from "#server/db/schema.ts";
import type { Deps } from "#server/deps.ts";
import { areAlike } from "#server/desk/same-person/another-person.ts";
import { AppError } from "#server/errors.ts";
import { streamCsv } from "#server/http/csv-stream.ts";
import type { SignedInClient } from "#server/http/signed-in.ts";
import { audit } from "#server/records/audit/audit.ts";
import { bucketIn, inquiryOf, isCountedBy } from "./inquiry-filter.ts";

const heads = [
  ...Object.values(exportColumns),
  ...leadFieldNames.map((name) => leadFieldLabels[name]),
  ...leadFactNames.map((name) => leadFactLabels[name]),
  leadLanguageWords.label,
];

/** The batch size. A batch takes about 10 ms, and then other requests can run. */
const rowsAtOnce = 100;

/**
 * Handles `GET /api/leads/export.csv`, newest first. With the filter of a figure, the file has what
 * the figure counts. Without a filter, it has every inquiry in the period, including tests and
 * untimed ones.
 */
export async function exportInquiries(
  deps: Deps,
  client: SignedInClient & { address: string },
  filter: ExportQuery,
): Promise<ReadableStream<Uint8Array>> {
  const { address, accountId, clientId } = client;
  await deps.limits.count("exportPerPractice", clientId);
  const [practice] = await deps.db.select().from(clients).where(eq(clients.id, clientId));
  if (!practice) throw new AppError("not_found");
  await audit(deps, deps.db, {
    action: "leads_exported",
    address,
    accountId,
    clientId,
    detail: Object.fromEntries(Object.entries(filter).map(([name, value]) => [name, `${value}`])),
  });
  const now = deps.now();
  const isMeant = isExportedBy(clientId, filter, now);
  let last: Place | null = null;
  return streamCsv(heads, () => {
    const after = last ? isAfter(last) : undefined;
    // Runs in a queue in which an export that has started always finishes, regardless of how many
    // others are waiting.
    return deps.queues.processor.run(
      clientId,
      async () => {
        const rows = await readRows(deps, clientId, and(isMeant, after), now);
        const end = rows.at(-1)?.inquiry;
        if (end) last = { at: end.submittedAt, id: end.id };
        return rows.map((row) => cellsOf(row, practice.timeZone));
      },
      Number.POSITIVE_INFINITY,
    );
  });
}

export function exportName(now: Date): string {
  return `leads-${dayOf(now)}.csv`;
}

function isExportedBy(clientId: string, filter: ExportQuery, now: Date): SQL | undefined {
  const { from, to, reading, ...parts } = filter;
  if (Object.values(parts).some((part) => part !== undefined)) {
    return isCountedBy(clientId, filter, now);
  }
  const asked = inquiries.submittedAt;
  return and(
    eq(inquiries.clientId, clientId),
    from ? gte(asked, new Date(from)) : undefined,
    to ? lt(asked, new Date(to)) : undefined,
  );
}

type Place = { at: Date; id: string };

function isAfter({ at, id }: Place): SQL {
  return sql`(${inquiries.submittedAt}, ${inquiries.id})
    < (${at.toISOString()}::timestamptz, ${id}::uuid)`;
}

/** The appointment of the lead's last booking; null without a booking or if none was set. */
const appointmentOf = (clientId: string) =>
  sql<Date | null>`(select ${calls.appointmentAt} from ${calls}
  where ${calls.clientId} = ${clientId} and ${calls.leadId} = ${leads.id}
    and ${calls.outcome} = 'booked' and ${calls.voidedAt} is null
  order by ${calls.calledAt} desc limit 1)`.mapWith(calls.appointmentAt);

type Row = Awaited<ReturnType<typeof readRows>>[number];

function readRows({ db }: Deps, clientId: string, where: SQL | undefined, now: Date) {
  return db
    .select({
      inquiry: inquiries,
      wall: bucketIn("wall", now),
      open: bucketIn("open", now),
      campaign: campaigns.name,
      source: sources.name,
      lead: {
        firstName: leads.firstName,
        lastName: leads.lastName,
        email: leads.email,
        phone: leads.phone,
        language: leads.language,
        ...eachLeadField((name) => leads[name]),
        facts: leads.facts,
        state: leads.state,
        attempts: leads.attempts,
        lastOutcome: leads.lastOutcome,
        archiveReason: leads.archiveReason,
        deletedAt: leads.deletedAt,
      },
      appointmentAt: appointmentOf(clientId),
    })
    .from(inquiries)
    .innerJoin(leads, inquiryOf.lead)
    .leftJoin(campaigns, inquiryOf.campaign)
    .leftJoin(sources, inquiryOf.source)
    .where(where)
    .orderBy(desc(inquiries.submittedAt), desc(inquiries.id))
    .limit(rowsAtOnce);
}

function cellsOf(row: Row, timeZone: string): string[] {
  const { inquiry, lead, campaign, source } = row;
  const person = personOf(row);
  const { clockStartedAt, firstCalledAt } = inquiry;
  const waitedMs =
    clockStartedAt && firstCalledAt ? firstCalledAt.getTime() - clockStartedAt.getTime() : null;
  const cells: Record<keyof typeof exportColumns, string> = {
    askedAt: iso(inquiry.submittedAt),
    askedLocally: localText(inquiry.submittedAt, timeZone),
    firstName: person.firstName,
    lastName: person.lastName,
    email: person.email,
    phone: phoneText(person.phone),
    campaign: campaign ?? "",
    source: source ?? "",
    isTest: yesNo(inquiry.isTest),
    hasClock: yesNo(clockStartedAt !== null),
    receivedAt: iso(inquiry.receivedAt),
    firstSeenAt: iso(inquiry.firstSeenAt),
    firstCalledAt: iso(firstCalledAt),
    firstCalledLocally: localText(firstCalledAt, timeZone),
    minutes: waitedMs === null ? "" : minutesText(waitedMs),
    wall: bucketText(row.wall),
    open: bucketText(row.open),
    isEnteredLater: firstCalledAt ? yesNo(inquiry.isFirstCallEnteredLater) : "",
    firstSpokeAt: iso(inquiry.firstSpokeAt),
    firstBookedAt: iso(inquiry.firstBookedAt),
    appointment: localText(row.appointmentAt, timeZone),
    state: leadStateNames[lead.state],
    attempts: String(lead.attempts),
    lastOutcome: resultText(lead),
    archiveReason: lead.archiveReason ?? "",
    isDeleted: yesNo(lead.deletedAt !== null),
    answers: inquiry.answers.map(({ name, values }) => `${name}: ${values.join(", ")}`).join("\n"),
    consent: inquiry.consent ?? "",
    leadId: inquiry.leadId,
    inquiryId: inquiry.id,
  };
  const columns = Object.keys(exportColumns) as (keyof typeof exportColumns)[];
  return [
    ...columns.map((name) => cells[name]),
    ...leadFieldNames.map((name) => lead[name]),
    ...leadFactNames.map((name) => {
      const fact = lead.facts[name];
      return fact ? `${fact.by}, ${fact.at}` : "";
    }),
    lead.language ? languageNames[lead.language] : "",
  ];
}

/**
 * Returns the person of a row: the lead as edited by the practice or, if the inquiry is another
 * person's, the data from that inquiry. A row never mixes the data of two people.
 */
function personOf({ inquiry, lead }: Row) {
  return areAlike(inquiry, lead) ? lead : inquiry;
}

/**
 * Rounds down to hundredths of a minute: 9:59.999 is under ten minutes, so it must not become
 * 10.00.
 */
function minutesText(milliseconds: number): string {
  return (Math.floor(milliseconds / 600) / 100).toFixed(2);
}

function bucketText(bucket: Bucket | null): string {
  if (!bucket) return "";
  return bucket === "other" ? bucketNames.other : `${bucketNames[bucket]} (${bucketSpans[bucket]})`;
}

function iso(moment: Date | null): string {
  return moment?.toISOString() ?? "";
}

function yesNo(is: boolean): string {
  return is ? "yes" : "no";
}

/**
 * Formats a time such as "2026-03-17 08:14:51 EDT", which sorts correctly as text. The time zone
 * distinguishes the two occurrences of an hour that is repeated in the fall.
 */
function localText(moment: Date | null, timeZone: string): string {
  if (!moment) return "";
  const parts = Object.fromEntries(
    formatIn(timeZone, allParts)
      .formatToParts(moment)
      .map(({ type, value }) => [type, value]),
  );
  const { year, month, day, hour, minute, second, timeZoneName } = parts;
  return `${year}-${month}-${day} ${hour}:${minute}:${second} ${timeZoneName}`;
}

const allParts: Intl.DateTimeFormatOptions = {
  ...{ year: "numeric", month: "2-digit", day: "2-digit", hourCycle: "h23" },
  ...{ hour: "2-digit", minute: "2-digit", second: "2-digit", timeZoneName: "short" },
};

type Result = Pick<typeof leads.$inferSelect, "lastOutcome" | "attempts">;

function resultText({ lastOutcome, attempts }: Result): string {
  if (lastOutcome) return outcomeNames[lastOutcome];
  return attempts > 0 ? missingOutcome : "";
}
