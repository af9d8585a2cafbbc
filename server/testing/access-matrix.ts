// The access matrix: a row for every operation of the OpenAPI document, with a body that it
// accepts.
import { usualWeek } from "#contract/open-hours.ts";
import { madePassword } from "#server/db/make.ts";

/**
 * The status for each caller. `visitor`: no session. `own`: the practice's manager. `other`:
 * another practice's, with the same ids. `admin`: an owner. If different: `member` (from `own`),
 * `viewing` as the practice (from `admin`), `pin`: a manager's on a shared device (from `member`).
 * `locked`: if not rejected.
 */
export type Row = {
  visitor: number;
  own: number;
  other: number;
  admin: number;
  member?: number;
  viewing?: number;
  /** Whether the operation returns `proof_required` if the session's last proof is old. */
  takesProof?: boolean;
  pin?: number;
  locked?: number;
  json?: unknown;
};

const publicOperation = (status: number, json?: unknown): Row => ({
  visitor: status,
  own: status,
  other: status,
  admin: status,
  json,
});
const clientsOnly: Row = { visitor: 401, own: 200, other: 200, admin: 403 };
const importFormat = { encoding: "utf-8", delimiter: ",", headerLine: 1 };
const adminsOnly: Row = { visitor: 401, own: 403, other: 403, admin: 200 };

const viewable: Row = { ...clientsOnly, viewing: 200 };

/** Describes an operation that rejects members. */
function managersOnly(row: Row): Row {
  return { ...row, member: 403 };
}

/** Operations on an account's own data, which isn't available on a shared device. */
function ofAccount(row: Row): Row {
  return { ...row, pin: 403 };
}

/** Operations of a shared device. If the caller's device isn't shared, the response says so. */
function sharedDevice(pin: number, locked: number, json?: unknown): Row {
  return { ...ownProfile(409, json), pin, locked };
}

/**
 * Operations on a practice's own profile. A caller from another practice changes that practice's
 * profile instead.
 */
function ownProfile(status: number, json?: unknown): Row {
  return { visitor: 401, own: status, other: status, admin: 403, json };
}

function adminAction(status: number, json?: unknown): Row {
  return { visitor: 401, own: 403, other: 403, admin: status, json };
}

/** Operations on a lead or template of the practice. The id doesn't exist for other practices. */
function ownLead(status: number, json?: unknown): Row {
  return { visitor: 401, own: status, other: 404, admin: 403, json };
}

/**
 * Returns whether a live demo has the operation under its own path. Demos have the lead desk, but
 * no accounts, addresses or devices.
 */
export function isOpenInDemo(operation: string): boolean {
  const [method = "", path = ""] = operation.split(" ");
  if (/^\/api\/(leads|templates|pictures|demos)(\/|$)/.test(path)) return true;
  const reads =
    /^\/api\/(captcha|credentials|alerts|mail(\/.*)?|clients\/(getClient|me\/(devices|hours|proofs)))$/;
  if (method === "GET") return reads.test(path);
  return /^(PATCH \/api\/clients\/me(\/desk)?|PUT \/api\/clients\/me\/hours)$/.test(operation);
}

/** An id that doesn't belong to any account. */
const nobody = "00000000-0000-4000-8000-000000000000";
/** The time when the note that the tests change was last changed. */
export const aTime = "2026-03-18T14:00:00.000Z";
const aNote = { kind: "note", title: "A note", body: "Words" };
/** A picture of a single pixel. */
export const aPicture = { content: "R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7" };
/** A subscription at `testApp`'s push service. */
export const aDevice = {
  endpoint: "https://push.example.com/a-device",
  // These are the keys from RFC 8291, section 5. cspell:ignore BTBZ
  keys: {
    p256dh:
      "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
    auth: "BTBZMqHH6r4Tts7J_aSIgg",
  },
};
/**
 * An assertion for an unknown passkey. The tests' site is an IP address, where no passkey can be
 * added.
 */
const aPasskey = { id: "bm9uZQ", rawId: "bm9uZQ", type: "public-key", clientExtensionResults: {} };
const data = { clientDataJSON: "e30", authenticatorData: "AAAA", signature: "AAAA" };
const anAssertion = { challenge: "made up", assertion: { ...aPasskey, response: data } };
const anAttestation = {
  challenge: "made up",
  attestation: { ...aPasskey, response: { clientDataJSON: "e30", attestationObject: "AAAA" } },
};
const anEmail = { kind: "email", subject: "Hello", body: "<p>Words</p>" };

export const rows: Record<string, Row> = {
  "GET /api/health": publicOperation(200),
  "GET /api/health/live": publicOperation(200),
  "GET /api/health/ready": publicOperation(200),
  "GET /api/captcha": publicOperation(200),
  "GET /api/credentials": publicOperation(200),
  "POST /api/credentials": publicOperation(401, {
    email: "nobody@example.com",
    password: "not a password",
  }),
  "POST /api/credentials/factors": publicOperation(401, { challenge: "made up", code: "123456" }),
  "GET /api/credentials/passkeys": publicOperation(200),
  "POST /api/credentials/passkeys/challenges": publicOperation(409),
  "POST /api/credentials/passkeys": publicOperation(401, anAssertion),
  "POST /api/credentials/factors/passkeys": publicOperation(401, anAssertion),
  "DELETE /api/credentials": publicOperation(200),
  "POST /api/contact": publicOperation(201, {
    page: "Personal",
    fullName: "Ada",
    email: "ada@example.com",
    phone: "1",
    message: "Hello",
  }),
  "GET /api/call-slots": publicOperation(200),
  "GET /api/bookings/link": publicOperation(422),
  "POST /api/bookings/link/moves": publicOperation(422, {
    t: "a link",
    slot: "2026-03-19T14:00:00Z",
  }),
  "POST /api/bookings/link/cancellations": publicOperation(422, { t: "a link" }),
  "POST /api/demos": publicOperation(201, {}),
  // Only demos have these operations, under their own path.
  "GET /api/demos/current": publicOperation(404),
  "GET /api/demos/current/outbox": publicOperation(404),
  "DELETE /api/demos/current": publicOperation(404),
  "GET /api/intake/meta": publicOperation(422),
  "POST /api/intake/meta": publicOperation(401, {}),
  "POST /api/intake/form/{key}": publicOperation(404, { firstName: "Jo", phone: "1" }),
  "GET /api/forms/{key}": publicOperation(404),
  "POST /api/forms/{key}": publicOperation(415, {}),
  "POST /api/intake/google/{key}": publicOperation(404, { lead_id: "1" }),
  "POST /api/intake/webhook/{key}": publicOperation(404, { email: "jo@example.com" }),
  // The request has no body, so the file is empty.
  "POST /api/admin/clients/{id}/import": adminAction(422),
  "GET /api/admin/clients/{id}/imports": adminsOnly,
  "GET /api/admin/clients/{id}/imports/{importId}": adminsOnly,
  "GET /api/admin/clients/{id}/imports/{importId}/events": adminsOnly,
  "PUT /api/admin/clients/{id}/imports/{importId}/columns": adminAction(200, {
    fields: ["fullName", "email"],
  }),
  "PUT /api/admin/clients/{id}/imports/{importId}/format": adminAction(200, importFormat),
  "POST /api/admin/clients/{id}/imports/{importId}/runs": adminAction(201, {
    destination: "archive",
  }),
  "POST /api/admin/clients/{id}/imports/{importId}/cancellations": adminAction(201),
  "POST /api/admin/clients/{id}/imports/{importId}/undos": adminAction(409),
  "GET /api/admin/clients/{id}/imports/{importId}/rejected.csv": {
    ...adminsOnly,
    takesProof: true,
  },
  "GET /api/admin/clients/{id}/imports/{importId}/known.csv": {
    ...adminsOnly,
    takesProof: true,
  },
  "GET /api/admin/failed-lead-notifications": adminsOnly,
  "POST /api/admin/failed-lead-notifications/replays": adminAction(404, { page: "1", form: "2" }),
  "POST /api/admin/failed-lead-notifications/dismissals": adminAction(409, {
    ...{ page: "1", form: "2", failed: 1 },
  }),
  "GET /api/admin/sources": adminsOnly,
  "GET /api/admin/sources/export.csv": { ...adminsOnly, takesProof: true },
  "POST /api/admin/sources": adminAction(422, { kind: "form", client: nobody, name: "A form" }),
  "GET /api/admin/sources/{id}": adminsOnly,
  "PATCH /api/admin/sources/{id}": adminAction(200, { name: "A form" }),
  "POST /api/admin/sources/{id}/keys": adminAction(201),
  "POST /api/admin/sources/{id}/ends": adminAction(201),
  "POST /api/admin/sources/{id}/reconnections": adminAction(404),
  // The first source in these tests isn't a Meta form, and the stand-in rejects reading the page
  // with its token.
  "POST /api/admin/sources/{id}/subscriptions": adminAction(409),
  "POST /api/admin/meta-pages": adminAction(409, { pageToken: "a page token" }),
  "POST /api/admin/sources/{id}/dismissals": adminAction(201, { unread: 0 }),
  "POST /api/admin/sources/{id}/test-leads": adminAction(201),
  "GET /api/admin/sources/{id}/deliveries": adminsOnly,
  "GET /api/admin/sources/{id}/deliveries/{deliveryId}": adminsOnly,
  "POST /api/admin/sources/{id}/deliveries/{deliveryId}/replays": adminAction(201),
  "GET /api/admin/campaigns": adminsOnly,
  "GET /api/admin/campaigns/export.csv": { ...adminsOnly, takesProof: true },
  "POST /api/admin/campaigns": adminAction(422, {
    client: nobody,
    platform: "meta",
    name: "Spring",
  }),
  "GET /api/admin/campaigns/{id}": adminsOnly,
  "GET /api/admin/campaigns/{id}/weeks": adminsOnly,
  "GET /api/admin/campaigns/{id}/merges": adminsOnly,
  "POST /api/admin/campaigns/{id}/merges": adminAction(404, { into: nobody }),
  "DELETE /api/admin/campaigns/{id}": adminAction(200),
  // The campaign in these tests is neither merged nor deleted, so there is nothing to undo.
  "POST /api/admin/campaigns/{id}/undos": adminAction(404),
  "PATCH /api/admin/campaigns/{id}": adminAction(200, { name: "Spring" }),
  "PUT /api/admin/campaigns/{id}/days/{day}": adminAction(200, {
    ...{ impressions: 100, clicks: 2, spendCents: null },
  }),
  "PATCH /api/admin/campaigns/{id}/days/{day}": adminAction(200, { clicks: 2 }),
  "DELETE /api/admin/campaigns/{id}/days/{day}": adminAction(200),
  "POST /api/admin/campaign-reports": adminAction(422),
  "GET /api/admin/campaign-reports": adminsOnly,
  "POST /api/admin/agency-reports": adminAction(422),
  "POST /api/admin/campaign-reports/{id}/undos": adminAction(404),
  "GET /api/sources": managersOnly(clientsOnly),
  "GET /api/sources/alarm": managersOnly(clientsOnly),
  "GET /api/sources/{id}": managersOnly(ownLead(200)),
  "PATCH /api/sources/{id}": managersOnly(ownLead(200, { name: "A form" })),
  "GET /api/sources/{id}/deliveries": managersOnly(ownLead(200)),
  "GET /api/admins/myself": adminsOnly,
  "GET /api/clients/getClient": viewable,
  "POST /api/clients": publicOperation(422, { firstName: "Nobody" }),
  "GET /api/clients/invitation": publicOperation(422),
  "POST /api/credentials/recover": publicOperation(200, { email: "nobody@example.com" }),
  "PATCH /api/credentials/reset": publicOperation(422, {
    token: "made up",
    password: "calm brown otter",
  }),
  "POST /api/credentials/confirmations": publicOperation(422, { token: "made up" }),
  "PATCH /api/clients/me": managersOnly(ownProfile(200, { firstName: "Jo" })),
  "PATCH /api/clients/me/desk": managersOnly(ownProfile(200, { reading: "open" })),
  "POST /api/clients/me/email": ofAccount(
    ownProfile(422, { email: "a@example.com", password: "wrong" }),
  ),
  "PUT /api/clients/me/password": ofAccount(
    ownProfile(422, { current: "wrong", password: "calm brown otter" }),
  ),
  "GET /api/clients/me/devices": ofAccount(clientsOnly),
  "DELETE /api/clients/me/devices": ofAccount(clientsOnly),
  "GET /api/clients/me/proofs": ofAccount({ ...clientsOnly, takesProof: true }),
  "POST /api/clients/me/proofs": ofAccount(ownProfile(201, { password: madePassword })),
  "POST /api/clients/me/proofs/factors": ofAccount(
    ownProfile(401, { challenge: "made up", code: "123456" }),
  ),
  "POST /api/clients/me/proofs/passkeys": ofAccount(ownProfile(401, anAssertion)),
  "GET /api/clients/me/factors": ofAccount(clientsOnly),
  "POST /api/clients/me/factors/totp": ofAccount(ownProfile(422, { password: "wrong" })),
  "POST /api/clients/me/factors/passkeys/challenges": ofAccount(
    ownProfile(409, { password: "wrong" }),
  ),
  "POST /api/clients/me/factors/passkeys": ofAccount(ownProfile(409, anAttestation)),
  "POST /api/clients/me/factors/{id}/confirmations": ofAccount({
    ...ownLead(422, { code: "not a code" }),
    member: 404,
  }),
  "POST /api/clients/me/factors/{id}/removals": ofAccount(ownProfile(422, { password: "wrong" })),
  "POST /api/clients/me/recovery-codes": ofAccount(ownProfile(422, { password: "wrong" })),
  "POST /api/admins/myself/email": adminAction(422, { email: "a@example.com", password: "wrong" }),
  "PUT /api/admins/myself/password": adminAction(422, {
    current: "wrong",
    password: "calm brown otter",
  }),
  "GET /api/admins/myself/devices": adminsOnly,
  "DELETE /api/admins/myself/devices": adminsOnly,
  "DELETE /api/admins/myself/devices/{id}": adminsOnly,
  "GET /api/admin/owners": adminsOnly,
  "POST /api/admin/owners/invitations": adminAction(422, {
    ...{ email: "new-owner@example.com", role: "owner", password: "wrong" },
  }),
  "DELETE /api/admin/owners/invitations/{id}": adminsOnly,
  "PATCH /api/admin/owners/{id}": { ...adminAction(200, { role: "helper" }), takesProof: true },
  "POST /api/admin/owners/{id}/removals": adminAction(422, { password: "wrong" }),
  "GET /api/owners/invitation": publicOperation(422),
  "POST /api/owners/acceptances": publicOperation(422, {
    ...{ token: "made up", firstName: "Lena", lastName: "Fuentes" },
    password: "calm brown otter",
  }),
  "GET /api/admins/myself/proofs": { ...adminsOnly, takesProof: true },
  "POST /api/admins/myself/proofs": adminAction(201, { password: madePassword }),
  "POST /api/admins/myself/proofs/factors": adminAction(401, {
    challenge: "made up",
    code: "123456",
  }),
  "POST /api/admins/myself/proofs/passkeys": adminAction(401, anAssertion),
  "GET /api/admins/myself/factors": adminsOnly,
  "POST /api/admins/myself/factors/totp": adminAction(422, { password: "wrong" }),
  "POST /api/admins/myself/factors/passkeys/challenges": adminAction(409, { password: "wrong" }),
  "POST /api/admins/myself/factors/passkeys": adminAction(409, anAttestation),
  "POST /api/admins/myself/factors/{id}/confirmations": adminAction(422, { code: "not a code" }),
  "POST /api/admins/myself/factors/{id}/removals": adminAction(422, { password: "wrong" }),
  "POST /api/admins/myself/recovery-codes": adminAction(422, { password: "wrong" }),
  "DELETE /api/clients/me/devices/{id}": ofAccount({ ...ownLead(200), member: 404 }),
  "GET /api/shared-device": { ...clientsOnly, locked: 200 },
  "POST /api/shared-device": ofAccount(
    managersOnly(
      ownProfile(422, { password: "wrong", idleMinutes: 5, initials: "DW", pin: "2580" }),
    ),
  ),
  "POST /api/shared-device/unlocks": sharedDevice(422, 422, { accountId: nobody, pin: "2580" }),
  "POST /api/shared-device/passwords": sharedDevice(404, 404, {
    ...{ accountId: nobody, password: "wrong" },
  }),
  "POST /api/shared-device/locks": sharedDevice(201, 201),
  "POST /api/shared-device/activity": sharedDevice(201, 403),
  "GET /api/clients/me/first-steps": clientsOnly,
  "GET /api/clients/me/hours": clientsOnly,
  "PUT /api/clients/me/hours": managersOnly(
    ownProfile(200, {
      timeZone: "America/New_York",
      week: usualWeek,
      holidays: [],
    }),
  ),
  "GET /api/clients/me/people": managersOnly(clientsOnly),
  "POST /api/clients/me/people": managersOnly({
    ...ownProfile(201, {
      ...{ firstName: "Lena", lastName: "Fuentes", email: "lena@example.com" },
      role: "member",
    }),
    takesProof: true,
  }),
  "PATCH /api/clients/me/people/{id}": managersOnly({
    ...ownLead(200, { lastName: "Changed" }),
    takesProof: true,
  }),
  "POST /api/clients/me/people/{id}/factors/resets": managersOnly(
    ownLead(409, { password: madePassword }),
  ),
  "POST /api/clients/me/people/invitations/{id}/resendings": managersOnly({
    ...ownLead(201),
    takesProof: true,
  }),
  "DELETE /api/clients/me/people/invitations/{id}": managersOnly(ownLead(200)),
  "GET /api/people/invitation": publicOperation(422),
  "POST /api/people/acceptances": publicOperation(422, {
    ...{ token: "made up", firstName: "Lena", lastName: "Fuentes" },
    password: "calm brown otter",
  }),
  "GET /api/admin/clients": adminsOnly,
  "GET /api/admin/clients/export.csv": { ...adminsOnly, takesProof: true },
  "GET /api/admin/practice-names": adminsOnly,
  "GET /api/admin/comparison": adminsOnly,
  "GET /api/admin/comparison/export.csv": { ...adminsOnly, takesProof: true },
  "GET /api/admin/clients/{id}": adminsOnly,
  // The body names an older version.
  "PATCH /api/admin/clients/{id}": adminAction(409, { name: "Park Dental", changedAt: aTime }),
  "POST /api/admin/clients/{id}/notes": adminAction(201, { text: "Prefers texts" }),
  "PATCH /api/admin/clients/{id}/notes/{noteId}": adminAction(200, {
    ...{ text: "Prefers calls", changedAt: aTime },
  }),
  "DELETE /api/admin/clients/{id}/notes/{noteId}": adminAction(200),
  // The body names an older version.
  "PUT /api/admin/clients/{id}/agreement": adminAction(409, {
    ...{ package: "Gold", feeCents: 129_700, startsOn: null, nextInvoiceOn: null },
    changedAt: aTime,
  }),
  "POST /api/admin/clients/{id}/invoices": adminAction(201, {
    ...{ invoicedOn: "2026-03-01", amountCents: 129_700 },
  }),
  "PUT /api/admin/clients/{id}/invoices/{invoiceId}/payment": adminAction(200, {
    paidOn: "2026-03-16",
  }),
  "DELETE /api/admin/clients/{id}/invoices/{invoiceId}/payment": adminAction(200),
  "DELETE /api/admin/clients/{id}/invoices/{invoiceId}": adminAction(200),
  "POST /api/admin/invoices": adminAction(201, {
    due: [{ client: "01995f3a-7c1d-7000-8000-0123456789ab", on: "2026-03-01" }],
  }),
  "GET /api/admin/invoices/export.csv": { ...adminsOnly, takesProof: true },
  "PATCH /api/admin/clients/{id}/tags": adminAction(200, { tag: "downtown" }),
  "PUT /api/admin/clients/{id}/phone-number": {
    ...adminAction(200, { phoneNumber: null }),
    takesProof: true,
  },
  "PATCH /api/admin/clients/{id}/retention": adminAction(200, { deliveries: 365 }),
  "GET /api/admin/template-sets": adminsOnly,
  "POST /api/admin/template-sets": adminAction(201, { name: "Implants" }),
  "GET /api/admin/template-sets/{id}": adminsOnly,
  "PATCH /api/admin/template-sets/{id}": adminAction(200, { name: "Braces" }),
  "DELETE /api/admin/template-sets/{id}": adminAction(200),
  "POST /api/admin/template-sets/{id}/restore": adminAction(201),
  "POST /api/admin/template-sets/{id}/templates": adminAction(201, aNote),
  "PUT /api/admin/template-sets/{id}/templates/{templateId}": adminAction(200, {
    ...{ ...anEmail, title: "Missed call" },
  }),
  "DELETE /api/admin/template-sets/{id}/templates/{templateId}": adminAction(200),
  "PATCH /api/admin/template-sets/{id}/settings": adminAction(200, { attemptGaps: ["1d"] }),
  "POST /api/admin/template-sets/{id}/versions": adminAction(201, { number: 3, note: "Shorter" }),
  // The request doesn't name an existing practice.
  "POST /api/admin/template-sets/{id}/copy-plans": adminAction(404, { practices: [nobody] }),
  "POST /api/admin/template-sets/{id}/copies": adminAction(404, {
    ...{ practices: [nobody], version: 2 },
  }),
  "POST /api/admin/template-previews": adminAction(201, anEmail),
  "GET /api/admin/invitations": adminsOnly,
  "GET /api/admin/audit": adminsOnly,
  "GET /api/admin/search": adminsOnly,
  "GET /api/admin/audit/export.csv": { ...adminsOnly, takesProof: true },
  "GET /api/admin/queues": adminsOnly,
  "GET /api/admin/jobs": adminsOnly,
  // These ids don't belong to a job.
  "POST /api/admin/jobs/{id}/retries": adminAction(404),
  "POST /api/admin/jobs/{id}/cancellations": adminAction(404),
  "GET /api/admin/system": adminsOnly,
  "GET /api/admin/settings": adminsOnly,
  "PATCH /api/admin/settings": {
    ...adminAction(200, { part: "site", publishResponseTime: false }),
    takesProof: true,
  },
  "DELETE /api/admin/settings/{part}": { ...adminsOnly, takesProof: true },
  "POST /api/admin/settings/sender-checks": { ...adminAction(201, {}), takesProof: true },
  "POST /api/admin/settings/tests": {
    ...adminAction(201, { part: "mail" }),
    takesProof: true,
  },
  "POST /api/admin/clients/{id}/approval": adminAction(201),
  "POST /api/admin/clients/{id}/suspension": adminAction(201),
  "DELETE /api/admin/clients/{id}/suspension": adminAction(200),
  "GET /api/admin/clients/{id}/archive.zip": { ...adminsOnly, takesProof: true },
  "POST /api/admin/clients/{id}/ending": {
    ...adminAction(201, { name: "Bayshore Family Dental" }),
    takesProof: true,
  },
  "DELETE /api/admin/clients/{id}/ending": { ...adminsOnly, takesProof: true },
  "GET /api/admin/clients/{id}/monday-mail": adminsOnly,
  "PUT /api/admin/clients/{id}/monday-mail": adminAction(200, { isOn: true }),
  "GET /api/admin/clients/{id}/month-mail": adminsOnly,
  "PUT /api/admin/clients/{id}/month-mail": adminAction(200, { isOn: true }),
  "GET /api/admins/myself/monday-mail": adminsOnly,
  "PUT /api/admins/myself/monday-mail": adminAction(200, { isOn: true }),
  "GET /api/clients/me/monday-mail": managersOnly(clientsOnly),
  "PUT /api/clients/me/monday-mail": managersOnly(ownProfile(200, { isOn: true })),
  "GET /api/clients/me/month-mail": managersOnly(clientsOnly),
  "PUT /api/clients/me/month-mail": managersOnly(ownProfile(200, { isOn: true })),
  "GET /api/clients/me/yesterday-mail": managersOnly(clientsOnly),
  "PUT /api/clients/me/yesterday-mail": managersOnly(ownProfile(200, { isOn: true })),
  "PUT /api/admin/clients/{id}/month-comment": adminAction(200, {
    ...{ month: "2026-02", text: "A good month", changedAt: null },
  }),
  "GET /api/admin/clients/{id}/month-reports": adminsOnly,
  "GET /api/admin/clients/{id}/report-readers": adminsOnly,
  "POST /api/admin/clients/{id}/month-reports": adminAction(422, {
    ...{ submissionId: nobody, month: "2026-02", to: [nobody] },
  }),
  "POST /api/admin/invitations": adminAction(201, { email: "invited@example.com" }),
  "DELETE /api/admin/invitations/{id}": adminAction(200),
  "GET /api/alerts": viewable,
  "PATCH /api/alerts": managersOnly(ownProfile(200, { showsCampaign: true })),
  "POST /api/alerts/devices": ownProfile(201, aDevice),
  "PATCH /api/alerts/devices/{id}": { ...ownLead(200, { alertsWhenClosed: true }), member: 404 },
  "DELETE /api/alerts/devices/{id}": { ...ownLead(200), member: 404 },
  "POST /api/alerts/devices/{id}/tests": { ...ownLead(201), member: 404 },
  "POST /api/alerts/addresses": managersOnly({
    ...ownProfile(201, { kind: "email", address: "desk@example.com" }),
    takesProof: true,
  }),
  // A code is right only once, so addresses.test.ts tests it.
  "POST /api/alerts/addresses/{id}/confirmations": managersOnly(ownLead(201, { code: "000000" })),
  "POST /api/alerts/addresses/{id}/tests": managersOnly(ownLead(201)),
  "POST /api/alerts/tests": managersOnly(ownProfile(201)),
  "DELETE /api/alerts/addresses/{id}": managersOnly(ownLead(200)),
  "POST /api/alerts/{id}/shown": ownLead(201),
  "POST /api/alerts/{id}/opened": ownLead(201),
  "POST /api/alerts/text-status": publicOperation(403, {}),
  "GET /api/office-phones": managersOnly(viewable),
  "POST /api/office-phones": managersOnly({
    ...ownProfile(201, { name: "Front desk", phone: "(813) 555-0150" }),
    takesProof: true,
  }),
  // A code is right only once, so office-phones.test.ts tests it.
  "POST /api/office-phones/{id}/confirmations": managersOnly(ownLead(201, { code: "000000" })),
  "PUT /api/office-phones/order": managersOnly({
    ...ownProfile(200, { phoneIds: [] }),
    takesProof: true,
  }),
  "PUT /api/office-phones/ringing": managersOnly({
    ...ownProfile(200, { isOn: false, delaySeconds: 30 }),
    takesProof: true,
  }),
  "DELETE /api/office-phones/{id}": managersOnly({ ...ownLead(200), takesProof: true }),
  // The practice has no number yet: see line-call.test.ts.
  "POST /api/leads/{id}/line-calls": ownLead(409, {
    ...{ submissionId: nobody, officePhoneId: nobody },
  }),
  "POST /api/voice/codes": publicOperation(403, {}),
  "POST /api/voice/rings": publicOperation(403, {}),
  "POST /api/voice/incoming": publicOperation(403, {}),
  "GET /api/leads/{id}/texts": { ...ownLead(200), viewing: 200 },
  // The practice has no number yet: see lead-texts.test.ts.
  "POST /api/leads/{id}/texts": ownLead(409, { submissionId: nobody, body: "Hello" }),
  "GET /api/leads/{id}/texts/{receivedTextId}/media/{index}": ownLead(200),
  "GET /api/leads/{id}/texts/templates": ownLead(200),
  "POST /api/leads/{id}/texts/readings": ownLead(201),
  "POST /api/leads/{id}/texts/{textId}/undos": ownLead(201),
  "GET /api/texts": clientsOnly,
  // The thread does not exist: see threads.test.ts.
  "POST /api/texts/leads": ownProfile(404, { phone: "+17275550142", firstName: "Ruth" }),
  "GET /api/texts/settings": managersOnly(viewable),
  "PUT /api/texts/settings": managersOnly({
    ...ownProfile(200, { isOn: false }),
    takesProof: true,
  }),
  "PUT /api/texts/settings/missed-calls": managersOnly({
    ...ownProfile(200, {
      ...{ isOn: false, isOnWhenClosed: false },
      text: "Sorry we missed you. Reply STOP to opt out.",
    }),
    takesProof: true,
  }),
  "POST /api/texts/inbound": publicOperation(403, {}),
  "POST /api/texts/status": publicOperation(403, {}),
  "GET /api/leads/new": viewable,
  "GET /api/leads/others": viewable,
  "GET /api/leads/callback": viewable,
  "GET /api/leads/filters": viewable,
  "GET /api/leads/presence": viewable,
  "POST /api/leads/{id}/presence": ownLead(201),
  // This reports that a device closed the lead. Another practice's lead also counts as closed, and
  // nothing changes.
  "DELETE /api/leads/{id}/presence": { ...ownLead(200), other: 200 },
  "POST /api/leads/{id}/callback": ownLead(201, { callBackAt: "2026-03-19T12:00:00Z" }),
  "GET /api/leads/archive": viewable,
  "POST /api/leads/archive": {
    ...clientsOnly,
    own: 422,
    other: 422,
    json: { ids: [], reason: "x" },
  },
  "POST /api/leads/restore": { ...clientsOnly, own: 422, other: 422, json: { ids: [] } },
  "GET /api/leads/cot": viewable,
  "GET /api/leads/count": viewable,
  "GET /api/leads/figures": viewable,
  "GET /api/leads/figures/people": managersOnly(viewable),
  "GET /api/leads/figures/costs": managersOnly(viewable),
  "GET /api/leads/figures/phone": viewable,
  "GET /api/leads/month": managersOnly(viewable),
  "GET /api/leads/month.pdf": managersOnly(viewable),
  "GET /api/leads/inquiries": viewable,
  "GET /api/leads/export.csv": managersOnly({ ...clientsOnly, takesProof: true }),
  // The request has no body, so the file is empty.
  "POST /api/leads/import": managersOnly({ ...clientsOnly, own: 422, other: 422 }),
  "GET /api/leads/imports": managersOnly(clientsOnly),
  "GET /api/leads/imports/{importId}": managersOnly(ownLead(200)),
  "GET /api/leads/imports/{importId}/events": managersOnly(ownLead(200)),
  "PUT /api/leads/imports/{importId}/columns": managersOnly(
    ownLead(200, { fields: ["fullName", "email"] }),
  ),
  "PUT /api/leads/imports/{importId}/format": managersOnly(ownLead(200, importFormat)),
  "POST /api/leads/imports/{importId}/runs": managersOnly(ownLead(201, { destination: "archive" })),
  "POST /api/leads/imports/{importId}/cancellations": managersOnly(ownLead(201)),
  "POST /api/leads/imports/{importId}/undos": managersOnly(ownLead(409)),
  "GET /api/leads/imports/{importId}/rejected.csv": {
    ...managersOnly(ownLead(200)),
    takesProof: true,
  },
  "GET /api/leads/imports/{importId}/known.csv": {
    ...managersOnly(ownLead(200)),
    takesProof: true,
  },
  "POST /api/leads/{id}/calls": ownLead(201, { outcome: "spoke" }),
  "POST /api/leads/{id}/calls/{callId}/voidings": ownLead(201),
  "PUT /api/leads/{id}/calls/{callId}/appointment": ownLead(409, { appointmentAt: null }),
  "GET /api/leads/events": { ...viewable, locked: 200 },
  "GET /api/leads/{id}": { ...ownLead(200), viewing: 200 },
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
  "POST /api/leads/{id}/merges": ownLead(404, { otherId: nobody }),
  "DELETE /api/leads/{id}/merges/{otherId}": ownLead(200),
  "POST /api/leads/{id}/splits": ownLead(404, { inquiryId: nobody }),
  "PUT /api/leads/{id}/different-people/{otherId}": ownLead(200),
  "DELETE /api/leads/{id}/different-people/{otherId}": ownLead(200),
  "POST /api/leads/{id}/notes": ownLead(201, { title: "Prefers mornings" }),
  "POST /api/leads/{id}/exports": managersOnly({ ...ownLead(201), takesProof: true }),
  "POST /api/leads/{id}/erasures": managersOnly({
    ...ownLead(201, { name: "Marisol Quintero" }),
    takesProof: true,
  }),
  "POST /api/leads/{id}/sightings": ownLead(201),
  "GET /api/templates": clientsOnly,
  "POST /api/templates": managersOnly({ ...clientsOnly, own: 201, other: 201, json: aNote }),
  "POST /api/templates/starters": managersOnly({
    ...clientsOnly,
    ...{ own: 201, other: 201, json: { kind: "auto" } },
  }),
  "POST /api/templates/previews": { ...clientsOnly, own: 201, other: 201, json: anEmail },
  "POST /api/templates/test-sends": managersOnly({
    ...clientsOnly,
    own: 201,
    other: 201,
    json: anEmail,
  }),
  "GET /api/templates/updates": managersOnly(clientsOnly),
  "POST /api/templates/updates/{id}": managersOnly(
    ownLead(201, { version: 2, templates: [], asOf: aTime }),
  ),
  "GET /api/templates/{id}": ownLead(200),
  "PUT /api/templates/{id}": managersOnly(ownLead(200, aNote)),
  "DELETE /api/templates/{id}": managersOnly(ownLead(200)),
  "POST /api/templates/{id}/restore": managersOnly(ownLead(201)),
  "POST /api/templates/{id}/copies": managersOnly(ownLead(201)),
  "POST /api/templates/{id}/earlier": managersOnly(ownLead(201, { changedAt: aTime })),
  "POST /api/pictures": { ...clientsOnly, own: 201, other: 201, json: aPicture },
  "GET /api/pictures/{id}": ownLead(200),
  "GET /api/leads/{id}/emails": { ...ownLead(200), viewing: 200 },
  "POST /api/leads/{id}/emails": ownLead(201, anEmail),
  "GET /api/leads/{id}/emails/{emailId}": { ...ownLead(200), viewing: 200 },
  "POST /api/leads/{id}/emails/{emailId}/resendings": ownLead(201),
  "PUT /api/leads/{id}/mail-stop": ownLead(200),
  "DELETE /api/leads/{id}/mail-stop": ownLead(200),
  "GET /api/mail": clientsOnly,
  "GET /api/mail/alarm": clientsOnly,
  "GET /api/mail/unsubscribe": publicOperation(422),
  "POST /api/mail/unsubscribe": publicOperation(422),
  "POST /api/mail/bounces/{key}": publicOperation(404, {}),
  "GET /api/admin/contact-requests": adminsOnly,
  "GET /api/admin/contact-requests/export.csv": { ...adminsOnly, takesProof: true },
  "POST /api/admin/contact-requests/{id}/replies": {
    ...adminsOnly,
    admin: 201,
    json: { text: "Hello" },
  },
  "GET /api/admin/contact-requests/waiting": adminsOnly,
  "GET /api/admin/contact-requests/response-time": adminsOnly,
  "GET /api/admin/contact-requests/{id}": adminsOnly,
  "GET /api/admin/contact-requests/{id}/call.ics": adminsOnly,
  "POST /api/admin/contact-requests/{id}/calls": {
    ...adminsOnly,
    admin: 201,
    json: {},
  },
  "POST /api/admin/contact-requests/{id}/calls/{callId}/voidings": { ...adminsOnly, admin: 201 },
  "POST /api/admin/contact-requests/{id}/callback": {
    ...adminsOnly,
    admin: 201,
    json: { callBackAt: "2026-03-19T12:00:00Z" },
  },
  "POST /api/admin/contact-requests/{id}/notes": {
    ...adminsOnly,
    admin: 201,
    json: { text: "Hello" },
  },
  "POST /api/admin/contact-requests/{id}/invitations": {
    ...adminsOnly,
    admin: 201,
    json: { email: "invited@example.com" },
  },
  "DELETE /api/admin/contact-requests/{id}": { ...adminsOnly, takesProof: true },
  "GET /api/admin/events": adminsOnly,
  "POST /api/admin/contact-requests/{id}/answers": { ...adminsOnly, admin: 201 },
  "DELETE /api/admin/contact-requests/{id}/answers": adminsOnly,
  "POST /api/admin/contact-requests/{id}/closings": { ...adminsOnly, admin: 201, json: {} },
  "DELETE /api/admin/contact-requests/{id}/closings": adminsOnly,
  "PUT /api/admin/contact-requests/{id}/next-step": adminAction(200, {
    ...{ text: "Call about Gold", on: "2026-03-20", assignee: null },
  }),
  "DELETE /api/admin/contact-requests/{id}/next-step": adminsOnly,
  "GET /api/admin/calls": adminsOnly,
  // The time is in the past, because two calls can't be booked for the same time.
  "PUT /api/admin/contact-requests/{id}/booking": adminAction(422, {
    startsAt: "2026-01-19T12:00:00Z",
  }),
  "DELETE /api/admin/contact-requests/{id}/booking": adminsOnly,
  "POST /api/admin/blocked-times": adminAction(201, { firstDay: "2026-03-20" }),
  "DELETE /api/admin/blocked-times/{id}": adminsOnly,
  "GET /api/admin/mail": adminsOnly,
  "GET /api/admin/mail/export.csv": { ...adminsOnly, takesProof: true },
  "GET /api/admin/mail/{id}": adminsOnly,
  "POST /api/admin/mail/{id}/dismissals": { visitor: 401, own: 403, other: 403, admin: 201 },
  "POST /api/admin/mail/{id}/resendings": { visitor: 401, own: 403, other: 403, admin: 201 },
};
