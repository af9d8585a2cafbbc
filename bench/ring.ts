// Measures the time from the acknowledgment of a form to the request that rings the office phone, at
// the provider's stand-in, while a hundred streams are open. The practices have no delay. Bare: a
// server without a database acknowledges the same form and sends the same request.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { dayMs } from "#contract/durations.ts";
import { makeFormSource, makeOpenHours, makePractice, openTools } from "#server/db/make.ts";
import { makeVoiceStandIn, voiceAccount } from "#server/testing/voice-stand-in.ts";
import { forget, launchProduct, makeDataDir, signIn } from "./product.ts";
import { type Figure, inMs, percentile } from "./report.ts";

const practices = 20;
/** Forms for each practice. Six leads in a minute would be a burst, with one ring for all. */
const formsEach = 5;
const streams = 100;
const budgetMs = 1000;
/** A random pause up to this long makes forms arrive at any point between two polls. */
const longestPauseMs = 300;
const patienceMs = 15_000;
const officePhone = "+18135550150";

/**
 * Phones ring only by day, so the product's clock is set to the last 11:30 am or 12:30 pm in
 * Florida. It is behind the database's clock, so that jobs run at once.
 */
const shiftMs = -((Date.now() - (Date.parse("2026-01-01T16:30:00.000Z") % dayMs)) % dayMs);
const shifted = () => new Date(Date.now() + shiftMs);

type Tools = Awaited<ReturnType<typeof openTools>>;
type Voice = Awaited<ReturnType<typeof makeVoiceStandIn>>;

export async function ring(): Promise<Figure[]> {
  const dataDir = makeDataDir();
  const voice = await makeVoiceStandIn(shifted);
  const clock = `--import=${pathToFileURL(path.resolve("scripts/shifted-clock.mjs"))}`;
  const product = await launchProduct(dataDir, {
    ...{ SMS_ACCOUNT_SID: voiceAccount.accountSid, SMS_AUTH_TOKEN: voiceAccount.authToken },
    ...{ SMS_FROM: "+18135550100", SMS_API_URL: voice.url, CALL_COUNTRIES: "US" },
    CLOCK_SHIFT_MS: String(shiftMs),
    NODE_OPTIONS: [process.env.NODE_OPTIONS, clock].filter(Boolean).join(" "),
  });
  const tools = await openTools({ dataDir });
  const bareServer = await openBare(voice.url);
  try {
    const made: Awaited<ReturnType<typeof openPractice>>[] = [];
    for (let index = 0; index < practices; index += 1) made.push(await openPractice(tools, index));
    const ended = await openStreams(product.origin, made);
    const times = await measure(voice, (sent) => ({
      url: `${product.origin}/api/intake/form/${made[sent % practices]?.formKey}`,
      from: made[sent % practices]?.number ?? "",
      // Another person each time.
      phone: `(727) 555-01${String(sent).padStart(2, "0")}`,
    }));
    ended.abort();
    const bare = await measure(voice, (sent) => ({
      ...{ url: bareServer.origin, from: "+18635550199" },
      phone: `(727) 555-01${String(sent).padStart(2, "0")}`,
    }));
    const name = `form acknowledged → the provider is asked to ring, ${streams} streams`;
    return [
      {
        name: `${name}, p50`,
        measured: inMs(percentile(times, 0.5)),
        budget: "none",
        bare: inMs(percentile(bare, 0.5)),
      },
      {
        name: `${name}, p99`,
        measured: inMs(percentile(times, 0.99)),
        budget: inMs(budgetMs),
        bare: inMs(percentile(bare, 0.99)),
        isWithin: percentile(times, 0.99) < budgetMs,
      },
    ];
  } finally {
    await bareServer.close();
    await tools.close();
    await product.stop();
    await voice.close();
    forget(dataDir);
  }
}

type Form = { url: string /** The number that the office phone is called from. */; from: string };

/** Returns how many milliseconds each ring took. Throws if a form rang no phone, or two. */
async function measure(
  voice: Voice,
  formOf: (sent: number) => Form & { phone: string },
): Promise<number[]> {
  const times: number[] = [];
  for (let sent = 0; sent < practices * formsEach; sent += 1) {
    await sleep(Math.random() * longestPauseMs);
    const { url, from, phone } = formOf(sent);
    const before = voice.calls.length;
    const answer = await fetch(url, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ firstName: "Marisol", phone }),
    });
    if (!answer.ok) throw new Error(`A form was answered ${answer.status}`);
    const acknowledgedAt = shifted().getTime();
    const end = Date.now() + patienceMs;
    while (voice.calls.length === before) {
      if (Date.now() > end) throw new Error("A form rang no phone");
      await sleep(2);
    }
    const [call, ...others] = voice.calls.slice(before);
    if (!call || others.length > 0) throw new Error("A form rang two phones");
    if (call.from !== from) throw new Error("Another practice's phone rang");
    // If the phone rings before the form is acknowledged, the time counts as zero.
    times.push(Math.max(0, call.createdAt.getTime() - acknowledgedAt));
    // The practice's next lead rings only once this call has ended.
    await voice.hangUp(call, "no-answer", 0);
  }
  return times;
}

/** Makes a practice in Florida whose phone rings at once. */
async function openPractice(tools: Tools, index: number) {
  const made = await makePractice(tools);
  const { clientId } = made;
  const hours = { timeZone: "America/New_York", from: "08:00", to: "20:00" };
  await makeOpenHours(tools, clientId, hours);
  const number = `+186355501${String(index).padStart(2, "0")}`;
  await tools.pool.query("update clients set rings_on_at = $2, phone_number = $3 where id = $1", [
    clientId,
    shifted(),
    number,
  ]);
  await tools.pool.query(
    `insert into office_phones (client_id, id, name, phone, place, confirmed_at, created_at)
     values ($1, gen_random_uuid(), 'Front desk', $2, 1, $3, $3)`,
    [clientId, officePhone, shifted()],
  );
  const { formKey } = await makeFormSource(tools, clientId);
  return { email: made.email, number, formKey };
}

/** Opens the streams, the same number for each practice. They end when the result is aborted. */
async function openStreams(origin: string, made: { email: string }[]): Promise<AbortController> {
  const ended = new AbortController();
  const { signal } = ended;
  for (const { email } of made) {
    const headers = { Authorization: `Bearer ${await signIn(origin, email)}` };
    for (let opened = 0; opened < streams / made.length; opened += 1) {
      const answer = await fetch(`${origin}/api/leads/events`, { headers, signal });
      if (!answer.ok) throw new Error(`A stream was answered ${answer.status}`);
      answer.body?.pipeTo(new WritableStream()).catch(() => undefined);
    }
  }
  return ended;
}

async function openBare(voiceUrl: string) {
  const { accountSid, authToken } = voiceAccount;
  const login = Buffer.from(`${accountSid}:${authToken}`).toString("base64");
  const server = createServer(async (request, response) => {
    for await (const _ of request);
    response.writeHead(201).end();
    const fields = { To: officePhone, From: "+18635550199", Url: "http://127.0.0.1/" };
    const answer = await fetch(`${voiceUrl}/2010-04-01/Accounts/${accountSid}/Calls.json`, {
      method: "POST",
      headers: { Authorization: `Basic ${login}` },
      body: new URLSearchParams(fields),
    });
    await answer.text();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
