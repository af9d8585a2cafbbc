// The event stream of an import, and the import that an owner makes for a practice.
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { openEventStream } from "#server/testing/event-stream.ts";
import { signInAdmin, signInClient } from "#server/testing/people.ts";
import { plantImport } from "#server/testing/planted-imports.ts";
import { openTestApp, type TestApp } from "#server/testing/test-app.ts";

let testApp: TestApp;
let practice: Awaited<ReturnType<typeof signInClient>>;
beforeAll(async () => {
  testApp = await openTestApp();
});
beforeEach(async () => {
  practice = await signInClient(testApp);
});
afterAll(() => testApp.close());

test("an import's stream sends its progress when the stream opens and after each change", async () => {
  const path = await plant();
  const stream = await openStream(`${path}/events`, practice.token);
  const other = await openStream(`${await plant()}/events`, practice.token);
  expect(stream.headers.get("Cache-Control")).toBe("no-store");
  expect(await stream.next()).toMatchObject({ event: "changed", data: { state: "checked" } });
  expect(await other.next()).toMatchObject({ data: { state: "checked" } });
  await post(`${path}/runs`, { json: { destination: "archive" } });
  expect(await stream.next()).toMatchObject({ data: { state: "importing", imported: 0 } });
  await testApp.runJobs();
  expect(await last(stream, "imported")).toMatchObject({ imported: 1 });
  // Reloading the page or opening it in a second tab opens another stream.
  const second = await openStream(`${path}/events`, practice.token);
  expect(await second.next()).toMatchObject({ data: { state: "imported", imported: 1 } });
  await post(`${path}/undos`);
  await testApp.runJobs();
  expect(await last(stream, "undone")).toMatchObject({ removed: 1 });
  expect(await last(second, "undone")).toMatchObject({ removed: 1 });
  for (const one of [stream, other, second]) await one.close();
});

test("an import's stream has counts but no personal data", async () => {
  const stream = await openStream(`${await plant("Ada")}/events`, practice.token);
  const { data } = await stream.next();
  expect(data).not.toHaveProperty("preview");
  expect(JSON.stringify({ ...data, fileName: "" })).not.toContain("Ada");
  await stream.close();
});

test("an import's stream closes when the session ends or the import is deleted", async () => {
  const path = await plant();
  const stream = await openStream(`${path}/events`, practice.token);
  await stream.next();
  await testApp.request("DELETE", "/api/credentials", { token: practice.token });
  await testApp.pool.query("select pg_notify('desk', $1)", [notice(path)]);
  await expect(stream.next()).rejects.toThrow("The stream has ended");

  const next = await signInClient(testApp);
  const importId = await plantImport(testApp, next, "One");
  const nextPath = `/api/leads/imports/${importId}`;
  const ending = await openStream(`${nextPath}/events`, next.token);
  await ending.next();
  await testApp.pool.query("delete from lead_imports where id = $1", [importId]);
  const event = JSON.stringify({ clientId: next.clientId, importId, kind: "import" });
  await testApp.pool.query("select pg_notify('desk', $1)", [event]);
  await expect(ending.next()).rejects.toThrow("The stream has ended");
});

test("a HEAD request for an import's stream returns 405, and a request for an unknown import returns 404", async () => {
  const path = await plant();
  const { token } = practice;
  const head = await testApp.api.request(`http://localhost${path}/events`, {
    method: "HEAD",
    headers: { Authorization: `Bearer ${token}` },
  });
  expect(head.status).toBe(405);
  const unknown = "/api/leads/imports/00000000-0000-4000-8000-000000000000/events";
  expect((await testApp.request("GET", unknown, { token })).status).toBe(404);
});

test("an import that an owner makes for a practice is audited, and the practice sees who made it", async () => {
  const owner = await signInAdmin(testApp);
  const { clientId } = practice;
  const base = `/api/admin/clients/${clientId}`;
  const answer = await testApp.api.request(`http://localhost${base}/import?name=old.csv`, {
    method: "POST",
    headers: { Authorization: `Bearer ${owner.token}` },
    body: "Name,Email\nAna Ruiz,ana@example.com\n",
  });
  const { import: uploaded } = await answer.json();
  const path = `${base}/imports/${uploaded._id}`;
  const json = { fields: ["fullName", "email"] };
  await testApp.request("PUT", `${path}/columns`, { token: owner.token, json });
  await testApp.runJobs();
  const stream = await openStream(`${path}/events`, owner.token);
  expect(await stream.next()).toMatchObject({ data: { counts: { fresh: 1 } } });
  await post(`${path}/runs`, { token: owner.token, json: { destination: "archive" } });
  await testApp.runJobs();
  expect(await last(stream, "imported")).toMatchObject({ imported: 1 });
  await stream.close();

  const { body } = await testApp.request("GET", "/api/leads/imports", { token: practice.token });
  expect(body.imports).toMatchObject([{ fileName: "old.csv", by: "Olive Owner" }]);
  const log = await testApp.request("GET", `/api/admin/audit?client=${clientId}`, {
    token: owner.token,
  });
  const actions = log.body.entries.map(({ action, who }: { action: string; who: string }) => [
    action,
    who,
  ]);
  expect(actions).toContainEqual(["leads_imported", owner.email]);
  expect(actions).toContainEqual(["desk_viewed", owner.email]);
  const found = await testApp.request("GET", "/api/leads/archive?search=ana", {
    token: practice.token,
  });
  expect(found.body.leads).toMatchObject([{ firstName: "Ana", archived: { reason: /old.csv/ } }]);
});

test("an owner's URL for one practice doesn't open another practice's import", async () => {
  const owner = await signInAdmin(testApp);
  const other = await signInClient(testApp);
  const importId = await plantImport(testApp, practice, "Ada");
  for (const path of ["", "/events", "/rejected.csv"]) {
    const asked = `/api/admin/clients/${other.clientId}/imports/${importId}${path}`;
    const answer = await testApp.request("GET", asked, { token: owner.token });
    expect([path, answer.status]).toEqual([path, 404]);
  }
  const nobody = "/api/admin/clients/00000000-0000-4000-8000-000000000000/imports";
  expect((await testApp.request("GET", nobody, { token: owner.token })).status).toBe(404);
});

/** Opens a stream and reads its first event. */
async function openStream(path: string, token: string) {
  const stream = await openEventStream(testApp, path, token);
  expect((await stream.next()).event).toBe("hello");
  return stream;
}

async function plant(word = "One"): Promise<string> {
  return `/api/leads/imports/${await plantImport(testApp, practice, word)}`;
}

async function post(path: string, { token = practice.token, json = {} } = {}) {
  expect((await testApp.request("POST", path, { token, json })).status).toBe(201);
}

/** Reads events until the first one with this state, and returns its data. */
async function last(stream: Awaited<ReturnType<typeof openEventStream>>, state: string) {
  for (;;) {
    const { data } = await stream.next();
    if (data.state === state) return data;
  }
}

function notice(path: string): string {
  const importId = path.split("/").at(-1);
  return JSON.stringify({ clientId: practice.clientId, importId, kind: "import" });
}
