// A person's privacy rights: export of all stored data, and erasure.
import { and, arrayContains, desc, eq, inArray, isNull, ne, or, sql } from "drizzle-orm";
import { mailMessages } from "#content/messages.ts";
import { type Erasure, type LeadExport, matchesTypedName } from "#contract/erasure.ts";
import { eachLeadField } from "#contract/lead-fields.ts";
import type { Transaction } from "#server/db/database.ts";
import {
  alertSchedule,
  alerts,
  announcedLeads,
  calls,
  clients,
  deliveries,
  formSubmissions,
  incomingCalls,
  inquiries,
  leads,
  mails,
  notes,
  ringCalls,
  ringEvents,
  rings,
  sources,
  texts,
  timeline,
} from "#server/db/schema.ts";
import type { Deps } from "#server/deps.ts";
import { addToTimeline, thisLead } from "#server/desk/leads/lead.ts";
import { getWholeLead } from "#server/desk/leads/lead-detail.ts";
import { refreshLead } from "#server/desk/leads/refresh-lead.ts";
import { forgetMerges } from "#server/desk/merging/merge.ts";
import { AppError } from "#server/errors.ts";
import type { SignedInClient } from "#server/http/signed-in.ts";
import { audit } from "#server/records/audit/audit.ts";
import { eraseFromImports } from "#server/sources/imports/erase-from-imports.ts";
import { eraseFromDelivery } from "#server/sources/intake/meta.ts";
import { lockOutReplays } from "#server/sources/intake/replay-lock.ts";
import { erasedIdentity } from "#server/sources/intake/store-submission.ts";
import { eraseDeliveries, listDeliveriesOf } from "./person-deliveries.ts";

type Caller = SignedInClient & { /** The request's IP address. */ address: string };

/** Exports everything that the practice stores about this person; audited. Throws `not_found`. */
export async function exportLead(deps: Deps, caller: Caller, leadId: string): Promise<LeadExport> {
  const { clientId } = caller;
  const detail = await getWholeLead(deps, clientId, leadId);
  const [kept] = await deps.db
    .select({ practice: clients.name, archiveReason: leads.archiveReason })
    .from(leads)
    .innerJoin(clients, eq(clients.id, leads.clientId))
    .where(thisLead(caller, leadId));
  const sent = await deps.db
    .select()
    .from(mails)
    .where(mailsOf(clientId, leadId))
    .orderBy(desc(mails.createdAt));
  const exported: LeadExport = {
    exportedAt: deps.now().toISOString(),
    practice: kept?.practice ?? "",
    lead: detail.lead,
    mergedLeads: await listMerged(deps, clientId, leadId),
    archiveReason: kept?.archiveReason ?? null,
    inquiries: detail.inquiries,
    announcements: await listAnnouncements(deps, clientId, leadId),
    deliveries: await listDeliveriesOf(deps.db, clientId, leadId),
    calls: detail.calls,
    notes: detail.notes,
    mails: sent.map((mail) => ({
      _id: mail.id,
      to: mail.to,
      subject: mail.subject,
      text: mail.text,
      state: mail.state,
      createdAt: mail.createdAt.toISOString(),
      sentAt: mail.sentAt?.toISOString() ?? null,
    })),
    texts: await listTexts(deps, clientId, leadId),
    timeline: detail.timeline,
  };
  await audit(deps, deps.db, { ...caller, action: "lead_exported", detail: { lead: leadId } });
  return exported;
}

/**
 * Erases a person irreversibly, with the leads merged into this one. Keeps timestamps, states and
 * counts for figures, and the platform's lead ids, so that a repeated delivery doesn't restore the
 * person. Throws `not_found`, and `invalid` if `name` isn't the lead's display name.
 */
export async function eraseLead(
  deps: Deps,
  caller: Caller,
  leadId: string,
  { name }: Erasure,
): Promise<void> {
  const { clientId, accountId } = caller;
  await deps.db.transaction(async (tx) => {
    await lockOutReplays(tx, clientId);
    const [lead] = await tx
      .select()
      .from(leads)
      .where(thisLead(caller, leadId))
      .for("no key update");
    if (!lead || lead.erasedAt || lead.mergedInto) throw new AppError("not_found");
    if (!matchesTypedName(name, lead))
      throw new AppError("invalid", { fields: { name: "mismatch" } });

    await eraseDeliveries(tx, clientId, leadId);
    await eraseInquiries(deps, tx, clientId, leadId);
    await tx.delete(notes).where(and(eq(notes.clientId, clientId), eq(notes.leadId, leadId)));
    await eraseMails(tx, clientId, leadId);
    await eraseAlerts(tx, clientId, leadId);
    await eraseRings(deps, tx, clientId, leadId);
    await eraseTextsAndCalls(tx, clientId, leadId);
    await eraseTimelineText(tx, clientId, leadId);
    const isMerged = and(eq(leads.clientId, clientId), eq(leads.mergedInto, leadId));
    const everyone = [lead, ...(await tx.select().from(leads).where(isMerged))];
    for (const one of everyone) await eraseFromImports(tx, clientId, one);
    const ids = everyone.map(({ id }) => id);
    await forgetMerges(tx, clientId, ids);
    await tx
      .update(leads)
      .set({
        ...{ firstName: "", lastName: "", email: "", phone: "", isPhoneValid: false },
        ...{ doNotCallReason: "", message: "", language: null },
        ...eachLeadField(() => ""),
        ...{ facts: {}, assignee: null, assigneeName: null },
        deletedAt: lead.deletedAt ?? deps.now(),
      })
      .where(and(eq(leads.clientId, clientId), inArray(leads.id, ids)));
    await audit(deps, tx, {
      ...{ clientId, accountId, address: caller.address },
      action: "lead_erased",
      detail: { lead: leadId },
    });
    await addToTimeline(deps, tx, caller, leadId, "erased", {});
    // The `erased` entry marks the lead as erased, so that lists no longer count it.
    await refreshLead(tx, { clientId, leadId });
  });
}

async function eraseInquiries(deps: Deps, tx: Transaction, clientId: string, leadId: string) {
  await tx
    .update(inquiries)
    .set({
      firstName: "",
      lastName: "",
      email: "",
      phone: "",
      answers: [],
      consent: null,
      attribution: null,
    })
    .where(and(eq(inquiries.clientId, clientId), eq(inquiries.leadId, leadId)));
  const ids = idsOfInquiries(tx, clientId, leadId);
  const submitted = await tx
    .select({ identity: formSubmissions.identity, inquiryId: formSubmissions.inquiryId })
    .from(formSubmissions)
    .where(and(eq(formSubmissions.clientId, clientId), inArray(formSubmissions.inquiryId, ids)));
  // Uses one statement, because someone may have submitted thousands of forms in this person's
  // name.
  await tx.execute(sql`
    update ${formSubmissions} as submission set identity = given.forgotten
    from unnest(
      ${sql.param(submitted.map(({ inquiryId }) => inquiryId))}::uuid[],
      ${sql.param(submitted.map(({ identity }) => identity))}::text[],
      ${sql.param(submitted.map(({ identity }) => erasedIdentity(deps.config.hashSecret, identity)))}::text[]
    ) as given(inquiry_id, identity, forgotten)
    where submission.client_id = ${clientId} and submission.inquiry_id = given.inquiry_id
      and submission.identity = given.identity`);
  const announced = await tx
    .update(announcedLeads)
    .set({ problem: null, withoutContactSince: null })
    .where(and(eq(announcedLeads.clientId, clientId), inArray(announcedLeads.inquiryId, ids)))
    .returning();
  for (const { platformLeadId } of announced) {
    // The platform may have sent the lead more than once, in separate deliveries.
    const raw = await tx
      .select()
      .from(deliveries)
      .where(arrayContains(deliveries.platformLeadIds, [platformLeadId]));
    for (const { id, body } of raw) {
      await tx
        .update(deliveries)
        .set({ body: eraseFromDelivery(body, platformLeadId) })
        .where(eq(deliveries.id, id));
    }
  }
}

/** Returns a subquery, because thousands of ids exceed a statement's parameters. */
function idsOfInquiries(db: Pick<Transaction, "select">, clientId: string, leadId: string) {
  return db
    .select({ id: inquiries.id })
    .from(inquiries)
    .where(and(eq(inquiries.clientId, clientId), eq(inquiries.leadId, leadId)));
}

/** Clears the emails. Queued emails are never sent. */
async function eraseMails(tx: Transaction, clientId: string, leadId: string) {
  const ofLead = mailsOf(clientId, leadId);
  await tx
    .update(mails)
    // A mail server's error may contain the address.
    .set({
      ...{ to: "", subject: "", text: "", html: null },
      ...{ fromName: null, replyTo: null, problem: null },
    })
    .where(ofLead);
  await tx
    .update(mails)
    .set({ state: "failed", problem: mailMessages.erased })
    .where(and(ofLead, eq(mails.state, "queued")));
}

/**
 * Deletes alerts, which name the practice's own devices and addresses. Their emails are erased with
 * the others.
 */
async function eraseAlerts(tx: Transaction, clientId: string, leadId: string) {
  await tx
    .delete(alertSchedule)
    .where(and(eq(alertSchedule.clientId, clientId), eq(alertSchedule.leadId, leadId)));
  await tx.delete(alerts).where(and(eq(alerts.clientId, clientId), eq(alerts.leadId, leadId)));
}

/**
 * Deletes the records of the practice's phones that rang for the person. Calls that were made stay,
 * and which inquiries the phones were to ring for, so that an erasure doesn't improve a figure. A
 * ring that isn't over never continues.
 */
async function eraseRings(
  { now }: Pick<Deps, "now">,
  tx: Transaction,
  clientId: string,
  leadId: string,
) {
  const ids = tx
    .select({ id: rings.id })
    .from(rings)
    .where(and(eq(rings.clientId, clientId), eq(rings.leadId, leadId)));
  for (const table of [ringEvents, ringCalls]) {
    await tx.delete(table).where(and(eq(table.clientId, clientId), inArray(table.ringId, ids)));
  }
  const isTheirs = and(eq(rings.clientId, clientId), eq(rings.leadId, leadId));
  await tx
    .update(rings)
    .set({ state: "refused", refusal: "gone", settledAt: now() })
    .where(and(isTheirs, isNull(rings.settledAt)));
  await tx.update(rings).set({ numberHash: null }).where(isTheirs);
  await tx
    .update(calls)
    .set({ phoneName: null })
    .where(and(eq(calls.clientId, clientId), eq(calls.leadId, leadId)));
}

/**
 * Clears the texts with the person and the calls from them, and those from their numbers that belong
 * to no lead. The provider's id stays, so that one that is delivered again isn't stored again. A
 * queued text is never sent.
 */
async function eraseTextsAndCalls(tx: Transaction, clientId: string, leadId: string) {
  const numbers = tx
    .select({ phone: leads.phone })
    .from(leads)
    .where(
      and(
        ...[eq(leads.clientId, clientId), ne(leads.phone, "")],
        or(eq(leads.id, leadId), eq(leads.mergedInto, leadId)),
      ),
    );
  const isTheirs = and(
    eq(texts.clientId, clientId),
    or(eq(texts.leadId, leadId), and(isNull(texts.leadId), inArray(texts.phone, numbers))),
  );
  await tx
    .update(texts)
    .set({ state: "failed", problem: "erased" })
    .where(and(isTheirs, eq(texts.state, "queued")));
  await tx.update(texts).set({ phone: "", body: "", media: [] }).where(isTheirs);
  const { leadId: ofLead, phone } = incomingCalls;
  await tx
    .update(incomingCalls)
    .set({ phone: "", phoneName: null })
    .where(
      and(
        eq(incomingCalls.clientId, clientId),
        or(eq(ofLead, leadId), and(isNull(ofLead), inArray(phone, numbers))),
      ),
    );
}

/**
 * Clears timeline entries' data, except ids and outcomes, which aren't personal. Older entries have
 * the old name of `inquiryId`: cspell:ignore enquiry
 */
async function eraseTimelineText(tx: Transaction, clientId: string, leadId: string) {
  await tx
    .update(timeline)
    .set({
      data: sql`(
        select coalesce(jsonb_object_agg(key, value), '{}') from jsonb_each(${timeline.data})
        where key in ('inquiryId', 'enquiryId', 'callId', 'noteId', 'mailId', 'outcome',
          'textId', 'channel', 'step', 'leadId', 'leads', 'calls'))`,
    })
    .where(and(eq(timeline.clientId, clientId), eq(timeline.leadId, leadId)));
}

/** Lists the merged leads, as the practice knew them before the merge. */
function listMerged({ db }: Deps, clientId: string, leadId: string) {
  const { id, firstName, lastName, email, phone, language } = leads;
  const fields = eachLeadField((name) => leads[name]);
  return db
    .select({ _id: id, firstName, lastName, email, phone, language, ...fields, facts: leads.facts })
    .from(leads)
    .where(and(eq(leads.clientId, clientId), eq(leads.mergedInto, leadId)))
    .orderBy(leads.id);
}

async function listTexts({ db }: Deps, clientId: string, leadId: string) {
  const rows = await db
    .select()
    .from(texts)
    .where(and(eq(texts.clientId, clientId), eq(texts.leadId, leadId)))
    .orderBy(desc(texts.createdAt), desc(texts.id));
  return rows.map(({ id, direction, phone, body, state, mediaCount, createdAt }) => ({
    ...{ _id: id, direction, phone, text: body, state, mediaCount },
    createdAt: createdAt.toISOString(),
  }));
}

async function listAnnouncements(deps: Deps, clientId: string, leadId: string) {
  const inquiryIds = idsOfInquiries(deps.db, clientId, leadId);
  const announced = await deps.db
    .select({ identity: announcedLeads.platformLeadId, receivedAt: announcedLeads.createdAt })
    .from(announcedLeads)
    .where(
      and(eq(announcedLeads.clientId, clientId), inArray(announcedLeads.inquiryId, inquiryIds)),
    );
  const submitted = await deps.db
    .select({
      identity: formSubmissions.identity,
      receivedAt: formSubmissions.receivedAt,
      kind: sources.kind,
    })
    .from(formSubmissions)
    .innerJoin(
      sources,
      and(eq(sources.clientId, formSubmissions.clientId), eq(sources.id, formSubmissions.sourceId)),
    )
    .where(
      and(eq(formSubmissions.clientId, clientId), inArray(formSubmissions.inquiryId, inquiryIds)),
    );
  const toText = (row: { identity: string; receivedAt: Date }) => ({
    identity: row.identity,
    receivedAt: row.receivedAt.toISOString(),
  });
  return [
    ...announced.map((row) => ({ source: "meta" as const, ...toText(row) })),
    ...submitted.map((row) => ({ source: kindOf(row), ...toText(row) })),
  ];
}

/** Only sources with a key have submissions. */
function kindOf({
  kind,
}: {
  kind: (typeof sources.$inferSelect)["kind"];
}): LeadExport["announcements"][number]["source"] {
  return kind === "manual" ? "form" : kind;
}

/** Selects emails to the lead and emails that alerted the practice to it. */
function mailsOf(clientId: string, leadId: string) {
  const told = sql`${mails.id} in (select mail_id from ${alerts}
    where ${alerts.clientId} = ${clientId} and ${alerts.leadId} = ${leadId})`;
  return and(eq(mails.clientId, clientId), or(eq(mails.leadId, leadId), told));
}
