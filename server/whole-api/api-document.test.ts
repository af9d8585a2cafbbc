// Checks that the OpenAPI document describes request bodies and responses correctly.
import { afterAll, beforeAll, expect, test } from "vitest";
import { idleMinuteChoices } from "#contract/shared-devices.ts";
import { openTestApp, type TestApp } from "#server/testing/test-app.ts";

type Body = { content: Record<string, { schema: { properties?: Record<string, Field> } }> };
type Field = { pattern?: string; enum?: unknown[] };
type Operation = { requestBody?: Body; responses: Record<string, Body> };

let testApp: TestApp;
let paths: Record<string, Record<string, Operation>>;
let text: string;
beforeAll(async () => {
  testApp = await openTestApp();
  const { body } = await testApp.request("GET", "/api/openapi.json");
  paths = body.paths;
  text = JSON.stringify(body);
});
afterAll(() => testApp.close());

const bodyOf = (path: string) => paths[path]?.post?.requestBody?.content ?? {};
const fieldsOf = (path: string) => bodyOf(path)["application/json"]?.schema.properties ?? {};

test("patterns are written without regular expression delimiters or flags, and initials may be non-ASCII", () => {
  const patterns = [...text.matchAll(/"pattern":("(?:[^"\\]|\\.)*")/g)].map(([, pattern = ""]) =>
    String(JSON.parse(pattern)),
  );
  expect(patterns.length).toBeGreaterThan(3);
  expect(patterns.filter((pattern) => /\/[a-z]+$/.test(pattern))).toEqual([]);
  for (const path of ["/api/shared-device", "/api/shared-device/passwords"]) {
    const { pattern = "" } = fieldsOf(path).initials ?? {};
    expect([path, new RegExp(pattern, "u").test("ÄB")]).toEqual([path, true]);
  }
});

test("the documentation of a number field with fixed choices lists all of them", () => {
  expect(fieldsOf("/api/shared-device").idleMinutes?.enum).toEqual([...idleMinuteChoices]);
});

test.each(["/api/leads/import", "/api/admin/clients/{id}/import", "/api/admin/campaign-reports"])(
  "the body of %s is documented as a file",
  (path) => {
    const file = { schema: { type: "string", format: "binary" } };
    expect(bodyOf(path)).toEqual({ "text/csv": file, "application/octet-stream": file });
  },
);

test("the error response of a web form is documented as JSON or a page", () => {
  const { content = {} } = paths["/api/intake/form/{key}"]?.post?.responses.default ?? {};
  expect(Object.keys(content)).toEqual(["application/json", "text/html"]);
});
