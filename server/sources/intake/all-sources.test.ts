// Submissions arrive from all sources at once, out of order and repeatedly. Each person must be one
// lead, and each inquiry must be stored once and with one clock.
import { createHmac, randomUUID } from "node:crypto";
import { and, eq } from "drizzle-orm";
import fc from "fast-check";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { importMessages } from "#content/desk/import.ts";
import {
  makeFormSource,
  makeKeyedSource,
  makeMetaSource,
  makePlatformId,
} from "#server/db/make.ts";
import { inquiries, leads } from "#server/db/schema.ts";
import { runBounded } from "#server/http/bounded.ts";
import { signInClient } from "#server/testing/people.ts";
import { openTestApp, type TestApp } from "#server/testing/test-app.ts";
import { googleKeyOf } from "./keyed-sources.ts";

const now = "2026-03-17T15:00:00.000Z";
const minuteMs = 60_000;
const connections = 8;

let testApp: TestApp;
beforeAll(async () => {
  testApp = await openTestApp();
});
afterAll(() => testApp.close());

const kinds = ["meta", "google", "form", "hosted", "webhook", "hand", "import"] as const;
type Kind = (typeof kinds)[number];

const anyBurst = fc
  .array(
    fc.record({
      person: fc.nat(8),
      kind: fc.constantFrom(...kinds),
      agoMinutes: fc.nat(59),
      // How often the submission arrives.
      times: fc.constantFrom(1, 1, 2, 3),
    }),
    { minLength: 4, maxLength: 24 },
  )
  .chain((sent) => {
    const arrivals = sent.flatMap(({ times }, index) => Array<number>(times).fill(index));
    return fc.record({
      sent: fc.constant(sent),
      arrivals: fc.shuffledSubarray(arrivals, { minLength: arrivals.length }),
    });
  });
type Sent = Pick<
  (typeof anyBurst extends fc.Arbitrary<infer One> ? One : never)["sent"][number],
  "person" | "kind" | "agoMinutes"
>;

test("each person is one lead even if submissions arrive at once, several times, and out of order", async () => {
  await fc.assert(
    fc.asyncProperty(anyBurst, async ({ sent, arrivals }) => {
      testApp.clock.at(now);
      const practice = await openPractice();
      const requests = sent.map((one) => requestOf(practice, one));
      // Leads added by hand and imported files are sent only once.
      const isOnce = ({ kind }: Sent) => kind === "hand" || kind === "import";
      const begun = new Set<number>();
      const taken = arrivals.filter((index) => {
        const one = sent[index];
        if (!one || (isOnce(one) && begun.has(index))) return false;
        begun.add(index);
        return true;
      });
      await runBounded([...taken.entries()], connections, async ([place, index]) => {
        const status = await requests[index]?.();
        expect([sent[index]?.kind, status]).toEqual([sent[index]?.kind, expect.any(Number)]);
        expect(status).toBeLessThan(400);
        if (place % 5 === 4) await testApp.runJobs();
      });
      await testApp.runJobs();
      await checkPeople(practice, sent);
    }),
    // The long tests generate new submissions. Shrinking a failed run takes minutes, so it is off.
    inject("isLong") ? { numRuns: 200, endOnFailure: true } : { numRuns: 8, seed: 20261124 },
  );
}, 600_000);

type Practice = Awaited<ReturnType<typeof openPractice>>;

async function openPractice() {
  const practice = await signInClient(testApp);
  const { clientId } = practice;
  const keyOf = async (kind: "google" | "webhook") =>
    (await makeKeyedSource(testApp.deps, clientId, kind)).formKey ?? "";
  return {
    ...practice,
    form: (await makeFormSource(testApp.deps, clientId)).formKey ?? "",
    google: await keyOf("google"),
    webhook: await keyOf("webhook"),
    meta: await makeMetaSource(testApp.deps, clientId),
    imports: Promise.resolve(0),
  };
}

/**
 * A family that shares a number. Naomi has no email address, so her inquiries may join another
 * one's lead.
 */
const family = ["Ana", "Bruno", "Naomi"];
const withoutAddress = "Naomi";

/** Each person has one name and one number. */
function personOf(index: number) {
  const lastName = "Byron";
  const firstName = family[index - 6];
  if (!firstName) {
    return { firstName: `Person${index}`, lastName, phone: `813555010${index}`, email: "" };
  }
  const email = firstName === withoutAddress ? "" : `${firstName.toLowerCase()}@example.com`;
  return { firstName, lastName, phone: "8135550120", email };
}

function submitTime(agoMinutes: number): string {
  return new Date(Date.parse(now) - agoMinutes * minuteMs).toISOString();
}

/**
 * Returns a function that sends a request, with the same bytes each time, and returns its status.
 */
function requestOf(practice: Practice, { person, kind, agoMinutes }: Sent): () => Promise<number> {
  const { firstName, lastName, phone, email } = personOf(person);
  const name = `${firstName} ${lastName}`;
  const at = submitTime(agoMinutes);
  const id = randomUUID();
  const { token } = practice;
  const post = async (path: string, options: Parameters<TestApp["request"]>[2]) =>
    (await testApp.request("POST", path, options)).status;
  const fields = { firstName, lastName, phone, email, timeReceived: at, submissionId: id };
  const requests: Record<Kind, () => Promise<number>> = {
    form: () => post(`/api/intake/form/${practice.form}`, { json: fields }),
    hosted: () =>
      post(`/api/forms/${practice.form}`, {
        body: new URLSearchParams(fields).toString(),
        headers: { "Content-Type": "application/x-www-form-urlencoded" },
      }),
    webhook: () =>
      post(`/api/intake/webhook/${practice.webhook}`, {
        json: { id, name, phone, email, created_at: at },
      }),
    google: () =>
      post(`/api/intake/google/${practice.google}`, {
        json: {
          lead_id: id,
          google_key: googleKeyOf(testApp.deps.config.secret, { formKey: practice.google }),
          lead_submit_time: at,
          user_column_data: [
            { column_id: "FULL_NAME", string_value: name },
            { column_id: "PHONE_NUMBER", string_value: phone },
            ...(email ? [{ column_id: "EMAIL", string_value: email }] : []),
          ],
        },
      }),
    meta: announce(practice, { name, phone, email, at }),
    hand: () => post("/api/leads", { token, json: { firstName, lastName, phone, email } }),
    import: () =>
      inTurn(practice, () => importFile(token, `Name,Phone,Email\n${name},${phone},${email}\n`)),
  };
  return requests[kind];
}

function announce(
  { meta }: Practice,
  said: { name: string; phone: string; email: string; at: string },
) {
  const id = makePlatformId();
  testApp.graph.set(id, {
    id,
    created_time: said.at.replace(".000Z", "+0000"),
    field_data: [
      { name: "full_name", values: [said.name] },
      { name: "phone_number", values: [said.phone] },
      ...(said.email ? [{ name: "email", values: [said.email] }] : []),
    ],
  });
  const value = {
    ...{ leadgen_id: id, page_id: meta.page, form_id: meta.form },
    created_time: Date.parse(said.at) / 1000,
  };
  const changes = [{ field: "leadgen", value }];
  const body = JSON.stringify({ object: "page", entry: [{ id: meta.page, changes }] });
  const mac = createHmac("sha256", "meta app secret").update(body).digest("hex");
  const headers = { "X-Hub-Signature-256": `sha256=${mac}`, "Content-Type": "application/json" };
  return async () => (await testApp.request("POST", "/api/intake/meta", { body, headers })).status;
}

/**
 * Runs a practice's imports one after another, because an upload discards an import that hasn't
 * started.
 */
function inTurn(practice: Practice, work: () => Promise<number>): Promise<number> {
  const mine = practice.imports.then(work);
  practice.imports = mine;
  return mine;
}

async function importFile(token: string, file: string): Promise<number> {
  const answer = await testApp.api.request("http://localhost/api/leads/import?name=a.csv", {
    method: "POST",
    headers: { Authorization: `Bearer ${token}` },
    body: file,
  });
  const { import: uploaded } = (await answer.json()) as { import: { _id: string } };
  const path = `/api/leads/imports/${uploaded._id}`;
  const stateOf = async () => (await testApp.request("GET", path, { token })).body.import.state;
  await testApp.request("PUT", `${path}/columns`, {
    token,
    json: { fields: ["fullName", "phone", "email"] },
  });
  // Another connection may be running the job for this file.
  while ((await stateOf()) === "checking") await testApp.runJobs();
  const { status, body } = await testApp.request("POST", `${path}/runs`, {
    token,
    json: { destination: "archive" },
  });
  // The person is already known from another source, so there is nothing to import.
  if (status === 409 && body.message === importMessages.nothingNew) return 200;
  while ((await stateOf()) === "importing") await testApp.runJobs();
  return status;
}

async function checkPeople({ clientId, token }: Practice, sent: Sent[]) {
  const rows = await testApp.deps.db
    .select({ lead: leads, inquiry: inquiries })
    .from(leads)
    .leftJoin(
      inquiries,
      and(eq(inquiries.clientId, leads.clientId), eq(inquiries.leadId, leads.id)),
    )
    .where(eq(leads.clientId, clientId));
  const people = [...new Set(sent.map(({ person }) => person))].sort();
  const byLead = Map.groupBy(rows, ({ lead }) => lead.id);
  const leadNames = [...byLead.values()].flatMap(([row]) => row?.lead.firstName ?? []);
  const names = people.map((person) => personOf(person).firstName);
  const isFamily = (name: string) => family.includes(name);
  const hasOthers = names.some((name) => isFamily(name) && name !== withoutAddress);
  const isOptional = (name: string) => name === withoutAddress && hasOthers;
  expect(leadNames.filter((name) => !isOptional(name)).sort()).toEqual(
    names.filter((name) => !isOptional(name)).sort(),
  );
  expect(leadNames.filter(isOptional).length).toBeLessThanOrEqual(1);
  for (const own of byLead.values()) {
    const stored = own.flatMap(({ inquiry }) => inquiry ?? []);
    // No one was called, so the first clock is still running, and later inquiries joined it.
    const clocks = stored.filter(({ clockStartedAt }) => clockStartedAt !== null);
    expect(clocks.length).toBe(stored.some(({ isUntimed }) => !isUntimed) ? 1 : 0);
    expect(clocks.every(({ isUntimed }) => !isUntimed)).toBe(true);
  }
  const ask = async (path: string) =>
    (await testApp.request("GET", `/api/leads/${path}`, { token })).body;
  expect((await ask("count")).leadsCount).toBe(byLead.size);
  expect((await ask("cot")).timeDiff).toEqual({ lt10: 0, lt60: 0, other: 0 });
  for (const person of people) {
    const { firstName } = personOf(person);
    const own = rows.filter(({ inquiry }) => inquiry?.firstName === firstName);
    const lists = await Promise.all(
      ["new", "others"].map((list) => ask(`${list}?search=${firstName}`)),
    );
    const found = lists.flatMap((list) => list.leads.map(({ _id }: { _id: string }) => _id));
    expect(new Set(found)).toEqual(new Set(own.map(({ lead }) => lead.id)));
    const stored = own.flatMap(({ inquiry }) => inquiry ?? []);
    const theirs = sent.filter((one) => one.person === person);
    const isTimed = ({ kind }: Sent) => kind !== "hand" && kind !== "import";
    const timed = stored.filter(({ isUntimed }) => !isUntimed);
    // Each inquiry is stored once, with the time at which it was submitted.
    expect(timed.map(({ submittedAt }) => submittedAt.toISOString()).sort()).toEqual(
      theirs
        .filter(isTimed)
        .map(({ agoMinutes }) => submitTime(agoMinutes))
        .sort(),
    );
    expect(stored.every(({ receivedAt }) => receivedAt.toISOString() === now)).toBe(true);
    // A file's row for a known person doesn't add an inquiry.
    const byHand = theirs.filter(({ kind }) => kind === "hand").length;
    const untimed = stored.length - timed.length;
    expect(untimed).toBeGreaterThanOrEqual(byHand);
    expect(untimed).toBeLessThanOrEqual(byHand + 1);
  }
}
