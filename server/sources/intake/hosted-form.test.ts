// cspell:ignore mensaje
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { spanishHostedForm } from "#content/es/hosted-form.ts";
import { formPages, hostedFormWords as words } from "#content/messages.ts";
import { makeFormSource } from "#server/db/make.ts";
import { clients, inquiries, leads, sources } from "#server/db/schema.ts";
import { signInAdmin, signInClient } from "#server/testing/people.ts";
import { openTestApp, type TestApp } from "#server/testing/test-app.ts";

const encoded = { "Content-Type": "application/x-www-form-urlencoded", Accept: "text/html" };

let testApp: TestApp;
let practice: Awaited<ReturnType<typeof signInClient>>;
let source: Awaited<ReturnType<typeof makeFormSource>>;
beforeAll(async () => {
  testApp = await openTestApp();
});
beforeEach(async () => {
  testApp.clock.at("2026-03-17T12:00:00.000Z");
  practice = await signInClient(testApp);
  await testApp.deps.db
    .update(clients)
    .set({ name: "Gulf <Dental>" })
    .where(eq(clients.id, practice.clientId));
  source = await makeFormSource(testApp.deps, practice.clientId);
});
afterAll(() => testApp.close());

test("a hosted form has the fields from its settings, and doesn't have a script or set a cookie", async () => {
  const answer = await open();
  expect(answer.status).toBe(200);
  expect(answer.body).toContain("<h1>Gulf &lt;Dental&gt;</h1>");
  expect(fieldsIn(answer.body)).toEqual(["name", "phone", "email", "message", ...hidden]);
  expect(answer.body).not.toMatch(/<script/);
  expect(answer.body).toContain('<meta name="robots" content="noindex">');
  expect(answer.headers.get("Set-Cookie")).toBeNull();
  expect(answer.headers.get("Content-Security-Policy")).toMatch(
    /^default-src 'none'; style-src 'sha256-[^']+'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'$/,
  );

  const hostedForm = { title: "Free <consult>", intro: "Ask us", asks: ["email"] };
  const saved = await asManager("PATCH", { hostedForm });
  expect(saved.body.source.hostedForm).toEqual({
    url: `${testApp.deps.config.origin}/f/${source.formKey}`,
    settings: hostedForm,
  });
  const changed = await open();
  expect(changed.body).toContain("<h1>Free &lt;consult&gt;</h1>");
  expect(fieldsIn(changed.body)).toEqual(["name", "email", ...hidden]);
  expect(changed.body).toMatch(/name="email"[^>]* required/);
});

test("a hosted form includes the ad parameters of its URL, but no other parameters", async () => {
  const { body } = await open("?utm_campaign=%22%3E%3Cb%3E&gclid=Cj0K&other=x");
  expect(body).toContain('<input type="hidden" name="utm_campaign" value="&quot;&gt;&lt;b&gt;">');
  expect(fieldsIn(body)).toEqual([
    ...["name", "phone", "email", "message", ...hidden],
    ...["utm_campaign", "gclid"],
  ]);
});

test("a Spanish form is in Spanish, and its submissions create leads whose language is Spanish", async () => {
  const { body: page } = await open("?lang=es");
  expect(page).toContain('<html lang="es">');
  expect(page).toContain(spanishHostedForm.send);
  expect(page).toContain("/es/lms/privacy-policy");
  expect(page).not.toContain(words.privacy);
  expect((await open("?lang=fr")).body).toContain('<html lang="en">');
  const refused = await send(new URLSearchParams({ submissionId: "a" }), {}, "?lang=es");
  expect(refused.body).toContain(spanishHostedForm.noReach);
  const form = new URLSearchParams({
    ...valuesIn(page),
    name: "Rosa Delgado",
    phone: "8135550188",
  });
  const answer = await send(form, {}, "?lang=es");
  expect(answer.headers.get("Location")).toBe(`/f/${source.formKey}?sent=1&lang=es`);
  expect((await open("?sent=1&lang=es")).body).toContain("recibió su mensaje");
  const [lead] = await testApp.deps.db
    .select()
    .from(leads)
    .where(eq(leads.clientId, practice.clientId));
  expect(lead?.language).toBe("es");
  expect((await inquiriesHere())[0]?.consent).toBe(spanishHostedForm.consent("Gulf <Dental>"));
});

test("the consent sentence says in both languages that agreeing is not a condition of service", async () => {
  expect((await open()).body).toContain("Agreeing is not a condition of service.");
  const { body } = await open("?lang=es");
  expect(body).toContain("Aceptar no es una condición para recibir servicio.");
});

test("a hosted form has to ask for a phone number or an email address", async () => {
  const hostedForm = { title: "", intro: "", asks: ["message"] };
  const { status, body } = await asManager("PATCH", { hostedForm });
  expect([status, body.errors]).toEqual([422, { "hostedForm.asks": expect.any(String) }]);
});

test("a submission that is sent twice at once creates one inquiry", async () => {
  // The allowed origins don't include our own page, but it may always send.
  await testApp.deps.db
    .update(sources)
    .set({ allowedOrigins: ["https://gulf.example"] })
    .where(eq(sources.id, source.sourceId));
  const { body: text } = await open();
  const form = new URLSearchParams({ ...valuesIn(text), name: "Ada King", phone: "8135550188" });
  const own = { Origin: testApp.deps.config.origin };
  const answers = await Promise.all([send(form, own), send(form, own)]);
  expect(answers.map(({ status }) => status)).toEqual([303, 303]);
  expect(answers[0]?.headers.get("Location")).toBe(`/f/${source.formKey}?sent=1`);
  expect((await open("?sent=1")).body).toContain("Gulf &lt;Dental&gt; got your message");
  const stored = await inquiriesHere();
  expect(stored).toMatchObject([{ firstName: "Ada", lastName: "King" }]);
  expect(stored[0]?.consent).toBe(words.consent("Gulf <Dental>"));
});

test("a hosted form that is rejected still has what the person typed", async () => {
  const answer = await send(new URLSearchParams({ message: 'Is "this" <on>?', submissionId: "a" }));
  expect(answer.status).toBe(422);
  expect(answer.body).toContain(words.noReach);
  expect(answer.body).toContain("Is &quot;this&quot; &lt;on&gt;?");
  expect(answer.body).toContain('name="submissionId" value="a"');
});

test("a hosted form whose honeypot is filled in doesn't create a lead", async () => {
  const body = new URLSearchParams({ phone: "8135550188", website_url: "spam" });
  expect((await send(body)).status).toBe(303);
  expect(await inquiriesHere()).toEqual([]);
});

test("a hosted form that another site submits is rejected", async () => {
  const body = new URLSearchParams({ phone: "8135550188" });
  const answer = await send(body, { Origin: "https://elsewhere.example" });
  expect(answer.status).toBe(403);
  expect(await inquiriesHere()).toEqual([]);
});

test("an unknown or disconnected form returns 404", async () => {
  const nowhere = await testApp.request("GET", "/api/forms/nobody", { headers: encoded });
  expect([nowhere.status, nowhere.body]).toEqual([
    404,
    expect.stringContaining(formPages.gone.title),
  ]);
  await testApp.deps.db
    .update(sources)
    .set({ endedAt: testApp.deps.now() })
    .where(eq(sources.id, source.sourceId));
  expect((await open()).status).toBe(404);
  expect((await send(new URLSearchParams({ phone: "8135550188" }))).status).toBe(404);
});

test("the form of a suspended practice doesn't accept submissions", async () => {
  await testApp.deps.db
    .update(clients)
    .set({ suspendedAt: testApp.deps.now() })
    .where(eq(clients.id, practice.clientId));
  const answers = [await open(), await send(new URLSearchParams({ phone: "8135550188" }))];
  for (const { status, body: text } of answers) {
    expect([status, text]).toEqual([403, expect.stringContaining("taking requests here")]);
  }
  expect(await inquiriesHere()).toEqual([]);
});

test("a change from a second tab with outdated settings is rejected and doesn't overwrite the first tab's change", async () => {
  const owner = await signInAdmin(testApp);
  const asOwner = (method: string, json?: object) =>
    testApp.request(method, `/api/admin/sources/${source.sourceId}`, {
      token: owner.token,
      ...(json && { json }),
    });
  const { changedAt } = (await asOwner("GET")).body;
  const first = await asOwner("PATCH", { thanksUrl: "https://gulf.example/a", changedAt });
  expect(first.status).toBe(200);
  const second = await asOwner("PATCH", { thanksUrl: null, changedAt });
  expect([second.status, second.body.code]).toEqual([409, "stale"]);
  expect((await asManager("PATCH", { name: "Other", changedAt })).status).toBe(409);
  const now = (await asOwner("GET")).body;
  expect(now).toMatchObject({ thanksUrl: "https://gulf.example/a", name: "Web form" });
  expect(now.changedAt).toBe(first.body.source.changedAt);
  expect((await asManager("PATCH", { name: "Other", changedAt: now.changedAt })).status).toBe(200);
});

const hidden = ["website_url", "submissionId", "consent"];

function open(query = "") {
  return testApp.request("GET", `/api/forms/${source.formKey}${query}`, { headers: encoded });
}

function send(body: URLSearchParams, headers: Record<string, string> = {}, query = "") {
  return testApp.request("POST", `/api/forms/${source.formKey}${query}`, {
    body: body.toString(),
    headers: { ...encoded, ...headers },
  });
}

function asManager(method: string, json: object) {
  return testApp.request(method, `/api/sources/${source.sourceId}`, {
    token: practice.token,
    json,
  });
}

function inquiriesHere() {
  return testApp.deps.db.select().from(inquiries).where(eq(inquiries.clientId, practice.clientId));
}

function fieldsIn(page: string): (string | undefined)[] {
  return [...page.matchAll(/<(?:input|textarea)[^>]* name="(\w+)"/g)].map(([, name]) => name);
}

/** Returns the values of the hidden fields, as a browser would read them. */
function valuesIn(page: string): Record<string, string> {
  const found = page.matchAll(/type="hidden" name="(\w+)" value="([^"]*)"/g);
  return Object.fromEntries(
    [...found].map(([, name = "", value = ""]) => [
      name,
      value.replaceAll("&lt;", "<").replaceAll("&gt;", ">"),
    ]),
  );
}
