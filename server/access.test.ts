// Checks who may call every operation of the OpenAPI document. An operation without a row in
// access-matrix.ts fails, so every new operation needs an explicit access rule.
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  madePassword,
  makeCall,
  makeInquiry,
  makePlatformId,
  makePractice,
} from "#server/db/make.ts";
import { announcedLeads, contactRequests, mails, templates } from "#server/db/schema.ts";
import { openSession } from "#server/sessions/sessions.ts";
import { aPicture, type Row, rows } from "#server/testing/access-matrix.ts";
import { signIn, signInAdmin, signInClient } from "#server/testing/people.ts";
import { openTestApp, type TestApp } from "#server/testing/test-app.ts";

let testApp: TestApp;
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
  testApp = await openTestApp();
  own = await signInClient(testApp);
  other = await signInClient(testApp);
  admin = await signInAdmin(testApp);
  invited = await registerInvited();
  pending = await plantSession((await makePractice(testApp.deps, { isApproved: false })).accountId);
  const shut = await signInClient(testApp);
  ended = shut.token;
  await testApp.request("POST", `/api/admin/clients/${shut.clientId}/suspension`, {
    token: admin.token,
  });
  suspended = await plantSession(shut.accountId);
  const { body } = await testApp.request("GET", "/api/openapi.json");
  operations = Object.entries(body.paths as Record<string, object>).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  );
});
afterAll(() => testApp.close());

test("every operation has a row, and every row an operation", () => {
  expect(operations.toSorted()).toEqual(Object.keys(rows).toSorted());
});

test.each(Object.entries(rows))("%s admits only the callers in its row", async (operation, row) => {
  expect((await asked(operation, {})).status).toBe(row.visitor);
  expect((await asked(operation, bearer(other.token))).status).toBe(row.other);
  expect((await asked(operation, bearer(admin.token))).status).toBe(row.admin);
  expect((await asked(operation, bearer(own.token))).status).toBe(row.own);
});

test.each(Object.entries(rows))(
  "%s: an invited practice has a practice's access, a pending or suspended one has no more than a visitor",
  async (operation, row) => {
    const isOpen = row.visitor === row.own && row.visitor === row.admin;
    const isOwners = row.own === 403;
    expect((await asked(operation, bearer(invited))).status).toBe(row.other);
    // Such sessions should not exist: they stand for any bug that leaves one behind.
    const shut = isOpen ? row.visitor : 403;
    const refused = await asked(operation, bearer(pending));
    expect(refused.status).toBe(shut);
    if (!isOpen && !isOwners) expect(refused.body.code).toBe("account_pending");
    const alsoRefused = await asked(operation, bearer(suspended));
    expect(alsoRefused.status).toBe(shut);
    if (!isOpen && !isOwners) expect(alsoRefused.body.code).toBe("account_suspended");
    // Sessions from before the suspension have ended for good.
    expect((await asked(operation, bearer(ended))).status).toBe(row.visitor);
  },
);

test.each(Object.entries(rows))(
  "%s: each kind's cookie is worthless under the other's name",
  async (operation, row) => {
    for (const cookie of [`adminToken=${own.token}`, `clientToken=${admin.token}`]) {
      expect((await asked(operation, { Cookie: cookie })).status).toBe(row.visitor);
    }
  },
);

test("another practice's call changes nothing about a lead, even with an id of its own", async () => {
  const { lead } = await makeInquiry(testApp.deps, own.clientId);
  const json = {
    _id: randomUUID(),
    outcome: "booked",
    client: own.clientId,
    clientId: own.clientId,
  };
  const path = `/api/leads/${lead._id}/calls`;
  expect((await testApp.request("POST", path, { token: other.token, json })).status).toBe(404);
  const list = await testApp.request("GET", "/api/leads/new?sort=newest", { token: own.token });
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
  // Signing out ends a session, so that operation runs without one.
  const isSigningOut = operation === "DELETE /api/credentials";
  return testApp.request(method, address, {
    headers: isSigningOut ? {} : headers,
    json: json ? { _id: randomUUID(), submissionId: randomUUID(), ...json } : undefined,
  });
}

function bearer(token: string) {
  return { Authorization: `Bearer ${token}` };
}

/** A session for an account that could not sign in. */
async function plantSession(accountId: string): Promise<string> {
  const visitor = { address: "127.0.0.1", device: "planted" };
  return testApp.deps.db.transaction((tx) =>
    openSession(testApp.deps, tx, visitor, { id: accountId, kind: "client" }),
  );
}

/** Registers by an invitation, with the values that the emailed link fills in. */
async function registerInvited(): Promise<string> {
  const email = `invited-${randomUUID()}@example.com`;
  await testApp.request("POST", "/api/admin/invitations", { token: admin.token, json: { email } });
  await testApp.runJobs();
  const invitation = /\?t=([\w-]{43})/.exec(testApp.receivedMails.at(-1)?.text ?? "")?.[1];
  const json = {
    ...{ firstName: "Imani", lastName: "Boyd", email, password: madePassword, invitation },
    ...{ address: "2 Bay Street", city: "Tampa", state: "FL", zip: "33602", phone: "8135550143" },
    admin_id: admin.adminCode,
  };
  await testApp.request("POST", "/api/clients", { json });
  return signIn(testApp, email);
}

async function makeFailedEmail(leadId: string): Promise<string> {
  const words = { kind: "lead", to: "a@example.com", subject: "s", text: "t" };
  const values = { ...words, clientId: own.clientId, leadId, state: "failed" as const };
  const [mail] = await testApp.deps.db.insert(mails).values(values).returning({ id: mails.id });
  return mail?.id ?? "";
}

/** A row of the first practice, or of the agency, that the operation refers to. */
async function idFor(path: string): Promise<string> {
  if (path.startsWith("/api/leads/{id}")) {
    const { lead } = await makeInquiry(testApp.deps, own.clientId);
    const made = { calledAt: testApp.clock.now, outcome: "spoke" as const };
    const { call } = await makeCall(testApp.deps, own, lead._id, made);
    calls.set(lead._id, call._id);
    if (path.includes("{emailId}")) emails.set(lead._id, await makeFailedEmail(lead._id));
    return lead._id;
  }
  if (path === "/api/templates/starters") {
    // Starters are offered to a practice without templates.
    await testApp.deps.db.delete(templates);
  }
  if (path.startsWith("/api/templates/{id}")) {
    const values = {
      clientId: own.clientId,
      kind: "note" as const,
      title: "A note",
      body: "Words",
    };
    const [row] = await testApp.deps.db.insert(templates).values(values).returning();
    return row?.id ?? "";
  }
  if (path === "/api/pictures/{id}") {
    const { body } = await testApp.request("POST", "/api/pictures", {
      token: own.token,
      json: aPicture,
    });
    return body._id;
  }
  if (path.startsWith("/api/clients/me/devices/{id}")) {
    await plantSession(own.accountId);
    const { body } = await testApp.request("GET", "/api/clients/me/devices", { token: own.token });
    return body.devices.find((one: { isThis: boolean }) => !one.isThis)._id;
  }
  if (path.startsWith("/api/admin/invitations/{id}")) {
    const json = { email: `open-${randomUUID()}@example.com` };
    await testApp.request("POST", "/api/admin/invitations", { token: admin.token, json });
    const { body } = await testApp.request("GET", "/api/admin/clients", { token: admin.token });
    return body.invitations.find((one: { email: string }) => one.email === json.email)._id;
  }
  if (path.startsWith("/api/admin/clients/{id}")) {
    return (await makePractice(testApp.deps, { isApproved: false })).clientId;
  }
  if (path.startsWith("/api/admin/failed-imports/{id}")) {
    const platformLeadId = makePlatformId();
    const known = {
      platform: "meta" as const,
      pageId: "1",
      formId: "2",
      announcedAt: testApp.clock.now,
    };
    const values = { ...known, platformLeadId, deliveryId: randomUUID() };
    await testApp.deps.db.insert(announcedLeads).values(values);
    return platformLeadId;
  }
  if (path.startsWith("/api/admin/contact-requests/{id}")) {
    const values = {
      kind: "personal" as const,
      fullName: "Ada",
      email: "a@example.com",
      test: false,
    };
    const [row] = await testApp.deps.db.insert(contactRequests).values(values).returning();
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
    const [mail] = await testApp.deps.db.insert(mails).values(failed).returning({ id: mails.id });
    return mail?.id ?? "";
  }
  return "";
}
