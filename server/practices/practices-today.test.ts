import { afterAll, beforeAll, expect, test, vi } from "vitest";
import type { PracticeToday } from "#contract/figures.ts";
import { makeCall, makeInquiry, makeOpenHours, makePractice } from "#server/db/make.ts";
import { signInAdmin, signInClient } from "#server/testing/people.ts";
import { openTestApp, type TestApp } from "#server/testing/test-app.ts";

let testApp: TestApp;
let owner: Awaited<ReturnType<typeof signInAdmin>>;
beforeAll(async () => {
  testApp = await openTestApp();
  owner = await signInAdmin(testApp);
});
afterAll(() => testApp.close());

const ago = (minutes: number) => new Date(testApp.clock.now.getTime() - minutes * 60_000);
const day = 24 * 60;

test("the owner sees each practice's waiting leads, the longest wait, and the last seven days", async () => {
  const quiet = await makePractice(testApp.deps, { name: "Quiet" });
  const busy = await makePractice(testApp.deps, { name: "Busy" });
  await makePractice(testApp.deps, { name: "Pending", isApproved: false });
  for (const minutes of [5, 90]) {
    await makeInquiry(testApp.deps, busy.clientId, { submittedAt: ago(minutes) });
  }
  for (const [askedAt, tookMinutes] of [
    [ago(6 * day), 4],
    [ago(2 * day), 30],
    [ago(8 * day), 4],
  ] as const) {
    const { lead } = await makeInquiry(testApp.deps, busy.clientId, { submittedAt: askedAt });
    const calledAt = new Date(askedAt.getTime() + tookMinutes * 60_000);
    await makeCall(testApp.deps, busy, lead._id, { calledAt, outcome: "spoke" });
  }
  const { status, body } = await testApp.request("GET", "/api/admin/practices-today", {
    token: owner.token,
  });
  expect(status).toBe(200);
  expect(body.practices).toEqual([
    {
      _id: busy.clientId,
      name: "Busy",
      // The lead that has waited 90 minutes is late already; the younger one is in no bucket.
      timeDiff: { lt10: 1, lt60: 1, other: 1 },
      uncalled: 2,
      waitingSince: ago(90).toISOString(),
      isUnreachable: true,
    },
    {
      _id: quiet.clientId,
      name: "Quiet",
      timeDiff: { lt10: 0, lt60: 0, other: 0 },
      uncalled: 0,
      waitingSince: null,
      isUnreachable: true,
    },
  ]);
});

test("a practice that is open and that nothing would reach stands out, until a screen is open", async () => {
  const hours = { timeZone: "America/New_York", from: "09:00", to: "17:00" };
  const closed = await makePractice(testApp.deps, { name: "Closed" });
  await makeOpenHours(testApp.deps, closed.clientId, hours);
  const watched = await signInClient(testApp);
  const screen = await testApp.api.request("http://localhost/api/leads/events", {
    headers: { Authorization: `Bearer ${watched.token}` },
  });
  const reader = screen.body?.getReader();
  await reader?.read();
  await vi.waitFor(async () => {
    expect(await unreachable()).toMatchObject({
      [closed.clientId]: false,
      [watched.clientId]: false,
    });
  });
  await reader?.cancel();
  testApp.clock.forward(2 * 60_000);
  expect(await unreachable()).toMatchObject({ [closed.clientId]: false, [watched.clientId]: true });
});

async function unreachable(): Promise<Record<string, boolean>> {
  const { body } = await testApp.request("GET", "/api/admin/practices-today", {
    token: owner.token,
  });
  return Object.fromEntries(
    body.practices.map((one: PracticeToday) => [one._id, one.isUnreachable]),
  );
}
