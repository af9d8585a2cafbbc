// Tests the app's handling of every known response of the text provider.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { makeTextStandIn, type TextBehavior, textAccount } from "#server/testing/text-stand-in.ts";
import { makeTextProvider, mediaIdOf, type TextAnswer, type TextProvider } from "./texts.ts";

let twilio: Awaited<ReturnType<typeof makeTextStandIn>>;
let texts: TextProvider;
beforeAll(async () => {
  twilio = await makeTextStandIn();
  texts = makeTextProvider(account(twilio.url));
});
beforeEach(() => {
  twilio.behavior.length = 0;
});
afterAll(() => twilio.close());

const message = {
  ...{ to: "+18135550142", body: "New lead: Lucía. Call now: https://desk.example.com/lms" },
  statusCallback: "https://desk.example.com/api/alerts/text-status?practice=1",
};

test("a text is sent with its recipient, its body and the URL for delivery reports", async () => {
  expect(await texts.send(message)).toEqual({ result: "accepted", sid: "SM1" });
  expect(twilio.received).toEqual([{ ...message, from: textAccount.from, validSeconds: "" }]);
});

test("a text may come from another number, and isn't delivered late", async () => {
  await texts.send({ ...message, from: "+18135550177", validSeconds: 600 });
  expect(twilio.received.at(-1)).toMatchObject({ from: "+18135550177", validSeconds: "600" });
});

const answers: [TextBehavior, TextAnswer][] = [
  [
    { status: 400, code: 21610 },
    { result: "refused", problem: "opted_out", code: 21610 },
  ],
  [
    { status: 400, code: 21211 },
    { result: "refused", problem: "refused", code: 21211 },
  ],
  [
    { status: 400, code: 21614 },
    { result: "refused", problem: "refused", code: 21614 },
  ],
  [
    { status: 400, code: 30003 },
    { result: "refused", problem: "refused", code: 30003 },
  ],
  [
    { status: 400, code: 21659 },
    { result: "refused", problem: "failed", code: 21659 },
  ],
  [{ status: 403 }, { result: "refused", problem: "failed", code: 0 }],
  [{ status: 429, code: 20429 }, { result: "later" }],
  [{ status: 503 }, { result: "later" }],
  [{ status: 500 }, { result: "unknown" }],
  ["cut", { result: "unknown" }],
];

test.each(answers)(
  "the provider's response is mapped to a result: %j",
  async (behavior, answer) => {
    twilio.behavior.push(behavior);
    expect(await texts.send(message)).toEqual(answer);
  },
);

test("a wrong token is reported as a failure on our side, not as a problem with the phone number", async () => {
  const wrong = makeTextProvider({ ...account(twilio.url), authToken: "another" });
  expect(await wrong.send(message)).toEqual({
    ...{ result: "refused", problem: "failed", code: 20003 },
  });
});

test("a text can be retried if the provider is unreachable, but its result is unknown if the provider doesn't respond", async () => {
  const other = await makeTextStandIn();
  await other.close();
  const closed = makeTextProvider(account(other.url));
  expect(await closed.send(message)).toEqual({ result: "later" });
  twilio.onStep = () => new Promise(() => undefined);
  const impatient = makeTextProvider(account(twilio.url), 200);
  expect(await impatient.send(message)).toEqual({ result: "unknown" });
  twilio.onStep = null;
});

test.each([302, 307])("a redirect with status %s isn't followed", async (status) => {
  const asked: string[] = [];
  const inside = createServer((request, response) => {
    asked.push(request.url ?? "");
    response.writeHead(201).end(JSON.stringify({ sid: "SM1" }));
  });
  await new Promise<void>((resolve) => inside.listen(0, "127.0.0.1", resolve));
  const location = `http://127.0.0.1:${(inside.address() as AddressInfo).port}/`;
  twilio.behavior.push({ status, location });
  // The provider may have sent the text before this response.
  expect(await texts.send(message)).toEqual({ result: "unknown" });
  await new Promise((resolve) => inside.close(resolve));
  expect(asked).toEqual([]);
});

function account(apiUrl: string) {
  const { sid, token, from } = textAccount;
  return { accountSid: sid, authToken: token, from, apiUrl };
}

test("a text is read with its state and its error, and one that Twilio doesn't know is missing", async () => {
  twilio.known.set("SM1", { status: "delivered", error_code: null });
  twilio.known.set("SM2", { status: "undelivered", error_code: 30007 });
  expect(await texts.read("SM1")).toEqual({ status: "delivered", code: 0 });
  expect(await texts.read("SM2")).toEqual({ status: "undelivered", code: 30007 });
  expect(await texts.read("SM3")).toBe("missing");
  expect(await texts.read("../../x")).toBe("missing");
  const wrong = makeTextProvider({ ...account(twilio.url), authToken: "another" });
  expect(await wrong.read("SM1")).toBeNull();
});

test("a picture is read from the provider's API or one of its media hosts, up to 10 MB", async () => {
  const bytes = new Uint8Array(10_000_000).fill(7);
  const at = (id: string) => `/Messages/MM1/Media/${id}`;
  twilio.media.set(at("ME1"), { type: "image/jpeg; charset=binary", bytes });
  twilio.media.set(at("ME2"), { type: "image/jpeg", bytes: new Uint8Array(10_000_001) });
  const to = (url: string) => ({ type: "redirect", bytes: Buffer.from(url) });
  twilio.media.set(at("ME6"), { type: "image/png", bytes: new Uint8Array([1, 2]) });
  twilio.media.set(at("ME3"), to(`${twilio.url}/short-lived${at("ME6")}`));
  twilio.media.set(at("ME5"), to("http://127.0.0.1:1/elsewhere"));
  const file = await texts.readMedia("MM1", "ME1");
  // A matcher would compare them one by one, for seconds.
  expect(typeof file === "object" && Buffer.from(bytes).equals(file.bytes)).toBe(true);
  expect(file).toHaveProperty("type", "image/jpeg");
  expect(await texts.readMedia("MM1", "ME2")).toBe("too_large");
  // The login isn't sent along.
  const moved = await texts.readMedia("MM1", "ME3");
  expect(moved).toEqual({ type: "image/png", bytes: new Uint8Array([1, 2]) });
  expect(await texts.readMedia("MM1", "ME5")).toBe("unavailable");
  expect(await texts.readMedia("MM1", "ME4")).toBe("missing");
  expect(await texts.readMedia("MM1", "../../ME1")).toBe("missing");
});

test.each([
  ["https://api.twilio.com/2010-04-01/Accounts/AC1/Messages/MM1/Media/ME1", "ME1"],
  ["https://api.twilio.com/2010-04-01/Accounts/AC1/Messages/MM2/Media/ME1", null],
  ["https://api.twilio.com/2010-04-01/Accounts/AC1/Messages/MM1/Media/ME1/x", null],
  ["https://api.twilio.com/Messages/MM1/Media/ME1", null],
  ["ME1", null],
])("the id of a picture at %s is %s", (url, id) => {
  expect(mediaIdOf(url, "MM1")).toBe(id);
});
