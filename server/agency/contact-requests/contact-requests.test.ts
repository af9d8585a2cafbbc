// cspell:ignore campos comunicaremos correo Escriba marcados revise usted
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { packageTitle } from "#content/marketing.ts";
import { site } from "#content/site.ts";
import { signInAdmin } from "#server/testing/people.ts";
import { openTestApp, type TestApp } from "#server/testing/test-app.ts";
import { notifyUnfinished, requeueUnfinished } from "./unfinished.ts";

let testApp: TestApp;
beforeAll(async () => {
  testApp = await openTestApp();
});
afterAll(() => testApp.close());

test("a message is stored for the owner to see and emailed to the owner, with its sender as reply-to", async () => {
  const owner = await signInAdmin(testApp);
  const message = aMessage({ fullName: "Ada Byron", email: "Ada@Example.com" });
  const answer = await testApp.request("POST", "/api/contact", { json: message });
  expect(answer.status).toBe(201);
  expect(answer.body.message).toBe("We will contact you shortly.");
  expect(answer.body.contact).toMatchObject({ fullName: "Ada Byron", email: "ada@example.com" });

  const list = await testApp.request("GET", "/api/admin/contact-requests", { token: owner.token });
  expect(list.body.contactRequests[0]).toMatchObject({
    kind: "personal",
    state: "new",
    message: message.message,
  });
  await testApp.runJobs();
  expect(testApp.receivedMails.at(-1)).toMatchObject({
    to: owner.email,
    replyTo: "ada@example.com",
    subject: "Ada Byron sent you a message from your portfolio",
  });
});

test("simultaneous submissions with the same id create one row and one email", async () => {
  const before = await countRows();
  const message = aMessage({ submissionId: randomUUID() });
  const answers = await Promise.all(
    [1, 2, 3, 4].map(() => testApp.request("POST", "/api/contact", { json: message })),
  );
  expect(answers.map((answer) => answer.status)).toEqual([201, 201, 201, 201]);
  expect(new Set(answers.map((answer) => answer.body.contact._id)).size).toBe(1);
  expect(await countRows()).toEqual({
    contactRequests: before.contactRequests + 1,
    mails: before.mails + 1,
  });
});

test("a repeated submission gets the first submission's response even if the captcha solution is already used", async () => {
  const guarded = await openTestApp();
  const json = aMessage({ submissionId: randomUUID() });
  const send = () => guarded.request("POST", "/api/contact", { json });
  let checks = 0;
  let first: unknown;
  guarded.deps.captcha = {
    ...guarded.deps.captcha,
    isOn: true,
    async check() {
      checks += 1;
      if (checks === 1) first = (await send()).body;
      return { signature: "one", expiresAt: guarded.clock.now };
    },
  };
  expect(await send()).toMatchObject({ status: 201, body: first });
  expect(checks).toBe(2);
  await guarded.close();
});

test("the complete questionnaire replaces its first step", async () => {
  const first = aQuestionnaire({ unfinished: true });
  const whole = { ...first, unfinished: undefined, questions: [{ "Package selected": "p2" }] };
  const begun = await testApp.request("POST", "/api/contact", { json: first });
  const done = await testApp.request("POST", "/api/contact", { json: whole });
  const again = await testApp.request("POST", "/api/contact", { json: first });
  expect(done.body.contact._id).toBe(begun.body.contact._id);
  expect(again.body.contact._id).toBe(begun.body.contact._id);
  const row = await testApp.deps.db.query.contactRequests.findFirst({
    where: (contactRequest, { eq }) => eq(contactRequest.id, begun.body.contact._id),
  });
  expect(row?.questions).toEqual([{ "Package selected": "p2" }]);
  expect(row?.finishedAt).not.toBeNull();
});

test.each([
  ["2026-03-13T17:59:00-04:00", "Thank you. We’ll contact you at the time you chose."],
  [
    "2026-03-13T18:00:00-04:00",
    new RegExp(
      `closed at the time you chose.*Monday, March 16 at 8\\sam, ${site.officeHours.zoneName}\\.$`,
    ),
  ],
  [undefined, "Thank you. We’ll contact you at the time you chose."],
])("the response to a request for a call at %s is: %s", async (contactAt, message) => {
  const json = aQuestionnaire({ contactAt });
  for (const _ of ["first", "again"]) {
    const answer = await testApp.request("POST", "/api/contact", { json });
    expect(answer.body.message).toMatch(message);
  }
});

test("the owner's email about a questionnaire contains its answers", async () => {
  const owner = await signInAdmin(testApp);
  const questions = [{ "Do you have a website?": "yes" }, { "Package selected": "p3" }];
  await testApp.request("POST", "/api/contact", { json: aQuestionnaire({ questions }) });
  await testApp.runJobs();
  const notice = testApp.receivedMails.findLast(({ to }) => to === owner.email);
  expect(notice?.subject).toBe("Jo Park filled out the questionnaire");
  expect(notice?.text).toContain("Do you have a website?\n  yes");
  expect(notice?.text).toContain(`Package selected\n  ${packageTitle("p3")}`);
});

test("the owner is notified of a questionnaire's first step only if the questionnaire isn't finished", async () => {
  // The job store uses the real clock.
  testApp.clock.at(new Date().toISOString());
  const owner = await signInAdmin(testApp);
  const told = () =>
    testApp.receivedMails.filter(({ to, subject }) => to === owner.email && /Jo/.test(subject));
  const stopped = await testApp.request("POST", "/api/contact", {
    json: aQuestionnaire({ email: "jo.park@example.com", unfinished: true }),
  });
  const first = aQuestionnaire({ unfinished: true });
  const finished = await testApp.request("POST", "/api/contact", { json: first });
  await testApp.request("POST", "/api/contact", { json: { ...first, unfinished: undefined } });
  await testApp.runJobs();
  expect(told().map(({ subject }) => subject)).toEqual(["Jo Park filled out the questionnaire"]);

  for (const answer of [stopped, finished, stopped]) {
    await notifyUnfinished(testApp.deps, answer.body.contact._id);
  }
  await testApp.runJobs();
  expect(told().map(({ subject }) => subject)).toEqual([
    "Jo Park filled out the questionnaire",
    "Jo Park started the questionnaire but didn’t finish it",
  ]);
});

test("the owner isn't notified of an unfinished questionnaire if its sender finished another one", async () => {
  const owner = await signInAdmin(testApp);
  const email = "started.twice@example.com";
  const started = await testApp.request("POST", "/api/contact", {
    json: aQuestionnaire({ email, unfinished: true }),
  });
  await testApp.request("POST", "/api/contact", { json: aQuestionnaire({ email }) });
  await notifyUnfinished(testApp.deps, started.body.contact._id);
  await testApp.runJobs();
  const told = testApp.receivedMails.filter(({ to }) => to === owner.email);
  expect(told.map(({ subject }) => subject)).toEqual(["Jo Park filled out the questionnaire"]);
});

test("the owner is notified once of an unfinished questionnaire even if the notification job was lost", async () => {
  testApp.clock.at(new Date(Date.now() - 60 * 60_000).toISOString());
  const owner = await signInAdmin(testApp);
  const told = () =>
    testApp.receivedMails.filter(({ to, subject }) => to === owner.email && /Jo/.test(subject));
  await testApp.request("POST", "/api/contact", { json: aQuestionnaire({ unfinished: true }) });
  await testApp.pool.query("delete from pgboss.job");
  await Promise.all([1, 2].map(() => requeueUnfinished(testApp.deps)));
  const { rowCount } = await testApp.pool.query(
    "select from pgboss.job where name = 'notify-unfinished-contact-request'",
  );
  await testApp.runJobs();
  await requeueUnfinished(testApp.deps);
  await testApp.runJobs();
  expect(told()).toHaveLength(1);
  expect(rowCount).toBe(1);
});

test("a reply sends one email, no matter how often it is submitted, and the request counts as contacted", async () => {
  const { token } = await signInAdmin(testApp);
  const { body } = await testApp.request("POST", "/api/contact", {
    json: aMessage({ email: "asks@example.com", page: "Marketing" }),
  });
  const path = `/api/admin/contact-requests/${body.contact._id}`;
  const json = { submissionId: randomUUID(), text: "Gladly.\n{{ phone }} <b>stays</b>" };
  const answers = await Promise.all(
    [1, 2, 3].map(() => testApp.request("POST", `${path}/replies`, { token, json })),
  );
  expect(answers.map(({ status }) => status)).toEqual([201, 201, 201]);
  await testApp.runJobs();
  const mails = testApp.receivedMails.filter(({ to }) => to === "asks@example.com");
  expect(mails).toHaveLength(1);
  expect(mails[0]).toMatchObject({ replyTo: site.agencyEmail });
  expect(mails[0]?.text).toContain(
    `Gladly.\n{{ phone }} <b>stays</b>\n\nOlive Owner\n${site.mailName}\n${site.phone}`,
  );
  const { contactRequest, replies } = await contactRequestOf(token, body.contact._id);
  expect(contactRequest.state).toBe("contacted");
  expect(replies).toMatchObject([{ state: "sent" }]);
});

test("the sender's attribution is stored with a contact request", async () => {
  const { token } = await signInAdmin(testApp);
  const attribution = { first: { utm_source: "meta" }, last: { gclid: "abc", package: "p2" } };
  const { body } = await testApp.request("POST", "/api/contact", {
    json: aMessage({ attribution }),
  });
  expect((await contactRequestOf(token, body.contact._id)).attribution).toEqual(attribution);
});

test.each([
  ["no name", { fullName: " " }, { fullName: "Please fill this in." }],
  ["a wrong address", { email: "ada@" }, { email: "Enter a valid email address." }],
  ["a line break in the name", { fullName: "A\r\nBcc: x" }, { fullName: /characters/ }],
  ["NUL in the message", { message: "a\u0000b" }, { message: /characters/ }],
  ["a number as message", { message: 4 }, { message: /isn’t valid/ }],
  ["ten thousand characters", { message: "a".repeat(10_000) }, { message: "This is too long." }],
])("%s is rejected with a field error and isn't stored", async (_, change, errors) => {
  const before = await countRows();
  const answer = await testApp.request("POST", "/api/contact", {
    json: { ...aMessage(), ...change },
  });
  expect(answer.status).toBe(422);
  for (const [field, sentence] of Object.entries(errors)) {
    expect(answer.body.errors[field]).toMatch(sentence);
  }
  expect(Object.keys(answer.body.errors)).toEqual(Object.keys(errors));
  expect(await countRows()).toEqual(before);
});

test("too many attribution entries are rejected without validating each", async () => {
  const traces = Object.fromEntries(Array.from({ length: 800 }, (_, index) => [`t${index}`, 1]));
  const attribution = { first: traces, last: traces };
  const { body } = await testApp.request("POST", "/api/contact", {
    json: aMessage({ attribution }),
  });
  expect(Object.keys(body.errors).toSorted()).toEqual(["attribution.first", "attribution.last"]);
});

async function contactRequestOf(token: string, id: string) {
  return (await testApp.request("GET", `/api/admin/contact-requests/${id}`, { token })).body;
}

function aQuestionnaire(change: Record<string, unknown> = {}) {
  return {
    fullName: "Jo Park",
    email: "jo@example.com",
    phone: "813 555 0100",
    page: "Questionairre",
    questions: [],
    test: true,
    submissionId: randomUUID(),
    ...change,
  };
}

test("the owner can export one list of requests, escaped against CSV injection, and the export is audited", async () => {
  const owner = await signInAdmin(testApp);
  const fullName = "=1+1 Export";
  const stored = await testApp.request("POST", "/api/contact", { json: aMessage({ fullName }) });
  const other = await testApp.request("POST", "/api/contact", {
    json: aMessage({ email: "other@example.com" }),
  });
  const list = "/api/admin/contact-requests";
  const { token } = owner;
  await testApp.request("POST", `${list}/${stored.body.contact._id}/closings`, {
    ...{ token, json: {} },
  });
  const answer = await testApp.request("GET", `${list}/export.csv?list=closed`, { token });
  expect(answer.headers.get("Content-Disposition")).toMatch(/"contact-requests-[\d-]+\.csv"$/);
  const text = String(answer.body);
  expect(text).toContain("Received at (UTC),Form,Status,Name,Email");
  expect(text).toContain(",Portfolio message,Closed,'=1+1 Export,");
  expect(text).not.toContain(other.body.contact.email);
  const all = await testApp.request("GET", `${list}/export.csv`, { token });
  expect(String(all.body)).toContain(other.body.contact.email);
  const log = await testApp.request("GET", "/api/admin/audit", { token });
  expect(log.body.entries[0]).toMatchObject({ action: "contact_requests_exported" });
});

test.each([
  { page: "Marketing", fullName: "Rosa Delgado", phone: "1", message: "Hola" },
  {
    ...{ page: "Questionairre", fullName: "Rosa Delgado", phone: "1" },
    questions: [{ "Package selected": "p2" }],
  },
  { makeOver: true, name: "Rosa Delgado" },
])("a request from an English page stores that the visitor prefers Spanish: %o", async (form) => {
  const owner = await signInAdmin(testApp);
  const json = { ...form, email: `${randomUUID()}@example.com`, prefersSpanish: true };
  const sent = await testApp.request("POST", "/api/contact", { json });
  expect(sent.status).toBe(201);
  const path = `/api/admin/contact-requests/${sent.body.contact._id}`;
  const { body } = await testApp.request("GET", path, { token: owner.token });
  expect(body.contactRequest.language).toBe("es");
  expect(body.contactRequest.package).toBe("questions" in form ? "p2" : null);
});

test("a submission from a Spanish page is stored as Spanish, and its response and error messages are in Spanish", async () => {
  const owner = await signInAdmin(testApp);
  const headers = { "Content-Language": "es" };
  const send = (json: object) => testApp.request("POST", "/api/contact", { json, headers });
  const refused = await send(aMessage({ email: "rosa@" }));
  expect(refused.body).toMatchObject({
    message: "Por favor, revise los campos marcados.",
    errors: { email: "Escriba un correo electrónico válido." },
  });
  const answer = await send(aMessage({ page: "Marketing", email: "rosa@example.com" }));
  expect(answer.body.message).toBe("Nos comunicaremos con usted en breve.");
  const id = answer.body.contact._id;
  const path = `/api/admin/contact-requests/${id}`;
  const { body } = await testApp.request("GET", path, { token: owner.token });
  expect(body.contactRequest.language).toBe("es");
  expect(body.templates[0].text).toMatch(/^Hola/);
  await testApp.runJobs();
  expect(testApp.receivedMails.at(-1)?.text).toContain("Language: Spanish");
});

test.each(["en", "en-US", "de", "es-US", ""])(
  "the response is in English for the language %j",
  async (language) => {
    const answer = await testApp.request("POST", "/api/contact", {
      json: aMessage({ email: "rosa@" }),
      headers: { "Content-Language": language, "Accept-Language": "es" },
    });
    expect(answer.body.errors.email).toBe("Enter a valid email address.");
  },
);

function aMessage(change: Record<string, unknown> = {}) {
  return {
    page: "Personal",
    fullName: "Grace Hopper",
    email: "grace@example.com",
    phone: "ask for Grace",
    message: "Hello there,\nI would like to talk.",
    test: false,
    ...change,
  };
}

async function countRows() {
  const { contactRequests, mails } = await import("#server/db/schema.ts");
  return {
    contactRequests: await testApp.deps.db.$count(contactRequests),
    mails: await testApp.deps.db.$count(mails),
  };
}
