// Every known response of the voice provider, and a complete call.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import {
  makeVoiceStandIn,
  type PlacedCall,
  type VoiceBehavior,
  voiceAccount,
} from "#server/testing/voice-stand-in.ts";
import { type CallStep, writeTwiml } from "./twiml.ts";
import {
  type CallAnswer,
  type CallReport,
  makeVoiceProvider,
  readCallReport,
  type VoiceProvider,
} from "./voice.ts";

type Posted = { path: string; fields: [string, string][]; isSigned: boolean };

const clock = { now: new Date("2026-03-17T14:00:00.400Z") };
let twilio: Awaited<ReturnType<typeof makeVoiceStandIn>>;
let voice: VoiceProvider;
/** The app's side: the posts that it got, and its responses by path. */
const posted: Posted[] = [];
const steps = new Map<string, CallStep[]>();
const app = createServer(async (request, response) => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  const path = request.url ?? "";
  const fields = [...new URLSearchParams(Buffer.concat(chunks).toString("utf8"))];
  const signature = String(request.headers["x-twilio-signature"] ?? "");
  posted.push({ path, fields, isSigned: voice.isSigned(`${origin}${path}`, fields, signature) });
  response.writeHead(200, { "Content-Type": "text/xml" }).end(writeTwiml(steps.get(path) ?? []));
});
let origin = "";

beforeAll(async () => {
  await new Promise<void>((resolve) => app.listen(0, "127.0.0.1", resolve));
  origin = `http://127.0.0.1:${(app.address() as AddressInfo).port}`;
  twilio = await makeVoiceStandIn(() => clock.now);
  voice = makeVoiceProvider({ ...voiceAccount, apiUrl: twilio.url });
});
beforeEach(() => {
  twilio.behavior.length = 0;
  twilio.calls.length = 0;
  posted.length = 0;
  steps.clear();
});
afterAll(async () => {
  await twilio.close();
  app.closeAllConnections();
  await new Promise((resolve) => app.close(resolve));
});

const office = "+18135550150";
const own = "+18135550100";
const lead = "+18135550142";

function callOffice(provider = voice) {
  return provider.call({
    ...{ to: office, from: own, ringSeconds: 20 },
    ...{ answerUrl: `${origin}/answer?ring=1`, statusUrl: `${origin}/status?ring=1` },
  });
}

async function placeCall(): Promise<PlacedCall> {
  await callOffice();
  const [call] = twilio.calls;
  if (!call) throw new Error("The call was not placed");
  return call;
}

test("a call is placed with its numbers and URLs, and one field per event", async () => {
  expect(await callOffice()).toEqual({ result: "accepted", sid: twilio.calls[0]?.sid });
  expect(twilio.calls).toMatchObject([
    {
      ...{ to: office, from: own, timeout: 20, url: `${origin}/answer?ring=1` },
      statusCallback: `${origin}/status?ring=1`,
      events: ["initiated", "ringing", "answered", "completed"],
    },
  ]);
});

test.each<[VoiceBehavior, CallAnswer]>([
  [
    { status: 400, code: 21211 },
    { result: "refused", problem: "number" },
  ],
  [
    { status: 400, code: 21214 },
    { result: "refused", problem: "number" },
  ],
  [
    { status: 400, code: 21217 },
    { result: "refused", problem: "number" },
  ],
  [
    { status: 400, code: 21215 },
    { result: "refused", problem: "country" },
  ],
  [
    { status: 400, code: 21216 },
    { result: "refused", problem: "blocked" },
  ],
  [
    { status: 400, code: 21210 },
    { result: "refused", problem: "failed" },
  ],
  [{ status: 403 }, { result: "refused", problem: "failed" }],
  [{ status: 400, code: 10004 }, { result: "later" }],
  [{ status: 429, code: 20429 }, { result: "later" }],
  [{ status: 503 }, { result: "later" }],
  [{ status: 500 }, { result: "unknown" }],
  ["cut", { result: "unknown" }],
])("the result of placing a call after the response %j", async (behavior, answer) => {
  twilio.behavior.push(behavior);
  expect(await callOffice()).toEqual(answer);
});

test("a wrong token is reported as an error on our side, not as a bad phone number", async () => {
  const wrong = { ...voiceAccount, authToken: "another", apiUrl: twilio.url };
  const answer = await callOffice(makeVoiceProvider(wrong));
  expect(answer).toEqual({ result: "refused", problem: "failed" });
});

test("an unreachable provider didn't place the call, so it can be retried", async () => {
  const other = await makeVoiceStandIn();
  await other.close();
  const closed = makeVoiceProvider({ ...voiceAccount, apiUrl: other.url });
  expect(await callOffice(closed)).toEqual({ result: "later" });
  expect(await closed.end("CA1")).toBe("unknown");
  expect(await closed.read("CA1")).toBeNull();
  expect(await closed.find({ to: office, from: own, since: clock.now })).toBeNull();
});

test("a call whose response was lost is found by its numbers and time; an older call isn't", async () => {
  const before = clock.now;
  await callOffice();
  clock.now = new Date(before.getTime() + 60_000);
  const since = clock.now;
  expect(await voice.find({ to: office, from: own, since })).toEqual([]);
  twilio.behavior.push("cut");
  expect(await callOffice()).toEqual({ result: "unknown" });
  const found = await voice.find({ to: office, from: own, since });
  expect(found).toMatchObject([{ sid: twilio.calls[1]?.sid, status: "queued", parentSid: null }]);
  expect(await voice.find({ to: lead, from: own, since })).toEqual([]);
  clock.now = before;
});

test("the calls that a call dialed are listed, and no others", async () => {
  const call = await placeCall();
  steps.set("/answer?ring=1", [
    {
      ...{ dial: lead, from: own, ringSeconds: 25, limitSeconds: 3600 },
      ...{ action: `${origin}/after?ring=1`, statusUrl: `${origin}/lead?ring=1` },
    },
  ]);
  expect(await voice.dialedBy(call.sid)).toEqual([]);
  const { dialed } = await twilio.answer(call);
  if (!dialed) throw new Error("Nothing was dialed");
  await twilio.hangUp(dialed.call, "completed", 61);
  expect(await voice.dialedBy(call.sid)).toMatchObject([
    { sid: dialed.call.sid, parentSid: call.sid, status: "completed", seconds: 61 },
  ]);
  expect(await voice.dialedBy(dialed.call.sid)).toEqual([]);
  const away = makeVoiceProvider({ ...voiceAccount, apiUrl: "http://127.0.0.1:1" });
  expect(await away.dialedBy(call.sid)).toBeNull();
});

test("a queued call can be ended; ending it again, or a call that doesn't exist, reports that it's over or missing", async () => {
  const { sid } = await placeCall();
  expect(await voice.end(sid)).toBe("ended");
  expect(await voice.read(sid)).toMatchObject({ sid, status: "completed" });
  expect(await voice.end(sid)).toBe("over");
  expect(await voice.end("CA/../other")).toBe("over");
  expect(await voice.read("CA-other")).toBe("missing");
});

test("a call to the office, then to the lead, has the expected steps, and each request is signed", async () => {
  const call = await placeCall();
  const question = "New lead: Ruth. Press 1 to call, 9 to skip.";
  steps.set("/answer?ring=1", [{ ask: question, action: `${origin}/key?ring=1`, seconds: 8 }]);
  steps.set("/key?ring=1", [
    { say: "Connecting you now." },
    {
      ...{ dial: lead, from: own, ringSeconds: 25, limitSeconds: 3600 },
      ...{ action: `${origin}/after?ring=1`, statusUrl: `${origin}/lead?ring=1` },
    },
  ]);
  steps.set("/after?ring=1", [{ say: "How did it go?" }]);
  await twilio.report(call, "ringing");
  const asked = await twilio.answer(call);
  expect(asked).toEqual({ says: [question], keyUrl: `${origin}/key?ring=1`, dialed: null });
  const { says, dialed } = await twilio.press(call, asked.keyUrl ?? "", "1");
  expect(says).toEqual(["Connecting you now."]);
  if (!dialed) throw new Error("The lead was not dialed");
  expect(dialed.call).toMatchObject({ to: lead, from: own, parentSid: call.sid, timeout: 25 });
  await twilio.report(dialed.call, "initiated");
  const after = await twilio.endDialed(call, dialed, { status: "completed", seconds: 61 });
  expect(after.says).toEqual(["How did it go?"]);
  await twilio.hangUp(call, "completed", 75);

  expect(posted.every(({ isSigned }) => isSigned)).toBe(true);
  expect(posted.map(({ path }) => path.split("?")[0])).toEqual([
    ...["/status", "/status", "/answer", "/key"],
    ...["/lead", "/lead", "/after", "/status"],
  ]);
  const reports = posted
    .filter(({ path }) => path.startsWith("/lead") || path.startsWith("/status"))
    .map(({ fields }) => readCallReport(fields));
  const ofLead = { sid: dialed.call.sid, parentSid: call.sid };
  expect(reports).toMatchObject([
    { sid: call.sid, parentSid: null, status: "ringing", at: new Date("2026-03-17T14:00:00Z") },
    { sid: call.sid, status: "in-progress", seconds: null },
    { ...ofLead, status: "initiated" },
    { ...ofLead, status: "completed", seconds: 61 },
    { sid: call.sid, status: "completed", seconds: 75 },
  ]);
});

const ringing: Record<string, string> = { CallSid: "CA1", CallStatus: "ringing" };
const nothingElse = { parentSid: null, at: null, seconds: null, answeredBy: null };

test.each<[string, Record<string, string>, Partial<CallReport> | null]>([
  ["with only the required fields", ringing, { sid: "CA1", status: "ringing", ...nothingElse }],
  ["that a person answered", { ...ringing, AnsweredBy: "human" }, { answeredBy: "person" }],
  [
    "that a machine answered",
    { ...ringing, AnsweredBy: "machine_end_beep" },
    { answeredBy: "machine" },
  ],
  ["that someone unknown answered", { ...ringing, AnsweredBy: "unknown" }, { answeredBy: null }],
  ["with an invalid time", { ...ringing, Timestamp: "soon" }, { at: null }],
  ["with an invalid length", { ...ringing, CallDuration: "-1" }, { seconds: null }],
  ["with an unknown field", { ...ringing, CalledCity: "TAMPA" }, { sid: "CA1" }],
  ["with an unknown status", { ...ringing, CallStatus: "dreaming" }, null],
  ["without a call ID", { CallStatus: "ringing" }, null],
  ["about a text", { MessageSid: "SM1", MessageStatus: "sent" }, null],
])("a report %s", (_, fields, report) => {
  const read = readCallReport(Object.entries(fields));
  if (report) expect(read).toMatchObject(report);
  else expect(read).toBeNull();
});
