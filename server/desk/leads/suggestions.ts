// Finds the practice's leads that may be the same person by index lookups; likeness.ts compares
// them. A person decides about every merge.
import { and, desc, eq, isNotNull, sql } from "drizzle-orm";
import { dayMs } from "#contract/durations.ts";
import {
  duplicateReasons,
  type OpenMerge,
  type Suggestion,
  undoMergeDays,
} from "#contract/merges.ts";
import type { Database } from "#server/db/database.ts";
import { differentPeople, inquiries, leadMerges, leads } from "#server/db/schema.ts";
import { readPhone } from "#server/desk/phone/phone.ts";
import { type Likeness, nameKey, reasonsFor } from "#server/desk/same-person/likeness.ts";

type Lead = typeof leads.$inferSelect;
type Asked = Pick<typeof inquiries.$inferSelect, "phone" | "email" | "answers">;

/** How many suggestions the page shows. A longer list wouldn't help. */
const maxShown = 3;
/**
 * How many leads are compared: with the same name, and in all; and how many of a lead's newest
 * inquiries.
 */
const limits = { ofName: 50, all: 100, inquiries: 20 } as const;

/** Returns suggestions, the most likely first. `asked` are the newest inquiries of the lead. */
export async function findSuggestions(
  db: Pick<Database, "execute">,
  lead: Lead,
  asked: Asked[],
): Promise<Suggestion[]> {
  // Test leads are left out, because they all have the same made-up person.
  if (lead.isTest) return [];
  const mine = likenessOf(lead, asked);
  const candidates = await readCandidates(db, lead, mine);
  return candidates
    .map((one) => ({ one, reasons: reasonsFor(mine, likenessOf(one, one.asked)) }))
    .filter(({ reasons }) => reasons.length > 0)
    .toSorted((a, b) => strengthOf(b.reasons) - strengthOf(a.reasons))
    .slice(0, maxShown)
    .map(({ one: { id, firstName, lastName, email, phone }, reasons }) => ({
      ...{ _id: id, firstName, lastName, email, phone, reasons },
    }));
}

/** Ranks by the strongest reason, then by the number of reasons. */
function strengthOf(reasons: Suggestion["reasons"]): number {
  const best = Math.min(...reasons.map((reason) => duplicateReasons.indexOf(reason)));
  return reasons.length - best * duplicateReasons.length;
}

type Known = Pick<Lead, "firstName" | "lastName" | "phone" | "isPhoneValid" | "email">;

function likenessOf(lead: Known, asked: Asked[]): Likeness {
  const { firstName, lastName, email } = lead;
  const phones = new Set(asked.map(({ phone }) => phone));
  return {
    ...{ firstName, lastName, email },
    phone: lead.isPhoneValid ? lead.phone : "",
    askedPhones: [...phones].filter((phone) => readPhone(phone).isValid),
    askedEmails: [...new Set(asked.map((one) => one.email))].filter(Boolean),
    answers: asked.flatMap(({ answers }) => answers),
  };
}

type Candidate = Known & { id: string; asked: Asked[] };

/**
 * Finds leads to compare with one lookup per criterion, so the cost doesn't depend on the number of
 * leads.
 */
async function readCandidates(
  db: Pick<Database, "execute">,
  { clientId, id }: Lead,
  mine: Likeness,
): Promise<Candidate[]> {
  const phones = sql.param([...new Set([mine.phone, ...mine.askedPhones])].filter(Boolean));
  const emails = sql.param([...new Set([mine.email, ...mine.askedEmails])].filter(Boolean));
  const { rows } = await db.execute<Candidate>(sql`
    with own as (
      select own.id from ${leads} as own
      where own.client_id = ${clientId} and (own.id = ${id} or own.merged_into = ${id})
    ), known_as_others as (
      select coalesce(other.merged_into, other.id) as id
      from ${differentPeople} as pair join ${leads} as other on other.client_id = ${clientId}
        and other.id in (pair.lead_id, pair.other_lead_id)
      where pair.client_id = ${clientId} and (pair.lead_id in (select own.id from own)
        or pair.other_lead_id in (select own.id from own))
    ), found as (
      select leads.id from ${leads} where client_id = ${clientId} and phone = any(${phones}::text[])
      union select leads.id from ${leads}
        where client_id = ${clientId} and email = any(${emails}::text[])
      union select lead_id from ${inquiries}
        where client_id = ${clientId} and phone = any(${phones}::text[]) and phone <> ''
      union select lead_id from ${inquiries}
        where client_id = ${clientId} and email = any(${emails}::text[]) and email <> ''
      union (select leads.id from ${leads}
        where client_id = ${clientId} and lower(first_name || ' ' || last_name) = ${nameKey(mine)}
          and last_name <> '' and deleted_at is null
        limit ${limits.ofName})
    )
    select leads.id, first_name as "firstName", last_name as "lastName", phone,
      is_phone_valid as "isPhoneValid", email, (
        select coalesce(jsonb_agg(newest), '[]') from (
          select inquiries.phone, inquiries.email, inquiries.answers from ${inquiries}
          where inquiries.client_id = ${clientId} and inquiries.lead_id = leads.id
          order by inquiries.submitted_at desc limit ${limits.inquiries}
        ) as newest
      ) as asked
    from ${leads}
    where client_id = ${clientId} and leads.id in (select found.id from found)
      and leads.id <> ${id} and deleted_at is null and not is_test
      and not exists (select from known_as_others where known_as_others.id = leads.id)
    order by started_at desc limit ${limits.all}`);
  return rows;
}

/** Returns the leads that were merged into this one, newest merge first. */
export async function listMerges(
  db: Pick<Database, "select">,
  clientId: string,
  leadId: string,
  now: Date,
): Promise<OpenMerge[]> {
  const rows = await db
    .select({ merge: leadMerges, lead: leads })
    .from(leadMerges)
    .innerJoin(leads, and(eq(leads.clientId, clientId), eq(leads.id, leadMerges.leadId)))
    .where(
      and(
        eq(leadMerges.clientId, clientId),
        eq(leads.mergedInto, leadId),
        isNotNull(leadMerges.undoData),
      ),
    )
    .orderBy(desc(leadMerges.at));
  return rows.flatMap(({ merge, lead: { id, firstName, lastName, email, phone } }) => {
    const until = undoUntil(merge.at);
    if (until <= now) return [];
    const moments = { at: merge.at.toISOString(), until: until.toISOString() };
    return [{ _id: id, firstName, lastName, email, phone, ...moments }];
  });
}

export function undoUntil(mergedAt: Date): Date {
  return new Date(mergedAt.getTime() + undoMergeDays * dayMs);
}
