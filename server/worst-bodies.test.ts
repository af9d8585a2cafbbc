// The worst bodies within the size limit, to every public operation: cost is linear in their size,
// and the answer is bounded.
import { afterAll, beforeAll, expect, test } from "vitest";
import { prepareTemplate } from "#server/demos/template-practice.ts";
import { findGrowth, sizeRatio } from "#server/testing/cost.ts";
import { openTestApp, type TestApp } from "#server/testing/test-app.ts";

const smallBytes = 12_000;
/** A form's fields with a sentence each. */
const maxAnswerBytes = 12_000;

type Operation = { method: string; path: string; fields: string[] };

let testApp: TestApp;
let operations: Operation[];
beforeAll(async () => {
  testApp = await openTestApp();
  // For `POST /api/demos`, which is unavailable until there is one.
  await prepareTemplate(testApp.deps, 1);
  const { body } = await testApp.request("GET", "/api/openapi.json");
  operations = publicOperations(body.paths);
});
afterAll(() => testApp.close());

type Documented = {
  security?: unknown;
  requestBody?: { content: Record<string, { schema: Schema }> };
};
type Schema = {
  type?: string | string[];
  properties?: Record<string, Schema>;
  anyOf?: Schema[];
  oneOf?: Schema[];
};

function publicOperations(paths: Record<string, Record<string, Documented>>): Operation[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, { security, requestBody }]) => {
      if (security || !requestBody) return [];
      const { schema = {} } = requestBody.content["application/json"] ?? {};
      return [{ method: method.toUpperCase(), path, fields: [...fieldPaths(schema)] }];
    }),
  );
}

/** Every field that a schema names, nested ones as `attribution.first`. */
function fieldPaths(schema: Schema, before = ""): Set<string> {
  const fields = Object.entries(schema.properties ?? {});
  const inner = [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])];
  return new Set([
    ...inner.flatMap((one) => [...fieldPaths(one, before)]),
    ...fields.flatMap(([name, one]) => [before + name, ...fieldPaths(one, `${before}${name}.`)]),
  ]);
}

const filled = (part: string, bytes: number) => part.repeat(Math.ceil(bytes / part.length));
const many = (bytes: number, entry: (index: number) => string) => {
  const entries: string[] = [];
  for (let length = 0; length < bytes; length += (entries.at(-1)?.length ?? 0) + 1) {
    entries.push(entry(entries.length));
  }
  return entries.join(",");
};

/** The worst JSON values of a given size. */
const worstValues: Record<string, (bytes: number) => string> = {
  "a wide record of numbers": (bytes) => `{${many(bytes, (index) => `"k${index}":1`)}}`,
  "a wide record of texts": (bytes) => `{${many(bytes, (index) => `"k${index}":"v"`)}}`,
  "a record of one repeated name": (bytes) => `{${many(bytes, () => `"a":1`)}}`,
  "many numbers": (bytes) => `[${many(bytes, () => "1")}]`,
  "many empty records": (bytes) => `[${many(bytes, () => "{}")}]`,
  "many records of one field": (bytes) => `[${many(bytes, (index) => `{"k${index}":1}`)}]`,
  "deep lists": (bytes) => filled("[", bytes / 2) + filled("]", bytes / 2),
  "lists as deep as may be, side by side": (bytes) => `[${many(bytes, () => "[[[[[[]]]]]]")}]`,
  "one letter": (bytes) => `"${filled("a", bytes)}"`,
  "a text of spaces between two letters": (bytes) => `"a${filled(" ", bytes)}b"`,
  "a text of at signs": (bytes) => `"${filled("a@", bytes)}"`,
  "a text of points": (bytes) => `"a@${filled("a.", bytes)}"`,
  "a text of digits": (bytes) => `"${filled("1", bytes)}"`,
  "a text of signs that are escaped": (bytes) => `"${filled("<&", bytes)}"`,
  "a text of escapes": (bytes) => `"${filled("\\u0000", bytes)}"`,
};

test.each(Object.entries(worstValues))(
  "four times %s costs a public operation in proportion",
  async (_, worst) => {
    expect(operations.length).toBeGreaterThan(5);
    for (const { method, path, fields } of operations) {
      const field = [...fields, ""];
      // In one field, and in every field at once.
      for (const bodyOf of [worst, (bytes: number) => everyField(field, bytes, worst)]) {
        await expectInProportion(method, path, "application/json", bodyOf);
      }
    }
  },
);

/** Nested fields get their own body, so that the outer fields are valid. */
function everyField(fields: string[], bytes: number, worst: (bytes: number) => string): string {
  const flat = fields.filter((name) => name !== "" && !name.includes("."));
  const share = bytes / flat.length;
  return `{${flat.map((name) => `"${name}":${worst(share)}`).join(",")}}`;
}

/** The discriminator of the union is valid, and one field is as bad as possible. */
const message = {
  fullName: "A",
  email: "a@example.com",
  phone: "8135550123",
  message: "m",
  page: "Personal",
};
const questionnaire = { ...message, page: "Questionairre" };

test.each(Object.entries(worstValues))(
  "four times %s within an otherwise valid message costs in proportion",
  async (_, worst) => {
    const within = [
      (value: string) => withField(message, "attribution", `{"first":${value},"last":${value}}`),
      (value: string) => withField(message, "attribution", value),
      (value: string) => withField(questionnaire, "questions", value),
      (value: string) => withField(questionnaire, "questions", `[${value}]`),
      (value: string) => withField(message, "captcha", value),
      (value: string) => withField(message, "consent", value),
    ];
    for (const bodyOf of within) {
      await expectInProportion("POST", "/api/contact", "application/json", (bytes) =>
        bodyOf(worst(bytes)),
      );
    }
  },
);

function withField(sent: object, name: string, value: string): string {
  return `${JSON.stringify(sent).slice(0, -1)},"${name}":${value}}`;
}

const worstForms: Record<string, (bytes: number) => string> = {
  "one name without a value": (bytes) => filled("a&", bytes),
  "one name": (bytes) => filled("email=a&", bytes),
  "many names": (bytes) => many(bytes, (index) => `k${index}=1`).replaceAll(",", "&"),
  "a name that is a record's own": (bytes) => filled("__proto__=1&", bytes),
  "percent signs": (bytes) => filled("%", bytes),
  "escapes that are none": (bytes) => filled("%E0%A4=%ZZ&", bytes),
  "a long value": (bytes) => `email=${filled("+", bytes)}a`,
};

test.each(Object.entries(worstForms))(
  "a web form with four times %s costs in proportion",
  async (_, worst) => {
    const path = `/api/intake/form/${"k".repeat(24)}`;
    const encoded = "application/x-www-form-urlencoded";
    await expectInProportion("POST", path, encoded, worst);
  },
);

test.each(Object.entries(worstValues))(
  "a web form in JSON, and a webhook, with four times %s costs in proportion",
  async (_, worst) => {
    const path = `/api/intake/form/${"k".repeat(24)}`;
    await expectInProportion("POST", path, "application/json", worst);
    await expectInProportion("POST", "/api/intake/meta", "application/json", worst);
  },
);

test.each(["text/plain", "multipart/form-data; boundary=a", "application/xml"])(
  "four times as much sent as %s costs a public operation in proportion",
  async (type) => {
    for (const { method, path } of operations) {
      await expectInProportion(method, path, type, (bytes) => filled("--a\r\n", bytes));
    }
  },
);

const pieces = ["a/", "%61/", "a&", "%2e%2e/", "leads/"];

test.each(pieces)("an address of four times %s costs in proportion", async (piece) => {
  for (const before of ["/api/", "/api/leads/", "/api/docs/", "/api/leads/new?"]) {
    const growth = await findGrowth((size) =>
      cpuOf("GET", before + filled(piece, size === "large" ? 15_000 : 15_000 / sizeRatio), {}),
    );
    expect([growth, before]).toEqual([null, before]);
  }
});

test.each([
  ["Cookie", "a=a; "],
  ["Cookie", "clientToken=a; "],
  ["Authorization", "Bearer a "],
  ["X-Forwarded-For", "1.1.1.1, "],
  ["X-Forwarded-For", "a:"],
  ["Content-Type", "application/json;"],
  ["Origin", "http://a"],
  ["User-Agent", "a ("],
])("a header %s of four times %o costs in proportion", async (name, piece) => {
  for (const [method, path] of [
    ["GET", "/api/leads/new"],
    ["POST", "/api/contact"],
  ] as const) {
    const growth = await findGrowth((size) =>
      cpuOf(method, path, {
        [name]: filled(piece, size === "large" ? 15_000 : 15_000 / sizeRatio).trim(),
      }),
    );
    expect([growth, path]).toEqual([null, path]);
  }
});

async function expectInProportion(
  method: string,
  documented: string,
  type: string,
  bodyOf: (bytes: number) => string,
) {
  const path = documented.replace(/\{\w+\}/g, () => crypto.randomUUID());
  const bodies = { small: bodyOf(smallBytes), large: bodyOf(smallBytes * sizeRatio) };
  const headers = { "Content-Type": type };
  const growth = await findGrowth((size) => cpuOf(method, path, headers, bodies[size]));
  expect([growth, method, path]).toEqual([null, method, path]);
}

/** CPU milliseconds until the answer was read. */
async function cpuOf(
  method: string,
  path: string,
  headers: Record<string, string>,
  body?: string,
): Promise<number> {
  const before = process.cpuUsage();
  const answer = await testApp.request(method, path, {
    headers,
    ...(body !== undefined && { body }),
  });
  const { user, system } = process.cpuUsage(before);
  expect([answer.status < 500, method, path.slice(0, 100)]).toEqual([
    true,
    method,
    path.slice(0, 100),
  ]);
  const length = JSON.stringify(answer.body).length;
  expect([Math.max(length, maxAnswerBytes), path.slice(0, 100)]).toEqual([
    maxAnswerBytes,
    path.slice(0, 100),
  ]);
  return (user + system) / 1000;
}
