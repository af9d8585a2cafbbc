// Fuzz tests: malformed input to any operation of the OpenAPI document never causes a 5xx, and
// every error has the contract's format.
import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, expect, inject, test, vi } from "vitest";
import { ApiError } from "#contract/errors.ts";
import { formFields } from "#contract/intake.ts";
import { makeFormSource, makeInquiry } from "#server/db/make.ts";
import { prepareTemplate } from "#server/demos/template-practice.ts";
import { signIn, signInAdmin, signInClient } from "#server/testing/people.ts";
import { openTestApp, type TestApp } from "#server/testing/test-app.ts";

// Calling every operation with every value takes thousands of requests, so a busy machine needs
// this much time.
vi.setConfig({ testTimeout: 240_000 });

type Operation = { method: string; path: string; query: string[]; hasBody: boolean };

let testApp: TestApp;
/**
 * The emails of a practice's manager and an owner. Both log in again before each operation, because
 * some operations log them out.
 */
let emails: string[];
let tokens: string[] = [];
/** The practice that has the lead below. */
let clientId: string;
let leadId: string;
/** The key of one of the practice's web forms. */
let formKey: string;
let operations: Operation[];
let bodySchemas: Record<string, unknown>;
beforeAll(async () => {
  testApp = await openTestApp();
  // `POST /api/demos` is unavailable until there is a demo template.
  await prepareTemplate(testApp.deps, 1);
  const practice = await signInClient(testApp);
  emails = [practice.email, (await signInAdmin(testApp)).email];
  clientId = practice.clientId;
  leadId = (await makeInquiry(testApp.deps, clientId)).lead._id;
  formKey = (await makeFormSource(testApp.deps, clientId)).formKey ?? "";
  const { body } = await testApp.request("GET", "/api/openapi.json");
  bodySchemas = {};
  operations = Object.entries(
    body.paths as Record<string, Record<string, DocumentedOperation>>,
  ).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, documented]) => {
      bodySchemas[`${method} ${path}`] = documented.requestBody;
      return {
        method: method.toUpperCase(),
        path,
        query: (documented.parameters ?? [])
          .filter((one) => one.in === "query")
          .map((one) => one.name),
        hasBody: takesJson(documented),
      };
    }),
  );
});
beforeEach(signInAgain);
afterAll(() => testApp.close());

async function signInAgain() {
  tokens = await Promise.all(
    emails.map(async (email, index) => {
      const token = tokens[index];
      const path = index === 0 ? "/api/clients/getClient" : "/api/admins/myself";
      const isIn = token && (await testApp.request("GET", path, { token })).status === 200;
      return isIn ? token : signIn(testApp, email);
    }),
  );
  expect(tokens).toEqual([expect.any(String), expect.any(String)]);
}

type DocumentedOperation = {
  parameters?: { in: string; name: string }[];
  requestBody?: { content: Record<string, unknown> };
};

/**
 * Returns whether the operation takes JSON. Other operations take a file or a form-encoded body,
 * which their own tests send.
 */
function takesJson({ requestBody }: DocumentedOperation): boolean {
  return requestBody?.content["application/json"] !== undefined;
}

const malformedValues = [
  "",
  " ",
  "\u0000",
  "a\u0000b",
  "\ud800",
  "%00",
  "' or 1=1 --",
  "<script>alert(1)</script>",
  "{{ 7 | times: 7 }}",
  "../../../etc/passwd",
  "=cmd|' /C calc'!A0",
  "\u202eevil",
  "𝒳".repeat(5000),
  "9".repeat(400),
  "NaN",
  "-1",
  "1e309",
  "null",
  "__proto__",
  "2026-02-30T25:61:61Z",
  "0000-01-01T00:00:00Z",
  "9999-12-31T23:59:59-12:00",
  "00000000-0000-0000-0000-000000000000",
  "%E0%A4%A",
  "%ZZ",
];

/**
 * All operations check the path and the query with the same few schemas, so most runs need only one
 * value of each kind. `npm run test:long` sends all values.
 */
const addressValues = inject("isLong")
  ? malformedValues
  : ["", "a\u0000b", "\ud800", "9".repeat(400), "__proto__", "9999-12-31T23:59:59-12:00", "%ZZ"];

test("no value in a path or a query causes a 5xx", async () => {
  for (const operation of operations) {
    await signInAgain();
    for (const value of addressValues) {
      const encoded = encode(value);
      const each = operation.query.map((name) => `${encodeURIComponent(name)}=${encoded}`);
      const paths = [encoded || "x", ...(operation.path.includes("{") ? [leadId] : [])];
      for (const id of paths) {
        const path = operation.path.replace(/\{\w+\}/g, id);
        const body = operation.hasBody ? "{}" : undefined;
        // Sends all parameters together, and then each one alone, because one rejected value would
        // hide the effect of the others.
        for (const query of [each.join("&"), ...each]) {
          await expectClear(operation.method, `${path}?${query}`, body);
        }
      }
    }
  }
});

test("no path or query value causes a 5xx while an owner is viewing the desk as a practice", async () => {
  const [, owner = ""] = tokens;
  for (const operation of operations.filter(({ method }) => method === "GET")) {
    for (const value of addressValues) {
      const encoded = encode(value);
      const id = encoded || "x";
      const path = operation.path.replace(/\{\w+\}/g, id);
      const each = operation.query
        .filter((name) => name !== "client")
        .map((name) => `${encodeURIComponent(name)}=${encoded}`);
      for (const query of [each.join("&"), ...each]) {
        const viewed = `${path}?client=${clientId}&${query}`;
        await expectClear("GET", viewed, undefined, { token: owner });
      }
    }
  }
  const { status } = await testApp.request("GET", "/api/admin/audit", { token: owner });
  expect(status).toBe(200);
});

test.each([
  ["no JSON", "{", 400],
  ["an empty text", " ", 400],
  ["a number", "4", 422],
  ["a list", "[]", 422],
  ["null", "null", 422],
  ["a thousand levels", "[".repeat(1000) + "]".repeat(1000), 400],
  ["ten thousand levels", "[".repeat(10_000) + "]".repeat(10_000), 400],
  ["a prototype", '{"__proto__":{"isAdmin":true},"constructor":{"prototype":{}}}', 422],
  ["two megabytes", JSON.stringify({ message: "a".repeat(2_000_000) }), 413],
])("every operation that takes a body rejects %s", async (name, body, status) => {
  for (const operation of withBodies()) {
    await signInAgain();
    for (const token of tokens) {
      const answer = await send(operation, body, { token });
      // Access and missing rows are checked before the body. Operations without required fields
      // ignore unknown fields.
      const isIgnored = name === "a prototype" && [200, 201].includes(answer.status);
      if (![401, 403, 404].includes(answer.status) && !isIgnored)
        expect([answer.status, operation]).toEqual([status, operation]);
    }
  }
});

test.each(["text/plain", "application/xml", "multipart/form-data", "application/jsonx", ""])(
  "every operation that takes JSON rejects a body with the content type %o",
  async (type) => {
    // Web forms and webhooks accept any fields in any of these content types.
    const readAsSent = /^\/api\/(intake\/(form|webhook)|mail\/bounces)\//;
    for (const operation of withBodies().filter(({ path }) => !readAsSent.test(path))) {
      const answer = await send(operation, "{}", { type });
      expect([answer.status, operation.path]).toEqual([415, operation.path]);
    }
  },
);

test("an unsupported method gets a 405 with the list of supported methods", async () => {
  for (const path of new Set(operations.map((operation) => operation.path))) {
    const taken = methodsOf(path);
    for (const method of ["GET", "POST", "PUT", "PATCH", "DELETE"]) {
      if (taken.includes(method)) continue;
      const answer = await testApp.request(
        method,
        path.replace(/\{\w+\}/g, () => crypto.randomUUID()),
      );
      expect([answer.status, method, path]).toEqual([405, method, path]);
      expect(answer.headers.get("Allow")?.split(", ").toSorted()).toEqual(taken.toSorted());
    }
  }
});

test("an unknown path under /api returns JSON instead of a page", async () => {
  const answer = await testApp.request("GET", "/api/nothing/here");
  expect(answer.body).toMatchObject({ code: "not_found", status: 404 });
});

test("no JSON body causes a 5xx", async () => {
  const json = fc.oneof(fc.jsonValue({ maxDepth: 4 }), fc.constantFrom(...malformedValues));
  const names = fc.constantFrom(...fieldNames());
  const body = fc.dictionary(fc.oneof(names, fc.string()), json, { maxKeys: 12 });
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...withBodies()),
      fc.oneof(body, json),
      async (operation, value) => {
        await signInAgain();
        for (const token of tokens) await send(operation, JSON.stringify(value), { token });
      },
    ),
    { numRuns: 400 },
  );
});

test("a web form sent by a browser always returns a page and never a 5xx", async () => {
  const raw = fc.oneof(fc.constantFrom(...malformedValues), fc.string());
  const name = fc.oneof(fc.constantFrom<string>(...formFields), raw);
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(name, raw), { maxLength: 8 }),
      fc.boolean(),
      fc.constantFrom(formKey, "nobody", "%00"),
      async (fields, isEscaped, key) => {
        const body = isEscaped
          ? new URLSearchParams(fields).toString()
          : fields.map((field) => field.join("=")).join("&");
        const answer = await testApp.request("POST", `/api/intake/form/${key}`, {
          body,
          headers: { "Content-Type": "application/x-www-form-urlencoded" },
        });
        expect([answer.status < 500, body]).toEqual([true, body]);
        expect(answer.headers.get("Content-Type")).toMatch(/^text\/html/);
      },
    ),
    { numRuns: 100 },
  );
});

test("a body that is valid except for one field never causes a 5xx", async () => {
  const candidates = withBodies().flatMap((operation) => {
    const sample = sampleOf(bodySchemas[`${operation.method.toLowerCase()} ${operation.path}`]);
    return Object.keys(sample).map((field) => ({ operation, sample, field }));
  });
  expect(candidates.length).toBeGreaterThan(50);
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...candidates),
      fc.oneof(fc.constantFrom(...malformedValues), fc.jsonValue({ maxDepth: 2 })),
      async ({ operation, sample, field }, value) => {
        await signInAgain();
        const body = JSON.stringify({ ...sample, [field]: value });
        for (const token of tokens) await send(operation, body, { token, id: leadId });
      },
    ),
    { numRuns: 400 },
  );
});

/**
 * Returns a body with every field that an operation's documented schema names, each of the
 * documented type.
 */
function sampleOf(documented: unknown): Record<string, unknown> {
  const { content } = documented as { content: Record<string, { schema: Schema }> };
  const sample = exampleOf(content["application/json"]?.schema ?? {});
  return typeof sample === "object" && sample !== null ? { ...sample } : {};
}

type Schema = {
  type?: string | string[];
  format?: string;
  enum?: unknown[];
  const?: unknown;
  minimum?: number;
  items?: Schema;
  properties?: Record<string, Schema>;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
};

function exampleOf(schema: Schema): unknown {
  const [choice] = schema.anyOf ?? schema.oneOf ?? schema.allOf ?? [];
  if (choice) return exampleOf(choice);
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  const [type] = [schema.type].flat();
  if (type === "object") {
    const fields = Object.entries(schema.properties ?? {});
    return Object.fromEntries(fields.map(([name, inner]) => [name, exampleOf(inner)]));
  }
  if (type === "array") return schema.items ? [exampleOf(schema.items)] : [];
  if (type === "boolean") return true;
  if (type === "integer" || type === "number") return schema.minimum ?? 1;
  const formats: Record<string, string> = {
    email: "sample@example.com",
    uuid: leadId,
    "date-time": testApp.clock.now.toISOString(),
    date: testApp.clock.now.toISOString().slice(0, 10),
  };
  return formats[schema.format ?? ""] ?? "seventeen calm otters";
}

/**
 * Returns a path's methods, including those of other patterns that match the path: `/leads/new`
 * also matches `/leads/{id}`.
 */
function methodsOf(path: string): string[] {
  const fits = (pattern: string) =>
    new RegExp(`^${pattern.replace(/\{\w+\}/g, "[^/]+")}$`).test(path);
  return [...new Set(operations.filter((one) => fits(one.path)).map((one) => one.method))];
}

function withBodies(): Operation[] {
  return operations.filter((operation) => operation.hasBody);
}

/**
 * Returns every field that any operation's schema names, because bodies with these fields get past
 * the first check.
 */
function fieldNames(): string[] {
  const names = new Set<string>();
  const walk = (node: unknown) => {
    if (typeof node !== "object" || node === null) return;
    if ("properties" in node)
      for (const name of Object.keys(node.properties as object)) names.add(name);
    for (const inner of Object.values(node)) walk(inner);
  };
  walk(bodySchemas);
  return [...names];
}

async function send(
  operation: Operation,
  body: string,
  options: { token?: string; type?: string; id?: string } = {},
) {
  const path = operation.path
    .replace("{key}", formKey)
    .replace(/\{\w+\}/g, () => options.id ?? crypto.randomUUID());
  return expectClear(operation.method, path, body, options);
}

async function expectClear(
  method: string,
  path: string,
  body: string | undefined,
  { token, type = "application/json" }: { token?: string; type?: string } = {},
) {
  const answer = await testApp.request(method, path, {
    token: token ?? tokens[0],
    ...(body !== undefined && { body, headers: { "Content-Type": type } }),
  });
  expect([answer.status < 500, method, path.slice(0, 200)]).toEqual([
    true,
    method,
    path.slice(0, 200),
  ]);
  if (answer.status >= 400) {
    const shape = ApiError.safeParse(answer.body);
    expect([shape.success, method, path.slice(0, 200)]).toEqual([true, method, path.slice(0, 200)]);
    expect(answer.body.status).toBe(answer.status);
  }
  return answer;
}

function encode(value: string): string {
  // This value is sent verbatim, because it's an invalid encoding.
  if (/^%(E0|ZZ)/.test(value)) return value;
  return value.isWellFormed() ? encodeURIComponent(value) : "%ED%A0%80";
}
