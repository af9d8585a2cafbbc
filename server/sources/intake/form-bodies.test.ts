// Anyone can send a web form any number of submissions with any content.
import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { formPages } from "#content/messages.ts";
import { addSource } from "#server/people/practice-sources.ts";
import { hostileTexts } from "#server/testing/hostile-texts.ts";
import { signInClient } from "#server/testing/people.ts";
import { openTestApp, type TestApp } from "#server/testing/test-app.ts";
import { readFormEncoded } from "./submission.ts";

const encoded = { "Content-Type": "application/x-www-form-urlencoded" };

let testApp: TestApp;
let practice: Awaited<ReturnType<typeof signInClient>>;
let key: string;
beforeAll(async () => {
  testApp = await openTestApp();
});
beforeEach(async () => {
  testApp.clock.at("2026-03-17T12:00:00.000Z");
  practice = await signInClient(testApp);
  key = await formOf(testApp, practice.clientId);
});
afterAll(() => testApp.close());

test("all values of a repeated field are parsed, in order", () => {
  const pair = fc.tuple(fc.constantFrom("a", "b", "__proto__", "constructor"), fc.string());
  fc.assert(
    fc.property(fc.array(pair, { maxLength: 300 }), (pairs) => {
      const fields = readFormEncoded(new URLSearchParams(pairs).toString());
      for (const name of new Set(pairs.map(([one]) => one))) {
        const values = pairs.filter(([one]) => one === name).map(([, value]) => value);
        const sent = new URLSearchParams(values.map((value) => ["v", value])).getAll("v");
        expect([fields[name]].flat()).toEqual(sent);
      }
    }),
  );
});

test("a body with too many fields is rejected, regardless of their names", async () => {
  for (const body of ["a&".repeat(500_000), pairs(301), `phone=8135550101&${pairs(300)}`]) {
    const answer = await post(body);
    expect([answer.status, answer.headers.get("Content-Type")]).toEqual([
      413,
      "text/html; charset=UTF-8",
    ]);
  }
  const json = Object.fromEntries(Array.from({ length: 301 }, (_, index) => [`f${index}`, "x"]));
  const answer = await testApp.request("POST", `/api/intake/form/${key}`, { json });
  expect(answer.body).toMatchObject({ code: "too_large" });
  expect((await post(`phone=8135550101&${pairs(299)}`)).status).toBe(201);
});

test("the body of a submission isn't read if its form is unknown or over the rate limit", async () => {
  const unreadable = "a&".repeat(60_000);
  let reads = 0;
  const post = (app: TestApp, path: string) => {
    const body = new ReadableStream(
      {
        pull(controller) {
          reads += 1;
          controller.enqueue(new TextEncoder().encode(unreadable));
          controller.close();
        },
      },
      { highWaterMark: 0 },
    );
    const headers = { ...encoded, "Content-Length": String(unreadable.length) };
    const sent = { method: "POST", body, headers, duplex: "half" as const };
    return app.api.request(`http://localhost${path}`, sent);
  };
  expect((await post(testApp, "/api/intake/form/nobody")).status).toBe(404);

  const narrow = await openTestApp({ RATE_LIMIT_FACTOR: "0.004" });
  const { clientId } = await signInClient(narrow);
  const path = `/api/intake/form/${await formOf(narrow, clientId)}`;
  const send = (body: string, type: string) =>
    narrow.request("POST", path, { body, headers: { "Content-Type": type } });
  const answers = [];
  for (let sent = 0; sent < 3; sent += 1) answers.push(await send("{", "application/json"));
  answers.push(await post(narrow, path));
  await narrow.close();
  expect(answers.map(({ status }) => status)).toEqual([400, 400, 400, 429]);
  expect(reads).toBe(0);
  expect((await post(testApp, `/api/intake/form/${key}`)).status).toBe(413);
  expect(reads).toBe(1);
});

test("a submission counts toward the rate limits of its IP address, its form, and the person on that form", async () => {
  const counted: string[] = [];
  const watched = await openTestApp();
  const { limits } = watched.deps;
  watched.deps.limits = {
    ...limits,
    async count(rule, who) {
      counted.push(`${rule} ${who}`);
      return limits.count(rule, who);
    },
  };
  const { clientId } = await signInClient(watched);
  const { sourceId, formKey } = await addSource(watched.deps, {
    ...{ clientId, kind: "form", name: "Home page" },
  });
  counted.length = 0;
  await watched.request("POST", `/api/intake/form/${formKey}`, {
    json: { phone: "(813) 555-0101", email: "Ada@example.com" },
  });
  await watched.close();
  expect(counted).toEqual([
    "formPerIp 127.0.0.1",
    `formPerSource ${sourceId}`,
    `formPerPerson ${sourceId} +18135550101`,
    `formPerPerson ${sourceId} ada@example.com`,
  ]);
});

test("a person who submits a form too often is rejected, and another person isn't", async () => {
  const narrow = await openTestApp({ RATE_LIMIT_FACTOR: "0.1" });
  const { clientId } = await signInClient(narrow);
  const path = `/api/intake/form/${await formOf(narrow, clientId)}`;
  const ask = (phone: string, wish: number) =>
    narrow.request("POST", path, { json: { phone, wish } }).then(({ status }) => status);
  const statuses = [];
  for (const wish of [1, 2, 3]) statuses.push(await ask("813 555 0101", wish));
  statuses.push(await ask("(813) 555-0102", 1));
  await narrow.close();
  expect(statuses).toEqual([201, 201, 429, 201]);
});

test("a form that a browser submits gets a page as response, and JSON gets JSON", async () => {
  const done = await post("firstName=Ada&phone=8135550188");
  expect(done.status).toBe(201);
  expect(done.headers.get("Content-Type")).toBe("text/html; charset=UTF-8");
  expect(done.body).toContain("<h1>Thank you");
  const refused = await post("wish=Whitening");
  expect(refused.status).toBe(422);
  expect(refused.body).toContain(formPages.empty.text);
  const gone = await testApp.request("POST", "/api/intake/form/nobody", {
    body: "a=1",
    headers: encoded,
  });
  expect(gone.status).toBe(404);
  expect(gone.body).toContain("Please call the office instead.");
  const json = await testApp.request("POST", `/api/intake/form/${key}`, {
    json: { wish: "Whitening" },
  });
  expect(json.body).toMatchObject({ code: "invalid", status: 422 });
  for (const { body, headers } of [done, refused, gone]) {
    expect(body).toMatch(/^<!doctype html><html lang="en">/);
    expect(body).not.toMatch(/<script|<form|Ada/);
    expect(headers.get("Content-Security-Policy")).toMatch(/^default-src 'none'/);
  }
});

const ownNames = [
  ...["firstName", "lastName", "name", "email", "phone", "phoneNumber", "timeReceived"],
  ...["timeRecieved", "submissionId", "consent", "website_url"],
];

test("form-encoded bodies don't cause a 5xx, and a submission with a phone number is always accepted", async () => {
  const raw = fc.oneof(
    fc.constantFrom(...hostileTexts),
    fc.string({ unit: "binary" }),
    fc.string(),
  );
  const name = fc.oneof(fc.constantFrom(...ownNames), raw);
  const body = fc.array(fc.tuple(name, raw), { maxLength: 12 });
  let sent = 0;
  await fc.assert(
    fc.asyncProperty(body, fc.boolean(), async (fields, isEscaped) => {
      sent += 1;
      const phone = `81355${50_000 + sent}`;
      const joined = fields
        .filter(([one]) => !["website_url", "phone", "phoneNumber"].includes(one))
        .map(([one, value]) => (isEscaped ? escaped([[one, value]]) : `${one}=${value}`));
      const answer = await post([...joined, `phone=${phone}`].join("&"));
      expect([answer.status, joined]).toEqual([201, joined]);
      expect((await post(escaped(fields))).status).toBeLessThan(500);
    }),
    { numRuns: 30 },
  );
});

test("JSON with values of wrong types doesn't cause a 5xx, and a submission with a phone number is always accepted", async () => {
  const value = fc.oneof(fc.constantFrom(...hostileTexts), fc.jsonValue({ maxDepth: 3 }));
  const names = ownNames.filter((name) => !["website_url", "phone", "phoneNumber"].includes(name));
  const body = fc.dictionary(fc.oneof(fc.constantFrom(...names), fc.string()), value, {
    maxKeys: 8,
  });
  let sent = 0;
  await fc.assert(
    fc.asyncProperty(body, value, async (fields, website) => {
      sent += 1;
      const phone = 8_135_560_000 + sent;
      const path = `/api/intake/form/${key}`;
      const { website_url: _, phoneNumber: __, ...kept } = fields;
      const answer = await testApp.request("POST", path, { json: { ...kept, phone } });
      expect([answer.status, fields]).toEqual([201, fields]);
      const other = await testApp.request("POST", path, {
        json: { ...fields, website_url: website },
      });
      expect(other.status).toBeLessThan(500);
    }),
    { numRuns: 30 },
  );
});

function post(body: string) {
  return testApp.request("POST", `/api/intake/form/${key}`, { body, headers: encoded });
}

function pairs(count: number): string {
  return Array.from({ length: count }, (_, index) => `field${index % 40}=x`).join("&");
}

function escaped(fields: [string, string][]): string {
  return new URLSearchParams(fields).toString();
}

async function formOf({ deps }: TestApp, clientId: string): Promise<string> {
  const { formKey } = await addSource(deps, { clientId, kind: "form", name: "Home page" });
  if (!formKey) throw new Error("No key");
  return formKey;
}
