// The owner's view of the background jobs and the machine.
import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { desc } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { jobReason, queueNames } from "#content/console/system.ts";
import { JobQueues, SystemState } from "#contract/system.ts";
import { allJobs } from "#server/all-jobs.ts";
import { makeInquiry, makeMetaSource } from "#server/db/make.ts";
import {
  alerts,
  auditEntries,
  deliveries,
  mails,
  ringCalls,
  rings,
  settings,
  texts,
} from "#server/db/schema.ts";
import { newBackupFile, saveNote } from "#server/operations/backups/backup-folder.ts";
import {
  bucketAddress,
  saveTidyProblem,
  saveUploadState,
} from "#server/operations/backups/upload-state.ts";
import { seal } from "#server/secrets/sealed.ts";
import { signInAdmin, signInClient } from "#server/testing/people.ts";
import { openTestApp, type TestApp } from "#server/testing/test-app.ts";
import { readSystem } from "./system-state.ts";

let testApp: TestApp;
let owner: Awaited<ReturnType<typeof signInAdmin>>;
let practice: Awaited<ReturnType<typeof signInClient>>;
const backupDir = mkdtempSync(path.join(tmpdir(), "front-desk-system-"));
beforeAll(async () => {
  testApp = await openTestApp({ BACKUP_DIR: backupDir });
  owner = await signInAdmin(testApp);
  practice = await signInClient(testApp);
});
afterAll(async () => {
  await testApp.close();
  rmSync(backupDir, { recursive: true, force: true });
});
beforeEach(() => testApp.pool.query("delete from pgboss.job"));

function call(method: string, path: string) {
  return testApp.request(method, `/api/admin${path}`, { token: owner.token });
}

type Planted = { state: string; output?: object; createdAt?: string; dueAt?: string };

async function plant(queue: string, { state, output, createdAt, dueAt }: Planted) {
  const id = randomUUID();
  await testApp.pool.query(
    `insert into pgboss.job (id, name, state, data, output, created_on, start_after, started_on, completed_on)
     values ($1, $2, $3::pgboss.job_state, $4, $5, coalesce($6, now()), coalesce($7, now()),
       case when $3 <> 'created' then now() end, case when $3 in ('failed', 'completed') then now() end)`,
    [id, queue, state, { clientId: practice.clientId, secret: "Ada" }, output, createdAt, dueAt],
  );
  return id;
}

const stateOf = async (id: string) =>
  (await testApp.pool.query("select state from pgboss.job where id = $1", [id])).rows[0]?.state;

test("each queue shows its number of jobs and how long the oldest has been waiting", async () => {
  await plant("send-mail", { state: "failed" });
  await plant("send-mail", { state: "completed" });
  await plant("send-mail", { state: "completed" });
  await plant("send-mail", { state: "active" });
  await plant("send-mail", { state: "retry", dueAt: "2026-03-17T10:00:00Z" });
  await plant("send-mail", { state: "created", dueAt: "2026-03-17T09:00:00Z" });
  await plant("send-mail", { state: "created", dueAt: "2099-01-01T00:00:00Z" });
  await plant("send-alert", { state: "created", dueAt: "2099-01-01T00:00:00Z" });
  const { queues } = JobQueues.parse((await call("GET", "/queues")).body);
  expect(queues.find(({ name }) => name === "send-mail")).toEqual({
    ...{ name: "send-mail", waiting: 3, active: 1, failed: 1, done: 2 },
    waitingSince: "2026-03-17T09:00:00.000Z",
  });
  // This job isn't due yet.
  expect(queues.find(({ name }) => name === "send-alert")?.waitingSince).toBe(null);
  expect(queues.map(({ name }) => name)).toEqual(allJobs.map(({ name }) => name).toSorted());
});

test("every queue has a display name", () => {
  expect(allJobs.filter(({ name }) => queueNames[name] === undefined)).toEqual([]);
});

test.each([
  ["Error ECONNREFUSED", "Couldn’t connect to the server."],
  ["DrizzleQueryError 57014", "The database took too long to answer."],
  ["TimeoutError 23", "The server took too long to answer."],
  ["GraphRefusal", "Meta rejected the request, or couldn’t be reached."],
  ["TypeError", "Something went wrong in the app. The log has the details."],
  ["unknown", "Something went wrong in the app. The log has the details."],
])("the reason %s is worded without the error's name", (reason, sentence) => {
  expect(jobReason(reason)).toBe(sentence);
});

test("the list of jobs shows each job's practice and error name, but not its payload", async () => {
  await plant("send-mail", { state: "failed", output: { problem: "GraphRefusal" } });
  await plant("send-mail", { state: "failed", output: { problem: "Error 57014" } });
  await plant("send-mail", { state: "failed", output: { problem: "bad row: Ada, 555-0100" } });
  await plant("send-mail", { state: "failed", output: { value: { message: "job timed out" } } });
  await plant("send-mail", { state: "completed" });
  await testApp.pool.query(
    "insert into pgboss.job (name, state) select name, 'failed' from pgboss.queue where name like '\\_\\_%'",
  );
  const { body } = await call("GET", "/jobs");
  expect(body.jobs.map(({ reason }: { reason: string }) => reason).toSorted()).toEqual([
    ...["Error 57014", "GraphRefusal", "lost", "unknown"],
  ]);
  const { rows } = await testApp.pool.query("select name from clients where id = $1", [
    practice.clientId,
  ]);
  expect(body.jobs[0].practice).toBe(rows[0].name);
  expect(JSON.stringify(body)).not.toContain("Ada");
});

test.each([
  ["a part of the practice's name, in any case", "BAYSHORE fam", ["refused", "slow"]],
  ["the reason as the console words it", "connect to the server", ["refused"]],
  ["the error's own name", "econnrefused", ["refused"]],
  ["a reason that isn't stored", "took too long", ["slow"]],
  ["no part of a payload", "ada", []],
  ["a literal percent sign", "%", []],
])("a search finds jobs by %s", async (_, search, found) => {
  const ids = {
    refused: await plant("send-mail", {
      state: "failed",
      output: { problem: "Error ECONNREFUSED" },
    }),
    slow: await plant("send-mail", { state: "failed", output: { value: "timeout" } }),
  };
  await testApp.pool.query("update clients set name = 'Bayshore Family Dental' where id = $1", [
    practice.clientId,
  ]);
  await testApp.pool.query(
    "insert into pgboss.job (name, state, output) values ('send-mail', 'failed', $1)",
    [{ problem: "GraphRefusal" }],
  );
  const { body } = await call("GET", `/jobs?search=${encodeURIComponent(search)}`);
  const names = Object.entries(ids).filter(([, id]) =>
    body.jobs.some(({ _id }: { _id: string }) => _id === id),
  );
  expect(names.map(([name]) => name).toSorted()).toEqual(found);
  expect(body.jobs).toHaveLength(found.length);
});

test("jobs are paginated newest first, without gaps or repeats", async () => {
  await testApp.pool.query(
    `insert into pgboss.job (name, state, created_on)
     select 'send-mail', 'failed', now() - make_interval(secs => n / 3) from generate_series(1, 120) as n`,
  );
  const seen: { _id: string; createdAt: string }[] = [];
  let cursor: string | null = null;
  do {
    const { body } = await call("GET", `/jobs?queue=send-mail${cursor ? `&cursor=${cursor}` : ""}`);
    seen.push(...body.jobs);
    cursor = body.nextCursor;
  } while (cursor !== null);
  expect(new Set(seen.map(({ _id }) => _id)).size).toBe(120);
  const times = seen.map(({ createdAt }) => createdAt);
  expect(times).toEqual(times.toSorted().toReversed());
});

test.each([
  "cursor=1",
  "cursor=x.y",
  "state=nothing",
  `cursor=99999999999999999.${randomUUID()}`,
  `cursor=1.${"-".repeat(36)}`,
])("a list of jobs with ?%s doesn't return a server error", async (query) => {
  expect((await call("GET", `/jobs?${query}`)).status).toBeLessThan(500);
});

test("only failed jobs can be retried and only pending jobs canceled, and both are audited", async () => {
  const failed = await plant("send-mail", { state: "failed" });
  const waiting = await plant("send-mail", { state: "created" });
  const active = await plant("send-mail", { state: "active" });
  expect((await call("POST", `/jobs/${failed}/retries`)).status).toBe(201);
  expect(await stateOf(failed)).toBe("retry");
  expect((await call("POST", `/jobs/${waiting}/cancellations`)).status).toBe(201);
  // The job store's spelling.
  expect(await stateOf(waiting)).toBe("cancelled"); // cspell:disable-line
  for (const path of [
    `${waiting}/retries`,
    `${active}/retries`,
    `${active}/cancellations`,
    `${waiting}/cancellations`,
  ]) {
    expect((await call("POST", `/jobs/${path}`)).status).toBe(409);
  }
  expect((await call("POST", `/jobs/${randomUUID()}/retries`)).status).toBe(404);
  const entries = await testApp.deps.db
    .select({ action: auditEntries.action, detail: auditEntries.detail })
    .from(auditEntries)
    .orderBy(desc(auditEntries.id))
    .limit(2);
  expect(entries).toEqual([
    { action: "job_canceled", detail: { queue: "send-mail" } },
    { action: "job_retried", detail: { queue: "send-mail" } },
  ]);
});

test("the system status of a new installation shows no backup, one process and no retention run", async () => {
  const state = SystemState.parse((await call("GET", "/system")).body);
  expect(state.backups).toEqual({ schedule: "daily", last: null, problem: null, bucket: null });
  expect(state.processes).toHaveLength(1);
  expect(state.retentionRanAt).toBe(null);
  expect(state.parts).toMatchObject({ database: "ok", liveUpdates: "ok", jobs: "ok", meta: "ok" });
  expect(state.database.connections).toBeGreaterThan(0);
  await plant("delete-expired-records", { state: "completed" });
  await plant("send-mail", { state: "created", dueAt: "2026-03-17T09:00:00Z" });
  const next = SystemState.parse((await call("GET", "/system")).body);
  expect(next.retentionRanAt).not.toBe(null);
  // A job has been due for months, because no process runs jobs.
  expect(next.parts.jobs).toBe("failing");
});

test("the system status shows the last good backup and the problem of a newer one", async () => {
  const read = async () => SystemState.parse((await call("GET", "/system")).body).backups;
  await keepBackup("2026-03-15T08:00:00.000Z", null);
  await keepBackup("2026-03-16T08:00:00.000Z", null);
  const last = {
    ...{ takenAt: "2026-03-16T08:00:00.000Z", verifiedAt: "2026-03-16T08:01:00.000Z", bytes: 5 },
  };
  expect(await read()).toEqual({ schedule: "daily", last, problem: null, bucket: null });
  const problem = "The file has changed since it was written.";
  await keepBackup("2026-03-17T08:00:00.000Z", problem);
  expect(await read()).toEqual({ schedule: "daily", last, problem, bucket: null });
});

test("the system status shows the last uploaded backup and why the latest upload failed, without the secret", async () => {
  const backupBucket = {
    ...{ endpoint: "https://storage.example.com", region: "us-east-1", bucket: "backups" },
    ...{ keyId: "planted-key", secret: "planted-secret", prefix: "" },
  };
  const config = { ...testApp.deps.config, backupBucket };
  const read = async () => (await readSystem({ ...testApp.deps, config })).backups.bucket;
  const known = { bucket: bucketAddress(backupBucket), sha256: "0".repeat(64), started: null };
  const first = await keepBackup("2026-03-18T08:00:00.000Z", null);
  expect(await read()).toEqual({ last: null, problem: null });
  const uploadedAt = "2026-03-18T08:05:00.000Z";
  await saveUploadState(first, { ...known, uploadedAt: new Date(uploadedAt), problem: null });
  const last = { takenAt: "2026-03-18T08:00:00.000Z", uploadedAt };
  expect(await read()).toEqual({ last, problem: null });
  const second = await keepBackup("2026-03-19T08:00:00.000Z", null);
  const problem = "The bucket returned 403 (AccessDenied).";
  await saveUploadState(second, { ...known, uploadedAt: null, problem });
  expect(await read()).toEqual({ last, problem });
  const shown = JSON.stringify(await readSystem({ ...testApp.deps, config }));
  expect(shown).not.toMatch(/planted-(key|secret)/);
  await saveUploadState(second, { ...known, uploadedAt: new Date(uploadedAt), problem: null });
  await saveTidyProblem(backupDir, known.bucket, problem);
  expect((await read())?.problem).toBe(problem);
  await saveTidyProblem(backupDir, known.bucket, null);
  expect((await read())?.problem).toBe(null);
});

test("the system status shows when each part last worked, not counting live demos", async () => {
  const read = async () => SystemState.parse((await call("GET", "/system")).body).lastWorked;
  // The job store's own jobs don't count.
  await testApp.pool.query(
    `insert into pgboss.job (name, state, completed_on)
     select name, 'completed', now() from pgboss.queue where name like '\\_\\_%'`,
  );
  const demo = await signInClient(testApp);
  await testApp.pool.query("update clients set is_demo = true where id = $1", [demo.clientId]);
  await plantSent(demo.clientId, "2026-03-19T09:00:00.000Z");
  const none = {
    ...{ jobs: null, mail: null, texts: null, push: null, meta: null, googleAds: null },
    ...{ calls: null, leadTexts: null, calendar: null },
  };
  expect(await read()).toEqual(none);
  const last = "2026-03-18T09:00:00.000Z";
  // The email that was created first was sent last.
  for (const at of [last, "2026-03-17T09:00:00.000Z"]) {
    await plantSent(practice.clientId, at);
    const delivery = { platform: "meta", body: "{}", receivedAt: new Date(at) } as const;
    await testApp.deps.db.insert(deliveries).values(delivery);
  }
  const sent = { mail: last, texts: last, push: last, meta: last, calls: last, leadTexts: last };
  expect(await read()).toEqual({ ...none, ...sent });
  await plant("send-mail", { state: "failed" });
  expect((await read()).jobs).toBe(null);
  await plant("send-mail", { state: "completed" });
  expect((await read()).jobs).not.toBe(null);
});

test("the first 20 sources whose page token Meta rejects are listed, without disconnected sources or ended practices", async () => {
  const read = async () => {
    const { parts, rejectedTokens } = SystemState.parse((await call("GET", "/system")).body);
    return { state: parts.pageTokens, ...rejectedTokens };
  };
  const since = "2026-03-17T09:00:00.000Z";
  const reject = async (clientId: string, name: string) => {
    const { sourceId } = await makeMetaSource(testApp.deps, clientId, { name });
    const statement = "update sources set failing_since = $2 where id = $1";
    await testApp.pool.query(statement, [sourceId, since]);
    return sourceId;
  };
  const ended = await signInClient(testApp);
  await reject(ended.clientId, "Form of an ended practice");
  await testApp.pool.query("update clients set ended_at = now() where id = $1", [ended.clientId]);
  const disconnected = await reject(practice.clientId, "Disconnected form");
  await testApp.pool.query("update sources set ended_at = now() where id = $1", [disconnected]);
  expect(await read()).toEqual({ state: "ok", total: 0, sources: [] });
  const _id = await reject(practice.clientId, "Form 00");
  const source = { _id, name: "Form 00", practice: "Bayshore Family Dental", since };
  expect(await read()).toEqual({ state: "failing", total: 1, sources: [source] });
  for (let form = 1; form <= 20; form += 1) {
    await reject(practice.clientId, `Form ${String(form).padStart(2, "0")}`);
  }
  const { total, sources } = await read();
  expect([total, sources.length, sources.at(-1)?.name]).toEqual([21, 20, "Form 19"]);
});

test("calls, texts to leads and the calendar are on once they are set up, and the calendar fails when it can't be read", async () => {
  const read = async () => {
    const { parts, lastWorked } = SystemState.parse((await call("GET", "/system")).body);
    return [parts.calls, parts.leadTexts, parts.calendar, lastWorked.calendar];
  };
  expect(await read()).toEqual(["off", "off", "off", null]);
  await testApp.pool.query("update clients set phone_number = '+18135550199' where id = $1", [
    practice.clientId,
  ]);
  expect(await read()).toEqual(["ok", "off", "off", null]);
  await testApp.pool.query("update clients set texts_on_at = now() where id = $1", [
    practice.clientId,
  ]);
  const readAt = "2026-03-17T09:00:00.000Z";
  const secrets = JSON.stringify({ feedUrl: "https://calendar.example.com/private.ics" });
  await testApp.deps.db.insert(settings).values({
    ...{ part: "calendar", value: { readAt, problem: null, busyTimes: 0 } },
    sealed: seal(testApp.deps.config.secret, "setting", secrets),
  });
  expect(await read()).toEqual(["ok", "ok", "ok", readAt]);
  await testApp.pool.query(
    `update settings set value = value || '{"problem": "unreachable"}' where part = 'calendar'`,
  );
  expect(await read()).toEqual(["ok", "ok", "failing", readAt]);
});

/**
 * Stores an email, a text alert, a push notification, a call to an office phone and a text to a lead
 * that were sent at that time.
 */
async function plantSent(clientId: string, at: string) {
  const { db } = testApp.deps;
  const sentAt = new Date(at);
  await db.insert(mails).values({
    ...{ clientId, kind: "lead", to: "ada@example.com", subject: "", text: "" },
    ...{ state: "sent", sentAt },
  });
  const { lead, inquiryId } = await makeInquiry(testApp.deps, clientId);
  for (const channel of ["text", "push"] as const) {
    await db.insert(alerts).values({
      ...{ clientId, messageId: randomUUID(), leadId: lead._id, inquiryId, step: "now", channel },
      ...{ recipientId: randomUUID(), recipient: "A phone", state: "accepted" },
      ...{ expiresAt: sentAt, acceptedAt: sentAt },
    });
  }
  const [ringId, callSid] = [randomUUID(), randomUUID()];
  await db.insert(rings).values({
    ...{ clientId, id: ringId, leadId: lead._id, inquiryId, state: "unanswered" },
    ...{ dueAt: sentAt, startedAt: sentAt, settledAt: sentAt },
  });
  await db.insert(ringCalls).values({
    ...{ clientId, ringId, attempt: 1, officePhoneId: randomUUID(), name: "Desk", phone: "" },
    ...{ fromNumber: "", token: randomUUID(), callSid, placedAt: sentAt },
  });
  await db.insert(texts).values({
    ...{ clientId, id: randomUUID(), leadId: lead._id, direction: "out", state: "delivered" },
    ...{ phone: "", body: "", segments: 1, sid: randomUUID(), sendingAt: sentAt },
  });
}

/** Records a backup whose check failed with `problem`, or passed a minute later if that's null. */
async function keepBackup(at: string, problem: string | null): Promise<string> {
  const takenAt = new Date(at);
  const file = newBackupFile(backupDir, takenAt);
  writeFileSync(file, "whole");
  const verifiedAt = problem ? null : new Date(takenAt.getTime() + 60_000);
  const note = { rows: 1, tables: 1, sha256: "0".repeat(64), isScheduled: true };
  await saveNote(file, { ...note, takenAt, verifiedAt, problem });
  return file;
}
