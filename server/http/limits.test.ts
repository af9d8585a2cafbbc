// Tests each limit with the requests that it limits. Each request must be rejected if only that
// limit is used up. A new limit needs a row here.
import { afterAll, beforeAll, expect, test } from "vitest";
import { questionnaire } from "#content/questionnaire.ts";
import { madePassword, makeFormSource } from "#server/db/make.ts";
import { alertAddresses, factors } from "#server/db/schema.ts";
import { AppError } from "#server/errors.ts";
import { bounceKey } from "#server/messages/mail/record-bounce.ts";
import { aDevice, aPicture } from "#server/testing/access-matrix.ts";
import { passkeyOrigin } from "#server/testing/authenticator.ts";
import { signInAdmin, signInClient } from "#server/testing/people.ts";
import { openTestApp, type TestApp } from "#server/testing/test-app.ts";
import { type Limits, makeLimits, type Rule } from "./limits.ts";

/** A request that the limit rejects. It has no session unless `as` names an account. */
type Sample = { at: string; as?: "practice" | "owner"; json?: object };

let testApp: TestApp;
let limits: Limits;
let practice: Awaited<ReturnType<typeof signInClient>>;
let owner: Awaited<ReturnType<typeof signInAdmin>>;
/** The ids for the placeholders, such as `{id}`, in the samples' URLs. */
const ids: Record<string, string> = { nobody: "00000000-0000-4000-8000-000000000000" };
const credentialId = "bm9uZQ";

beforeAll(async () => {
  testApp = await openTestApp({ ORIGIN: passkeyOrigin });
  limits = testApp.deps.limits;
  practice = await signInClient(testApp);
  owner = await signInAdmin(testApp);
  const { clientId, accountId } = practice;
  ids.form = (await makeFormSource(testApp.deps, clientId)).formKey ?? "";
  const confirmedAt = testApp.clock.now;
  const [address] = await testApp.deps.db
    .insert(alertAddresses)
    .values({ clientId, kind: "email", address: "desk@example.com", confirmedAt })
    .returning();
  ids.bounces = bounceKey(testApp.deps.config.secret);
  ids.address = address?.id ?? "";
  await testApp.request("POST", "/api/alerts/devices", { token: practice.token, json: aDevice });
  const alerts = await testApp.request("GET", "/api/alerts", { token: practice.token });
  ids.device = alerts.body.devices[0]._id;
  const passkey = { kind: "passkey", name: "Laptop", credentialId } as const;
  await testApp.deps.db
    .insert(factors)
    .values({ ...passkey, accountId, publicKey: Buffer.from("a key"), confirmedAt });
});
afterAll(() => testApp.close());

const email = "a@example.com";
const words = { kind: "email", subject: "Hello", body: "<p>Words</p>" };
const aPerson = { firstName: "Lena", lastName: "Fuentes" };
const aMessage = { fullName: "Ada", email, phone: "1", message: "Hello" };
const data = { clientDataJSON: "e30", authenticatorData: "AAAA", signature: "AAAA" };
const aPasskey = { id: credentialId, rawId: credentialId, type: "public-key" };
const assertion = { ...aPasskey, clientExtensionResults: {}, response: data };
const credentials = { email, password: "not the password" };
const aRegistration = {
  ...{ ...aPerson, email, password: "calm brown otter", phone: "(813) 555-0142", zip: "33606" },
  ...{ address: "1 Bayshore Boulevard", address2: "", city: "Tampa", state: "FL", admin_id: "1" },
};
const aBooking = {
  ...{ page: "Questionairre", fullName: "Dana Whitcombe", phone: "(727) 555-0109", test: true },
  ...{ email, contactAt: "2026-03-18T14:00:00Z", slot: "2026-03-18T14:00:00Z" },
  questions: [
    { [questionnaire.questions.hasWebsite]: "no" },
    { [questionnaire.questions.contactAt]: "03/18/2026 at 10:00 AM" },
  ],
};
const aText = { submissionId: "00000000-0000-4000-8000-000000000000", body: "Hello" };
const aCall = {
  submissionId: "00000000-0000-4000-8000-000000000000",
  officePhoneId: "00000000-0000-4000-8000-000000000000",
};
const aPhone = { name: "Front desk", phone: "(813) 555-0150" };
const joining = { ...aPerson, token: "made up", password: "calm brown otter" };

/**
 * Limits that are tested elsewhere: in sessions, shared-devices, bulk-reading, sources, bookings and
 * demos.test.ts. `deliveryWithoutLeadPerSource` never rejects a request. Deliveries above it just
 * aren't stored.
 */
type Elsewhere =
  | "deliveryWithoutLeadPerSource"
  | "hiddenFieldPerSource"
  | "changesPerBooking"
  | "changesPerDemo"
  | "largeBodiesPerSource"
  | "longWithoutLeadPerSource"
  | "signInPerKnownDevice"
  | "peoplePerSession"
  | "devicePasswordPerAccount"
  | "textsPerForm";
const samples: Record<Exclude<Rule, Elsewhere>, Sample[]> = {
  signInPerIp: [
    { at: "POST /api/credentials", json: credentials },
    { at: "POST /api/credentials/factors", json: { challenge: "made up", code: "123456" } },
    { at: "POST /api/credentials/passkeys", json: { challenge: "made up", assertion } },
    { at: "POST /api/credentials/factors/passkeys", json: { challenge: "made up", assertion } },
  ],
  signInPerEmail: [{ at: "POST /api/credentials", json: credentials }],
  passwordPerSession: [
    {
      at: "PUT /api/clients/me/password",
      as: "practice",
      json: { current: "wrong", password: "calm brown otter" },
    },
    { at: "POST /api/admins/myself/proofs", as: "owner", json: { password: "wrong" } },
  ],
  factorPerAccount: [
    { at: "POST /api/credentials/factors", json: { challenge: "{challenge}", code: "123456" } },
    { at: "POST /api/credentials/factors/passkeys", json: { challenge: "{challenge}", assertion } },
    {
      at: "POST /api/clients/me/factors/{nobody}/confirmations",
      as: "practice",
      json: { code: "123456" },
    },
  ],
  passkeyPerIp: [{ at: "POST /api/credentials/passkeys/challenges" }],
  passkeyPerAccount: [
    { at: "POST /api/credentials/passkeys", json: { challenge: "{passkey}", assertion } },
  ],
  registerPerIp: [{ at: "POST /api/clients", json: aRegistration }],
  registerPerEmail: [{ at: "POST /api/clients", json: aRegistration }],
  recoverPerIp: [{ at: "POST /api/credentials/recover", json: { email } }],
  recoverPerEmail: [{ at: "POST /api/credentials/recover", json: { email } }],
  linkPerIp: [
    { at: "GET /api/bookings/link?t=a-link" },
    {
      at: "POST /api/bookings/link/moves",
      json: { t: "a-link", slot: "2026-03-18T14:00:00Z" },
    },
    { at: "POST /api/bookings/link/cancellations", json: { t: "a-link" } },
    { at: "GET /api/clients/invitation?t=a-link" },
    { at: "GET /api/people/invitation?t=a-link" },
    { at: "POST /api/people/acceptances", json: joining },
    { at: "GET /api/owners/invitation?t=a-link" },
    { at: "POST /api/owners/acceptances", json: joining },
    { at: "PATCH /api/credentials/reset", json: { token: "made up", password: madePassword } },
    { at: "POST /api/credentials/confirmations", json: { token: "made up" } },
  ],
  unsolicitedPerEmail: [
    { at: "POST /api/clients/me/email", as: "practice", json: { email, password: madePassword } },
    { at: "POST /api/admins/myself/email", as: "owner", json: { email, password: madePassword } },
    {
      at: "POST /api/admin/owners/invitations",
      as: "owner",
      json: { email, role: "owner", password: madePassword },
    },
    { at: "POST /api/admin/invitations", as: "owner", json: { email } },
    {
      at: "POST /api/admin/contact-requests/{nobody}/invitations",
      as: "owner",
      json: { email },
    },
    {
      at: "POST /api/clients/me/people",
      as: "practice",
      json: { ...aPerson, email, role: "member" },
    },
  ],
  personInvitationPerPractice: [
    {
      at: "POST /api/clients/me/people",
      as: "practice",
      json: { ...aPerson, email, role: "member" },
    },
  ],
  contactPerIp: [{ at: "POST /api/contact", json: { page: "Personal", ...aMessage } }],
  contactPerEmail: [{ at: "POST /api/contact", json: { page: "Personal", ...aMessage } }],
  bookingPerEmail: [{ at: "POST /api/contact", json: aBooking }],
  bookingPerIp: [{ at: "POST /api/contact", json: aBooking }],
  callSlotsPerIp: [{ at: "GET /api/call-slots" }],
  makeoverPerEmail: [
    { at: "POST /api/contact", json: { name: "Ada", email, makeOver: true, test: false } },
  ],
  leadMailPerPractice: [
    {
      at: "POST /api/leads/{nobody}/emails",
      as: "practice",
      json: { ...words, submissionId: "{nobody}" },
    },
  ],
  testMailPerAccount: [{ at: "POST /api/templates/test-sends", as: "practice", json: words }],
  settingsTestPerOwner: [
    { at: "POST /api/admin/settings/tests", as: "owner", json: { part: "push" } },
  ],
  picturePerPractice: [{ at: "POST /api/pictures", as: "practice", json: aPicture }],
  previewPerPractice: [{ at: "POST /api/templates/previews", as: "practice", json: words }],
  exportPerPractice: [{ at: "GET /api/leads/export.csv", as: "practice" }],
  importPerPractice: [{ at: "POST /api/leads/import?name=leads.csv", as: "practice" }],
  importColumnsPerPractice: [
    {
      at: "PUT /api/leads/imports/{nobody}/columns",
      as: "practice",
      json: { fields: ["email"] },
    },
    {
      at: "PUT /api/leads/imports/{nobody}/format",
      as: "practice",
      json: { encoding: "utf-8", delimiter: ",", headerLine: 1 },
    },
  ],
  searchPerOwner: [{ at: "GET /api/admin/search?q=whitfield", as: "owner" }],
  exportPerOwner: [
    { at: "GET /api/admin/contact-requests/export.csv?list=open", as: "owner" },
    { at: "GET /api/admin/clients/export.csv", as: "owner" },
    { at: "GET /api/admin/comparison/export.csv", as: "owner" },
    { at: "GET /api/admin/audit/export.csv", as: "owner" },
    { at: "GET /api/admin/campaigns/export.csv", as: "owner" },
    { at: "GET /api/admin/sources/export.csv", as: "owner" },
    { at: "GET /api/admin/mail/export.csv", as: "owner" },
  ],
  alertCodePerAddress: [
    { at: "POST /api/alerts/addresses", as: "practice", json: { kind: "email", address: email } },
  ],
  alertCodePerPractice: [
    { at: "POST /api/alerts/addresses", as: "practice", json: { kind: "email", address: email } },
  ],
  officeCallPerPhone: [{ at: "POST /api/office-phones", as: "practice", json: aPhone }],
  officeCallPerPractice: [{ at: "POST /api/office-phones", as: "practice", json: aPhone }],
  lineClicksPerPractice: [
    { at: "POST /api/leads/{nobody}/line-calls", as: "practice", json: aCall },
  ],
  lineCallsPerPhone: [{ at: "POST /api/leads/{nobody}/line-calls", as: "practice", json: aCall }],
  lineCallsPerPractice: [
    { at: "POST /api/leads/{nobody}/line-calls", as: "practice", json: aCall },
  ],
  alertTestPerPractice: [
    { at: "POST /api/alerts/tests", as: "practice" },
    { at: "POST /api/alerts/addresses/{address}/tests", as: "practice" },
    { at: "POST /api/alerts/devices/{device}/tests", as: "practice" },
  ],
  leadTextsPerLead: [{ at: "POST /api/leads/{nobody}/texts", as: "practice", json: aText }],
  leadTextsPerPractice: [{ at: "POST /api/leads/{nobody}/texts", as: "practice", json: aText }],
  textMediaPerPractice: [{ at: "GET /api/leads/{nobody}/texts/{nobody}/media/0", as: "practice" }],
  textsPerPractice: [
    {
      at: "POST /api/alerts/addresses",
      as: "practice",
      json: { kind: "text", address: "(813) 555-0142" },
    },
  ],
  formPerIp: [{ at: "POST /api/intake/form/{form}", json: { name: "Ada", email } }],
  formPerSource: [{ at: "POST /api/intake/form/{form}", json: { name: "Ada", email } }],
  bounceReports: [{ at: "POST /api/mail/bounces/{bounces}", json: {} }],
  formPerPerson: [{ at: "POST /api/intake/form/{form}", json: { name: "Ada", email } }],
  demoPerIp: [{ at: "POST /api/demos", json: {} }],
  captchaCheckPerIp: [{ at: "GET /api/credentials?captcha=x" }],
  challengePerIp: [{ at: "GET /api/captcha" }],
};

const cases = Object.entries(samples).flatMap(([rule, all]) =>
  all.map((sample): [string, string, Sample] => [rule, sample.at.replace(/\?.*/, ""), sample]),
);

test.each(cases)("the limit %s rejects %s when used up", async (rule, _, { at, as, json }) => {
  await openChallenges(JSON.stringify(json));
  testApp.deps.limits = {
    ...limits,
    async count(counted, who) {
      if (counted === rule) throw new AppError("too_many_requests", { retryAfterSeconds: 1 });
      await limits.count(counted, who);
    },
  };
  const [method = "", path = ""] = filled(at).split(" ");
  const token = as && (as === "owner" ? owner : practice).token;
  const body = json && JSON.parse(filled(JSON.stringify(json)));
  const answer = await testApp.request(method, path, {
    ...(token && { token }),
    ...(body && { json: body }),
  });
  testApp.deps.limits = limits;
  expect([answer.status, answer.body.code]).toEqual([429, "too_many_requests"]);
});

test("simultaneous attempts succeed in order until the limit is reached", async () => {
  const real = makeLimits(testApp.pool, 1);
  const arrived = [1, 1, 2, 1, 1].map((attempts) =>
    real.count("registerPerEmail", email, attempts),
  );
  const settled = await Promise.allSettled(arrived);
  expect(settled.map(({ status }) => status)).toEqual([
    ...["fulfilled", "fulfilled", "fulfilled", "fulfilled", "rejected"],
  ]);
  await expect(real.count("registerPerEmail", email)).rejects.toMatchObject({
    code: "too_many_requests",
  });
  expect(await real.secondsUntilFree("registerPerEmail", email)).toBeGreaterThan(3500);
});

test("an attempt that is given back can be made again", async () => {
  const real = makeLimits(testApp.pool, 1);
  const attempt = () => real.count("recoverPerEmail", "given back");
  for (let tries = 0; tries < 5; tries += 1) await attempt();
  await real.giveBack("recoverPerEmail", "given back");
  await attempt();
  await expect(attempt()).rejects.toMatchObject({ code: "too_many_requests" });
});

/** Opens the challenges that a sample needs. */
async function openChallenges(text = "") {
  if (text.includes("{challenge}")) {
    const json = { email: practice.email, password: madePassword };
    const { body } = await testApp.request("POST", "/api/credentials", { json });
    ids.challenge = body.secondFactor.challenge;
  }
  if (text.includes("{passkey}")) {
    const { body } = await testApp.request("POST", "/api/credentials/passkeys/challenges");
    ids.passkey = body.challenge;
  }
}

function filled(text: string): string {
  return text.replace(/\{(\w+)\}/g, (_, name) => ids[name] ?? "");
}
