// The live demo: each visitor gets their own practice for an hour.
import { and, count, desc, eq, gt, isNotNull, sql } from "drizzle-orm";
import { demoMessages, demoPractice, demoQuestion, demoWaitingMessages } from "#content/demo.ts";
import { type Demo, type DemoOutbox, demoMinutes } from "#contract/demos.ts";
import { minuteMs } from "#contract/durations.ts";
import { endSessions, openSession } from "#server/accounts/sign-in/sessions.ts";
import type { Transaction } from "#server/db/database.ts";
import { accounts, clients, mails } from "#server/db/schema.ts";
import type { Deps } from "#server/deps.ts";
import { receiveInquiry } from "#server/desk/inquiries/receive-inquiry.ts";
import { AppError } from "#server/errors.ts";
import { checkCaptcha, consumeCaptcha } from "#server/http/captcha.ts";
import type { SignedInClient, Visitor } from "#server/http/signed-in.ts";
import { readOrigins, scheduleArrivals } from "./arriving-leads.ts";
import { copyTemplate } from "./copy-template.ts";
import { personAt } from "./made-history.ts";
import { findTemplatePractice, insertDemoPractice } from "./template-practice.ts";

/** Each demo has a few thousand rows; all of them together have fewer than a large practice. */
export const maxDemos = 200;
/**
 * How long each lead has waited when the demo opens, oldest first, and its campaign (null: the
 * website).
 */
const waiting = [
  { minutes: 76, campaign: 1 },
  { minutes: 31, campaign: null },
  { minutes: 8.2, campaign: 0 },
  { minutes: 2.7, campaign: 2 },
];
/** People from this index on aren't in the template's history. */
const waitingPeopleFrom = 200;
const outboxPage = 100;
/** How many visitors can wait for a demo to start; others are asked to try again. */
const maxStarting = 20;

/**
 * Handles `POST /api/demos`. Throws `too_many_requests` per IP address, `invalid` for a captcha,
 * and `unavailable` if all demos are in use or the template isn't ready yet.
 */
export async function startDemo(
  deps: Deps,
  visitor: Visitor,
  input: { captcha?: string },
): Promise<{ token: string; demo: Demo }> {
  const captcha = await checkCaptcha(deps, input.captcha);
  await deps.limits.count("demoPerIp", visitor.address);
  const template = await findTemplatePractice(deps);
  if (!template) throw unavailable(demoMessages.notReady, 5);
  const endsAt = new Date(deps.now().getTime() + demoMinutes * minuteMs);
  const token = await deps.queues.demos.run(
    "demos",
    () => open(deps, visitor, captcha, template.id, endsAt),
    maxStarting,
  );
  return { token, demo: { endsAt: endsAt.toISOString() } };
}

type Captcha = Awaited<ReturnType<typeof checkCaptcha>>;

/** Opens a demo in one transaction, with all of its rows or none. */
function open(
  deps: Deps,
  visitor: Visitor,
  captcha: Captcha,
  templateId: string,
  endsAt: Date,
): Promise<string> {
  return deps.db.transaction(async (tx) => {
    await consumeCaptcha(tx, captcha);
    await takePlace(deps, tx);
    // Locks the template, so that it isn't erased before it is copied.
    const people = await tx
      .select({ id: accounts.id, passwordHash: accounts.passwordHash })
      .from(accounts)
      .innerJoin(clients, eq(clients.id, accounts.clientId))
      .where(eq(clients.id, templateId))
      // This is the order in which `insertDemoPractice` adds the people.
      .orderBy(accounts.id)
      .for("share");
    const [found] = people;
    if (!found) throw unavailable(demoMessages.notReady, 5);
    const { clientId, accountIds } = await insertDemoPractice(deps, tx, {
      // Reuses the template's random password hash, so that visitors don't wait for hashing.
      passwordHash: found.passwordHash,
      approvedAt: deps.now(),
      demoEndsAt: endsAt,
    });
    const accountOf = new Map(people.map(({ id }, at) => [id, accountIds[at] ?? accountIds[0]]));
    await copyTemplate(tx, templateId, { clientId, accountOf });
    await addWaiting(deps, tx, clientId);
    await scheduleArrivals(deps, tx, clientId);
    await deps.jobs.enqueue(tx, "erase-ended-demos", {}, { startAfter: endsAt });
    return openSession(
      deps,
      tx,
      visitor,
      { id: accountIds[0], kind: "demo" },
      { expiresAt: endsAt },
    );
  });
}

/** Serializes demo starts, so that two visitors can't both take the last place. */
async function takePlace(deps: Pick<Deps, "now">, tx: Transaction) {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('demos', 0))`);
  const [open] = await tx
    .select({ demos: count() })
    .from(clients)
    .where(and(clients.isDemo, gt(clients.demoEndsAt, deps.now())));
  if ((open?.demos ?? 0) >= maxDemos) throw unavailable(demoMessages.full, 5 * 60);
}

function unavailable(sentence: string, retryAfterSeconds: number) {
  return new AppError("unavailable", { sentence, retryAfterSeconds });
}

/** Adds people who are waiting for their first call, with running clocks. */
async function addWaiting(deps: Deps, tx: Transaction, clientId: string) {
  const originOf = await readOrigins(tx, clientId);
  for (const [index, { minutes, campaign }] of waiting.entries()) {
    const submittedAt = new Date(deps.now().getTime() - minutes * minuteMs);
    await receiveInquiry({ jobs: null }, tx, {
      clientId,
      ...originOf(campaign),
      person: { ...personAt(waitingPeopleFrom + index), answers: wroteAt(index) },
      submittedAt,
      receivedAt: submittedAt,
      isTest: false,
    });
  }
}

function wroteAt(index: number) {
  return demoWaitingMessages
    .slice(index, index + 1)
    .map((message) => ({ name: demoQuestion, values: [message] }));
}

/** Handles `GET /api/demos/current`. */
export async function getDemo(
  { db }: Pick<Deps, "db">,
  { clientId }: SignedInClient,
): Promise<Demo> {
  const [row] = await db
    .select({ endsAt: clients.demoEndsAt })
    .from(clients)
    .where(and(eq(clients.id, clientId), clients.isDemo, isNotNull(clients.demoEndsAt)));
  if (!row?.endsAt) throw new AppError("unauthorized");
  return { endsAt: row.endsAt.toISOString() };
}

/** Handles `DELETE /api/demos/current`: ends the demo now; a job erases it. */
export async function endDemo(deps: Deps, { clientId, accountId }: SignedInClient): Promise<void> {
  await deps.db.transaction(async (tx) => {
    await endSessions(deps, tx, accountId);
    await tx
      .update(clients)
      .set({ demoEndsAt: deps.now() })
      .where(and(eq(clients.id, clientId), clients.isDemo));
    await deps.jobs.enqueue(tx, "erase-ended-demos", {});
  });
}

/** Handles `GET /api/demos/current/outbox`: lists what would have been sent, newest first. */
export async function listOutbox(
  { db }: Pick<Deps, "db">,
  { clientId }: SignedInClient,
): Promise<DemoOutbox> {
  const rows = await db
    .select()
    .from(mails)
    .where(eq(mails.clientId, clientId))
    .orderBy(desc(mails.id))
    .limit(outboxPage);
  return {
    mails: rows.map((row) => ({
      _id: row.id,
      to: row.to,
      from: row.fromName ?? demoPractice.name,
      subject: row.subject,
      text: row.text,
      at: (row.sentAt ?? row.createdAt).toISOString(),
      isSent: row.state === "sent",
    })),
  };
}
