// Reads what the owner's first page shows of practices.
import { agencyZone } from "#app/admin/agency-hours.ts";
import type { ApiClient } from "#app/api.ts";
import { bodyOf } from "#app/ui/ask-api.ts";
import { dayIn } from "#contract/zones.ts";
import { practicesToday } from "./practices.tsx";

/** How many numbers that may be labeled spam are listed. */
const shownLabeled = 6;
/** The last day of the month on which last month's reports are listed. */
const lastReportDay = 10;
/** How many practices with a report to send are listed. */
const shownReports = 6;

/** Returns the data about practices; null for a helper, who may not read them. */
export async function readPractices(api: ApiClient) {
  const [pending, practices, failed, unread, broken, settings, toDo, mail] = await Promise.all([
    api.admin.clients.$get({ query: { status: "pending", sort: "registered", order: "asc" } }),
    api.admin.clients.$get({ query: practicesToday }),
    api.admin["failed-lead-notifications"].$get(),
    api.admin.sources.$get({ query: { only: "unread" } }),
    api.admin.sources.$get({ query: { only: "problems" } }),
    api.admin.settings.$get(),
    readToDoOfPractices(api),
    readMail(api),
  ]);
  if (pending.status === 403) return null;
  const isRead = pending.ok && practices.ok && failed.ok && unread.ok && broken.ok;
  if (!isRead || !settings.ok || !mail || !toDo) {
    throw new Response(null, { status: 503 });
  }
  return {
    pending: await bodyOf(pending),
    practices: await bodyOf(practices),
    failedLeadNotifications: (await bodyOf(failed)).groups,
    unread: (await bodyOf(unread)).sources,
    broken: await bodyOf(broken),
    tokenExpiry: (await bodyOf(settings)).meta.tokenExpiry,
    ...toDo,
    mail,
  };
}

/**
 * Counts the practices whose invoice is due, and those that haven't paid one. Lists those whose
 * number may be labeled spam and, early in the month, those whose report wasn't sent.
 */
async function readToDoOfPractices(api: ApiClient) {
  const [due, unpaid, labeled, reports] = await Promise.all([
    api.admin.clients.$get({ query: { needs: "invoice", limit: "1" } }),
    api.admin.clients.$get({ query: { needs: "payment", limit: "1" } }),
    api.admin.clients.$get({ query: { needs: "number", limit: String(shownLabeled) } }),
    api.admin.clients.$get({ query: { needs: "report", limit: String(shownReports) } }),
  ]);
  if (!due.ok || !unpaid.ok || !labeled.ok || !reports.ok) return null;
  const isEarly = Number(dayIn(new Date(), agencyZone).slice(8)) <= lastReportDay;
  const { clients, total } = await bodyOf(reports);
  const numbers = await bodyOf(labeled);
  return {
    labeled: { clients: numbers.clients, total: numbers.total },
    billing: { due: (await bodyOf(due)).total, unpaid: (await bodyOf(unpaid)).total },
    reports: isEarly ? { clients, total } : { clients: [], total: 0 },
  };
}

async function readMail(api: ApiClient) {
  const [failed, unknown, queued] = await Promise.all([
    api.admin.mail.$get({ query: { state: "failed", needsYou: "true" } }),
    api.admin.mail.$get({ query: { state: "unknown", needsYou: "true" } }),
    api.admin.mail.$get({ query: { state: "queued" } }),
  ]);
  if (!failed.ok || !unknown.ok || !queued.ok) return null;
  const { total: refused, isSending } = await bodyOf(failed);
  // If a mail server is set up, a queued email only waits for its job, so it isn't counted.
  const waiting = isSending ? 0 : (await bodyOf(queued)).total;
  return { refused, unknown: (await bodyOf(unknown)).total, waiting };
}
