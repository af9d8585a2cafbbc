// What happens when a practice leaves: its export, end, restoration, and erasure a month later.
import { randomUUID } from "node:crypto";
import { getTableColumns, getTableName, sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { archiveFiles, archiveWords, leftOutOfArchive } from "#content/console/practice-archive.ts";
import { accountMessages, errorMessages, notSentMessages } from "#content/messages.ts";
import { dayMs } from "#contract/durations.ts";
import { endedDays } from "#contract/practices.ts";
import {
  madePassword,
  makeContactRequest,
  makeFormSource,
  makeInquiry,
  makeKeyedSource,
  makePerson,
} from "#server/db/make.ts";
import { queueMail } from "#server/messages/mail/mail.ts";
import {
  archivedTables,
  erasedTables,
  leftOutTables,
} from "#server/records/retention/belongings.ts";
import { signInAdmin, signInClient } from "#server/testing/people.ts";
import { type Practice, seedPractice } from "#server/testing/planted-rows.ts";
import { practiceTables } from "#server/testing/practice-tables.ts";
import { readZip } from "#server/testing/read-zip.ts";
import { openTestApp, type TestApp } from "#server/testing/test-app.ts";
import { eraseEndedPractices } from "./ending.ts";
import { exportPractice } from "./practice-archive.ts";

const started = "2026-03-17T15:00:00.000Z";

let testApp: TestApp;
let owner: Awaited<ReturnType<typeof signInAdmin>>;
beforeAll(async () => {
  testApp = await openTestApp();
});
beforeEach(async () => {
  testApp.clock.at(started);
  // Keeps practices that earlier tests ended from being erased.
  await testApp.pool.query("update clients set ended_at = null where ended_at is not null");
  owner = await signInAdmin(testApp);
});
afterAll(() => testApp.close());

// ── The export ──────────────────────────────────────────────────────────────────────────────────

test("an export has every row of each table, and none from another practice with the same name", async () => {
  const [practice, other] = [await signInClient(testApp), await signInClient(testApp)];
  await seed(practice, "Maple");
  await seed(other, "Willow");
  await testApp.pool.query("update clients set name = 'Park Dental' where id = any($1)", [
    [practice.clientId, other.clientId],
  ]);
  const counts = new Map<string, number>();
  for (const { file, table, by } of archivedTables) {
    const { rows } = await testApp.pool.query(
      `select count(*)::int as count from ${getTableName(table)} where ${snake(by.name)} = $1`,
      [practice.clientId],
    );
    counts.set(`${file}.csv`, rows[0].count);
  }
  const answer = await askForExport(practice.clientId);
  expect(answer.headers.get("Content-Disposition")).toBe(
    'attachment; filename="practice-2026-03-17.zip"',
  );
  const files = readZip(Buffer.from(await answer.arrayBuffer()));
  const readme = files.get("README.txt") ?? "";
  files.delete("README.txt");
  expect(new Map([...files].map(([name, text]) => [name, linesIn(text) - 1]))).toEqual(counts);
  for (const name of ["leads.csv", "inquiries.csv", "calls.csv", "emails.csv", "people.csv"]) {
    expect(counts.get(name)).toBeGreaterThan(0);
  }
  for (const [name, text] of files) {
    expect(readme).toContain(name);
    expect(text).not.toMatch(/willow/i);
    expect(text).not.toContain(other.clientId);
  }
  expect(files.get("leads.csv")).toContain("Maple");
  expect(await actionsOf(practice.clientId)).toContain("practice_exported");
});

test("an export doesn't contain a password, second factor, key or token", async () => {
  const { clientId } = await signInClient(testApp);
  const { formKey } = await makeFormSource(testApp.deps, clientId);
  const { rows } = await testApp.pool.query(
    "select password_hash from accounts where client_id = $1",
    [clientId],
  );
  const files = await readExport(clientId);
  for (const text of files.values()) {
    expect(text).not.toContain(formKey);
    expect(text).not.toContain(rows[0].password_hash);
  }
  for (const { file, table, without } of archivedTables) {
    const secret = Object.keys(getTableColumns(table)).filter(
      (name) =>
        /hash|token|secret|formKey|p256dh|^auth$|handle/i.test(name) && !without.includes(name),
    );
    expect([file, secret]).toEqual([file, []]);
  }
});

test("text that looks like a formula is escaped with an apostrophe in the export", async () => {
  const { clientId } = await signInClient(testApp);
  await makeInquiry(testApp.deps, clientId, { firstName: "=1+1", lastName: 'Quoted "Q"' });
  const leads = (await readExport(clientId)).get("leads.csv") ?? "";
  expect(leads).toContain("'=1+1");
  expect(leads).toContain('"Quoted ""Q"""');
});

test("every table with a practice's data is erased, and either exported or left out for a stated reason", () => {
  const inFiles = archivedTables.map(({ table }) => getTableName(table));
  const leftOut = leftOutTables.map(({ table, leftOut: name }) => {
    expect(getTableName(table)).toBe(name);
    return name;
  });
  const known = [...inFiles, ...leftOut].filter(
    (name) => name !== "accounts" && name !== "contact_requests",
  );
  expect(known.toSorted()).toEqual(practiceTables.toSorted());
  expect(leftOut.toSorted()).toEqual(Object.keys(leftOutOfArchive).toSorted());
  expect(archivedTables.map(({ file }) => file).toSorted()).toEqual(
    Object.keys(archiveFiles).toSorted(),
  );
  const erased = erasedTables.map((table) => getTableName(table));
  expect(erased.toSorted()).toEqual(practiceTables.filter((name) => name !== "clients").toSorted());
});

test("a second export is rejected while one is running, and accepted after the first one is canceled", async () => {
  const { clientId } = await signInClient(testApp);
  const open = await askForExport(clientId);
  const second = await askForExport(clientId);
  expect(second.status).toBe(409);
  expect(await second.json()).toMatchObject({ message: archiveWords.running });
  await open.body?.cancel();
  await expect.poll(async () => (await finished(clientId)).status).toBe(200);
});

test("exporting or ending a practice requires a recent proof of identity", async () => {
  const { clientId } = await signInClient(testApp);
  testApp.clock.forward(16 * 60_000);
  expect(await (await askForExport(clientId)).json()).toMatchObject({ code: "proof_required" });
  expect((await asOwner("POST", ending(clientId), { name: "x" })).body.code).toBe("proof_required");
});

// ── The end ─────────────────────────────────────────────────────────────────────────────────────

test("an ended practice's people can't log in until it is restored", async () => {
  const practice = await signInClient(testApp);
  const { clientId, email } = practice;
  const wrong = await asOwner("POST", ending(clientId), { name: "Another name" });
  expect(wrong).toMatchObject({ status: 422, body: { errors: { name: expect.any(String) } } });
  expect((await login(email)).status).toBe(200);

  const ended = await end(clientId);
  expect(ended).toMatchObject({ status: 201, body: { client: { status: "ended" } } });
  const mine = await testApp.request("GET", "/api/clients/getClient", { token: practice.token });
  expect(mine.status).toBe(401);
  const refused = await login(email);
  expect(refused.status).toBe(403);
  expect(refused.body).toMatchObject({
    code: "account_ended",
    message: errorMessages.account_ended,
  });
  // Reinstating the practice doesn't let its people log in, either.
  await asOwner("DELETE", `/api/admin/clients/${clientId}/suspension`);
  expect((await login(email)).status).toBe(403);

  const restored = await asOwner("DELETE", ending(clientId));
  expect(restored).toMatchObject({
    status: 200,
    body: { client: { status: "active", endedAt: null, suspendedAt: null } },
  });
  expect((await login(email)).status).toBe(200);
  const actions = await actionsOf(clientId);
  expect(actions.filter((action) => /^client_(ended|restored|reinstated)$/.test(action))).toEqual([
    "client_ended",
    "client_restored",
  ]);
});

test("ending a practice again doesn't change the time of its end", async () => {
  const { clientId } = await signInClient(testApp);
  const { body } = await end(clientId);
  testApp.clock.forward(60_000);
  expect((await end(clientId)).body.client.endedAt).toBe(body.client.endedAt);
});

test("a suspended practice is still suspended after it is ended and restored", async () => {
  const { clientId } = await signInClient(testApp);
  const path = `/api/admin/clients/${clientId}/suspension`;
  const { body } = await asOwner("POST", path);
  await end(clientId);
  const restored = await asOwner("DELETE", ending(clientId));
  expect(restored.body.client).toMatchObject({
    status: "suspended",
    suspendedAt: body.client.suspendedAt,
  });
});

test("an ended practice is listed only among the ended ones, and the owner can still read it", async () => {
  const { clientId } = await signInClient(testApp);
  const name = `Leaving ${randomUUID()}`;
  await testApp.pool.query("update clients set name = $2 where id = $1", [clientId, name]);
  await makeInquiry(testApp.deps, clientId);
  await makeFormSource(testApp.deps, clientId, name);
  const search = `search=${encodeURIComponent(name)}`;
  const total = async (filter = "") =>
    (await asOwner("GET", `/api/admin/clients?${search}${filter}`)).body.total;
  const sources = async () => (await asOwner("GET", `/api/admin/sources?${search}`)).body.total;
  expect([await total(), await total("&status=ended"), await sources()]).toEqual([1, 0, 1]);
  await end(clientId);
  expect([await total(), await total("&status=ended"), await sources()]).toEqual([0, 1, 0]);
  expect(await total("&status=suspended")).toBe(0);
  const page = await asOwner("GET", `/api/admin/clients/${clientId}`);
  expect(page.body).toMatchObject({ status: "ended", endedAt: started });
  const desk = await asOwner("GET", `/api/leads/new?client=${clientId}`);
  expect(desk.body.leads).toHaveLength(1);
});

test.each(["form", "webhook"] as const)(
  "a submission to an ended practice's %s gets the response for an unknown key, but is stored and can be retried once the practice is restored",
  async (kind) => {
    const { clientId } = await signInClient(testApp);
    const source =
      kind === "form"
        ? await makeFormSource(testApp.deps, clientId)
        : await makeKeyedSource(testApp.deps, clientId, kind);
    const json = { firstName: "Ada", phone: "(813) 555-0142", id: randomUUID() };
    const post = (key: string) => testApp.request("POST", `/api/intake/${kind}/${key}`, { json });
    await end(clientId);
    const sent = await post(source.formKey ?? "");
    const unknown = await post("no-such-key");
    expect([sent.status, sent.body]).toEqual([404, unknown.body]);
    expect(await leadsOf(clientId)).toBe(0);
    const { rows } = await testApp.pool.query(
      "select id, result, reason from source_deliveries where client_id = $1",
      [clientId],
    );
    expect(rows).toMatchObject([{ result: "refused", reason: "ended" }]);
    const marked = await testApp.pool.query("select unread from sources where client_id = $1", [
      clientId,
    ]);
    expect(marked.rows[0].unread).toBe(1);
    const replay = `/api/admin/sources/${source.sourceId}/deliveries/${rows[0].id}/replays`;
    expect((await asOwner("POST", replay)).status).toBe(409);
    await asOwner("DELETE", ending(clientId));
    expect((await asOwner("POST", replay)).status).toBe(201);
    expect(await leadsOf(clientId)).toBe(1);
  },
);

test("an ended practice's queued emails aren't sent, except those to the owners", async () => {
  const { clientId, email } = await signInClient(testApp);
  const words = { subject: "Words", text: "Words" };
  const mail = { kind: "settings-test", clientId, words, fields: {} };
  await testApp.runJobs();
  await testApp.deps.db.transaction(async (tx) => {
    await queueMail(testApp.deps, tx, { ...mail, to: email });
    await queueMail(testApp.deps, tx, { ...mail, to: owner.email });
  });
  await end(clientId);
  const before = testApp.receivedMails.length;
  await testApp.runJobs();
  expect(testApp.receivedMails.slice(before).map(({ to }) => to)).toEqual([owner.email]);
  const { rows } = await testApp.pool.query(
    `select problem from mails where client_id = $1 and state = 'stopped'`,
    [clientId],
  );
  expect(rows).toEqual([{ problem: notSentMessages.ended }]);
});

// ── The erasure ─────────────────────────────────────────────────────────────────────────────────

test("an ended practice is erased on the thirtieth day, not before, and the owners get one email beforehand", async () => {
  const [practice, other] = [await signInClient(testApp), await signInClient(testApp)];
  const { clientId } = practice;
  await seed(practice, `Erased${letters()}`);
  await seed(other, `Kept${letters()}`);
  const colleague = await makePerson(testApp.deps, clientId);
  const merged = await mergedLeads(clientId);
  expect(merged).toBe(2);
  const { contactRequestId } = await makeContactRequest(testApp.deps, {
    ...{ kind: "marketing", fullName: "Ada", email: "ada@example.com", practiceId: clientId },
  });
  const keptBefore = await rowsOf(other.clientId);
  const name = (await asOwner("GET", `/api/admin/clients/${clientId}`)).body.name;
  await end(clientId);
  const notices = () =>
    testApp.receivedMails.filter(({ to, subject }) => to === owner.email && subject.includes(name));

  await dayAfterEnd(26);
  expect(notices()).toEqual([]);
  await dayAfterEnd(27);
  await dayAfterEnd(endedDays - 1);
  expect(notices()).toHaveLength(1);
  expect(notices()[0]?.text).toContain("April 16, 2026");
  expect(await rowsOf(clientId)).not.toEqual([]);

  await dayAfterEnd(endedDays);
  await dayAfterEnd(endedDays + 1);
  expect(await rowsOf(clientId)).toEqual([]);
  for (const id of [clientId, practice.accountId, colleague.accountId]) {
    expect(await tablesWith(id)).toEqual([]);
  }
  expect(await rowsOf(other.clientId)).toEqual(expect.arrayContaining(keptBefore));
  const requests = await testApp.pool.query(
    "select practice_id from contact_requests where id = $1",
    [contactRequestId],
  );
  expect(requests.rows).toEqual([{ practice_id: null }]);
  const lines = await testApp.pool.query(
    "select action, detail from audit_entries where detail::text like $1",
    [`%${name}%`],
  );
  expect(lines.rows).toMatchObject([{ action: "client_erased" }]);
});

test("an erasure continues after a kill between batches, and its practice can no longer be restored", async () => {
  const practice = await signInClient(testApp);
  const { clientId } = practice;
  await seed(practice, `Killed${letters()}`);
  await end(clientId);
  testApp.clock.forward(endedDays * dayMs);
  for (const batches of [3, 20]) {
    await expect(eraseEndedPractices(dyingAfter(batches))).rejects.toThrow("killed");
    expect(await rowsOf(clientId)).toContain("clients");
  }
  owner = await signInAdmin(testApp);
  const restored = await asOwner("DELETE", ending(clientId));
  expect(restored).toMatchObject({ status: 409, body: { message: accountMessages.erasing } });
  expect((await askForExport(clientId)).status).toBe(409);
  await eraseEndedPractices(testApp.deps);
  expect(await rowsOf(clientId)).toEqual([]);
  await eraseEndedPractices(testApp.deps);
});

test("an export's file ends only after its transaction, so another export can start at once", async () => {
  const { clientId } = await signInClient(testApp);
  const { db } = testApp.deps;
  const events: string[] = [];
  const transaction: typeof db.transaction = (work, config) =>
    db.transaction(async (tx) => {
      const done = await work(tx);
      await tx.execute(sql`select pg_sleep(0.05)`);
      events.push("done");
      return done;
    }, config);
  const slow = Object.create(db, { transaction: { value: transaction } });
  const by = { accountId: owner.accountId } as Parameters<typeof exportPractice>[2];
  const stream = await exportPractice(
    { ...testApp.deps, db: slow },
    { address: "", device: "" },
    by,
    clientId,
  );
  await new Response(stream).arrayBuffer();
  events.push("read");
  expect(events).toEqual(["done", "read"]);
});

test("an erasure waits for an export that is still running", async () => {
  const { clientId } = await signInClient(testApp);
  await end(clientId);
  const open = await askForExport(clientId);
  testApp.clock.forward(endedDays * dayMs);
  await eraseEndedPractices(testApp.deps);
  expect(await rowsOf(clientId)).toContain("clients");
  const files = readZip(Buffer.from(await open.arrayBuffer()));
  expect(files.has("README.txt")).toBe(true);
  await eraseEndedPractices(testApp.deps);
  expect(await rowsOf(clientId)).toEqual([]);
});

test("a restored practice isn't erased", async () => {
  const { clientId } = await signInClient(testApp);
  await end(clientId);
  await asOwner("DELETE", ending(clientId));
  await dayAfterEnd(endedDays + 1);
  expect(await rowsOf(clientId)).toContain("clients");
});

// ── Helpers ─────────────────────────────────────────────────────────────────────────────────────

async function seed(practice: Practice, word: string) {
  await seedPractice(testApp, practice, word);
  // Owners publish template sets.
  await testApp.pool.query("update template_set_versions set account_id = $1", [owner.accountId]);
}

/** Returns letters only, because emails leave out names that contain a number. */
function letters(): string {
  return randomUUID().replaceAll(/[^a-z]/g, "");
}

function ending(clientId: string) {
  return `/api/admin/clients/${clientId}/ending`;
}

function asOwner(method: string, path: string, json?: unknown) {
  return testApp.request(method, path, { token: owner.token, ...(json !== undefined && { json }) });
}

async function end(clientId: string) {
  const { rows } = await testApp.pool.query("select name from clients where id = $1", [clientId]);
  return asOwner("POST", ending(clientId), { name: rows[0].name });
}

function login(email: string) {
  return testApp.request("POST", "/api/credentials", { json: { email, password: madePassword } });
}

function askForExport(clientId: string) {
  return testApp.api.request(`http://localhost/api/admin/clients/${clientId}/archive.zip`, {
    headers: { Authorization: `Bearer ${owner.token}` },
  });
}

/** Reads the whole response. */
async function finished(clientId: string) {
  const answer = await askForExport(clientId);
  await answer.arrayBuffer();
  return answer;
}

async function readExport(clientId: string) {
  return readZip(Buffer.from(await (await askForExport(clientId)).arrayBuffer()));
}

/** Counts the lines of a CSV file, ignoring line breaks inside quotes. */
function linesIn(csv: string): number {
  return csv.replaceAll(/"(?:[^"]|"")*"/g, "").split("\r\n").length - 1;
}

function snake(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

async function dayAfterEnd(days: number) {
  testApp.clock.at(started);
  testApp.clock.forward(days * dayMs);
  await eraseEndedPractices(testApp.deps);
  await testApp.runJobs();
}

/** Throws after this many deletions, as if the process were killed. */
function dyingAfter(deletions: number): TestApp["deps"] {
  let left = deletions;
  const db = new Proxy(testApp.deps.db, {
    get(target, name) {
      if (name === "delete") {
        left -= 1;
        if (left < 0) throw new Error("killed");
      }
      return Reflect.get(target, name);
    },
  });
  return Object.assign(Object.create(testApp.deps), { db });
}

async function mergedLeads(clientId: string): Promise<number> {
  const { rowCount } = await testApp.pool.query(
    `update leads set merged_into = (select id from leads where client_id = $1 order by id limit 1),
       deleted_at = now()
     where client_id = $1 and id in
       (select id from leads where client_id = $1 order by id offset 1 limit 2)`,
    [clientId],
  );
  return rowCount ?? 0;
}

async function leadsOf(clientId: string): Promise<number> {
  const { rows } = await testApp.pool.query(
    "select count(*)::int as count from leads where client_id = $1",
    [clientId],
  );
  return rows[0].count;
}

async function actionsOf(clientId: string): Promise<string[]> {
  const { rows } = await testApp.pool.query(
    "select action from audit_entries where client_id = $1 order by id",
    [clientId],
  );
  return rows.map(({ action }) => action);
}

/** Returns the tables that have rows for a practice. */
async function rowsOf(clientId: string): Promise<string[]> {
  const found: string[] = [];
  for (const table of practiceTables) {
    const column = table === "clients" ? "id" : "client_id";
    const { rowCount } = await testApp.pool.query(
      `select from ${table} where ${column} = $1 limit 1`,
      [clientId],
    );
    if (rowCount) found.push(table);
  }
  return found;
}

/** Returns the tables that contain an id in any column. */
async function tablesWith(id: string): Promise<string[]> {
  const { rows } = await testApp.pool.query(
    `select c.oid::regclass::text as name from pg_class c join pg_namespace n on n.oid = relnamespace
     where relkind in ('r', 'p') and nspname in ('public', 'pgboss') and not relispartition`,
  );
  const found: string[] = [];
  for (const { name } of rows) {
    const statement = `select from ${name} as one where one::text like $1 limit 1`;
    if ((await testApp.pool.query(statement, [`%${id}%`])).rowCount) found.push(name);
  }
  return found;
}
