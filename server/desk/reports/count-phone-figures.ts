// Counts what the rules in phone-figures.ts need, and what a practice used of the provider.
import { and, eq, inArray, isNotNull, isNull, type SQL, sql } from "drizzle-orm";
import type { FigureQuery, PhoneFigures, RingFigures, TextFigures } from "#contract/figures.ts";
import { type PhoneUsage, usageMonths } from "#contract/rings.ts";
import type { TextState } from "#contract/texts.ts";
import { lateAfterMinutes } from "#contract/timeliness.ts";
import { dayIn } from "#contract/zones.ts";
import { isMadeCall } from "#server/db/made-call.ts";
import {
  calls,
  clients,
  inquiries,
  leads,
  ringEvents,
  rings,
  textStops,
  texts,
} from "#server/db/schema.ts";
import type { Deps } from "#server/deps.ts";
import { hashTextNumber } from "#server/desk/phone/text-stops.ts";
import { readOpenHours } from "#server/people/open-hours.ts";
import { answerDueAt, firstCallsOf, textFiguresOf, type WaitCount } from "./phone-figures.ts";
import { callByKey, isCompared, isConversation, ringOfInquiry } from "./phone-inquiries.ts";

type Tools = Pick<Deps, "db" | "now" | "voice" | "config">;
type Asked = Pick<FigureQuery, "from" | "to" | "campaign">;

/** Handles `GET /api/leads/figures/phone`. The counting mode makes no difference. */
export async function countPhoneFigures(
  deps: Tools,
  clientId: string,
  asked: Asked,
): Promise<PhoneFigures> {
  const hasRings = deps.voice && (await isAny(deps, rings, clientId, isNull(rings.startedBy)));
  const hasTexts = await isAny(deps, texts, clientId);
  return {
    ring: hasRings ? await countRings(deps, clientId, asked) : null,
    texts: hasTexts ? await countTexts(deps, clientId, asked) : null,
  };
}

async function isAny(
  { db }: Pick<Deps, "db">,
  table: typeof rings | typeof texts,
  clientId: string,
  condition?: SQL,
): Promise<boolean> {
  const found = await db
    .select({ id: table.id })
    .from(table)
    .where(and(eq(table.clientId, clientId), condition))
    .limit(1);
  return found.length > 0;
}

async function countRings(
  { db, now }: Tools,
  clientId: string,
  asked: Asked,
): Promise<RingFigures> {
  const isAsked = and(
    ...[eq(inquiries.clientId, clientId), isNotNull(inquiries.clockStartedAt)],
    isIn(inquiries.clockStartedAt, asked),
    asked.campaign ? eq(inquiries.campaignId, asked.campaign) : undefined,
  );
  const isOn = sql<boolean>`${rings.id} is not null`;
  const isCalled = sql<boolean>`${inquiries.firstCalledAt} is not null`;
  const at = sql`coalesce(${inquiries.firstCalledAt}, ${now().toISOString()}::timestamptz)`;
  const minute = sql<number>`least(${sql.raw(String(lateAfterMinutes))},
    floor(extract(epoch from ${at} - ${inquiries.clockStartedAt}) / 60))`.mapWith(Number);
  const counts = await db
    .select({ isOn, isCalled, minute, inquiries: sql<number>`count(*)`.mapWith(Number) })
    .from(inquiries)
    .leftJoin(rings, ringOfInquiry(clientId))
    .where(and(isAsked, isCompared))
    .groupBy(sql`1, 2, 3`);
  const [byKey = { firstCalls: 0, reached: 0 }] = await db
    .select({
      firstCalls: sql<number>`count(*)`.mapWith(Number),
      reached: sql<number>`count(*) filter (where ${isConversation})`.mapWith(Number),
    })
    .from(inquiries)
    .innerJoin(calls, callByKey(clientId))
    .where(isAsked);
  const group = (isWanted: boolean): WaitCount[] => counts.filter((one) => one.isOn === isWanted);
  return { on: firstCallsOf(group(true)), off: firstCallsOf(group(false)), ...byKey };
}

/** A text that failed, or may not have been sent, answers nobody. */
const answeringStates: TextState[] = ["accepted", "sent", "delivered"];

async function countTexts(
  { db, now, config }: Tools,
  clientId: string,
  asked: Asked,
): Promise<TextFigures> {
  // An erased person's texts keep their lead, but not their number. A merge joins no conversations.
  const thread = sql`coalesce(${texts.mergedFrom}::text, ${texts.leadId}::text, ${texts.phone})`;
  const first = db
    .selectDistinctOn([thread], {
      leadId: texts.leadId,
      phone: texts.phone,
      askedAt: texts.createdAt,
    })
    .from(texts)
    .where(
      and(
        ...[eq(texts.clientId, clientId), eq(texts.direction, "in")],
        sql`${thread} <> ''`,
        isIn(texts.createdAt, asked),
        asked.campaign ? inArray(texts.leadId, leadsOf(db, clientId, asked.campaign)) : undefined,
      ),
    )
    .orderBy(thread, texts.createdAt)
    .as("first");
  // Written out, because drizzle would name these columns like those of `texts`.
  const [askedAt, leadId, phone] = [
    sql`"first".created_at`,
    sql`"first".lead_id`,
    sql`"first".phone`,
  ];
  const textAt = sql`(
    select min(${texts.createdAt}) from ${texts}
    where ${texts.clientId} = ${clientId} and ${texts.direction} = 'out'
      and ${texts.accountId} is not null and ${inArray(texts.state, answeringStates)}
      and ${texts.createdAt} > ${askedAt}
      and (${texts.leadId} = ${leadId}
        or (${leadId} is null and ${texts.leadId} is null and ${texts.phone} = ${phone})))`;
  // A call that is entered later counts from when it was entered, so that no text is answered after
  // the fact.
  const madeAt = sql`case when ${calls.isEnteredLater} then ${calls.recordedAt} else ${calls.calledAt} end`;
  const callAt = sql`(
    select min(${madeAt}) from ${calls}
    where ${calls.clientId} = ${clientId} and ${calls.leadId} = ${leadId}
      and ${isMadeCall} and ${madeAt} > ${askedAt})`;
  const rows = await db
    .select({
      ...{ phone: first.phone, askedAt: first.askedAt },
      answeredAt: sql<Date | null>`least(${textAt}, ${callAt})`.mapWith(texts.createdAt),
    })
    .from(first);
  if (rows.length === 0) return textFiguresOf([], now());
  const hoursAt = await readOpenHours(
    { db },
    clientId,
    rows.map(({ askedAt }) => askedAt),
  );
  const stops = await db.select().from(textStops).where(eq(textStops.clientId, clientId));
  const stopOf = new Map(stops.map((stop) => [stop.numberHash, stop]));
  const conversations = rows.map(({ phone, askedAt, answeredAt }) => {
    const stop = phone ? stopOf.get(hashTextNumber(config, clientId, phone)) : undefined;
    const isAllowed = stop?.allowedAt && stop.allowedAt <= askedAt;
    const stoppedAt = stop && !isAllowed ? stop.stoppedAt : null;
    return { askedAt, answeredAt, stoppedAt, dueAt: answerDueAt(askedAt, hoursAt(askedAt)) };
  });
  return textFiguresOf(conversations, now());
}

function leadsOf(db: Tools["db"], clientId: string, campaignId: string) {
  return db
    .select({ id: leads.id })
    .from(leads)
    .where(and(eq(leads.clientId, clientId), eq(leads.campaignId, campaignId)));
}

function isIn(
  column: typeof inquiries.clockStartedAt | typeof texts.createdAt,
  { from, to }: Asked,
): SQL | undefined {
  return and(
    from ? sql`${column} >= ${from}::timestamptz` : undefined,
    to ? sql`${column} < ${to}::timestamptz` : undefined,
  );
}

/**
 * Returns the months with any use, newest first. The lines' lengths are the provider's; an erased
 * lead's calls to the practice's phones no longer count. Alerts and calls with a code don't count.
 */
export async function countPhoneUsage(
  { db, now }: Pick<Deps, "db" | "now">,
  clientId: string,
): Promise<PhoneUsage[]> {
  const [practice] = await db
    .select({ timeZone: clients.timeZone })
    .from(clients)
    .where(eq(clients.id, clientId));
  if (!practice) throw new Error("The practice is gone");
  const { timeZone } = practice;
  const thisMonth = `${dayIn(now(), timeZone).slice(0, 7)}-01`;
  const since = sql`(${thisMonth}::date - make_interval(months => ${sql.raw(String(usageMonths - 1))}))
    at time zone ${timeZone}`;
  const { rows } = await db.execute<PhoneUsage>(sql`
    with used as (
      select answered_at as at, ceil(extract(epoch from ended_at - answered_at) / 60) as minutes,
        0 as segments
      from (
        select min(at) filter (where kind = 'answered') as answered_at,
          min(at) filter (where kind = 'ended') as ended_at
        from ${ringEvents}
        where client_id = ${clientId} and kind in ('answered', 'ended')
        group by ring_id, attempt
      ) as lines
      where ended_at > answered_at and answered_at >= ${since}
      union all
      select called_at, ceil(line_seconds / 60.0), 0 from ${calls}
      where client_id = ${clientId} and ring_id is not null and line_seconds > 0
        and called_at >= ${since}
      union all
      select created_at, 0, segments from ${texts}
      where client_id = ${clientId} and (direction = 'in' or sid is not null)
        and created_at >= ${since}
    )
    select to_char(at at time zone ${timeZone}, 'YYYY-MM') as month,
      sum(minutes)::int as minutes, sum(segments)::int as segments
    from used group by 1 order by 1 desc`);
  return rows;
}
