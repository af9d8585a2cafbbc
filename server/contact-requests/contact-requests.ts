// Messages from visitors of the two public sites: stored first, then the owner is notified.
import { and, eq, isNull, not, notExists, sql } from "drizzle-orm";
import {
  contactRequestActions,
  contactRequestNotice,
} from "#content/emails/contact-request-notice.ts";
import { makeoverPresentation } from "#content/emails/makeover-presentation.ts";
import { packageTitle } from "#content/marketing.ts";
import { contactLaterMessage, contactMessages } from "#content/messages.ts";
import { presentation } from "#content/presentation.ts";
import { questionnaire } from "#content/questionnaire.ts";
import { site } from "#content/site.ts";
import type { Contact, ContactAnswer, NewContactRequest } from "#contract/contact-requests.ts";
import { isOfficeMoment, nextOfficeMoment, officeMomentText } from "#contract/office-hours.ts";
import { checkCaptcha, consumeCaptcha } from "#server/captcha/captcha.ts";
import type { Transaction } from "#server/db/database.ts";
import { agencyClientId, contactRequests, mails } from "#server/db/schema.ts";
import type { Deps } from "#server/deps.ts";
import { hasJob } from "#server/job-queue.ts";
import { queueMail } from "#server/mail/mail.ts";
import { queueOwnerNotice } from "#server/mail/owner-notice.ts";
import { toQuestions } from "#server/presentation/makeover-answers.ts";
import { safeGreetingName } from "#server/safe-greeting.ts";

type ContactRequestRow = typeof contactRequests.$inferSelect;

/** Three short steps take two minutes; after this time the visitor has stopped. */
const unfinishedAfterMinutes = 30;
/** Per sweep; the next sweep finds the rest. */
const maxRequeued = 1000;

// The contract's own spelling of the questionnaire's page.
const pageOf = {
  personal: "Personal",
  marketing: "Marketing",
  makeover: "Marketing",
  questionnaire: "Questionairre",
} as const;

/**
 * Stores a contact request and the owner's notices in one transaction (outbox): an acknowledged
 * request is stored, and a stored one is reported. Idempotent by `submissionId`: a retry gets the
 * first answer.
 */
export async function receiveContactRequest(
  deps: Deps,
  request: NewContactRequest,
): Promise<ContactAnswer> {
  const known = await findAnswer(deps, request);
  if (known) return known;
  try {
    return await keepContactRequest(deps, request);
  } catch (refusal) {
    // The same submission won the race in another tab and consumed the captcha: return its answer.
    const existing = await findAnswer(deps, request);
    if (existing) return existing;
    throw refusal;
  }
}

async function findAnswer(deps: Deps, request: NewContactRequest): Promise<ContactAnswer | null> {
  const known = await findSubmission(deps, request);
  return known && !replaces(request, known) ? toAnswer(known, request) : null;
}

async function keepContactRequest(deps: Deps, request: NewContactRequest): Promise<ContactAnswer> {
  const captcha = await checkCaptcha(deps, request.captcha);
  await deps.limits.count("contactPerEmail", request.email);
  if ("makeOver" in request) await deps.limits.count("makeoverPerEmail", request.email);

  const stored = await deps.db.transaction(async (tx) => {
    const values = toRow(deps, request);
    const [row] = await tx
      .insert(contactRequests)
      .values(values)
      .onConflictDoUpdate({
        target: contactRequests.submissionId,
        set: values,
        setWhere: sql`${contactRequests.finishedAt} is null and excluded.finished_at is not null`,
      })
      .returning();
    // The same submission won the race in another tab: return its answer.
    if (!row) return null;
    await consumeCaptcha(tx, captcha);
    await notifyOwner(deps, tx, row);
    if (row.kind === "makeover") await queuePresentation(deps, tx, row);
    return row;
  });
  const row = stored ?? (await findSubmission(deps, request));
  if (!row) throw new Error("A submission was neither stored nor found");
  return toAnswer(row, request);
}

async function findSubmission(
  deps: Deps,
  request: NewContactRequest,
): Promise<ContactRequestRow | null> {
  if (!request.submissionId) return null;
  const [row] = await deps.db
    .select()
    .from(contactRequests)
    .where(eq(contactRequests.submissionId, request.submissionId));
  return row ?? null;
}

/** The complete questionnaire replaces its first step. */
function replaces(request: NewContactRequest, known: ContactRequestRow): boolean {
  return known.finishedAt === null && !isUnfinished(request);
}

function isUnfinished(request: NewContactRequest): boolean {
  return "unfinished" in request && request.unfinished === true;
}

/** An unfinished questionnaire is reported later, if it is still unfinished. */
async function notifyOwner(deps: Deps, tx: Transaction, contactRequest: ContactRequestRow) {
  if (contactRequest.finishedAt) return queueNotice(deps, tx, contactRequest);
  await notifyLater(deps, tx, contactRequest);
}

async function notifyLater(
  deps: Pick<Deps, "jobs">,
  tx: Transaction,
  { id, receivedAt }: Pick<ContactRequestRow, "id" | "receivedAt">,
) {
  const startAfter = new Date(receivedAt.getTime() + unfinishedAfterMinutes * 60_000);
  const payload = { contactRequestId: id };
  await deps.jobs.enqueue(tx, "notify-unfinished-contact-request", payload, { startAfter });
}

/** Requeues unfinished questionnaires that were not reported and whose job was lost. */
export async function requeueUnfinished(deps: Pick<Deps, "db" | "jobs">): Promise<void> {
  await deps.db.transaction(async (tx) => {
    // Two processes that start together enqueue one job.
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('take up unfinished', 0))`);
    const isNotified = tx
      .select({ id: mails.id })
      .from(mails)
      .where(
        and(
          eq(mails.clientId, agencyClientId),
          eq(mails.contactRequestId, contactRequests.id),
          eq(mails.kind, "contact-request-notice"),
        ),
      );
    const lost = await tx
      .select({ id: contactRequests.id, receivedAt: contactRequests.receivedAt })
      .from(contactRequests)
      .where(
        and(
          isNull(contactRequests.finishedAt),
          notExists(isNotified),
          not(hasJob("notify-unfinished-contact-request", "contactRequestId", contactRequests.id)),
        ),
      )
      .limit(maxRequeued);
    for (const contactRequest of lost) await notifyLater(deps, tx, contactRequest);
  });
}

/** The visitor has had enough time for the other steps: the owner may help. */
export async function notifyUnfinished(deps: Deps, contactRequestId: string): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const [contactRequest] = await tx
      .select()
      .from(contactRequests)
      .where(and(eq(contactRequests.id, contactRequestId), isNull(contactRequests.finishedAt)))
      .for("update");
    if (contactRequest) await queueNotice(deps, tx, contactRequest);
  });
}

async function queueNotice(deps: Deps, tx: Transaction, contactRequest: ContactRequestRow) {
  await queueOwnerNotice(deps, tx, {
    kind: "contact-request-notice",
    causeKey: `contact-request-notice:${contactRequest.id}:${contactRequest.finishedAt ? "whole" : "unfinished"}`,
    replyTo: contactRequest.email,
    contactRequestId: contactRequest.id,
    words: contactRequestNotice,
    fields: {
      action: contactRequestActions[contactRequest.finishedAt ? contactRequest.kind : "unfinished"],
      fullName: contactRequest.fullName,
      email: contactRequest.email,
      phone: contactRequest.phone,
      message: contactRequest.message,
      answers: answersOf(contactRequest),
      link: `${deps.config.origin}/admin/requests`,
    },
  });
}

/** As the owner reads them: a package by its name. */
function answersOf({ questions }: ContactRequestRow): [question: string, answer: string][] {
  return (questions ?? [])
    .flatMap((pair) => Object.entries(pair))
    .map(([question, answer]) => {
      const isPackage = question === questionnaire.questions.package;
      return [question, (isPackage && packageTitle(answer)) || answer];
    });
}

/** Sends the PDF to the requester; the mail job renders it. */
async function queuePresentation(deps: Deps, tx: Transaction, contactRequest: ContactRequestRow) {
  await queueMail(deps, tx, {
    kind: "makeover-presentation",
    causeKey: `makeover-presentation:${contactRequest.id}`,
    to: contactRequest.email,
    replyTo: site.agencyEmail,
    contactRequestId: contactRequest.id,
    attachment: "makeover-presentation",
    words: makeoverPresentation,
    fields: {
      name: safeGreetingName(contactRequest.fullName),
      phone: site.phone,
      phoneHours: site.phoneHours,
      link: `${deps.config.origin}/marketing/get-started`,
      owner: site.owner,
      agency: site.mailName,
      postalAddress: site.postalAddress,
      why: presentation.why,
    },
  });
}

function kindOf(request: NewContactRequest): ContactRequestRow["kind"] {
  if ("makeOver" in request) return "makeover";
  if (request.page === "Personal") return "personal";
  return request.page === "Marketing" ? "marketing" : "questionnaire";
}

function toRow(deps: Deps, request: NewContactRequest) {
  return {
    kind: kindOf(request),
    fullName: "makeOver" in request ? request.name : request.fullName,
    email: request.email,
    phone: "phone" in request ? request.phone : null,
    message: "message" in request ? request.message : null,
    questions: questionsOf(request),
    attribution: request.attribution,
    consent: request.consent,
    test: request.test,
    submissionId: request.submissionId,
    receivedAt: deps.now(),
    finishedAt: isUnfinished(request) ? null : deps.now(),
  };
}

function questionsOf(request: NewContactRequest): ContactRequestRow["questions"] {
  if ("makeOver" in request) return toQuestions(request);
  return "questions" in request ? request.questions : null;
}

function toAnswer(row: ContactRequestRow, request: NewContactRequest): ContactAnswer {
  const contact: Contact = {
    _id: row.id,
    fullName: row.fullName,
    email: row.email,
    phone: row.phone,
    message: row.message,
    page: pageOf[row.kind],
    makeOver: row.kind === "makeover",
    test: row.test,
  };
  return { contact, message: officeHoursMessage(request) ?? contactMessages[row.kind] };
}

/** A requested time outside office hours gets no promise, but the next possible time. */
function officeHoursMessage(request: NewContactRequest): string | null {
  if (!("contactAt" in request) || !request.contactAt) return null;
  const wanted = new Date(request.contactAt);
  if (isOfficeMoment(wanted, site.officeHours)) return null;
  const next = nextOfficeMoment(wanted, site.officeHours);
  return contactLaterMessage(officeMomentText(next, site.officeHours));
}
