// cspell:ignore Cancelar
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { fieldMessages, templateMessages } from "#content/messages.ts";
import { templateKinds, templateLimits } from "#contract/templates.ts";
import { makeCampaign, makeFormSource, makeInquiry } from "#server/db/make.ts";
import { templates } from "#server/db/schema.ts";
import { signInClient } from "#server/testing/people.ts";
import { openTestApp, type TestApp } from "#server/testing/test-app.ts";

let testApp: TestApp;
let own: Awaited<ReturnType<typeof signInClient>>;
let other: Awaited<ReturnType<typeof signInClient>>;
beforeAll(async () => {
  testApp = await openTestApp();
  own = await signInClient(testApp);
  other = await signInClient(testApp);
});
beforeEach(async () => {
  await testApp.deps.db.delete(templates);
  testApp.receivedMails.length = 0;
});
afterAll(() => testApp.close());

const aNote = { kind: "note", title: "Voicemail left", body: "Two lines\nof it" };
const anEmail = {
  kind: "email",
  title: "Missed call",
  subject: 'Hi {{ lead.firstName | default: "there" }}',
  body: "<p>Hello {{ lead.firstName }}</p>",
};
const anAuto = { ...anEmail, kind: "auto", title: "At once", isActive: true, delayMinutes: 5 };

test.each([
  ["<", 40_000],
  ["&", 39_000],
  ["{{ lead.email }}", 201],
  // Each filter makes another copy of the longest value.
  [`{{ lead.email${" | upcase | downcase".repeat(8)} }}`, 200],
])("a body of %s repeated %i times is too long to send and isn't saved", async (part, count) => {
  for (const kind of [anEmail, anAuto]) {
    const answer = await ask("POST", "/api/templates", { ...kind, body: part.repeat(count) });
    expect([answer.status, answer.body.errors]).toEqual([422, { body: fieldMessages.too_long }]);
  }
});

test.each(["<", "&", '"', "<b>a</b>", "{{ lead.email }}"])(
  "the longest body of %s that can be saved can be previewed and sent",
  async (part) => {
    let [least, most] = [1, Math.floor(templateLimits.body / part.length)];
    while (least < most) {
      const middle = Math.ceil((least + most) / 2);
      const { status } = await ask("POST", "/api/templates", {
        ...anEmail,
        body: part.repeat(middle),
      });
      if (status === 201) least = middle;
      else most = middle - 1;
    }
    await expectSendable({ ...anEmail, body: part.repeat(least) });
  },
);

test("a template stored before the length check existed is still sent", async () => {
  const body = `<p>${"&amp;".repeat(39_000)}</p>`;
  const at = { createdAt: testApp.clock.now, changedAt: testApp.clock.now };
  const kept = { ...anAuto, delayMinutes: 0, body, campaignIds: [], ...at };
  await testApp.deps.db.insert(templates).values({ ...kept, kind: "auto", clientId: own.clientId });
  const { formKey } = await makeFormSource(testApp.deps, own.clientId);
  const json = { firstName: "Jo", email: `long-${crypto.randomUUID()}@example.com` };
  await testApp.request("POST", `/api/intake/form/${formKey}`, { json });
  await testApp.runJobs();
  expect(testApp.receivedMails.map(({ to }) => to)).toContain(json.email);
});

/** Previews the email and sends it to a lead whose fields are as long as possible. */
async function expectSendable({ subject, body }: { subject: string; body: string }) {
  const { lead } = await makeInquiry(testApp.deps, own.clientId, {
    firstName: "F".repeat(120),
    lastName: "<".repeat(120),
    email: `${"e".repeat(60)}@${"d".repeat(60)}.example.com`,
  });
  const looked = await ask("POST", "/api/templates/previews", {
    kind: "email",
    subject,
    body,
    leadId: lead._id,
  });
  expect(looked.status).toBe(201);
  const sent = await ask("POST", `/api/leads/${lead._id}/emails`, {
    submissionId: crypto.randomUUID(),
    subject,
    body,
  });
  expect(sent.status).toBe(201);
}

test("a template is stored as written and can be found by title or subject", async () => {
  for (const json of [aNote, anEmail, anAuto]) await write(json);
  expect(titles(await ask("GET", "/api/templates"))).toEqual([
    "At once",
    "Missed call",
    "Voicemail left",
  ]);
  expect(titles(await ask("GET", "/api/templates?kind=auto"))).toEqual(["At once"]);
  expect(titles(await ask("GET", "/api/templates?search=CALL"))).toEqual(["Missed call"]);
  expect(titles(await ask("GET", "/api/templates?search=%25"))).toEqual([]);
  const { body } = await ask("GET", "/api/templates?kind=auto");
  expect(body.templates[0]).toMatchObject({
    ...anAuto,
    ...{ isInOpenHoursOnly: false, receivedWhile: "any", campaigns: [] },
  });
});

test("an edit replaces the whole template, and the kind can't change", async () => {
  const id = await write(anEmail);
  const changed = await ask("PUT", `/api/templates/${id}`, { ...anEmail, title: "Other" });
  expect(changed.body.template).toMatchObject({ title: "Other", subject: anEmail.subject });
  expect((await ask("PUT", `/api/templates/${id}`, aNote)).status).toBe(404);
});

test("saving an outdated version of a template is rejected with the reason", async () => {
  const id = await write(anEmail);
  const path = `/api/templates/${id}`;
  const { changedAt } = (await ask("GET", path)).body;
  const first = await ask("PUT", path, { ...anEmail, title: "First", changedAt });
  expect(first.status).toBe(200);
  // The test's clock didn't move, but the new version is newer anyway.
  expect(first.body.template.changedAt > changedAt).toBe(true);
  const late = await ask("PUT", path, { ...anEmail, title: "Late", changedAt });
  expect(late).toMatchObject({ status: 409, body: { code: "stale" } });
  expect(late.body.message).toContain("Someone else saved this");
  expect((await ask("GET", path)).body.title).toBe("First");
  const over = { ...anEmail, title: "Over", changedAt: first.body.template.changedAt };
  expect((await ask("PUT", path, over)).status).toBe(200);
  // A request that doesn't send the version it read overwrites the template unconditionally.
  expect((await ask("PUT", path, { ...anEmail, title: "Last" })).body.template.title).toBe("Last");
  expect((await ask("PUT", path, { ...anEmail, changedAt: "yesterday" })).status).toBe(422);
});

test("only one of several concurrent changes to the same version is saved", async () => {
  const id = await write(anEmail);
  const { changedAt } = (await ask("GET", `/api/templates/${id}`)).body;
  const changes = ["One", "Two", "Three"].map((title) =>
    ask("PUT", `/api/templates/${id}`, { ...anEmail, title, changedAt }),
  );
  const statuses = (await Promise.all(changes)).map(({ status }) => status);
  expect(statuses.toSorted()).toEqual([200, 409, 409]);
});

test("a stale change to a deleted template, or to another practice's template, returns 404", async () => {
  const id = await write(anEmail);
  const json = { ...anEmail, changedAt: "2020-01-01T00:00:00.000Z" };
  const theirs = await testApp.request("PUT", `/api/templates/${id}`, { token: other.token, json });
  expect(theirs.status).toBe(404);
  await ask("DELETE", `/api/templates/${id}`);
  expect((await ask("PUT", `/api/templates/${id}`, json)).status).toBe(404);
});

test("title, subject and text are required, and the delay and length are limited", async () => {
  const refused = async (json: object) => (await ask("POST", "/api/templates", json)).body.errors;
  expect(await refused({ ...anEmail, title: " ", subject: "" })).toEqual({
    title: "Please fill this in.",
    subject: "Please fill this in.",
  });
  expect(await refused({ ...anEmail, body: "<p> <br></p><script>x</script>" })).toHaveProperty(
    "body",
  );
  expect(await refused({ ...aNote, body: "" })).toHaveProperty("body");
  const tooLate = templateLimits.delayMinutes + 1;
  expect(await refused({ ...anAuto, delayMinutes: tooLate })).toHaveProperty("delayMinutes");
  expect(await refused({ ...anAuto, delayMinutes: 1.5 })).toHaveProperty("delayMinutes");
  expect(await refused({ ...anAuto, receivedWhile: "later" })).toHaveProperty("receivedWhile");
  expect(await refused({ ...anEmail, body: "x".repeat(40_001) })).toHaveProperty("body");
  const maxParagraphs = "<p>x</p>".repeat(templateLimits.tags / 2);
  expect(await refused({ ...anEmail, body: maxParagraphs })).toBeUndefined();
  expect(await refused({ ...anEmail, body: `${maxParagraphs}<p>x</p>` })).toHaveProperty("body");
});

test("the error for an invalid merge field says which input it is in, and where", async () => {
  const json = { ...anEmail, subject: "Hi {{ lead.nick }}", body: "<p>a</p><p>b {{ lead.x }}</p>" };
  const { status, body } = await ask("POST", "/api/templates", json);
  expect(status).toBe(422);
  expect(body.errors).toEqual({
    subject: "After “Hi”: There’s no field called “nick”. Pick one from the list.",
    body: "Line 2, after “b”: There’s no field called “x”. Pick one from the list.",
  });
});

test("rich text is sanitized before it is stored", async () => {
  const dirty = '<p onclick="x()">Hi<script>x()</script> <a href="javascript:x()">you</a></p>';
  const id = await write({ ...anEmail, body: dirty });
  const { body } = await ask("GET", `/api/templates/${id}`);
  expect(body.body).toBe("<p>Hi <a>you</a></p>");
});

test("a deleted template isn't listed until it is restored", async () => {
  const id = await write(anEmail);
  expect((await ask("DELETE", `/api/templates/${id}`)).status).toBe(200);
  expect(titles(await ask("GET", "/api/templates"))).toEqual([]);
  expect((await ask("GET", `/api/templates/${id}`)).status).toBe(404);
  expect((await ask("PUT", `/api/templates/${id}`, anEmail)).status).toBe(404);
  expect((await ask("DELETE", `/api/templates/${id}`)).status).toBe(404);
  expect((await ask("POST", `/api/templates/${id}/restore`)).status).toBe(201);
  expect((await ask("POST", `/api/templates/${id}/restore`)).status).toBe(201);
  expect(titles(await ask("GET", "/api/templates"))).toEqual(["Missed call"]);
});

test("a text template is plain, at most as long as a text, and its fields are checked", async () => {
  const aText = {
    kind: "text",
    title: "Hours",
    body: "Hi {{ lead.firstName }},\n<b>& us",
    language: "es",
  };
  const { status, body } = await ask("POST", "/api/templates", aText);
  expect([status, body.template]).toMatchObject([201, { ...aText, subject: "" }]);
  for (const [wrong, sentence] of [
    ["a".repeat(templateLimits.text + 1), fieldMessages.too_long],
    ["{{ lead.nick }}", "Line 1: There’s no field called “nick”. Pick one from the list."],
  ]) {
    const refused = await ask("POST", "/api/templates", { ...aText, body: wrong });
    expect([refused.status, refused.body.errors]).toEqual([422, { body: sentence }]);
  }
});

test("a copied automatic email is off", async () => {
  const title = "T".repeat(templateLimits.title);
  const id = await write({ ...anAuto, title, receivedWhile: "closed" });
  const { body } = await ask("POST", `/api/templates/${id}/copies`);
  expect(body.template).toMatchObject({ isActive: false, delayMinutes: 5, body: anEmail.body });
  expect(body.template.receivedWhile).toBe("closed");
  expect(body.template.title).toMatch(/^T+ \(copy\)$/);
});

test.each(templateKinds)(
  "starter templates (%s) are created only once, on request",
  async (kind) => {
    expect(titles(await ask("GET", "/api/templates"))).toEqual([]);
    const answers = await Promise.all(
      [1, 2].map(() => ask("POST", "/api/templates/starters", { kind })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
    const { body } = await ask("GET", "/api/templates");
    expect(body.templates.length).toBeGreaterThan(1);
    expect(body.templates.filter((one: { isActive: boolean }) => one.isActive)).toEqual([]);
  },
);

test("Spanish starter templates are added once, alongside English ones, and not for notes", async () => {
  await ask("POST", "/api/templates/starters", { kind: "email" });
  const add = () => ask("POST", "/api/templates/starters", { kind: "email", language: "es" });
  const { body } = await add();
  expect(body.templates.length).toBeGreaterThan(1);
  expect(body.templates.map(({ language }: { language: string }) => language)).toContain("es");
  expect((await add()).status).toBe(409);
  const notes = await ask("POST", "/api/templates/starters", { kind: "note", language: "es" });
  expect(notes.body.templates).toEqual([]);
});

test("a template's language is saved, copied and used in its preview", async () => {
  const inSpanish = { ...anEmail, language: "es" };
  const { template } = (await ask("POST", "/api/templates", inSpanish)).body;
  expect(template.language).toBe("es");
  const path = `/api/templates/${template._id}`;
  expect((await ask("POST", `${path}/copies`)).body.template.language).toBe("es");
  expect((await ask("PUT", path, anEmail)).body.template.language).toBe("en");
  expect((await ask("PUT", path, inSpanish)).body.template.language).toBe("es");
  const { kind: _, title: __, ...words } = inSpanish;
  const preview = await ask("POST", "/api/templates/previews", { ...words, kind: "auto" });
  expect(preview.body.html).toContain('lang="es"');
  expect(preview.body.text).toContain("Cancelar suscripción");
  const english = await ask("POST", "/api/templates/previews", { ...anAuto });
  expect(english.body.text).toContain("Unsubscribe");
});

test("a practice can't exceed the limit for a kind of template", async () => {
  const values = { clientId: own.clientId, kind: "note" as const, body: "x" };
  const rows = Array.from({ length: templateLimits.perKind - 1 }, (_, index) => ({
    ...values,
    title: `${index}`,
  }));
  await testApp.deps.db.insert(templates).values(rows);
  const answers = await Promise.all([1, 2].map(() => ask("POST", "/api/templates", aNote)));
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
  expect((await ask("POST", "/api/templates", anEmail)).status).toBe(201);
});

test("another practice can't find, read, change or copy the templates", async () => {
  const id = await write(anEmail);
  const as = (method: string, path: string, json?: unknown) =>
    testApp.request(method, path, { token: other.token, json });
  expect(titles(await as("GET", "/api/templates"))).toEqual([]);
  for (const [method, path, json] of [
    ["GET", `/api/templates/${id}`],
    ["PUT", `/api/templates/${id}`, anEmail],
    ["DELETE", `/api/templates/${id}`],
    ["POST", `/api/templates/${id}/restore`],
    ["POST", `/api/templates/${id}/copies`],
  ] as const) {
    expect((await as(method, path, json)).status).toBe(404);
  }
  const [row] = await testApp.deps.db.select().from(templates).where(eq(templates.id, id));
  expect(row).toMatchObject({ title: anEmail.title, deletedAt: null });
  const { lead } = await makeInquiry(testApp.deps, own.clientId);
  const preview = { ...anEmail, leadId: lead._id };
  expect((await as("POST", "/api/templates/previews", preview)).status).toBe(404);
});

test("a preview shows the email as the lead would see it, with the lead's input escaped", async () => {
  const { campaignId } = await makeCampaign(testApp.deps, {
    ...{ clientId: own.clientId, name: "Whitening", platform: "web" },
  });
  const { lead } = await makeInquiry(testApp.deps, own.clientId, {
    campaignId,
    firstName: "<b>Jo</b>{{ lead.email }}",
  });
  const json = {
    ...anEmail,
    body: "<p>{{ lead.firstName }}, {{ lead.campaign }}</p>",
    leadId: lead._id,
  };
  const { body } = await ask("POST", "/api/templates/previews", json);
  expect(body.subject).toBe("Hi <b>Jo</b>{{ lead.email }}");
  expect(body.html).toContain("&lt;b&gt;Jo&lt;/b&gt;{{ lead.email }}, Whitening");
  expect(body.text).toContain("<b>Jo</b>{{ lead.email }}, Whitening");
  expect(body).toMatchObject({
    from: "Bayshore Family Dental",
    replyTo: own.email,
    to: lead.email,
  });
  expect(body.text).toContain("1 Bayshore Boulevard, Tampa, FL 33606");
});

test("a test email goes only to the logged-in account", async () => {
  const { lead } = await makeInquiry(testApp.deps, own.clientId);
  const { status, body } = await ask("POST", "/api/templates/test-sends", {
    ...anEmail,
    leadId: lead._id,
    to: "stranger@example.com",
  });
  expect(status).toBe(201);
  expect(body.message).toContain(own.email);
  await testApp.runJobs();
  expect(testApp.receivedMails).toHaveLength(1);
  expect(testApp.receivedMails[0]).toMatchObject({
    to: own.email,
    replyTo: own.email,
    from: { name: "Bayshore Family Dental" },
    subject: "Hi Marisol",
  });
  expect(testApp.receivedMails[0]?.html).toContain("Hello Marisol");
});

test("a test email without a mail server is said to be queued", async () => {
  const { mailServer } = testApp.deps;
  testApp.deps.mailServer = null;
  const { body } = await ask("POST", "/api/templates/test-sends", anEmail);
  testApp.deps.mailServer = mailServer;
  expect(body.message).toBe(templateMessages.testWaits(own.email));
});

function ask(method: string, path: string, json?: unknown) {
  return testApp.request(method, path, { token: own.token, json });
}

async function write(json: object): Promise<string> {
  return (await ask("POST", "/api/templates", json)).body.template._id;
}

function titles({ body }: { body: { templates: { title: string }[] } }) {
  return body.templates.map(({ title }) => title);
}
