// The steps of a lead's rings as entries of its timeline, derived from the rings' stored events, so
// that the timeline and the ring can't contradict each other.
import { createHash } from "node:crypto";
import { and, eq, inArray } from "drizzle-orm";
import { type NotRungReason, notRungReasons, type TimelineEntry } from "#contract/timeline.ts";
import { accounts, inquiries, ringCalls, ringEvents, rings } from "#server/db/schema.ts";
import type { Deps } from "#server/deps.ts";
import { stepsOf } from "#server/desk/phone/ring-steps.ts";
import { toRingEvent } from "./ring-rows.ts";

type RingRow = typeof rings.$inferSelect;

/**
 * Returns the entries of a lead's rings in any order. `inquiryIds`: only the rings about these, or
 * null for all.
 */
export async function listRingEntries(
  { db }: Pick<Deps, "db">,
  clientId: string,
  leadId: string,
  inquiryIds: string[] | null,
): Promise<TimelineEntry[]> {
  const found = await db
    .select()
    .from(rings)
    .where(
      and(
        eq(rings.clientId, clientId),
        eq(rings.leadId, leadId),
        inquiryIds ? inArray(rings.inquiryId, inquiryIds) : undefined,
      ),
    );
  // Most leads have no ring, so that they cost one statement.
  if (found.length === 0) return [];
  const ringIds = found.map(({ id }) => id);
  const events = await db
    .select()
    .from(ringEvents)
    .where(and(eq(ringEvents.clientId, clientId), inArray(ringEvents.ringId, ringIds)));
  const phones = await db
    .select({ ringId: ringCalls.ringId, attempt: ringCalls.attempt, name: ringCalls.name })
    .from(ringCalls)
    .where(and(eq(ringCalls.clientId, clientId), inArray(ringCalls.ringId, ringIds)));
  const asked = await db
    .select({ id: inquiries.id, firstName: inquiries.firstName })
    .from(inquiries)
    .where(
      and(
        eq(inquiries.clientId, clientId),
        inArray(
          inquiries.id,
          found.map(({ inquiryId }) => inquiryId),
        ),
      ),
    );
  const firstNameOf = new Map(asked.map(({ id, firstName }) => [id, firstName]));
  const starters = await namesOf(
    { db },
    found.flatMap(({ startedBy }) => startedBy ?? []),
  );
  const nameOf = new Map(phones.map(({ ringId, attempt, name }) => [`${ringId} ${attempt}`, name]));
  return found.flatMap((ring) => {
    const steps = stepsOf(events.filter(({ ringId }) => ringId === ring.id).map(toRingEvent));
    const firstName = firstNameOf.get(ring.inquiryId) ?? "";
    const stepEntries = steps.map(({ kind, at, attempt, ...more }) =>
      entryOf(ring, kind, at, attempt, {
        ...{ phoneName: nameOf.get(`${ring.id} ${attempt}`) ?? "", ...more },
        ...(kind === "lead_dialed" && { firstName }),
      }),
    );
    // The ring itself is theirs; what follows is the phone's and the line's.
    for (const entry of stepEntries) {
      if (entry.kind === "phone_rang") entry.by = starters.get(ring.startedBy) ?? null;
    }
    return [...stepEntries, ...refusalEntries(ring)];
  });
}

/** Returns the full names of these people by their ids. */
async function namesOf(
  { db }: Pick<Deps, "db">,
  ids: string[],
): Promise<Map<string | null, string>> {
  if (ids.length === 0) return new Map();
  const people = await db.select().from(accounts).where(inArray(accounts.id, ids));
  return new Map(people.map(({ id, firstName, lastName }) => [id, `${firstName} ${lastName}`]));
}

function refusalEntries(ring: RingRow): TimelineEntry[] {
  const why = reasonOf(ring);
  if (!why || !ring.settledAt) return [];
  const data = { why, hasRung: ring.startedAt !== null };
  return [entryOf(ring, "ring_refused", ring.settledAt, 0, data)];
}

/** Returns null if it rang, or if the timeline says why it didn't anyway: someone called. */
function reasonOf({ state, refusal }: RingRow): NotRungReason | null {
  if (state === "dropped") return "busy";
  if (state === "joined") return "joined";
  return notRungReasons.find((reason) => reason === refusal) ?? null;
}

function entryOf(
  { id: ringId }: RingRow,
  kind: TimelineEntry["kind"],
  at: Date,
  attempt: number,
  data: Record<string, unknown>,
): TimelineEntry {
  const _id = stableId(`${ringId} ${kind} ${attempt}`);
  return { _id, at: at.toISOString(), kind, by: null, data: { ringId, ...data } };
}

/** A derived entry has the same id each time, in the format of the stored ones (RFC 9562, 8). */
function stableId(text: string): string {
  const hex = createHash("sha256").update(text).digest("hex");
  const parts = [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`];
  return [...parts, `8${hex.slice(17, 20)}`, hex.slice(20, 32)].join("-");
}
