// Graph's responses about pages, over a real connection.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { GraphRefusal } from "./graph.ts";
import { type GraphPages, makeGraphPages } from "./graph-pages.ts";

const token = "EAAGm0PX4ZCpsBAKZCexampleTokenOfAPage0123456789ZD";
type Answer = { status?: number; json?: unknown; text?: string };
/** Keyed by path, or by path and cursor. */
let answers: Record<string, Answer>;
let asked: {
  method: string;
  path: string;
  query: URLSearchParams;
  body: string;
  authorization: string | undefined;
}[];
const server = createServer(async (request, response) => {
  const { pathname, searchParams: query } = new URL(request.url ?? "/", "http://graph");
  let body = "";
  for await (const chunk of request) body += chunk;
  const path = pathname.replace("/v24.0/", "");
  asked.push({
    ...{ method: request.method ?? "", path, query, body },
    authorization: request.headers.authorization,
  });
  const after = query.get("after");
  const { status = 200, json, text } = answers[after ? `${path} ${after}` : path] ?? refusal(100);
  response.writeHead(status, { "Content-Type": "application/json" });
  response.end(text ?? JSON.stringify(json));
});
let graph: GraphPages;
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  graph = makeGraphPages({ graphUrl: `http://127.0.0.1:${port}`, apiVersion: "v24.0" });
});
beforeEach(() => {
  answers = {};
  asked = [];
});
afterAll(() => new Promise((resolve) => server.close(resolve)));

function refusal(code: number): Answer {
  return { status: 400, json: { error: { message: `No ${token}`, code } } };
}

test("a person's token lists all its pages, each with its own token, from every page of results", async () => {
  const page = (id: string) => ({ id, name: `Page ${id}`, access_token: `EAA${id}` });
  answers["me/accounts"] = {
    json: { data: [page("1"), { id: "x" }], paging: { next: "…", cursors: { after: "c2" } } },
  };
  answers["me/accounts c2"] = { json: { data: [page("2")], paging: { cursors: { after: "c3" } } } };
  expect(await graph.listPages(token)).toEqual([
    { id: "1", name: "Page 1", token: "EAA1" },
    { id: "2", name: "Page 2", token: "EAA2" },
  ]);
});

test("a page's token returns that page; the token of a person without pages returns none", async () => {
  answers.me = { json: { id: "5", name: "Gulf Dental", category: "Dentist" } };
  expect(await graph.listPages(token)).toEqual([{ id: "5", name: "Gulf Dental", token }]);
  answers["me/accounts"] = { json: { data: [] } };
  answers.me = refusal(100);
  expect(await graph.listPages(token)).toEqual([]);
});

test("a rejected token is an error, not an empty list of pages", async () => {
  answers["me/accounts"] = refusal(190);
  await expect(graph.listPages(token)).rejects.toMatchObject({ isTokenRefused: true });
  answers["me/accounts"] = refusal(2);
  await expect(graph.listPages(token)).rejects.toMatchObject({ isForGood: false });
});

test("a form's leads are requested by time, a hundred per request", async () => {
  const since = new Date("2026-03-17T12:00:00.900Z");
  answers["7/leads"] = {
    json: {
      data: [
        { id: "71", created_time: "2026-03-17T12:14:51+0000" },
        { id: "72", created_time: "someday" },
      ],
      paging: { next: "…", cursors: { after: "c2" } },
    },
  };
  const list = await graph.listLeads("7", token, { since, after: null });
  expect(list).toEqual({
    leads: [{ id: "71", submittedAt: new Date("2026-03-17T12:14:51Z") }],
    after: "c2",
  });
  // The token isn't in any URL, because proxies log URLs.
  expect(asked[0]?.authorization).toBe(`Bearer ${token}`);
  const query = Object.fromEntries(asked[0]?.query ?? []);
  expect(query).not.toHaveProperty("access_token");
  expect(query).toMatchObject({ limit: "100", fields: "id,created_time" });
  expect(JSON.parse(query.filtering ?? "")).toEqual([
    { field: "time_created", operator: "GREATER_THAN", value: 1_773_748_800 },
  ]);
});

test.each([
  ["an app that gets the leads", [{ id: "9", subscribed_fields: ["feed", "leadgen"] }], true],
  ["an app without leads", [{ id: "9", subscribed_fields: ["feed"] }], false],
  ["an app without fields", [{ id: "9" }], false],
  ["no app", [], false],
])("a page with %s is recognized as subscribed or not", async (_, data, expected) => {
  answers["5/subscribed_apps"] = { json: { data } };
  expect(await graph.isSubscribed("5", token)).toBe(expected);
});

test("subscribing sends a POST and accepts only success", async () => {
  answers["5/subscribed_apps"] = { json: { success: true } };
  await graph.subscribe("5", token);
  expect(asked[0]).toMatchObject({ method: "POST", path: "5/subscribed_apps" });
  expect(asked[0]?.query.toString()).toBe("");
  expect(Object.fromEntries(new URLSearchParams(asked[0]?.body))).toEqual({
    subscribed_fields: "leadgen",
  });
  answers["5/subscribed_apps"] = { json: { success: false } };
  await expect(graph.subscribe("5", token)).rejects.toThrow(GraphRefusal);
});

test.each([
  ["a list without data", { json: {} }],
  ["a proxy's page", { text: "<html>" }],
  ["a response that is too long", { text: `"${"a".repeat(5 * 1024 * 1024)}"` }],
  ["status 500", { status: 500, json: { error: { message: "No", code: 100 } } }],
])("%s is inconclusive and is retried", async (_, answer) => {
  answers["5/subscribed_apps"] = answer;
  await expect(graph.isSubscribed("5", token)).rejects.toMatchObject({
    ...{ isForGood: false, isTokenRefused: false },
  });
});

test("errors don't contain the token", async () => {
  for (const ask of [
    () => graph.checkToken(token),
    () => graph.listForms("5", token),
    () => graph.getPageToken("5", token),
  ]) {
    await expect(ask()).rejects.toThrow(/^Graph: No \[token\]$/);
  }
});

test("reading a list stops if its next page is the same page", async () => {
  const json = { data: [], paging: { next: "…", cursors: { after: "c" } } };
  answers["5/leadgen_forms"] = { json };
  answers["5/leadgen_forms c"] = { json };
  expect(await graph.listForms("5", token)).toEqual([]);
});
