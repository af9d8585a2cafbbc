// Sends every read request of a practice and of the owner, and the writes that both make in a day,
// over HTTP to a cluster. No response may be a 5xx. Run with `npm run test:cluster`.
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeCampaign, makeFormSource, makeOwner, makePractice } from "#server/db/make.ts";
import { ownerReads, practiceOperations } from "#server/testing/documented-operations.ts";
import { signIn } from "./desk-without-browser.ts";
import { type OwnDatabase, openOwnDatabase } from "./own-database.ts";
import { until } from "./process.ts";
import { type Product, startProduct } from "./product.ts";

let database: OwnDatabase;
let product: Product;
beforeAll(async () => {
  database = await openOwnDatabase();
  product = await startProduct({ CAPTCHA_PROVIDER: "off", DATABASE_URL: database.url });
});
afterAll(async () => {
  await product.stop();
  await database.close();
});

test("no request that a practice or the owner sends in a day returns a 5xx status", async () => {
  const made = await database.withTools(async (tools) => {
    const practice = await makePractice(tools);
    const form = await makeFormSource(tools, practice.clientId);
    await makeCampaign(tools, { clientId: practice.clientId, name: "Spring", platform: "google" });
    return { ...practice, formKey: form.formKey, owner: await makeOwner(tools) };
  });
  const desk = await signIn(product.origin, made.email);
  const owner = await signIn(product.origin, made.owner.email);
  const answers: { request: string; status: number; text: string }[] = [];
  const ask = async (method: string, path: string, token?: string, json?: object) => {
    const answer = await fetch(`${product.origin}${path}`, {
      method,
      headers: {
        ...(json && { "Content-Type": "application/json" }),
        ...(token && { Authorization: `Bearer ${token}` }),
      },
      ...(json && { body: JSON.stringify(json) }),
    });
    const text = await answer.text();
    answers.push({ request: `${method} ${path}`, status: answer.status, text });
    return answer.headers.get("Content-Type")?.startsWith("application/json")
      ? JSON.parse(text)
      : null;
  };
  const asDesk = (method: string, path: string, json?: object) => ask(method, path, desk, json);
  const asOwner = (method: string, path: string, json?: object) => ask(method, path, owner, json);

  await asDesk("POST", "/api/templates", {
    ...{ kind: "auto", title: "Thanks", subject: "Thanks", isActive: true },
    body: "<p>We will call you.</p>",
  });
  const person = (lastName: string) => ({
    ...{ firstName: "Ada", lastName, email: `${lastName}@example.com`.toLowerCase() },
    phone: "(813) 555-0142",
  });
  const names = ["Perez", "Quintero", "Rios", "Santos"];
  for (const name of names) {
    await ask("POST", `/api/intake/form/${made.formKey}`, undefined, {
      ...person(name),
      phone: "",
    });
  }
  await asDesk("POST", "/api/leads", { firstName: "Walker", phone: "(813) 555-0143" });
  const list = await asDesk("GET", "/api/leads/new");
  expect(list.leads.length).toBe(names.length + 1);
  const idOf = (name: string) =>
    list.leads.find(({ lastName }: { lastName: string }) => lastName === name)._id;
  const [first, second, third, fourth] = names.map(idOf);

  const callId = randomUUID();
  await asDesk("POST", `/api/leads/${first}/presence`);
  await asDesk("POST", `/api/leads/${first}/sightings`);
  await asDesk("POST", `/api/leads/${first}/calls`, { _id: callId });
  await asDesk("POST", `/api/leads/${first}/calls`, { _id: callId, outcome: "booked" });
  await asDesk("PUT", `/api/leads/${first}/calls/${callId}/appointment`, {
    appointmentAt: new Date(Date.now() + 86_400_000).toISOString(),
  });
  await asDesk("POST", `/api/leads/${first}/calls/${callId}/voidings`);
  await asDesk("POST", `/api/leads/${first}/calls`, { _id: randomUUID(), outcome: "no_answer" });
  await asDesk("POST", `/api/leads/${first}/notes`, {
    submissionId: randomUUID(),
    title: "Mornings",
  });
  await asDesk("POST", `/api/leads/${first}/emails`, {
    ...{ kind: "email", subject: "Hello", body: "<p>Hello</p>", submissionId: randomUUID() },
  });
  await asDesk("PATCH", `/api/leads/${first}`, { firstName: "Adele" });
  await asDesk("POST", `/api/leads/${second}/callback`, {
    callBackAt: new Date(Date.now() + 3_600_000).toISOString(),
  });
  await asDesk("POST", `/api/leads/${second}/call-permissions`, {
    ...{ isAllowed: false, reason: "Asked us not to" },
  });
  await asDesk("PUT", `/api/leads/${second}/mail-stop`);
  await asDesk("POST", `/api/leads/${third}/archive`, { reason: "Moved away" });
  await asDesk("POST", `/api/leads/${third}/restore`);
  await asDesk("POST", `/api/leads/${third}/merges`, { otherId: fourth });
  await asDesk("DELETE", `/api/leads/${third}/merges/${fourth}`);
  await asDesk("PUT", `/api/leads/${third}/different-people/${fourth}`);
  await asDesk("POST", "/api/leads/archive", { ids: [third, fourth], reason: "Twice" });
  for (const search of ["perez", "ad", "quintero@exam", "zzzz"]) {
    for (const path of ["new", "others", "archive"]) {
      await asDesk("GET", `/api/leads/${path}?search=${encodeURIComponent(search)}`);
    }
  }
  for (const query of ["state=due", "askedAgain=yes", "sort=oldest&state=called", "sort=newest"]) {
    await asDesk("GET", `/api/leads/new?${query}`);
  }
  for (const query of ["reading=open", "from=2026-01-01T00:00:00Z"]) {
    for (const path of ["figures", "cot", "count"]) {
      await asDesk("GET", `/api/leads/${path}?${query}`);
    }
  }
  await asDesk(
    "PUT",
    "/api/clients/me/hours",
    (await asDesk("GET", "/api/clients/me/hours")) ?? {},
  );

  const document = (await ask("GET", "/api/openapi.json")) ?? {};
  for (const { method, path, isStream } of practiceOperations(document)) {
    if (method !== "GET" || isStream) continue;
    await asDesk("GET", path.replace("/leads/{id}", `/leads/${first}`).replace(/\{\w+\}/g, first));
  }
  for (const path of ownerReads(document)) {
    await asOwner(
      "GET",
      path.replace("/clients/{id}", `/clients/${made.clientId}`).replace(/\{\w+\}/g, first),
    );
  }
  for (const query of [
    "sort=median",
    "sort=waiting",
    "needs=alerts",
    "needs=sources",
    "needs=number",
    "search=bay",
  ]) {
    await asOwner("GET", `/api/admin/clients?${query}`);
  }
  await asOwner("GET", "/api/admin/mail?search=perez");
  for (const list of [
    ...["sources", "sources?sort=leads", "sources?sort=lastLead", "sources?sort=state"],
    ...["campaigns?sort=perLead", "campaigns?sort=leads", "mail?sort=state"],
  ]) {
    await asOwner("GET", `/api/admin/${list}`);
  }
  const { campaigns } = await asOwner("GET", "/api/admin/campaigns");
  await asOwner("PUT", `/api/admin/campaigns/${campaigns[0]._id}/days/2026-03-02`, {
    ...{ impressions: 100, clicks: 2, spendCents: 500 },
  });
  await asOwner("POST", `/api/admin/clients/${made.clientId}/notes`, { text: "Prefers texts" });
  await asDesk("POST", `/api/leads/${fourth}/exports`);
  await asDesk("POST", `/api/leads/${fourth}/erasures`, { name: "Ada Santos" });
  await asOwner("POST", `/api/admin/clients/${made.clientId}/suspension`);
  await asOwner("DELETE", `/api/admin/clients/${made.clientId}/suspension`);

  const byStatus = Map.groupBy(answers, ({ status }) => status);
  const counts = [...byStatus].toSorted().map(([status, { length }]) => `${length} × ${status}`);
  process.stdout.write(`${answers.length} requests: ${counts.join(", ")}\n`);
  expect(answers.filter(({ status }) => status >= 500)).toEqual([]);

  // Every lead's automatic email has been sent, and so has the email that was written by hand.
  await until(() => product.mails.length >= names.length + 1, 60_000);
});
