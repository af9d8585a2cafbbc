// A practice's own number: its phones are called from it, and its leads see it. The owner buys it
// from the provider and enters it here.
import { and, eq, isNotNull, isNull } from "drizzle-orm";
import { callFallback } from "#content/call-fallback.ts";
import type { PracticeNumber, PracticeRings } from "#contract/rings.ts";
import { isTaken } from "#server/db/is-taken.ts";
import { isRealPractice } from "#server/db/real-practices.ts";
import { clients, officePhones } from "#server/db/schema.ts";
import type { Deps } from "#server/deps.ts";
import { judgeNumber } from "#server/desk/phone/dialed-number.ts";
import { readPhone } from "#server/desk/phone/phone.ts";
import { AppError } from "#server/errors.ts";
import type { SignedInAdmin, Visitor } from "#server/http/signed-in.ts";
import { writeTwiml } from "#server/outside/twiml.ts";
import { audit, changesDetail, changesIn } from "#server/records/audit/audit.ts";

/**
 * Sets a practice's number, or removes it, which turns its rings and texts off. Idempotent. Throws `not_found`,
 * and `invalid` for a number outside the US or of another practice.
 */
export async function setPracticeNumber(
  deps: Deps,
  { address }: Visitor,
  { accountId }: SignedInAdmin,
  clientId: string,
  { phoneNumber: typed }: PracticeNumber,
): Promise<PracticeRings> {
  const phoneNumber = typed === null ? null : readUsNumber(typed);
  try {
    await deps.db.transaction(async (tx) => {
      const isThis = and(eq(clients.id, clientId), isRealPractice);
      const [before] = await tx
        .select({
          phoneNumber: clients.phoneNumber,
          formerPhoneNumbers: clients.formerPhoneNumbers,
          textsOnAt: clients.textsOnAt,
        })
        .from(clients)
        .where(isThis)
        .for("no key update");
      if (!before) throw new AppError("not_found");
      if (before.phoneNumber === phoneNumber) return;
      const former = [...before.formerPhoneNumbers, before.phoneNumber ?? []].flat();
      await tx
        .update(clients)
        .set({
          ...{ phoneNumber, formerPhoneNumbers: [...new Set(former)] },
          ...(phoneNumber === null && { ringsOnAt: null, textsOnAt: null }),
        })
        .where(isThis);
      const changes = changesIn({ phoneNumber: before.phoneNumber }, { phoneNumber });
      const isTurnedOff = phoneNumber === null && before.textsOnAt !== null;
      const off = isTurnedOff ? changesIn({ textsToLeads: "on" }, { textsToLeads: null }) : [];
      const detail = changesDetail([...changes, ...off]);
      const action = "practice_number_changed";
      await audit(deps, tx, { action, accountId, clientId, address, detail });
    });
  } catch (error) {
    if (!isTaken(error)) throw error;
    throw new AppError("invalid", { fields: { phoneNumber: "number_taken" } });
  }
  return ringsOf(deps, clientId);
}

/** Returns a practice's number, its phones that can ring, and whether they do. */
export async function ringsOf(
  { config: { origin }, db, voice }: Pick<Deps, "config" | "db" | "voice">,
  clientId: string,
): Promise<PracticeRings> {
  const [practice] = await db
    .select({ phoneNumber: clients.phoneNumber, ringsOnAt: clients.ringsOnAt })
    .from(clients)
    .where(eq(clients.id, clientId));
  if (!practice) throw new AppError("not_found");
  const confirmedPhones = await db.$count(
    officePhones,
    and(
      ...[eq(officePhones.clientId, clientId), isNull(officePhones.endedAt)],
      ...[isNotNull(officePhones.confirmedAt), isNull(officePhones.problem)],
    ),
  );
  const { phoneNumber, ringsOnAt } = practice;
  const urls = { calls: `${origin}/api/voice/incoming`, texts: `${origin}/api/texts/inbound` };
  return {
    ...{ hasCalls: voice !== null, urls, fallback, phoneNumber, confirmedPhones },
    isOn: ringsOnAt !== null,
  };
}

/** In both languages, because it answers for all practices. It apologizes and connects nobody. */
const fallback = writeTwiml([{ say: callFallback.en }, { saySpanish: callFallback.es }]);

function readUsNumber(typed: string): string {
  const { text } = readPhone(typed);
  if (judgeNumber(text, ["US"])) {
    throw new AppError("invalid", { fields: { phoneNumber: "not_a_phone" } });
  }
  return text;
}
