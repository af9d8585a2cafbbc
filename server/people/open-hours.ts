// A practice's business hours, versioned: a change is a new row with a start time, and a clock uses
// the hours that were in effect when it started.
import { and, desc, eq, gte, inArray, lt, lte, max, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import {
  type OpenHours,
  type OpenHoursChange,
  openMinutesPerWeek,
  usualWeek,
} from "#contract/open-hours.ts";
import type { Database, Transaction } from "#server/db/database.ts";
import { clients, openHours } from "#server/db/schema.ts";
import type { Deps } from "#server/deps.ts";
import { AppError } from "#server/errors.ts";
import type { SignedInClient, Visitor } from "#server/http/signed-in.ts";
import { audit, changesDetail, changesIn } from "#server/records/audit/audit.ts";
import { hoursTexts } from "#server/records/audit/hours-texts.ts";

/** Returns the hours in effect at a given moment; the default hours before the first change. */
export async function getOpenHours(
  deps: { db: Database | Transaction },
  clientId: string,
  at: Date,
): Promise<OpenHours> {
  const hoursAt = await readOpenHours(deps, clientId, [at]);
  return hoursAt(at);
}

/** Returns the hours in effect at several moments, read together. */
export async function readOpenHours(
  { db }: { db: Database | Transaction },
  clientId: string,
  moments: Date[],
): Promise<(at: Date) => OpenHours> {
  const times = moments.map((at) => at.getTime());
  const [first, last] = [new Date(Math.min(...times)), new Date(Math.max(...times))];
  const older = alias(openHours, "older");
  const inForceAtFirst = db
    .select({ from: max(older.inForceFrom) })
    .from(older)
    .where(and(eq(older.clientId, clientId), lte(older.inForceFrom, first)));
  const rows = await db
    .select()
    .from(openHours)
    .where(
      and(
        eq(openHours.clientId, clientId),
        lte(openHours.inForceFrom, last),
        gte(openHours.inForceFrom, sql`coalesce((${inForceAtFirst}), '-infinity')`),
      ),
    )
    .orderBy(desc(openHours.inForceFrom));
  const known = rows.map((row) => ({ inForceFrom: row.inForceFrom, hours: inEffect(row) }));
  const find = (at: Date) => known.find(({ inForceFrom }) => inForceFrom <= at)?.hours;
  if (find(first)) return (at) => find(at) as OpenHours;
  const [client] = await db.select().from(clients).where(eq(clients.id, clientId));
  if (!client) throw new AppError("not_found");
  return (at) => find(at) ?? usual(client.timeZone);
}

/** Returns the fewest weekly business hours that were in effect at any moment of a period. */
export async function fewestOpenHours(
  { db }: { db: Database },
  clientId: string,
  { from, to }: { from?: string | undefined; to?: string | undefined },
): Promise<number> {
  const rows = await db
    .select({ week: openHours.week, inForceFrom: openHours.inForceFrom })
    .from(openHours)
    .where(
      and(
        eq(openHours.clientId, clientId),
        to === undefined ? undefined : lt(openHours.inForceFrom, new Date(to)),
      ),
    )
    .orderBy(desc(openHours.inForceFrom));
  const begin = from === undefined ? Number.NEGATIVE_INFINITY : Date.parse(from);
  const atBegin = rows.findIndex(({ inForceFrom }) => inForceFrom.getTime() <= begin);
  const inEffect = atBegin === -1 ? rows : rows.slice(0, atBegin + 1);
  const weeks = inEffect.length > 0 ? inEffect.map(({ week }) => week) : [usualWeek];
  return Math.min(...weeks.map(openMinutesPerWeek)) / 60;
}

/** Returns the hours of several practices in effect at a given moment. */
export async function listOpenHours(
  { db }: { db: Database | Transaction },
  clientIds: string[],
  at: Date,
): Promise<Map<string, OpenHours>> {
  const rows = await db
    .selectDistinctOn([openHours.clientId])
    .from(openHours)
    .where(and(inArray(openHours.clientId, clientIds), lte(openHours.inForceFrom, at)))
    .orderBy(openHours.clientId, desc(openHours.inForceFrom));
  const inForce = new Map(rows.map((row) => [row.clientId, inEffect(row)]));
  const practices = await db
    .select({ id: clients.id, timeZone: clients.timeZone })
    .from(clients)
    .where(inArray(clients.id, clientIds));
  return new Map(practices.map(({ id, timeZone }) => [id, inForce.get(id) ?? usual(timeZone)]));
}

type Row = typeof openHours.$inferSelect;

function inEffect({ timeZone, week, holidays, inForceFrom, isConfirmed }: Row): OpenHours {
  return { timeZone, week, holidays, inForceSince: inForceFrom.toISOString(), isConfirmed };
}

/** Returns the default hours, before a practice's first change. */
function usual(timeZone: string): OpenHours {
  return { timeZone, week: usualWeek, holidays: [], inForceSince: null, isConfirmed: false };
}

/** `isOwner`: an owner sets the hours, so no one at the practice has confirmed them. */
export type HoursEditor = SignedInClient & { isOwner?: boolean };

/**
 * Handles `PUT /api/clients/me/hours`. Throws `stale` when the hours have changed since they were
 * read.
 */
export async function changeOpenHours(
  deps: Deps,
  visitor: Visitor,
  client: SignedInClient,
  change: OpenHoursChange,
): Promise<OpenHours> {
  await deps.db.transaction((tx) => setOpenHours(deps, tx, visitor, client, change));
  return getOpenHours(deps, client.clientId, deps.now());
}

/**
 * Works like `changeOpenHours`, in a transaction. A week alone keeps the time zone and the
 * holidays.
 */
export async function setOpenHours(
  deps: Pick<Deps, "now">,
  tx: Transaction,
  { address }: Pick<Visitor, "address">,
  { accountId, clientId, isOwner = false }: HoursEditor,
  change: Pick<OpenHoursChange, "week"> & Partial<OpenHoursChange>,
): Promise<void> {
  const [practice] = await tx
    .select()
    .from(clients)
    .where(eq(clients.id, clientId))
    .for("no key update");
  if (!practice) throw new AppError("not_found");
  const before = await getOpenHours({ db: tx }, clientId, deps.now());
  const { week, timeZone = before.timeZone, inForceSince } = change;
  if (inForceSince !== undefined && !isSameMoment(inForceSince, before.inForceSince)) {
    throw new AppError("stale");
  }
  const holidays = (change.holidays ?? before.holidays).toSorted((a, b) =>
    a.date < b.date ? -1 : 1,
  );
  const values = { timeZone, week, holidays, isConfirmed: !isOwner };
  const past = await tx.$count(openHours, eq(openHours.clientId, clientId));
  if (past === 0) {
    // Also stores the hours in effect until now, with the time zone that is about to be replaced.
    await tx.insert(openHours).values({
      clientId,
      inForceFrom: new Date(0),
      timeZone: practice.timeZone,
      week: usualWeek,
      holidays: [],
      isConfirmed: false,
    });
  }
  await tx
    .insert(openHours)
    .values({ clientId, inForceFrom: deps.now(), ...values })
    .onConflictDoUpdate({ target: [openHours.clientId, openHours.inForceFrom], set: values });
  await tx.update(clients).set({ timeZone }).where(eq(clients.id, clientId));
  const detail = changesDetail(changesIn(hoursTexts(before), hoursTexts(values)));
  await audit(deps, tx, { action: "hours_changed", accountId, clientId, address, detail });
}

function isSameMoment(one: string | null, other: string | null): boolean {
  if (one === null || other === null) return one === other;
  return Date.parse(one) === Date.parse(other);
}
