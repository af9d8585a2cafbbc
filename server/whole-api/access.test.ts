// Checks who may call each operation of the OpenAPI document. The test fails for an operation
// without a row in access-matrix.ts, so every new operation needs an explicit access rule.
import { randomUUID } from "node:crypto";
import { eq, isNotNull } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { roleMessages } from "#content/console/frame.ts";
import { peopleMessages } from "#content/desk/people.ts";
import { sharedDeviceMessages } from "#content/desk/shared-device.ts";
import { proofMinutes } from "#contract/roles.ts";
import { openSession } from "#server/accounts/sign-in/sessions.ts";
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
  makePractice,
} from "#server/db/make.ts";
import {
  contactRequestCalls,
  contactRequests,
  invoices,
  mailedLinks,
  mails,
  personInvitations,
  practiceNotes,
  sessions,
  sourceDeliveries,
  templateSets,
  templates,
  texts,
} from "#server/db/schema.ts";
import { prepareTemplate } from "#server/demos/template-practice.ts";
import { aPicture, aTime, isOpenInDemo, type Row, rows } from "#server/testing/access-matrix.ts";
import { type Demo, startDemo } from "#server/testing/demo.ts";
import { helpersToo, ownersOnly } from "#server/testing/helper-matrix.ts";
import {
  signIn,
  signInAdmin,
  signInClient,
  signInHelper,
  signInMember,
} from "#server/testing/people.ts";
import { plantAlert } from "#server/testing/planted-alerts.ts";
import { plantImport } from "#server/testing/planted-imports.ts";
import { plantOfficePhone } from "#server/testing/planted-rings.ts";
import { plantCopy, plantSet } from "#server/testing/planted-template-sets.ts";
import { shareDevice } from "#server/testing/shared-device.ts";
import { openTestApp, type TestApp } from "#server/testing/test-app.ts";

let testApp: TestApp;
let own: Awaited<ReturnType<typeof signInClient>>;
/** A second person at the first practice. */
let member: Awaited<ReturnType<typeof signInMember>>;
let other: Awaited<ReturnType<typeof signInClient>>;
let admin: Awaited<ReturnType<typeof signInAdmin>>;
let helper: Awaited<ReturnType<typeof signInHelper>>;
/** Tokens of practices and accounts in all other states. */
let invited: string;
let pending: string;
let suspended: string;
let left: string;
let ended: string;
let deactivated: string;
let demo: Demo;
/**
 * Accounts for sessions whose password proof is old. They're separate, because some operations end
 * the caller's other sessions.
 */
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
  helper = await signInHelper(testApp);
  invited = await registerInvited();
  pending = await plantSession((await makePractice(testApp.deps, { isApproved: false })).accountId);
  const shut = await signInClient(testApp);
  ended = shut.token;
  await testApp.request("POST", `/api/admin/clients/${shut.clientId}/suspension`, {
    token: admin.token,
  });
  suspended = await plantSession(shut.accountId);
  const leaving = await makePractice(testApp.deps, { name: "Leaving Dental" });
  await testApp.request("POST", `/api/admin/clients/${leaving.clientId}/ending`, {
    token: admin.token,
    json: { name: "Leaving Dental" },
  });
  left = await plantSession(leaving.accountId);
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

test("the access matrix has exactly one row for each operation", () => {
  expect(operations.toSorted()).toEqual(Object.keys(rows).toSorted());
});

test("the helper matrix lists exactly the operations that only the console's users may call", () => {
  const ofConsole = Object.entries(rows).filter(
    ([, { visitor, own }]) => visitor === 401 && own === 403,
  );
  expect([...helpersToo, ...ownersOnly].toSorted()).toEqual(
    ofConsole.map(([operation]) => operation).toSorted(),
  );
});

test.each(Object.entries(rows))("%s allows only the callers in its row", async (operation, row) => {
  const wrong: string[] = [];
  for (const { name, caller, status, code, message } of callersOf(operation, row)) {
    const answer = await asked(operation, await caller());
    const isAsked = answer.body?.code === "proof_required";
    const isRight =
      (status === undefined || answer.status === status) &&
      (code === undefined || answer.body?.code === code) &&
      (message === undefined || answer.body?.message === message) &&
      isAsked === (code === "proof_required");
    if (!isRight) wrong.push(`${name}: ${answer.status} ${JSON.stringify(answer.body)}`);
  }
  expect(wrong).toEqual([]);
});

type Caller = { headers: Record<string, string>; root?: string; query?: string };
type Case = {
  name: string;
  caller(): Caller | Promise<Caller>;
  /** Undefined if any status is right, because the operation may refer to another account's row. */
  status?: number | undefined;
  code?: string | undefined;
  message?: string | undefined;
};

/** Returns every kind of caller with the expected response. */
function callersOf(operation: string, row: Row): Case[] {
  const isOpen = row.visitor === row.own && row.visitor === row.admin;
  const isOwners = row.own === 403;
  const isOwnersOnly = ownersOnly.includes(operation);
  const ofHelper = isOwnersOnly ? 403 : row.admin;
  const by = (token: () => string, more: Omit<Caller, "headers"> = {}) => ({
    caller: () => ({ headers: bearer(token()), ...more }),
  });
  const withCookie = (cookie: () => string, root?: string) => ({
    caller: () => ({ headers: { Cookie: cookie() }, ...(root && { root }) }),
  });
  /**
   * Returns the expected response to a session without access. Operations that are open to visitors
   * are open to every session.
   */
  const shut = (code: string) => ({
    status: isOpen ? row.visitor : 403,
    ...(!isOpen && !isOwners && { code }),
  });
  const locked = isOpen ? row.visitor : (row.locked ?? 403);
  const pin = row.pin ?? row.member ?? row.own;
  const inDemo = operation.includes("/api/demos/current") ? 200 : row.other;
  const isPublicInDemo = isOpen && !operation.includes("/api/demos/current");
  const othersInDemo = isOpenInDemo(operation) ? (isPublicInDemo ? row.visitor : 401) : 403;
  const longAgo = new Date(testApp.clock.now.getTime() - proofMinutes * 60_000);
  const provedLongAgo = (
    name: string,
    accountId: string,
    kind: "client" | "admin",
    usual: number,
  ) => ({
    name: `${name} who proved the password fifteen minutes ago`,
    caller: async () => ({ headers: bearer(await plantSession(accountId, kind, longAgo)) }),
    ...(row.takesProof && usual < 400 && { status: 403, code: "proof_required" }),
  });

  return [
    { name: "a visitor", caller: () => ({ headers: {} }), status: row.visitor },
    { name: "another practice", ...by(() => other.token), status: row.other },
    { name: "an owner", ...by(() => admin.token), status: row.admin },
    {
      name: "a helper",
      ...by(() => helper.token),
      // These operations refer to the owner's own device or second factor.
      status: /myself\/(devices|factors)\/\{id\}/.test(operation) ? undefined : ofHelper,
      ...(isOwnersOnly && { message: roleMessages.notInRole }),
    },
    {
      name: "a helper who views as the practice",
      ...by(() => helper.token, { query: `?client=${own.clientId}` }),
      status: row.viewing ? 403 : undefined,
    },
    { name: "the practice", ...by(() => own.token), status: row.own },
    provedLongAgo("a manager", away.managerId, "client", row.own),
    provedLongAgo("an owner", away.ownerId, "admin", row.admin),
    {
      name: "a member",
      ...by(() => member.token),
      status: row.member ?? row.own,
      ...(row.member === 403 && { message: peopleMessages.managersOnly }),
    },
    {
      name: "an owner who views as the practice",
      ...by(() => admin.token, { query: `?client=${own.clientId}` }),
      status: row.viewing ?? row.admin,
    },
    {
      name: "a manager who has unlocked a shared device",
      caller: async () => {
        await setUnlocked(shared.accountId);
        return { headers: bearer(shared.token) };
      },
      status: pin,
      ...(row.pin === 403 && { message: sharedDeviceMessages.ownDevice }),
    },
    {
      name: "a locked device",
      caller: async () => {
        await setUnlocked(null);
        return { headers: bearer(shared.token) };
      },
      status: locked,
      ...(!isOpen && !isOwners && locked === 403 && { code: "device_locked" }),
    },
    // Some of the sessions below should never exist. They stand for any bug that leaves such a
    // session behind.
    { name: "a deactivated manager", ...by(() => deactivated), ...shut("account_deactivated") },
    { name: "an invited practice", ...by(() => invited), status: row.other },
    { name: "a pending practice", ...by(() => pending), ...shut("account_pending") },
    { name: "a suspended practice", ...by(() => suspended), ...shut("account_suspended") },
    { name: "an ended practice", ...by(() => left), ...shut("account_ended") },
    { name: "a session from before the suspension", ...by(() => ended), status: row.visitor },
    {
      name: "a practice's token in the owners' cookie",
      ...withCookie(() => `adminToken=${own.token}`),
      status: row.visitor,
    },
    {
      name: "an owner's token in the practices' cookie",
      ...withCookie(() => `clientToken=${admin.token}`),
      status: row.visitor,
    },
    {
      name: "a demo's token elsewhere",
      ...by(() => demo.token),
      status: isOpen ? row.visitor : 403,
    },
    {
      name: "a demo's cookie elsewhere",
      ...withCookie(() => `demoToken=${demo.token}`),
      status: row.visitor,
    },
    {
      name: "a practice's cookie in a demo",
      ...withCookie(() => `clientToken=${other.token}`, "/demo"),
      status: othersInDemo,
    },
    {
      name: "an owner's cookie in a demo",
      ...withCookie(() => `adminToken=${admin.token}`, "/demo"),
      status: othersInDemo,
    },
    {
      name: "a demo",
      ...withCookie(() => `demoToken=${demo.token}`, "/demo"),
      status: isOpenInDemo(operation) ? inDemo : 403,
    },
  ];
}

test("parameters can't make a demo read another practice", async () => {
  for (const path of ["/leads/new", "/leads/cot", "/templates", "/clients/getClient", "/mail"]) {
    const answer = await demo.ask("GET", `${path}?client=${own.clientId}`);
    expect(answer.status).toBe(403);
  }
});

test("a practice can't log a call for another practice's lead, even if the body names that practice", async () => {
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

/** Sets who has unlocked the shared device. Null locks it. */
async function setUnlocked(unlockedBy: string | null) {
  await testApp.deps.db
    .update(sessions)
    .set({ unlockedBy, activeAt: testApp.clock.now, wrongPins: 0 })
    .where(isNotNull(sessions.sharedAt));
}

const calls = new Map<string, string>();
const emails = new Map<string, string>();
/** Import ids by practice. */
const imports = new Map<string, string>();
const deliveryIds = new Map<string, string>();
/** The id of another lead of the same practice, by lead. */
const others = new Map<string, string>();
/** Note ids by practice. */
const notesOf = new Map<string, string>();
/** Invoice ids by practice. */
const invoicesOf = new Map<string, string>();
/** Template ids by set. */
const setTemplates = new Map<string, string>();

/** The ids of rows that each operation refers to, until a call changes the rows. */
const planted = new Map<string, string>();

async function asked(operation: string, { headers, root = "", query = "" }: Caller) {
  const [method = "", path = ""] = operation.split(" ");
  const { json } = rows[operation] as Row;
  const id = planted.get(operation) ?? (await idFor(path));
  planted.set(operation, id);
  const address = path
    .replace("{id}", id)
    .replace("{part}", "site")
    .replace("{day}", "2026-03-16")
    .replace("{deliveryId}", deliveryIds.get(id) ?? "")
    .replace("{templateId}", setTemplates.get(id) ?? "")
    .replace("{noteId}", notesOf.get(id) ?? "")
    .replace("{invoiceId}", invoicesOf.get(id) ?? "")
    .replace("{callId}", calls.get(id) ?? "")
    .replace("{importId}", path.startsWith("/api/admin/clients/") ? (imports.get(id) ?? "") : id)
    .replace("{emailId}", emails.get(id) ?? "")
    .replace(/\{(textId|receivedTextId)\}/, id)
    .replace("{index}", "0")
    .replace("{otherId}", others.get(id) ?? "")
    .replace("{key}", "no-such-key");
  // Logging out ends the session, so this operation runs without a session.
  const isSigningOut = operation === "DELETE /api/credentials";
  const answer = await testApp.request(method, root + address + query, {
    headers: isSigningOut ? {} : headers,
    json: json ? { _id: randomUUID(), submissionId: randomUUID(), ...json } : undefined,
  });
  if (method !== "GET" && answer.status < 400) planted.delete(operation);
  if (operation === "DELETE /api/demos/current" && answer.status < 400)
    demo = await startDemo(testApp);
  return answer;
}

function bearer(token: string) {
  return { Authorization: `Bearer ${token}` };
}

/** Adds a session for an account that can't log in. */
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

/** Registers a practice from an invitation, with the values that the emailed link fills in. */
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

/** Adds a source of the first practice, with a delivery that isn't mapped yet. */
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

/** Its id is the lead's. */
async function makeText(leadId: string, path: string) {
  const isReceived = path.includes("{receivedTextId}");
  const sid = isReceived ? `SM${leadId}` : null;
  if (sid) testApp.textMedia.set(`${sid} ME1`, { type: "image/png", bytes: new Uint8Array([1]) });
  await testApp.deps.db.insert(texts).values({
    ...{
      clientId: own.clientId,
      id: leadId,
      leadId,
      sid,
      segments: 1,
      createdAt: testApp.clock.now,
    },
    ...(isReceived
      ? { direction: "in" as const, state: "received" as const }
      : { direction: "out" as const, state: "undone" as const }),
    ...{ phone: "+17275550142", body: "Hello", media: [{ id: "ME1", type: "image/png" as const }] },
  });
}

/**
 * Returns the id that goes into the path. Its row belongs to the first practice or to the agency.
 */
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
    if (/\{(textId|receivedTextId)\}/.test(path)) await makeText(lead._id, path);
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
    // Starter templates are offered only to a practice without templates.
    await testApp.deps.db.delete(templates);
  }
  if (path.startsWith("/api/admin/template-sets")) {
    // Set names are unique, and the number of sets is limited.
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
    // The number of open invitations is limited.
    await testApp.deps.db.delete(mailedLinks).where(eq(mailedLinks.purpose, "join_owners"));
    const json = {
      ...{ email: `owner-${randomUUID()}@example.com`, role: "owner" },
      password: madePassword,
    };
    await testApp.request("POST", "/api/admin/owners/invitations", { token: admin.token, json });
    const { body } = await testApp.request("GET", "/api/admin/owners", { token: admin.token });
    return body.invitations.find((one: { email: string }) => one.email === json.email)._id;
  }
  // These ids don't belong to a job or a report. Unblocking a blocked time twice isn't an error.
  if (path.startsWith("/api/admin/jobs/{id}")) return randomUUID();
  if (path.startsWith("/api/admin/campaign-reports/{id}")) return randomUUID();
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
  if (path.startsWith("/api/office-phones/{id}")) return plantOfficePhone(testApp, own.clientId);
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
    const invoice = { clientId, id: randomUUID(), invoicedOn: "2026-03-01", amountCents: 129_700 };
    await testApp.deps.db.insert(invoices).values(invoice);
    invoicesOf.set(clientId, invoice.id);
    return clientId;
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
      // Bookings must not overlap.
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
