// Who may do what, over every operation of the OpenAPI document. An operation without a row here
// fails: nobody adds a door without saying who may open it.
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { usualWeek } from "#contract/open-hours.ts";
import {
  madePassword,
  makeCall,
  makeEnquiry,
  makePlatformId,
  makePractice,
} from "#server/db/make.ts";
import { announcedLeads, inquiries, mails, templates } from "#server/db/schema.ts";
import { openSession } from "#server/sessions/sessions.ts";
import { type House, openHouse } from "#server/testing/house.ts";
import { signIn, signInAdmin, signInClient } from "#server/testing/people.ts";

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

/** What a practice does with its own profile: another does the same with its own. */
function ownProfile(status: number, json?: unknown): Row {
  return { nobody: 401, own: status, other: status, admin: 403, json };
}

function ownersDeed(status: number, json?: unknown): Row {
  return { nobody: 401, own: 403, other: 403, admin: status, json };
}

/** About one lead or template: its practice's alone, and another's id is as good as none. */
function ownLead(status: number, json?: unknown): Row {
  return { nobody: 401, own: status, other: 404, admin: 403, json };
}

const aNote = { kind: "note", title: "A note", body: "Words" };
/** One point. */
const aPicture = { content: "R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7" };
const anEmail = { kind: "email", subject: "Hello", body: "<p>Words</p>" };

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
  "POST /api/clients": anyone(422, { firstName: "Nobody" }),
  "GET /api/clients/invitation": anyone(422),
  "POST /api/credentials/recover": anyone(200, { email: "nobody@example.com" }),
  "PATCH /api/credentials/reset": anyone(422, { token: "made up", password: "calm brown otter" }),
  "POST /api/credentials/confirmations": anyone(422, { token: "made up" }),
  "PATCH /api/clients/me": ownProfile(200, { firstName: "Jo" }),
  "POST /api/clients/me/email": ownProfile(422, { email: "a@example.com", password: "wrong" }),
  "PUT /api/clients/me/password": ownProfile(422, {
    current: "wrong",
    password: "calm brown otter",
  }),
  "GET /api/clients/me/devices": clientsOnly,
  "DELETE /api/clients/me/devices/{id}": { nobody: 401, own: 200, other: 404, admin: 403 },
  "GET /api/clients/me/hours": clientsOnly,
  "PUT /api/clients/me/hours": ownProfile(200, {
    timeZone: "America/New_York",
    week: usualWeek,
    holidays: [],
  }),
  "GET /api/admin/clients": adminsOnly,
  "GET /api/admin/practices-today": adminsOnly,
  "GET /api/admin/audit": adminsOnly,
  "POST /api/admin/clients/{id}/approval": ownersDeed(201),
  "POST /api/admin/clients/{id}/suspension": ownersDeed(201),
  "DELETE /api/admin/clients/{id}/suspension": ownersDeed(200),
  "POST /api/admin/invitations": ownersDeed(201, { email: "invited@example.com" }),
  "DELETE /api/admin/invitations/{id}": ownersDeed(200),
  "GET /api/leads/new": clientsOnly,
  "GET /api/leads/callback": clientsOnly,
  "GET /api/leads/filters": clientsOnly,
  "GET /api/leads/presence": clientsOnly,
  "POST /api/leads/{id}/presence": ownLead(201),
  // Whoever is not there has left: another practice's lead, too, and nothing changes by it.
  "DELETE /api/leads/{id}/presence": { ...ownLead(200), other: 200 },
  "POST /api/leads/{id}/callback": ownLead(201, { callBackAt: "2026-03-19T12:00:00Z" }),
  "GET /api/leads/archive": clientsOnly,
  "POST /api/leads/archive": {
    ...clientsOnly,
    own: 422,
    other: 422,
    json: { ids: [], reason: "x" },
  },
  "POST /api/leads/restore": { ...clientsOnly, own: 422, other: 422, json: { ids: [] } },
  "GET /api/leads/cot": clientsOnly,
  "GET /api/leads/count": clientsOnly,
  "GET /api/leads/figures": clientsOnly,
  "GET /api/leads/enquiries": clientsOnly,
  "GET /api/leads/export.csv": clientsOnly,
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
  "POST /api/leads/{id}/call-permissions": ownLead(201, { isAllowed: false, reason: "asked us" }),
  "POST /api/leads/{id}/notes": ownLead(201, { title: "Prefers mornings" }),
  "POST /api/leads/{id}/exports": ownLead(201),
  "POST /api/leads/{id}/erasures": ownLead(201, { name: "Marisol Quintero" }),
  "POST /api/leads/{id}/sightings": ownLead(201),
  "GET /api/templates": clientsOnly,
  "POST /api/templates": { ...clientsOnly, own: 201, other: 201, json: aNote },
  "POST /api/templates/starters": {
    ...clientsOnly,
    ...{ own: 201, other: 201, json: { kind: "auto" } },
  },
  "POST /api/templates/previews": { ...clientsOnly, own: 201, other: 201, json: anEmail },
  "POST /api/templates/test-sends": { ...clientsOnly, own: 201, other: 201, json: anEmail },
  "GET /api/templates/{id}": ownLead(200),
  "PUT /api/templates/{id}": ownLead(200, aNote),
  "DELETE /api/templates/{id}": ownLead(200),
  "POST /api/templates/{id}/restore": ownLead(201),
  "POST /api/templates/{id}/copies": ownLead(201),
  "POST /api/pictures": { ...clientsOnly, own: 201, other: 201, json: aPicture },
  "GET /api/pictures/{id}": ownLead(200),
  "GET /api/leads/{id}/emails": ownLead(200),
  "POST /api/leads/{id}/emails": ownLead(201, { ...anEmail, submissionId: randomUUID() }),
  "GET /api/leads/{id}/emails/{emailId}": ownLead(200),
  "POST /api/leads/{id}/emails/{emailId}/resendings": ownLead(201),
  "PUT /api/leads/{id}/mail-stop": ownLead(200),
  "DELETE /api/leads/{id}/mail-stop": ownLead(200),
  "GET /api/mail": clientsOnly,
  "GET /api/mail/alarm": clientsOnly,
  "GET /api/mail/unsubscribe": anyone(422),
  "POST /api/mail/unsubscribe": anyone(422),
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
  "GET /api/admin/mail/{id}": adminsOnly,
  "POST /api/admin/mail/{id}/resendings": { nobody: 401, own: 403, other: 403, admin: 201 },
};

let house: House;
let own: Awaited<ReturnType<typeof signInClient>>;
let other: Awaited<ReturnType<typeof signInClient>>;
let admin: Awaited<ReturnType<typeof signInAdmin>>;
/** Tokens of practices in every other state. */
let invited: string;
let pending: string;
let suspended: string;
let ended: string;
let operations: string[];
beforeAll(async () => {
  house = await openHouse();
  own = await signInClient(house);
  other = await signInClient(house);
  admin = await signInAdmin(house);
  invited = await registerInvited();
  pending = await plantSession((await makePractice(house.deps, { isApproved: false })).accountId);
  const shut = await signInClient(house);
  ended = shut.token;
  await house.ask("POST", `/api/admin/clients/${shut.clientId}/suspension`, { token: admin.token });
  suspended = await plantSession(shut.accountId);
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
  expect((await asked(operation, {})).status).toBe(row.nobody);
  expect((await asked(operation, bearer(other.token))).status).toBe(row.other);
  expect((await asked(operation, bearer(admin.token))).status).toBe(row.admin);
  expect((await asked(operation, bearer(own.token))).status).toBe(row.own);
});

test.each(Object.entries(rows))(
  "%s: an invited practice is like any other, a pending or suspended one comes no further than nobody",
  async (operation, row) => {
    const isOpen = row.nobody === row.own && row.nobody === row.admin;
    const isOwners = row.own === 403;
    expect((await asked(operation, bearer(invited))).status).toBe(row.other);
    // Sessions that should not be: they stand for whatever might leave one behind.
    const shut = isOpen ? row.nobody : 403;
    const refused = await asked(operation, bearer(pending));
    expect(refused.status).toBe(shut);
    if (!isOpen && !isOwners) expect(refused.body.code).toBe("account_pending");
    const alsoRefused = await asked(operation, bearer(suspended));
    expect(alsoRefused.status).toBe(shut);
    if (!isOpen && !isOwners) expect(alsoRefused.body.code).toBe("account_suspended");
    // What was signed in before the suspension is out for good.
    expect((await asked(operation, bearer(ended))).status).toBe(row.nobody);
  },
);

test.each(Object.entries(rows))(
  "%s: each kind's cookie under the other's name is nobody's",
  async (operation, row) => {
    for (const cookie of [`adminToken=${own.token}`, `clientToken=${admin.token}`]) {
      expect((await asked(operation, { Cookie: cookie })).status).toBe(row.nobody);
    }
  },
);

test("another practice sees nothing of a lead in any list or figure", async () => {
  const count = async () =>
    (await house.ask("GET", "/api/leads/count", { token: other.token })).body.leadsCount;
  const before = await count();
  const { lead } = await makeEnquiry(house.deps, own.clientId, { lastName: "Unmistakable" });
  for (const path of [
    "/api/leads/new",
    "/api/leads/new?search=unmistakable",
    "/api/leads/archive",
    "/api/leads/archive?list=callback&search=unmistakable",
    "/api/leads/cot",
    "/api/leads/count",
    "/api/leads/figures",
    "/api/leads/enquiries?bucket=running",
    "/api/leads/export.csv",
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
const emails = new Map<string, string>();

async function asked(operation: string, headers: Record<string, string>) {
  const [method = "", path = ""] = operation.split(" ");
  const { json } = rows[operation] as Row;
  const id = await idFor(path);
  const address = path
    .replace("{id}", id)
    .replace("{callId}", calls.get(id) ?? "")
    .replace("{emailId}", emails.get(id) ?? "")
    .replace("{key}", "no-such-key");
  // A session is ended by signing out, so that operation is asked without one.
  const isSigningOut = operation === "DELETE /api/credentials";
  return house.ask(method, address, {
    headers: isSigningOut ? {} : headers,
    json: json ? { _id: randomUUID(), submissionId: randomUUID(), ...json } : undefined,
  });
}

function bearer(token: string) {
  return { Authorization: `Bearer ${token}` };
}

/** A session of an account that could not open one itself. */
async function plantSession(accountId: string): Promise<string> {
  const visitor = { address: "127.0.0.1", device: "planted" };
  return house.deps.db.transaction((tx) =>
    openSession(house.deps, tx, visitor, { id: accountId, kind: "client" }),
  );
}

/** Registered by an invitation, as its own mail's link fills it in. */
async function registerInvited(): Promise<string> {
  const email = `invited-${randomUUID()}@example.com`;
  await house.ask("POST", "/api/admin/invitations", { token: admin.token, json: { email } });
  await house.runJobs();
  const invitation = /\?t=([\w-]{43})/.exec(house.post.at(-1)?.text ?? "")?.[1];
  const json = {
    ...{ firstName: "Imani", lastName: "Boyd", email, password: madePassword, invitation },
    ...{ address: "2 Bay Street", city: "Tampa", state: "FL", zip: "33602", phone: "8135550143" },
    admin_id: admin.adminCode,
  };
  await house.ask("POST", "/api/clients", { json });
  return signIn(house, email);
}

async function makeFailedEmail(leadId: string): Promise<string> {
  const words = { kind: "lead", to: "a@example.com", subject: "s", text: "t" };
  const values = { ...words, clientId: own.clientId, leadId, state: "failed" as const };
  const [mail] = await house.deps.db.insert(mails).values(values).returning({ id: mails.id });
  return mail?.id ?? "";
}

/** A row of the first practice, or of the house, that the operation is about. */
async function idFor(path: string): Promise<string> {
  if (path.startsWith("/api/leads/{id}")) {
    const { lead } = await makeEnquiry(house.deps, own.clientId);
    const made = { calledAt: house.clock.now, outcome: "spoke" as const };
    const { call } = await makeCall(house.deps, own, lead._id, made);
    calls.set(lead._id, call._id);
    if (path.includes("{emailId}")) emails.set(lead._id, await makeFailedEmail(lead._id));
    return lead._id;
  }
  if (path === "/api/templates/starters") {
    // They are offered to whoever has none.
    await house.deps.db.delete(templates);
  }
  if (path.startsWith("/api/templates/{id}")) {
    const values = {
      clientId: own.clientId,
      kind: "note" as const,
      title: "A note",
      body: "Words",
    };
    const [row] = await house.deps.db.insert(templates).values(values).returning();
    return row?.id ?? "";
  }
  if (path === "/api/pictures/{id}") {
    const { body } = await house.ask("POST", "/api/pictures", { token: own.token, json: aPicture });
    return body._id;
  }
  if (path.startsWith("/api/clients/me/devices/{id}")) {
    await plantSession(own.accountId);
    const { body } = await house.ask("GET", "/api/clients/me/devices", { token: own.token });
    return body.devices.find((one: { isThis: boolean }) => !one.isThis)._id;
  }
  if (path.startsWith("/api/admin/invitations/{id}")) {
    const json = { email: `open-${randomUUID()}@example.com` };
    await house.ask("POST", "/api/admin/invitations", { token: admin.token, json });
    const { body } = await house.ask("GET", "/api/admin/clients", { token: admin.token });
    return body.invitations.find((one: { email: string }) => one.email === json.email)._id;
  }
  if (path.startsWith("/api/admin/clients/{id}")) {
    return (await makePractice(house.deps, { isApproved: false })).clientId;
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
