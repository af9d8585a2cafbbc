import { afterAll, beforeAll, expect, test } from "vitest";
import { makePlatformId } from "#server/db/make.ts";
import { answerError } from "#server/errors.ts";
import { openTestApp, type TestApp } from "#server/testing/test-app.ts";
import { type Delivery, storeDelivery, yieldToDeliveries } from "./deliveries.ts";

let testApp: TestApp;
beforeAll(async () => {
  testApp = await openTestApp();
});
afterAll(() => testApp.close());

test("deliveries that arrive while another one is being stored share a transaction", async () => {
  const sent = Array.from({ length: 20 }, () => aDelivery());
  await Promise.all(sent.map((delivery) => storeDelivery(testApp.deps, delivery)));
  const stored = await read("select xmin, body from deliveries where body = any($1)", sent);
  expect(stored).toHaveLength(20);
  expect(new Set(stored.map(({ xmin }) => xmin)).size).toBe(2);
});

test("a caller that yields to deliveries waits until they are stored, and doesn't wait if there are none", async () => {
  const done: string[] = [];
  await yieldToDeliveries(testApp.deps);
  const sent = Array.from({ length: 3 }, () => storeDelivery(testApp.deps, aDelivery()));
  const passed = yieldToDeliveries(testApp.deps).then(() => done.push("let pass"));
  const stored = Promise.all(sent).then(() => done.push("stored"));
  await Promise.all([passed, stored]);
  expect(done).toEqual(["stored", "let pass"]);
});

test("each lead is stored once, gets one job, and refers to a delivery that named it", async () => {
  const [lead, other] = [makePlatformId(), makePlatformId()];
  const sent = [[lead], [lead, other], [other, lead]].map((ids) => aDelivery(ids));
  await Promise.all(sent.map((delivery) => storeDelivery(testApp.deps, delivery)));
  await storeDelivery(testApp.deps, aDelivery([lead]));
  const announced = await read(
    `select platform_lead_id, body from announced_leads
     join deliveries on deliveries.id = delivery_id where body = any($1)`,
    sent,
  );
  expect(announced.map((row) => row.platform_lead_id).toSorted()).toEqual([lead, other].toSorted());
  for (const { platform_lead_id, body } of announced) expect(body).toContain(platform_lead_id);
  const { rows: jobs } = await testApp.pool.query(
    "select data from pgboss.job where data ->> 'platformLeadId' = any($1)",
    [[lead, other]],
  );
  expect(jobs).toHaveLength(2);
});

test("a delivery that names thousands of leads is stored with all of them", async () => {
  const sent = aDelivery(Array.from({ length: 2500 }, (_, index) => `88000${index}`));
  await storeDelivery(testApp.deps, sent);
  const announced = await read(
    `select platform_lead_id from announced_leads
     join deliveries on deliveries.id = delivery_id where body = any($1)`,
    [sent],
  );
  expect(announced).toHaveLength(2500);
});

test("a delivery that can't be stored doesn't affect the rest of its batch", async () => {
  const good = [aDelivery(), aDelivery(), aDelivery()];
  // PostgreSQL can't store this character as text.
  const bad = { ...aDelivery(), body: "\u0000" };
  const [first, second, ...others] = good;
  const sent = [first, second, bad, ...others].filter((one) => one !== undefined);
  const answers = await Promise.allSettled(sent.map((one) => storeDelivery(testApp.deps, one)));
  expect(answers.map(({ status }) => status)).toEqual([
    "fulfilled",
    "fulfilled",
    "rejected",
    "fulfilled",
  ]);
  expect(await read("select 1 from deliveries where body = any($1)", good)).toHaveLength(3);
});

test("a batch is retried once if the database is unavailable, and then rejected as a whole", async () => {
  const { deps, tries } = withDatabaseUnavailable(Number.POSITIVE_INFINITY);
  const sent = Array.from({ length: 120 }, () => aDelivery());
  const answers = await Promise.allSettled(sent.map((one) => storeDelivery(deps, one)));
  // The whole batch is retried once, not each delivery separately.
  expect(tries()).toBe(2);
  for (const answer of answers) {
    expect(answerError(answer.status === "rejected" && answer.reason)).toMatchObject({
      body: { status: 503, code: "unavailable" },
      headers: { "Retry-After": expect.any(String) },
    });
  }
  expect(await read("select 1 from deliveries where body = any($1)", sent)).toEqual([]);
});

test("a batch is stored completely if the database is available again when it is retried", async () => {
  const { deps, tries } = withDatabaseUnavailable(1);
  const sent = Array.from({ length: 20 }, () => aDelivery());
  await Promise.all(sent.map((one) => storeDelivery(deps, one)));
  expect(await read("select 1 from deliveries where body = any($1)", sent)).toHaveLength(20);
  // The first delivery fails and is retried alone: two transactions. Deliveries that arrived during
  // that are stored in a third one.
  expect(tries()).toBe(3);
});

/** Returns the app's tools with a database that can't be reached for this many transactions. */
function withDatabaseUnavailable(transactions: number) {
  let tried = 0;
  const { db, jobs } = testApp.deps;
  const transaction: typeof db.transaction = async (...given) => {
    tried += 1;
    if (tried <= transactions) {
      throw Object.assign(new Error("connect ECONNREFUSED"), { code: "ECONNREFUSED" });
    }
    return db.transaction(...given);
  };
  const reached: typeof db = Object.assign(Object.create(db), { transaction });
  return { deps: { db: reached, jobs }, tries: () => tried };
}

function aDelivery(ids = [makePlatformId()]): Delivery {
  const announced = ids.map((id) => ({
    leadgen_id: id,
    page_id: "1155501001",
    form_id: "2255501001",
    created_time: testApp.clock.now.getTime() / 1000,
  }));
  return {
    body: `${makePlatformId()} names ${ids.join(" and ")}`,
    announced,
    receivedAt: testApp.clock.now,
  };
}

async function read(sql: string, sent: Delivery[]): Promise<Record<string, string>[]> {
  return (await testApp.pool.query(sql, [sent.map(({ body }) => body)])).rows;
}
