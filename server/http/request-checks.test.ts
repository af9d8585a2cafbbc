import { randomUUID } from "node:crypto";
import { createAdaptorServer } from "@hono/node-server";
import { Hono } from "hono";
import { afterAll, beforeAll, expect, test } from "vitest";
import { signInClient } from "#server/testing/people.ts";
import { openTestApp, type TestApp } from "#server/testing/test-app.ts";
import { documentOnce } from "./docs.ts";

let testApp: TestApp;
let secure: TestApp;
beforeAll(async () => {
  [testApp, secure] = await Promise.all([
    openTestApp(),
    openTestApp({ ORIGIN: "https://desk.example.com" }),
  ]);
});
afterAll(() => Promise.all([testApp.close(), secure.close()]));

test.each([
  ["/api/credentials", 32_000],
  ["/api/clients", 32_000],
  ["/api/credentials/recover", 32_000],
  ["/api/contact", 128_000],
  ["/api/leads", 128_000],
  ["/api/templates/previews", 256_000],
  ["/api/intake/form/a", 128_000],
  ["/api/intake/meta", 1_000_000],
  ["/api/intake/google/a", 65_536],
  ["/api/intake/webhook/a", 65_536],
  ["/api/mail/bounces/a", 1_000_000],
  ["/api/pictures", 1_000_000],
])(
  "%s accepts a body of at most %i bytes, whether or not there is a Content-Length",
  async (path, bytes) => {
    const body = (length: number) => `{"a":"${"a".repeat(length - '{"a":""}'.length)}"}`;
    for (const length of [bytes, bytes + 1]) {
      for (const said of [{ "Content-Length": String(length) }, {} as Record<string, string>]) {
        const headers = { "Content-Type": "application/json", ...said };
        const { status } = await testApp.request("POST", path, { body: body(length), headers });
        expect([status === 413, length]).toEqual([length > bytes, length]);
      }
    }
  },
);

test("a request needs a content type only if it has a body, even over a real connection", async () => {
  const { token } = await signInClient(testApp);
  const server = createAdaptorServer({ fetch: testApp.api.fetch });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const port = typeof address === "object" ? address?.port : 0;
  const send = async (method: string, body?: string) => {
    const headers = { Authorization: `Bearer ${token}`, "Content-Type": "text/plain" };
    const path = `/api/leads/${randomUUID()}/presence`;
    const init =
      body === undefined
        ? { headers: { Authorization: headers.Authorization } }
        : { headers, body };
    return (await fetch(`http://127.0.0.1:${port}${path}`, { method, ...init })).status;
  };
  expect(await send("DELETE")).toBe(200);
  expect(await send("POST")).toBe(404);
  expect(await send("DELETE", "a")).toBe(415);
  expect(await send("POST", "a")).toBe(415);
  server.close();
});

test("a body with thousands of values is rejected before its values are validated", async () => {
  const { token } = await signInClient(testApp);
  for (const values of [
    Array(3000).fill(1),
    Array(1500).fill({ a: 1 }),
    [[Array(3000).fill([])]],
  ]) {
    const answer = await testApp.request("POST", "/api/leads", {
      token,
      json: { answers: values },
    });
    expect(answer.status).toBe(413);
  }
  const json = { answers: Array(900).fill(1) };
  const few = await testApp.request("POST", "/api/leads", { token, json });
  expect(few.status).toBe(422);
});

test("an error lists at most fifty fields", async () => {
  const { token } = await signInClient(testApp);
  const words = { kind: "auto", title: "a", subject: "b", body: "c" };
  const json = { ...words, campaigns: Array(100).fill("none") };
  const { body } = await testApp.request("POST", "/api/templates", { token, json });
  expect(Object.keys(body.errors)).toHaveLength(50);
});

test("the number of attribution entries is checked before the entries are validated", async () => {
  const message = { fullName: "A", email: "a@example.com", phone: "1", message: "m" };
  const first = Object.fromEntries(Array.from({ length: 500 }, (_, index) => [`k${index}`, 1]));
  const json = { ...message, page: "Personal", attribution: { first } };
  const { status, body } = await testApp.request("POST", "/api/contact", { json });
  expect(status).toBe(422);
  expect(Object.keys(body.errors)).toEqual(["attribution.first"]);
});

test("invalid messages count toward their sender's limit", async () => {
  const strict = await openTestApp({ RATE_LIMIT_FACTOR: "0.1" });
  const statuses: number[] = [];
  for (let tries = 0; tries < 4; tries += 1) {
    statuses.push((await strict.request("POST", "/api/contact", { json: { page: 1 } })).status);
  }
  await strict.close();
  expect(statuses).toEqual([422, 422, 429, 429]);
});

test("a client that has the OpenAPI document gets a 304", async () => {
  const first = await testApp.request("GET", "/api/openapi.json");
  const etag = first.headers.get("ETag") ?? "";
  expect(etag).toMatch(/^"[\w-]+"$/);
  expect(first.body.openapi).toBe("3.1.0");
  const headers = { "If-None-Match": etag };
  const again = await testApp.api.request("http://localhost/api/openapi.json", { headers });
  expect(again.status).toBe(304);
});

test("the OpenAPI document is generated only once", async () => {
  let count = 0;
  const app = new Hono().get(
    "/",
    documentOnce(() => JSON.stringify({ count: ++count })),
  );
  for (const _ of [1, 2, 3]) expect(await (await app.request("/")).json()).toEqual({ count: 1 });
});

test("all API responses set Strict-Transport-Security if the app's origin uses https", async () => {
  for (const path of ["/api/health", "/api/leads/new", "/api/nothing", "/api/openapi.json"]) {
    const hardened = await secure.request("GET", path);
    expect(hardened.headers.get("Strict-Transport-Security")).toBe("max-age=31536000");
    const plain = await testApp.request("GET", path);
    expect(plain.headers.get("Strict-Transport-Security")).toBeNull();
  }
});

test.each([
  ["the product's own origin", { Origin: "https://desk.example.com" }, 401],
  ["the product's host with another scheme", { Origin: "http://desk.example.com" }, 403],
  ["the product's host on another port", { Origin: "https://desk.example.com:8443" }, 403],
  ["the requested host with the same scheme", { Origin: "https://a.test", Host: "a.test" }, 401],
  ["the requested host with another scheme", { Origin: "http://a.test", Host: "a.test" }, 403],
  ["an opaque origin", { Origin: "null" }, 403],
  [
    "a browser that reports the same origin",
    { Origin: "https://evil.test", "Sec-Fetch-Site": "same-origin" },
    401,
  ],
  [
    "a browser that reports another site",
    { Origin: "https://desk.example.com", "Sec-Fetch-Site": "same-site" },
    403,
  ],
])("whether a change is allowed from %s", async (_, headers, status) => {
  const json = { email: "nobody@example.com", password: "seventeen calm otters" };
  const answer = await secure.request("POST", "/api/credentials", { json, headers });
  expect(answer.status).toBe(status);
});
