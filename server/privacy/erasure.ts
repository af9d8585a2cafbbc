// A person's right over what is kept: all of it handed over, or all of it forgotten.
import { and, arrayContains, desc, eq, inArray, or, sql } from "drizzle-orm";
import { mailMessages } from "#content/messages.ts";
import { type Erasure, isTypedName, type LeadExport } from "#contract/erasure.ts";
import { eachLeadField } from "#contract/lead-fields.ts";
import { audit } from "#server/audit/audit.ts";
import type { Transaction } from "#server/db/database.ts";
import {
  announcedLeads,
  clients,
  deliveries,
  formSubmissions,
  inquiries,
  leads,
  mails,
  notes,
  timeline,
} from "#server/db/schema.ts";
import type { Deps } from "#server/deps.ts";
import { AppError } from "#server/errors.ts";
import { forgetInDelivery } from "#server/intake/meta.ts";
import { markForgotten } from "#server/intake/web-form.ts";
import { note, thisLead } from "#server/leads/lead.ts";
import { getWholeLead } from "#server/leads/lead-detail.ts";
import { refreshLead } from "#server/leads/refresh-lead.ts";
import type { SignedInClient } from "#server/signed-in.ts";

type Asker = SignedInClient & { /** The network address that asks. */ address: string };

/** Everything that is kept about this person in the practice; noted. Throws `not_found`. */
export async function exportLead(deps: Deps, asker: Asker, leadId: string): Promise<LeadExport> {
  const { clientId } = asker;
  const detail = await getWholeLead(deps, clientId, leadId);
  const [kept] = await deps.db
    .select({ practice: clients.name, archiveReason: leads.archiveReason })
    .from(leads)
    .innerJoin(clients, eq(clients.id, leads.clientId))
    .where(thisLead(asker, leadId));
  const sent = await deps.db
    .select()
    .from(mails)
    .where(mailsOf(clientId, leadId))
    .orderBy(desc(mails.createdAt));
  const exported: LeadExport = {
    exportedAt: deps.now().toISOString(),
    practice: kept?.practice ?? "",
    lead: detail.lead,
    archiveReason: kept?.archiveReason ?? null,
    inquiries: detail.inquiries,
    announcements: await listAnnouncements(deps, clientId, leadId),
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
    timeline: detail.timeline,
  };
  await audit(deps, deps.db, { ...asker, action: "lead_exported", detail: { lead: leadId } });
  return exported;
}

/**
 * Forgets a person for good. What is left are moments, states and counts, so that no figure changes,
 * and what a platform calls the lead, so that the same delivery sent again brings nobody back.
 * Throws `not_found`, `invalid` when `name` is not what the lead goes by.
 */
export async function eraseLead(
  deps: Deps,
  asker: Asker,
  leadId: string,
  { name }: Erasure,
): Promise<void> {
  const { clientId, accountId } = asker;
  await deps.db.transaction(async (tx) => {
    const locked = await lockWithTied(tx, asker, leadId);
    const lead = locked.find(({ id }) => id === leadId.toLowerCase());
    if (!lead || lead.erasedAt) throw new AppError("not_found");
    if (!isTypedName(name, lead)) throw new AppError("invalid", { fields: { name: "mismatch" } });

    await forgetInquiries(deps, tx, clientId, leadId);
    await tx.delete(notes).where(and(eq(notes.clientId, clientId), eq(notes.leadId, leadId)));
    await forgetMails(tx, clientId, leadId);
    await forgetWords(tx, clientId, leadId);
    const tied = locked.filter(({ id }) => id !== lead.id).map(({ id }) => id);
    await tx
      .update(leads)
      .set({ maybeSameAs: null })
      .where(and(eq(leads.clientId, clientId), inArray(leads.id, tied)));
    await tx
      .update(leads)
      .set({
        ...{ firstName: "", lastName: "", email: "", phone: "", isPhoneValid: false },
        ...{ doNotCallReason: "", maybeSameAs: null },
        ...eachLeadField(() => ""),
        deletedAt: lead.deletedAt ?? deps.now(),
      })
      .where(thisLead(asker, leadId));
    await audit(deps, tx, {
      ...{ clientId, accountId, address: asker.address },
      action: "lead_erased",
      detail: { lead: leadId },
    });
    await note(deps, tx, asker, leadId, "erased", {});
    // By that entry the lead is an erased one, and leaves what the lists count.
    await refreshLead(tx, { clientId, leadId });
  });
}

/** The lead and those that may be the same person, which are changed too: all that is ever locked. */
function lockWithTied(tx: Transaction, { clientId }: Asker, leadId: string) {
  return (
    tx
      .select()
      .from(leads)
      .where(
        and(eq(leads.clientId, clientId), or(eq(leads.id, leadId), eq(leads.maybeSameAs, leadId))),
      )
      // Always in the same order, so that two of them never wait for each other in a circle.
      .orderBy(leads.id)
      .for("update")
  );
}

async function forgetInquiries(deps: Deps, tx: Transaction, clientId: string, leadId: string) {
  await tx
    .update(inquiries)
    .set({ firstName: "", lastName: "", email: "", phone: "", answers: [], consent: null })
    .where(and(eq(inquiries.clientId, clientId), eq(inquiries.leadId, leadId)));
  const ids = idsOfInquiries(tx, clientId, leadId);
  const submitted = await tx
    .select({ identity: formSubmissions.identity, inquiryId: formSubmissions.inquiryId })
    .from(formSubmissions)
    .where(and(eq(formSubmissions.clientId, clientId), inArray(formSubmissions.inquiryId, ids)));
  // All in one statement: somebody may have sent thousands of forms in this person's name.
  await tx.execute(sql`
    update ${formSubmissions} as submission set identity = given.forgotten
    from unnest(
      ${sql.param(submitted.map(({ inquiryId }) => inquiryId))}::uuid[],
      ${sql.param(submitted.map(({ identity }) => identity))}::text[],
      ${sql.param(submitted.map(({ identity }) => markForgotten(deps.config.secret, identity)))}::text[]
    ) as given(inquiry_id, identity, forgotten)
    where submission.client_id = ${clientId} and submission.inquiry_id = given.inquiry_id
      and submission.identity = given.identity`);
  const announced = await tx
    .update(announcedLeads)
    .set({ problem: null })
    .where(and(eq(announcedLeads.clientId, clientId), inArray(announcedLeads.inquiryId, ids)))
    .returning();
  for (const { platformLeadId } of announced) {
    // The platform may have announced it more than once, in deliveries of their own.
    const raw = await tx
      .select()
      .from(deliveries)
      .where(arrayContains(deliveries.platformLeadIds, [platformLeadId]));
    for (const { id, body } of raw) {
      await tx
        .update(deliveries)
        .set({ body: forgetInDelivery(body, platformLeadId) })
        .where(eq(deliveries.id, id));
    }
  }
}

/** As a question of its own: thousands of ids are more than a statement takes. */
function idsOfInquiries(db: Pick<Transaction, "select">, clientId: string, leadId: string) {
  return db
    .select({ id: inquiries.id })
    .from(inquiries)
    .where(and(eq(inquiries.clientId, clientId), eq(inquiries.leadId, leadId)));
}

/** What has not left yet never does. */
async function forgetMails(tx: Transaction, clientId: string, leadId: string) {
  const ofLead = mailsOf(clientId, leadId);
  await tx
    .update(mails)
    // A mail server's refusal names the address.
    .set({ to: "", subject: "", text: "", html: null, replyTo: null, problem: null })
    .where(ofLead);
  await tx
    .update(mails)
    .set({ state: "failed", problem: mailMessages.erased })
    .where(and(ofLead, eq(mails.state, "queued")));
}

/** Of a timeline's data only ids and outcomes say nothing about the person. */
async function forgetWords(tx: Transaction, clientId: string, leadId: string) {
  await tx
    .update(timeline)
    .set({
      data: sql`(
        select coalesce(jsonb_object_agg(key, value), '{}') from jsonb_each(${timeline.data})
        where key in ('inquiryId', 'enquiryId', 'callId', 'noteId', 'mailId', 'outcome'))`,
    })
    .where(and(eq(timeline.clientId, clientId), eq(timeline.leadId, leadId)));
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
    .select({ identity: formSubmissions.identity, receivedAt: formSubmissions.receivedAt })
    .from(formSubmissions)
    .where(
      and(eq(formSubmissions.clientId, clientId), inArray(formSubmissions.inquiryId, inquiryIds)),
    );
  const toText = (row: { identity: string; receivedAt: Date }) => ({
    identity: row.identity,
    receivedAt: row.receivedAt.toISOString(),
  });
  return [
    ...announced.map((row) => ({ source: "meta" as const, ...toText(row) })),
    ...submitted.map((row) => ({ source: "form" as const, ...toText(row) })),
  ];
}

function mailsOf(clientId: string, leadId: string) {
  return and(eq(mails.clientId, clientId), eq(mails.leadId, leadId));
}
