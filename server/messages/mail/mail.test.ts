import { randomUUID } from "node:crypto";
import type { AddressInfo } from "node:net";
import { and, eq } from "drizzle-orm";
import PostalMime from "postal-mime";
import { SMTPServer } from "smtp-server";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { makeInquiry, makePractice } from "#server/db/make.ts";
import { auditEntries, mails } from "#server/db/schema.ts";
import { makeMailServer } from "#server/outside/mail.ts";
import { signInAdmin } from "#server/testing/people.ts";
import { openTestApp, type TestApp } from "#server/testing/test-app.ts";
import { sweepMail } from "./mail.jobs.ts";
import { queueMail } from "./mail.ts";
import { handoffLimitSeconds, markLostHandoffs, queueOutbox } from "./mail-sweeps.ts";

let testApp: TestApp;
beforeAll(async () => {
  testApp = await openTestApp({ MAIL_FROM: "hello@agency.example.com" });
});
beforeEach(async () => {
  await testApp.deps.db.delete(mails);
  await testApp.pool.query("delete from pgboss.job");
  testApp.receivedMails.length = 0;
  testApp.mailAnswers.length = 0;
});
afterAll(() => testApp.close());
const opened: SMTPServer[] = [];
afterEach(async () => {
  for (const server of opened.splice(0)) {
    await new Promise<void>((resolve) => server.close(() => resolve()));
  }
});

test("rolling back the transaction that queued an email removes the email and its job", async () => {
  await testApp.deps.db
    .transaction(async (tx) => {
      await queue(tx, "one");
      throw new Error("the cause failed");
    })
    .catch(() => undefined);
  await testApp.runJobs();
  expect(await states()).toEqual([]);
  expect(testApp.receivedMails).toEqual([]);
});

test("one cause sends one email, even if it is queued several times", async () => {
  await testApp.deps.db.transaction(async (tx) => {
    await queue(tx, "same", "cause");
    await queue(tx, "same", "cause");
  });
  await testApp.deps.db.transaction((tx) => queue(tx, "same", "cause"));
  await testApp.runJobs();
  expect(testApp.receivedMails).toHaveLength(1);
});

test("an email that the server accepted is marked as sent and isn't sent again", async () => {
  await testApp.deps.db.transaction((tx) => queue(tx, "one"));
  await testApp.runJobs();
  await queueOutbox(testApp.deps);
  await testApp.runJobs();
  expect(await states()).toEqual(["sent"]);
  expect(testApp.receivedMails).toHaveLength(1);
});

test("an email queued without a mail server stays in the outbox and is sent once one is set up", async () => {
  const { mailServer } = testApp.deps;
  testApp.deps.mailServer = null;
  await testApp.deps.db.transaction((tx) => queue(tx, "one"));
  await testApp.runJobs();
  expect(await states()).toEqual(["queued"]);
  testApp.deps.mailServer = mailServer;
  await queueOutbox(testApp.deps);
  await queueOutbox(testApp.deps);
  await testApp.runJobs();
  expect(await states()).toEqual(["sent"]);
  expect(testApp.receivedMails).toHaveLength(1);
});

test("an email stays queued while the server can't accept it, and fails after the last attempt", async () => {
  testApp.mailAnswers.push({ result: "later", problem: "451 busy" });
  await testApp.deps.db.transaction((tx) => queue(tx, "one"));
  await testApp.runJobs();
  expect(await states()).toEqual(["queued"]);
  testApp.mailAnswers.push({ result: "later", problem: "451 still busy" });
  const [mail] = await testApp.deps.db.select().from(mails);
  await testApp.deps.db.transaction((tx) =>
    testApp.deps.jobs.enqueue(tx, "send-mail", {
      clientId: mail?.clientId ?? "",
      mailId: mail?.id ?? "",
    }),
  );
  await testApp.runJobs({ isLast: true });
  expect(await states()).toEqual(["failed"]);
});

test("an email with unknown delivery is in the log, and only a person can resend it", async () => {
  const { token } = await signInAdmin(testApp);
  testApp.mailAnswers.push({ result: "unknown", problem: "Connection lost" });
  await testApp.deps.db.transaction((tx) => queue(tx, "one"));
  await testApp.runJobs();
  await queueOutbox(testApp.deps);
  await testApp.runJobs();
  expect(testApp.receivedMails).toHaveLength(1);

  const log = (await testApp.request("GET", "/api/admin/mail", { token })).body;
  expect(log.mails[0]).toMatchObject({ state: "unknown", problem: "Connection lost" });
  const resend = `/api/admin/mail/${log.mails[0]._id}/resendings`;
  const answers = await Promise.all([1, 2].map(() => testApp.request("POST", resend, { token })));
  expect(answers.map((answer) => answer.status).sort()).toEqual([201, 404]);
  await testApp.runJobs();
  expect(await states()).toEqual(["sent"]);
  expect(new Set(testApp.receivedMails.map((mail) => mail.messageId)).size).toBe(1);
  const audited = await testApp.request("GET", "/api/admin/audit?action=mail_resent", { token });
  expect(audited.body.entries).toMatchObject([{ action: "mail_resent" }]);
});

test("a dismissed email stays in the log and needs attention again if it fails again", async () => {
  const { token } = await signInAdmin(testApp);
  const mail = { kind: "t", subject: "s", text: "t", to: "gone@example.com" };
  const [failed, sent] = await testApp.deps.db
    .insert(mails)
    .values([
      { ...mail, state: "failed", problem: "550 No such user" },
      { ...mail, state: "sent" },
    ])
    .returning();
  const count = async (query: string) =>
    (await testApp.request("GET", `/api/admin/mail?state=failed${query}`, { token })).body.total;
  const dismiss = (id = "") =>
    testApp.request("POST", `/api/admin/mail/${id}/dismissals`, { token });
  expect(await count("&needsYou=true")).toBe(1);
  for (let time = 0; time < 2; time += 1) expect((await dismiss(failed?.id)).status).toBe(201);
  expect([await count("&needsYou=true"), await count("")]).toEqual([0, 1]);
  expect((await dismiss(sent?.id)).status).toBe(404);
  const audited = await testApp.request("GET", "/api/admin/audit?action=mail_dismissed", { token });
  expect(audited.body.entries).toMatchObject([{ action: "mail_dismissed" }]);

  testApp.mailAnswers.push({ result: "refused", problem: "550 No such user" });
  await testApp.request("POST", `/api/admin/mail/${failed?.id}/resendings`, { token });
  await testApp.runJobs();
  expect(await count("&needsYou=true")).toBe(1);
});

test("the owner can find emails by state, practice, address and search", async () => {
  const { token } = await signInAdmin(testApp);
  const { clientId } = await makePractice(testApp.deps, { name: "Pelican Chiropractic" });
  const mail = { kind: "t", subject: "s", text: "t" };
  await testApp.deps.db.insert(mails).values([
    { ...mail, to: "one@example.com", state: "failed" },
    { ...mail, to: "two@example.com", clientId },
  ]);
  const find = async (query: string) => {
    const { body } = await testApp.request("GET", `/api/admin/mail?${query}`, { token });
    expect(body.total).toBe(body.mails.length);
    return body.mails.map((one: { to: string }) => one.to);
  };
  expect(await find("")).toEqual(["two@example.com", "one@example.com"]);
  expect(await find("state=failed")).toEqual(["one@example.com"]);
  expect(await find(`practice=${clientId}`)).toEqual(["two@example.com"]);
  expect(await find("to=ONE@example.com")).toEqual(["one@example.com"]);
  expect(await find("search=WO@exam")).toEqual(["two@example.com"]);
  expect(await find("search=.com s")).toEqual(["two@example.com", "one@example.com"]);
  // LIKE wildcards in a search match literally.
  expect(await find(`search=${encodeURIComponent("%")}`)).toEqual([]);
  expect(await find("search=o_e")).toEqual([]);
  const { body } = await testApp.request("GET", "/api/admin/mail", { token });
  expect(body.mails[0].practice).toEqual({ _id: clientId, name: "Pelican Chiropractic" });
  expect(body.mails[1].practice).toBeNull();
});

test("the log is sorted by time or by state, page after page, and its export has no texts and is audited", async () => {
  const { token, email, accountId } = await signInAdmin(testApp);
  const { clientId } = await makePractice(testApp.deps, { name: "Pelican Chiropractic" });
  const given = ["sent", "failed", "queued", "unknown"] as const;
  await testApp.deps.db.insert(mails).values(
    Array.from({ length: 52 }, (_, index) => ({
      ...{ kind: "auto", subject: "=s", text: "dear lead", to: `${index}@example.com`, clientId },
      state: given[index] ?? "sent",
    })),
  );
  const ask = async (query: string) =>
    (await testApp.request("GET", `/api/admin/mail?${query}`, { token })).body;
  const namesOf = async (query: string) => {
    const first = await ask(query);
    expect(first.mails).toHaveLength(50);
    const second = await ask(`${query}&cursor=${first.nextCursor}`);
    expect(second.nextCursor).toBeNull();
    return [...first.mails, ...second.mails].map(({ to }: { to: string }) => to.split("@")[0]);
  };
  const numbers = Array.from({ length: 52 }, (_, index) => String(index));
  const sent = [...numbers.slice(4).toReversed(), "0"];
  expect(await namesOf("")).toEqual(numbers.toReversed());
  expect(await namesOf("sort=time&order=asc")).toEqual(numbers);
  expect(await namesOf("sort=state")).toEqual(["1", "3", "2", ...sent]);
  expect(await namesOf("sort=state&order=desc")).toEqual([...sent, "2", "3", "1"]);
  const path = "/api/admin/mail/export.csv?search=@example";
  const { body } = await testApp.request("GET", path, { token });
  const lines = String(body).trimEnd().split("\r\n");
  expect(lines).toHaveLength(53);
  const newest = `51@example.com,'=s,"Automatic, to a lead",Sent,Pelican Chiropractic,`;
  expect(lines[1]).toContain(newest);
  expect(lines.join()).not.toContain("dear lead");
  const log = await testApp.request("GET", "/api/admin/audit?action=mail_exported", { token });
  expect(log.body.entries).toMatchObject([{ action: "mail_exported", who: email }]);
  const viewed = await testApp.deps.db
    .select({ action: auditEntries.action })
    .from(auditEntries)
    .where(and(eq(auditEntries.clientId, clientId), eq(auditEntries.accountId, accountId)));
  expect(viewed).toEqual([{ action: "letters_listed" }]);
});

test("reading practices' emails is audited, for the list and each time an email is opened", async () => {
  const { token, accountId } = await signInAdmin(testApp);
  const { clientId } = await makePractice(testApp.deps);
  const { lead } = await makeInquiry(testApp.deps, clientId);
  const mail = { kind: "t", subject: "s", to: "one@example.com" };
  const letters = await testApp.deps.db
    .insert(mails)
    .values([
      { ...mail, clientId, leadId: lead._id, text: "dear lead" },
      { ...mail, text: "our own" },
    ])
    .returning({ id: mails.id });
  const [letter = "", own = ""] = letters.map(({ id }) => id);
  const ask = async (path: string) =>
    (await testApp.request("GET", `/api/admin/mail${path}`, { token })).body;
  const noted = async () => {
    const rows = await testApp.deps.db
      .select()
      .from(auditEntries)
      .where(eq(auditEntries.clientId, clientId))
      .orderBy(auditEntries.id);
    return rows
      .filter((row) => row.accountId === accountId)
      .map(({ action, detail }) => [action, detail]);
  };

  const log = await ask("");
  expect(log.mails.map(({ text }: { text: string | null }) => text)).toEqual(["our own", null]);
  await ask(`?practice=${clientId}`);
  expect(await ask(`/${own}`)).toEqual({ text: "our own" });
  expect(await noted()).toEqual([["letters_listed", {}]]);
  for (const _ of [1, 2]) expect(await ask(`/${letter}`)).toEqual({ text: "dear lead" });
  const opened = ["letter_opened", { mail: letter, lead: lead._id }];
  expect(await noted()).toEqual([["letters_listed", {}], opened, opened]);
  testApp.clock.forward(11 * 60_000);
  await ask("");
  expect((await noted()).at(-1)).toEqual(["letters_listed", {}]);
  expect((await testApp.request("GET", `/api/admin/mail/${randomUUID()}`, { token })).status).toBe(
    404,
  );
});

test("an email interrupted by a crash becomes unknown and isn't resent automatically", async () => {
  await testApp.deps.db.transaction((tx) => queue(tx, "one"));
  await testApp.deps.db.update(mails).set({ state: "sending", sendingAt: testApp.clock.now });
  testApp.clock.forward((handoffLimitSeconds - 1) * 1000);
  await markLostHandoffs(testApp.deps);
  expect(await states()).toEqual(["sending"]);
  testApp.clock.forward(2000);
  await markLostHandoffs(testApp.deps);
  await testApp.runJobs();
  expect(await states()).toEqual(["unknown"]);
  expect(testApp.receivedMails).toEqual([]);
});

test("a queued email whose job was lost gets another job and is sent once", async () => {
  await testApp.deps.db.transaction((tx) => queue(tx, "one"));
  await testApp.pool.query("delete from pgboss.job");
  await Promise.all([1, 2, 3].map(() => sweepMail(testApp.deps)));
  expect(await sendJobs()).toHaveLength(1);
  await testApp.runJobs();
  await sweepMail(testApp.deps);
  await testApp.runJobs();
  expect(await states()).toEqual(["sent"]);
  expect(testApp.receivedMails).toHaveLength(1);
});

test("a sweep finds the emails of every practice and of the agency", async () => {
  const practices = [await makePractice(testApp.deps), await makePractice(testApp.deps)];
  const senders = [undefined, ...practices.map(({ clientId }) => clientId)];
  const names = ["held", "lost", "without a job"];
  await testApp.deps.db.transaction(async (tx) => {
    for (const clientId of senders) {
      for (const name of names) await queue(tx, name, undefined, clientId);
    }
  });
  const set = (name: string, change: Partial<typeof mails.$inferInsert>) =>
    testApp.deps.db
      .update(mails)
      .set(change)
      .where(eq(mails.subject, `For ${name}`));
  await set("held", { heldAt: testApp.clock.now });
  await set("lost", { state: "sending", sendingAt: testApp.clock.now });
  testApp.clock.forward((handoffLimitSeconds + 1) * 1000);
  await testApp.pool.query("delete from pgboss.job");
  await sweepMail(testApp.deps);
  expect(await sendJobs()).toHaveLength(2 * senders.length);
  await testApp.runJobs();
  expect((await states()).toSorted()).toEqual(
    ["sent", "sent", "unknown"].flatMap((state) => senders.map(() => state)),
  );
});

test("a queued email whose job failed without updating the email gets another job", async () => {
  await testApp.deps.db.transaction((tx) => queue(tx, "one"));
  await testApp.pool.query("update pgboss.job set state = 'failed'");
  await sweepMail(testApp.deps);
  await testApp.runJobs();
  expect(await states()).toEqual(["sent"]);
});

test("an email that still has a job doesn't get a second one, and two jobs for an email send it once", async () => {
  await testApp.deps.db.transaction((tx) => queue(tx, "one"));
  for (const state of ["created", "retry", "active"]) {
    await testApp.pool.query("update pgboss.job set state = $1 where name = 'send-mail'", [state]);
    await sweepMail(testApp.deps);
    expect(await sendJobs()).toHaveLength(1);
  }
  await testApp.pool.query("update pgboss.job set state = 'created' where name = 'send-mail'");
  const [mail] = await testApp.deps.db.select().from(mails);
  const key = { clientId: mail?.clientId ?? "", mailId: mail?.id ?? "" };
  await testApp.deps.db.transaction((tx) => testApp.deps.jobs.enqueue(tx, "send-mail", key));
  await Promise.all([testApp.runJobs(), testApp.runJobs()]);
  expect(testApp.receivedMails).toHaveLength(1);
});

test("a job that replaces a lost job doesn't start until the email is due", async () => {
  await testApp.deps.db.transaction((tx) => queue(tx, "one"));
  const dueAt = new Date("2099-01-01T00:00:00.000Z");
  await testApp.deps.db.update(mails).set({ dueAt });
  await testApp.pool.query("delete from pgboss.job");
  await sweepMail(testApp.deps);
  expect(await sendJobs()).toEqual([{ start_after: dueAt }]);
});

test("an email that is sent, failed, or held for a mail server doesn't get a job", async () => {
  await testApp.deps.db.transaction(async (tx) => {
    for (const name of ["held", "sent", "failed"]) await queue(tx, name);
  });
  await testApp.pool.query("delete from pgboss.job");
  const { mailServer } = testApp.deps;
  testApp.deps.mailServer = null;
  const [held, sent, failed] = await testApp.deps.db.select().from(mails).orderBy(mails.id);
  for (const [mail, change] of [
    [held, { heldAt: testApp.clock.now }],
    [sent, { state: "sent" }],
    [failed, { state: "failed" }],
  ] as const) {
    await testApp.deps.db
      .update(mails)
      .set(change)
      .where(eq(mails.id, mail?.id ?? ""));
  }
  await sweepMail(testApp.deps);
  testApp.deps.mailServer = mailServer;
  expect(await sendJobs()).toEqual([]);
});

test("a line break in a name can't start a header", async () => {
  const smtp = await openSmtp();
  testApp.deps.mailServer = smtp.mailServer;
  await testApp.deps.db.transaction((tx) => queue(tx, "Ada\r\nBcc: everybody@example.com"));
  // We remove it ourselves, before the library that writes the headers does.
  const rows = await testApp.deps.db.select({ subject: mails.subject }).from(mails);
  expect(rows.map(({ subject }) => subject)).toContain("For Ada Bcc: everybody@example.com");
  await testApp.runJobs();
  const mail = await PostalMime.parse(smtp.received[0] ?? "");
  expect(mail.subject).toBe("For Ada Bcc: everybody@example.com");
  expect(mail.bcc ?? []).toEqual([]);
});

test("a real SMTP server receives the email as it was written", async () => {
  const smtp = await openSmtp();
  expect(await smtp.mailServer.deliver(aMail)).toEqual({ result: "sent" });
  const mail = await PostalMime.parse(smtp.received[0] ?? "");
  expect(mail).toMatchObject({
    messageId: "<one@example.com>",
    from: { name: "Agency", address: "post@example.com" },
    subject: "Grüße from us",
  });
  expect(mail.replyTo?.[0]?.address).toBe("answer@example.com");
  expect(mail.text?.trim()).toBe("A line.\n.\nA line after a dot.");
});

test.each([
  ["at the greeting", "onConnect", 421, "later"],
  ["at the sender, temporarily", "onMailFrom", 451, "later"],
  ["at the recipient, permanently", "onRcptTo", 550, "refused"],
  ["at the recipient, temporarily", "onRcptTo", 450, "later"],
  ["after the message, permanently", "onData", 554, "refused"],
  ["after the message, temporarily", "onData", 452, "later"],
] as const)(
  "an email rejected %s (%s %i) has the result %4$s",
  async (_, stage, responseCode, result) => {
    const smtp = await openSmtp({ [stage]: Object.assign(new Error("no"), { responseCode }) });
    expect(await smtp.mailServer.deliver(aMail)).toMatchObject({ result });
  },
);

test.each([
  ["at the sender", "onMailFrom", false],
  ["at the recipient", "onRcptTo", true],
  ["after the message", "onData", false],
] as const)(
  "a permanent rejection %s counts against the address: %3$s",
  async (_, stage, isOfAddress) => {
    const refusal = Object.assign(new Error("no"), { responseCode: 550 });
    const smtp = await openSmtp({ [stage]: refusal });
    expect(await smtp.mailServer.deliver(aMail)).toMatchObject({ result: "refused", isOfAddress });
  },
);

test("a password is never sent without TLS, except to this machine", async () => {
  const smtp = await openSmtp();
  const url = (host: string) => `smtp://desk:secret@${host}:${smtp.port}`;
  // 0.0.0.0 reaches this machine, but isn't written as a loopback address.
  const elsewhere = await makeMailServer(url("0.0.0.0")).deliver(aMail);
  expect(elsewhere).toMatchObject({ result: "later", problem: expect.stringMatching(/TLS/) });
  expect([smtp.passwords, smtp.received]).toEqual([[], []]);
  for (const host of ["127.0.0.1", "localhost"]) {
    expect(await makeMailServer(url(host)).deliver(aMail)).toEqual({ result: "sent" });
  }
  expect(smtp.passwords).toEqual(["secret", "secret"]);
});

test("an email is sent as HTML and as text, with unsubscribe headers", async () => {
  const smtp = await openSmtp();
  const headers = {
    "List-Unsubscribe": "<https://desk.example.com/api/mail/unsubscribe?t=x>",
    "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
  };
  await smtp.mailServer.deliver({ ...aMail, html: "<p>A <b>line</b>.</p>", headers });
  const mail = await PostalMime.parse(smtp.received[0] ?? "");
  expect(mail.html).toContain("<p>A <b>line</b>.</p>");
  expect(mail.text?.trim()).toContain("A line.");
  for (const [name, value] of Object.entries(headers)) {
    expect(mail.headers.find(({ key }) => key === name.toLowerCase())?.value).toBe(value);
  }
});

test.each([
  ["at the greeting", "onConnect", "later"],
  ["at the sender", "onMailFrom", "later"],
  ["at the recipient", "onRcptTo", "later"],
  ["after the message", "onData", "unknown"],
] as const)("a delivery cut off %s has the result %3$s", async (_, stage, result) => {
  const smtp = await openSmtp({ [stage]: "cut" });
  expect(await smtp.mailServer.deliver(aMail)).toMatchObject({ result });
});

test("an email can be retried if no server is listening", async () => {
  const smtp = await openSmtp();
  await new Promise<void>((resolve) => opened.splice(0)[0]?.close(() => resolve()));
  expect(await smtp.mailServer.deliver(aMail)).toMatchObject({ result: "later" });
});

const aMail = {
  messageId: "<one@example.com>",
  from: { name: "Agency", address: "post@example.com" },
  replyTo: "answer@example.com",
  to: "owner@example.com",
  subject: "Grüße from us",
  text: "A line.\n.\nA line after a dot.",
  html: null,
};

type Tx = Parameters<typeof queueMail>[1];

function queue(tx: Tx, name: string, causeKey?: string, clientId?: string) {
  return queueMail(testApp.deps, tx, {
    kind: "test",
    to: "owner@example.com",
    words: { subject: "For {{ name }}", text: "Hello {{ name }}" },
    fields: { name },
    causeKey,
    clientId,
  });
}

async function sendJobs() {
  const { rows } = await testApp.pool.query(
    "select start_after from pgboss.job where name = 'send-mail' and state <> 'completed'",
  );
  return rows;
}

async function states() {
  const rows = await testApp.deps.db.select({ state: mails.state }).from(mails).orderBy(mails.id);
  return rows.map((row) => row.state);
}

type Stage = "onConnect" | "onMailFrom" | "onRcptTo" | "onData";

/** A real SMTP server that rejects or disconnects at the given stage. */
async function openSmtp(trouble: Partial<Record<Stage, Error | "cut">> = {}) {
  const received: string[] = [];
  const passwords: string[] = [];
  const sockets = new Set<{ destroy(): void }>();
  const meet = (stage: Stage, done: (error?: Error) => void) => {
    const wanted = trouble[stage];
    if (wanted === "cut") for (const socket of sockets) socket.destroy();
    else done(wanted);
  };
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    allowInsecureAuth: true,
    onAuth({ password }, _session, done) {
      passwords.push(password ?? "");
      done(null, { user: "desk" });
    },
    logger: false,
    onConnect: (_session, done) => meet("onConnect", done),
    onMailFrom: (_address, _session, done) => meet("onMailFrom", done),
    onRcptTo: (_address, _session, done) => meet("onRcptTo", done),
    onData(stream, _session, done) {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", () => {
        if (!trouble.onData) received.push(Buffer.concat(chunks).toString("utf8"));
        meet("onData", done);
      });
    },
  });
  server.on("error", () => undefined);
  server.server.on("connection", (socket) => sockets.add(socket));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", () => resolve()));
  opened.push(server);
  const { port } = server.server.address() as AddressInfo;
  const mailServer = makeMailServer(`smtp://127.0.0.1:${port}`);
  return { received, passwords, port, mailServer };
}
