// An owner who views as a practice sees what the practice sees, can't change anything, and is
// audited.
import { randomUUID } from "node:crypto";
import { and, eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeInquiry } from "#server/db/make.ts";
import { auditEntries, inquiries } from "#server/db/schema.ts";
import { signInAdmin, signInClient } from "#server/testing/people.ts";
import { openTestApp, type TestApp } from "#server/testing/test-app.ts";

let testApp: TestApp;
let practice: Awaited<ReturnType<typeof signInClient>>;
let other: Awaited<ReturnType<typeof signInClient>>;
let owner: Awaited<ReturnType<typeof signInAdmin>>;
let leadId: string;
beforeAll(async () => {
  testApp = await openTestApp();
  practice = await signInClient(testApp);
  other = await signInClient(testApp);
  owner = await signInAdmin(testApp);
  leadId = (await makeInquiry(testApp.deps, practice.clientId)).lead._id;
});
afterAll(() => testApp.close());

const reads = () => [
  "/api/leads/new",
  "/api/leads/archive",
  "/api/leads/callback",
  "/api/leads/filters",
  "/api/leads/presence",
  "/api/leads/cot",
  "/api/leads/count",
  "/api/leads/figures",
  "/api/leads/inquiries",
  "/api/clients/getClient",
  `/api/leads/${leadId}`,
];

test("an owner who views as a practice sees what the practice sees", async () => {
  for (const path of reads()) {
    const own = await testApp.request("GET", path, { token: practice.token });
    const looked = await testApp.request("GET", look(path), { token: owner.token });
    expect(looked.status).toBe(200);
    // The logged-in person is the only difference.
    expect({ ...looked.body, person: null }).toEqual({ ...own.body, person: null });
  }
});

test("only an owner can view as a practice, and the practice must exist", async () => {
  for (const path of [...reads(), "/api/leads/events"]) {
    expect((await testApp.request("GET", look(path))).status).toBe(401);
    expect((await testApp.request("GET", look(path), { token: other.token })).status).toBe(403);
    expect((await testApp.request("GET", look(path), { token: practice.token })).status).toBe(403);
    const nowhere = look(path, randomUUID());
    expect((await testApp.request("GET", nowhere, { token: owner.token })).status).toBe(404);
    const invalidId = look(path, "'; drop table leads --");
    expect((await testApp.request("GET", invalidId, { token: owner.token })).status).toBe(404);
  }
  const foreign = look(`/api/leads/${leadId}`, other.clientId);
  expect((await testApp.request("GET", foreign, { token: owner.token })).status).toBe(404);
});

test("viewing as a practice with an expired session's cookie clears that cookie", async () => {
  const headers = { Cookie: "adminToken=ended" };
  const answer = await testApp.request("GET", look("/api/leads/new"), { headers });
  expect(answer.status).toBe(401);
  expect(answer.headers.getSetCookie()).toEqual([expect.stringMatching(/^adminToken=; Max-Age=0/)]);
});

test("view as is read-only: every method other than GET under /api/leads returns 403", async () => {
  const { body } = await testApp.request("GET", "/api/openapi.json");
  const before = await testApp.request("GET", `/api/leads/${leadId}`, { token: practice.token });
  for (const [path, methods] of Object.entries(body.paths as Record<string, object>)) {
    if (!path.startsWith("/api/leads")) continue;
    for (const method of Object.keys(methods).filter((one) => one !== "get")) {
      const address = look(path.replace("{id}", leadId).replace("{callId}", randomUUID()));
      const cookie = { Cookie: `adminToken=${owner.token}` };
      const json = { _id: randomUUID(), outcome: "booked", firstName: "Jo", reason: "x" };
      for (const way of [{ token: owner.token }, { headers: cookie }]) {
        const answer = await testApp.request(method.toUpperCase(), address, { ...way, json });
        expect(answer.status, `${method} ${path}`).toBe(403);
      }
    }
  }
  const after = await testApp.request("GET", `/api/leads/${leadId}`, { token: practice.token });
  expect(after.body).toEqual(before.body);
});

test("an owner's view is audited once in ten minutes for the practice and once for each lead", async () => {
  await testApp.deps.db.delete(auditEntries);
  await Promise.all(
    reads().map((path) => testApp.request("GET", look(path), { token: owner.token })),
  );
  expect(await looks()).toEqual([{}, { lead: leadId }]);
  testApp.clock.forward(11 * 60_000);
  await testApp.request("GET", look("/api/leads/new"), { token: owner.token });
  expect(await looks()).toEqual([{}, {}, { lead: leadId }]);
});

test.each(["x", "%00", "new%20", "00000000-0000-0000-0000", "..%2F..%2Fpasswd"])(
  "viewing %s, which isn't a lead's id, returns 404 and isn't audited",
  async (id) => {
    await testApp.deps.db.delete(auditEntries);
    for (const path of [`/api/leads/${id}`, `/api/leads/${id}/emails`]) {
      expect((await testApp.request("GET", look(path), { token: owner.token })).status).toBe(404);
    }
    expect(await looks()).toEqual([]);
    const { status } = await testApp.request("GET", "/api/admin/audit", { token: owner.token });
    expect(status).toBe(200);
  },
);

test("viewing a lead by its uppercase id and then by its lowercase id is audited once", async () => {
  await testApp.deps.db.delete(auditEntries);
  for (const id of [leadId.toUpperCase(), leadId]) {
    const answer = await testApp.request("GET", look(`/api/leads/${id}`), { token: owner.token });
    expect(answer.status).toBe(200);
  }
  expect(await looks()).toEqual([{ lead: leadId }]);
});

test("an audit entry with an invalid lead id doesn't hide other entries", async () => {
  await testApp.deps.db.delete(auditEntries);
  await testApp.request("GET", look(`/api/leads/${leadId}`), { token: owner.token });
  for (const lead of ["x", "", "00000000-0000-0000-0000"]) {
    await testApp.deps.db.insert(auditEntries).values({
      ...{ action: "desk_viewed", accountId: owner.accountId, clientId: practice.clientId },
      ...{ address: "127.0.0.1", detail: { lead } },
    });
  }
  const answer = await testApp.request("GET", "/api/admin/audit", { token: owner.token });
  expect(answer.status).toBe(200);
  const shown = answer.body.entries.map(({ lead }: { lead: { _id: string } | null }) => lead?._id);
  expect(shown).toEqual([undefined, undefined, undefined, leadId]);
});

test("the console shows which lead was viewed, without a name if the lead doesn't exist", async () => {
  await testApp.deps.db.delete(auditEntries);
  await testApp.request("GET", look(`/api/leads/${leadId}`), { token: owner.token });
  const path = `/api/admin/audit?client=${practice.clientId}`;
  const [entry] = (await testApp.request("GET", path, { token: owner.token })).body.entries;
  const { body } = await testApp.request("GET", `/api/leads/${leadId}`, { token: practice.token });
  const name = `${body.lead.firstName} ${body.lead.lastName}`.trim();
  expect(entry.lead).toEqual({ _id: leadId, client: practice.clientId, name });
  const gone = randomUUID();
  await testApp.deps.db.update(auditEntries).set({ detail: { lead: gone } });
  const [other] = (await testApp.request("GET", path, { token: owner.token })).body.entries;
  expect(other.lead).toEqual({ _id: gone, client: practice.clientId, name: null });
});

test("an owner's view doesn't mark a lead as alerted or seen", async () => {
  const { lead } = await makeInquiry(testApp.deps, practice.clientId);
  const stream = await testApp.api.request(`http://localhost${look("/api/leads/events")}`, {
    headers: { Authorization: `Bearer ${owner.token}` },
  });
  const reader = stream.body?.pipeThrough(new TextDecoderStream()).getReader();
  expect((await reader?.read())?.value).toContain("event: hello");
  await testApp.request("GET", look("/api/leads/new"), { token: owner.token });
  await reader?.cancel();
  const [inquiry] = await testApp.deps.db
    .select()
    .from(inquiries)
    .where(and(eq(inquiries.clientId, practice.clientId), eq(inquiries.leadId, lead._id)));
  expect(inquiry).toMatchObject({ alertedAt: null, firstSeenAt: null });
});

const look = (path: string, client = practice.clientId) =>
  `${path}?client=${encodeURIComponent(client)}`;

async function looks() {
  const rows = await testApp.deps.db
    .select()
    .from(auditEntries)
    .where(eq(auditEntries.action, "desk_viewed"));
  return rows
    .map((row) => row.detail)
    .toSorted((a, b) => ("lead" in a ? 1 : 0) - ("lead" in b ? 1 : 0));
}
