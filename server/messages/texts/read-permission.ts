// Reads what decides whether a lead may be texted: see text-permission.ts.
import { and, desc, eq, isNotNull } from "drizzle-orm";
import type { TextRefusal } from "#contract/texts.ts";
import type { Database, Transaction } from "#server/db/database.ts";
import { clients, inquiries, leads, texts } from "#server/db/schema.ts";
import type { Deps } from "#server/deps.ts";
import { leadColumnsOf, toLead } from "#server/desk/leads/lead-rows.ts";
import { findTextStop } from "#server/desk/phone/text-stops.ts";
import { AppError } from "#server/errors.ts";
import { isWorking } from "#server/people/practice-of-number.ts";
import { areTextsOn } from "#server/people/practice-texts.ts";
import { judgeText } from "./text-permission.ts";

/** Nobody agrees more often. */
const maxConsents = 100;

type Tools = Pick<Deps, "config" | "now" | "texts"> & { db: Database | Transaction };
export type TextPermission = {
  refusal: TextRefusal | null;
  /** The lead's number. */
  phone: string;
  /** The practice's own number, or empty. */
  from: string;
};

/**
 * Returns whether a lead may be texted now. `hasCalled`: the text answers the lead's own call. Throws
 * `not_found` for another practice's lead.
 */
export async function readTextPermission(
  deps: Tools,
  clientId: string,
  leadId: string,
  { hasCalled = false }: { hasCalled?: boolean } = {},
): Promise<TextPermission> {
  const [row] = await deps.db
    .select(leadColumnsOf(clientId))
    .from(leads)
    .where(and(eq(leads.clientId, clientId), eq(leads.id, leadId)));
  const [practice] = await deps.db.select().from(clients).where(eq(clients.id, clientId));
  if (!row || row.lead.deletedAt || !practice) throw new AppError("not_found");
  const lead = toLead(row);
  const { phone } = lead;
  const isThisNumber = and(eq(texts.clientId, clientId), eq(texts.phone, phone));
  const consents = await deps.db
    .select({ phone: inquiries.phone, consent: inquiries.consent })
    .from(inquiries)
    .where(
      and(
        ...[eq(inquiries.clientId, clientId), eq(inquiries.leadId, leadId)],
        ...[eq(inquiries.phone, phone), isNotNull(inquiries.consent)],
      ),
    )
    .orderBy(desc(inquiries.submittedAt))
    .limit(maxConsents);
  const [theirLast] = await deps.db
    .select({ at: texts.createdAt })
    .from(texts)
    .where(and(isThisNumber, eq(texts.direction, "in")))
    .orderBy(desc(texts.createdAt))
    .limit(1);
  const [rejected] = await deps.db
    .select({ id: texts.id })
    .from(texts)
    .where(and(isThisNumber, eq(texts.problem, "number")))
    .limit(1);
  const stop = await findTextStop(deps, clientId, phone);
  const refusal = judgeText(
    {
      practice: {
        isOn: areTextsOn(deps, practice) && isWorking(practice),
        timeZone: practice.timeZone,
      },
      ...{ lead, consents, theirLastAt: theirLast?.at ?? null, hasCalled },
      isStopped: stop !== null && stop.allowedAt === null,
      isNumberRejected: rejected !== undefined,
    },
    deps.now(),
  );
  return { refusal, phone, from: practice.phoneNumber ?? "" };
}
