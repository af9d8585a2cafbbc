// Edits, deletes and locks a lead, and adds to its timeline.
import { and, eq, isNull, sql } from "drizzle-orm";
import type { Language } from "#contract/languages.ts";
import { type LeadFacts, leadFactNames } from "#contract/lead-facts.ts";
import { eachLeadField, leadFieldNames } from "#contract/lead-fields.ts";
import type { Lead, LeadChange } from "#contract/leads.ts";
import type { Transaction } from "#server/db/database.ts";
import { accounts, leads, timeline } from "#server/db/schema.ts";
import type { Deps } from "#server/deps.ts";
import { readPhone } from "#server/desk/phone/phone.ts";
import { lockPeople } from "#server/desk/same-person/lock-people.ts";
import { AppError } from "#server/errors.ts";
import type { SignedInClient } from "#server/http/signed-in.ts";
import { leadColumnsOf, toLead } from "./lead-rows.ts";
import { refreshLead } from "./refresh-lead.ts";

/** The fields that can be edited by hand. */
const changeable = [
  ...(["firstName", "lastName", "email", "phone", "language"] as const),
  ...leadFieldNames,
] as const;
type Changeable = (typeof changeable)[number];
type Values = Partial<Record<Exclude<Changeable, "language">, string>> & {
  language?: Language | null | undefined;
};

/**
 * Stores fields that were given when a person was added, other than name, phone and email. A field
 * that was left empty keeps its stored value.
 */
export async function setGivenFields(
  deps: Deps,
  tx: Transaction,
  client: SignedInClient,
  lead: Lead,
  input: Values,
): Promise<Lead> {
  const given = (["language", ...leadFieldNames] as const).filter(
    (name) => input[name] && input[name] !== lead[name],
  );
  if (given.length === 0) return lead;
  const fields = {
    language: input.language ?? lead.language,
    ...eachLeadField((name) => input[name] || lead[name]),
  };
  await tx.update(leads).set(fields).where(thisLead(client, lead._id));
  // Only a returning person's lead can have had another value, which the timeline then keeps.
  const replaced = given.filter((name) => lead[name]);
  if (replaced.length > 0) {
    await addToTimeline(deps, tx, client, lead._id, "changed", changesOf(replaced, lead, fields));
  }
  return { ...lead, ...fields };
}

/** Returns each field's old and new value, in the timeline's format. */
function changesOf(fields: readonly Changeable[], before: Values, after: Values) {
  return Object.fromEntries(
    fields.map((field) => [field, { from: before[field] ?? "", to: after[field] ?? "" }]),
  );
}

/** Edits a name or contact detail. The timeline keeps the previous value. */
export async function changeLead(
  deps: Deps,
  client: SignedInClient,
  leadId: string,
  change: LeadChange,
): Promise<Lead> {
  return deps.db.transaction(async (tx) => {
    const phone = change.phone === undefined ? null : readPhone(change.phone);
    const told = { phone: phone?.isValid ? phone.text : "", email: change.email ?? "" };
    await lockPeople(tx, client.clientId, [told]);
    const lead = await lockLead(tx, client, leadId);
    const wanted = { ...change, ...(phone && { phone: phone.text }) };
    const changed = changeable.filter(
      (field) => wanted[field] !== undefined && wanted[field] !== lead[field],
    );
    const facts = await changedFacts(deps, tx, client, lead.facts, change.facts);
    const taken = await changedAssignee(tx, client, lead, change.assignee);
    if (changed.length + facts.changed.length === 0 && !taken) return readLead(tx, client, leadId);
    const now = { ...lead, ...wanted, ...(phone && { isPhoneValid: phone.isValid }) };
    if (!now.email && !now.phone) throw new AppError("invalid", { fields: { phone: "required" } });
    await tx
      .update(leads)
      .set({
        ...Object.fromEntries(changed.map((field) => [field, wanted[field]])),
        ...(phone && { isPhoneValid: phone.isValid }),
        ...{ facts: facts.now, ...taken?.columns },
      })
      .where(thisLead(client, leadId));
    const changes = { ...changesOf(changed, lead, wanted), ...facts.changes, ...taken?.changes };
    await addToTimeline(deps, tx, client, leadId, "changed", changes);
    return refreshLead(tx, { clientId: client.clientId, leadId });
  });
}

/**
 * Returns the change of assignee, or null if there is none. Throws `invalid` for a person who can't
 * log in to this practice.
 */
async function changedAssignee(
  tx: Transaction,
  { clientId }: SignedInClient,
  before: Pick<typeof leads.$inferSelect, "assignee" | "assigneeName">,
  wanted: LeadChange["assignee"],
) {
  if (wanted === undefined || wanted === before.assignee) return null;
  const from = before.assigneeName ?? "";
  if (wanted === null) {
    return {
      columns: { assignee: null, assigneeName: null },
      changes: { assignee: { from, to: "" } },
    };
  }
  const [person] = await tx
    .select({ name: accounts.firstName })
    .from(accounts)
    .where(
      and(eq(accounts.id, wanted), eq(accounts.clientId, clientId), isNull(accounts.deactivatedAt)),
    );
  if (!person) throw new AppError("invalid", { fields: { assignee: "invalid" } });
  return {
    columns: { assignee: wanted, assigneeName: person.name },
    changes: { assignee: { from, to: person.name } },
  };
}

/**
 * Returns the facts after a change, and the changes for the timeline, where a fact is "yes" or
 * empty.
 */
async function changedFacts(
  { now }: Pick<Deps, "now">,
  tx: Transaction,
  client: SignedInClient,
  before: Partial<LeadFacts>,
  wanted: LeadChange["facts"] = {},
) {
  const changed = leadFactNames.filter(
    (name) => wanted[name] !== undefined && wanted[name] !== Boolean(before[name]),
  );
  if (changed.length === 0) return { now: before, changed, changes: {} };
  const [by] = await tx
    .select({ name: sql<string>`${accounts.firstName} || ' ' || ${accounts.lastName}` })
    .from(accounts)
    .where(eq(accounts.id, client.accountId));
  const said = { at: now().toISOString(), by: by?.name ?? "" };
  const after = changed.map((name) => [name, wanted[name] ? said : null]);
  const wordOf = (isTrue: boolean) => (isTrue ? "yes" : "");
  return {
    now: { ...before, ...Object.fromEntries(after) },
    changed,
    changes: Object.fromEntries(
      changed.map((name) => [
        name,
        { from: wordOf(Boolean(before[name])), to: wordOf(wanted[name] === true) },
      ]),
    ),
  };
}

/**
 * Removes a lead from every list. Reports still count its inquiries, so deleting a late lead
 * doesn't hide that it was late.
 */
export async function deleteLead(
  deps: Deps,
  client: SignedInClient,
  leadId: string,
): Promise<void> {
  await deps.db.transaction(async (tx) => {
    await lockLead(tx, client, leadId);
    await tx.update(leads).set({ deletedAt: deps.now() }).where(thisLead(client, leadId));
    await addToTimeline(deps, tx, client, leadId, "deleted", {});
    await refreshLead(tx, { clientId: client.clientId, leadId });
  });
}

/** Locks the lead's row until the transaction ends and returns it. Throws `not_found`. */
export async function lockLead(
  tx: Transaction,
  client: SignedInClient,
  leadId: string,
): Promise<typeof leads.$inferSelect> {
  const [lead] = await tx
    .select()
    .from(leads)
    .where(and(thisLead(client, leadId), isNull(leads.deletedAt)))
    .for("no key update");
  if (!lead) throw new AppError("not_found");
  return lead;
}

export async function readLead(
  tx: Transaction,
  client: SignedInClient,
  leadId: string,
): Promise<Lead> {
  const [row] = await tx
    .select(leadColumnsOf(client.clientId))
    .from(leads)
    .where(thisLead(client, leadId));
  if (!row) throw new AppError("not_found");
  return toLead(row);
}

export async function addToTimeline(
  deps: Pick<Deps, "now">,
  tx: Transaction,
  client: SignedInClient,
  leadId: string,
  kind: (typeof timeline.$inferInsert)["kind"],
  data: Record<string, unknown>,
) {
  await tx.insert(timeline).values({
    clientId: client.clientId,
    leadId,
    kind,
    at: deps.now(),
    accountId: client.accountId,
    data,
  });
}

export function thisLead(client: SignedInClient, leadId: string) {
  return and(eq(leads.clientId, client.clientId), eq(leads.id, leadId));
}
