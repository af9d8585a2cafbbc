// The end of a demo: every row of it is deleted.
import { and, eq, inArray, isNotNull, lte } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import {
  accounts,
  alertAddresses,
  alertSchedule,
  alerts,
  announcedLeads,
  auditEntries,
  calls,
  campaignDays,
  campaignReportUndos,
  campaigns,
  clients,
  devicePins,
  differentPeople,
  formSubmissions,
  inquiries,
  invoices,
  knownDevices,
  leadImportChunks,
  leadImportRows,
  leadImports,
  leadMerges,
  leadPresence,
  leads,
  mailedLinks,
  mailStops,
  mails,
  monthComments,
  notes,
  openHours,
  openScreens,
  personInvitations,
  pictures,
  practiceNotes,
  practiceSortKeys,
  practiceTemplateSets,
  pushDevices,
  rollups,
  sessions,
  sourceDeliveries,
  sources,
  templates,
  timeline,
} from "#server/db/schema.ts";
import type { Deps } from "#server/deps.ts";
import { deleteJobsOf } from "#server/jobs/job-queue.ts";

/** Every table whose rows belong to a practice, each before those that it refers to. */
export const demoTables: (PgTable & { clientId: PgColumn })[] = [
  ...[leadImportChunks, leadImportRows, leadImports],
  ...[alerts, alertSchedule, announcedLeads, formSubmissions, sourceDeliveries],
  ...[mails, calls, notes],
  ...[leadPresence, leadMerges, differentPeople, timeline, inquiries, leads, rollups],
  ...[campaignReportUndos, campaignDays, campaigns, sources, templates, practiceTemplateSets],
  ...[
    devicePins,
    personInvitations,
    pictures,
    mailStops,
    openHours,
    pushDevices,
    alertAddresses,
    openScreens,
    auditEntries,
    invoices,
    practiceNotes,
    monthComments,
    practiceSortKeys,
  ],
];

/** Erases the demos whose time is over. Idempotent. */
export async function eraseEndedDemos(deps: Pick<Deps, "db" | "now">): Promise<void> {
  const ended = await deps.db
    .select({ id: clients.id })
    .from(clients)
    .where(and(clients.isDemo, isNotNull(clients.demoEndsAt), lte(clients.demoEndsAt, deps.now())));
  for (const { id } of ended) await erasePractice(deps, id);
}

/** Erases a demo or a template; a real practice's id changes nothing. */
export async function erasePractice({ db }: Pick<Deps, "db">, clientId: string): Promise<void> {
  await db.transaction(async (tx) => {
    // A copy of a template, and a new lead, lock the practice too: they finish first, or find nothing.
    const [demo] = await tx
      .select({ id: clients.id })
      .from(clients)
      .where(and(eq(clients.id, clientId), clients.isDemo))
      .for("update");
    if (!demo) return;
    for (const table of demoTables) await tx.delete(table).where(eq(table.clientId, clientId));
    const own = tx
      .select({ id: accounts.id })
      .from(accounts)
      .where(eq(accounts.clientId, clientId));
    await tx.delete(sessions).where(inArray(sessions.accountId, own));
    await tx.delete(knownDevices).where(inArray(knownDevices.accountId, own));
    await tx.delete(mailedLinks).where(inArray(mailedLinks.accountId, own));
    await tx.delete(accounts).where(eq(accounts.clientId, clientId));
    await tx.delete(clients).where(eq(clients.id, clientId));
    await deleteJobsOf(tx, [clientId]);
  });
}
