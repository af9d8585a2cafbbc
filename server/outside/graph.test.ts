// Graph's possible answers, over a real connection.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { GraphRefusal, makeGraph } from "./graph.ts";

let answer: { status: number; headers?: Record<string, string>; body: string };
let asked: URLSearchParams;
const server = createServer((request, response) => {
  asked = new URL(request.url ?? "/", "http://graph").searchParams;
  response.writeHead(answer.status, answer.headers).end(answer.body);
});
let graphUrl: string;
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  graphUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => new Promise((resolve) => server.close(resolve)));

const token = "EAAGm0PX4ZCpsBAKZCexampleTokenOfAPage0123456789ZD";
const lead = { id: "123", created_time: "2026-03-17T11:59:51+0000" };
const transientCodes = [1, 2, 4, 17, 32, 341, 368, 613, 80000, 80001, 80007, 80014];
const otherCodes = [0, 3, 10, 100, 102, 200, 803, 79999, 80015, undefined];
const statuses = [400, 401, 403, 404, 422];

test.each(statuses)("Graph's errors with status %s: transient ones are retried", async (status) => {
  for (const code of transientCodes) {
    const refusal = await ask(status, { error: { message: "No", code } });
    expect([code, refusal.isForGood, refusal.isTokenRefused]).toEqual([code, false, false]);
  }
  for (const code of otherCodes) {
    const refusal = await ask(status, { error: { message: "No", code } });
    expect([code, refusal.isForGood, refusal.message]).toEqual([code, true, "Graph: No"]);
    const transient = await ask(status, { error: { message: "No", code, is_transient: true } });
    expect([code, transient.isForGood]).toEqual([code, false]);
  }
  const refused = await ask(status, { error: { message: "Expired", code: 190 } });
  expect([refused.isForGood, refused.isTokenRefused]).toEqual([false, true]);
});

test.each([429, 500, 502, 503, 504, 599])(
  "status %s is retried, whatever the body says",
  async (status) => {
    for (const body of [{ error: { message: "No", code: 100 } }, {}, null, "<html>"]) {
      expect((await ask(status, body)).isForGood).toBe(false);
    }
  },
);

const page = "<!doctype html><title>Sign in to the network</title>";
test.each([
  [200, "a proxy's page", page],
  [200, "an empty body", ""],
  [200, "null", "null"],
  [200, "a list", "[]"],
  [200, "an unexpected object", { data: [] }],
  [200, "a lead without its time", { id: "123" }],
  [200, "an error", { error: { message: "No", code: 100 } }],
  [204, "an empty body", ""],
  [302, "a redirect", ""],
  [403, "a proxy's page", page],
  [404, "a proxy's page", page],
])("status %s with %s doesn't come from Graph and is retried", async (status, _, body) => {
  expect((await ask(status, body)).isForGood).toBe(false);
});

test.each([400, 404])(
  "status %s with JSON that doesn't contain an error fails permanently",
  async (status) => {
    expect(await ask(status, {})).toMatchObject({
      isForGood: true,
      message: `Graph returned status ${status}`,
    });
  },
);

test("a redirect is not followed", async () => {
  let isFollowed = false;
  const inside = createServer((_, response) => {
    isFollowed = true;
    response.end(JSON.stringify(lead));
  });
  await new Promise<void>((resolve) => inside.listen(0, "127.0.0.1", resolve));
  const location = `http://127.0.0.1:${(inside.address() as AddressInfo).port}/`;
  expect((await ask(302, "", token, { Location: location })).isForGood).toBe(false);
  await new Promise((resolve) => inside.close(resolve));
  expect(isFollowed).toBe(false);
});

test("a lead is accepted with answers of any length and type", async () => {
  const story = "a".repeat(20_000);
  answer = {
    status: 200,
    body: JSON.stringify({
      ...{ ...lead, campaign_id: 5, campaign_name: "c".repeat(900), form_id: "unknown" },
      field_data: [
        { name: "story", values: [story] },
        { name: "n".repeat(300), values: Array(60).fill("x") },
        { name: "agreed", values: [true, 7, null, { a: 1 }] },
        { name: "empty" },
        "what is this",
        ...Array.from({ length: 120 }, (__, index) => ({ name: `q${index}`, values: ["y"] })),
      ],
    }),
  };
  const read = await makeGraph({ graphUrl, apiVersion: "v24.0" }).getLead("123", token);
  expect(read).toMatchObject({ ...lead, campaign_id: undefined });
  expect(read.field_data).toHaveLength(124);
  expect(read.field_data[0]).toEqual({ name: "story", values: [story] });
  expect(read.field_data[2]).toEqual({ name: "agreed", values: ["true", "7", '{"a":1}'] });
  expect(read.field_data[3]).toEqual({ name: "empty", values: [] });
});

test("a lead's ad, ad set and campaign are requested, and no digit of their ids is lost", async () => {
  const advertised = {
    ...{ ad_id: "23850000000000000017", ad_name: "Straighter by\r\nfall" },
    ...{ adset_id: "9007199254740993", adset_name: "n".repeat(900) },
    ...{ campaign_id: "9223372036854775807", campaign_name: "Clear aligners" },
  };
  const read = await getLead({ ...lead, ...advertised });
  expect(asked.get("fields")?.split(",").toSorted()).toEqual(
    ["id", "created_time", "form_id", "field_data", ...Object.keys(advertised)].toSorted(),
  );
  expect(read).toEqual({
    ...{ ...lead, ...advertised, field_data: [] },
    ...{ ad_name: "Straighter by fall", adset_name: "n".repeat(500) },
  });
});

test.each([
  ["missing", {}],
  ["null", { ad_id: null, ad_name: null, adset_id: null, adset_name: null }],
  // The number is imprecise: JavaScript has already lost its last digits.
  ["numbers", { ad_id: 23_850_000_000_000_000, ad_name: 7, adset_id: 5, adset_name: 1.5 }],
  ["lists and objects", { ad_id: ["1"], ad_name: {}, adset_id: { id: "1" }, adset_name: [] }],
  ["text instead of ids", { ad_id: "../me", adset_id: "" }],
])("a lead whose ad and ad set are %s is accepted", async (_, advertised) => {
  expect(await getLead({ ...lead, ...advertised })).toEqual({ ...lead, field_data: [] });
});

test("stored error texts never contain the token, whatever Graph returns", async () => {
  const around = fc.string({ maxLength: 40 });
  const tokens = fc.oneof(
    fc.constant(token),
    fc.stringMatching(/^[A-Za-z0-9]{8,80}$/),
    fc.stringMatching(/^[\x21-\x7e]{12,60}$/),
  );
  await fc.assert(
    fc.asyncProperty(
      around,
      tokens,
      around,
      fc.boolean(),
      async (before, own, after, isEncoded) => {
        const said = isEncoded ? encodeURIComponent(own) : own;
        const body = { error: { message: `${before}${said}${after}`, code: 190 } };
        const { message, stack } = await ask(400, body, own);
        expect(`${message}${stack}`).not.toContain(own);
        expect(`${message}${stack}`).not.toContain(said);
      },
    ),
    { numRuns: 200 },
  );
});

test.each([
  ["a page's", `Malformed access token ${token.slice(0, 30)}`],
  ["an app's", "Invalid OAuth access token 1155501001|k3yOfTheApp_Secret-9"],
  ["one in a URL", "GET /v24.0/1?access_token=abc.DEF-123&fields=id failed"],
  ["one in both of two lines", `Malformed access token ${token}\n${token}`],
])("another token in an error isn't stored either: %s", async (_, message) => {
  const refusal = await ask(400, { error: { message, code: 190 } });
  expect(refusal.message).toContain("[token]");
  expect(refusal.message).not.toMatch(/EAAG|k3yOf|DEF-123/);
});

test("an error without a token is stored unchanged", async () => {
  const message =
    "(#100) Unsupported get request. Object with ID '17841400000000000123' does not exist, cannot be loaded due to missing permissions (fbtrace_id AbCdEfGhIjKlMnOpQrStUvW).";
  expect((await ask(400, { error: { message, code: 100 } })).message).toBe(`Graph: ${message}`);
});

function getLead(body: object) {
  answer = { status: 200, body: JSON.stringify(body) };
  return makeGraph({ graphUrl, apiVersion: "v24.0" }).getLead("123", token);
}

async function ask(
  status: number,
  body: unknown,
  pageToken = token,
  headers: Record<string, string> = {},
): Promise<GraphRefusal> {
  answer = { status, headers, body: typeof body === "string" ? body : JSON.stringify(body) };
  const asked = makeGraph({ graphUrl, apiVersion: "v24.0" }).getLead("123", pageToken);
  const refusal = await asked.then(
    () => null,
    (error: unknown) => error,
  );
  if (!(refusal instanceof GraphRefusal)) throw new Error("Graph did not refuse");
  return refusal;
}
