// Texts that a practice writes to its leads, and their states after they are sent.
import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { textsFilteredNotice, textsUnregisteredNotice } from "#content/emails/texts-blocked.ts";
import { textMessages } from "#content/messages.ts";
import { minuteMs } from "#contract/durations.ts";
import { phoneText } from "#contract/phone.ts";
import { maxTextLength } from "#contract/texts.ts";
import { clients } from "#server/db/schema.ts";
import { signInAdmin } from "#server/testing/people.ts";
import { postSigned } from "#server/testing/signed-post.ts";
import { openTestApp, type TestApp } from "#server/testing/test-app.ts";
import { openTexting, personPhone } from "#server/testing/texting-practice.ts";
import { sendText } from "./send-text.ts";
import { lookUpText } from "./text-reports.ts";
import { sweepTexts } from "./text-sweeps.ts";

let testApp: TestApp;
let practice: Awaited<ReturnType<typeof openTexting>>;
beforeAll(async () => {
  testApp = await openTestApp();
});
beforeEach(async () => {
  // 10 am in Tampa.
  testApp.clock.at("2026-03-17T14:00:00.000Z");
  practice = await openTexting(testApp);
  await testApp.runJobs();
  // Texts that earlier tests left in the queue.
  await testApp.pool.query("update texts set state = 'failed' where state = 'queued'");
  testApp.texts.length = 0;
  testApp.textAnswers.length = 0;
});
afterAll(() => testApp.close());

const hello = "Hello Ruth, this is Bayshore Dental. When can we call you?";

test("a text goes out once from the practice's number, and its state is shown", async () => {
  const lead = await practice.ask();
  const { status, body } = await practice.write(lead._id, hello);
  expect([status, body.message]).toEqual([201, textMessages.queued]);
  expect(body.texts.texts).toMatchObject([
    { direction: "out", body: hello, state: "queued", by: expect.stringContaining(" ") },
  ]);
  await testApp.runJobs();
  await testApp.runJobs();
  expect(testApp.texts).toMatchObject([
    { to: lead.phone, from: practice.number, body: hello, validSeconds: 600 },
  ]);
  expect(await states(lead._id)).toEqual(["accepted"]);
  expect(await practice.kinds(lead._id)).toEqual(["text_written"]);
  const { body: detail } = await testApp.request("GET", `/api/leads/${lead._id}`, practice);
  expect(detail.lead).toMatchObject({ uncalledSince: lead.uncalledSince, state: "new" });
});

test("texts are counted by what the provider answers, and as unknown if no answer is known", async () => {
  const count = (result: string) => {
    const series = `frontdesk_texts_total{result="${result}"} `;
    const lines = testApp.deps.metrics.write().split("\n");
    return Number(lines.find((line) => line.startsWith(series))?.slice(series.length) ?? 0);
  };
  const results = ["accepted", "filtered", "unknown", "later"];
  const before = results.map(count);
  testApp.textAnswers.push(
    { result: "accepted", sid: "SM-counted" },
    { result: "refused", problem: "failed", code: 30007 },
    { result: "unknown" },
    { result: "later" },
  );
  for (const _ of results) await send((await practice.ask())._id);
  expect(results.map(count)).toEqual(before.map((known) => known + 1));
  const lost = count("unknown");
  // One whose process died while sending is counted once.
  await testApp.pool.query(
    "update texts set state = 'sending', sending_at = $2 where client_id = $1 and state = 'queued'",
    [practice.clientId, testApp.clock.now],
  );
  testApp.clock.forward(2 * minuteMs);
  await sweepTexts(testApp.deps);
  await sweepTexts(testApp.deps);
  expect(count("unknown")).toBe(lost + 1);
});

test("the same submission again writes no second text, and another lead can't reuse its id", async () => {
  const lead = await practice.ask();
  const id = randomUUID();
  const answers = await Promise.all([1, 2, 3].map(() => practice.write(lead._id, hello, id)));
  expect(answers.map(({ status }) => status)).toEqual([201, 201, 201]);
  await testApp.runJobs();
  expect((await practice.write(lead._id, hello, id)).status).toBe(201);
  await testApp.runJobs();
  expect(testApp.texts).toHaveLength(1);
  const other = await practice.ask();
  expect((await practice.write(other._id, hello, id)).status).toBe(409);
});

test.each([
  ["without consent", { consent: null }, "no_consent"],
  ["whose consent is only about calls", { consent: "We may call you." }, "no_consent"],
  ["outside the US", { phone: "+18765550142" }, "number"],
  ["without a number", { phone: "none" }, "number"],
] as const)("a lead %s can't be texted, and the screen says why", async (_, change, refusal) => {
  const lead = await practice.ask(change);
  expect((await practice.textsOf(lead._id)).refusal).toBe(refusal);
  const { status, body } = await practice.write(lead._id, hello);
  expect([status, body.message]).toEqual([409, textMessages.refusals[refusal]]);
  await testApp.runJobs();
  expect(testApp.texts).toEqual([]);
});

test("a lead can't be texted at night where they are", async () => {
  const lead = await practice.ask();
  testApp.clock.at("2026-03-18T00:00:00.000Z");
  expect((await practice.textsOf(lead._id)).refusal).toBe("hours");
  expect((await practice.write(lead._id, hello)).status).toBe(409);
});

test("a lead marked as do not call isn't texted either", async () => {
  const lead = await practice.ask();
  const json = { isAllowed: false, reason: "asked us to stop" };
  await testApp.request("POST", `/api/leads/${lead._id}/call-permissions`, { ...practice, json });
  expect((await practice.textsOf(lead._id)).refusal).toBe("do_not_call");
});

test("someone who texts first can be answered without another consent", async () => {
  const lead = await practice.ask({ consent: null });
  await practice.receive(lead.phone, "Do you take Delta?");
  expect((await practice.write(lead._id, "Yes, we do.")).status).toBe(201);
});

test.each([
  ["", 422],
  [" ", 422],
  ["a".repeat(maxTextLength), 201],
  ["a".repeat(maxTextLength + 1), 422],
])("a text has up to 480 characters (case %#)", async (body, status) => {
  const lead = await practice.ask();
  expect((await practice.write(lead._id, body)).status).toBe(status);
});

test("a text that waited until the lead opted out, or until night, isn't sent", async () => {
  const lead = await practice.ask();
  await practice.write(lead._id, hello);
  await practice.receive(lead.phone, "STOP");
  await testApp.runJobs();
  const other = await practice.ask();
  testApp.clock.at("2026-03-17T23:59:59.000Z");
  await practice.write(other._id, hello);
  await testApp.runJobs();
  expect(testApp.texts).toEqual([]);
  expect(await problems(lead._id)).toContain("opted_out");
  expect(await problems(other._id)).toEqual(["late"]);
});

test("a text that waited too long isn't sent anymore", async () => {
  const lead = await practice.ask();
  await practice.write(lead._id, hello);
  testApp.clock.forward(10 * minuteMs + 1);
  await testApp.runJobs();
  expect(testApp.texts).toEqual([]);
  expect(await problems(lead._id)).toEqual(["late"]);
});

test("an erased person's queued text isn't sent", async () => {
  const lead = await practice.ask();
  await practice.write(lead._id, hello);
  const json = { name: "Ruth Whitfield" };
  await testApp.request("POST", `/api/leads/${lead._id}/erasures`, { ...practice, json });
  await testApp.runJobs();
  expect(testApp.texts).toEqual([]);
  expect(await practice.rows()).toMatchObject([{ phone: "", body: "", problem: "erased" }]);
});

test("a provider that is busy is asked again, and after ten minutes not anymore", async () => {
  const lead = await practice.ask();
  testApp.textAnswers.push({ result: "later" });
  await practice.write(lead._id, hello);
  await testApp.runJobs();
  expect(await states(lead._id)).toEqual(["queued"]);
  await later(lead._id, minuteMs);
  expect(await states(lead._id)).toEqual(["accepted"]);
  const other = await practice.ask();
  await practice.write(other._id, hello);
  testApp.clock.forward(9.5 * minuteMs);
  testApp.textAnswers.push({ result: "later" });
  await testApp.runJobs();
  expect(await problems(other._id)).toEqual(["late"]);
});

test("a text whose response is lost is never sent again, and a later report settles its state", async () => {
  const lead = await practice.ask();
  testApp.textAnswers.push({ result: "unknown" });
  await practice.write(lead._id, hello);
  await testApp.runJobs();
  expect(await states(lead._id)).toEqual(["unknown"]);
  testApp.clock.forward(5 * minuteMs);
  await sweepTexts(testApp.deps);
  await testApp.runJobs();
  expect(testApp.texts).toHaveLength(1);
  await practice.report("delivered");
  expect(await states(lead._id)).toEqual(["delivered"]);
});

test("a text whose process died while sending becomes unknown, and one without a job is sent", async () => {
  const lead = await practice.ask();
  await practice.write(lead._id, hello);
  const set =
    "update texts set state = 'sending', sending_at = $2, attempts = 1 where lead_id = $1";
  await testApp.pool.query(set, [lead._id, testApp.clock.now]);
  testApp.clock.forward(59_000);
  await sweepTexts(testApp.deps);
  expect(await states(lead._id)).toEqual(["sending"]);
  testApp.clock.forward(2000);
  await sweepTexts(testApp.deps);
  expect(await states(lead._id)).toEqual(["unknown"]);
  const other = await practice.ask();
  await practice.write(other._id, hello);
  await testApp.pool.query("delete from pgboss.job where name = 'send-text'");
  testApp.clock.forward(61_000);
  await sweepTexts(testApp.deps);
  await testApp.runJobs();
  expect(testApp.texts.map(({ to }) => to)).toEqual([other.phone]);
});

test("a text can be undone, again and again, until it is handed to the provider", async () => {
  const lead = await practice.ask();
  const [undone, sent] = [randomUUID(), randomUUID()];
  await practice.write(lead._id, hello, undone, { isDue: false });
  await testApp.runJobs();
  expect(testApp.texts).toEqual([]);
  for (const time of [1, 2]) {
    const { status, body } = await practice.undo(lead._id, undone);
    expect([time, status, body.message]).toEqual([time, 201, textMessages.undone]);
  }
  // The same submission again doesn't send it either.
  expect((await practice.write(lead._id, hello, undone)).status).toBe(201);
  await practice.write(lead._id, "Hello", sent);
  await sendText(testApp.deps, { clientId: practice.clientId, textId: undone });
  await sendText(testApp.deps, { clientId: practice.clientId, textId: sent });
  expect(testApp.texts.map(({ body }) => body)).toEqual(["Hello"]);
  const late = await practice.undo(lead._id, sent);
  expect([late.status, late.body.message]).toEqual([409, textMessages.tooLate]);
  await practice.report("undelivered", { ErrorCode: "30003" });
  expect((await practice.undo(lead._id, sent)).status).toBe(409);
  expect(await states(lead._id)).toEqual(["undone", "queued"]);
});

test("only the lead's own outgoing text can be undone", async () => {
  const lead = await practice.ask();
  await practice.receive(lead.phone, "Hi");
  const [received] = await practice.rows();
  expect((await practice.undo(lead._id, received?.id ?? "")).status).toBe(404);
  const other = await practice.ask();
  const textId = randomUUID();
  await practice.write(lead._id, hello, textId, { isDue: false });
  expect((await practice.undo(other._id, textId)).status).toBe(404);
});

test("two workers with the same job send one text", async () => {
  const lead = await practice.ask();
  const textId = randomUUID();
  await practice.write(lead._id, hello, textId);
  const key = { clientId: practice.clientId, textId };
  await Promise.all([1, 2, 3].map(() => sendText(testApp.deps, key)));
  expect(testApp.texts).toHaveLength(1);
});

test("reports in any order and twice end in the same state", async () => {
  const lead = await practice.ask();
  await send(lead._id);
  for (const status of ["delivered", "sent", "queued", "delivered"]) {
    expect((await practice.report(status)).status).toBe(200);
    expect(await states(lead._id)).toEqual(["delivered"]);
  }
});

test("a report that arrives before the response isn't lost", async () => {
  const lead = await practice.ask();
  const { send } = testApp.deps.texts ?? {};
  if (!testApp.deps.texts || !send) throw new Error("There is no provider");
  testApp.deps.texts.send = async (text) => {
    const answer = await send(text);
    await practice.report("delivered");
    return answer;
  };
  await practice.write(lead._id, hello);
  await testApp.runJobs();
  testApp.deps.texts.send = send;
  expect(await states(lead._id)).toEqual(["delivered"]);
});

test("the provider is asked once about a text without its last report", async () => {
  const lead = await practice.ask();
  const textId = randomUUID();
  await practice.write(lead._id, hello, textId);
  const key = { clientId: practice.clientId, textId };
  await sendText(testApp.deps, key);
  testApp.textReports.set("SM1", null);
  await expect(lookUpText(testApp.deps, key)).rejects.toThrow("couldn't be asked");
  testApp.textReports.set("SM1", { status: "sent", code: 0 });
  for (const _ of [1, 2]) await lookUpText(testApp.deps, key);
  expect(await states(lead._id)).toEqual(["sent"]);
  testApp.textReports.set("SM1", { status: "undelivered", code: 30006 });
  for (const _ of [1, 2]) await lookUpText(testApp.deps, key);
  expect(await problems(lead._id)).toEqual(["number"]);
  testApp.textReports.set("SM1", { status: "delivered", code: 0 });
  await lookUpText(testApp.deps, key);
  expect(await states(lead._id)).toEqual(["failed"]);
});

test("a text that the provider doesn't know, or that was settled, stays as it is", async () => {
  const lead = await practice.ask();
  const textId = randomUUID();
  await practice.write(lead._id, hello, textId);
  const key = { clientId: practice.clientId, textId };
  await lookUpText(testApp.deps, key);
  expect(await states(lead._id)).toEqual(["queued"]);
  await sendText(testApp.deps, key);
  testApp.textReports.delete("SM1");
  await lookUpText(testApp.deps, key);
  expect(await states(lead._id)).toEqual(["accepted"]);
});

test("a forged report, another text's and another attempt's change nothing", async () => {
  const lead = await practice.ask();
  await send(lead._id);
  const url = new URL(testApp.texts.at(-1)?.statusCallback ?? "");
  const failed = { MessageSid: "SM1", MessageStatus: "failed", ErrorCode: "21610" };
  expect((await postSigned(testApp, url.href, failed, "another token")).status).toBe(403);
  await practice.report("failed", { MessageSid: "SM-another" });
  const other = await openTexting(testApp);
  for (const [name, value] of [
    ["attempt", "2"],
    ["attempt", "none"],
    ["practice", other.clientId],
    ["text", randomUUID()],
  ] as const) {
    const changed = new URL(url);
    changed.searchParams.set(name, value);
    expect((await postSigned(testApp, changed.href, failed)).status).toBe(200);
  }
  expect(await states(lead._id)).toEqual(["accepted"]);
  expect((await practice.textsOf(lead._id)).refusal).toBeNull();
});

test.each(["at once", "an hour later"])("error 21610 %s opts the number out", async (when) => {
  const lead = await practice.ask();
  if (when === "at once") {
    testApp.textAnswers.push({ result: "refused", problem: "opted_out", code: 21610 });
    await send(lead._id);
  } else {
    await send(lead._id);
    testApp.clock.forward(60 * minuteMs);
    await practice.report("failed", { ErrorCode: "21610" });
  }
  expect(await problems(lead._id)).toEqual(["opted_out"]);
  expect((await practice.textsOf(lead._id)).refusal).toBe("opted_out");
  expect(await practice.kinds(lead._id)).toEqual(["text_written", "texts_stopped"]);
});

test.each([21211, 21614, 30005, 30006])(
  "error %i marks the number, and it isn't texted again",
  async (code) => {
    const lead = await practice.ask();
    testApp.textAnswers.push({ result: "refused", problem: "refused", code });
    await send(lead._id);
    expect(await problems(lead._id)).toEqual(["number"]);
    expect((await practice.textsOf(lead._id)).refusal).toBe("number");
  },
);

test.each([
  ["30003", 60],
  ["30008", 15],
])("error %s is tried once more, after %i minutes", async (code, minutes) => {
  const lead = await practice.ask();
  await send(lead._id);
  await practice.report("undelivered", { ErrorCode: code });
  // Again, and late: the text already waits for its next attempt.
  await practice.report("undelivered", { ErrorCode: code });
  await practice.report("sent");
  expect(await states(lead._id)).toEqual(["queued"]);
  await later(lead._id, minutes * minuteMs);
  expect(testApp.texts).toHaveLength(2);
  await practice.report("undelivered", { ErrorCode: code });
  await later(lead._id, minutes * minuteMs);
  expect(testApp.texts).toHaveLength(2);
  expect(await states(lead._id)).toEqual(["failed"]);
});

test("a second attempt that would come at night is left out", async () => {
  testApp.clock.at("2026-03-17T23:30:00.000Z");
  const lead = await practice.ask();
  await send(lead._id);
  await practice.report("undelivered", { ErrorCode: "30003" });
  await later(lead._id, 60 * minuteMs);
  expect(testApp.texts).toHaveLength(1);
  expect(await problems(lead._id)).toEqual(["late"]);
});

test("a number that isn't registered turns the practice's texts off, and each owner is told once", async () => {
  await signInAdmin(testApp);
  testApp.receivedMails.length = 0;
  for (const lead of [await practice.ask(), await practice.ask()]) {
    await practice.write(lead._id, hello);
  }
  const refused = { result: "refused", problem: "failed", code: 30034 } as const;
  testApp.textAnswers.push(refused, refused);
  await testApp.runJobs();
  const [row] = await testApp.deps.db
    .select()
    .from(clients)
    .where(eq(clients.id, practice.clientId));
  expect(row?.textsOnAt).toBeNull();
  expect(oncePerOwner(textsUnregisteredNotice)).toBe(true);
});

test("after three filtered texts in a day, each owner is told once", async () => {
  await signInAdmin(testApp);
  testApp.receivedMails.length = 0;
  for (const isTold of [false, false, true, true]) {
    const lead = await practice.ask();
    await send(lead._id);
    await practice.report("undelivered", { ErrorCode: "30007" });
    await testApp.runJobs();
    expect(await problems(lead._id)).toEqual(["filtered"]);
    expect(oncePerOwner(textsFilteredNotice)).toBe(isTold);
  }
});

test("a practice that was suspended or ended since sends no text that was written before", async () => {
  for (const column of ["suspendedAt", "endedAt"] as const) {
    const lead = await practice.ask();
    await practice.write(lead._id, hello);
    testApp.texts.length = 0;
    const isThis = eq(clients.id, practice.clientId);
    await testApp.deps.db
      .update(clients)
      .set({ [column]: testApp.clock.now })
      .where(isThis);
    testApp.clock.forward(60_000);
    await testApp.runJobs();
    expect(testApp.texts).toEqual([]);
    await testApp.deps.db
      .update(clients)
      .set({ [column]: null })
      .where(isThis);
  }
});

test("texts are turned on only with the practice's own number, and off with it", async () => {
  const { token, clientId } = practice;
  const put = (isOn: boolean) =>
    testApp.request("PUT", "/api/texts/settings", { token, json: { isOn } });
  const settings = async () =>
    (await testApp.request("GET", "/api/texts/settings", { token })).body;
  const hasTexts = async () =>
    (await testApp.request("GET", "/api/clients/getClient", { token })).body.userData.hasTexts;
  expect(await settings()).toMatchObject({ isPossible: true, number: practice.number, isOn: true });
  expect((await put(false)).body.message).toBe(textMessages.turnedOff);
  expect(await hasTexts()).toBe(false);
  expect((await put(true)).body).toMatchObject({
    ...{ message: textMessages.turnedOn, settings: { isOn: true } },
  });
  expect(await hasTexts()).toBe(true);
  const { rows } = await testApp.pool.query<{ changes: string }>(
    "select detail->>'changes' as changes from audit_entries where client_id = $1 and action = 'texts_changed' order by id",
    [clientId],
  );
  expect(rows.map(({ changes }) => JSON.parse(changes))).toEqual([
    [{ field: "textsToLeads", from: "on", to: null }],
    [{ field: "textsToLeads", from: null, to: "on" }],
  ]);
  const owner = await signInAdmin(testApp);
  await testApp.request("PUT", `/api/admin/clients/${clientId}/phone-number`, {
    ...{ token: owner.token, json: { phoneNumber: null } },
  });
  expect(await settings()).toMatchObject({ isPossible: false, number: null, isOn: false });
  const { rows: entries } = await testApp.pool.query<{ changes: string }>(
    "select detail->>'changes' as changes from audit_entries where client_id = $1 and action = 'practice_number_changed'",
    [clientId],
  );
  expect(entries.flatMap(({ changes }) => JSON.parse(changes))).toContainEqual({
    ...{ field: "textsToLeads", from: "on", to: null },
  });
  const refused = await put(true);
  expect([refused.status, refused.body.message]).toEqual([409, textMessages.noNumber]);
});

test("without a provider, texts are off, whatever the practice chose", async () => {
  const none = await openTestApp({ SMS_ACCOUNT_SID: "", SMS_AUTH_TOKEN: "", SMS_FROM: "" });
  const there = await openTexting(none);
  const lead = await there.ask();
  expect((await there.textsOf(lead._id)).refusal).toBe("off");
  const { body } = await none.request("GET", "/api/clients/getClient", { token: there.token });
  expect(body.userData.hasTexts).toBe(false);
  await none.close();
});

test("a lead's texts are in its export, and merge with it", async () => {
  const phone = personPhone();
  const older = await practice.ask({ phone });
  await practice.receive(phone, "My own words");
  testApp.clock.forward(minuteMs);
  const newer = await practice.ask({ firstName: "Ruthie" });
  const json = { otherId: newer._id };
  await testApp.request("POST", `/api/leads/${older._id}/merges`, { ...practice, json });
  const { body } = await testApp.request("POST", `/api/leads/${newer._id}/exports`, practice);
  expect(body.texts).toMatchObject([{ direction: "in", phone, text: "My own words" }]);
});

test("templates are offered with the lead's details filled in", async () => {
  const lead = await practice.ask();
  const { token } = practice;
  const json = {
    ...{ kind: "text", title: "First text", language: "en" },
    body: 'Hi {{ lead.firstName | default: "there" }},\nwhen may we call {{ lead.phone }}?',
  };
  expect((await testApp.request("POST", "/api/templates", { token, json })).status).toBe(201);
  const path = `/api/leads/${lead._id}/texts/templates`;
  const { body } = await testApp.request("GET", path, { token });
  expect(body.templates).toMatchObject([
    { title: "First text", body: `Hi Ruth,\nwhen may we call ${phoneText(lead.phone)}?` },
  ]);
  const other = await openTexting(testApp);
  expect((await testApp.request("GET", path, other)).status).toBe(404);
});

/** Whether someone got this notice, and nobody got it twice. */
function oncePerOwner({ subject }: { subject: string }): boolean {
  const [, ending = ""] = subject.split("}}");
  const told = testApp.receivedMails.filter((mail) => mail.subject.endsWith(ending));
  return told.length > 0 && new Set(told.map(({ to }) => to)).size === told.length;
}

async function send(leadId: string) {
  await practice.write(leadId, hello);
  await testApp.runJobs();
}

/** Runs the job that waits for this time, which the job store counts by its own clock. */
async function later(leadId: string, milliseconds: number) {
  testApp.clock.forward(milliseconds);
  const [row] = (await practice.rows()).filter((one) => one.leadId === leadId);
  await sendText(testApp.deps, { clientId: practice.clientId, textId: row?.id ?? "" });
}

async function states(leadId: string): Promise<string[]> {
  const { texts } = await practice.textsOf(leadId);
  return outgoing(texts).map(({ state }) => state);
}

async function problems(leadId: string): Promise<string[]> {
  const { texts } = await practice.textsOf(leadId);
  return outgoing(texts).flatMap(({ problem }) => problem ?? []);
}

type Shown = { direction: string; state: string; problem: string | null };

function outgoing(texts: Shown[]): Shown[] {
  return texts.filter(({ direction }) => direction === "out");
}
