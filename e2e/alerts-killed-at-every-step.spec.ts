// Kills the process (kill -9) at every step of a push and of a text, and restarts it each time: no
// text is sent twice, no notification is shown twice, and every lead reaches the device.
import { writeFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { makeFormSource, makePractice } from "#server/db/make.ts";
import { loopbackCertificate } from "#server/testing/loopback-certificate.ts";
import { type MadePushService, makePushStandIn } from "#server/testing/push-stand-in.ts";
import { makeTextStandIn, textAccount } from "#server/testing/text-stand-in.ts";
import { killWhile } from "./kill-while.ts";
import { until } from "./process.ts";
import { type Product, startProduct } from "./product.ts";

/** The number of kills during pushes, and the number during texts. Each has two steps. */
const rounds = inject("isLong") ? 50 : 2;

let push: MadePushService;
let texts: Awaited<ReturnType<typeof makeTextStandIn>>;
let product: Product;
let token = "";
let clientId = "";
let formKey = "";
beforeAll(async () => {
  [push, texts] = [await makePushStandIn(), await makeTextStandIn()];
  const authority = path.join(process.env.TMPDIR ?? "/tmp", `alerts-ca-${process.pid}.pem`);
  writeFileSync(authority, loopbackCertificate.cert);
  product = await startProduct(
    {
      ...{ CAPTCHA_PROVIDER: "off", PUSH_HOSTS: push.host, NODE_EXTRA_CA_CERTS: authority },
      ...{ SMS_ACCOUNT_SID: textAccount.sid, SMS_AUTH_TOKEN: textAccount.token },
      ...{ SMS_FROM: textAccount.from, SMS_API_URL: texts.url, RATE_LIMIT_FACTOR: "100" },
    },
    { isKilled: true },
  );
  const practice = await product.withTools(async (tools) => {
    const made = await makePractice(tools);
    // The practice is open around the clock.
    await tools.pool.query(
      `insert into open_hours (client_id, in_force_from, time_zone, week, holidays)
       select $1, to_timestamp(0), 'America/New_York', jsonb_agg(jsonb_build_array(
         jsonb_build_object('from', '00:00', 'to', '24:00'))), '[]' from generate_series(1, 7)`,
      [made.clientId],
    );
    const { sourceId } = await makeFormSource(tools, made.clientId);
    const { rows } = await tools.pool.query("select form_key from sources where id = $1", [
      sourceId,
    ]);
    formKey = rows[0].form_key;
    await tools.pool.query(
      `insert into alert_addresses (client_id, kind, address, confirmed_at)
       values ($1, 'text', '+18135550142', now())`,
      [made.clientId],
    );
    return made;
  });
  const { email, password } = practice;
  clientId = practice.clientId;
  token = (await (await post("credentials", { email, password })).json()).token;
  expect((await post("alerts/devices", push.subscribe("phone"))).status).toBe(201);
});
afterAll(async () => {
  await product.stop();
  await push.close();
  await texts.close();
});

test("every lead reaches the device and no text is sent twice, even if the process is killed at any step", async () => {
  for (let round = 0; round < rounds; round += 1) {
    await killAndRestart(round % 2 === 0 ? "before" : "after", push, async () => {
      await ask(`Push ${round}`);
    });
  }
  for (let round = 0; round < rounds; round += 1) {
    const name = `Text ${round}`;
    await ask(name);
    await killAndRestart(round % 2 === 0 ? "before" : "after", texts, async () => {
      await product.withTools(({ pool }) =>
        pool.query(
          `update alert_schedule set due_at = now() - interval '1 second'
           where step = 'unseen' and lead_id = (select id from leads where first_name = $1)`,
          [name],
        ),
      );
      // The job of this new lead handles everything that is due in the practice.
      await ask(`Other ${round}`);
    });
  }
  await passMinutes(2);
  await product.kill();
  await product.restart();
  const isOver = (state: string) => state !== "sending" && state !== "queued";
  await until(async () => (await states()).every(isOver), 90_000);

  // A device shows one notification per lead, because a new notification replaces the one with the
  // same tag.
  const tags = new Set(push.received.map(({ payload }) => payload.tag));
  expect([...tags].toSorted()).toEqual((await leadTags()).toSorted());
  for (const { payload, topic } of push.received) {
    const same = push.received.filter((other) => other.payload.tag === payload.tag);
    expect(new Set(same.map((other) => other.topic))).toEqual(new Set([topic]));
  }
  const bodies = texts.received.map(({ body }) => body);
  expect(bodies).toEqual([...new Set(bodies)]);
  expect(Object.keys(await alertsOf("push"))).toEqual(["accepted"]);
  const byState = await alertsOf("text");
  expect(byState.unknown).toBeGreaterThanOrEqual(rounds);
  expect(Object.keys(byState).filter((state) => !["unknown", "accepted"].includes(state))).toEqual(
    [],
  );
}, 600_000);

async function killAndRestart(
  at: "before" | "after",
  standIn: typeof push | typeof texts,
  cause: () => Promise<unknown>,
) {
  await killWhile(product, { at, standIn, cause });
  await passMinutes(2);
  await product.restart();
}

/**
 * Moves the interrupted messages and their jobs into the past, as if this many minutes had passed.
 */
function passMinutes(minutes: number) {
  return product.withTools(async ({ pool }) => {
    const ago = `interval '${minutes} minutes'`;
    await pool.query(
      `update alerts set sending_at = sending_at - ${ago}, created_at = created_at - ${ago}`,
    );
    await pool.query(
      `update alert_schedule set done_at = done_at - ${ago} where done_at is not null`,
    );
    await pool.query(
      `update pgboss.job set started_on = started_on - ${ago} where state = 'active'`,
    );
  });
}

async function ask(firstName: string) {
  const phone = `813555${String(1000 + asked).padStart(4, "0")}`;
  asked += 1;
  const answer = await post(`intake/form/${formKey}`, { firstName, phone });
  expect(answer.status).toBe(201);
}
let asked = 0;

function leadTags(): Promise<string[]> {
  return product.withTools(async ({ pool }) => {
    // Only this practice's leads: the live demo's template has leads, too.
    const { rows } = await pool.query("select id from leads where client_id = $1", [clientId]);
    expect(rows).toHaveLength(asked);
    return rows.map(({ id }) => `lead-${id}`);
  });
}

function states(): Promise<string[]> {
  return product.withTools(async ({ pool }) => {
    const { rows } = await pool.query(
      // Emails aren't checked here; they have their own test.
      "select state from alerts where channel in ('push', 'text')",
    );
    return rows.map(({ state }) => state);
  });
}

function alertsOf(channel: string): Promise<Record<string, number>> {
  return product.withTools(async ({ pool }) => {
    const { rows } = await pool.query(
      "select state, count(*)::int from alerts where channel = $1 group by 1",
      [channel],
    );
    return Object.fromEntries(rows.map(({ state, count }) => [state, count]));
  });
}

function post(address: string, json: object) {
  return fetch(`${product.origin}/api/${address}`, {
    method: "POST",
    headers: {
      "Content-Type": "application/json",
      ...(token && { Authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify(json),
  });
}
