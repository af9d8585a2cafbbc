// Restarts two processes on one database behind a proxy, one after the other: no request fails.
import { writeFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { burstSize } from "#contract/alerts.ts";
import { makeFormSource, makePractice } from "#server/db/make.ts";
import { loopbackCertificate } from "#server/testing/loopback-certificate.ts";
import { type MadePushService, makePushStandIn } from "#server/testing/push-stand-in.ts";
import { openDeskWithoutBrowser, signIn } from "./desk-without-browser.ts";
import { type OwnDatabase, openOwnDatabase } from "./own-database.ts";
import { until } from "./process.ts";
import { type Product, startProduct } from "./product.ts";
import { startProxy } from "./proxy.ts";

const perSecond = 50;
/**
 * Leads go to this many practices in turn, because more than `burstSize` leads in a minute would be
 * a single notification for their practice.
 */
const alertedPractices = 12;
const alertEveryMs = 1000;

let database: OwnDatabase;
let push: MadePushService;
let upstreams: Product[];
let proxy: Awaited<ReturnType<typeof startProxy>>;
beforeAll(async () => {
  [database, push] = [await openOwnDatabase(), await makePushStandIn()];
  const authority = path.join(inject("runFolder"), "restart-authority.pem");
  writeFileSync(authority, loopbackCertificate.cert);
  const settings = {
    ...{ CAPTCHA_PROVIDER: "off", DATABASE_URL: database.url, DRAIN_SECONDS: "3" },
    ...{ PUSH_HOSTS: push.host, NODE_EXTRA_CA_CERTS: authority },
  };
  upstreams = await Promise.all([startProduct(settings), startProduct(settings)]);
  proxy = await startProxy(upstreams.map(({ origin }) => origin));
});
afterAll(async () => {
  await proxy.close();
  for (const upstream of upstreams) await upstream.stop();
  await push.close();
  await database.close();
});

test("a rolling restart doesn't fail a request, lose a lead or a live update, or send an alert twice", async () => {
  const { clientId, email, key } = await openPractice();
  const desk = openDeskWithoutBrowser(proxy.origin, await signIn(proxy.origin, email));
  const alerted = await openAlertedPractices();
  const [load, alerts] = [startLoad(key), startAlerts(alerted)];

  for (const upstream of upstreams) {
    await upstream.terminate();
    await upstream.restart();
    await until(() => proxy.readyCount() === upstreams.length);
  }
  const { sent, statuses, refused } = await load.stop();
  const asked = await alerts.stop();
  expect(sent).toBeGreaterThan(perSecond);
  expect(refused).toEqual([]);
  expect([...new Set(statuses)].toSorted()).toEqual([200, 201]);

  const posted = statuses.filter((status) => status === 201).length;
  const { rows } = await database.pool.query(
    `select count(*)::int as leads, count(distinct phone)::int as people from leads
     where client_id = $1`,
    [clientId],
  );
  expect(rows).toEqual([{ leads: posted, people: posted }]);

  // A desk whose stream ended with its process reconnects, and reloads what it missed.
  await until(() => desk.leads().length === posted);
  expect(desk.processes().length).toBeGreaterThan(1);
  expect(desk.streamed().length).toBeGreaterThan(posted / 2);
  await desk.close();

  await until(() => push.received.length >= asked);
  await until(async () => (await unfinishedAlerts()) === 0);
  const tags = await alertedTags();
  expect(tags).toHaveLength(asked);
  expect(push.received.map(({ payload }) => payload.tag).toSorted()).toEqual(tags.toSorted());
});

async function openPractice() {
  return database.withTools(async (tools) => {
    const { clientId, email } = await makePractice(tools);
    const { formKey } = await makeFormSource(tools, clientId);
    return { clientId, email, key: formKey ?? "" };
  });
}

/**
 * Makes practices that are open around the clock and have one device each. Returns the keys of
 * their forms.
 */
async function openAlertedPractices(): Promise<string[]> {
  const keys: string[] = [];
  while (keys.length < alertedPractices) {
    const { clientId, email, key } = await openPractice();
    await database.pool.query(
      `insert into open_hours (client_id, in_force_from, time_zone, week, holidays)
       select $1, to_timestamp(0), 'America/New_York', jsonb_agg(jsonb_build_array(
         jsonb_build_object('from', '00:00', 'to', '24:00'))), '[]' from generate_series(1, 7)`,
      [clientId],
    );
    const device = push.subscribe(`phone${keys.length}`);
    const token = await signIn(proxy.origin, email);
    expect((await post("alerts/devices", device, token)).status).toBe(201);
    keys.push(key);
  }
  return keys;
}

/** Sends forms and page requests alternately, without waiting for responses. */
function startLoad(key: string) {
  const answers: Promise<Answer>[] = [];
  const timer = setInterval(() => {
    const turn = answers.length;
    const phone = `813555${String(turn).padStart(4, "0")}`;
    const form = { fullName: "Ada Lind", phone };
    answers.push(turn % 2 === 0 ? post(`intake/form/${key}`, form) : ask("/marketing"));
  }, 1000 / perSecond);
  return {
    async stop() {
      clearInterval(timer);
      const all = await Promise.all(answers);
      const refused = all.filter(({ status }) => status >= 300).map(({ text }) => text);
      return { sent: all.length, statuses: all.map(({ status }) => status), refused };
    },
  };
}

/** Sends leads to the practices in turn. `stop` returns how many leads were sent. */
function startAlerts(keys: string[]) {
  const answers: Promise<Answer>[] = [];
  const timer = setInterval(() => {
    const turn = answers.length;
    const form = { fullName: "Ben Alert", email: `ben${turn}@example.com` };
    answers.push(post(`intake/form/${keys[turn % keys.length]}`, form));
  }, alertEveryMs);
  return {
    async stop() {
      clearInterval(timer);
      const all = await Promise.all(answers);
      expect(all.filter(({ status }) => status !== 201)).toEqual([]);
      expect(answers.length).toBeLessThanOrEqual(burstSize * keys.length);
      return answers.length;
    },
  };
}

type Answer = { status: number; text: string };

function post(to: string, json: object, token?: string): Promise<Answer> {
  return ask(`/api/${to}`, {
    method: "POST",
    headers: {
      "Content-Type": "application/json",
      ...(token && { Authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify(json),
  });
}

async function ask(to: string, request: RequestInit = {}): Promise<Answer> {
  const answer = await fetch(proxy.origin + to, request);
  return { status: answer.status, text: await answer.text() };
}

async function alertedTags(): Promise<string[]> {
  const { rows } = await database.pool.query("select id from leads where email like 'ben%'");
  return rows.map(({ id }) => `lead-${id}`);
}

async function unfinishedAlerts(): Promise<number> {
  const { rows } = await database.pool.query(
    "select count(*)::int as n from alerts where channel = 'push' and state <> 'accepted'",
  );
  return rows[0].n;
}
