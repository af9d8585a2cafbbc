// cspell:ignore buen comunicara usted Cancelar
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { usualWeek } from "#contract/open-hours.ts";
import { makeCampaign, makeFormSource, makeInquiry } from "#server/db/make.ts";
import { makePhone } from "#server/db/make-phone.ts";
import { leads, mailStops, mails, templates } from "#server/db/schema.ts";
import { signInClient } from "#server/testing/people.ts";
import { openTestApp, type TestApp } from "#server/testing/test-app.ts";
import { maxDailyPerAddress } from "./automatic.ts";
import { findMailStop, stopMail } from "./mail-stops.ts";
import { queueAutomaticMails } from "./queue-automatic.ts";
import { unsubscribeToken } from "./unsubscribe-token.ts";

let testApp: TestApp;
let own: Awaited<ReturnType<typeof signInClient>>;
let other: Awaited<ReturnType<typeof signInClient>>;
beforeAll(async () => {
  testApp = await openTestApp({ ORIGIN: "https://desk.example.com" });
  own = await signInClient(testApp);
  other = await signInClient(testApp);
});
beforeEach(async () => {
  await testApp.deps.db.delete(mails);
  await testApp.deps.db.delete(mailStops);
  await testApp.deps.db.delete(templates);
  testApp.receivedMails.length = 0;
  // A Tuesday, 10 am in Tampa.
  testApp.clock.at("2026-03-17T14:00:00.000Z");
});
afterAll(() => testApp.close());

let person = 0;

test("a live inquiry gets one automatic email immediately, in the practice's name", async () => {
  await makeTemplate();
  const inquiryId = await ask({ email: "ada@example.com", firstName: "Ada" });
  await queue(inquiryId);
  await Promise.all([queue(inquiryId), queue(inquiryId)]);
  await testApp.runJobs();
  expect(testApp.receivedMails).toHaveLength(1);
  expect(testApp.receivedMails[0]).toMatchObject({
    to: "ada@example.com",
    from: { name: "Bayshore Family Dental" },
    replyTo: own.email,
    subject: "Hi Ada",
  });
  expect(testApp.receivedMails[0]?.text).toContain("1 Bayshore Boulevard, Tampa, FL 33606");
});

test("a web form submission that is sent twice gets one automatic email", async () => {
  await makeTemplate();
  const { formKey } = await makeFormSource(testApp.deps, own.clientId);
  const json = { firstName: "Jo", email: "jo@example.com" };
  for (const _ of [1, 2]) await testApp.request("POST", `/api/intake/form/${formKey}`, { json });
  await testApp.runJobs();
  expect(testApp.receivedMails.map(({ to }) => to)).toEqual(["jo@example.com"]);
});

test("a person who inquires with a family member's number gets an email by name, at the address they entered", async () => {
  await makeTemplate();
  const { formKey } = await makeFormSource(testApp.deps, own.clientId);
  const phone = makePhone();
  for (const [firstName, email] of [
    ["John", "john@example.com"],
    ["Jane", "jane@example.com"],
    ["Jack", ""],
    ["", ""],
  ]) {
    await testApp.request("POST", `/api/intake/form/${formKey}`, {
      json: { firstName, phone, email },
    });
    await testApp.runJobs();
  }
  expect(testApp.receivedMails.map(({ to, subject }) => [to, subject])).toEqual([
    ["john@example.com", "Hi John"],
    ["jane@example.com", "Hi Jane"],
    // If the inquiry has no address, the lead's is used; if it has no name either, the lead's name
    // too.
    ["john@example.com", "Hi Jack"],
    ["john@example.com", "Hi John"],
  ]);
});

test("inquiring with a lead's number and a different address doesn't reveal the lead's name or email", async () => {
  await makeTemplate({ body: "<p>{{ lead.fullName }} {{ lead.email }} {{ lead.phone }}</p>" });
  const phone = makePhone();
  const known = { firstName: "Marisol", lastName: "Quintero", email: "quintero@example.com" };
  await ask({ ...known, phone });
  await queue(await ask({ firstName: "", lastName: "", phone, email: "nosy@example.com" }));
  await testApp.runJobs();
  expect(testApp.receivedMails).toMatchObject([{ to: "nosy@example.com", subject: "Hi there" }]);
  // Names that can't appear in a random token.
  expect(JSON.stringify(testApp.receivedMails)).not.toMatch(/marisol|quintero/i);
});

test("a stored template that was never sanitized is sent without scripts or remote content", async () => {
  const dirty = [
    "<p>Hello</p><script>hit()</script>",
    '<p onclick="hit()" style="position:fixed">paragraph</p>',
    '<strong style="background:url(https://example.com/hit)">bold</strong>',
    '<img src="https://example.com/hit.gif" onerror="hit()" alt="picture">',
    '<a href="javascript:hit()">script</a>',
  ];
  await makeTemplate({ body: dirty.join("") });
  await queue(await ask());
  await testApp.runJobs();
  const [mail] = testApp.receivedMails;
  for (const word of ["Hello", "paragraph", "bold", "script"]) {
    expect(mail?.html).toContain(word);
  }
  expect(mail?.html).not.toMatch(/hit|position:fixed|<script|cid:/);
  expect(mail?.text).not.toContain("hit");
});

test("a second inquiry gets its own automatic email", async () => {
  await makeTemplate();
  for (const _ of [1, 2]) await queue(await ask({ email: "again@example.com" }));
  await testApp.runJobs();
  expect(testApp.receivedMails).toHaveLength(2);
});

test.each([
  ["a test lead", { isTest: true }],
  ["a lead without an address", { email: "" }],
  ["a person who inquired two days ago", { submittedAt: new Date("2026-03-15T10:00:00Z") }],
])("%s doesn't get an automatic email", async (_, change) => {
  await makeTemplate();
  await queue(await ask(change));
  await testApp.runJobs();
  expect(await testApp.deps.db.select().from(mails)).toEqual([]);
});

test("a lead added by hand doesn't get an automatic email", async () => {
  await makeTemplate();
  const json = { firstName: "Jo", email: "walkin@example.com", phone: "1" };
  await testApp.request("POST", "/api/leads", { token: own.token, json });
  await testApp.runJobs();
  expect(testApp.receivedMails).toEqual([]);
});

test("only the practice's active templates for the campaign are sent", async () => {
  const wanted = await campaign();
  await makeTemplate({ isActive: false });
  await makeTemplate({ campaignIds: [await campaign()] });
  await makeTemplate({ kind: "email" });
  await makeTemplate({ deletedAt: testApp.clock.now });
  await makeTemplate({ clientId: other.clientId });
  await makeTemplate({ subject: "The one", campaignIds: [wanted] });
  await queue(await ask({ campaignId: wanted }));
  await queue(await ask());
  await testApp.runJobs();
  expect(testApp.receivedMails.map(({ subject }) => subject)).toEqual(["The one"]);
});

test("a delayed email isn't sent until its delay has passed", async () => {
  await makeTemplate({ delayMinutes: 30 });
  await queue(await ask());
  await testApp.runJobs();
  expect(testApp.receivedMails).toEqual([]);
  testApp.clock.forward(30 * 60_000);
  await wake();
  expect(testApp.receivedMails).toHaveLength(1);
});

test("an email limited to business hours is sent when the practice opens, by its hours at that time", async () => {
  await makeTemplate({ isInOpenHoursOnly: true });
  // It's 9 pm in Tampa. The practice opens at 8 am.
  testApp.clock.at("2026-03-18T01:00:00.000Z");
  await queue(await ask());
  const [mail] = await testApp.deps.db.select().from(mails);
  expect(mail?.dueAt?.toISOString()).toBe("2026-03-18T12:00:00.000Z");
  // Before then, the practice sets Wednesday to closed.
  const week = usualWeek.with(3, []);
  const json = { timeZone: "America/New_York", week, holidays: [] };
  await testApp.request("PUT", "/api/clients/me/hours", { token: own.token, json });
  testApp.clock.at("2026-03-18T12:00:00.000Z");
  await wake();
  expect(testApp.receivedMails).toEqual([]);
  testApp.clock.at("2026-03-19T12:00:00.000Z");
  await wake();
  expect(testApp.receivedMails).toHaveLength(1);
  const usual = { timeZone: "America/New_York", week: usualWeek, holidays: [] };
  await testApp.request("PUT", "/api/clients/me/hours", { token: own.token, json: usual });
});

test("of one email for open hours and one for closed hours, a person gets the one for the moment of the inquiry", async () => {
  const { clientId, token } = await signInClient(testApp);
  const whileOpen = { receivedWhile: "open", isInOpenHoursOnly: true, subject: "Open" } as const;
  const whileClosed = { receivedWhile: "closed", delayMinutes: 30, subject: "Closed" } as const;
  await makeTemplate({ clientId, ...whileOpen });
  await makeTemplate({ clientId, ...whileClosed });
  const { formKey } = await makeFormSource(testApp.deps, clientId);
  // The practice closes at 5 pm in Tampa.
  for (const [at, email] of [
    ["2026-03-17T20:59:00.000Z", "day@example.com"],
    ["2026-03-17T21:00:00.000Z", "evening@example.com"],
  ] as const) {
    testApp.clock.at(at);
    const json = { firstName: "Jo", email };
    await testApp.request("POST", `/api/intake/form/${formKey}`, { json });
    await testApp.runJobs();
  }
  // It opens again before the second email is due.
  testApp.clock.at("2026-03-17T21:10:00.000Z");
  const week = usualWeek.with(2, [{ from: "08:00", to: "20:00" }]);
  const json = { timeZone: "America/New_York", week, holidays: [] };
  await testApp.request("PUT", "/api/clients/me/hours", { token, json });
  testApp.clock.at("2026-03-17T21:30:00.000Z");
  await wake();
  expect(testApp.receivedMails.map(({ to, subject }) => [to, subject])).toEqual([
    ["day@example.com", "Open"],
    ["evening@example.com", "Closed"],
  ]);
});

test.each([
  ["switched off", () => testApp.deps.db.update(templates).set({ isActive: false })],
  ["deleted", () => testApp.deps.db.update(templates).set({ deletedAt: testApp.clock.now })],
])("an email isn't sent if its template was %s before sending", async (_, change) => {
  await makeTemplate({ delayMinutes: 30 });
  await queue(await ask());
  await change();
  testApp.clock.forward(30 * 60_000);
  await wake();
  expect(await standing()).toEqual([
    {
      state: "stopped",
      problem: "The template was turned off or deleted before this email was sent.",
    },
  ]);
});

test("an email isn't sent if its template was limited to other hours before sending", async () => {
  await makeTemplate({ delayMinutes: 30 });
  await queue(await ask());
  await testApp.deps.db.update(templates).set({ receivedWhile: "closed" });
  testApp.clock.forward(30 * 60_000);
  await wake();
  expect(await standing()).toEqual([
    {
      state: "stopped",
      problem: "The template was changed, and no longer answers inquiries from that time of day.",
    },
  ]);
});

test("a pending email isn't sent if its lead is deleted or the lead's address changes", async () => {
  await makeTemplate({ delayMinutes: 30 });
  await queue(await ask({ email: "one@example.com" }));
  await queue(await ask({ email: "two@example.com" }));
  await change("DELETE", "one@example.com");
  await change("PATCH", "two@example.com", { email: "x@example.com" });
  testApp.clock.forward(30 * 60_000);
  await wake();
  expect((await standing()).map(({ state }) => state)).toEqual(["stopped", "stopped"]);
  expect(testApp.receivedMails).toEqual([]);
});

test("an email has the text and names that are current when it is sent", async () => {
  await makeTemplate({ delayMinutes: 30 });
  await queue(await ask({ firstName: "Aad", email: "aad@example.com" }));
  await testApp.deps.db.update(templates).set({ subject: "Changed {{ lead.firstName }}" });
  await change("PATCH", "aad@example.com", { firstName: "Ada" });
  testApp.clock.forward(30 * 60_000);
  await wake();
  expect(testApp.receivedMails[0]?.subject).toBe("Changed Ada");
});

test("changing a lead's address doesn't stop a pending email to another family member", async () => {
  await makeTemplate({ delayMinutes: 30 });
  const phone = makePhone();
  await ask({ firstName: "John", phone, email: "john.family@example.com" });
  await queue(await ask({ firstName: "Jane", phone, email: "jane.family@example.com" }));
  await change("PATCH", "john.family@example.com", { firstName: "Jon", email: "jon@example.com" });
  testApp.clock.forward(30 * 60_000);
  await wake();
  expect(testApp.receivedMails).toMatchObject([
    { to: "jane.family@example.com", subject: "Hi Jane" },
  ]);
});

test.each([
  ["a practice's stop for a lead applies to its other addresses, too", "desk", 0],
  ["unsubscribing one address doesn't stop the others", "unsubscribed", 1],
  ["an address that rejects mail doesn't stop the others", "refused", 1],
] as const)("%s", async (_, reason, leaving) => {
  await makeTemplate();
  const phone = makePhone();
  const email = `${reason}.lead@example.com`;
  await ask({ phone, email });
  await stopMail(testApp.deps, { clientId: own.clientId, email, reason });
  await queue(await ask({ phone, email: `${reason}.other@example.com` }));
  await testApp.runJobs();
  expect(testApp.receivedMails).toHaveLength(leaving);
});

test("an email that couldn't be sent within a day isn't sent anymore", async () => {
  await makeTemplate();
  await queue(await ask());
  testApp.clock.forward(25 * 60 * 60_000);
  await testApp.runJobs();
  expect((await standing())[0]?.problem).toContain("within a day");
});

test("forged form submissions can't flood a mailbox, even through several practices", async () => {
  await makeTemplate();
  await makeTemplate({ clientId: other.clientId });
  for (let time = 0; time < maxDailyPerAddress; time += 1) {
    await queue(await ask({ email: "victim@example.com" }));
    await queue(await ask({ email: "victim@example.com" }, other.clientId), other.clientId);
  }
  await testApp.runJobs();
  expect(testApp.receivedMails).toHaveLength(maxDailyPerAddress);
  testApp.clock.forward(24 * 60 * 60_000 + 1000);
  await queue(await ask({ email: "victim@example.com" }));
  await testApp.runJobs();
  expect(testApp.receivedMails).toHaveLength(maxDailyPerAddress + 1);
});

test.each([
  ["Zoë", "O’Brien-Núñez", "Hi Zoë", "For Zoë O’Brien-Núñez."],
  ["", "Núñez", "Hi there", "For Núñez."],
  ["", "", "Hi there", "For you."],
])("an email to %j %j has the subject %j", async (firstName, lastName, subject, words) => {
  await makeTemplate({ body: '<p>For {{ lead.fullName | default: "you" }}.</p>' });
  await queue(await ask({ firstName, lastName }));
  await testApp.runJobs();
  expect(testApp.receivedMails).toMatchObject([{ subject }]);
  expect(testApp.receivedMails[0]?.text).toContain(words);
});

test.each([
  ["first", { firstName: "Win at https://evil.example", lastName: "now!" }],
  ["last", { firstName: "", lastName: "Win at https://evil.example" }],
])("a typed %s name is used in an email only if it is a plain name", async (_, typed) => {
  await makeTemplate({
    body: '<p>For {{ lead.fullName | default: "you" }} {{ lead.lastName }}.</p>',
  });
  await queue(await ask(typed));
  await testApp.runJobs();
  expect(testApp.receivedMails[0]?.subject).toBe("Hi there");
  expect(JSON.stringify(testApp.receivedMails)).not.toContain("evil.example");
});

test("one click unsubscribes from one practice's emails without a login, and a GET doesn't", async () => {
  await makeTemplate();
  await queue(await ask({ email: "enough@example.com" }));
  await testApp.runJobs();
  const headers = testApp.receivedMails[0]?.headers ?? {};
  expect(headers["List-Unsubscribe-Post"]).toBe("List-Unsubscribe=One-Click");
  const url = new URL(headers["List-Unsubscribe"]?.slice(1, -1) ?? "");
  expect(url.origin).toBe("https://desk.example.com");
  expect(testApp.receivedMails[0]?.html).toContain(
    `https://desk.example.com/unsubscribe${url.search}`,
  );

  // A GET has no effect, because mail programs follow links before people do.
  const look = () => testApp.request("GET", `${url.pathname}${url.search}`);
  expect((await look()).body).toEqual({
    about: "automatic",
    practice: "Bayshore Family Dental",
    language: "en",
    address: "e…@example.com",
    isStopped: false,
  });
  expect(await testApp.deps.db.select().from(mailStops)).toEqual([]);

  const click = () =>
    testApp.request("POST", `${url.pathname}${url.search}`, {
      body: "List-Unsubscribe=One-Click",
      headers: {
        "Content-Type": "application/x-www-form-urlencoded",
        "Sec-Fetch-Site": "cross-site",
      },
    });
  expect((await click()).status).toBe(200);
  expect((await click()).status).toBe(200);
  expect((await look()).body.isStopped).toBe(true);
  await queue(await ask({ email: "enough@example.com" }));
  await testApp.runJobs();
  expect(testApp.receivedMails).toHaveLength(1);
  // Only one practice's emails were stopped, not everyone's.
  await makeTemplate({ clientId: other.clientId });
  await queue(await ask({ email: "enough@example.com" }, other.clientId), other.clientId);
  await testApp.runJobs();
  expect(testApp.receivedMails).toHaveLength(2);
});

test.each(["", "made-up", "A".repeat(64), "A".repeat(199)])(
  "an invalid unsubscribe token returns 404: %s",
  async (t) => {
    const answer = await testApp.request("POST", `/api/mail/unsubscribe?t=${t}`);
    expect(answer.status).toBe(404);
  },
);

test("an unsubscribe token signed with another secret returns 404", async () => {
  await makeTemplate();
  await queue(await ask());
  const [mail] = await testApp.deps.db.select().from(mails);
  const key = { clientId: own.clientId, id: mail?.id ?? "" };
  const good = unsubscribeToken(testApp.deps.config.hashSecret, key);
  const forged = unsubscribeToken("another secret that is long enough", key);
  expect((await testApp.request("GET", `/api/mail/unsubscribe?t=${good}`)).status).toBe(200);
  expect((await testApp.request("GET", `/api/mail/unsubscribe?t=${forged}`)).status).toBe(404);
});

test("an unsubscribe link stops only the address that its email was sent to", async () => {
  await makeTemplate();
  const [one, another] = ["one@example.com", "another@example.com"];
  for (const email of [one, another]) await queue(await ask({ email }));
  await testApp.runJobs();
  const rows = await testApp.deps.db.select().from(mails);
  const tokenOf = (email: string) => {
    const mail = rows.find(({ to }) => to === email) ?? { clientId: "", id: "" };
    return unsubscribeToken(testApp.deps.config.hashSecret, mail);
  };
  const click = (t: string) => testApp.request("POST", `/api/mail/unsubscribe?t=${t}`);
  expect((await click(tokenOf(one))).status).toBe(200);
  const stopOf = (email: string) => findMailStop(testApp.deps, own.clientId, email);
  expect(await stopOf(one)).toMatchObject({ reason: "unsubscribed" });
  expect(await stopOf(another)).toBeNull();
  // The other email's ids with this email's signature.
  const bytesOf = (email: string) => Buffer.from(tokenOf(email), "base64url");
  const forged = Buffer.concat([bytesOf(another).subarray(0, 32), bytesOf(one).subarray(32)]);
  expect((await click(forged.toString("base64url"))).status).toBe(404);
  expect(await stopOf(another)).toBeNull();
});

test("an address doesn't get automatic emails after it rejected mail or the practice stopped them", async () => {
  await makeTemplate();
  for (const reason of ["refused", "desk"] as const) {
    const email = `${reason}@example.com`;
    await stopMail(testApp.deps, { clientId: own.clientId, email, reason });
    await queue(await ask({ email }));
  }
  await testApp.runJobs();
  expect((await standing()).map(({ state }) => state)).toEqual(["stopped", "stopped"]);
  expect(testApp.receivedMails).toEqual([]);
});

test("an email queued without a mail server is sent once one is set up, within a day", async () => {
  await makeTemplate();
  const { mailServer } = testApp.deps;
  testApp.deps.mailServer = null;
  await queue(await ask());
  await testApp.runJobs();
  testApp.deps.mailServer = mailServer;
  expect((await standing())[0]?.state).toBe("queued");
  await wake();
  expect(testApp.receivedMails).toHaveLength(1);
});

// ── Languages ───────────────────────────────────────────────────────────────────────────────────

const inSpanish = {
  language: "es",
  subject: 'Hola {{ lead.firstName | default: "buen día" }}',
} as const;
const said = (language: string) => ({ answers: [{ name: "language", values: [language] }] });
const subjects = () => testApp.receivedMails.map(({ subject }) => subject).toSorted();

test("people get an email in their own language, or in English if their language is unknown", async () => {
  await makeTemplate();
  await makeTemplate(inSpanish);
  await queue(await ask({ firstName: "Rosa", ...said("es") }));
  await queue(await ask({ firstName: "Ada", ...said("en") }));
  await queue(await ask({ firstName: "Jo" }));
  await testApp.runJobs();
  expect(subjects()).toEqual(["Hi Ada", "Hi Jo", "Hola Rosa"]);
});

test("a Spanish email and its page say in Spanish why it was sent and how to unsubscribe", async () => {
  await makeTemplate(inSpanish);
  await queue(await ask({ email: "rosa@example.com", ...said("es") }));
  await testApp.runJobs();
  const [mail] = testApp.receivedMails;
  expect(mail?.html).toContain('lang="es"');
  const text = mail?.text.replaceAll(/\s+/g, " ");
  expect(text).toContain("le pidió a Bayshore Family Dental que se comunicara con usted");
  expect(text).toContain("Cancelar suscripción");
  expect(text).not.toContain("Unsubscribe");
  const url = new URL(mail?.headers?.["List-Unsubscribe"]?.slice(1, -1) ?? "");
  const asked = await testApp.request("GET", `${url.pathname}${url.search}`);
  expect(asked.body).toMatchObject({ about: "automatic", language: "es" });
});

test("a Spanish speaker gets the English email if no Spanish email is on", async () => {
  await makeTemplate();
  await makeTemplate({ ...inSpanish, isActive: false });
  await queue(await ask({ firstName: "Rosa", ...said("es") }));
  await testApp.runJobs();
  expect(subjects()).toEqual(["Hi Rosa"]);
});

test("an inquiry gets an email in its own language, even if the lead has another language", async () => {
  await makeTemplate();
  await makeTemplate(inSpanish);
  const email = "family@example.com";
  for (const [firstName, language] of [
    ["Rosa", "es"],
    ["Ada", "en"],
    ["Rosa", ""],
  ] as const) {
    await queue(await ask({ firstName, email, ...said(language) }));
  }
  await testApp.runJobs();
  // The last inquiry has no language, so the lead's language counts, which is the first one known.
  expect(subjects()).toEqual(["Hi Ada", "Hola Rosa", "Hola Rosa"]);
});

test("an inquiry with a lead's phone number but a different email address isn't answered in the lead's language", async () => {
  await makeTemplate();
  await makeTemplate(inSpanish);
  const phone = makePhone();
  await ask({ phone, email: "rosa@example.com", ...said("es") });
  await queue(await ask({ firstName: "Nosy", phone, email: "nosy@example.com" }));
  await testApp.runJobs();
  expect(subjects()).toEqual(["Hi Nosy"]);
});

test("the language set by the practice before sending decides which email is sent", async () => {
  await makeTemplate({ delayMinutes: 30 });
  await makeTemplate({ ...inSpanish, delayMinutes: 30 });
  const email = "unknown@example.com";
  await queue(await ask({ firstName: "Rosa", email }));
  await change("PATCH", email, { language: "es" });
  testApp.clock.forward(30 * 60_000);
  await wake();
  await wake();
  expect(subjects()).toEqual(["Hola Rosa"]);
  expect(await standing()).toEqual([
    { state: "stopped", problem: "The lead speaks another language than this email is in." },
    { state: "sent", problem: null },
  ]);
  // Changing the language back doesn't send a second email.
  await change("PATCH", email, { language: "en" });
  await wake();
  expect(subjects()).toEqual(["Hola Rosa"]);
});

test("a pending email is replaced after a language change, even after more than a day", async () => {
  const delayMinutes = 2 * 24 * 60;
  await makeTemplate({ delayMinutes });
  await makeTemplate({ ...inSpanish, delayMinutes });
  const email = "mistaken@example.com";
  await queue(await ask({ firstName: "Rosa", email, ...said("en") }));
  await change("PATCH", email, { language: "es" });
  testApp.clock.forward(delayMinutes * 60_000);
  await wake();
  expect(subjects()).toEqual(["Hola Rosa"]);
});

type Change = NonNullable<Parameters<typeof makeInquiry>[2]>;

async function ask(change: Change = {}, clientId = own.clientId): Promise<string> {
  person += 1;
  const known = { email: `person-${person}@example.com`, ...change };
  return (await makeInquiry(testApp.deps, clientId, known)).inquiryId;
}

/** Changes the lead with this email address, as the practice. */
async function change(method: string, email: string, json?: unknown) {
  const [lead] = await testApp.deps.db.select().from(leads).where(eq(leads.email, email));
  await testApp.request(method, `/api/leads/${lead?.id}`, { token: own.token, json });
}

function queue(inquiryId: string, clientId = own.clientId) {
  return testApp.deps.db.transaction((tx) =>
    queueAutomaticMails(testApp.deps, tx, { clientId, inquiryIds: [inquiryId] }),
  );
}

/** Retries the queued emails right away, like the job scheduler. */
async function wake() {
  await testApp.deps.db.transaction(async (tx) => {
    for (const { clientId, id } of await tx.select().from(mails)) {
      await testApp.deps.jobs.enqueue(tx, "send-mail", { clientId, mailId: id });
    }
  });
  await testApp.runJobs();
}

function standing() {
  return testApp.deps.db
    .select({ state: mails.state, problem: mails.problem })
    .from(mails)
    .orderBy(mails.id);
}

async function makeTemplate(change: Partial<typeof templates.$inferInsert> = {}) {
  await testApp.deps.db.insert(templates).values({
    clientId: own.clientId,
    kind: "auto",
    title: "At once",
    subject: 'Hi {{ lead.firstName | default: "there" }}',
    body: "<p>We got your request.</p>",
    isActive: true,
    ...change,
  });
}

async function campaign(): Promise<string> {
  const made = { clientId: own.clientId, name: "Whitening", platform: "web" } as const;
  return (await makeCampaign(testApp.deps, made)).campaignId;
}
