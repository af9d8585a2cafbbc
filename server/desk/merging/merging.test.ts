// Checks what merging two leads and undoing the merge move, what stays, and that figures don't
// change.
import { randomUUID } from "node:crypto";
import { and, eq, getTableName, inArray } from "drizzle-orm";
import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, expect, inject, test } from "vitest";
import type { LeadDetail } from "#contract/lead-detail.ts";
import { type makeCall, makeFormSource, makeInquiry } from "#server/db/make.ts";
import {
  alertSchedule,
  alerts,
  inquiries,
  leadMerges,
  leads,
  mails,
  notes,
  rings,
  rollups,
} from "#server/db/schema.ts";
import { countCosts } from "#server/desk/reports/campaign-costs.ts";
import { rebuildRollups } from "#server/desk/reports/rebuild-rollups.ts";
import { runBounded } from "#server/http/bounded.ts";
import { deleteExpiredRecords } from "#server/records/retention/retention.ts";
import { signIn, signInClient } from "#server/testing/people.ts";
import { seedRows } from "#server/testing/planted-rows.ts";
import {
  anyBurst,
  anyHistory,
  family,
  type HistoryPractice,
  live,
  openHistory,
  proveAgain,
} from "#server/testing/random-history.ts";
import { openTestApp, type TestApp } from "#server/testing/test-app.ts";
import { lockFamilies } from "./merge-locks.ts";
import { leadTables } from "./moved-rows.ts";

let testApp: TestApp;
let practice: Awaited<ReturnType<typeof signInClient>>;
beforeAll(async () => {
  testApp = await openTestApp();
});
beforeEach(async () => {
  testApp.clock.at("2026-03-17T14:00:00.000Z");
  practice = await signInClient(testApp);
});
afterAll(() => testApp.close());

const minute = 60_000;
const day = 24 * 60 * minute;
const home = { firstName: "Maria", lastName: "Lopez", phone: "(813) 555-0142", email: "" };
const work = { firstName: "Maria", lastName: "Lopez", phone: "", email: "maria@example.com" };

test("a merge moves the inquiries, calls and notes of both leads to the lead whose clock started last", async () => {
  const { older, newer } = await makeTwo();
  await call(older, { outcome: "voicemail" });
  await ask("POST", `/${older}/notes`, { submissionId: randomUUID(), title: "Asks in Spanish" });
  await ask("POST", `/${newer}/notes`, { submissionId: randomUUID(), title: "Has a dog" });
  const { status, body } = await merge(older, newer);
  expect(status).toBe(200);
  expect(body.lead).toMatchObject({
    ...{ _id: newer, phone: "+18135550142", email: "maria@example.com" },
    ...{ attempts: 1, lastOutcome: "voicemail" },
  });
  const detail = await detailOf(newer);
  expect(detail.inquiries.map(({ phone, email }) => phone || email)).toEqual([
    "maria@example.com",
    "+18135550142",
  ]);
  expect(detail.notes.map(({ title }) => title).toSorted()).toEqual([
    "Asks in Spanish",
    "Has a dog",
  ]);
  expect(detail.calls).toHaveLength(1);
  expect(detail.timeline.filter(({ kind }) => kind === "received")).toHaveLength(2);
  expect(detail.merges).toMatchObject([
    { _id: older, phone: "+18135550142", until: "2026-04-16T14:10:00.000Z" },
  ]);
});

test("up to fifty leads can be merged into one, and merging another is rejected and changes nothing", async () => {
  const { older, newer } = await makeTwo();
  expect((await merge(older, newer)).status).toBe(200);
  // Inserts the rows that 48 more merges would leave.
  await testApp.pool.query(
    `insert into leads (client_id, id, first_name, received_at, started_at, touched_at, deleted_at, merged_into)
     select client_id, gen_random_uuid(), first_name, received_at, started_at, touched_at, now(), id
     from leads, generate_series(1, 48) where client_id = $1 and id = $2`,
    [practice.clientId, newer],
  );
  const another = at({ ...home, phone: "(727) 555-0123" });
  const { lead } = await makeInquiry(testApp.deps, practice.clientId, another);
  const timeline = (await detailOf(lead._id)).timeline.length;
  expect((await merge(lead._id, newer)).status).toBe(409);
  expect((await detailOf(lead._id)).timeline).toHaveLength(timeline);
});

test("the older lead is the survivor if its newest clock started later", async () => {
  const { older, newer } = await makeTwo();
  await call(older, { outcome: "voicemail" });
  testApp.clock.forward(minute);
  await makeInquiry(testApp.deps, practice.clientId, at(home));
  expect((await merge(newer, older)).body.lead._id).toBe(older);
});

test("the survivor gets the chosen value of each field in which the two leads differ", async () => {
  const { older, newer } = await makeTwo();
  await ask("PATCH", `/${older}`, {
    firstName: "Mary",
    email: "mary@example.com",
    interest: "Braces",
  });
  await ask("PATCH", `/${newer}`, { interest: "Implants" });
  const keep = { name: "this", email: "other", interest: "this" };
  const { body } = await ask("POST", `/${older}/merges`, { otherId: newer, keep });
  expect(body.lead).toMatchObject({
    ...{ _id: newer, firstName: "Mary", lastName: "Lopez" },
    ...{ email: "maria@example.com", interest: "Braces", phone: "+18135550142" },
  });
});

test("a do-not-call request applies to the survivor, and after an undo only to the lead it came from", async () => {
  const { older, newer } = await makeTwo();
  const permission = { isAllowed: false, reason: "Asked us by email" };
  await ask("POST", `/${older}/call-permissions`, permission);
  const { body } = await merge(older, newer);
  expect(body.lead.doNotCall).toMatchObject({ reason: "Asked us by email" });
  const undone = await unmerge(newer, older);
  expect(undone.body.lead.doNotCall).toBeNull();
  expect((await detailOf(older)).lead.doNotCall).toMatchObject({ reason: "Asked us by email" });
});

test("merged inquiries keep their own clocks, and a call after the merge stops both clocks", async () => {
  const { older, newer } = await makeTwo();
  await merge(older, newer);
  expect((await detailOf(newer)).lead).toMatchObject({
    ...{ uncalledSince: "2026-03-17T14:00:00.000Z", timeReceived: "2026-03-17T14:10:00.000Z" },
  });
  testApp.clock.forward(5 * minute);
  await call(newer, { outcome: "spoke" });
  const called = (await detailOf(newer)).inquiries;
  expect(
    called.map(({ clockStartedAt, firstCalledAt }) => [clockStartedAt, firstCalledAt]),
  ).toEqual([
    ["2026-03-17T14:10:00.000Z", "2026-03-17T14:15:00.000Z"],
    ["2026-03-17T14:00:00.000Z", "2026-03-17T14:15:00.000Z"],
  ]);
});

test("a call to one lead before the merge doesn't stop the other lead's clock", async () => {
  const { older, newer } = await makeTwo();
  await call(newer, { outcome: "voicemail" });
  const { body } = await merge(older, newer);
  expect(body.lead).toMatchObject({ state: "new", uncalledSince: "2026-03-17T14:00:00.000Z" });
});

test("the survivor of a merge is in the queue if either lead is waiting for its first call", async () => {
  const { older, newer } = await makeTwo();
  await call(newer, { outcome: "not_interested" });
  expect((await merge(older, newer)).body.lead).toMatchObject({ state: "new" });
  await ask("POST", `/${newer}/archive`, { reason: "moved away" });
  expect((await detailOf(newer)).lead).toMatchObject({ state: "archived" });
});

test("a promised callback is kept after a merge and completed by the next call", async () => {
  const { older, newer } = await makeTwo();
  const callBackAt = "2026-03-18T14:00:00.000Z";
  await call(older, { outcome: "call_back", callBackAt });
  testApp.clock.forward(minute);
  await call(newer, { outcome: "no_answer" });
  expect((await merge(older, newer)).body.lead).toMatchObject({ state: "callback", callBackAt });
  testApp.clock.at(callBackAt);
  testApp.clock.forward(minute);
  await call(newer, { outcome: "no_answer" });
  expect((await detailOf(newer)).lead).toMatchObject({ state: "new", callBackAt: null });
});

test("new inquiries with the contact details of either lead join the survivor", async () => {
  const { older, newer } = await makeTwo();
  await merge(older, newer, {});
  await ask("PATCH", `/${newer}`, { phone: "(727) 555-0111" });
  testApp.clock.forward(minute);
  for (const person of [home, work, { ...home, phone: "(727) 555-0111" }]) {
    const { lead, isNewLead } = await makeInquiry(testApp.deps, practice.clientId, at(person));
    expect([lead._id, isNewLead]).toEqual([newer, false]);
  }
});

test("inquiries of a merged lead and of its survivor in the same batch both join the survivor", async () => {
  const { older, newer } = await makeTwo();
  await ask("POST", `/${older}/merges`, { otherId: newer, keep: { phone: "other" } });
  const { receiveInquiries } = await import("#server/desk/inquiries/receive-inquiry.ts");
  const incoming = [work, home].map((person) => ({
    ...{ sourceId: null, campaignId: null, isTest: false, person: { ...person, answers: [] } },
    ...{ submittedAt: testApp.clock.now, receivedAt: testApp.clock.now },
  }));
  const received = await testApp.deps.db.transaction((tx) =>
    receiveInquiries(testApp.deps, tx, practice.clientId, incoming),
  );
  expect(received.map(({ lead }) => lead._id)).toEqual([newer, newer]);
});

test("a merged lead isn't shown as open anymore, and a device that opens the survivor is", async () => {
  const { older, newer } = await makeTwo();
  const phone = await signIn(testApp, practice.email, "a phone");
  const open = (leadId: string) =>
    testApp.request("POST", `/api/leads/${leadId}/presence`, { token: phone });
  const shown = async () => (await ask("GET", "/presence")).body.present;
  expect((await open(older)).status).toBe(201);
  expect(await shown()).toMatchObject([{ leadId: older }]);
  await merge(older, newer);
  expect(await shown()).toEqual([]);
  await open(newer);
  expect(await shown()).toMatchObject([{ leadId: newer }]);
});

test("requests with a merged lead's id redirect to the survivor", async () => {
  const { older, newer } = await makeTwo();
  const callId = randomUUID();
  await ask("POST", `/${older}/calls`, { _id: callId });
  await merge(older, newer);
  const read = await ask("GET", `/${older}?client=`);
  expect(read.status).not.toBe(200);
  const answer = await ask("GET", `/${older}`);
  expect([answer.status, answer.headers.get("Location")]).toEqual([307, newer]);
  const outcome = await ask("POST", `/${older}/calls`, { _id: callId, outcome: "spoke" });
  expect([outcome.status, outcome.headers.get("Location")]).toEqual([307, `../${newer}/calls`]);
  const voiding = await ask("POST", `/${older}/calls/${callId}/voidings`);
  expect(voiding.headers.get("Location")).toBe(`../../../${newer}/calls/${callId}/voidings`);
  expect((await ask("POST", `/${newer}/calls`, { _id: callId, outcome: "spoke" })).status).toBe(
    201,
  );
  // A merged lead can't be restored separately from its survivor.
  expect((await ask("POST", `/${older}/restore`)).status).toBe(307);
  const stranger = await signInClient(testApp);
  expect(
    (await testApp.request("GET", `/api/leads/${older}`, { token: stranger.token })).status,
  ).toBe(404);
});

test("merging the same leads again or twice at once merges them only once", async () => {
  const { older, newer } = await makeTwo();
  const both = await Promise.all([merge(older, newer), merge(newer, older)]);
  expect(both.map(({ status, body }) => [status, body.lead._id])).toEqual([
    [200, newer],
    [200, newer],
  ]);
  expect((await merge(older, newer)).body.lead._id).toBe(newer);
  const { timeline } = await detailOf(newer);
  expect(timeline.filter(({ kind }) => kind === "merged")).toHaveLength(1);
});

test("lockFamilies returns null for a lead that has been merged into another one", async () => {
  const { older, newer } = await makeTwo();
  await merge(older, newer);
  const { clientId } = practice;
  const locked = await testApp.deps.db.transaction((tx) => lockFamilies(tx, clientId, [older]));
  expect(locked).toBeNull();
});

test("a merge with the same lead, a test lead, a deleted lead or another practice's lead is rejected, and so is one that leaves no contact details", async () => {
  const { older, newer } = await makeTwo();
  const trial = await makeInquiry(testApp.deps, practice.clientId, { isTest: true });
  const stranger = await signInClient(testApp);
  const other = await makeInquiry(testApp.deps, stranger.clientId);
  expect((await merge(older, older)).status).toBe(409);
  expect((await merge(older, trial.lead._id)).status).toBe(409);
  expect((await merge(older, other.lead._id)).status).toBe(404);
  await ask("DELETE", `/${newer}`);
  expect((await merge(older, newer)).status).toBe(404);
  const nothing = { phone: "other", email: "this" };
  const third = await makeInquiry(testApp.deps, practice.clientId, {
    phone: "",
    email: "x@example.com",
  });
  await makeInquiry(testApp.deps, practice.clientId, at(home));
  const refused = await ask("POST", `/${older}/merges`, { otherId: third.lead._id, keep: nothing });
  expect([refused.status, refused.body.errors]).toMatchObject([422, { phone: expect.any(String) }]);
});

test("undoing a merge returns the other lead's data, but events after the merge stay with the survivor", async () => {
  const { older, newer } = await makeTwo();
  await ask("POST", `/${older}/notes`, { submissionId: randomUUID(), title: "Of the older one" });
  const before = await everythingOf(older, newer);
  await merge(older, newer);
  testApp.clock.forward(minute);
  await ask("POST", `/${newer}/notes`, { submissionId: randomUUID(), title: "Since the merge" });
  await call(newer, { outcome: "spoke" });
  const { lead: again } = await makeInquiry(testApp.deps, practice.clientId, at(home));
  expect(again._id).toBe(newer);
  const figures = await figuresOf(practice.clientId);
  const { status, body } = await unmerge(newer, older);
  expect([status, body.lead._id]).toEqual([200, newer]);
  expect(await figuresOf(practice.clientId)).toEqual(figures);
  const [oldDetail, newDetail] = [await detailOf(older), await detailOf(newer)];
  expect(oldDetail.notes.map(({ title }) => title)).toEqual(["Of the older one"]);
  expect(oldDetail.inquiries.map(({ _id }) => _id)).toEqual(before.olderInquiries);
  expect(newDetail.notes.map(({ title }) => title)).toEqual(["Since the merge"]);
  expect(newDetail.inquiries).toHaveLength(2);
  expect(newDetail.calls).toHaveLength(1);
  expect(newDetail.lead.phone).toBe("");
  // The lead is in the queue again, because someone has to decide what to do next. It isn't
  // uncalled, because the call after the merge still counts for its inquiry.
  expect(oldDetail.lead).toMatchObject({ state: "new", uncalledSince: null, attempts: 0 });
  expect(oldDetail.timeline[0]).toMatchObject({ kind: "unmerged", data: { leadId: newer } });
  // Undoing the merge again changes nothing.
  expect((await unmerge(newer, older)).status).toBe(200);
});

test("undoing a merge keeps a value that was edited after the merge", async () => {
  const { older, newer } = await makeTwo();
  await merge(older, newer);
  await ask("PATCH", `/${newer}`, { phone: "(727) 555-0111" });
  expect((await unmerge(newer, older)).body.lead.phone).toBe("+17275550111");
});

test("several merges into one lead can be undone in any order", async () => {
  const { older, newer } = await makeTwo();
  testApp.clock.forward(minute);
  const person = { ...home, phone: "(727) 555-0100", email: "" };
  const third = (await makeInquiry(testApp.deps, practice.clientId, at(person))).lead._id;
  await merge(older, newer);
  await merge(newer, third);
  expect((await detailOf(third)).merges.map(({ _id }) => _id).toSorted()).toEqual(
    [older, newer].toSorted(),
  );
  await unmerge(third, newer);
  expect((await detailOf(newer)).inquiries).toHaveLength(2);
  expect((await detailOf(third)).inquiries).toHaveLength(1);
  expect((await ask("GET", `/${older}`)).headers.get("Location")).toBe(newer);
  await merge(newer, third);
  await unmerge(third, older);
  expect((await detailOf(third)).inquiries).toHaveLength(2);
  expect((await detailOf(older)).inquiries).toHaveLength(1);
  await unmerge(third, newer);
  expect((await detailOf(newer)).inquiries).toHaveLength(1);
});

test("a merge can be undone for 30 days, and its undo data is deleted after that", async () => {
  const { older, newer } = await makeTwo();
  await merge(older, newer);
  testApp.clock.forward(30 * day - 1);
  expect((await detailOf(newer)).merges).toHaveLength(1);
  testApp.clock.forward(1);
  expect((await detailOf(newer)).merges).toEqual([]);
  expect((await unmerge(newer, older)).status).toBe(409);
  testApp.clock.forward(day);
  await deleteExpiredRecords(testApp.deps);
  const kept = await testApp.deps.db.select().from(leadMerges).where(eq(leadMerges.leadId, older));
  expect(kept).toMatchObject([{ survivorId: newer, undoData: null }]);
});

test("erasing a survivor also erases the lead that was merged into it, and the merge can't be undone", async () => {
  const { older, newer } = await makeTwo();
  await ask("PUT", `/${older}/different-people/${(await makeTwo("2")).older}`);
  await merge(older, newer);
  const figures = await figuresOf(practice.clientId);
  await proveAgain(testApp, practice.accountId);
  const erased = await ask("POST", `/${newer}/erasures`, { name: "Maria Lopez" });
  expect(erased.status).toBe(201);
  expect(await figuresOf(practice.clientId)).toEqual(figures);
  const rows = await testApp.deps.db
    .select()
    .from(leads)
    .where(inArray(leads.id, [older, newer]));
  expect(rows.map(({ firstName, phone, email }) => firstName + phone + email)).toEqual(["", ""]);
  expect(rows.every(({ erasedAt, isCounted }) => erasedAt && isCounted)).toBe(true);
  expect((await unmerge(newer, older)).status).toBe(404);
  const all = await testApp.pool.query("select undo_data from lead_merges where lead_id = $1", [
    older,
  ]);
  expect(all.rows).toEqual([{ undo_data: null }]);
  expect((await makeInquiry(testApp.deps, practice.clientId, at(home))).isNewLead).toBe(true);
});

test("an inquiry with the name of a merged lead and a new email address joins the survivor", async () => {
  const { older, newer } = await makeTwo();
  const peggy = { firstName: "Peggy", lastName: "Stone" };
  await ask("PATCH", `/${older}`, peggy);
  await merge(older, newer);
  const again = { ...home, ...peggy, email: "peggy@example.com" };
  expect((await makeInquiry(testApp.deps, practice.clientId, at(again))).lead._id).toBe(newer);
  const other = { ...home, firstName: "Leo", lastName: "Vega", email: "leo@example.com" };
  expect((await makeInquiry(testApp.deps, practice.clientId, at(other))).isNewLead).toBe(true);
});

test("an export for the person lists the name and number of each merged lead", async () => {
  const { older, newer } = await makeTwo();
  await ask("PATCH", `/${older}`, { firstName: "Mary" });
  await ask("POST", `/${older}/merges`, { otherId: newer, keep: { name: "other" } });
  const { body } = await ask("POST", `/${newer}/exports`);
  expect(body.mergedLeads).toMatchObject([
    { _id: older, firstName: "Mary", phone: "+18135550142" },
  ]);
  expect(body.inquiries).toHaveLength(2);
});

test("a merge moves alerts and their schedule, rings, emails and notes", async () => {
  const planted = await seedRows(testApp, practice, { firstName: "Planted", lastName: "Lead" });
  testApp.clock.forward(minute);
  const other = (await makeInquiry(testApp.deps, practice.clientId, at(home))).lead._id;
  await merge(planted.lead, other);
  for (const table of [alerts, alertSchedule, rings, mails, notes]) {
    const moved = await testApp.deps.db
      .select()
      .from(table)
      .where(and(eq(table.clientId, practice.clientId), eq(table.leadId, other)));
    expect(moved.length).toBeGreaterThan(0);
    expect(moved.every(({ mergedFrom }) => mergedFrom === planted.lead)).toBe(true);
  }
});

test("the list of tables for merges has every table that refers to a lead or an inquiry", async () => {
  const { rows } = await testApp.pool.query(`
    select distinct columns.table_name as name from information_schema.columns as columns
    join information_schema.tables as tables using (table_schema, table_name)
    where columns.table_schema = 'public' and table_type = 'BASE TABLE'
      and (column_name ~ '(^|_)(lead|inquiry)_id$'
        or column_name ~ '^survivor_id$|^merged_(into|from)$')
      -- Campaigns are merged into campaigns.
      and columns.table_name <> 'campaigns'
    union select conrelid::regclass::text from pg_constraint
    where contype = 'f' and confrelid in ('leads'::regclass, 'inquiries'::regclass)`);
  const named = leadTables.map(({ table }) => getTableName(table));
  expect(named.toSorted()).toEqual(rows.map(({ name }) => name).toSorted());
});

test("merges that run at the same time as writes leave one lead that has all inquiries", async () => {
  const { formKey } = await makeFormSource(testApp.deps, practice.clientId);
  for (let round = 0; round < 6; round += 1) {
    const { older, newer } = await makeTwo(String(round));
    const people = [`maria${round}@example.com`, `home${round}@example.com`];
    await ask("PATCH", `/${older}`, { email: people[1] });
    await Promise.all([
      merge(older, newer),
      merge(newer, older),
      ...people.map((email) =>
        testApp.request("POST", `/api/intake/form/${formKey}`, {
          json: { first_name: "Maria", email, message: `round ${round}` },
        }),
      ),
      call(older, { outcome: "voicemail" }),
      ask("POST", `/${newer}/notes`, { submissionId: randomUUID(), title: "Meanwhile" }),
      ask("POST", `/${older}/archive`, { reason: "duplicate" }),
      testApp.runJobs(),
    ]);
    const { rows } = await testApp.pool.query(
      `select id from leads where client_id = $1 and merged_into is null and deleted_at is null
         and (email = any($2) or id = any($3))`,
      [practice.clientId, people, [older, newer]],
    );
    expect(rows).toHaveLength(1);
    const [stray] = await testApp.deps.db
      .select()
      .from(inquiries)
      .where(and(eq(inquiries.clientId, practice.clientId), eq(inquiries.leadId, older)));
    expect(rows[0].id === older || stray === undefined).toBe(true);
  }
});

test("simultaneous merges, undos and erasures of the same leads don't deadlock", async () => {
  for (let round = 0; round < 5; round += 1) {
    const { older, newer } = await makeTwo(`${round}`);
    testApp.clock.forward(minute);
    const person = { ...home, phone: `(727) 555-01${round}0`, email: "" };
    const third = (await makeInquiry(testApp.deps, practice.clientId, at(person))).lead._id;
    await merge(older, newer);
    await proveAgain(testApp, practice.accountId);
    const answers = await Promise.all([
      merge(newer, third),
      merge(third, newer),
      unmerge(newer, older),
      merge(older, third),
      makeInquiry(testApp.deps, practice.clientId, at(person)),
      ask("POST", `/${third}/erasures`, { name: "Maria Lopez" }),
      call(newer, { outcome: "voicemail" }),
    ]);
    const statuses = answers.flatMap((one) => ("status" in one ? one.status : []));
    for (const status of statuses) expect([200, 201, 307, 404, 409, 422]).toContain(status);
  }
});

test("merges, undos and erasures in any history don't change the figures", async () => {
  await fc.assert(
    fc.asyncProperty(anyHistory, async (steps) => {
      const history = await openHistory(testApp);
      for (const one of steps) {
        const isQuiet = ["merge", "unmerge", "erase"].includes(one.act);
        const before = isQuiet ? await figuresOf(history.clientId) : null;
        await live(testApp, history, [one]);
        if (before) expect(await figuresOf(history.clientId)).toEqual(before);
      }
    }),
    { numRuns: inject("isLong") ? 300 : 12 },
  );
}, 180_000);

test("concurrent steps on eight connections don't lose rows, and all leads can still be found by name", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyBurst, { minLength: 1, maxLength: 3 }), async (bursts) => {
      const history = await openHistory(testApp);
      const { clientId } = history;
      const take = (steps: Parameters<typeof live>[2]) =>
        runBounded(steps, 8, (one) => live(testApp, history, [one]));
      let rows: string[] = [];
      for (const { steps, quiet } of bursts) {
        await take(steps);
        const figures = await figuresOf(clientId);
        await take(quiet);
        expect(await figuresOf(clientId)).toEqual(figures);
        await testApp.deps.db.transaction((tx) => rebuildRollups(tx, clientId));
        expect(await figuresOf(clientId)).toEqual(figures);
        const now = await rowsOf(clientId);
        expect(now).toEqual(expect.arrayContaining(rows));
        rows = now;
        await expectFound(history);
        testApp.clock.forward(7 * minute);
      }
    }),
    { numRuns: inject("isLong") ? 100 : 4 },
  );
}, 180_000);

test("two leads that are marked as different people aren't suggested as duplicates, even after a merge, until the mark is removed", async () => {
  const { older, newer } = await makeTwo();
  await ask("PATCH", `/${older}`, { email: "maria@example.com" });
  expect(await suggestedTo(older)).toEqual([newer]);
  expect((await ask("PUT", `/${older}/different-people/${newer}`)).status).toBe(200);
  expect((await ask("PUT", `/${newer}/different-people/${older}`)).status).toBe(200);
  expect([await suggestedTo(older), await suggestedTo(newer)]).toEqual([[], []]);
  testApp.clock.forward(minute);
  const person = { ...home, phone: "(727) 555-0100", email: "" };
  const third = (await makeInquiry(testApp.deps, practice.clientId, at(person))).lead._id;
  await merge(newer, third);
  expect([await suggestedTo(older), await suggestedTo(third)]).toEqual([[], []]);
  await unmerge(third, newer);
  await ask("DELETE", `/${newer}/different-people/${older}`);
  expect([await suggestedTo(older), await suggestedTo(newer)]).toEqual([[newer], [older]]);
  expect((await ask("PUT", `/${newer}/different-people/${newer}`)).status).toBe(409);
  expect((await ask("PUT", `/${newer}/different-people/${randomUUID()}`)).status).toBe(404);
});

test("another number from an earlier inquiry suggests a duplicate, but only within the practice", async () => {
  const { older } = await makeTwo();
  await makeInquiry(
    testApp.deps,
    practice.clientId,
    at({ ...home, phone: "(727) 555-0123", email: "" }),
  );
  await ask("PATCH", `/${older}`, { email: "maria.l@example.com" });
  await makeInquiry(
    testApp.deps,
    practice.clientId,
    at({ ...home, phone: "(941) 555-0188", email: "maria.l@example.com" }),
  );
  const strange = { firstName: "Pat", lastName: "Kim", phone: "(941) 555-0188", email: "" };
  const { lead } = await makeInquiry(testApp.deps, practice.clientId, at(strange));
  const { suggestions } = await detailOf(lead._id);
  expect(suggestions).toMatchObject([{ _id: older, reasons: ["earlier_phone"] }]);
  const stranger = await signInClient(testApp);
  const other = await makeInquiry(testApp.deps, stranger.clientId, strange);
  const { body } = await testApp.request("GET", `/api/leads/${other.lead._id}`, {
    token: stranger.token,
  });
  expect(body.suggestions).toEqual([]);
});

function at(person: Parameters<typeof makeInquiry>[2]) {
  return { ...person, submittedAt: testApp.clock.now, receivedAt: testApp.clock.now };
}

/** Creates two leads of the same person. The second one inquires ten minutes after the first. */
async function makeTwo(word = "") {
  const { clientId } = practice;
  const number = word ? `(813) 555-01${word.slice(-1)}9` : home.phone;
  const first = await makeInquiry(testApp.deps, clientId, at({ ...home, phone: number }));
  testApp.clock.forward(10 * minute);
  const second = await makeInquiry(testApp.deps, clientId, {
    ...at(work),
    email: `maria${word}@example.com`,
  });
  return { older: first.lead._id, newer: second.lead._id };
}

function ask(method: string, path: string, json?: unknown) {
  return testApp.request(method, `/api/leads${path}`, { token: practice.token, json });
}

function merge(leadId: string, otherId: string, more = {}) {
  return ask("POST", `/${leadId}/merges`, { otherId, ...more });
}

function unmerge(leadId: string, otherId: string) {
  return ask("DELETE", `/${leadId}/merges/${otherId}`);
}

function call(leadId: string, json: Partial<Parameters<typeof makeCall>[3]> | object) {
  return ask("POST", `/${leadId}/calls`, { _id: randomUUID(), ...json });
}

async function detailOf(leadId: string): Promise<LeadDetail> {
  return (await ask("GET", `/${leadId}`)).body;
}

async function suggestedTo(leadId: string): Promise<string[]> {
  return (await detailOf(leadId)).suggestions.map(({ _id }) => _id);
}

async function everythingOf(older: string, newer: string) {
  const [one, other] = [await detailOf(older), await detailOf(newer)];
  return {
    olderInquiries: one.inquiries.map(({ _id }) => _id),
    newerInquiries: other.inquiries.map(({ _id }) => _id),
  };
}

/** Returns the ids of rows in tables from which no step deletes. */
async function rowsOf(clientId: string): Promise<string[]> {
  const tables = ["leads", "inquiries", "calls", "timeline"];
  const selects = tables.map((table) => `select id from ${table} where client_id = $1`);
  const { rows } = await testApp.pool.query(selects.join(" union all "), [clientId]);
  return rows.map(({ id }) => id);
}

/** Checks that every lead with an inquiry under a name is found by a search for that name. */
async function expectFound({ clientId, token }: HistoryPractice) {
  for (const name of family) {
    const { rows } = await testApp.pool.query(
      `select distinct leads.id from leads join inquiries
         on inquiries.client_id = leads.client_id and inquiries.lead_id = leads.id
       where leads.client_id = $1 and inquiries.first_name = $2 and deleted_at is null
         and not leads.is_test`,
      [clientId, name],
    );
    const lists = await Promise.all(
      ["new", "others"].map((list) =>
        testApp.request("GET", `/api/leads/${list}?search=${name}`, { token }),
      ),
    );
    const found = lists.flatMap(({ body }) => body.leads.map((lead: { _id: string }) => lead._id));
    expect(found).toEqual(expect.arrayContaining(rows.map(({ id }) => id)));
  }
}

/**
 * Returns everything that is counted, except for the lists of leads to call, and the clock of each
 * inquiry.
 */
async function figuresOf(clientId: string) {
  const { db } = testApp.deps;
  const kept = await db.select().from(rollups).where(eq(rollups.clientId, clientId));
  const sums: Record<string, number> = {};
  for (const { clientId: _client, id: _id, part, span, since, key, ...counts } of kept) {
    if (["queue", "uncalled", "archived"].includes(part)) continue;
    for (const [name, count] of Object.entries(counts)) {
      const sum = `${part} ${span} ${since} ${key} ${name}`;
      sums[sum] = (sums[sum] ?? 0) + count;
      if (sums[sum] === 0) delete sums[sum];
    }
  }
  const clocks = await db
    .select({
      ...{ id: inquiries.id, campaignId: inquiries.campaignId, sourceId: inquiries.sourceId },
      ...{ startedAt: inquiries.clockStartedAt, calledAt: inquiries.firstCalledAt },
      ...{ spokeAt: inquiries.firstSpokeAt, bookedAt: inquiries.firstBookedAt },
      isLater: inquiries.isFirstCallEnteredLater,
    })
    .from(inquiries)
    .where(eq(inquiries.clientId, clientId))
    .orderBy(inquiries.id);
  return { sums, clocks, costs: await countCosts(testApp.deps, clientId, {}) };
}
