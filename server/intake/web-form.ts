// Leads from a practice's own web pages: a form that posts to its source's key.
import { createHash, createHmac } from "node:crypto";
import { and, desc, eq, gt, inArray, isNull, sql } from "drizzle-orm";
import { maxFormFields } from "#contract/intake.ts";
import { formSubmissions, sources } from "#server/db/schema.ts";
import type { Deps } from "#server/deps.ts";
import { AppError } from "#server/errors.ts";
import { receiveInquiry } from "#server/inquiries/receive-inquiry.ts";
import { queueAutomaticMails } from "#server/mail/queue-automatic.ts";
import { readPhone } from "#server/phone/phone.ts";
import { type Fields, readFormEncoded, readSubmission } from "./submission.ts";

/** Without a submission id, identical fields within this time count as one submission. */
const sameFieldsMinutes = 10;

export type FormSource = typeof sources.$inferSelect;

/**
 * Finds the form with this key, before anything of the body is read. Throws `not_found` for an
 * unknown key, `forbidden` for a page that may not contain the form, `too_many_requests`.
 */
export async function admitForm(
  deps: Pick<Deps, "db" | "limits">,
  sender: { key: string; origin: string | null; address: string },
): Promise<FormSource> {
  const source = await findSource(deps, sender.key);
  if (!source) throw new AppError("not_found");
  if (!isAllowed(source.allowedOrigins, sender.origin)) throw new AppError("forbidden");
  await deps.limits.count("formPerIp", sender.address);
  await deps.limits.count("formPerSource", source.id);
  return source;
}

/**
 * Stores a submission as an inquiry, once. Throws `too_large` for too many fields, `invalid` when
 * there is no person, `too_many_requests` for one person. Accepts submissions of bots silently and
 * does not store them.
 */
export async function receiveForm(deps: Deps, source: FormSource, fields: Fields): Promise<void> {
  if (Object.keys(fields).length > maxFormFields) throw new AppError("too_large");
  const receivedAt = deps.now();
  const submission = readSubmission(fields, receivedAt);
  if (submission.isEmpty) throw new AppError("invalid", { fields: { phone: "required" } });
  if (submission.isByBot) return;
  const { phone, email } = submission.person;
  const number = readPhone(phone);
  const names = [number.isValid ? number.text : "", email].filter(Boolean);
  for (const name of names) await deps.limits.count("formPerPerson", `${source.id} ${name}`);
  await store(deps, source, {
    ...submission,
    identity: identityOf(submission.submissionId, fields),
    receivedAt,
  });
}

/** The fields of a form-encoded body. Throws `too_large`. */
export function readPairs(text: string): Fields {
  // Counted before parsing: a megabyte may contain half a million fields.
  if (text.split("&", maxFormFields + 1).length > maxFormFields) throw new AppError("too_large");
  return readFormEncoded(text);
}

/**
 * Replaces the identity of an erased person's submission: a keyed hash that still recognizes the
 * same submission, and is useless without it.
 */
export function erasedIdentity(secret: string, identity: string): string {
  return `forgotten:${createHmac("sha256", secret).update(identity).digest("base64url")}`;
}

const keyShape = /^[\w-]{1,100}$/;

async function findSource({ db }: Pick<Deps, "db">, key: string): Promise<FormSource | null> {
  if (!keyShape.test(key)) return null;
  const [source] = await db
    .select()
    .from(sources)
    .where(and(eq(sources.formKey, key), isNull(sources.endedAt)));
  return source ?? null;
}

/** A browser sends the page's origin; a practice's own server sends none, and may always post. */
function isAllowed(allowed: string[], origin: string | null): boolean {
  return origin === null || allowed.length === 0 || allowed.includes(origin);
}

type Stored = ReturnType<typeof readSubmission> & { identity: string; receivedAt: Date };

async function store(deps: Deps, source: FormSource, submission: Stored) {
  const { submissionId, identity, receivedAt } = submission;
  const key = `${source.clientId} ${source.id} ${identity}`;
  await deps.db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`);
    const since = new Date(receivedAt.getTime() - sameFieldsMinutes * 60_000);
    const [known] = await tx
      .select({ inquiryId: formSubmissions.inquiryId })
      .from(formSubmissions)
      .where(
        and(
          eq(formSubmissions.clientId, source.clientId),
          eq(formSubmissions.sourceId, source.id),
          inArray(formSubmissions.identity, [
            identity,
            erasedIdentity(deps.config.secret, identity),
          ]),
          submissionId ? undefined : gt(formSubmissions.receivedAt, since),
        ),
      )
      .orderBy(desc(formSubmissions.receivedAt))
      .limit(1);
    if (known) return;
    const { inquiryId } = await receiveInquiry(deps, tx, {
      clientId: source.clientId,
      sourceId: source.id,
      campaignId: source.campaignId,
      person: submission.person,
      submittedAt: submission.submittedAt,
      receivedAt,
      isTest: false,
      consent: submission.consent,
    });
    await queueAutomaticMails(deps, tx, {
      clientId: source.clientId,
      inquiryIds: [inquiryId],
    });
    await tx
      .insert(formSubmissions)
      .values({ clientId: source.clientId, sourceId: source.id, identity, inquiryId, receivedAt });
  });
}

/** A page may give everyone the same id, and each retry another time: so the fields count, too. */
function identityOf(submissionId: string | null, fields: Fields): string {
  if (!submissionId) return `fields:${hashOf(fields)}`;
  const { timeReceived: _, timeRecieved: __, ...said } = fields;
  return `id:${submissionId} ${hashOf(said)}`;
}

function hashOf(fields: Fields): string {
  const sorted = Object.entries(fields).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return createHash("sha256").update(JSON.stringify(sorted)).digest("base64url");
}
