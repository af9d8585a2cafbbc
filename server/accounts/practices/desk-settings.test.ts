import { afterAll, beforeAll, expect, test } from "vitest";
import { signInClient } from "#server/testing/people.ts";
import { openTestApp, type TestApp } from "#server/testing/test-app.ts";

let testApp: TestApp;
beforeAll(async () => {
  testApp = await openTestApp();
});
afterAll(() => testApp.close());

test("desk settings are saved for the practice and don't make an open profile form stale", async () => {
  const practice = await signInClient(testApp);
  const { token } = practice;
  const ask = async (method: string, path: string, json?: object) =>
    testApp.request(method, `/api/clients/${path}`, { token, json });
  const before = (await ask("GET", "getClient")).body.userData;
  expect(before.reading).toBe("wall");
  expect((await ask("PATCH", "me/desk", { reading: "open" })).body.userData.reading).toBe("open");
  expect((await ask("PATCH", "me/desk", {})).body.userData.reading).toBe("open");
  expect((await ask("PATCH", "me/desk", { reading: "shut" })).status).toBe(422);
  expect(before.attemptGaps).toEqual(["3h", "morning", "2d", "4d", "7d"]);
  const plan = { attemptGaps: ["1h", "1d", "1d"] };
  expect((await ask("PATCH", "me/desk", plan)).body.userData).toMatchObject(plan);
  expect((await ask("PATCH", "me/desk", { attemptGaps: [] })).status).toBe(422);
  expect((await ask("PATCH", "me/desk", { attemptGaps: Array(12).fill("1d") })).status).toBe(422);
  expect((await ask("PATCH", "me/desk", { attemptGaps: ["8d"] })).status).toBe(422);
  expect(before.urgentWords).toContain("swelling");
  const words = { urgentWords: ["crown fell off", "dolor"] };
  expect((await ask("PATCH", "me/desk", words)).body.userData).toMatchObject(words);
  expect((await ask("PATCH", "me/desk", { urgentWords: [] })).body.userData.urgentWords).toEqual(
    [],
  );
  expect((await ask("PATCH", "me/desk", { urgentWords: [" "] })).status).toBe(422);
  expect((await ask("PATCH", "me/desk", { urgentWords: Array(61).fill("a") })).status).toBe(422);
  const change = { city: "Tampa", changedAt: before.changedAt };
  expect((await ask("PATCH", "me", change)).status).toBe(200);
});
