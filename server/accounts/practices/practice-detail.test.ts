// One practice as the owner sees it, and the owner's notes about it.
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { practiceMessages } from "#content/console/practices.ts";
import { fieldMessages } from "#content/messages.ts";
import { dayMs, minuteMs } from "#contract/durations.ts";
import { mostTags, type PracticeDetail, practiceWeeks, tagLimit } from "#contract/practices.ts";
import { dayAfter, startOfDay } from "#contract/zones.ts";
import {
  makeCall,
  makeCampaign,
  makeFormSource,
  makeInquiry,
  makePerson,
} from "#server/db/make.ts";
import { viewMs } from "#server/records/audit/audit.ts";
import { aDevice } from "#server/testing/access-matrix.ts";
import { signInAdmin, signInClient } from "#server/testing/people.ts";
import { openTestApp, type TestApp } from "#server/testing/test-app.ts";

let testApp: TestApp;
let owner: Awaited<ReturnType<typeof signInAdmin>>;
beforeAll(async () => {
  testApp = await openTestApp();
  owner = await signInAdmin(testApp);
});
afterAll(() => testApp.close());

test("a practice's page shows only its own people, sources, campaigns and channels", async () => {
  const practice = await signInClient(testApp);
  const { clientId } = practice;
  const member = await makePerson(testApp.deps, clientId);
  await makeFormSource(testApp.deps, clientId, "Web form");
  await makeCampaign(testApp.deps, { clientId, name: "Spring", platform: "meta" });
  await testApp.request("POST", "/api/alerts/devices", { token: practice.token, json: aDevice });
  const other = await signInClient(testApp);
  await makeFormSource(testApp.deps, other.clientId, "Another form");
  const { status, body } = await view(clientId);
  expect(status).toBe(200);
  expect(body).toMatchObject({
    ...{ _id: clientId, status: "active", city: "Tampa", timeZone: "America/New_York", notes: [] },
    sources: [{ name: "Web form", state: "active", practice: { _id: clientId } }],
    campaigns: [{ name: "Spring" }],
    alerts: { devices: [{ problem: null }], addresses: [], defaultEmail: practice.email },
    figures: { leads: 0, median: null },
  });
  const emails = body.people.people.map(({ email }: { email: string }) => email);
  expect(emails.toSorted()).toEqual([practice.email, member.email].toSorted());
  expect(JSON.stringify(body)).not.toContain(other.email);
});

test("a practice's page shows its current hours, or the default hours until it sets any", async () => {
  const { clientId, token } = await signInClient(testApp);
  expect((await view(clientId)).body.hours).toMatchObject({
    ...{ timeZone: "America/New_York", inForceSince: null, holidays: [] },
  });
  const json = {
    timeZone: "America/Chicago",
    week: [[], [{ from: "09:00", to: "12:30" }], [], [], [], [], []],
    holidays: [{ date: "2026-12-25", name: "Christmas" }],
  };
  await testApp.request("PUT", "/api/clients/me/hours", { token, json });
  expect((await view(clientId)).body.hours).toMatchObject(json);
});

test("each of the last twelve weeks shows the same figures as the practice's own reports", async () => {
  const practice = await signInClient(testApp);
  const { clientId, token } = practice;
  // Minutes until the call, or null if never called. An inquiry older than twelve weeks doesn't
  // count.
  const made: [daysAgo: number, minutes: number | null][] = [
    [0, null],
    [1, 4],
    [8, 5],
    [8, 30],
    [9, 200],
    [30, null],
    [30, 7],
    [76, 9],
    [90, 3],
  ];
  for (const [daysAgo, minutes] of made) {
    const submittedAt = new Date(testApp.clock.now.getTime() - daysAgo * dayMs - minuteMs);
    const { lead } = await makeInquiry(testApp.deps, clientId, { submittedAt });
    if (minutes === null) continue;
    const calledAt = new Date(submittedAt.getTime() + minutes * minuteMs);
    await makeCall(testApp.deps, practice, lead._id, { calledAt, outcome: "spoke" });
  }
  const weeks: PracticeDetail["weeks"] = (await view(clientId)).body.weeks;
  expect(weeks).toHaveLength(practiceWeeks);
  const start = (day: string) => startOfDay(day, "America/New_York").toISOString();
  for (const { from, inquiries, timeDiff, median } of weeks) {
    const query = new URLSearchParams({ from: start(from), to: start(dayAfter(from, 7)) });
    const path = `/api/leads/figures?${query}`;
    const { total, onTheClock, firstCall } = (await testApp.request("GET", path, { token })).body;
    const { lt10, lt60, other } = total;
    expect(timeDiff).toEqual({ lt10, lt60, other });
    expect(median).toBe(firstCall.half);
    expect(inquiries).toBe(lt10 + lt60 + other + onTheClock);
  }
  expect(weeks.map(({ inquiries }) => inquiries)).toEqual([1, 0, 0, 0, 0, 0, 2, 0, 0, 1, 2, 2]);
});

test("viewing a practice's page is audited, at most once every ten minutes", async () => {
  const { clientId } = await signInClient(testApp);
  const views = async () => {
    const { rows } = await testApp.pool.query(
      "select account_id from audit_entries where action = 'practice_viewed' and client_id = $1",
      [clientId],
    );
    return rows.map((row) => row.account_id);
  };
  for (const _ of [1, 2]) await view(clientId);
  expect(await views()).toEqual([owner.accountId]);
  testApp.clock.forward(viewMs);
  await view(clientId);
  expect(await views()).toEqual([owner.accountId, owner.accountId]);
});

test("the latest changes are listed with the person who made them, without logins or views", async () => {
  const { clientId } = await signInClient(testApp);
  const path = `/api/admin/clients/${clientId}/suspension`;
  await testApp.request("POST", path, owner);
  testApp.clock.forward(1000);
  await testApp.request("DELETE", path, owner);
  await view(clientId);
  const { body } = await view(clientId);
  expect(body.latestChanges).toMatchObject([
    { action: "client_reinstated", who: owner.email },
    { action: "client_suspended", who: owner.email },
    { action: "client_added" },
  ]);
});

test("an unknown practice and a demo don't have a page and can't be changed", async () => {
  const demo = await testApp.pool.query(
    `insert into clients (name, phone, address, city, state, zip, admin_code, is_demo)
     values ('Demo', '', '', '', '', '', '', true) returning id`,
  );
  for (const clientId of [randomUUID(), demo.rows[0].id]) {
    expect((await view(clientId)).status).toBe(404);
    const added = await change("POST", `${clientId}/notes`, { text: "Words" });
    expect(added.status).toBe(404);
    const named = { name: "Park Dental", changedAt: testApp.clock.now.toISOString() };
    expect((await change("PATCH", clientId, named)).status).toBe(404);
    expect((await change("PATCH", `${clientId}/tags`, { tag: "Words" })).status).toBe(404);
  }
});

test("notes can be added, edited and deleted, newest first; each change is audited without the text", async () => {
  const { clientId } = await signInClient(testApp);
  await change("POST", `${clientId}/notes`, { text: "Prefers mornings" });
  testApp.clock.forward(1000);
  const added = await change("POST", `${clientId}/notes`, { text: "  Two lines\nof words " });
  expect(added.status).toBe(201);
  const [newer, older] = added.body.notes;
  expect(older).toMatchObject({ text: "Prefers mornings" });
  expect(newer).toMatchObject({ text: "Two lines\nof words", changedAt: newer.writtenAt });
  testApp.clock.forward(1000);
  const path = `${clientId}/notes/${older._id}`;
  const changed = await change("PATCH", path, { text: "Evenings", changedAt: older.changedAt });
  expect(changed.body.notes[1]).toMatchObject({ text: "Evenings", writtenAt: older.writtenAt });
  const stale = await change("PATCH", path, { text: "Noon", changedAt: older.changedAt });
  expect([stale.status, stale.body.code]).toEqual([409, "stale"]);
  expect((await change("DELETE", path)).body.notes).toMatchObject([{ text: newer.text }]);
  expect((await change("DELETE", path)).status).toBe(404);
  expect((await view(clientId)).body.notes).toHaveLength(1);
  const log = await testApp.pool.query(
    "select action, detail from audit_entries where client_id = $1 and action like '%note%' order by id",
    [clientId],
  );
  expect(log.rows.map(({ action }) => action)).toEqual([
    ...["practice_note_added", "practice_note_added"],
    ...["practice_note_changed", "practice_note_deleted"],
  ]);
  expect(JSON.stringify(log.rows)).not.toContain("Evenings");
});

test("an owner adds and removes tags, which are case-insensitive and limited to ten", async () => {
  const { clientId } = await signInClient(testApp);
  const tag = (json: object) => change("PATCH", `${clientId}/tags`, json);
  await tag({ tag: "Tampa" });
  expect((await tag({ tag: " downtown " })).body.tags).toEqual(["downtown", "Tampa"]);
  expect((await tag({ tag: "tampa" })).body.tags).toEqual(["downtown", "Tampa"]);
  expect((await tag({ tag: "TAMPA", isRemoved: true })).body.tags).toEqual(["downtown"]);
  expect((await tag({ tag: "Tampa", isRemoved: true })).body.tags).toEqual(["downtown"]);
  const more = Array.from({ length: mostTags - 1 }, (_, place) => `tag ${place}`);
  const answers = await Promise.all(more.map((one) => tag({ tag: one })));
  expect(answers.map(({ status }) => status)).toEqual(more.map(() => 200));
  const eleventh = await tag({ tag: "one more" });
  const refusal = practiceMessages.tooManyTags(mostTags);
  expect([eleventh.status, eleventh.body.message]).toEqual([409, refusal]);
  for (const wrong of [" ", "x".repeat(tagLimit + 1)]) {
    expect((await tag({ tag: wrong })).status).toBe(422);
  }
  expect((await view(clientId)).body.tags).toEqual(["downtown", ...more]);
  const log = await testApp.pool.query(
    "select detail from audit_entries where client_id = $1 and action = 'practice_tags_changed' order by id",
    [clientId],
  );
  expect(log.rows).toHaveLength(3 + more.length);
  const changes = JSON.stringify([{ field: "tags", from: "Tampa", to: "downtown, Tampa" }]);
  expect(log.rows[1].detail).toEqual({ changes });
});

test("a tag takes the capitalization of the same tag on other practices", async () => {
  const [first, second] = [await signInClient(testApp), await signInClient(testApp)];
  const tag = `Ruskin ${randomUUID().slice(0, 8)}`;
  await change("PATCH", `${first.clientId}/tags`, { tag });
  const { body } = await change("PATCH", `${second.clientId}/tags`, { tag: tag.toUpperCase() });
  expect(body.tags).toEqual([tag]);
});

test("an owner can set and remove a practice's calling number, which no other practice can have", async () => {
  const [practice, other] = [await signInClient(testApp), await signInClient(testApp)];
  const { clientId } = practice;
  const set = (id: string, phoneNumber: string | null) =>
    change("PUT", `${id}/phone-number`, { phoneNumber });
  const { origin } = testApp.deps.config;
  expect((await view(clientId)).body.rings).toEqual({
    ...{ hasCalls: true, phoneNumber: null, confirmedPhones: 0, isOn: false },
    urls: { calls: `${origin}/api/voice/incoming`, texts: `${origin}/api/texts/inbound` },
    fallback: expect.stringMatching(
      /^<\?xml [^>]*><Response><Say>[^<]+<\/Say><Say language="es-US">[^<]+<\/Say><Hangup\/><\/Response>$/,
    ),
  });
  const first = await set(clientId, "(813) 555-0166");
  expect(first.body).toMatchObject({
    ...{ rings: { phoneNumber: "+18135550166" }, message: practiceMessages.numberSaved },
  });
  expect((await set(clientId, "+1 813 555 0166")).status).toBe(200);
  const taken = await set(other.clientId, "813 555 0166");
  expect([taken.status, taken.body.errors]).toEqual([
    ...[422, { phoneNumber: fieldMessages.number_taken }],
  ]);
  for (const wrong of ["911", "+1 416 555 0142", "+44 20 7946 0142", "888 555 0142", "no"]) {
    expect([wrong, (await set(clientId, wrong)).status]).toEqual([wrong, 422]);
  }
  const { clock, pool } = testApp;
  await pool.query("update clients set rings_on_at = $2 where id = $1", [clientId, clock.now]);
  expect((await view(clientId)).body.rings.isOn).toBe(true);
  const removed = await set(clientId, null);
  expect(removed.body).toMatchObject({ rings: { phoneNumber: null, isOn: false } });
  expect(removed.body.message).toBe(practiceMessages.numberRemoved);
  expect((await set(other.clientId, "813 555 0166")).status).toBe(200);
  const { rows } = await pool.query(
    "select detail from audit_entries where client_id = $1 and action = 'practice_number_changed' order by id",
    [clientId],
  );
  const changes = (from: string | null, to: string | null) => ({
    changes: JSON.stringify([{ field: "phoneNumber", from, to }]),
  });
  expect(rows.map(({ detail }) => detail)).toEqual([
    ...[changes(null, "+18135550166"), changes("+18135550166", null)],
  ]);
  expect((await set(randomUUID(), null)).status).toBe(404);
});

test("an owner can find practices by tag, and a practice's own people don't see its tags", async () => {
  const [tagged, other] = [await signInClient(testApp), await signInClient(testApp)];
  const tag = `t ${randomUUID().slice(0, 8)}`;
  await change("PATCH", `${tagged.clientId}/tags`, { tag });
  await change("PATCH", `${other.clientId}/tags`, { tag: `${tag} 2` });
  const path = `/api/admin/clients?${new URLSearchParams({ tag })}`;
  const { body } = await testApp.request("GET", path, { token: owner.token });
  expect(body.clients.map(({ _id }: { _id: string }) => _id)).toEqual([tagged.clientId]);
  expect(body.tags).toEqual(expect.arrayContaining([tag, `${tag} 2`]));
  expect((await view(other.clientId)).body.knownTags).toContain(tag);
  const own = await testApp.request("GET", "/api/clients/getClient", { token: tagged.token });
  expect(own.status).toBe(200);
  expect(JSON.stringify(own.body)).not.toContain(tag);
});

test("the owner renames a practice; the change is audited, and a change based on an outdated version is rejected", async () => {
  const { clientId } = await signInClient(testApp);
  const { name: before, profileChangedAt: changedAt } = (await view(clientId)).body;
  const renamed = await change("PATCH", clientId, { name: "Park Dental", changedAt });
  expect([renamed.status, renamed.body.client.name]).toEqual([200, "Park Dental"]);
  const stale = await change("PATCH", clientId, { name: "Park Dental Loft", changedAt });
  expect([stale.status, stale.body.code]).toEqual([409, "stale"]);
  const { body } = await view(clientId);
  expect(body.name).toBe("Park Dental");
  expect(body.profileChangedAt > changedAt).toBe(true);
  const empty = await change("PATCH", clientId, { name: " ", changedAt: body.profileChangedAt });
  expect(Object.keys(empty.body.errors)).toEqual(["name"]);
  const log = await testApp.pool.query(
    "select account_id, detail from audit_entries where client_id = $1 and action = 'client_renamed'",
    [clientId],
  );
  const changes = JSON.stringify([{ field: "name", from: before, to: "Park Dental" }]);
  expect(log.rows).toEqual([{ account_id: owner.accountId, detail: { changes } }]);
});

test("changing another practice's note, or adding an empty or overlong note, is rejected", async () => {
  const [one, other] = [await signInClient(testApp), await signInClient(testApp)];
  const { body } = await change("POST", `${one.clientId}/notes`, { text: "Words" });
  const [note] = body.notes;
  const path = `${other.clientId}/notes/${note._id}`;
  const json = { text: "Other words", changedAt: note.changedAt };
  expect((await change("PATCH", path, json)).status).toBe(404);
  expect((await change("DELETE", path)).status).toBe(404);
  for (const text of [" ", "x".repeat(4001)]) {
    expect((await change("POST", `${one.clientId}/notes`, { text })).status).toBe(422);
  }
});

function view(clientId: string) {
  return testApp.request("GET", `/api/admin/clients/${clientId}`, { token: owner.token });
}

function change(method: string, path: string, json?: object) {
  return testApp.request(method, `/api/admin/clients/${path}`, { token: owner.token, json });
}
