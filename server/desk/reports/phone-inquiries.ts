// Conditions for the inquiries that the figures of office phones count. Decision 118 has the cases.
import { and, eq, gte, inArray, isNotNull, isNull, not, or, type SQL, sql } from "drizzle-orm";
import { spokenOutcomes } from "#contract/call-outcomes.ts";
import type { PhonePart } from "#contract/figures.ts";
import { onTimeMinutes } from "#contract/timeliness.ts";
import { calls, inquiries, rings } from "#server/db/schema.ts";
import { minutes } from "#server/desk/clock/time-limits.ts";

const soon = sql`${inquiries.clockStartedAt} + ${minutes(onTimeMinutes)}`;

/**
 * It came while the practice was open for ten more minutes, and wasn't found much later, so that
 * someone could have called at once, whether or not phones were ringing.
 */
export const isCompared = and(
  sql`${inquiries.openOnTimeUntil} = ${soon}`,
  sql`${inquiries.receivedAt} <= ${soon}`,
);

/** The ring that was stored with the inquiry if the phones were to ring for it: see `scheduleRings`. */
export function ringOfInquiry(clientId: string): SQL | undefined {
  return and(
    ...[eq(rings.clientId, clientId), eq(rings.inquiryId, inquiries.id)],
    isNull(rings.startedBy),
  );
}

/**
 * The inquiry's first call, if a key connected it. A person, and not a ringing phone, decided to make
 * the calls that were started from the screen.
 */
export function callByKey(clientId: string): SQL | undefined {
  const isStarted = and(
    ...[eq(rings.clientId, clientId), eq(rings.id, calls.ringId)],
    isNotNull(rings.startedBy),
  );
  return and(
    ...[eq(calls.clientId, clientId), eq(calls.leadId, inquiries.leadId)],
    ...[eq(calls.calledAt, inquiries.firstCalledAt), isNull(calls.voidedAt)],
    ...[isNotNull(calls.ringId), sql`not exists (select from ${rings} where ${isStarted})`],
  );
}

/** A shorter line is a hang-up or a voicemail's greeting, whatever its result says. */
const shortestTalkSeconds = 15;

/** Whether a key's call was a conversation. The line counts until the provider reports its length. */
export const isConversation = and(
  inArray(calls.outcome, spokenOutcomes),
  or(isNull(calls.lineSeconds), gte(calls.lineSeconds, shortestTalkSeconds)),
);

/** Returns the condition for the inquiries behind one of these figures. */
export function isOfPhones(clientId: string, part: PhonePart): SQL | undefined {
  const isOn = sql`exists (select from ${rings} where ${ringOfInquiry(clientId)})`;
  const isReached = and(callByKey(clientId), isConversation);
  const conditions: Record<PhonePart, SQL | undefined> = {
    on: and(isCompared, isOn),
    off: and(isCompared, not(isOn)),
    reached: sql`exists (select from ${calls} where ${isReached})`,
  };
  return conditions[part];
}
