// A person requests an export of their data, and then its erasure.
import { createHmac, randomUUID } from "node:crypto";
import { and, eq, getTableName, ne } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { callName } from "#contract/call-name.ts";
import type { Inquiry } from "#contract/inquiries.ts";
import type { Lead } from "#contract/leads.ts";
import {
  makeFormSource,
  makeInquiry,
  makeKeyedSource,
  makeMetaSource,
  makePlatformId,
  rebuildRollups,
} from "#server/db/make.ts";
import {
  announcedLeads,
  auditEntries,
  formSubmissions,
  mailStops,
  mails,
  sourceDeliveries,
} from "#server/db/schema.ts";
import { leadTables } from "#server/desk/merging/moved-rows.ts";
import { findMailStop, stopMail } from "#server/messages/mail/mail-stops.ts";
import { unsubscribeToken } from "#server/messages/mail/unsubscribe-token.ts";
import { addSource } from "#server/people/practice-sources.ts";
import { notPersonal } from "#server/testing/not-personal.ts";
import { signInAdmin, signInClient } from "#server/testing/people.ts";
import { seedRows } from "#server/testing/planted-rows.ts";
import { rowsRead, statementsDuring } from "#server/testing/statements.ts";
import { openTestApp, type TestApp } from "#server/testing/test-app.ts";

/** The tests search every table for each of these values. */
const seeded = {
  firstName: "Plantedfirst",
  lastName: "Plantedlast",
  otherName: "Plantedother",
  formerName: "Plantedformer",
  email: "planted@example.com",
  phone: "8135550177",
  answer: "plantedanswer",
  consent: "plantedconsent",
  reason: "plantedreason",
  noteTitle: "plantedtitle",
  noteText: "plantedtext",
  subject: "plantedsubject",
  mailText: "plantedmail",
  submission: "plantedsubmission",
  advertisement: "plantedadvertisement",
};

let testApp: TestApp;
let practice: Awaited<ReturnType<typeof signInClient>>;
let owner: Awaited<ReturnType<typeof signInAdmin>>;
let leadId: string;
let formKey: string;
let metaId: string;
let source: { page: string; form: string };
beforeAll(async () => {
  testApp = await openTestApp();
});
beforeEach(async () => {
  testApp.clock.at("2026-03-17T12:00:00.000Z");
  testApp.receivedMails.length = 0;
  practice = await signInClient(testApp);
  owner = await signInAdmin(testApp);
});
afterAll(() => testApp.close());

test("the export holds everything that is stored about the person and is audited", async () => {
  await seedLead();
  const answer = await ask("POST", "/exports");
  expect(answer.status).toBe(201);
  const text = JSON.stringify(answer.body);
  const { advertisement, phone, ...shown } = seeded;
  for (const value of [...Object.values(shown), `+1${phone}`, metaId]) {
    expect(text).toContain(value);
  }
  // Besides its ids, Meta's notification contains only data about the ad.
  expect(text).not.toContain(advertisement);
  expect(answer.body.practice).toBe("Bayshore Family Dental");
  expect(await noted("lead_exported")).toEqual([{ lead: leadId }]);
});

test("an erasure removes the person's data from every table", async () => {
  await seedLead();
  for (const value of Object.values(seeded)) expect(await tablesWith(value)).not.toEqual([]);
  const answer = await erase();
  expect(answer.status).toBe(201);
  for (const value of Object.values(seeded)) {
    expect([value, await tablesWith(value)]).toEqual([value, []]);
  }
  expect(await noted("lead_erased")).toEqual([{ lead: leadId }]);
});

test("a merged lead is erased with its survivor, from every table", async () => {
  await seedLead();
  testApp.clock.forward(60_000);
  const other = { firstName: "Berta", lastName: "Otherperson", email: "berta@example.com" };
  const { lead } = await makeInquiry(testApp.deps, practice.clientId, {
    ...{ ...other, submittedAt: testApp.clock.now, receivedAt: testApp.clock.now },
  });
  const keep = { phone: "this", name: "other" };
  const merged = await ask("POST", "/merges", { otherId: lead._id, keep });
  expect([merged.status, merged.body.lead._id]).toEqual([200, lead._id]);
  expect((await erase({ name: "Berta Otherperson" }, lead._id)).status).toBe(201);
  for (const value of [...Object.values(seeded), "Otherperson", "berta@example.com"]) {
    expect([value, await tablesWith(value)]).toEqual([value, []]);
  }
});

test("an erasure clears every personal text of a lead in every table, or deletes its row", async () => {
  await seedLead();
  const planted = await plantEverywhere();
  for (const { table, erasure } of leadTables) {
    const name = getTableName(table);
    const { marked, count } = await markTexts(name, planted.ids);
    expect([name, count]).not.toEqual([name, 0]);
    if (erasure === "deleted") continue;
    expect([name, marked.length > 0]).toEqual([name, erasure === "emptied"]);
  }
  const erased = await erase({ name: `${mark} ${mark}` }, planted.lead);
  expect(erased.status).toBe(201);
  for (const { table, erasure } of leadTables) {
    const name = getTableName(table);
    const { count } = await rowsOf(name, planted.ids);
    expect([name, count === 0]).toEqual([name, erasure === "deleted"]);
  }
  expect(await tablesWith(mark)).toEqual([]);
});

test("submissions without a lead are erased if they mention the person, in any format", async () => {
  await seedLead();
  const { clientId } = practice;
  const { sourceId } = await makeKeyedSource(testApp.deps, clientId, "webhook");
  const digits = seeded.phone;
  const spaced = `(${digits.slice(0, 3)}) ${digits.slice(3, 6)}-${digits.slice(6)}`;
  const bodies = [
    JSON.stringify({ who: seeded.email.toUpperCase() }),
    `who=${encodeURIComponent(seeded.email)}`,
    JSON.stringify({ at: spaced }),
    `at=${encodeURIComponent(spaced)}`,
    JSON.stringify({ who: "someone.else@example.com", at: "(813) 555-0199" }),
  ];
  for (const body of bodies) {
    await testApp.deps.db.insert(sourceDeliveries).values({
      ...{ clientId, sourceId, body, isFormEncoded: body.startsWith("w"), result: "unmapped" },
      receivedAt: testApp.clock.now,
    });
  }
  await erase();
  const left = await testApp.deps.db
    .select({ body: sourceDeliveries.body })
    .from(sourceDeliveries)
    .where(and(eq(sourceDeliveries.clientId, clientId), ne(sourceDeliveries.body, "")));
  expect(left.map(({ body }) => body)).toEqual(bodies.slice(4));
});

test("a form submission that is repeated after an erasure is stored without its body", async () => {
  await seedLead();
  await erase();
  await postForm();
  expect(await tablesWith(seeded.otherName)).toEqual([]);
});

test("an erasure doesn't change the figures, even after a rebuild", async () => {
  await seedLead();
  const before = await figures();
  expect(before.leads).toBe(1);
  await erase();
  expect(await figures()).toEqual(before);
  await rebuildRollups(testApp.deps);
  expect(await figures()).toEqual(before);
});

test("an erased lead that wasn't called isn't listed, but still counts as late", async () => {
  await seedLead();
  const { lead } = await makeInquiry(testApp.deps, practice.clientId, { firstName: "Waiting" });
  await erase({ name: "Waiting Quintero" }, lead._id);
  const { body } = await testApp.request("GET", "/api/leads/new", { token: practice.token });
  expect(body).toMatchObject({ total: 0, uncalled: 0, leads: [] });
  testApp.clock.forward(60 * 60_000);
  expect((await figures()).onTime).toEqual({ lt10: 1, lt60: 0, other: 1 });
});

test("erased leads aren't listed or counted in the archive, even after a rebuild", async () => {
  await seedLead();
  const { lead } = await makeInquiry(testApp.deps, practice.clientId, { firstName: "Waiting" });
  // The seeded lead is in the archive.
  expect(await inArchive()).toEqual({ shown: 1, total: 1, counted: 1 });
  await erase();
  await erase({ name: "Waiting Quintero" }, lead._id);
  const none = { shown: 0, total: 0, counted: 0 };
  expect(await inArchive()).toEqual(none);
  await rebuildRollups(testApp.deps);
  expect(await inArchive()).toEqual(none);
});

test("erased customers and callbacks aren't listed or counted", async () => {
  const { token } = practice;
  const made: string[] = [];
  const callBackAt = new Date(testApp.clock.now.getTime() + 60 * 60_000).toISOString();
  for (const more of [{ outcome: "booked" }, { outcome: "call_back", callBackAt }]) {
    const { lead } = await makeInquiry(testApp.deps, practice.clientId, { firstName: "Called" });
    made.push(lead._id);
    const json = { _id: randomUUID(), ...more };
    const called = await testApp.request("POST", `/api/leads/${lead._id}/calls`, { token, json });
    expect(called.status).toBe(201);
  }
  const listed = async () => {
    const get = async (path: string) =>
      (await testApp.request("GET", `/api/leads/${path}`, { token })).body;
    const [found, callbacks] = [
      await get("others?search=called"),
      await get("archive?list=callback"),
    ];
    return [found.leads.length, callbacks.leads.length, callbacks.total, callbacks.counts.callback];
  };
  expect(await listed()).toEqual([2, 1, 1, 1]);
  for (const id of made) await erase({ name: "Called Quintero" }, id);
  expect(await listed()).toEqual([0, 0, 0, 0]);
  await rebuildRollups(testApp.deps);
  expect(await listed()).toEqual([0, 0, 0, 0]);
});

test("a deleted lead can still be erased, and reports don't change", async () => {
  await seedLead();
  await ask("DELETE", "");
  const before = await figures();
  expect((await erase()).status).toBe(201);
  expect(await figures()).toEqual(before);
  expect(await tablesWith(seeded.email)).toEqual([]);
});

test("a lead in two deliveries is erased from both, without reading other deliveries", async () => {
  await seedLead();
  await deliver();
  await testApp.pool.query(
    `insert into deliveries (platform, body, received_at)
     select 'meta', '{"object":"page","entry":[]}', $1 from generate_series(1, 500)`,
    [testApp.clock.now],
  );
  await testApp.pool.query("analyze deliveries");
  const statements = await statementsDuring(() => erase());
  expect(await tablesWith(seeded.advertisement)).toEqual([]);
  const read = await rowsRead(testApp.pool, statements);
  expect(read.deliveries).toBeLessThan(10);
});

test("resending a delivery doesn't store the erased person again", async () => {
  await seedLead();
  await erase();
  await deliver();
  await testApp.runJobs();
  await postForm();
  expect(await tablesWith(seeded.lastName)).toEqual([]);
  expect((await figures()).leads).toBe(1);
});

test("a new inquiry from the person creates a new lead", async () => {
  await seedLead();
  await erase();
  const next = await makeInquiry(testApp.deps, practice.clientId, { phone: seeded.phone });
  expect(next).toMatchObject({ isNewLead: true });
  expect(next.lead._id).not.toBe(leadId);
});

test("an erased lead can't be restored or viewed", async () => {
  await seedLead();
  await erase();
  for (const [method, path] of [
    ["GET", ""],
    ["POST", "/restore"],
    ["POST", "/exports"],
    ["POST", "/sightings"],
  ] as const) {
    expect((await ask(method, path)).status).toBe(404);
  }
  expect((await erase()).status).toBe(404);
});

test.each([
  ["another name", "Somebody Else"],
  ["a part of the name", seeded.firstName],
  ["nothing", " "],
])("typing %s doesn't erase the lead", async (_, name) => {
  await seedLead();
  const answer = await erase({ name });
  expect(answer.status).toBe(422);
  expect(Object.keys(answer.body.errors)).toEqual(["name"]);
  expect(await tablesWith(seeded.email)).not.toEqual([]);
});

test("case, spaces and punctuation in the typed name don't matter", async () => {
  await seedLead();
  const name = ` ${seeded.firstName.toUpperCase()}  ${seeded.lastName.toLowerCase()}. `;
  expect((await erase({ name })).status).toBe(201);
});

test.each([
  ["José Núñez", "Jose Nunez"],
  ["Zoe Lee", "Zoë Lee"],
])("the name %s is erased by typing %s, because diacritics don't matter", async (known, name) => {
  const [firstName = "", lastName = ""] = known.split(" ");
  const { lead } = await makeInquiry(testApp.deps, practice.clientId, { firstName, lastName });
  expect((await erase({ name }, lead._id)).status).toBe(201);
});

test("a lead without a name is erased by typing the phone number as shown", async () => {
  const withoutName = { firstName: "", lastName: "", phone: "8135550166" };
  const { lead } = await makeInquiry(testApp.deps, practice.clientId, withoutName);
  expect((await erase({ name: "(813) 555-0166" }, lead._id)).status).toBe(201);
});

test.each([
  ["neither name, number nor address", {}],
  ["an invisible name", { firstName: "\u200b", lastName: "\u3164" }],
  ["an invisible number", { phone: "\u200b" }],
])("a lead with %s is erased by typing the display name", async (_, known) => {
  const nobody = { firstName: "", lastName: "", phone: "", email: "", ...known };
  const { lead } = await makeInquiry(testApp.deps, practice.clientId, nobody);
  expect(callName(lead)).toBe("A lead");
  expect((await erase({ name: "Somebody" }, lead._id)).status).toBe(422);
  expect((await erase({ name: "a lead" }, lead._id)).status).toBe(201);
});

test("the erasure of a lead with a name can't be confirmed by typing what is shown for a lead without one", async () => {
  await seedLead();
  expect((await erase({ name: "A lead" })).status).toBe(422);
});

test("a queued email to an erased lead fails and loses its address and text", async () => {
  await seedLead();
  await testApp.deps.db.update(mails).set({ state: "queued", sentAt: null }).where(ofLead());
  await erase();
  const [mail] = await testApp.deps.db.select().from(mails).where(ofLead());
  expect(mail).toMatchObject({ state: "failed", to: "", text: "" });
});

test("an email that is written during the erasure isn't sent", async () => {
  const { lead } = await makeInquiry(testApp.deps, practice.clientId, { firstName: "Gone" });
  const release = await testApp.hold("lock table mails in exclusive mode");
  const written = write(lead._id);
  await testApp.untilWaiting(1);
  const erased = erase({ name: "Gone Quintero" }, lead._id);
  await testApp.untilWaiting(2);
  await release();
  expect([(await written).status, (await erased).status]).toEqual([201, 201]);
  await testApp.runJobs();
  expect(testApp.receivedMails.map(({ to }) => to)).not.toContain(lead.email);
  expect(await tablesWith(lead.email)).toEqual([]);
});

test("an email with unknown delivery isn't resent after the erasure", async () => {
  const { lead } = await makeInquiry(testApp.deps, practice.clientId, { firstName: "Gone" });
  const { body } = await write(lead._id);
  testApp.mailAnswers.push({ result: "unknown", problem: "lost" });
  await testApp.runJobs();
  testApp.receivedMails.length = 0;
  await erase({ name: "Gone Quintero" }, lead._id);
  const mailId = body.email._id;
  for (const [token, path] of [
    [practice.token, `/api/leads/${lead._id}/emails/${mailId}/resendings`],
    [owner.token, `/api/admin/mail/${mailId}/resendings`],
  ] as const) {
    expect(await testApp.request("POST", path, { token })).toMatchObject({
      status: 409,
      body: { message: "This person’s data was erased." },
    });
  }
  await testApp.runJobs();
  expect(testApp.receivedMails).toEqual([]);
});

test("an email fails if the mail server defers it during the erasure, and the stored error doesn't contain the address", async () => {
  const { lead } = await makeInquiry(testApp.deps, practice.clientId, { firstName: "Gone" });
  await write(lead._id);
  const { mailServer } = testApp.deps;
  testApp.deps.mailServer = {
    deliver: async ({ to }) => {
      await erase({ name: "Gone Quintero" }, lead._id);
      return { result: "later", problem: `451 busy for ${to}` };
    },
  };
  await testApp.runJobs();
  testApp.deps.mailServer = mailServer;
  const [mail] = await testApp.deps.db.select().from(mails).where(eq(mails.leadId, lead._id));
  expect(mail).toMatchObject({ state: "failed", problem: "This person’s data was erased." });
});

test("sending an email and erasing its lead don't deadlock", async () => {
  const { lead } = await makeInquiry(testApp.deps, practice.clientId, { firstName: "Gone" });
  await write(lead._id);
  const release = await testApp.hold("lock table timeline in exclusive mode");
  // Sending the email has locked it and then writes to the lead's timeline.
  const sent = testApp.runJobs();
  await testApp.untilWaiting(1);
  // The erasure has locked the lead and then changes its emails.
  const erased = erase({ name: "Gone Quintero" }, lead._id);
  await testApp.untilWaiting(2);
  await release();
  await sent;
  expect((await erased).status).toBe(201);
  const [mail] = await testApp.deps.db.select().from(mails).where(eq(mails.leadId, lead._id));
  expect(mail).toMatchObject({ state: "sent", to: "" });
});

test("an email address isn't stored if the mail server rejects it during the erasure", async () => {
  const { lead } = await makeInquiry(testApp.deps, practice.clientId, { firstName: "Gone" });
  await write(lead._id);
  const { mailServer } = testApp.deps;
  testApp.deps.mailServer = {
    deliver: async ({ to }) => {
      await erase({ name: "Gone Quintero" }, lead._id);
      return { result: "refused", problem: `550 no ${to} here`, isOfAddress: true };
    },
  };
  await testApp.runJobs();
  testApp.deps.mailServer = mailServer;
  expect(await tablesWith(lead.email)).toEqual([]);
  expect(await stopOf(lead.email)).toMatchObject({ reason: "refused" });
});

test("automatic emails to an email address stay stopped after an erasure", async () => {
  await seedLead();
  await erase();
  expect(await stopOf(seeded.email)).toMatchObject({ reason: "desk" });
  const { lead } = await makeInquiry(testApp.deps, practice.clientId, { email: seeded.email });
  const { body } = await testApp.request("GET", `/api/leads/${lead._id}/emails`, {
    token: practice.token,
  });
  expect(body.stop).toMatchObject({ reason: "desk" });
});

test("an unsubscribe stays in effect after an erasure, and the practice can't override it", async () => {
  await seedLead();
  const { clientId, token } = practice;
  const stop = { clientId, email: seeded.email, reason: "unsubscribed" } as const;
  await stopMail(testApp.deps, stop);
  await erase();
  expect(await stopOf(seeded.email)).toMatchObject({ reason: "unsubscribed" });
  const { lead } = await makeInquiry(testApp.deps, clientId, { email: seeded.email });
  const path = `/api/leads/${lead._id}/mail-stop`;
  expect((await testApp.request("DELETE", path, { token })).status).toBe(409);
});

test("an unsubscribe link in an email to an erased person still works", async () => {
  await seedLead();
  const [mail] = await testApp.deps.db.select().from(mails).where(ofLead());
  await erase();
  const token = unsubscribeToken(testApp.deps.config.hashSecret, mail ?? { clientId: "", id: "" });
  const path = `/api/mail/unsubscribe?t=${token}`;
  expect((await testApp.request("POST", path)).status).toBe(200);
  expect((await testApp.request("GET", path)).body).toMatchObject({ isStopped: true });
  expect(await testApp.deps.db.$count(mailStops)).toBe(1);
});

test("erasing a lead doesn't change the practice's other leads", async () => {
  await seedLead();
  const other = { firstName: "Berta", lastName: "Otherperson", email: "berta@example.com" };
  const { lead } = await makeInquiry(testApp.deps, practice.clientId, other);
  await erase();
  const { body } = await testApp.request("GET", `/api/leads/${lead._id}`, {
    token: practice.token,
  });
  expect(body).toMatchObject({ lead: other, suggestions: [] });
});

test("a form submitted during the erasure is stored", async () => {
  const { older, newer } = await makeDuplicates();
  const { formKey: key } = await makeFormSource(testApp.deps, practice.clientId);
  const release = await testApp.hold("lock table mails in exclusive mode");
  const erased = erase({ name: newer.firstName }, newer._id);
  await testApp.untilWaiting(1);
  const json = { firstName: older.firstName, phone: newer.phone, email: older.email };
  const asked = testApp.request("POST", `/api/intake/form/${key}`, { json });
  await testApp.untilWaiting(2);
  await release();
  expect([(await erased).status, (await asked).status]).toEqual([201, 201]);
  const { body } = await testApp.request("GET", `/api/leads/${older._id}`, {
    token: practice.token,
  });
  expect(body.inquiries.map(({ firstName }: Inquiry) => firstName)).toEqual(["Older", "Older"]);
});

test("two leads that may be the same person can be erased concurrently", async () => {
  const { older, newer } = await makeDuplicates();
  const release = await testApp.hold("lock table mails in exclusive mode");
  const both = [older, newer].map((lead) => erase({ name: lead.firstName }, lead._id));
  await testApp.untilWaiting(2);
  await release();
  expect((await Promise.all(both)).map(({ status }) => status)).toEqual([201, 201]);
});

test("the owner can't export or erase while viewing as a practice", async () => {
  await seedLead();
  for (const path of ["exports", "erasures"]) {
    const address = `/api/leads/${leadId}/${path}?client=${practice.clientId}`;
    const json = { name: `${seeded.firstName} ${seeded.lastName}` };
    expect((await testApp.request("POST", address, { token: owner.token, json })).status).toBe(403);
  }
  expect(await tablesWith(seeded.email)).not.toEqual([]);
});

/**
 * Makes the person's lead, with two inquiries, one from Meta and one from a web form, and
 * everything that a practice adds. Nothing is left of the same person from an earlier test.
 */
async function seedLead() {
  const own =
    "lead_merges, different_people, leads, inquiries, calls, notes, timeline, lead_presence, mails, audit_entries";
  const stored =
    "deliveries, announced_leads, form_submissions, source_deliveries, mail_stops, alerts, alert_schedule";
  const rung = "rings, ring_calls, ring_events, texts, incoming_calls";
  await testApp.pool.query(`truncate ${own}, ${stored}, ${rung}`);
  const { clientId, token } = practice;
  source = await makeMetaSource(testApp.deps, clientId);
  metaId = makePlatformId();
  const field = (name: string, value: string) => ({ name, values: [value] });
  testApp.graph.set(metaId, {
    id: metaId,
    created_time: "2026-03-17T11:59:51+0000",
    field_data: [
      field("first_name", seeded.firstName),
      field("last_name", seeded.lastName),
      field("email", seeded.email),
      field("phone_number", seeded.phone),
      field("What can we do for you?", seeded.answer),
    ],
  });
  await deliver();
  await testApp.runJobs();
  const form = await addSource(testApp.deps, { clientId, kind: "form", name: "Home page" });
  formKey = form.formKey ?? "";
  await postForm();
  const { body } = await testApp.request("GET", "/api/leads/new", { token });
  const [lead] = body.leads;
  leadId = lead._id;
  await ask("PATCH", "", { firstName: seeded.formerName });
  await ask("PATCH", "", { firstName: seeded.firstName });
  await ask("POST", "/notes", {
    submissionId: randomUUID(),
    title: seeded.noteTitle,
    text: seeded.noteText,
  });
  await ask("POST", "/call-permissions", { isAllowed: false, reason: seeded.reason });
  await ask("POST", "/calls", { _id: randomUUID(), outcome: "booked" });
  await ask("POST", "/archive", { reason: seeded.reason });
  await testApp.deps.db.insert(mails).values({
    ...{ clientId, leadId, kind: "lead", to: seeded.email, subject: seeded.subject },
    ...{ text: seeded.mailText, html: seeded.mailText, state: "sent" },
    sentAt: testApp.clock.now,
  });
  await ask("PUT", "/mail-stop");
}

const mark = "personal mark";

/**
 * An erasure keeps these texts: a colleague's name, and the platform's id, which prevents storing
 * the lead twice.
 */
const keptTexts = [
  ...["leads.open_called_by", "announced_leads.platform_lead_id"],
  // The provider's id, so that a text or a call that is delivered again isn't stored again.
  ...["texts.sid", "incoming_calls.sid"],
  // A keyed hash of the words, so that a repeat after the erasure restores nobody.
  "form_submissions.words_hash",
];

/**
 * Adds a lead, a lead merged into it, and rows in every table. `ids` holds the ids of both leads
 * and of their inquiries.
 */
async function plantEverywhere() {
  const { db } = testApp.deps;
  const { clientId } = practice;
  const person = { firstName: "Sown", lastName: "Lead" };
  const { lead, mergedLead, inquiry, leadImport } = await seedRows(testApp, practice, person);
  const { sourceId } = await makeKeyedSource(testApp.deps, clientId, "webhook");
  const [of, at] = [{ clientId, sourceId, inquiryId: inquiry }, testApp.clock.now];
  await db.insert(formSubmissions).values({ ...of, identity: "sown", receivedAt: at });
  await db.insert(sourceDeliveries).values({
    ...{ ...of, body: "sown", isFormEncoded: false, result: "lead", receivedAt: at },
  });
  await db.insert(announcedLeads).values({
    ...{ ...of, platform: "meta", platformLeadId: "sown", deliveryId: randomUUID() },
    ...{ pageId: "sown", formId: "sown", announcedAt: at, storedAt: at },
  });
  await testApp.pool.query("update lead_import_rows set new_lead_id = $2 where import_id = $1", [
    leadImport,
    lead,
  ]);
  const inquiries = await testApp.pool.query("select id from inquiries where lead_id = $1", [lead]);
  const inquiryIds = inquiries.rows.map(({ id }) => id);
  return { lead, ids: [lead, mergedLead, ...inquiryIds] };
}

/** Writes the mark into every personal text of these rows and returns the changed columns. */
async function markTexts(table: string, ids: string[]) {
  const { isTheirs, columns, count } = await rowsOf(table, ids);
  const others = notPersonal[table]?.split(" ") ?? [];
  const marked = columns.filter(
    ({ name, type }) =>
      ["text", "jsonb"].includes(type) &&
      !others.includes(name) &&
      !keptTexts.includes(`${table}.${name}`),
  );
  const values = marked.map(({ name, type }) =>
    type === "text"
      ? `"${name}" = '${mark}'`
      : `"${name}" = coalesce("${name}", '{}') || '{"text": "${mark}"}'`,
  );
  if (values.length > 0) {
    await testApp.pool.query(`update ${table} set ${values.join(", ")} where ${isTheirs}`, [ids]);
  }
  return { marked, count };
}

/** Returns the rows that refer to one of the ids. */
async function rowsOf(table: string, ids: string[]) {
  const { rows: columns } = await testApp.pool.query<{ name: string; type: string }>(
    `select column_name as name, data_type as type from information_schema.columns
     where table_schema = 'public' and table_name = $1 and is_generated = 'NEVER'`,
    [table],
  );
  const keys = columns.filter(({ name }) => /(^|_)(lead|inquiry|survivor)_id$/.test(name));
  const uuids = keys.flatMap(({ name, type }) => (type === "uuid" ? name : []));
  const isTheirs = (table === "leads" ? ["id"] : uuids)
    .map((name) => `${name} = any($1::uuid[])`)
    .join(" or ");
  const { rows } = await testApp.pool.query(
    `select count(*)::int as count from ${table} where ${isTheirs}`,
    [ids],
  );
  return { columns, isTheirs, count: rows[0].count };
}

/**
 * Creates two leads. A later inquiry had the newer lead's number and the older lead's email
 * address.
 */
async function makeDuplicates() {
  const { clientId } = practice;
  const both: Lead[] = [];
  for (const firstName of ["Older", "Newer"]) {
    const { lead } = await makeInquiry(testApp.deps, clientId, { firstName, lastName: "" });
    both.push(lead);
    testApp.clock.forward(1000);
  }
  const [older, newer] = both as [Lead, Lead];
  const { firstName, phone } = newer;
  await makeInquiry(testApp.deps, clientId, { firstName, lastName: "", phone, email: older.email });
  testApp.clock.forward(1000);
  return { older, newer };
}

function deliver() {
  const value = {
    leadgen_id: metaId,
    page_id: source.page,
    form_id: source.form,
    created_time: 1_773_748_791,
    ad_name: seeded.advertisement,
  };
  const other = { ...value, leadgen_id: makePlatformId(), ad_name: "another" };
  const body = JSON.stringify({
    object: "page",
    entry: [
      { id: source.page, changes: [value, other].map((one) => ({ field: "leadgen", value: one })) },
    ],
  });
  const signature = createHmac("sha256", "meta app secret").update(body).digest("hex");
  const headers = {
    "Content-Type": "application/json",
    "X-Hub-Signature-256": `sha256=${signature}`,
  };
  return testApp.request("POST", "/api/intake/meta", { body, headers });
}

function postForm() {
  const json = {
    ...{ firstName: seeded.otherName, lastName: seeded.lastName, phone: seeded.phone },
    ...{ wish: seeded.answer, consent: seeded.consent, submissionId: seeded.submission },
  };
  return testApp.request("POST", `/api/intake/form/${formKey}`, { json });
}

function ask(method: string, path: string, json?: unknown) {
  return testApp.request(method, `/api/leads/${leadId}${path}`, { token: practice.token, json });
}

function erase(json = { name: `${seeded.firstName} ${seeded.lastName}` }, id = leadId) {
  return testApp.request("POST", `/api/leads/${id}/erasures`, { token: practice.token, json });
}

function write(id: string) {
  const json = { submissionId: randomUUID(), subject: "Hi", body: "<p>Dear you</p>" };
  return testApp.request("POST", `/api/leads/${id}/emails`, { token: practice.token, json });
}

function stopOf(email: string) {
  return findMailStop(testApp.deps, practice.clientId, email);
}

/** Returns the tables, including queues, that contain this text in any row. */
async function tablesWith(text: string): Promise<string[]> {
  const { rows } = await testApp.pool.query<{ name: string }>(
    `select format('%I.%I', table_schema, table_name) as name from information_schema.tables
     where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`,
  );
  const found: string[] = [];
  for (const { name } of rows) {
    const sql = `select 1 from ${name} as row where row::text ilike $1 limit 1`;
    const { rowCount } = await testApp.pool.query(sql, [`%${text}%`]);
    if (rowCount) found.push(name);
  }
  return found;
}

async function figures() {
  const { token } = practice;
  const counts = await testApp.request("GET", "/api/leads/count", { token });
  const onTime = await testApp.request("GET", "/api/leads/cot", { token });
  const list = await testApp.request("GET", "/api/leads/new", { token });
  return {
    leads: counts.body.leadsCount,
    customers: counts.body.newCustomers,
    onTime: onTime.body.timeDiff,
    waiting: list.body.total,
  };
}

async function inArchive() {
  const { body } = await testApp.request("GET", "/api/leads/archive", { token: practice.token });
  return { shown: body.leads.length, total: body.total, counted: body.counts.leads };
}

async function noted(action: "lead_exported" | "lead_erased") {
  const entries = await testApp.deps.db
    .select({ detail: auditEntries.detail })
    .from(auditEntries)
    .where(and(eq(auditEntries.action, action), eq(auditEntries.clientId, practice.clientId)));
  return entries.map(({ detail }) => detail);
}

function ofLead() {
  return and(eq(mails.clientId, practice.clientId), eq(mails.leadId, leadId));
}
