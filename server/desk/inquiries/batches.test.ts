// Storing inquiries together writes the same rows as storing them one after another.
import { randomUUID } from "node:crypto";
import { and, asc, eq, ne, sql } from "drizzle-orm";
import fc from "fast-check";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { callOutcomes } from "#contract/call-outcomes.ts";
import { makeCampaign, makeMetaSource } from "#server/db/make.ts";
import { alertSchedule, inquiries, leads, mails, templates, timeline } from "#server/db/schema.ts";
import { queueAutomaticMails } from "#server/messages/mail/queue-automatic.ts";
import { signInClient } from "#server/testing/people.ts";
import { openTestApp, type TestApp } from "#server/testing/test-app.ts";
import { type IncomingInquiry, receiveInquiries, receiveInquiry } from "./receive-inquiry.ts";

const minuteMs = 60_000;

let testApp: TestApp;
beforeAll(async () => {
  testApp = await openTestApp();
});
afterAll(() => testApp.close());

const anyInquiry = fc.record({
  // Only a few values of each, so that people inquire again, share numbers, and match two leads.
  phone: fc.constantFrom("", "", "8135550101", "8135550102", "8135550103", "12"),
  email: fc.constantFrom("", "", "ada@example.com", "bea@example.com", "cy@example.com"),
  firstName: fc.constantFrom("", "Ada", "ada", "Bea"),
  lastName: fc.constantFrom("", "Byron"),
  answer: fc.constantFrom("", "Delta Dental"),
  agoMinutes: fc.constantFrom(0, 0, 0, 1, 7, 90, 3000),
  afterMs: fc.constantFrom(0, 1, 400, 61_000),
  isTest: fc.nat(9).map((one) => one === 0),
  isUntimed: fc.nat(9).map((one) => one === 0),
  hasOrigin: fc.boolean(),
});
type AnyInquiry = typeof anyInquiry extends fc.Arbitrary<infer One> ? One : never;

const anyAct = fc.oneof(
  fc.record({
    act: fc.constant("call" as const),
    nth: fc.nat(5),
    outcome: fc.constantFrom(...callOutcomes, undefined),
  }),
  fc.record({ act: fc.constantFrom("archive" as const, "delete" as const), nth: fc.nat(5) }),
);
type Act = typeof anyAct extends fc.Arbitrary<infer One> ? One : never;

const anyHistory = fc.array(
  fc.record({
    asked: fc.array(anyInquiry, { minLength: 1, maxLength: 9 }),
    // The sizes of the first batches. The last batch has all remaining inquiries.
    sizes: fc.array(fc.integer({ min: 1, max: 5 }), { maxLength: 4 }),
    acts: fc.array(anyAct, { maxLength: 3 }),
    waitMinutes: fc.constantFrom(0, 2, 11, 800),
  }),
  { minLength: 1, maxLength: 4 },
);

test("batches of any size store the same rows as one inquiry at a time", async () => {
  await fc.assert(
    fc.asyncProperty(anyHistory, async (history) => {
      testApp.clock.at("2026-03-16T20:30:00.000Z");
      const [one, other] = [await openPractice(), await openPractice()];
      for (const { asked, sizes, acts, waitMinutes } of history) {
        await storeInBatches(one, toInquiries(one, asked), sizes);
        for (const inquiry of toInquiries(other, asked)) await storeAlone(other, inquiry);
        testApp.clock.forward(waitMinutes * minuteMs + 60_000);
        for (const act of acts) {
          testApp.clock.forward(1000);
          for (const practice of [one, other]) await take(practice, act);
        }
      }
      expect(await rowsOf(one)).toEqual(await rowsOf(other));
    }),
    // The long tests generate new histories. Shrinking a failed one takes minutes, so it is off.
    inject("isLong") ? { numRuns: 300, endOnFailure: true } : { numRuns: 5, seed: 20261123 },
  );
}, 300_000);

type Practice = Awaited<ReturnType<typeof openPractice>>;

/** Creates a practice that answers every inquiry by email. */
async function openPractice() {
  const practice = await signInClient(testApp);
  const { clientId } = practice;
  const { sourceId } = await makeMetaSource(testApp.deps, clientId);
  const named = { clientId, name: "Spring", platform: "meta" } as const;
  const { campaignId } = await makeCampaign(testApp.deps, named);
  await testApp.deps.db.insert(templates).values({
    ...{ clientId, kind: "auto", title: "Thanks", isActive: true },
    ...{ subject: "Hi {{lead.fullName}}", body: "<p>Thanks</p>" },
  });
  return { ...practice, sourceId, campaignId };
}

function toInquiries({ sourceId, campaignId }: Practice, asked: AnyInquiry[]): IncomingInquiry[] {
  let receivedMs = testApp.clock.now.getTime();
  return asked.map(({ phone, email, firstName, lastName, answer, ...one }) => {
    receivedMs += one.afterMs;
    return {
      sourceId: one.hasOrigin ? sourceId : null,
      campaignId: one.hasOrigin ? campaignId : null,
      person: {
        ...{ phone, email, firstName, lastName },
        answers: answer ? [{ name: "insurance", values: [answer] }] : [],
      },
      submittedAt: new Date(receivedMs - one.agoMinutes * minuteMs),
      receivedAt: new Date(receivedMs),
      isTest: one.isTest,
      isUntimed: one.isUntimed,
    };
  });
}

async function storeInBatches({ clientId }: Practice, all: IncomingInquiry[], sizes: number[]) {
  let left = all;
  for (const size of [...sizes, all.length]) {
    const batch = left.slice(0, size);
    left = left.slice(size);
    if (batch.length === 0) return;
    await testApp.deps.db.transaction((tx) =>
      receiveInquiries(testApp.deps, tx, clientId, batch, (received) =>
        queueAutomaticMails(testApp.deps, tx, {
          clientId,
          inquiryIds: received.map(({ inquiryId }) => inquiryId),
        }),
      ),
    );
  }
}

async function storeAlone({ clientId }: Practice, inquiry: IncomingInquiry) {
  await testApp.deps.db.transaction(async (tx) => {
    const { inquiryId } = await receiveInquiry(testApp.deps, tx, { clientId, ...inquiry });
    await queueAutomaticMails(testApp.deps, tx, { clientId, inquiryIds: [inquiryId] });
  });
}

async function take({ clientId, token }: Practice, one: Act) {
  const ours = await testApp.deps.db
    .select({ id: leads.id })
    .from(leads)
    .where(eq(leads.clientId, clientId))
    .orderBy(asc(leads.id));
  const path = `/api/leads/${ours[one.nth % ours.length]?.id}`;
  if (one.act === "delete") await testApp.request("DELETE", path, { token });
  if (one.act === "archive") {
    await testApp.request("POST", `${path}/archive`, { token, json: { reason: "moved away" } });
  }
  if (one.act === "call") {
    const json = { _id: randomUUID(), outcome: one.outcome };
    await testApp.request("POST", `${path}/calls`, { token, json });
  }
}

/**
 * Returns everything that the inquiries wrote. Ids are replaced by their number in storage order.
 */
async function rowsOf({ clientId }: Practice) {
  const { db } = testApp.deps;
  const rows = {
    leads: (
      await db.select().from(leads).where(eq(leads.clientId, clientId)).orderBy(leads.id)
    ).map(({ createdAt: _, ...row }) => row),
    inquiries: await db
      .select()
      .from(inquiries)
      .where(eq(inquiries.clientId, clientId))
      .orderBy(inquiries.id),
    timeline: await db
      .select()
      .from(timeline)
      // Left out, because a call marks all of its lead's inquiries as seen at the same time, in any
      // order.
      .where(and(eq(timeline.clientId, clientId), ne(timeline.kind, "seen")))
      .orderBy(timeline.leadId, timeline.id),
    alerts: await db
      .select()
      .from(alertSchedule)
      .where(eq(alertSchedule.clientId, clientId))
      .orderBy(alertSchedule.inquiryId, alertSchedule.step),
    mails: await db
      .select({ to: mails.to, subject: mails.subject, cause: mails.causeKey, dueAt: mails.dueAt })
      .from(mails)
      .where(sql`${eq(mails.clientId, clientId)} and ${ne(mails.kind, "new-device")}`)
      .orderBy(mails.id),
    rollups: (
      await testApp.pool.query(
        `select part, span, since::text, key, sum(leads) as leads, sum(customers) as customers,
           sum(asked) as asked, sum(lt10) as lt10, sum(open_lt10) as open_lt10
         from rollups where client_id = $1 group by 1, 2, 3, 4
         having sum(leads) <> 0 or sum(asked) <> 0 order by 1, 2, 3, 4`,
        [clientId],
      )
    ).rows,
  };
  const places = new Map<string, string>();
  const text = JSON.stringify(rows, null, 1).replace(
    /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g,
    (id) => {
      const place = places.get(id) ?? `id ${places.size}`;
      places.set(id, place);
      return place;
    },
  );
  return JSON.parse(text);
}
