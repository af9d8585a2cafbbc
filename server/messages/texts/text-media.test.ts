// Pictures and files that people send with their texts.
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { textMessages } from "#content/messages.ts";
import { openTestApp, type TestApp } from "#server/testing/test-app.ts";
import { openTexting } from "#server/testing/texting-practice.ts";

let testApp: TestApp;
let practice: Awaited<ReturnType<typeof openTexting>>;
beforeAll(async () => {
  testApp = await openTestApp();
});
beforeEach(async () => {
  testApp.clock.at("2026-03-17T14:00:00.000Z");
  practice = await openTexting(testApp);
  testApp.textMedia.clear();
});
afterAll(() => testApp.close());

const account = "https://api.twilio.com/2010-04-01/Accounts/AC1";
const bytes = new Uint8Array([1, 2, 3]);

test("a picture is opened only on request, as a download that isn't cached", async () => {
  const { leadId, textId, sid } = await receive(["image/jpeg", "application/pdf"]);
  testApp.textMedia.set(`${sid} ME0`, { type: "image/jpeg", bytes });
  const { texts } = await practice.textsOf(leadId);
  expect(texts).toMatchObject([{ mediaCount: 2, media: ["image/jpeg", "application/pdf"] }]);
  const answer = await open(leadId, textId, 0);
  expect(answer.status).toBe(200);
  expect(new Uint8Array(await answer.arrayBuffer())).toEqual(bytes);
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    "content-type": "image/jpeg",
    "content-disposition": 'attachment; filename="1.jpeg"',
    "x-content-type-options": "nosniff",
    "cache-control": "no-store",
  });
  // The provider has deleted it.
  expect((await open(leadId, textId, 1)).status).toBe(404);
  expect((await open(leadId, textId, 2)).status).toBe(404);
});

test.each([
  ["text/html", { type: "text/html", bytes }],
  ["image/svg+xml", { type: "image/svg+xml", bytes }],
  ["more than 10 MB", "too_large"],
] as const)("%s isn't passed on, whatever the provider said before", async (_, file) => {
  const { leadId, textId, sid } = await receive(["image/png"]);
  testApp.textMedia.set(`${sid} ME0`, file);
  const answer = await open(leadId, textId, 0);
  expect([answer.status, (await answer.json()).message]).toEqual([409, textMessages.cannotOpen]);
});

test("a provider that can't be asked answers 503", async () => {
  const { leadId, textId, sid } = await receive(["image/png"]);
  testApp.textMedia.set(`${sid} ME0`, "unavailable");
  expect((await open(leadId, textId, 0)).status).toBe(503);
});

test.each([
  ["of another kind", { MediaContentType0: "video/mp4" }],
  ["of another text", { MediaUrl0: `${account}/Messages/SM-other/Media/ME0` }],
  ["at another address", { MediaUrl0: "https://example.com/ME0" }],
  ["without an address", { MediaUrl0: "ME0" }],
])("a file %s is counted and can't be opened", async (_, change) => {
  const { leadId, textId } = await receive(["image/png"], change);
  expect((await practice.textsOf(leadId)).texts).toMatchObject([{ mediaCount: 1, media: [] }]);
  expect((await open(leadId, textId, 0)).status).toBe(404);
});

test("an erased person's picture can't be opened anymore", async () => {
  const { leadId, textId, sid } = await receive(["image/png"]);
  testApp.textMedia.set(`${sid} ME0`, { type: "image/png", bytes });
  const json = { name: "Ruth Whitfield" };
  await testApp.request("POST", `/api/leads/${leadId}/erasures`, { ...practice, json });
  expect(await practice.rows()).toMatchObject([{ media: [] }]);
  expect((await open(leadId, textId, 0)).status).toBe(404);
});

async function receive(types: string[], change: Record<string, string> = {}) {
  const lead = await practice.ask();
  const sid = `SM${randomUUID()}`;
  const fields = types.map((type, index) => ({
    [`MediaUrl${index}`]: `${account}/Messages/${sid}/Media/ME${index}`,
    [`MediaContentType${index}`]: type,
  }));
  await practice.receive(lead.phone, "", {
    ...{ MessageSid: sid, NumMedia: String(types.length) },
    ...Object.assign({}, ...fields, change),
  });
  const [text] = await practice.rows();
  return { leadId: lead._id, textId: text?.id ?? "", sid };
}

function open(leadId: string, textId: string, index: number) {
  const path = `http://localhost/api/leads/${leadId}/texts/${textId}/media/${index}`;
  return testApp.api.request(path, { headers: { Authorization: `Bearer ${practice.token}` } });
}
