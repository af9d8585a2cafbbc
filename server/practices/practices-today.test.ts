import { afterAll, beforeAll, expect, test } from "vitest";
import { makeCall, makeInquiry, makePractice } from "#server/db/make.ts";
import { signInAdmin } from "#server/testing/people.ts";
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
    },
    {
      _id: quiet.clientId,
      name: "Quiet",
      timeDiff: { lt10: 0, lt60: 0, other: 0 },
      uncalled: 0,
      waitingSince: null,
    },
  ]);
});
