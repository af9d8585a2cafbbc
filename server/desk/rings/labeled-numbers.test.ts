// Which practices the owner is told about, because phone companies may label their number as spam.
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { dayMs } from "#contract/durations.ts";
import type { ListedClient } from "#contract/practices.ts";
import { calls, ringCalls, ringEvents, rings } from "#server/db/schema.ts";
import type { LineEnding } from "#server/desk/phone/ring.ts";
import { minCalls } from "#server/desk/phone/spam-label.ts";
import { signInAdmin } from "#server/testing/people.ts";
import { openRinging } from "#server/testing/ringing-practice.ts";
import { openTestApp, type TestApp } from "#server/testing/test-app.ts";

let testApp: TestApp;
let owner: Awaited<ReturnType<typeof signInAdmin>>;
beforeAll(async () => {
  testApp = await openTestApp();
  testApp.clock.at("2026-03-17T16:00:00.000Z");
  owner = await signInAdmin(testApp);
});
afterAll(() => testApp.close());

/** Opens a practice, and returns functions that store its calls and read the owner's list. */
async function open() {
  const practice = await openRinging(testApp);
  const { clientId, accountId, number } = practice;
  const lead = await practice.ask();
  const [first] = await practice.rings();
  if (!first) throw new Error("No ring was stored");

  /** Stores as many calls as count, this many days ago. Without `as`, their end isn't reported. */
  async function call(daysAgo: number, as: LineEnding | null, from = number) {
    const at = new Date(testApp.clock.now.getTime() - daysAgo * dayMs);
    const ids = Array.from({ length: minCalls }, () => randomUUID());
    const { db } = testApp.deps;
    await db.insert(rings).values(
      ids.map((id) => ({
        ...{ clientId, id, leadId: lead._id, inquiryId: first?.inquiryId ?? "" },
        ...{ startedBy: accountId, dueAt: at, startedAt: at, settledAt: at },
        state: "ended" as const,
      })),
    );
    await db.insert(ringCalls).values(
      // The second phone was called because the first one didn't answer.
      ids.flatMap((ringId) =>
        [1, 2].map((attempt) => ({
          ...{ clientId, ringId, attempt, officePhoneId: randomUUID(), name: "Front desk" },
          ...{ phone: "+18135550150", fromNumber: from, token: randomUUID(), placedAt: at },
        })),
      ),
    );
    await db.insert(calls).values(
      ids.map((ringId) => ({
        ...{ clientId, id: randomUUID(), leadId: lead._id, ringId },
        ...{ calledAt: at, recordedAt: at },
      })),
    );
    if (!as) return;
    await db.insert(ringEvents).values(
      ids.map((ringId) => ({
        ...{ clientId, ringId, kind: "lead_ended" as const, detail: as, at, receivedAt: at },
      })),
    );
  }

  async function isListed(): Promise<boolean> {
    const { token } = owner;
    const { body } = await testApp.request("GET", "/api/admin/clients?needs=number", { token });
    return body.clients.some(({ _id }: ListedClient) => _id === clientId);
  }

  return { call, isListed };
}

test("a practice is listed once half as many of its calls are answered, whatever other practices do", async () => {
  const [quiet, usual] = [await open(), await open()];
  for (const { call } of [quiet, usual]) {
    await call(34, "completed");
    await call(8, "completed");
  }
  await usual.call(1, "completed");
  await quiet.call(6, "no_answer");
  expect(await quiet.isListed()).toBe(true);
  expect(await usual.isListed()).toBe(false);
  await quiet.call(1, "completed");
  expect(await quiet.isListed()).toBe(true);
  await quiet.call(1, "completed");
  expect(await quiet.isListed()).toBe(false);
});

test("calls from a former number, from earlier, and without a reported end don't count", async () => {
  const { call, isListed } = await open();
  await call(36, "completed");
  await call(20, "completed", "+18135550199");
  await call(1, "busy");
  await call(1, "completed");
  expect(await isListed()).toBe(false);
  await call(20, "completed");
  expect(await isListed()).toBe(true);
  // If they counted as unanswered, the share wouldn't have fallen by half.
  await call(20, null);
  expect(await isListed()).toBe(true);
});
