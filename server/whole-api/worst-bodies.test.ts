// Sends the worst bodies of every content type to every public operation, up to the size that the
// operation reads. The cost must be linear in the body's size, and the size of the response must be
// limited.
import { createHmac } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makePlatformId, makePractice } from "#server/db/make.ts";
import { prepareTemplate } from "#server/demos/template-practice.ts";
import { bounceKey } from "#server/messages/mail/record-bounce.ts";
import { signWebhook } from "#server/outside/twilio.ts";
import { addSource } from "#server/people/practice-sources.ts";
import { googleKeyOf } from "#server/sources/intake/keyed-sources.ts";
import { findGrowth, sizeRatio } from "#server/testing/cost.ts";
import { openTestApp, type TestApp } from "#server/testing/test-app.ts";

/**
 * Leaves room for the text around a worst value, because a body above the limit is rejected unread.
 */
const spareBytes = 500;
/** This is enough for a sentence about each field of a form. */
const maxAnswerBytes = 12_000;

/** `types`: the documented content types. `fields`: the fields of the JSON body. */
type Operation = {
  method: string;
  path: string;
  types: string[];
  fields: string[];
  queries: string[];
  /** The size of the largest body that the operation reads. */
  maxBytes: number;
};

let testApp: TestApp;
/** Every operation in the OpenAPI document that doesn't require a session. */
let operations: Operation[];
/** Operations that may get a body, including an undocumented one. */
let changes: Operation[];
/** A source's key for each kind of source. A body is rejected unread if its key is unknown. */
const keys: Record<string, string> = {};
beforeAll(async () => {
  testApp = await openTestApp();
  const { clientId } = await makePractice(testApp.deps);
  for (const kind of ["form", "google", "webhook"] as const) {
    const { formKey } = await addSource(testApp.deps, { clientId, kind, name: kind });
    keys[kind] = formKey ?? "";
  }
  keys.bounces = bounceKey(testApp.deps.config.secret);
  // `POST /api/demos` is unavailable until there is a demo template.
  await prepareTemplate(testApp.deps, 1);
  const { body } = await testApp.request("GET", "/api/openapi.json");
  operations = publicOperations(body.paths);
  changes = operations.filter(({ method }) => method !== "GET");
});
afterAll(() => testApp.close());

type Documented = {
  security?: unknown;
  requestBody?: { content: Record<string, { schema: Schema }> };
  parameters?: { name: string; in: string }[];
  "x-max-body-bytes"?: number;
};
type Schema = {
  type?: string | string[];
  properties?: Record<string, Schema>;
  anyOf?: Schema[];
  oneOf?: Schema[];
};

function publicOperations(paths: Record<string, Record<string, Documented>>): Operation[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, documented]) => {
      const { security, requestBody, parameters = [] } = documented;
      if (security) return [];
      const { content = {} } = requestBody ?? {};
      const queries = parameters.filter((one) => one.in === "query").map(({ name }) => name);
      return {
        ...{ method: method.toUpperCase(), path, types: Object.keys(content), queries },
        fields: [...fieldPaths(content["application/json"]?.schema ?? {})],
        maxBytes: documented["x-max-body-bytes"] ?? 0,
      };
    }),
  );
}

/** Returns every field that a schema names. Nested fields are written as `attribution.first`. */
function fieldPaths(schema: Schema, before = ""): Set<string> {
  const fields = Object.entries(schema.properties ?? {});
  const inner = [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])];
  return new Set([
    ...inner.flatMap((one) => [...fieldPaths(one, before)]),
    ...fields.flatMap(([name, one]) => [before + name, ...fieldPaths(one, `${before}${name}.`)]),
  ]);
}

const json = { "Content-Type": "application/json" };
const encoded = { "Content-Type": "application/x-www-form-urlencoded" };

const filled = (part: string, bytes: number) => part.repeat(Math.ceil(bytes / part.length));
const many = (bytes: number, entry: (index: number) => string) => {
  const entries: string[] = [];
  for (let length = 0; length < bytes; length += (entries.at(-1)?.length ?? 0) + 1) {
    entries.push(entry(entries.length));
  }
  return entries.join(",");
};

/** Each function returns a worst JSON value of a given size. */
const worstValues: Record<string, (bytes: number) => string> = {
  "an object with many numbers": (bytes) => `{${many(bytes, (index) => `"k${index}":1`)}}`,
  "an object with many strings": (bytes) => `{${many(bytes, (index) => `"k${index}":"v"`)}}`,
  "an object with many questions": (bytes) =>
    `[{"value":1,${many(bytes, (index) => `"k${index}question":1`)}}]`,
  "an object with one repeated key": (bytes) => `{${many(bytes, () => `"a":1`)}}`,
  "many numbers": (bytes) => `[${many(bytes, () => "1")}]`,
  "many empty objects": (bytes) => `[${many(bytes, () => "{}")}]`,
  "many objects with one field": (bytes) => `[${many(bytes, (index) => `{"k${index}":1}`)}]`,
  "deeply nested lists": (bytes) => filled("[", bytes / 2) + filled("]", bytes / 2),
  "many lists of the greatest allowed depth": (bytes) => `[${many(bytes, () => "[[[[[[]]]]]]")}]`,
  "a string of one letter": (bytes) => `"${filled("a", bytes)}"`,
  "a string of spaces between two letters": (bytes) => `"a${filled(" ", bytes)}b"`,
  "a string of at signs": (bytes) => `"${filled("a@", bytes)}"`,
  "a string of dots": (bytes) => `"a@${filled("a.", bytes)}"`,
  "a string of semicolons before a letter": (bytes) => `"${filled(";", bytes)}x"`,
  "a string of brackets before a letter": (bytes) => `"${filled(">", bytes)}x"`,
  "a string of digits": (bytes) => `"${filled("1", bytes)}"`,
  "a string of characters that are escaped": (bytes) => `"${filled("<&", bytes)}"`,
  "a string of escape sequences": (bytes) => `"${filled("\\u0000", bytes)}"`,
};

test("each public operation accepts bodies up to exactly its own limit and rejects larger ones", async () => {
  // These are operations for practices, their people, the public sites, sources, Twilio, and mail
  // programs.
  expect(changes.length).toBeGreaterThan(20);
  for (const { method, path, maxBytes: bytes } of changes) {
    expect([bytes > 0, path]).toEqual([true, path]);
    const statusOf = async (length: number) => {
      const body = `"${filled("a", length - 2)}"`;
      const headers = { ...json, "Content-Length": String(length) };
      return (await testApp.request(method, addressOf(path), { body, headers })).status;
    };
    expect([await statusOf(bytes), path]).not.toEqual([413, path]);
    expect([await statusOf(bytes + 1), path]).toEqual([413, path]);
  }
});

test.each(Object.entries(worstValues))(
  "a public operation takes time linear in the size of %s",
  async (_, worst) => {
    for (const { method, path, fields } of changes) {
      const field = [...fields, ""];
      // The worst value is sent in one field, and then in all fields at once.
      for (const bodyOf of [worst, (bytes: number) => everyField(field, bytes, worst)]) {
        await expectInProportion(method, path, json, bodyOf);
      }
    }
  },
);

/**
 * Fills every top-level field with a worst value. The bodies below cover the fields inside valid
 * outer fields.
 */
function everyField(fields: string[], bytes: number, worst: (bytes: number) => string): string {
  const flat = fields.filter((name) => name !== "" && !name.includes("."));
  const share = bytes / flat.length;
  return `{${flat.map((name) => `"${name}":${worst(share)}`).join(",")}}`;
}

/** The union's discriminator is valid, and one field has the worst value. */
const message = {
  fullName: "A",
  email: "a@example.com",
  phone: "8135550123",
  message: "m",
  page: "Personal",
};
const questionnaire = { ...message, page: "Questionairre" };

test.each(Object.entries(worstValues))(
  "an otherwise valid message takes time linear in the size of %s",
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
      await expectInProportion("POST", "/api/contact", json, (bytes) => bodyOf(worst(bytes)));
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
  "a name that every object has": (bytes) => filled("__proto__=1&", bytes),
  "percent signs": (bytes) => filled("%", bytes),
  "invalid escape sequences": (bytes) => filled("%E0%A4=%ZZ&", bytes),
  "a long value": (bytes) => `email=${filled("+", bytes)}a`,
};

test.each(Object.entries(worstForms))(
  "a public operation takes time linear in the size of a form with %s",
  async (_, worst) => {
    const forms = changes.filter(({ types }) => types.includes(encoded["Content-Type"]));
    expect(forms.map(({ path }) => path)).toContain("/api/alerts/text-status");
    for (const { method, path } of changes) {
      await expectInProportion(method, path, encoded, worst);
    }
    for (const { method, path } of forms) {
      // The source stores a lead only if there is a name, and a text's report is read only if there
      // is a status.
      await expectInProportion(
        method,
        path,
        encoded,
        (bytes) =>
          `firstName=A&MessageStatus=sent&CallSid=CA1&Digits=1&MessageSid=SM1&From=1&To=2&${worst(bytes)}`,
      );
    }
  },
);

test.each(Object.entries(worstValues))(
  "a source's lead takes time linear in the size of %s",
  async (_, worst) => {
    for (const path of ["/api/intake/form/{key}", "/api/intake/webhook/{key}"]) {
      await expectInProportion("POST", path, json, (bytes) =>
        withField({ firstName: "A", name: "A" }, "wish", worst(bytes)),
      );
    }
    for (const within of googleBodies) {
      await expectInProportion("POST", "/api/intake/google/{key}", json, (bytes) =>
        within(worst(bytes)),
      );
    }
    for (const within of metaBodies) {
      const bodyOf = (bytes: number) => within(worst(bytes));
      await expectInProportion("POST", "/api/intake/meta", json, bodyOf);
    }
  },
);

const phoneColumn = { column_id: "PHONE_NUMBER", string_value: "8135550188" };

/** Bodies with Google's key. Without the key, they would be rejected unread. */
const googleBodies: ((value: string) => string)[] = [
  (value) => withField(googleLead([phoneColumn]), "wish", value),
  (value) => withField(googleLead(), "user_column_data", value),
  (value) => withField(googleLead(), "user_column_data", `[${value}]`),
  (value) =>
    withField(googleLead(), "user_column_data", `[{"column_name":"a","string_value":${value}}]`),
];

function googleLead(user_column_data?: object[]) {
  const { secret } = testApp.deps.config;
  const google_key = googleKeyOf(secret, { formKey: keys.google ?? "" });
  return { lead_id: crypto.randomUUID(), google_key, user_column_data };
}

const metaBodies: ((value: string) => string)[] = [
  (value) => value,
  (value) => `{"object":"page","entry":${value}}`,
  (value) => aDelivery(value),
  (value) => aDelivery(`[{"field":"leadgen","value":${value}}]`),
];

function aDelivery(changes: string): string {
  return `{"object":"page","entry":[{"id":"1","changes":${changes}}]}`;
}

/** Returns Meta's or Twilio's signature of a body, because an unsigned body is rejected unread. */
function signature(path: string, body: string): Record<string, string> {
  if (path.endsWith("/meta")) return signedByMeta(body);
  return isOfTwilio(path) ? signedByTwilio(path, body) : {};
}

function isOfTwilio(path: string): boolean {
  return (
    path.includes("/text-status") || path.includes("/api/voice/") || path.includes("/api/texts/")
  );
}

function signedByTwilio(path: string, body: string) {
  const { origin, sms } = testApp.deps.config;
  const fields = [...new URLSearchParams(body)];
  return { "X-Twilio-Signature": signWebhook(sms?.authToken ?? "", origin + path, fields) };
}

function signedByMeta(body: string) {
  const mac = createHmac("sha256", testApp.deps.config.meta.appSecret ?? "").update(body);
  return { "X-Hub-Signature-256": `sha256=${mac.digest("hex")}` };
}

test("the bodies from Google, Meta and Twilio in these tests get past the key and signature checks", async () => {
  const post = async (path: string, body: string, type = json) => {
    const sent = { body, headers: { ...type, ...signature(path, body) } };
    return (await testApp.request("POST", path, sent)).status;
  };
  const google = googleBodies.map((within) =>
    post(`/api/intake/google/${keys.google}`, within("1")),
  );
  expect(await Promise.all(google)).toEqual([200, 422, 422, 422]);
  const meta = metaBodies.map((within) => post("/api/intake/meta", within("1")));
  expect(await Promise.all(meta)).toEqual([400, 400, 400, 200]);
  expect(await post(addressOf("/api/alerts/text-status"), "MessageStatus=sent", encoded)).toBe(200);
  for (const path of ["/api/voice/codes", "/api/voice/rings", "/api/voice/incoming"]) {
    expect(await post(addressOf(path), "CallSid=CA1&Digits=1", encoded)).toBe(200);
  }
  for (const path of ["/api/texts/inbound", "/api/texts/status"]) {
    expect(await post(addressOf(path), "MessageSid=SM1&From=1&To=2", encoded)).toBe(200);
  }
});

test("a webhook takes time linear in its number of lead notifications or lead columns", async () => {
  const most = 300;
  const countOf = (size: "small" | "large") => (size === "large" ? most : most / sizeRatio);
  // Each body has new ids, so all of it is stored.
  const announced = await findGrowth((size) => {
    const changes = Array.from({ length: countOf(size) }, () => ({
      ...{ field: "leadgen", value: { leadgen_id: makePlatformId(), form_id: "1" } },
    }));
    const body = aDelivery(JSON.stringify(changes));
    return cpuOf("POST", "/api/intake/meta", { ...json, ...signedByMeta(body) }, body);
  });
  expect(announced).toBeNull();
  const columns = await findGrowth((size) => {
    const asked = Array.from({ length: countOf(size) }, (_, index) => ({
      ...{ column_id: `q${index}`, string_value: "a" },
    }));
    const body = JSON.stringify(googleLead([...asked, phoneColumn]));
    return cpuOf("POST", `/api/intake/google/${keys.google}`, json, body);
  });
  expect(columns).toBeNull();
});

test.each(["text/plain", "multipart/form-data; boundary=a", "application/xml"])(
  "a public operation takes time linear in the size of a body sent as %s",
  async (type) => {
    for (const { method, path } of changes) {
      const worst = (bytes: number) => filled("--a\r\n", bytes);
      await expectInProportion(method, path, { "Content-Type": type }, worst);
    }
  },
);

const pieces = ["a/", "%61/", "a&", "%2e%2e/", "leads/"];

test.each(pieces)("a URL with repeated %s takes time linear in its length", async (piece) => {
  for (const before of ["/api/", "/api/leads/", "/api/docs/", "/api/leads/new?"]) {
    const growth = await findGrowth((size) =>
      cpuOf("GET", before + filled(piece, size === "large" ? 15_000 : 15_000 / sizeRatio), {}),
    );
    expect([growth, before]).toEqual([null, before]);
  }
});

test.each(["a", "%00", "%", "a&", "a,", "(", "&a=", "%F0%9F%98%80"])(
  "a public operation takes time linear in the length of repeated %s in a query value or path key",
  async (piece) => {
    for (const { method, path, queries } of operations) {
      const addresses = [...queries.map((name) => `${addressOf(path)}?${name}=`)];
      if (path.includes("{")) addresses.push(path.slice(0, path.indexOf("{")));
      for (const before of addresses) {
        const growth = await findGrowth((size) =>
          cpuOf(method, before + filled(piece, size === "large" ? 15_000 : 15_000 / sizeRatio), {}),
        );
        expect([growth, method, before]).toEqual([null, method, before]);
      }
    }
  },
);

test.each([
  ["Cookie", "a=a; "],
  ["Cookie", "clientToken=a; "],
  ["Authorization", "Bearer a "],
  ["X-Forwarded-For", "1.1.1.1, "],
  ["X-Forwarded-For", "a:"],
  ["Content-Type", "application/json;"],
  ["Origin", "http://a"],
  ["User-Agent", "a ("],
])("a header %s with repeated %o takes time linear in its length", async (name, piece) => {
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
  type: Record<string, string>,
  bodyOf: (bytes: number) => string,
) {
  const path = addressOf(documented);
  const one = changes.find((change) => change.method === method && change.path === documented);
  const large = (one?.maxBytes ?? 0) - spareBytes;
  const bodies = { small: bodyOf(large / sizeRatio), large: bodyOf(large) };
  const headers = {
    small: { ...type, ...signature(path, bodies.small) },
    large: { ...type, ...signature(path, bodies.large) },
  };
  const growth = await findGrowth((size) => cpuOf(method, path, headers[size], bodies[size]));
  expect([growth, method, path]).toEqual([null, method, path]);
}

/** Fills in an existing source's key and, for Twilio, the ids that a report refers to. */
function addressOf(documented: string): string {
  const kind = Object.keys(keys).find((one) => documented.includes(one)) ?? "";
  const path = documented
    .replace("{key}", () => keys[kind] ?? "")
    .replace(/\{\w+\}/g, () => crypto.randomUUID());
  if (!isOfTwilio(path)) return path;
  const query = new URLSearchParams({ practice: crypto.randomUUID(), token: "a token" });
  for (const name of ["address", "phone", "ring"]) query.set(name, crypto.randomUUID());
  return `${path}?${query}&attempt=1&step=key`;
}

/** Returns how many milliseconds of CPU time passed until the response was read. */
async function cpuOf(
  method: string,
  path: string,
  headers: Record<string, string>,
  body?: string,
): Promise<number> {
  // This measures only this thread's CPU time, because other threads collect the garbage of the
  // whole test run.
  const before = process.threadCpuUsage();
  const answer = await testApp.request(method, path, {
    headers,
    ...(body !== undefined && { body }),
  });
  const { user, system } = process.threadCpuUsage(before);
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
