import { randomUUID } from "node:crypto";
import { setImmediate as turnOfTheLoop } from "node:timers/promises";
import sharp from "sharp";
import { expect, onTestFinished, test } from "vitest";
import { makeInquiry } from "#server/db/make.ts";
import { signInClient } from "#server/testing/people.ts";
import { openTestApp, type TestApp } from "#server/testing/test-app.ts";
import { type FairQueue, makeFairQueue } from "./fair-queue.ts";

test("tasks run one at a time, and practices take turns", async () => {
  const queues = makeFairQueue();
  const done: string[] = [];
  let running = 0;
  const ask = (who: string, piece: number) =>
    queues.run(who, async () => {
      running += 1;
      expect(running).toBe(1);
      await turnOfTheLoop();
      running -= 1;
      done.push(`${who}${piece}`);
    });
  const asked = [1, 2, 3, 4].map((piece) => ask("a", piece));
  asked.push(ask("b", 1), ask("c", 1), ask("b", 2));
  await Promise.all(asked);
  expect(done).toEqual(["a1", "a2", "b1", "c1", "a3", "b2", "a4"]);
});

test("a task is rejected only if its own practice has too many tasks in the queue", async () => {
  const queues = makeFairQueue();
  const first = Promise.withResolvers<void>();
  const all = [queues.run("a", () => first.promise)];
  for (let waiting = 0; waiting < 8; waiting += 1) all.push(queues.run("a", async () => {}));
  await expect(queues.run("a", async () => {})).rejects.toMatchObject({
    code: "too_many_requests",
    retryAfterSeconds: expect.any(Number),
  });
  all.push(queues.run("b", async () => {}));
  all.push(queues.run("a", async () => {}, Number.POSITIVE_INFINITY));
  first.resolve();
  await Promise.all(all);
});

test("the next task runs even if a task fails", async () => {
  const queues = makeFairQueue();
  const failed = queues.run("a", () => Promise.reject(new Error("no")));
  const next = queues.run("b", async () => "done");
  await expect(failed).rejects.toThrow("no");
  expect(await next).toBe("done");
});

test.each([
  ["POST", "/api/templates/previews"],
  ["POST", "/api/templates"],
  ["POST", "/api/templates/test-sends"],
  ["POST", "/api/leads/{id}/emails"],
])(
  "each practice has its own queue, and only requests of a practice with a full queue are rejected: %s %s",
  async (method, path) => {
    const testApp = await openTestApp();
    onTestFinished(() => testApp.close());
    const [own, other] = [await personWithLead(testApp), await personWithLead(testApp)];
    const json = { kind: "email", title: "a", subject: "b", body: "<p>x</p>".repeat(1500) };
    const ask = ({ token, leadId }: typeof own) =>
      testApp.request(method, path.replace("{id}", leadId), {
        token,
        json: { ...json, submissionId: randomUUID() },
      });
    const answers = await Promise.all([...Array.from({ length: 30 }, () => ask(own)), ask(other)]);
    const statuses = answers.map(({ status }) => status);
    expect(statuses.at(-1)).toBe(201);
    expect(new Set(statuses)).toEqual(new Set([201, 429]));
    const refused = answers.find(({ status }) => status === 429);
    expect(Number(refused?.headers.get("Retry-After"))).toBeGreaterThan(0);
  },
);

async function personWithLead(testApp: TestApp) {
  const { clientId, token } = await signInClient(testApp);
  const { lead } = await makeInquiry(testApp.deps, clientId, { email: "ada@example.com" });
  return { token, leadId: lead._id };
}

test("each part of an export and each decoded picture takes a turn in the practice's queue", async () => {
  const testApp = await openTestApp();
  onTestFinished(() => testApp.close());
  const { clientId, token } = await signInClient(testApp);
  for (let made = 0; made < 110; made += 1) await makeInquiry(testApp.deps, clientId);
  const turns: string[] = [];
  const { queues } = testApp.deps;
  const watched = (name: string, queue: FairQueue): FairQueue => ({
    run: (who, work, most) => {
      turns.push(`${name} ${who}`);
      return queue.run(who, work, most);
    },
  });
  testApp.deps.queues = {
    ...queues,
    processor: watched("processor", queues.processor),
    pictures: watched("pictures", queues.pictures),
  };
  await testApp.request("GET", "/api/leads/export.csv", { token });
  // A part consists of a hundred rows.
  expect(turns.length).toBeGreaterThanOrEqual(2);
  expect(new Set(turns)).toEqual(new Set([`processor ${clientId}`]));

  turns.length = 0;
  const size = { width: 4, height: 4, channels: 3 as const, background: "#0b5d66" };
  const png = await sharp({ create: size }).png().toBuffer();
  const content = png.toString("base64");
  expect(
    (await testApp.request("POST", "/api/pictures", { token, json: { content } })).status,
  ).toBe(201);
  expect(turns).toEqual([`pictures ${clientId}`]);
});

test.each([
  ["POST", "/api/templates/previews", 30],
  ["GET", "/api/leads/export.csv", 3],
  ["POST", "/api/pictures", 3],
])("requests are rate limited per practice: %s %s", async (method, path, most) => {
  const testApp = await openTestApp({ RATE_LIMIT_FACTOR: "0.1" });
  onTestFinished(() => testApp.close());
  const [own, other] = [await signInClient(testApp), await signInClient(testApp)];
  const json =
    path === "/api/pictures"
      ? { content: "AAAA" }
      : { kind: "email", subject: "b", body: "<p>x</p>" };
  const ask = ({ token }: { token: string }) =>
    testApp.request(method, path, { token, ...(method === "POST" && { json }) });
  for (let asked = 0; asked < most; asked += 1) expect((await ask(own)).status).not.toBe(429);
  const refused = await ask(own);
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get("Retry-After"))).toBeGreaterThan(0);
  expect((await ask(other)).status).not.toBe(429);
});

test("an export completes once it has started, even if the practice is running many exports", async () => {
  const testApp = await openTestApp();
  onTestFinished(() => testApp.close());
  const { clientId, token } = await signInClient(testApp);
  for (let made = 0; made < 110; made += 1) await makeInquiry(testApp.deps, clientId);
  const files = await Promise.all(
    Array.from({ length: 12 }, () => testApp.request("GET", "/api/leads/export.csv", { token })),
  );
  for (const { body } of files) expect(body.trimEnd().split("\r\n")).toHaveLength(111);
});
