// The provider's requests about one ring in random orders, each as often as it likes: one truth in the
// calls, on the timeline and in the row.
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { getLead } from "#server/desk/leads/lead-detail.ts";
import { driveRings } from "#server/testing/ring-driver.ts";
import { openRinging } from "#server/testing/ringing-practice.ts";
import { openTestApp, type TestApp } from "#server/testing/test-app.ts";
import { ringPractice } from "./ring-practice.ts";

const noon = "2026-03-17T16:00:00.000Z";
let testApp: TestApp;
let driver: ReturnType<typeof driveRings>;
beforeAll(async () => {
  testApp = await openTestApp();
  driver = driveRings(testApp);
});
afterAll(() => testApp.close());

/** What the provider may still send once the key was pressed; `again`: what it had sent before. */
const requests = [
  ...([
    "answer again",
    "key again",
    "phone ringing",
    "phone in-progress",
    "phone completed",
  ] as const),
  ...(["lead initiated", "lead ringing", "lead in-progress", "lead completed", "after"] as const),
] as const;
/** Without these nobody would know that the lead's phone rang. */
const telling = ["lead ringing", "lead in-progress", "lead completed", "after"] as const;

type Request = (typeof requests)[number];

const orders = fc
  .tuple(
    fc.constantFrom<Request>(...telling),
    fc.array(fc.constantFrom<Request>(...requests), { minLength: 3, maxLength: 20 }),
    fc.nat(),
  )
  .map(([told, others, at]) => others.toSpliced(at % (others.length + 1), 0, told));

test("requests in any order, repeated or missing, make one call at the moment of the key", async () => {
  await fc.assert(
    fc.asyncProperty(orders, async (order) => {
      testApp.clock.at(noon);
      Object.assign(testApp.voice, { calls: [], ended: [], answers: [], known: [] });
      const practice = await openRinging(testApp);
      const lead = await practice.ask();
      const run = () => ringPractice(testApp.deps, practice.clientId);
      await run();
      const question = await driver.answerPhone();
      testApp.clock.forward(5000);
      const dial = await driver.press(question, "1");
      const line = driver.leadLine(dial);
      const send: Record<Request, () => Promise<unknown>> = {
        "answer again": () => driver.answerPhone(),
        "key again": () => driver.press(question, "1"),
        "phone ringing": () => driver.reportPhone("ringing"),
        "phone in-progress": () => driver.reportPhone("in-progress"),
        "phone completed": () => driver.reportPhone("completed"),
        "lead initiated": () => line.report("initiated"),
        "lead ringing": () => line.report("ringing"),
        "lead in-progress": () => line.report("in-progress"),
        "lead completed": () => line.report("completed", { CallDuration: "61" }),
        after: () => line.end("completed"),
      };
      for (const request of order) {
        testApp.clock.forward(1000);
        await send[request]();
        await run();
      }
      const pressedAt = new Date(Date.parse(noon) + 5000).toISOString();
      const detail = await getLead(testApp.deps, practice.clientId, lead._id);
      const isHeard = order.some((request) => request === "lead completed" || request === "after");
      expect(detail.calls).toMatchObject([
        { calledAt: pressedAt, phoneName: "Front desk", lineSeconds: isHeard ? 61 : null },
      ]);
      expect(detail.lead).toMatchObject({ uncalledSince: null, attempts: 1 });
      const kinds = detail.timeline.flatMap(({ kind, data }) => (data.ringId ? kind : []));
      expect(kinds.toReversed()).toEqual([
        ...["phone_rang", "phone_accepted", "lead_dialed"],
        ...(order.includes("lead in-progress") ? ["lead_answered"] : []),
      ]);
      const isOver = isHeard || order.includes("phone completed");
      const isOpen = order.includes("lead in-progress");
      const step = isOver ? null : isOpen ? "talking" : "calling";
      expect(detail.lead.ring?.step ?? null).toBe(step);
      // Nobody was called twice.
      expect(testApp.voice.calls).toHaveLength(1);
    }),
    { numRuns: 25 },
  );
});
