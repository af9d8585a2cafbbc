// Runs the outbox against a real SMTP server that rejects, returns garbage, hangs or disconnects at
// each step. The state must be correct, and no email may be sent twice.
import { eq } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { mails } from "#server/db/schema.ts";
import { makeMailServer } from "#server/outside/mail.ts";
import {
  type MadeSmtp,
  makeSmtp,
  type SmtpStep,
  smtpSteps,
} from "#server/testing/smtp-stand-in.ts";
import { openTestApp, type TestApp } from "#server/testing/test-app.ts";
import { queueMail } from "./mail.ts";
import { handoffLimitSeconds, markLostHandoffs } from "./mail-sweeps.ts";

let testApp: TestApp;
let smtp: MadeSmtp;
beforeAll(async () => {
  testApp = await openTestApp({ MAIL_FROM: "hello@agency.example.com" });
});
beforeEach(async () => {
  await testApp.deps.db.delete(mails);
  smtp = await makeSmtp();
  testApp.deps.mailServer = makeMailServer(smtp.url);
});
afterEach(() => smtp.close());
afterAll(() => testApp.close());

const answered = smtpSteps.filter((step) => step !== "body");
const before = answered.filter((step) => step !== "end");
const each = (steps: readonly SmtpStep[], trouble: string, state: string) =>
  steps.map((step) => [step, trouble, state] as const);

test.each([
  ...each(answered, "421 4.3.2 Closing", "queued"),
  ...each(answered, "450 4.2.0 Busy", "queued"),
  ...each(answered, "451 4.7.1 Greylisted", "queued"),
  ...each(answered, "452 4.2.2 Full for now", "queued"),
  ...each(answered, "500 5.5.1 What?", "failed"),
  ...each(answered, "521 5.3.2 No mail here", "failed"),
  ...each(answered, "550 5.1.1 Nobody", "failed"),
  ...each(answered, "554 5.7.1 Spam", "failed"),
  ...each(before, "nothing that SMTP knows", "queued"),
  ...each(before, "999 6.6.6 Odd", "queued"),
  ...each(before, "cut", "queued"),
  ...each(before, "silent", "queued"),
  ["body", "cut", "unknown"],
  ["end", "cut", "unknown"],
  ["end", "silent", "unknown"],
  ["end", "nothing that SMTP knows", "unknown"],
  ["end", "999 6.6.6 Odd", "unknown"],
] as const)(
  "a failure at the %s, “%s”, leaves the email %s and doesn't send it twice",
  async (step, trouble, state) => {
    smtp.trouble = { [step]: trouble };
    // Long enough for a busy machine to reach the last step.
    if (trouble === "silent") waitAtMost(step === "end" ? 2000 : 300);
    await testApp.deps.db.transaction((tx) => queue(tx));
    await testApp.runJobs();
    const first = await theMail();
    expect(first).toMatchObject({ state, attempts: 1, sentAt: null });
    expect(first.problem).toBeTruthy();

    // The server works again, and the job is retried, as the scheduler would.
    smtp.trouble = {};
    testApp.deps.mailServer = makeMailServer(smtp.url);
    await runAgain(first.id);
    const isSent = state === "queued";
    expect((await theMail()).state).toBe(isSent ? "sent" : state);
    expect(smtp.taken.length).toBe(isSent || (step === "end" && state === "unknown") ? 1 : 0);
  },
);

test("an email fails if the server still rejects it temporarily on the last attempt", async () => {
  smtp.trouble = { recipient: "451 4.7.1 Greylisted" };
  await testApp.deps.db.transaction((tx) => queue(tx));
  await testApp.runJobs({ isLast: true });
  expect(await theMail()).toMatchObject({ state: "failed" });
});

test("a slow response at every SMTP step doesn't fail the delivery", async () => {
  smtp.onStep = () => new Promise((resolve) => setTimeout(resolve, 60));
  await testApp.deps.db.transaction((tx) => queue(tx));
  await testApp.runJobs();
  expect(await theMail()).toMatchObject({ state: "sent", problem: null });
  expect(smtp.taken).toHaveLength(1);
});

test("a delivery that exceeds its total time limit is abandoned, even if no single step does", async () => {
  waitAtMost(300);
  smtp.onStep = () => new Promise((resolve) => setTimeout(resolve, 250));
  await testApp.deps.db.transaction((tx) => queue(tx));
  await testApp.runJobs();
  expect(await theMail()).toMatchObject({ state: "queued" });
  expect(smtp.taken).toEqual([]);
});

test("an email is in the sending state during delivery and becomes unknown if the process dies", async () => {
  const seen: string[] = [];
  smtp.onStep = async (step) => {
    seen.push(`${step}: ${(await theMail()).state}`);
  };
  await testApp.deps.db.transaction((tx) => queue(tx));
  await testApp.runJobs();
  expect(seen).toEqual(smtpSteps.map((step) => `${step}: sending`));
  expect((await theMail()).state).toBe("sent");

  await testApp.deps.db.update(mails).set({ state: "sending" });
  testApp.clock.forward((handoffLimitSeconds + 1) * 1000);
  await markLostHandoffs(testApp.deps);
  await runAgain((await theMail()).id);
  expect((await theMail()).state).toBe("unknown");
  expect(smtp.taken).toHaveLength(1);
});

type Tx = Parameters<typeof queueMail>[1];

/** Sets the timeout of each step, in milliseconds, and three times that for the whole delivery. */
function waitAtMost(step: number) {
  testApp.deps.mailServer = makeMailServer(smtp.url, {
    connectionTimeout: step,
    greetingTimeout: step,
    socketTimeout: step,
    whole: 3 * step,
  });
}

function queue(tx: Tx) {
  return queueMail(testApp.deps, tx, {
    kind: "test",
    to: "owner@example.com",
    words: { subject: "A subject", text: "A text" },
    fields: {},
  });
}

async function theMail() {
  const [mail, ...others] = await testApp.deps.db.select().from(mails);
  expect(others).toEqual([]);
  if (!mail) throw new Error("The mail no longer exists");
  return mail;
}

async function runAgain(mailId: string) {
  const [mail] = await testApp.deps.db.select().from(mails).where(eq(mails.id, mailId));
  await testApp.deps.db.transaction((tx) =>
    testApp.deps.jobs.enqueue(tx, "send-mail", { clientId: mail?.clientId ?? "", mailId }),
  );
  await testApp.runJobs();
}
