// The access matrix: a row for every operation of the OpenAPI document, with a body that it
// accepts.
import { usualWeek } from "#contract/open-hours.ts";

/**
 * The status for a caller without a session, for the practice itself, for another practice that
 * uses the first one's ids, and for the owner.
 */
export type Row = { visitor: number; own: number; other: number; admin: number; json?: unknown };

const publicOperation = (status: number, json?: unknown): Row => ({
  visitor: status,
  own: status,
  other: status,
  admin: status,
  json,
});
const clientsOnly: Row = { visitor: 401, own: 200, other: 200, admin: 403 };
const adminsOnly: Row = { visitor: 401, own: 403, other: 403, admin: 200 };

/** Operations on a practice's own profile: another practice changes its own instead. */
function ownProfile(status: number, json?: unknown): Row {
  return { visitor: 401, own: status, other: status, admin: 403, json };
}

function adminAction(status: number, json?: unknown): Row {
  return { visitor: 401, own: 403, other: 403, admin: status, json };
}

/**
 * Operations on one lead or template of the practice. For other practices the id does not exist.
 */
function ownLead(status: number, json?: unknown): Row {
  return { visitor: 401, own: status, other: 404, admin: 403, json };
}

const aNote = { kind: "note", title: "A note", body: "Words" };
/** A picture of one pixel. */
export const aPicture = { content: "R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7" };
const anEmail = { kind: "email", subject: "Hello", body: "<p>Words</p>" };

export const rows: Record<string, Row> = {
  "GET /api/health": publicOperation(200),
  "GET /api/captcha": publicOperation(200),
  "GET /api/credentials": publicOperation(200),
  "POST /api/credentials": publicOperation(401, {
    email: "nobody@example.com",
    password: "not a password",
  }),
  "DELETE /api/credentials": publicOperation(200),
  "POST /api/contact": publicOperation(201, {
    page: "Personal",
    fullName: "Ada",
    email: "ada@example.com",
    phone: "1",
    message: "Hello",
  }),
  "GET /api/intake/meta": publicOperation(422),
  "POST /api/intake/meta": publicOperation(401, {}),
  "POST /api/intake/form/{key}": publicOperation(404, { firstName: "Jo", phone: "1" }),
  "GET /api/admin/failed-imports": adminsOnly,
  "POST /api/admin/failed-imports/{id}/replays": { visitor: 401, own: 403, other: 403, admin: 201 },
  "GET /api/admins/myself": adminsOnly,
  "GET /api/clients/getClient": clientsOnly,
  "POST /api/clients": publicOperation(422, { firstName: "Nobody" }),
  "GET /api/clients/invitation": publicOperation(422),
  "POST /api/credentials/recover": publicOperation(200, { email: "nobody@example.com" }),
  "PATCH /api/credentials/reset": publicOperation(422, {
    token: "made up",
    password: "calm brown otter",
  }),
  "POST /api/credentials/confirmations": publicOperation(422, { token: "made up" }),
  "PATCH /api/clients/me": ownProfile(200, { firstName: "Jo" }),
  "POST /api/clients/me/email": ownProfile(422, { email: "a@example.com", password: "wrong" }),
  "PUT /api/clients/me/password": ownProfile(422, {
    current: "wrong",
    password: "calm brown otter",
  }),
  "GET /api/clients/me/devices": clientsOnly,
  "DELETE /api/clients/me/devices/{id}": { visitor: 401, own: 200, other: 404, admin: 403 },
  "GET /api/clients/me/hours": clientsOnly,
  "PUT /api/clients/me/hours": ownProfile(200, {
    timeZone: "America/New_York",
    week: usualWeek,
    holidays: [],
  }),
  "GET /api/admin/clients": adminsOnly,
  "GET /api/admin/practices-today": adminsOnly,
  "GET /api/admin/audit": adminsOnly,
  "POST /api/admin/clients/{id}/approval": adminAction(201),
  "POST /api/admin/clients/{id}/suspension": adminAction(201),
  "DELETE /api/admin/clients/{id}/suspension": adminAction(200),
  "POST /api/admin/invitations": adminAction(201, { email: "invited@example.com" }),
  "DELETE /api/admin/invitations/{id}": adminAction(200),
  "GET /api/leads/new": clientsOnly,
  "GET /api/leads/callback": clientsOnly,
  "GET /api/leads/filters": clientsOnly,
  "GET /api/leads/presence": clientsOnly,
  "POST /api/leads/{id}/presence": ownLead(201),
  // Reports that a device closed the lead. Another practice's lead counts as closed too, and
  // nothing changes.
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
  "GET /api/leads/inquiries": clientsOnly,
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
  "POST /api/leads/{id}/emails": ownLead(201, anEmail),
  "GET /api/leads/{id}/emails/{emailId}": ownLead(200),
  "POST /api/leads/{id}/emails/{emailId}/resendings": ownLead(201),
  "PUT /api/leads/{id}/mail-stop": ownLead(200),
  "DELETE /api/leads/{id}/mail-stop": ownLead(200),
  "GET /api/mail": clientsOnly,
  "GET /api/mail/alarm": clientsOnly,
  "GET /api/mail/unsubscribe": publicOperation(422),
  "POST /api/mail/unsubscribe": publicOperation(422),
  "GET /api/admin/contact-requests": adminsOnly,
  "POST /api/admin/contact-requests/{id}/replies": {
    ...adminsOnly,
    admin: 201,
    json: { text: "Hello" },
  },
  "POST /api/admin/contact-requests/{id}/answers": { ...adminsOnly, admin: 201 },
  "POST /api/admin/contact-requests/{id}/closings": { ...adminsOnly, admin: 201 },
  "DELETE /api/admin/contact-requests/{id}/closings": adminsOnly,
  "GET /api/admin/mail": adminsOnly,
  "GET /api/admin/mail/{id}": adminsOnly,
  "POST /api/admin/mail/{id}/resendings": { visitor: 401, own: 403, other: 403, admin: 201 },
};
