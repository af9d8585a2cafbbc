// Who may do what, over every operation of the OpenAPI document. An operation without a row here
// fails: nobody adds a door without saying who may open it.
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeCall, makeEnquiry, makePlatformId } from "#server/db/make.ts";
import { announcedLeads, inquiries, mails } from "#server/db/schema.ts";
import { type House, openHouse } from "#server/testing/house.ts";
import { signInAdmin, signInClient } from "#server/testing/people.ts";

/** What each gets: nobody, the practice itself, another practice with the first one's ids, the owner. */
type Row = { nobody: number; own: number; other: number; admin: number; json?: unknown };

const anyone = (status: number, json?: unknown): Row => ({
  nobody: status,
  own: status,
  other: status,
  admin: status,
  json,
});
const clientsOnly: Row = { nobody: 401, own: 200, other: 200, admin: 403 };
const adminsOnly: Row = { nobody: 401, own: 403, other: 403, admin: 200 };

/** About one lead: its practice's alone, and another's id is as good as none. */
function ownLead(status: number, json?: unknown): Row {
  return { nobody: 401, own: status, other: 404, admin: 403, json };
}

const rows: Record<string, Row> = {
  "GET /api/health": anyone(200),
  "GET /api/captcha": anyone(200),
  "GET /api/credentials": anyone(200),
  "POST /api/credentials": anyone(401, { email: "nobody@example.com", password: "not a password" }),
  "DELETE /api/credentials": anyone(200),
  "POST /api/contact": anyone(201, {
    page: "Personal",
    fullName: "Ada",
    email: "ada@example.com",
    phone: "1",
    message: "Hello",
  }),
  "GET /api/intake/meta": anyone(422),
  "POST /api/intake/meta": anyone(401, {}),
  "POST /api/intake/form/{key}": anyone(404, { firstName: "Jo", phone: "1" }),
  "GET /api/admin/stranded-leads": adminsOnly,
  "POST /api/admin/stranded-leads/{id}/replays": { nobody: 401, own: 403, other: 403, admin: 201 },
  "GET /api/admins/myself": adminsOnly,
  "GET /api/clients/getClient": clientsOnly,
  "GET /api/leads/new": clientsOnly,
  "GET /api/leads/cot": clientsOnly,
  "GET /api/leads/count": clientsOnly,
  "POST /api/leads/{id}/calls": ownLead(201, { outcome: "spoke" }),
  "POST /api/leads/{id}/calls/{callId}/voidings": ownLead(201),
  "GET /api/leads/events": clientsOnly,
  "GET /api/leads/{id}": ownLead(200),
  "POST /api/leads": {
    ...clientsOnly,
    own: 201,
    other: 201,
    json: { firstName: "Jo", phone: "1" },
  },
  "PATCH /api/leads/{id}": ownLead(200, { firstName: "Changed" }),
  "DELETE /api/leads/{id}": ownLead(200),
  "POST /api/leads/{id}/archive": ownLead(201, { reason: "moved away" }),
  "POST /api/leads/{id}/restore": ownLead(201),
  "POST /api/leads/{id}/sightings": ownLead(201),
  "GET /api/admin/inquiries": adminsOnly,
  "POST /api/admin/inquiries/{id}/replies": {
    ...adminsOnly,
    admin: 201,
    json: { submissionId: randomUUID(), text: "Hello" },
  },
  "POST /api/admin/inquiries/{id}/answers": { ...adminsOnly, admin: 201 },
  "POST /api/admin/inquiries/{id}/closings": { ...adminsOnly, admin: 201 },
  "DELETE /api/admin/inquiries/{id}/closings": adminsOnly,
  "GET /api/admin/mail": adminsOnly,
  "POST /api/admin/mail/{id}/resendings": { nobody: 401, own: 403, other: 403, admin: 201 },
};

let house: House;
let own: Awaited<ReturnType<typeof signInClient>>;
let other: Awaited<ReturnType<typeof signInClient>>;
let admin: Awaited<ReturnType<typeof signInAdmin>>;
let operations: string[];
beforeAll(async () => {
  house = await openHouse();
  own = await signInClient(house);
  other = await signInClient(house);
  admin = await signInAdmin(house);
  const { body } = await house.ask("GET", "/api/openapi.json");
  operations = Object.entries(body.paths as Record<string, object>).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  );
});
afterAll(() => house.close());

test("every operation has its row, and every row its operation", () => {
  expect(operations.toSorted()).toEqual(Object.keys(rows).toSorted());
});

test.each(Object.entries(rows))("%s lets in whom it should", async (operation, row) => {
  const asked = async (token?: string) => {
    const [method = "", path = ""] = operation.split(" ");
    const json = row.json ? { _id: randomUUID(), ...row.json } : undefined;
    const id = await idFor(path);
    const address = path
      .replace("{id}", id)
      .replace("{callId}", calls.get(id) ?? "")
      .replace("{key}", "no-such-key");
    // A session is ended by signing out, so that operation is asked without one.
    const isSigningOut = operation === "DELETE /api/credentials";
    return house.ask(method, address, { token: isSigningOut ? undefined : token, json });
  };
  expect((await asked()).status).toBe(row.nobody);
  expect((await asked(other.token)).status).toBe(row.other);
  expect((await asked(admin.token)).status).toBe(row.admin);
  const answer = await asked(own.token);
  expect(answer.status).toBe(row.own);
});

test("another practice sees nothing of a lead in any list or figure", async () => {
  const count = async () =>
    (await house.ask("GET", "/api/leads/count", { token: other.token })).body.leadsCount;
  const before = await count();
  const { lead } = await makeEnquiry(house.deps, own.clientId, { lastName: "Unmistakable" });
  for (const path of [
    "/api/leads/new",
    "/api/leads/new?search=unmistakable",
    "/api/leads/cot",
    "/api/leads/count",
  ]) {
    const answer = await house.ask("GET", path, { token: other.token });
    expect(JSON.stringify(answer.body)).not.toContain("Unmistakable");
    expect(JSON.stringify(answer.body)).not.toContain(lead._id);
  }
  expect(await count()).toBe(before);
});

test("another practice's call changes nothing of a lead, also with an id of its own", async () => {
  const { lead } = await makeEnquiry(house.deps, own.clientId);
  const json = {
    _id: randomUUID(),
    outcome: "booked",
    client: own.clientId,
    clientId: own.clientId,
  };
  const path = `/api/leads/${lead._id}/calls`;
  expect((await house.ask("POST", path, { token: other.token, json })).status).toBe(404);
  const list = await house.ask("GET", "/api/leads/new?sort=newest", { token: own.token });
  expect(list.body.leads[0]).toMatchObject({ _id: lead._id, attempts: 0, state: "new" });
});

const calls = new Map<string, string>();

/** A row of the first practice, or of the house, that the operation is about. */
async function idFor(path: string): Promise<string> {
  if (path.startsWith("/api/leads/{id}")) {
    const { lead } = await makeEnquiry(house.deps, own.clientId);
    const made = { calledAt: house.clock.now, outcome: "spoke" as const };
    const { call } = await makeCall(house.deps, own, lead._id, made);
    calls.set(lead._id, call._id);
    return lead._id;
  }
  if (path.startsWith("/api/admin/stranded-leads/{id}")) {
    const platformLeadId = makePlatformId();
    const known = {
      platform: "meta" as const,
      pageId: "1",
      formId: "2",
      announcedAt: house.clock.now,
    };
    const values = { ...known, platformLeadId, deliveryId: randomUUID() };
    await house.deps.db.insert(announcedLeads).values(values);
    return platformLeadId;
  }
  if (path.startsWith("/api/admin/inquiries/{id}")) {
    const values = {
      kind: "personal" as const,
      fullName: "Ada",
      email: "a@example.com",
      test: false,
    };
    const [row] = await house.deps.db.insert(inquiries).values(values).returning();
    return row?.id ?? "";
  }
  if (path.startsWith("/api/admin/mail/{id}")) {
    const failed = {
      kind: "t",
      to: "a@example.com",
      subject: "s",
      text: "t",
      state: "failed" as const,
    };
    const [mail] = await house.deps.db.insert(mails).values(failed).returning({ id: mails.id });
    return mail?.id ?? "";
  }
  return "";
}
