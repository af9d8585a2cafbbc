// Lists every table that belongs to a practice, with its file in the owner's export, if any, and in
// the order in which the tables are erased. A test compares the list with the schema.
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import type { ArchiveFile, LeftOutTable } from "#content/console/practice-archive.ts";
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
  contactRequests,
  devicePins,
  differentPeople,
  formSubmissions,
  incomingCalls,
  inquiries,
  invoices,
  leadImportChunks,
  leadImportRows,
  leadImports,
  leadMerges,
  leadPresence,
  leads,
  mailStops,
  mails,
  monthComments,
  notes,
  officePhones,
  openHours,
  openScreens,
  personInvitations,
  pictures,
  practiceNotes,
  practiceSortKeys,
  practiceTemplateSets,
  pushDevices,
  ringCalls,
  ringEvents,
  rings,
  rollups,
  sourceDeliveries,
  sources,
  templates,
  textStops,
  texts,
  timeline,
} from "#server/db/schema.ts";

export type OwnTable = PgTable & { clientId: PgColumn };

/** `by`: the column that has the practice. `without`: secrets, and columns derived from others. */
export type Archived = { file: ArchiveFile; table: PgTable; by: PgColumn; without: string[] };
export type LeftOut = { table: OwnTable; leftOut: LeftOutTable };

const archived = (file: ArchiveFile, table: OwnTable, without: string[] = []): Archived => ({
  ...{ file, table, by: table.clientId, without },
});
const leftOut = (name: LeftOutTable, table: OwnTable): LeftOut => ({ table, leftOut: name });

/** Every table with a `client_id`, each before the tables that it refers to. */
const ownTables: (Archived | LeftOut)[] = [
  leftOut("lead_import_chunks", leadImportChunks),
  leftOut("lead_import_rows", leadImportRows),
  leftOut("lead_imports", leadImports),
  archived("ring-events", ringEvents),
  archived("ring-calls", ringCalls, ["token"]),
  archived("rings", rings, ["numberHash"]),
  archived("alerts", alerts),
  archived("texts", texts),
  archived("incoming-calls", incomingCalls),
  leftOut("alert_schedule", alertSchedule),
  archived("meta-leads", announcedLeads),
  leftOut("form_submissions", formSubmissions),
  archived("submissions", sourceDeliveries),
  archived("emails", mails),
  archived("calls", calls),
  archived("notes", notes),
  leftOut("lead_presence", leadPresence),
  archived("merged-leads", leadMerges, ["undoData"]),
  archived("different-people", differentPeople),
  archived("timeline", timeline),
  archived("inquiries", inquiries),
  archived("leads", leads, ["search"]),
  leftOut("rollups", rollups),
  leftOut("campaign_report_undos", campaignReportUndos),
  archived("campaign-days", campaignDays),
  archived("campaigns", campaigns),
  archived("sources", sources, ["metaPageToken", "formKey"]),
  archived("templates", templates),
  archived("template-sets", practiceTemplateSets),
  leftOut("device_pins", devicePins),
  archived("invitations", personInvitations, ["linkId"]),
  archived("pictures", pictures),
  leftOut("mail_stops", mailStops),
  leftOut("text_stops", textStops),
  archived("hours", openHours),
  archived("alert-devices", pushDevices, ["endpoint", "p256dh", "auth"]),
  archived("alert-addresses", alertAddresses, ["codeHash", "codeExpiresAt", "codeTries"]),
  archived("office-phones", officePhones, ["codeToken", "codeExpiresAt", "codeTries"]),
  leftOut("open_screens", openScreens),
  archived("audit", auditEntries),
  archived("invoices", invoices),
  archived("practice-notes", practiceNotes),
  archived("month-comments", monthComments),
  leftOut("practice_sort_keys", practiceSortKeys),
];

/** The tables, in the order in which they are erased. */
export const erasedTables: OwnTable[] = ownTables.map(({ table }) => table as OwnTable);

export const leftOutTables = ownTables.filter((one): one is LeftOut => "leftOut" in one);

/** The files of an export, in order. Contact requests belong to the agency. */
export const archivedTables: Archived[] = [
  {
    file: "practice",
    table: clients,
    by: clients.id,
    without: ["isDemo", "demoEndsAt", "demoLeads"],
  },
  {
    ...{ file: "people", table: accounts, by: accounts.clientId },
    without: ["passwordHash", "passkeyHandle", "adminCode", "consoleRole"],
  },
  ...ownTables.filter((one): one is Archived => "file" in one).toReversed(),
  {
    ...{ file: "contact-requests", table: contactRequests, by: contactRequests.practiceId },
    without: ["search", "invitationId"],
  },
];
