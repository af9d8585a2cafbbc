// Messages from visitors of the two public sites: stored first, then the owner is notified.
import { eq, isNull, sql } from "drizzle-orm";
import { site } from "#content/site.ts";
import { visitorWords } from "#content/visitor-words.ts";
import type { ContactAnswer, NewContactRequest } from "#contract/contact-requests.ts";
import type { Language } from "#contract/languages.ts";
import { toMakeoverPlanPath } from "#contract/makeover-plan.ts";
import { bookCall, lockCalendar } from "#server/agency/slots/bookings.ts";
import { isFreeSlot } from "#server/agency/slots/call-slots.ts";
import type { Transaction } from "#server/db/database.ts";
import { contactRequests } from "#server/db/schema.ts";
import type { Deps } from "#server/deps.ts";
import { safeGreetingName } from "#server/documents/greeting/safe-greeting.ts";
import {
  hasChoice,
  toAnswers,
  toQuestions,
} from "#server/documents/presentation/makeover-answers.ts";
import { AppError } from "#server/errors.ts";
import { checkCaptcha, consumeCaptcha } from "#server/http/captcha.ts";
import { agencyReplyTo } from "#server/messages/mail/agency-reply-to.ts";
import { queueMail } from "#server/messages/mail/mail.ts";
import { hasRunningClock } from "./asked-again.ts";
import { isUnfinished, slotOf, toAnswer } from "./contact-answer.ts";
import { queueNotice } from "./contact-request-notice.ts";
import type { ContactRequestRow } from "./contact-request-rows.ts";
import { refreshContactRequest, writeEvent } from "./refresh-contact-request.ts";
import { foldUnfinished, notifyLater } from "./unfinished.ts";

/** The sender's IP address, and the language of the page. */
type Sender = { address: string; language: Language };

/**
 * Stores a contact request and the owner's notices in one transaction (outbox), so that every
 * acknowledged request is stored and every stored one is reported. Idempotent by `submissionId`: a
 * retry gets the first response.
 */
export async function receiveContactRequest(
  deps: Deps,
  request: NewContactRequest,
  sender: Sender,
): Promise<ContactAnswer> {
  const known = await findAnswer(deps, request);
  if (known) return known;
  try {
    return await keepContactRequest(deps, request, sender);
  } catch (refusal) {
    // The same submission won the race in another tab and used the captcha, so its response is
    // returned.
    const existing = await findAnswer(deps, request);
    if (existing) return existing;
    throw refusal;
  }
}

async function findAnswer(deps: Deps, request: NewContactRequest): Promise<ContactAnswer | null> {
  const known = await findSubmission(deps, request);
  return known && !replaces(request, known) ? toAnswer(deps, known, request) : null;
}

async function keepContactRequest(
  deps: Deps,
  request: NewContactRequest,
  { address, language }: Sender,
): Promise<ContactAnswer> {
  const captcha = await checkCaptcha(deps, request.captcha);
  await deps.limits.count("contactPerEmail", request.email);
  if ("makeOver" in request) await deps.limits.count("makeoverPerEmail", request.email);

  const slot = slotOf(request);
  if (slot) await countBooking(deps, request, address);

  const { row: stored, isTaken } = await deps.db.transaction(async (tx) => {
    if (slot) await lockCalendar(tx);
    const isTaken = slot !== null && !(await isFreeSlot({ ...deps, db: tx }, slot));
    // A booked call is made at its time, so it doesn't have a clock.
    const isTimed = !slot && asksForCall(request) && !(await hasRunningClock(tx, request.email));
    const values = { ...toRow(deps, request, language), isTimed, ...(isTaken && stillUnfinished) };
    const [row] = await tx
      .insert(contactRequests)
      .values(values)
      .onConflictDoUpdate({
        target: contactRequests.submissionId,
        set: values,
        setWhere: isTaken
          ? isNull(contactRequests.finishedAt)
          : sql`${contactRequests.finishedAt} is null and excluded.finished_at is not null`,
      })
      .returning();
    // The same submission won the race in another tab, so its response is returned.
    if (!row) return { row: null, isTaken };
    await consumeCaptcha(tx, captcha);
    if (slot && !isTaken) await book(deps, tx, row, { startsAt: slot, timeZone: zoneOf(request) });
    await refreshContactRequest(deps, tx, row);
    if (row.kind === "questionnaire" && row.finishedAt) await foldUnfinished(tx, row);
    await notifyOwner(deps, tx, row);
    if (row.kind === "makeover") await queuePresentation(deps, tx, row);
    return { row, isTaken };
  });
  if (stored && isTaken) {
    throw new AppError("conflict", {
      sentence: visitorWords[language].slotTaken,
      fields: { slot: "slot_taken" },
    });
  }
  const row = stored ?? (await findSubmission(deps, request));
  if (!row) throw new Error("A submission was neither stored nor found");
  return toAnswer(deps, row, request);
}

/** If the slot was taken, the visitor's input is stored, and the visitor picks another slot. */
const stillUnfinished = { finishedAt: null, contactAt: null };

/** Limits bookings, so that a script can't take all of the few slots. */
async function countBooking(deps: Deps, { email }: NewContactRequest, address: string) {
  await deps.limits.count("bookingPerIp", address);
  await deps.limits.count("bookingPerEmail", email);
}

function zoneOf(request: NewContactRequest): string | undefined {
  return "timeZone" in request ? request.timeZone : undefined;
}

async function book(
  deps: Deps,
  tx: Transaction,
  row: ContactRequestRow,
  times: Parameters<typeof bookCall>[3],
) {
  const { startsAt } = await bookCall(deps, tx, row, times);
  const event = { kind: "call_booked", text: startsAt.toISOString() } as const;
  await writeEvent(deps, tx, row, { ...event, accountId: null });
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

/**
 * Whether the request starts a clock. Requests to the agency with a phone number do. A portfolio
 * message may be answered by email, and the makeover is answered automatically.
 */
function asksForCall(request: NewContactRequest): boolean {
  const kind = kindOf(request);
  return (kind === "marketing" || kind === "questionnaire") && !isUnfinished(request);
}

/** An unfinished questionnaire is reported later, if it is still unfinished. */
async function notifyOwner(deps: Deps, tx: Transaction, contactRequest: ContactRequestRow) {
  if (contactRequest.finishedAt) return queueNotice(deps, tx, contactRequest);
  await notifyLater(deps, tx, contactRequest);
}

/** Sends the PDF to the requester; the mail job renders it. */
async function queuePresentation(deps: Deps, tx: Transaction, contactRequest: ContactRequestRow) {
  const { language, questions } = contactRequest;
  const { makeoverEmail, presentation, site: words } = visitorWords[language];
  const choices = toAnswers(questions, language);
  await queueMail(deps, tx, {
    kind: "makeover-presentation",
    causeKey: `makeover-presentation:${contactRequest.id}`,
    to: contactRequest.email,
    replyTo: agencyReplyTo(deps),
    contactRequestId: contactRequest.id,
    attachment: "makeover-presentation",
    words: makeoverEmail,
    fields: {
      name: safeGreetingName(contactRequest.fullName),
      phone: site.phone,
      phoneHours: words.phoneHours,
      isTailored: hasChoice(choices),
      planLink: deps.config.origin + toMakeoverPlanPath(choices, words.root),
      link: `${deps.config.origin}${words.root}/get-started`,
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

function toRow(deps: Deps, request: NewContactRequest, ofPage: Language) {
  const prefersSpanish = "prefersSpanish" in request && request.prefersSpanish;
  const language = prefersSpanish ? "es" : ofPage;
  return {
    kind: kindOf(request),
    fullName: "makeOver" in request ? request.name : request.fullName,
    email: request.email,
    phone: "phone" in request ? request.phone : null,
    message: "message" in request ? request.message : null,
    questions: questionsOf(request, language),
    language,
    attribution: request.attribution,
    consent: request.consent,
    test: request.test,
    submissionId: request.submissionId,
    contactAt: wishOf(request),
    receivedAt: deps.now(),
    finishedAt: isUnfinished(request) ? null : deps.now(),
  };
}

function wishOf(request: NewContactRequest): Date | null {
  const slot = slotOf(request);
  if (slot) return slot;
  return "contactAt" in request && request.contactAt ? new Date(request.contactAt) : null;
}

function questionsOf(
  request: NewContactRequest,
  language: Language,
): ContactRequestRow["questions"] {
  if ("makeOver" in request) return toQuestions(request, language);
  return "questions" in request ? request.questions : null;
}
