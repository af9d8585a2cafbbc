// Kills the process (kill -9) at every step of an office phone's ring and of a text to a lead, and
// restarts it each time: nobody is called or texted twice, and no call is lost.
import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { hostedFormWords } from "#content/messages.ts";
import { makeFormSource, makeOpenHours, makePractice } from "#server/db/make.ts";
import { makeVoiceStandIn, type PlacedCall, voiceAccount } from "#server/testing/voice-stand-in.ts";
import { killPauses } from "./kill-moments.ts";
import { killWhile } from "./kill-while.ts";
import { atMidday, now } from "./midday.ts";
import { until } from "./process.ts";
import { type Product, startProduct } from "./product.ts";

/**
 * `before` and `after`: the provider gets the request to call, and has placed the call. Then the
 * process is killed during one of the provider's requests to us.
 */
const steps = [
  ...(["after", "answer", "press", "ringing", "end"] as const),
  ...(["before", "in-progress", "hang up"] as const),
] as const;
type Step = (typeof steps)[number];
/** Each step of a ring once, or three times. */
const rounds = inject("isLong") ? steps.length * 3 : steps.length;
const nextPause = killPauses();
const textRounds = inject("isLong") ? 20 : 2;

const number = "+18635550141";
const phones = { "Front desk": "+18135550150", "Side office": "+18135550151" };

let voice: Awaited<ReturnType<typeof makeVoiceStandIn>>;
let product: Product;
let practice: Awaited<ReturnType<typeof openPractice>>;
beforeAll(async () => {
  voice = await makeVoiceStandIn(now);
  product = await startProduct(
    {
      ...{ SMS_ACCOUNT_SID: voiceAccount.accountSid, SMS_AUTH_TOKEN: voiceAccount.authToken },
      ...{ SMS_FROM: "+18135550100", SMS_API_URL: voice.url, CALL_COUNTRIES: "US" },
      ...{ CAPTCHA_PROVIDER: "off", RATE_LIMIT_FACTOR: "100", ...atMidday },
    },
    { isKilled: true },
  );
  practice = await openPractice();
});
afterAll(async () => {
  await product.stop();
  await voice.close();
});

test("one key makes one call, and no phone is called twice, even if the process is killed at any step of a ring", async () => {
  for (let round = 0; round < rounds; round += 1) {
    await ringKilledAt(steps[round % steps.length] ?? "after");
  }
}, 600_000);

test("no text to a lead is sent twice, and each gets a final state, even if the process is killed while sending", async () => {
  await product.withTools(({ pool }) =>
    pool.query("update clients set rings_on_at = null where id = $1", [practice.clientId]),
  );
  const lead = await sendForm(nextPhone());
  const bodies: string[] = [];
  for (let round = 0; round < textRounds; round += 1) {
    const body = `Text ${round}`;
    bodies.push(body);
    const submissionId = crypto.randomUUID();
    await killWhile(product, {
      ...{ at: round % 2 === 0 ? "before" : "after", standIn: voice },
      cause: async () => expect((await writeText(lead, { submissionId, body })).status).toBe(201),
    });
    await passMinutes(2);
    await product.restart();
    // The same request again, as a browser sends it after a lost connection.
    expect((await writeText(lead, { submissionId, body })).status).toBe(201);
  }
  const stateOf = () =>
    product.withTools(async ({ pool }) => {
      const { rows } = await pool.query(
        "select body, state from texts where client_id = $1 and direction = 'out' order by id",
        [practice.clientId],
      );
      return rows;
    });
  await until(
    async () => (await stateOf()).every(({ state }) => !["queued", "sending"].includes(state)),
    90_000,
  );
  expect(voice.texts.map(({ body }) => body)).toEqual([
    ...new Set(voice.texts.map(({ body }) => body)),
  ]);
  expect((await stateOf()).map(({ body }) => body).toSorted()).toEqual(bodies.toSorted());
}, 600_000);

/** Runs a ring to its end, and kills the process at this step. */
async function ringKilledAt(step: Step) {
  const phone = nextPhone();
  const before = practiceCalls().length;
  const ask = () => sendForm(phone);
  if (step === "before" || step === "after") {
    await killWhile(product, { at: step, standIn: voice, cause: ask });
    // A call that the provider doesn't have after a minute was never placed.
    if (step === "before") await passMinutes(2);
    await product.restart();
  } else await ask();
  await until(() => practiceCalls().length > before, 90_000);
  const desk = practiceCalls()[before];
  // A request that the provider didn't get isn't sent again: the next phone is called.
  expect(desk?.to).toBe(phones[step === "before" ? "Side office" : "Front desk"]);
  if (!desk) throw new Error("No phone was called");

  /** At this step, the process is killed, and the provider repeats its request. */
  async function through<Answer>(at: Step, request: () => Promise<Answer>): Promise<Answer> {
    if (at !== step) return request();
    const sent = request().catch(() => null);
    await delay(nextPause() / 5);
    await product.kill();
    const answer = await sent;
    await product.restart();
    return answer ?? request();
  }
  const question = await through("answer", () => voice.answer(desk));
  const { dialed } = await through("press", () => voice.press(desk, question.keyUrl ?? "", "1"));
  if (!dialed) throw new Error("The lead wasn't dialed");
  await through("ringing", () => voice.report(dialed.call, "ringing"));
  await through("in-progress", () => voice.report(dialed.call, "in-progress"));
  await through("end", () => voice.endDialed(desk, dialed, { status: "completed", seconds: 61 }));
  await through("hang up", () => voice.hangUp(desk, "completed", 80));

  await until(async () => (await callsOf(phone)).length > 0, 90_000);
  const [call, ...others] = await callsOf(phone);
  expect(call).toMatchObject({ calledAt: call?.pressedAt, lineSeconds: 61 });
  expect(others).toEqual([]);
  expect(practiceCalls()).toHaveLength(before + 1);
  expect(voice.calls.filter(({ to }) => to === phone)).toHaveLength(1);
}

/** A practice in Florida whose two phones ring for each new lead, and that texts its leads. */
async function openPractice() {
  return product.withTools(async (opened) => {
    const tools = { ...opened, now };
    const made = await makePractice(tools);
    const { clientId, email, password } = made;
    await makeOpenHours(tools, clientId, {
      ...{ timeZone: "America/New_York", from: "08:00", to: "20:00" },
    });
    await tools.pool.query(
      "update clients set rings_on_at = $2, texts_on_at = $2, phone_number = $3 where id = $1",
      [clientId, now(), number],
    );
    for (const [index, [name, phone]] of Object.entries(phones).entries()) {
      await tools.pool.query(
        `insert into office_phones (client_id, id, name, phone, place, confirmed_at, created_at)
         values ($1, gen_random_uuid(), $2, $3, $4, $5, $5)`,
        [clientId, name, phone, index + 1, now()],
      );
    }
    const { sourceId } = await makeFormSource(tools, clientId);
    const { rows } = await tools.pool.query("select form_key from sources where id = $1", [
      sourceId,
    ]);
    const login = await post("credentials", { email, password });
    return { clientId, formKey: String(rows[0].form_key), token: (await login.json()).token };
  });
}

/** Sends the practice's form. Returns the lead's id. */
async function sendForm(phone: string): Promise<string> {
  const consent = hostedFormWords.consent("The practice");
  const person = { firstName: "Ruth", lastName: phone.slice(-4), phone, consent };
  const answer = await post(`intake/form/${practice.formKey}`, person);
  expect(answer.status).toBe(201);
  return product.withTools(async ({ pool }) => {
    const find = () =>
      pool.query("select id from leads where client_id = $1 and phone = $2", [
        practice.clientId,
        phone,
      ]);
    await until(async () => (await find()).rowCount === 1, 20_000);
    return (await find()).rows[0].id;
  });
}

let asked = 0;

function nextPhone(): string {
  asked += 1;
  return `+172755501${String(asked).padStart(2, "0")}`;
}

function writeText(lead: string, json: { submissionId: string; body: string }) {
  return post(`leads/${lead}/texts`, json, practice.token);
}

function practiceCalls(): PlacedCall[] {
  return voice.calls.filter(({ from, parentSid }) => from === number && !parentSid);
}

/** The calls of the lead with this number, with the time of the ring's key. */
function callsOf(phone: string) {
  return product.withTools(async ({ pool }) => {
    const { rows } = await pool.query<{
      calledAt: Date;
      pressedAt: Date | null;
      lineSeconds: number | null;
    }>(
      `select called_at "calledAt", line_seconds "lineSeconds",
         (select at from ring_events where ring_events.client_id = calls.client_id
           and ring_id = calls.ring_id and kind = 'key') "pressedAt"
       from calls where client_id = $1
         and lead_id = (select id from leads where client_id = $1 and phone = $2)`,
      [practice.clientId, phone],
    );
    return rows;
  });
}

/** Moves what the killed process was doing into the past, as if this many minutes had passed. */
function passMinutes(minutes: number) {
  return product.withTools(async ({ pool }) => {
    const ago = `interval '${minutes} minutes'`;
    await pool.query(`update rings set due_at = due_at - ${ago} where settled_at is null`);
    await pool.query(`update ring_calls set placed_at = placed_at - ${ago} where call_sid is null`);
    await pool.query(
      `update texts set sending_at = sending_at - ${ago}, created_at = created_at - ${ago}`,
    );
    await pool.query(
      `update pgboss.job set started_on = started_on - ${ago} where state = 'active'`,
    );
  });
}

function post(address: string, json: object, token = "") {
  return fetch(`${product.origin}/api/${address}`, {
    method: "POST",
    headers: {
      "Content-Type": "application/json",
      ...(token && { Authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify(json),
  });
}
