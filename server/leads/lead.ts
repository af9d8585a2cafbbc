// One lead: looked at, added by hand, mended, put away and brought back.
import { and, desc, eq, inArray, isNotNull, isNull, or, type SQL, sql } from "drizzle-orm";
import type { Inquiry, Lead, LeadChange, LeadDetail, NewLead } from "#contract/leads.ts";
import type { Transaction } from "#server/db/database.ts";
import {
  accounts,
  calls,
  campaigns,
  inquiries,
  leads,
  sources,
  timeline,
} from "#server/db/schema.ts";
import type { Deps } from "#server/deps.ts";
import { AppError } from "#server/errors.ts";
import { receiveInquiry } from "#server/inquiries/receive-inquiry.ts";
import { readPhone } from "#server/phone/phone.ts";
import type { SignedInClient } from "#server/signed-in.ts";
import { leadColumnsOf, toCall, toLead } from "./lead-rows.ts";
import { listNotes } from "./note-list.ts";
import { refreshLead } from "./refresh-lead.ts";
import { lockPerson, lockWithAlike, tieAnew } from "./same-person.ts";

/** More than a person asks, or a desk does: then somebody, or some program, sends forms in their name. */
const shown = { inquiries: 50, entries: 500 } as const;

/** What a desk needs to know of one lead. Throws `not_found` for another practice's. */
export function getLead(deps: Deps, clientId: string, leadId: string): Promise<LeadDetail> {
  return readDetail(deps, clientId, leadId, shown);
}

/** Everything that is known of one lead, however much. Throws `not_found`. */
export function getWholeLead(deps: Deps, clientId: string, leadId: string): Promise<LeadDetail> {
  return readDetail(deps, clientId, leadId, null);
}

async function readDetail(
  deps: Deps,
  clientId: string,
  leadId: string,
  most: typeof shown | null,
): Promise<LeadDetail> {
  const mine = and(eq(leads.clientId, clientId), eq(leads.id, leadId), isNull(leads.deletedAt));
  const [row] = await deps.db.select(leadColumnsOf(clientId)).from(leads).where(mine);
  if (!row) throw new AppError("not_found");
  const ofLead = and(eq(inquiries.clientId, clientId), eq(inquiries.leadId, leadId));
  const asked = await deps.db
    .select({ inquiry: inquiries, source: sources.name, campaign: campaigns.name })
    .from(inquiries)
    .leftJoin(sources, and(eq(sources.clientId, clientId), eq(sources.id, inquiries.sourceId)))
    .leftJoin(
      campaigns,
      and(eq(campaigns.clientId, clientId), eq(campaigns.id, inquiries.campaignId)),
    )
    .where(and(ofLead, most ? isShown(deps, ofLead, most.inquiries) : undefined))
    .orderBy(desc(inquiries.submittedAt), desc(inquiries.id));
  const made = await deps.db
    .select()
    .from(calls)
    .where(and(eq(calls.clientId, clientId), eq(calls.leadId, leadId)))
    .orderBy(desc(calls.calledAt));
  const entries = await deps.db
    .select({ entry: timeline, firstName: accounts.firstName, lastName: accounts.lastName })
    .from(timeline)
    .leftJoin(accounts, eq(accounts.id, timeline.accountId))
    .where(
      and(
        eq(timeline.clientId, clientId),
        eq(timeline.leadId, leadId),
        most ? isOf(asked.map(({ inquiry }) => inquiry.id)) : undefined,
      ),
    )
    .orderBy(desc(timeline.at), desc(timeline.id))
    .limit(most ? most.entries + 1 : everyRow);
  return {
    lead: toLead(row),
    inquiries: asked.map(({ inquiry, source, campaign }) => toInquiry(inquiry, source, campaign)),
    olderInquiries: most ? (await deps.db.$count(inquiries, ofLead)) - asked.length : 0,
    calls: made.map(toCall),
    notes: await listNotes(deps.db, clientId, leadId),
    isTimelineCut: most !== null && entries.length > most.entries,
    timeline: entries.slice(0, most?.entries).map(({ entry, firstName, lastName }) => ({
      _id: entry.id,
      at: entry.at.toISOString(),
      kind: entry.kind,
      by: firstName === null ? null : `${firstName} ${lastName}`,
      data: entry.data,
    })),
    maybeSameAs: await findNamed(deps, clientId, row.lead.maybeSameAs),
  };
}

/** No limit. */
const everyRow = 2 ** 31 - 1;

/** The newest, and the newest whose own clock ran: that is the one which the desk is measured by. */
function isShown({ db }: Pick<Deps, "db">, ofLead: SQL | undefined, count: number) {
  const newest = (isMeant: SQL | undefined, most: number) =>
    db
      .select({ id: inquiries.id })
      .from(inquiries)
      .where(and(ofLead, isMeant))
      .orderBy(desc(inquiries.submittedAt), desc(inquiries.id))
      .limit(most);
  return or(
    inArray(inquiries.id, newest(undefined, count)),
    inArray(inquiries.id, newest(isNotNull(inquiries.clockStartedAt), 1)),
  );
}

/** Entries of these inquiries, and those that are of none. */
function isOf(inquiryIds: string[]) {
  // Entries written before version 0.2 call it `enquiryId`; the timeline is never rewritten.
  const id = sql`coalesce(${timeline.data} ->> 'inquiryId', ${timeline.data} ->> 'enquiryId')`;
  return or(sql`${id} is null`, inArray(id, inquiryIds));
}

/** Null: there is none, or it was deleted since. */
async function findNamed(deps: Deps, clientId: string, leadId: string | null) {
  if (!leadId) return null;
  const { firstName, lastName, email, phone } = leads;
  const [row] = await deps.db
    .select({ _id: leads.id, firstName, lastName, email, phone })
    .from(leads)
    .where(and(eq(leads.clientId, clientId), eq(leads.id, leadId), isNull(leads.deletedAt)));
  return row ?? null;
}

/** Adds somebody who walked in or phoned, without a clock. The same person joins their lead. */
export async function addLead(deps: Deps, client: SignedInClient, input: NewLead): Promise<Lead> {
  return deps.db.transaction(async (tx) => {
    const { lead } = await receiveInquiry(deps, tx, {
      clientId: client.clientId,
      sourceId: null,
      campaignId: null,
      person: {
        firstName: input.firstName,
        lastName: input.lastName,
        email: input.email,
        phone: input.phone || (input.phoneNumber ?? ""),
        answers: [],
      },
      submittedAt: deps.now(),
      receivedAt: deps.now(),
      isTest: false,
      isByHand: true,
      accountId: client.accountId,
    });
    return lead;
  });
}

/** Mends a name or an address. What it said before stays on the timeline. */
export async function changeLead(
  deps: Deps,
  client: SignedInClient,
  leadId: string,
  change: LeadChange,
): Promise<Lead> {
  return deps.db.transaction(async (tx) => {
    const phone = change.phone === undefined ? null : readPhone(change.phone);
    const told = { phone: phone?.isValid ? phone.text : "", email: change.email ?? "" };
    await lockPerson(tx, client.clientId, told);
    const locked = await lockWithAlike(tx, client.clientId, leadId, told);
    const lead = locked.find(({ id }) => id === leadId.toLowerCase());
    if (!lead || lead.deletedAt) throw new AppError("not_found");
    const wanted = { ...change, ...(phone && { phone: phone.text }) };
    const changed = (["firstName", "lastName", "email", "phone"] as const).filter(
      (field) => wanted[field] !== undefined && wanted[field] !== lead[field],
    );
    if (changed.length === 0) return readLead(tx, client, leadId);
    const now = { ...lead, ...wanted, ...(phone && { isPhoneValid: phone.isValid }) };
    if (!now.email && !now.phone) throw new AppError("invalid", { fields: { phone: "required" } });
    await tx
      .update(leads)
      .set({
        ...Object.fromEntries(changed.map((field) => [field, wanted[field]])),
        ...(phone && { isPhoneValid: phone.isValid }),
      })
      .where(thisLead(client, leadId));
    const others = locked.filter((other) => other !== lead);
    if (changed.includes("phone") || changed.includes("email")) await tieAnew(tx, now, others);
    const data = Object.fromEntries(
      changed.map((field) => [field, { from: lead[field], to: wanted[field] ?? "" }]),
    );
    await note(deps, tx, client, leadId, "changed", data);
    return refreshLead(tx, { clientId: client.clientId, leadId });
  });
}

/** Puts a lead away, with a reason. Its clock runs on: only a call stops it. */
export async function archiveLead(
  deps: Deps,
  client: SignedInClient,
  leadId: string,
  reason: string,
): Promise<Lead> {
  return deps.db.transaction(async (tx) => {
    await lockLead(tx, client, leadId);
    await note(deps, tx, client, leadId, "archived", { reason });
    return refreshLead(tx, { clientId: client.clientId, leadId });
  });
}

/** Brings an archived or a deleted lead back. One that is neither stays as it is. */
export async function restoreLead(
  deps: Deps,
  client: SignedInClient,
  leadId: string,
): Promise<Lead> {
  return deps.db.transaction(async (tx) => {
    const [lead] = await tx.select().from(leads).where(thisLead(client, leadId)).for("update");
    if (!lead || lead.erasedAt) throw new AppError("not_found");
    // The person may have asked again in the meantime, and the desk may have called.
    if (!lead.deletedAt && lead.state !== "archived") return readLead(tx, client, leadId);
    await note(deps, tx, client, leadId, lead.deletedAt ? "undeleted" : "restored", {});
    await tx.update(leads).set({ deletedAt: null }).where(thisLead(client, leadId));
    return refreshLead(tx, { clientId: client.clientId, leadId });
  });
}

/** Takes a lead out of every list. Its inquiries stay in the figures: nothing late can be hidden. */
export async function deleteLead(
  deps: Deps,
  client: SignedInClient,
  leadId: string,
): Promise<void> {
  await deps.db.transaction(async (tx) => {
    await lockLead(tx, client, leadId);
    await tx.update(leads).set({ deletedAt: deps.now() }).where(thisLead(client, leadId));
    await note(deps, tx, client, leadId, "deleted", {});
    await refreshLead(tx, { clientId: client.clientId, leadId });
  });
}

/** The lead's row, locked until the transaction ends. Throws `not_found`. */
export async function lockLead(
  tx: Transaction,
  client: SignedInClient,
  leadId: string,
): Promise<typeof leads.$inferSelect> {
  const [lead] = await tx
    .select()
    .from(leads)
    .where(and(thisLead(client, leadId), isNull(leads.deletedAt)))
    .for("update");
  if (!lead) throw new AppError("not_found");
  return lead;
}

async function readLead(tx: Transaction, client: SignedInClient, leadId: string): Promise<Lead> {
  const [row] = await tx
    .select(leadColumnsOf(client.clientId))
    .from(leads)
    .where(thisLead(client, leadId));
  if (!row) throw new AppError("not_found");
  return toLead(row);
}

/** A new entry on the lead's timeline. */
export async function note(
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

function toInquiry(
  row: typeof inquiries.$inferSelect,
  source: string | null,
  campaign: string | null,
): Inquiry {
  return {
    _id: row.id,
    firstName: row.firstName,
    lastName: row.lastName,
    email: row.email,
    phone: row.phone,
    source,
    campaign,
    answers: row.answers,
    consent: row.consent,
    isTest: row.isTest,
    clockStartedAt: row.clockStartedAt?.toISOString() ?? null,
    submittedAt: row.submittedAt.toISOString(),
    receivedAt: row.receivedAt.toISOString(),
    alertedAt: row.alertedAt?.toISOString() ?? null,
    firstSeenAt: row.firstSeenAt?.toISOString() ?? null,
    firstCalledAt: row.firstCalledAt?.toISOString() ?? null,
    isFirstCallEnteredLater: row.isFirstCallEnteredLater,
    firstSpokeAt: row.firstSpokeAt?.toISOString() ?? null,
  };
}
