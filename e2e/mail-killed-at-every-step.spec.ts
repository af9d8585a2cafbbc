// Kills the process (kill -9) at every step of an email delivery, and restarts it each time: no
// email is sent twice, and each email whose delivery is unknown is marked.
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeInquiry, makePractice } from "#server/db/make.ts";
import {
  type MadeSmtp,
  makeSmtp,
  type SmtpStep,
  smtpSteps,
} from "#server/testing/smtp-stand-in.ts";
import { until } from "./process.ts";
import { type Product, startProduct } from "./product.ts";

let smtp: MadeSmtp;
let product: Product;
let token = "";
let leadId: string;
beforeAll(async () => {
  smtp = await makeSmtp();
  product = await startProduct({ CAPTCHA_PROVIDER: "off", SMTP_URL: smtp.url }, { isKilled: true });
  const practice = await product.withTools(async (tools) => {
    const practice = await makePractice(tools);
    const made = await makeInquiry(tools, practice.clientId, { email: "marisol@example.com" });
    leadId = made.lead._id;
    return practice;
  });
  const { email, password } = practice;
  token = (await (await post("credentials", { email, password })).json()).token;
});
afterAll(async () => {
  await product.stop();
  await smtp.close();
});

test("an email whose delivery is killed at any step is marked unknown and never sent twice", async () => {
  // In two groups, each with as many emails as the product delivers at once.
  const written = [...(await killAt(smtpSteps.slice(0, 4))), ...(await killAt(smtpSteps.slice(4)))];
  // Makes the interrupted emails look as if their delivery had started two minutes ago, so their
  // jobs give them up.
  await product.withTools(async (tools) => {
    await tools.pool.query("update mails set sending_at = sending_at - interval '2 minutes'");
    await tools.pool.query(
      "update pgboss.job set started_on = started_on - interval '2 minutes' where state = 'active'",
    );
  });
  await product.kill();
  await product.restart();
  // One more email is sent after the others, so none of them can still arrive afterward.
  await write("last");
  await until(async () => (await states()).get("last") === "sent", 60_000);
  await until(async () => ![...(await states()).values()].includes("sending"));

  const unknown = written.map((subject) => [subject, "unknown"] as const);
  expect(await states()).toEqual(new Map([...unknown, ["last", "sent"]]));
  const taken = written.map((subject) => takenOf(subject));
  expect(Math.max(...taken)).toBe(1);
  // At most two emails were transferred completely before the process got the confirmation.
  expect(taken.filter((times) => times > 0).length).toBeLessThanOrEqual(2);
  expect(takenOf("last")).toBe(1);
});

/**
 * Sends as many emails as there are steps, holds each at a different step, and then kills the
 * process.
 */
async function killAt(steps: readonly SmtpStep[]): Promise<string[]> {
  const waiting = new Map<number, SmtpStep>();
  const held = new Set<SmtpStep>();
  const gone = Promise.withResolvers<void>();
  // The later steps are waited for first, because the greeting has a shorter timeout.
  const free = [...steps];
  smtp.onStep = async (step, connection) => {
    if (!waiting.has(connection)) waiting.set(connection, free.pop() ?? "end");
    if (waiting.get(connection) !== step) return;
    held.add(step);
    await gone.promise;
  };
  const subjects = steps.map((step) => `killed at the ${step}, or another`);
  for (const subject of subjects) await write(subject);
  await until(() => held.size === steps.length, 60_000);
  await product.kill();
  smtp.onStep = null;
  gone.resolve();
  await product.restart();
  for (const subject of subjects) expect((await states()).get(subject)).toBe("sending");
  return subjects;
}

/** Sends an email to the lead, identified by its subject. */
async function write(subject: string) {
  const json = { submissionId: randomUUID(), subject, body: "<p>Hello.</p>" };
  const answer = await post(`leads/${leadId}/emails`, json);
  expect(answer.status).toBe(201);
}

function post(path: string, json: object) {
  return fetch(`${product.origin}/api/${path}`, {
    method: "POST",
    headers: {
      "Content-Type": "application/json",
      ...(token && { Authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify(json),
  });
}

async function states(): Promise<Map<string, string>> {
  const answer = await fetch(`${product.origin}/api/leads/${leadId}/emails`, {
    headers: { Authorization: `Bearer ${token}` },
  });
  const { emails } = await answer.json();
  return new Map(
    emails
      .map(({ subject, state }: { subject: string; state: string }) => [subject, state])
      .reverse(),
  );
}

function takenOf(subject: string): number {
  return smtp.taken.filter((message) => message.includes(`Subject: ${subject}\r\n`)).length;
}
