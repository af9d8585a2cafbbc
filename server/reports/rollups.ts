// The rollups behind the figures and the queue's total. Counting rows gets slower the more a
// practice has; rollups are updated in the same transaction that changes what they count.
import { and, eq, isNull, sql } from "drizzle-orm";
import { type Bucket, bucketOf } from "#contract/timeliness.ts";
import { dayOf } from "#server/clock/period.ts";
import type { Transaction } from "#server/db/database.ts";
import { figureRollups, type inquiries, type leads, queueRollups } from "#server/db/schema.ts";

type Lead = typeof leads.$inferSelect;
type Inquiry = typeof inquiries.$inferSelect;

/** Everything that is counted of one lead, at one point in time. */
export type Counted = {
  lead: Pick<
    Lead,
    | "isCounted"
    | "erasedAt"
    | "isTest"
    | "state"
    | "startedAt"
    | "uncalledSince"
    | "campaignId"
    | "bookedAt"
    | "callBackAt"
  >;
  inquiries: Pick<
    Inquiry,
    | "clockStartedAt"
    | "firstCalledAt"
    | "isFirstCallEnteredLater"
    | "openOnTimeUntil"
    | "openLateAt"
    | "campaignId"
  >[];
};

/** Subtracts the previous counts and adds the new ones. */
export async function updateRollups(
  tx: Transaction,
  clientId: string,
  before: Counted,
  after: Counted,
): Promise<void> {
  for (const change of changesBetween(figureEntriesOf(before), figureEntriesOf(after))) {
    await addToFigures(tx, clientId, change);
  }
  for (const change of changesBetween(queueEntriesOf(before), queueEntriesOf(after))) {
    await addToQueue(tx, clientId, change);
  }
}

const figureNames = [
  "leads",
  "customers",
  "lt10",
  "lt60",
  "other",
  "openLt10",
  "openLt60",
  "openOther",
  "enteredLater",
] as const;
const queueNames = ["leads", "uncalled", "archived"] as const;
type FigureName = (typeof figureNames)[number];
type QueueName = (typeof queueNames)[number];

/** The counters to increment, and their key. */
type Entry<Key, Name extends string> = { key: Key; names: Name[] };
type Change<Key, Name extends string> = { key: Key; added: { [name in Name]?: number } };
type FigureKey = { day: string; campaignId: string | null };
type QueueKey = { dueOn: string | null };

/** A lead counts once, by its newest clock; each called inquiry counts by its own clock. */
function figureEntriesOf({ lead, inquiries }: Counted): Entry<FigureKey, FigureName>[] {
  const key = { day: dayOf(lead.startedAt), campaignId: lead.campaignId };
  const names: FigureName[] = lead.bookedAt ? ["leads", "customers"] : ["leads"];
  return [
    ...(lead.isCounted && !lead.isTest ? [{ key, names }] : []),
    ...inquiries.flatMap(({ clockStartedAt, firstCalledAt, campaignId, ...inquiry }) =>
      clockStartedAt && firstCalledAt
        ? [
            {
              key: { day: dayOf(clockStartedAt), campaignId },
              names: countersOf({ ...inquiry, clockStartedAt, firstCalledAt }),
            },
          ]
        : [],
    ),
  ];
}

const openNames = { lt10: "openLt10", lt60: "openLt60", other: "openOther" } as const;

function countersOf(inquiry: {
  clockStartedAt: Date;
  firstCalledAt: Date;
  openOnTimeUntil: Date | null;
  openLateAt: Date | null;
  isFirstCallEnteredLater: boolean;
}): FigureName[] {
  const { clockStartedAt, firstCalledAt, openOnTimeUntil, openLateAt } = inquiry;
  return [
    bucketOf(firstCalledAt.getTime() - clockStartedAt.getTime()),
    openNames[openBucketOf(firstCalledAt, openOnTimeUntil, openLateAt)],
    ...(inquiry.isFirstCallEnteredLater ? (["enteredLater"] as const) : []),
  ];
}

/** Without limits nothing is late. */
export function openBucketOf(
  calledAt: Date,
  onTimeUntil: Date | null,
  lateAt: Date | null,
): Bucket {
  if (!onTimeUntil || calledAt < onTimeUntil) return "lt10";
  return !lateAt || calledAt < lateAt ? "lt60" : "other";
}

/** Figures count an erased lead as before; the lists no longer contain it. */
function queueEntriesOf({ lead }: Counted): Entry<QueueKey, QueueName>[] {
  if (!lead.isCounted || lead.erasedAt) return [];
  const names: QueueName[] = lead.uncalledSince ? ["leads", "uncalled"] : ["leads"];
  if (lead.state === "new") return [{ key: { dueOn: null }, names }];
  if (lead.state === "archived") return [{ key: { dueOn: null }, names: ["archived"] }];
  if (lead.state !== "callback" || !lead.callBackAt) return [];
  return [{ key: { dueOn: dayOf(lead.callBackAt) }, names: ["leads"] }];
}

function changesBetween<Key, Name extends string>(
  before: Entry<Key, Name>[],
  after: Entry<Key, Name>[],
): Change<Key, Name>[] {
  const changes = new Map<string, Change<Key, Name>>();
  const add = ({ key, names }: Entry<Key, Name>, count: number) => {
    const text = JSON.stringify(key);
    const change: Change<Key, Name> = changes.get(text) ?? { key, added: {} };
    for (const name of names) change.added[name] = (change.added[name] ?? 0) + count;
    changes.set(text, change);
  };
  for (const entry of before) add(entry, -1);
  for (const entry of after) add(entry, 1);
  return [...changes.values()].filter(({ added }) => Object.values(added).some(Boolean));
}

// A row that another transaction has locked is skipped (`skip locked`) and a new row is started:
// nothing waits, so intakes do not serialize and cannot deadlock.

async function addToFigures(
  tx: Transaction,
  clientId: string,
  { key, added }: Change<FigureKey, FigureName>,
) {
  const rollup = figureRollups;
  const free = tx
    .select({ id: rollup.id })
    .from(rollup)
    .where(
      and(
        eq(rollup.clientId, clientId),
        eq(rollup.day, key.day),
        key.campaignId ? eq(rollup.campaignId, key.campaignId) : isNull(rollup.campaignId),
      ),
    )
    .limit(1)
    .for("update", { skipLocked: true });
  const kept = await tx
    .update(rollup)
    .set(mapNames(figureNames, (name) => sql`${rollup[name]} + ${added[name] ?? 0}`))
    .where(and(eq(rollup.clientId, clientId), eq(rollup.id, sql`(${free})`)))
    .returning({ id: rollup.id });
  if (kept.length > 0) return;
  const begun = mapNames(figureNames, (name) => added[name] ?? 0);
  await tx.insert(rollup).values({ clientId, ...key, ...begun });
}

async function addToQueue(
  tx: Transaction,
  clientId: string,
  { key, added }: Change<QueueKey, QueueName>,
) {
  const rollup = queueRollups;
  const free = tx
    .select({ id: rollup.id })
    .from(rollup)
    .where(
      and(
        eq(rollup.clientId, clientId),
        key.dueOn ? eq(rollup.dueOn, key.dueOn) : isNull(rollup.dueOn),
      ),
    )
    .limit(1)
    .for("update", { skipLocked: true });
  const kept = await tx
    .update(rollup)
    .set(mapNames(queueNames, (name) => sql`${rollup[name]} + ${added[name] ?? 0}`))
    .where(and(eq(rollup.clientId, clientId), eq(rollup.id, sql`(${free})`)))
    .returning({ id: rollup.id });
  if (kept.length > 0) return;
  const begun = mapNames(queueNames, (name) => added[name] ?? 0);
  await tx.insert(rollup).values({ clientId, ...key, ...begun });
}

function mapNames<Name extends string, Value>(
  names: readonly Name[],
  make: (name: Name) => Value,
): Record<Name, Value> {
  return Object.fromEntries(names.map((name) => [name, make(name)])) as Record<Name, Value>;
}
