import { afterAll, beforeAll, expect, test } from "vitest";
import { makePlatformId } from "#server/db/make.ts";
import { type House, openHouse } from "#server/testing/house.ts";
import { type Delivery, storeDelivery } from "./deliveries.ts";

let house: House;
beforeAll(async () => {
  house = await openHouse();
});
afterAll(() => house.close());

test("deliveries that come while one is being stored are stored in one transaction", async () => {
  const sent = Array.from({ length: 20 }, () => aDelivery());
  await Promise.all(sent.map((delivery) => storeDelivery(house.deps, delivery)));
  const stored = await read("select xmin, body from deliveries where body = any($1)", sent);
  expect(stored).toHaveLength(20);
  expect(new Set(stored.map(({ xmin }) => xmin)).size).toBe(2);
});

test("each lead that they name is announced once, by the delivery that named it, with one job", async () => {
  const [lead, other] = [makePlatformId(), makePlatformId()];
  const sent = [[lead], [lead, other], [other, lead]].map((ids) => aDelivery(ids));
  await Promise.all(sent.map((delivery) => storeDelivery(house.deps, delivery)));
  await storeDelivery(house.deps, aDelivery([lead]));
  const announced = await read(
    `select platform_lead_id, body from announced_leads
     join deliveries on deliveries.id = delivery_id where body = any($1)`,
    sent,
  );
  expect(announced.map((row) => row.platform_lead_id).toSorted()).toEqual([lead, other].toSorted());
  for (const { platform_lead_id, body } of announced) expect(body).toContain(platform_lead_id);
  const { rows: jobs } = await house.pool.query(
    "select data from pgboss.job where data ->> 'platformLeadId' = any($1)",
    [[lead, other]],
  );
  expect(jobs).toHaveLength(2);
});

test("a delivery that names thousands of leads is stored whole", async () => {
  const sent = aDelivery(Array.from({ length: 2500 }, (_, index) => `88000${index}`));
  await storeDelivery(house.deps, sent);
  const announced = await read(
    `select platform_lead_id from announced_leads
     join deliveries on deliveries.id = delivery_id where body = any($1)`,
    [sent],
  );
  expect(announced).toHaveLength(2500);
});

test("one that cannot be stored takes none of the others along", async () => {
  const good = [aDelivery(), aDelivery(), aDelivery()];
  // No text of PostgreSQL holds this character.
  const bad = { ...aDelivery(), body: "\u0000" };
  const [first, second, ...others] = good;
  const sent = [first, second, bad, ...others].filter((one) => one !== undefined);
  const answers = await Promise.allSettled(sent.map((one) => storeDelivery(house.deps, one)));
  expect(answers.map(({ status }) => status)).toEqual([
    "fulfilled",
    "fulfilled",
    "rejected",
    "fulfilled",
  ]);
  expect(await read("select 1 from deliveries where body = any($1)", good)).toHaveLength(3);
});

function aDelivery(ids = [makePlatformId()]): Delivery {
  const announced = ids.map((id) => ({
    leadgen_id: id,
    page_id: "1155501001",
    form_id: "2255501001",
    created_time: house.clock.now.getTime() / 1000,
  }));
  return {
    body: `${makePlatformId()} names ${ids.join(" and ")}`,
    announced,
    receivedAt: house.clock.now,
  };
}

async function read(sql: string, sent: Delivery[]): Promise<Record<string, string>[]> {
  return (await house.pool.query(sql, [sent.map(({ body }) => body)])).rows;
}
