// Fills every table that belongs to practices with a practice's recognizable rows.
import { randomUUID } from "node:crypto";
import { usualWeek } from "#contract/open-hours.ts";
import { openSession } from "#server/accounts/sign-in/sessions.ts";
import { beginTotp } from "#server/accounts/sign-in/two-step-login.ts";
import {
  madePassword,
  makeCall,
  makeCampaign,
  makeCampaignDays,
  makeFormSource,
  makeInquiry,
} from "#server/db/make.ts";
import {
  accounts,
  announcedLeads,
  campaignReportUndos,
  devicePins,
  differentPeople,
  formSubmissions,
  inquiries,
  invoices,
  leadMerges,
  leadPresence,
  leads,
  mails,
  monthComments,
  notes,
  openHours,
  personInvitations,
  pictures,
  practiceNotes,
  practiceSortKeys,
  sourceDeliveries,
  templates,
} from "#server/db/schema.ts";
import { aTime } from "./access-matrix.ts";
import type { signInClient } from "./people.ts";
import { seedAlerts } from "./planted-alerts.ts";
import { plantImport } from "./planted-imports.ts";
import { seedRing } from "./planted-rings.ts";
import { plantCopy } from "./planted-template-sets.ts";
import { seedTexts } from "./planted-texts.ts";
import { practiceTables } from "./practice-tables.ts";
import type { TestApp } from "./test-app.ts";

export type Practice = Awaited<ReturnType<typeof signInClient>>;

/** Rows that an operation can refer to, by the name of its parameter. */
export type Ids = Record<
  | "practice"
  | "lead"
  /** A lead that was merged into `lead`. */
  | "mergedLead"
  /** A lead that is known to be a different person. */
  | "otherLead"
  /** Another person's inquiry on `lead`. */
  | "inquiry"
  | "leadImport"
  | "call"
  | "note"
  | "mail"
  | "text"
  | "receivedText"
  | "template"
  /** A template that was copied to the practice and has an available update. */
  | "templateSet"
  | "setTemplate"
  | "picture"
  | "device"
  | "factor"
  | "pushDevice"
  | "alertAddress"
  | "alert"
  | "officePhone"
  | "person"
  | "personInvitation",
  string
> & { campaign: string; source: string };

/**
 * Fills a practice. Every free text contains `word`, except for the texts about one person whom
 * several practices know.
 */
export async function seedPractice(
  testApp: TestApp,
  practice: Practice,
  word: string,
): Promise<Ids> {
  const { db } = testApp.deps;
  const { clientId, accountId } = practice;
  await testApp.pool.query(
    `update clients set name = $2, phone = $2 || ' phone', address = $2 || ' street',
       address2 = $2 || ' floor', city = $2 || ' city', zip = $2 || ' zip',
       sender_name = $2 || ' sender' where id = $1`,
    [clientId, word],
  );
  await testApp.pool.query(
    "update accounts set first_name = $2 || ' first', last_name = $2 || ' last' where id = $1",
    [accountId, word],
  );
  practicesSeeded += 1;
  const inForceFrom = new Date(Date.UTC(2026, 0, practicesSeeded));
  await db.insert(openHours).values({
    ...{ clientId, inForceFrom, timeZone: "America/Chicago" },
    week: usualWeek,
    holidays: [{ date: "2026-12-25", name: `${word} holiday` }],
  });
  const { campaignId } = await makeCampaign(testApp.deps, {
    clientId,
    name: `${word} campaign`,
    platform: "meta",
    impressions: 1117,
    impressionsAsOf: "2026-03-01",
  });
  const { sourceId } = await makeFormSource(testApp.deps, clientId, `${word} source`);
  await makeCampaignDays(testApp.deps, { clientId, campaignId }, [{ day: "2026-03-14" }]);
  const from = { campaignId, sourceId };
  const known = { email: "known-to-both@example.com", phone: "(813) 555-0177" };
  await makeInquiry(testApp.deps, clientId, { ...from, ...known, lastName: `${word} known` });
  const waiting = { ...from, firstName: word, lastName: "Waiting" };
  const { inquiryId } = await makeInquiry(testApp.deps, clientId, waiting);
  await makeInquiry(testApp.deps, clientId, { firstName: word, lastName: "Test", isTest: true });
  const old = new Date(testApp.clock.now.getTime() - 3 * 60 * 60_000);
  for (const outcome of ["booked", "call_back", "not_interested", "voicemail"] as const) {
    const person = { ...from, firstName: word, lastName: outcome, submittedAt: old };
    const { lead } = await makeInquiry(testApp.deps, clientId, person);
    const callBackAt = new Date(testApp.clock.now.getTime() + 60 * 60_000);
    await makeCall(testApp.deps, practice, lead._id, {
      ...{ outcome, calledAt: testApp.clock.now },
      ...(outcome === "call_back" && { callBackAt }),
    });
  }
  const seeded = await seedRows(testApp, practice, {
    ...from,
    firstName: word,
    lastName: "Rows",
  });
  await db.insert(announcedLeads).values({
    ...{ platform: "meta", platformLeadId: `${word} announced`, clientId, sourceId },
    ...{ deliveryId: randomUUID(), pageId: `${word} page`, formId: `${word} form` },
    ...{ announcedAt: testApp.clock.now, storedAt: testApp.clock.now },
  });
  await db.insert(formSubmissions).values({
    ...{ clientId, sourceId, identity: `${word} identity`, inquiryId },
    receivedAt: testApp.clock.now,
  });
  await db.insert(sourceDeliveries).values({
    ...{ clientId, sourceId, inquiryId, body: `${word} body`, isFormEncoded: false },
    ...{ result: "lead", receivedAt: testApp.clock.now },
  });
  await db.insert(mails).values({
    ...{ clientId, kind: "month-report", attachment: "month-report", reportMonth: "2026-02" },
    ...{ to: `${word}.reader@example.com`, subject: `${word} month`, text: `${word} figures` },
    ...{ state: "sent", causeKey: `month-report:${randomUUID()}:${accountId}` },
  });
  return { ...seeded, practice: clientId, campaign: campaignId, source: sourceId };
}

/**
 * The number of practices so far, so that each practice's business hours start on a different date.
 */
let practicesSeeded = 0;

/**
 * Adds a lead with everything that can belong to it, a template, a picture and a device. Each row
 * can be changed once.
 */
export async function seedRows(
  testApp: TestApp,
  practice: Practice,
  person: { firstName?: string; lastName?: string; campaignId?: string; sourceId?: string } = {},
): Promise<Omit<Ids, "campaign" | "source">> {
  const { db } = testApp.deps;
  const { clientId, accountId } = practice;
  const { lead, inquiryId } = await makeInquiry(testApp.deps, clientId, person);
  const leadId = lead._id;
  const made = { calledAt: testApp.clock.now, outcome: "spoke" as const };
  const { call } = await makeCall(testApp.deps, practice, leadId, made);
  const word = person.firstName ?? "Somebody";
  const of = { clientId, id: randomUUID() };
  const note = { ...of, leadId, accountId, at: testApp.clock.now, title: `${word} note` };
  await db.insert(notes).values({ ...note, text: `${word} note's text` });
  await db.insert(mails).values({
    ...{ ...of, leadId, accountId, kind: "lead", to: `${word}@example.com`, state: "failed" },
    ...{ subject: `${word} subject`, text: `${word} text`, problem: `${word} problem` },
  });
  await testApp.request("PUT", `/api/leads/${leadId}/mail-stop`, { token: practice.token });
  const copied = await plantCopy(testApp, practice, word);
  await db.insert(templates).values({
    ...{ ...of, kind: "email", title: `${word} title`, subject: `${word} subject` },
    ...{ body: `<p>${word} body</p>`, changedAt: new Date(aTime), ...copied },
  });
  await db.insert(pictures).values({
    ...{ ...of, digest: randomUUID(), content: Buffer.from(word), width: 1, height: 1 },
  });
  const device = await openDevice(testApp, practice, `${word} device`);
  await db
    .insert(devicePins)
    .values({ clientId, sessionId: device, accountId, initials: word, pinHash: "none" })
    .onConflictDoNothing();
  const until = new Date(testApp.clock.now.getTime() + 20_000);
  await db.insert(leadPresence).values({ clientId, leadId, accountId, sessionId: device, until });
  await seedAlerts(testApp, practice, { of, leadId, inquiryId, device, word });
  await seedRing(testApp, { of, leadId, inquiryId, word });
  const receivedText = await seedTexts(testApp, { of, leadId, accountId, word });
  const [colleague] = await db
    .insert(accounts)
    .values({
      ...{ kind: "client", clientId, role: "member", email: `${randomUUID()}@example.com` },
      ...{ firstName: `${word} colleague`, lastName: "Person", passwordHash: "none" },
    })
    .returning();
  await db.insert(personInvitations).values({
    ...{ ...of, email: `${of.id}@${word}.example.com`, firstName: `${word} invited` },
    ...{ lastName: "Person", role: "member", invitedBy: accountId },
    ...{ invitedAt: testApp.clock.now, expiresAt: until },
  });
  const others = await plantOtherLeads(testApp, practice, leadId, person);
  await db.insert(practiceNotes).values({
    ...{ ...of, text: `${word} note`, accountId },
    ...{ writtenAt: testApp.clock.now, changedAt: testApp.clock.now },
  });
  await db.insert(invoices).values({ ...of, invoicedOn: "2026-03-01", amountCents: 200_000 });
  const undoData = { campaignIds: [], days: [] };
  await db.insert(campaignReportUndos).values({ ...of, importedAt: testApp.clock.now, undoData });
  await db
    .insert(monthComments)
    .values({
      ...{ clientId, month: "2026-02", text: `${word} comment`, accountId },
      changedAt: testApp.clock.now,
    })
    .onConflictDoNothing();
  await db
    .insert(practiceSortKeys)
    .values({ clientId, leads: 0, neverCalled: 0 })
    .onConflictDoNothing();
  const leadImport = await plantImport(testApp, practice, word);
  const ids = {
    leadImport,
    ...others,
    ...{ person: colleague?.id ?? "", personInvitation: of.id },
    ...{ note: of.id, mail: of.id, text: of.id, receivedText, template: of.id, picture: of.id },
    ...{ templateSet: copied.setId, setTemplate: copied.setTemplateId },
    ...{ pushDevice: of.id, alertAddress: of.id, alert: of.id, officePhone: of.id },
  };
  const visitor = { address: "127.0.0.1", device: "a test" };
  const { _id: factor } = await beginTotp(
    testApp.deps,
    visitor,
    { accountId, clientId: of.clientId, sessionId: of.id },
    { name: `${word} app`, password: madePassword },
  );
  return { ...ids, practice: clientId, lead: leadId, call: call._id, device, factor };
}

/** Inserts the rows directly, because this runs before each change that a test makes. */
async function plantOtherLeads(
  { deps: { db }, clock }: TestApp,
  { clientId, accountId }: Practice,
  leadId: string,
  { firstName = "Somebody" }: { firstName?: string },
) {
  const [mergedLead, otherLead, inquiry] = [randomUUID(), randomUUID(), randomUUID()];
  const at = clock.now;
  const person = { clientId, firstName, lastName: "Other", receivedAt: at };
  const known = { ...person, startedAt: at, touchedAt: at };
  await db.insert(leads).values([
    { ...known, id: mergedLead, mergedInto: leadId, deletedAt: at },
    { ...known, id: otherLead },
  ]);
  const asked = { ...person, isUntimed: true, submittedAt: at };
  await db.insert(inquiries).values([
    { ...asked, leadId, mergedFrom: mergedLead },
    { ...asked, leadId: otherLead },
    { ...asked, id: inquiry, leadId, submittedAt: new Date(at.getTime() + 1) },
  ]);
  const undoData = { before: { firstName: `${firstName} before` }, after: {} };
  const done = { clientId, accountId, at };
  await db.insert(leadMerges).values({ ...done, leadId: mergedLead, survivorId: leadId, undoData });
  const [first = "", second = ""] = [leadId, otherLead].toSorted();
  await db.insert(differentPeople).values({ ...done, leadId: first, otherLeadId: second });
  return { mergedLead, otherLead, inquiry };
}

type Named = { practice: Practice; word: string };

/**
 * Copies one practice's rows to another practice, with the same ids and the other practice's word,
 * so that an id alone matches rows of both. Existing rows of the other practice don't change.
 */
export async function seedTwinRows(testApp: TestApp, one: Named, other: Named) {
  // Tables come before the tables that refer to them.
  for (const table of new Set(["leads", "inquiries", "rings", ...practiceTables])) {
    if (table === "clients") continue;
    const { rows } = await testApp.pool.query(
      `select coalesce(json_agg(one), '[]')::text as copied from ${table} one where client_id = $1`,
      [one.practice.clientId],
    );
    const copied = rows[0].copied
      .replaceAll(one.practice.clientId, other.practice.clientId)
      .replaceAll(one.practice.accountId, other.practice.accountId)
      .replaceAll(one.word, other.word)
      .replaceAll(one.word.toLowerCase(), other.word.toLowerCase())
      // These values are unique across practices.
      .replaceAll(/"form_key":"[^"]*"/g, '"form_key":null');
    const columns = await writableColumns(testApp, table);
    await testApp.pool.query(
      `insert into ${table} (${columns}) select ${columns}
       from json_populate_recordset(null::${table}, $1) on conflict do nothing`,
      [copied],
    );
  }
}

async function writableColumns(testApp: TestApp, table: string): Promise<string> {
  const { rows } = await testApp.pool.query(
    `select string_agg(quote_ident(column_name), ', ') as columns from information_schema.columns
     where table_schema = 'public' and table_name = $1 and is_generated = 'NEVER'`,
    [table],
  );
  return rows[0].columns;
}

async function openDevice(
  testApp: TestApp,
  { accountId }: Practice,
  device: string,
): Promise<string> {
  const visitor = { address: "127.0.0.1", device };
  await testApp.deps.db.transaction((tx) =>
    openSession(testApp.deps, tx, visitor, { id: accountId, kind: "client" }),
  );
  const { rows } = await testApp.pool.query(
    "select id from sessions where account_id = $1 and device = $2 order by id desc limit 1",
    [accountId, device],
  );
  return rows[0].id;
}
