import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { makeInquiry } from "#server/db/make.ts";
import { signInClient } from "#server/testing/people.ts";
import { openTestApp, type TestApp } from "#server/testing/test-app.ts";
import { milliseconds, readCursor, writeCursor } from "./cursor.ts";

let testApp: TestApp;
let token: string;
/**
 * The years in which leads were submitted. Forms could send such years before submission times were
 * checked.
 */
const years = [1900, 1931, 1969, 1970, 2025];
beforeAll(async () => {
  testApp = await openTestApp();
  const practice = await signInClient(testApp);
  token = practice.token;
  for (const year of years) {
    const submittedAt = new Date(Date.UTC(year, 0, 1, 0, 0, 0, 1));
    const made = { firstName: String(year), submittedAt, receivedAt: testApp.clock.now };
    await makeInquiry(testApp.deps, practice.clientId, made);
  }
});
afterAll(() => testApp.close());

test.each([
  ["newest", years.toReversed()],
  ["oldest", years],
  ["next", years.toReversed()],
])("the queue sorted by %s continues after a page that ends before 1970", async (sort, order) => {
  expect(await firstNamesOf("/api/leads/new", `sort=${sort}`, "leads")).toEqual(order.map(String));
});

test("the list of inquiries continues after a page that ends before 1970", async () => {
  const names = await firstNamesOf("/api/leads/inquiries", "reading=wall", "inquiries");
  expect(names).toEqual(years.toReversed().map(String));
});

test("a cursor can contain any timestamp from year 1000 to 9999, and other timestamps are rejected", () => {
  const first = Date.UTC(1000, 0);
  const last = Date.UTC(10_000, 0) - 1;
  fc.assert(
    fc.property(fc.integer({ min: first, max: last }), (at) => {
      expect(readCursor(writeCursor([at]), z.tuple([milliseconds]))).toEqual([at]);
    }),
  );
  for (const at of [first - 1, last + 1, 0.5, Number.NaN, -Infinity])
    expect(() => readCursor(writeCursor([at]), z.tuple([milliseconds]))).toThrow("invalid");
});

/** Returns the first names from all pages, with one lead per page. */
async function firstNamesOf(path: string, query: string, list: "leads" | "inquiries") {
  const names: string[] = [];
  let cursor: string | null = "";
  while (cursor !== null && names.length <= years.length) {
    const after: string = cursor && `&cursor=${cursor}`;
    const { status, body } = await testApp.request("GET", `${path}?limit=1&${query}${after}`, {
      token,
    });
    expect([status, names]).toEqual([200, names]);
    names.push(...body[list].map(({ firstName }: { firstName: string }) => firstName));
    cursor = body.nextCursor;
  }
  return names;
}
