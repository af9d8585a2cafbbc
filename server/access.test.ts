// Checks who may call every operation of the OpenAPI document. An operation without a row in
// access-matrix.ts fails, so every new operation needs an explicit access rule.
import { randomUUID } from "node:crypto";
import { eq, isNotNull } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { peopleMessages } from "#content/desk/people.ts";
import { sharedDeviceMessages } from "#content/desk/shared-device.ts";
import { proofMinutes } from "#contract/roles.ts";
import { makeBooking } from "#server/db/demo-bookings.ts";
import {
  madePassword,
  makeCall,
  makeCampaign,
  makeCampaignDays,
  makeInquiry,
  makeKeyedSource,
  makeOwner,
  makePerson,
  makePlatformId,
  makePractice,
} from "#server/db/make.ts";
import {
  announcedLeads,
  contactRequestCalls,
  contactRequests,
  mailedLinks,
  mails,
  personInvitations,
  practiceNotes,
  sessions,
  sourceDeliveries,
  templateSets,
  templates,
} from "#server/db/schema.ts";
import { prepareTemplate } from "#server/demos/template-practice.ts";
import { openSession } from "#server/sessions/sessions.ts";
import { aPicture, aTime, isOpenInDemo, type Row, rows } from "#server/testing/access-matrix.ts";
import { type Demo, startDemo } from "#server/testing/demo.ts";
import { signIn, signInAdmin, signInClient, signInMember } from "#server/testing/people.ts";
import { plantAlert } from "#server/testing/planted-alerts.ts";
import { plantImport } from "#server/testing/planted-imports.ts";
import { plantCopy, plantSet } from "#server/testing/planted-template-sets.ts";
import { shareDevice } from "#server/testing/shared-device.ts";
import { openTestApp, type TestApp } from "#server/testing/test-app.ts";

let testApp: TestApp;
let own: Awaited<ReturnType<typeof signInClient>>;
/** Another person of the first practice. */
let member: Awaited<ReturnType<typeof signInMember>>;
let other: Awaited<ReturnType<typeof signInClient>>;
let admin: Awaited<ReturnType<typeof signInAdmin>>;
/** Tokens of practices in every other state. */
let invited: string;
let pending: string;
let suspended: string;
let ended: string;
let deactivated: string;
let demo: Demo;
/** Accounts for sessions that were proved long ago: some operations end the caller's other ones. */
let away: { managerId: string; ownerId: string };
/** A shared device of the first practice, and the manager who turned it on. */
let shared: { token: string; accountId: string };
let operations: string[];
beforeAll(async () => {
  testApp = await openTestApp();
  await prepareTemplate(testApp.deps, 1);
  demo = await startDemo(testApp);
  own = await signInClient(testApp);
  member = await signInMember(testApp, own.clientId);
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
  const gone = await makePerson(testApp.deps, own.clientId, { role: "manager" });
  await testApp.request("PATCH", `/api/clients/me/people/${gone.accountId}`, {
    token: own.token,
    json: { isDeactivated: true },
  });
  deactivated = await plantSession(gone.accountId);
  const manager = await makePerson(testApp.deps, own.clientId, { role: "manager" });
  away = {
    managerId: manager.accountId,
    ownerId: (await makeOwner(testApp.deps)).accountId,
  };
  const sharer = await makePerson(testApp.deps, own.clientId, { role: "manager" });
  const sharerToken = await signIn(testApp, sharer.email);
  shared = { ...sharer, token: await shareDevice(testApp, sharerToken) };
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
  "%s: after fifteen minutes, what takes data away asks for a proof",
  async (operation, row) => {
    const provenAt = new Date(testApp.clock.now.getTime() - proofMinutes * 60_000);
    for (const [token, usual] of [
      [await plantSession(away.managerId, "client", provenAt), row.own],
      [await plantSession(away.ownerId, "admin", provenAt), row.admin],
    ] as const) {
      const { status, body } = await asked(operation, bearer(token));
      const isAsked = row.takesProof === true && usual < 400;
      expect(body?.code === "proof_required").toBe(isAsked);
      if (isAsked) expect(status).toBe(403);
    }
  },
);

test.each(Object.entries(rows))(
  "%s: a member does only what members may",
  async (operation, row) => {
    const answer = await asked(operation, bearer(member.token));
    expect(answer.status).toBe(row.member ?? row.own);
    if (row.member === 403) expect(answer.body.message).toBe(peopleMessages.managersOnly);
  },
);

test.each(Object.entries(rows))(
  "%s: the owner who views as a practice only reads",
  async (operation, row) => {
    const answer = await asked(operation, bearer(admin.token), {
      query: `?client=${own.clientId}`,
    });
    expect(answer.status).toBe(row.viewing ?? row.admin);
  },
);

test.each(Object.entries(rows))(
  "%s: a manager who has unlocked a shared device does only what members may",
  async (operation, row) => {
    await setUnlocked(shared.accountId);
    const answer = await asked(operation, bearer(shared.token));
    expect(answer.status).toBe(row.pin ?? row.member ?? row.own);
    if (row.pin === 403) expect(answer.body.message).toBe(sharedDeviceMessages.ownDevice);
  },
);

test.each(Object.entries(rows))("%s: a locked device is refused", async (operation, row) => {
  await setUnlocked(null);
  const isOpen = row.visitor === row.own && row.visitor === row.admin;
  const answer = await asked(operation, bearer(shared.token));
  expect(answer.status).toBe(isOpen ? row.visitor : (row.locked ?? 403));
  const isLockedOut = !isOpen && row.own !== 403 && answer.status === 403;
  if (isLockedOut) expect(answer.body.code).toBe("device_locked");
});

test.each(Object.entries(rows))("%s: a deactivated manager is refused", async (operation, row) => {
  const isOpen = row.visitor === row.own && row.visitor === row.admin;
  // Such a session should not exist: it stands for any bug that leaves one behind.
  const answer = await asked(operation, bearer(deactivated));
  expect(answer.status).toBe(isOpen ? row.visitor : 403);
  if (!isOpen && row.own !== 403) expect(answer.body.code).toBe("account_deactivated");
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

test.each(Object.entries(rows))(
  "%s: a demo opens nothing but its own desk",
  async (operation, row) => {
    // Elsewhere its session is worth nothing.
    const isOpen = row.visitor === row.own && row.visitor === row.admin;
    const elsewhere = await asked(operation, bearer(demo.token));
    expect(elsewhere.status).toBe(isOpen ? row.visitor : 403);
    const byCookie = await asked(operation, { Cookie: `demoToken=${demo.token}` });
    expect(byCookie.status).toBe(row.visitor);

    const own = { Cookie: `demoToken=${demo.token}` };
    const inDemo = await asked(operation, own, { root: "/demo" });
    const ofDemo = operation.includes("/api/demos/current") ? 200 : row.other;
    expect(inDemo.status).toBe(isOpenInDemo(operation) ? ofDemo : 403);
    if (operation === "DELETE /api/demos/current") demo = await startDemo(testApp);
    // Nor is anybody else's session in a demo.
    for (const cookie of [`clientToken=${other.token}`, `adminToken=${admin.token}`]) {
      const answer = await asked(operation, { Cookie: cookie }, { root: "/demo" });
      const isPublic = isOpen && !operation.includes("/api/demos/current");
      expect(answer.status).toBe(isOpenInDemo(operation) ? (isPublic ? row.visitor : 401) : 403);
    }
  },
);

test("no parameter makes a demo read another practice", async () => {
  for (const path of ["/leads/new", "/leads/cot", "/templates", "/clients/getClient", "/mail"]) {
    const answer = await demo.ask("GET", `${path}?client=${own.clientId}`);
    expect(answer.status).toBe(403);
  }
});

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

/** The person who has unlocked the shared device; null: it is locked. */
async function setUnlocked(unlockedBy: string | null) {
  await testApp.deps.db
    .update(sessions)
    .set({ unlockedBy, activeAt: testApp.clock.now, wrongPins: 0 })
    .where(isNotNull(sessions.sharedAt));
}

const calls = new Map<string, string>();
const emails = new Map<string, string>();
/** By practice. */
const imports = new Map<string, string>();
const deliveryIds = new Map<string, string>();
/** Another lead of the same practice. */
const others = new Map<string, string>();
/** By practice. */
const notesOf = new Map<string, string>();
/** By set. */
const setTemplates = new Map<string, string>();

async function asked(
  operation: string,
  headers: Record<string, string>,
  { root = "", query = "" } = {},
) {
  const [method = "", path = ""] = operation.split(" ");
  const { json } = rows[operation] as Row;
  const id = await idFor(path);
  const address = path
    .replace("{id}", id)
    .replace("{part}", "site")
    .replace("{day}", "2026-03-16")
    .replace("{deliveryId}", deliveryIds.get(id) ?? "")
    .replace("{templateId}", setTemplates.get(id) ?? "")
    .replace("{noteId}", notesOf.get(id) ?? "")
    .replace("{callId}", calls.get(id) ?? "")
    .replace("{importId}", path.startsWith("/api/admin/clients/") ? (imports.get(id) ?? "") : id)
    .replace("{emailId}", emails.get(id) ?? "")
    .replace("{otherId}", others.get(id) ?? "")
    .replace("{key}", "no-such-key");
  // Signing out ends a session, so that operation runs without one.
  const isSigningOut = operation === "DELETE /api/credentials";
  return testApp.request(method, root + address + query, {
    headers: isSigningOut ? {} : headers,
    json: json ? { _id: randomUUID(), submissionId: randomUUID(), ...json } : undefined,
  });
}

function bearer(token: string) {
  return { Authorization: `Bearer ${token}` };
}

/** A session for an account that could not sign in. */
async function plantSession(
  accountId: string,
  kind: "client" | "admin" = "client",
  provenAt = testApp.clock.now,
): Promise<string> {
  const visitor = { address: "127.0.0.1", device: "planted" };
  return testApp.deps.db.transaction((tx) =>
    openSession(testApp.deps, tx, visitor, { id: accountId, kind }, { provenAt }),
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

/** A source of the first practice, with a delivery whose person is not found yet. */
async function makeWaitingSource(): Promise<string> {
  const { sourceId } = await makeKeyedSource(testApp.deps, own.clientId, "webhook");
  const [delivery] = await testApp.deps.db
    .insert(sourceDeliveries)
    .values({
      ...{ clientId: own.clientId, sourceId, body: "{}", isFormEncoded: false },
      ...{ result: "unmapped", receivedAt: testApp.clock.now },
    })
    .returning({ id: sourceDeliveries.id });
  deliveryIds.set(sourceId, delivery?.id ?? "");
  return sourceId;
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
    if (/merges|different-people/.test(path)) {
      others.set(lead._id, (await makeInquiry(testApp.deps, own.clientId)).lead._id);
    }
    if (path.includes("{emailId}")) emails.set(lead._id, await makeFailedEmail(lead._id));
    return lead._id;
  }
  if (path.includes("sources/{id}")) return makeWaitingSource();
  if (path.startsWith("/api/admin/campaigns/{id}")) {
    const campaign = { clientId: own.clientId, name: "Spring", platform: "meta" as const };
    const { campaignId } = await makeCampaign(testApp.deps, campaign);
    await makeCampaignDays(testApp.deps, { ...campaign, campaignId }, [{ day: "2026-03-16" }]);
    return campaignId;
  }
  if (path === "/api/templates/starters") {
    // Starters are offered to a practice without templates.
    await testApp.deps.db.delete(templates);
  }
  if (path.startsWith("/api/admin/template-sets")) {
    // Two sets don't have the same name, and there is room for so many.
    await testApp.deps.db.update(templateSets).set({ deletedAt: testApp.clock.now });
  }
  if (path.startsWith("/api/admin/template-sets/{id}")) {
    const { setId, templateId } = await plantSet(testApp, admin, "A");
    setTemplates.set(setId, templateId);
    return setId;
  }
  if (path === "/api/templates/updates/{id}") {
    return (await plantCopy(testApp, own, "A")).setId;
  }
  if (path.startsWith("/api/templates/{id}")) {
    const { earlier } = await plantCopy(testApp, own, "A");
    const values = {
      ...{ clientId: own.clientId, kind: "note" as const, title: "A note", body: "Words" },
      ...{ changedAt: new Date(aTime), setVersion: 1, earlier },
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
  for (const [devices, kind, { accountId, token }] of [
    ["/api/clients/me/devices", "client", own],
    ["/api/admins/myself/devices", "admin", admin],
  ] as const) {
    if (!path.startsWith(`${devices}/{id}`)) continue;
    await plantSession(accountId, kind);
    const { body } = await testApp.request("GET", devices, { token });
    return body.devices.find((one: { isThis: boolean }) => !one.isThis)._id;
  }
  if (path.startsWith("/api/admin/owners/invitations/{id}")) {
    // There is room for a few open invitations only.
    await testApp.deps.db.delete(mailedLinks).where(eq(mailedLinks.purpose, "join_owners"));
    const json = { email: `owner-${randomUUID()}@example.com`, password: madePassword };
    await testApp.request("POST", "/api/admin/owners/invitations", { token: admin.token, json });
    const { body } = await testApp.request("GET", "/api/admin/owners", { token: admin.token });
    return body.invitations.find((one: { email: string }) => one.email === json.email)._id;
  }
  // Of no job: none is waiting here. Unblocking a time twice is no error.
  if (path.startsWith("/api/admin/jobs/{id}")) return randomUUID();
  if (path.startsWith("/api/admin/blocked-times/{id}")) return randomUUID();
  if (path.startsWith("/api/admin/owners/{id}")) return (await makeOwner(testApp.deps)).accountId;
  if (path.startsWith("/api/clients/me/people/invitations/{id}")) {
    const person = { email: `lena-${randomUUID()}@example.com`, firstName: "Lena", lastName: "F" };
    const at = { invitedAt: testApp.clock.now, expiresAt: testApp.clock.now };
    const [row] = await testApp.deps.db
      .insert(personInvitations)
      .values({
        ...{ ...person, ...at, role: "member", clientId: own.clientId },
        invitedBy: own.accountId,
      })
      .returning();
    return row?.id ?? "";
  }
  if (path.startsWith("/api/clients/me/people/{id}")) return member.accountId;
  if (path.startsWith("/api/leads/imports/")) return plantImport(testApp, own, "Own");
  if (path.startsWith("/api/alerts/")) return plantAlert(testApp, own, path);
  if (path.startsWith("/api/admin/invitations/{id}")) {
    const json = { email: `open-${randomUUID()}@example.com` };
    await testApp.request("POST", "/api/admin/invitations", { token: admin.token, json });
    const { body } = await testApp.request("GET", "/api/admin/invitations", { token: admin.token });
    return body.invitations.find((one: { email: string }) => one.email === json.email)._id;
  }
  if (path.startsWith("/api/admin/clients/{id}/import")) {
    imports.set(own.clientId, await plantImport(testApp, own, "Own"));
    return own.clientId;
  }
  if (path.startsWith("/api/admin/clients/{id}")) {
    const { clientId } = await makePractice(testApp.deps, { isApproved: false });
    const [note] = await testApp.deps.db
      .insert(practiceNotes)
      .values({
        ...{ clientId, text: "Prefers texts", accountId: away.ownerId },
        ...{ writtenAt: new Date(aTime), changedAt: new Date(aTime) },
      })
      .returning();
    notesOf.set(clientId, note?.id ?? "");
    return clientId;
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
      contactAt: testApp.clock.now,
      receivedAt: testApp.clock.now,
    };
    const [row] = await testApp.deps.db.insert(contactRequests).values(values).returning();
    const contactRequestId = row?.id ?? "";
    const callId = randomUUID();
    calls.set(contactRequestId, callId);
    const { accountId } = admin;
    const at = { calledAt: testApp.clock.now, recordedAt: testApp.clock.now };
    await testApp.deps.db
      .insert(contactRequestCalls)
      .values({ ...at, id: callId, contactRequestId, accountId });
    await makeBooking(testApp.deps, contactRequestId, {
      // No two overlap.
      startsAt: new Date(testApp.clock.now.getTime() + calls.size * 60 * 60_000),
      bookedAt: testApp.clock.now,
      timeZone: "America/New_York",
    });
    return contactRequestId;
  }
  for (const [base, { token }] of [
    ["/api/clients/me", own],
    ["/api/admins/myself", admin],
  ] as const) {
    if (!path.startsWith(`${base}/factors/{id}`)) continue;
    const { body } = await testApp.request("POST", `${base}/factors/totp`, {
      ...{ token, json: { password: madePassword } },
    });
    return body._id;
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
