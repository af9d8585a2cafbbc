// What visitors of the two public sites send: kept first, then told to the owner.
import { and, eq, isNull, not, notExists, sql } from "drizzle-orm";
import { inquiryNotice } from "#content/emails/inquiry-notice.ts";
import { makeoverPresentation } from "#content/emails/makeover-presentation.ts";
import { contactLaterMessage, contactMessages } from "#content/messages.ts";
import { presentation } from "#content/presentation.ts";
import { site } from "#content/site.ts";
import type { Contact, ContactAnswer, ContactRequest } from "#contract/inquiries.ts";
import { isOfficeMoment, nextOfficeMoment, officeMomentText } from "#contract/office-hours.ts";
import type { Transaction } from "#server/db/database.ts";
import { agencyClientId, inquiries, mails } from "#server/db/schema.ts";
import type { Deps } from "#server/deps.ts";
import { hasJob } from "#server/jobs.ts";
import { queueMail } from "#server/mail/mail.ts";
import { queueOwnerNotice } from "#server/mail/owner-notice.ts";
import { checkCaptcha, spendCaptcha } from "#server/sessions/captcha.ts";
import { greetableName } from "./greetable-name.ts";

type InquiryRow = typeof inquiries.$inferSelect;

/** Three short steps take two minutes; after this somebody has stopped. */
const unfinishedAfterMinutes = 30;
/** In one go; the others are found the next time. */
const mostTakenUp = 1000;
const pageNames = {
  personal: "your portfolio",
  marketing: "the marketing site",
  makeover: "the makeover form",
  questionnaire: "the questionnaire",
} as const;

// The contract's own spelling of the questionnaire's page.
const pageOf = {
  personal: "Personal",
  marketing: "Marketing",
  makeover: "Marketing",
  questionnaire: "Questionairre",
} as const;

/**
 * Keeps an inquiry and the notices to the owner in one transaction: what was acknowledged is
 * stored, and what is stored will be told. The same `submissionId` again gets the first answer.
 */
export async function receiveInquiry(deps: Deps, request: ContactRequest): Promise<ContactAnswer> {
  const known = await findAnswer(deps, request);
  if (known) return known;
  try {
    return await keepInquiry(deps, request);
  } catch (refusal) {
    // The same submission won the race in another tab, and used the captcha up: its answer is ours.
    const won = await findAnswer(deps, request);
    if (won) return won;
    throw refusal;
  }
}

async function findAnswer(deps: Deps, request: ContactRequest): Promise<ContactAnswer | null> {
  const known = await findSubmission(deps, request);
  return known && !replaces(request, known) ? toAnswer(known, request) : null;
}

async function keepInquiry(deps: Deps, request: ContactRequest): Promise<ContactAnswer> {
  const captcha = await checkCaptcha(deps, request.captcha);
  await deps.limits.count("contactPerEmail", request.email);
  if ("makeOver" in request) await deps.limits.count("makeoverPerEmail", request.email);

  const stored = await deps.db.transaction(async (tx) => {
    const values = toRow(deps, request);
    const [row] = await tx
      .insert(inquiries)
      .values(values)
      .onConflictDoUpdate({
        target: inquiries.submissionId,
        set: values,
        setWhere: sql`${inquiries.finishedAt} is null and excluded.finished_at is not null`,
      })
      .returning();
    // The same submission won the race in another tab: its answer is ours.
    if (!row) return null;
    await spendCaptcha(tx, captcha);
    await tellOwner(deps, tx, row);
    if (row.kind === "makeover") await queuePresentation(deps, tx, row);
    return row;
  });
  const row = stored ?? (await findSubmission(deps, request));
  if (!row) throw new Error("A submission was neither stored nor found");
  return toAnswer(row, request);
}

async function findSubmission(deps: Deps, request: ContactRequest): Promise<InquiryRow | null> {
  if (!request.submissionId) return null;
  const [row] = await deps.db
    .select()
    .from(inquiries)
    .where(eq(inquiries.submissionId, request.submissionId));
  return row ?? null;
}

/** The questionnaire's whole submission takes the place of its first step. */
function replaces(request: ContactRequest, known: InquiryRow): boolean {
  return known.finishedAt === null && !isUnfinished(request);
}

function isUnfinished(request: ContactRequest): boolean {
  return "unfinished" in request && request.unfinished === true;
}

/** An unfinished one is told later, if it is still unfinished then. */
async function tellOwner(deps: Deps, tx: Transaction, inquiry: InquiryRow) {
  if (inquiry.finishedAt) return queueNotice(deps, tx, inquiry);
  await tellLater(deps, tx, inquiry);
}

async function tellLater(
  deps: Pick<Deps, "jobs">,
  tx: Transaction,
  { id, receivedAt }: Pick<InquiryRow, "id" | "receivedAt">,
) {
  const startAfter = new Date(receivedAt.getTime() + unfinishedAfterMinutes * 60_000);
  const payload = { inquiryId: id };
  await deps.jobs.enqueue(tx, "tell-of-unfinished-inquiry", payload, { startAfter });
}

/** Gives a job to what is unfinished, was told to nobody and has none: the job store lost it. */
export async function takeUpUnfinished(deps: Pick<Deps, "db" | "jobs">): Promise<void> {
  await deps.db.transaction(async (tx) => {
    // Two processes that start together give it one.
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('take up unfinished', 0))`);
    const isTold = tx
      .select({ id: mails.id })
      .from(mails)
      .where(
        and(
          eq(mails.clientId, agencyClientId),
          eq(mails.inquiryId, inquiries.id),
          eq(mails.kind, "inquiry-notice"),
        ),
      );
    const forgotten = await tx
      .select({ id: inquiries.id, receivedAt: inquiries.receivedAt })
      .from(inquiries)
      .where(
        and(
          isNull(inquiries.finishedAt),
          notExists(isTold),
          not(hasJob("tell-of-unfinished-inquiry", "inquiryId", inquiries.id)),
        ),
      )
      .limit(mostTakenUp);
    for (const inquiry of forgotten) await tellLater(deps, tx, inquiry);
  });
}

/** Whoever filled in the first step has had time for the others: the owner may help. */
export async function tellOfUnfinished(deps: Deps, inquiryId: string): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const [inquiry] = await tx
      .select()
      .from(inquiries)
      .where(and(eq(inquiries.id, inquiryId), isNull(inquiries.finishedAt)))
      .for("update");
    if (inquiry) await queueNotice(deps, tx, inquiry);
  });
}

async function queueNotice(deps: Deps, tx: Transaction, inquiry: InquiryRow) {
  await queueOwnerNotice(deps, tx, {
    kind: "inquiry-notice",
    causeKey: `inquiry-notice:${inquiry.id}:${inquiry.finishedAt ? "whole" : "unfinished"}`,
    replyTo: inquiry.email,
    inquiryId: inquiry.id,
    words: inquiryNotice,
    fields: {
      pageName: pageNames[inquiry.kind],
      isUnfinished: inquiry.finishedAt === null,
      fullName: inquiry.fullName,
      email: inquiry.email,
      phone: inquiry.phone,
      message: inquiry.message,
      answers: (inquiry.questions ?? []).flatMap(Object.entries),
      link: `${deps.config.origin}/admin/inquiries`,
    },
  });
}

/** To the person who asked, with the PDF; made and sent by the mail's own job. */
async function queuePresentation(deps: Deps, tx: Transaction, inquiry: InquiryRow) {
  await queueMail(deps, tx, {
    kind: "makeover-presentation",
    causeKey: `makeover-presentation:${inquiry.id}`,
    to: inquiry.email,
    replyTo: site.agencyEmail,
    inquiryId: inquiry.id,
    attachment: "makeover-presentation",
    words: makeoverPresentation,
    fields: {
      name: greetableName(inquiry.fullName),
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

function kindOf(request: ContactRequest): InquiryRow["kind"] {
  if ("makeOver" in request) return "makeover";
  if (request.page === "Personal") return "personal";
  return request.page === "Marketing" ? "marketing" : "questionnaire";
}

function toRow(deps: Deps, request: ContactRequest) {
  return {
    kind: kindOf(request),
    fullName: "makeOver" in request ? request.name : request.fullName,
    email: request.email,
    phone: "phone" in request ? request.phone : null,
    message: "message" in request ? request.message : null,
    questions: "questions" in request ? request.questions : null,
    attribution: request.attribution,
    consent: request.consent,
    test: request.test,
    submissionId: request.submissionId,
    receivedAt: deps.now(),
    finishedAt: isUnfinished(request) ? null : deps.now(),
  };
}

function toAnswer(row: InquiryRow, request: ContactRequest): ContactAnswer {
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
  return { contact, message: laterMessage(request) ?? contactMessages[row.kind] };
}

/** Nothing is promised for a time at which nobody calls. */
function laterMessage(request: ContactRequest): string | null {
  if (!("contactAt" in request) || !request.contactAt) return null;
  const wanted = new Date(request.contactAt);
  if (isOfficeMoment(wanted, site.officeHours)) return null;
  const next = nextOfficeMoment(wanted, site.officeHours);
  return contactLaterMessage(officeMomentText(next, site.officeHours));
}
