// Leads from a practice's own web pages: a form that posts to its source's key.
import { createHash, createHmac } from "node:crypto";
import { and, desc, eq, gt, inArray, isNull, sql } from "drizzle-orm";
import { fieldCodesOf } from "#contract/errors.ts";
import { FormSubmission } from "#contract/intake.ts";
import type { IncomingLead } from "#contract/leads.ts";
import { formSubmissions, sources } from "#server/db/schema.ts";
import type { Deps } from "#server/deps.ts";
import { AppError } from "#server/errors.ts";
import { receiveEnquiry } from "#server/leads/receive-enquiry.ts";
import { queueAutomaticMails } from "#server/mail/queue-automatic.ts";
import { keptAnswers } from "./answers.ts";

/** Without a submission id, the same fields within this time are the same submission. */
const sameFieldsMinutes = 10;

type Fields = Record<string, unknown>;

/**
 * Stores a submission as an enquiry, once, and says where its sender may go afterwards (null: the
 * answer is for a program). Throws `not_found` for an unknown key, `forbidden` for a page that may
 * not carry the form, `invalid` field by field. What only a program would fill in is taken in
 * silence and kept nowhere.
 */
export async function receiveForm(
  deps: Deps,
  input: { key: string; fields: Fields; origin: string | null; address: string },
): Promise<{ thanksUrl: string | null }> {
  const source = await findSource(deps, input.key);
  if (!source) throw new AppError("not_found");
  if (!isAllowed(source.allowedOrigins, input.origin)) throw new AppError("forbidden");
  await deps.limits.count("formPerAddress", input.address);
  const submission = readSubmission(input.fields);
  if (!submission.website_url) await store(deps, source, submission, input.fields);
  return { thanksUrl: source.thanksUrl };
}

/** A form-encoded body: what was chosen more than once is a list; of name and address the last counts. */
export function readFormEncoded(text: string): Fields {
  const fields = new Map<string, unknown>();
  for (const [name, value] of new URLSearchParams(text)) {
    const before = fields.get(name);
    fields.set(name, before === undefined || ownNames.has(name) ? value : [before, value].flat());
  }
  return Object.fromEntries(fields);
}

/**
 * What is left of a submission whose person was erased: enough to know the same one again, and of no
 * use to anybody who does not have it.
 */
export function markForgotten(secret: string, identity: string): string {
  return `forgotten:${createHmac("sha256", secret).update(identity).digest("base64url")}`;
}

type Source = typeof sources.$inferSelect;

async function findSource(deps: Deps, key: string): Promise<Source | null> {
  const [source] = await deps.db
    .select()
    .from(sources)
    .where(and(eq(sources.formKey, key), isNull(sources.endedAt)));
  return source ?? null;
}

/** A browser names the page's origin; a practice's own server, which names none, may always post. */
function isAllowed(allowed: string[], origin: string | null): boolean {
  return origin === null || allowed.length === 0 || allowed.includes(origin);
}

function readSubmission(fields: Fields): FormSubmission {
  const parsed = FormSubmission.safeParse(fields);
  if (!parsed.success) throw new AppError("invalid", { fields: fieldCodesOf(parsed.error) });
  const submission = parsed.data;
  if (!submission.phone && !submission.phoneNumber && !submission.email) {
    throw new AppError("invalid", { fields: { phone: "required" } });
  }
  return submission;
}

async function store(deps: Deps, source: Source, submission: FormSubmission, fields: Fields) {
  const { submissionId } = submission;
  const identity = identityOf(submission, fields);
  const receivedAt = deps.now();
  const key = `${source.clientId} ${source.id} ${identity}`;
  await deps.db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`);
    const since = new Date(receivedAt.getTime() - sameFieldsMinutes * 60_000);
    const [known] = await tx
      .select({ enquiryId: formSubmissions.enquiryId })
      .from(formSubmissions)
      .where(
        and(
          eq(formSubmissions.clientId, source.clientId),
          eq(formSubmissions.sourceId, source.id),
          inArray(formSubmissions.identity, [
            identity,
            markForgotten(deps.config.secret, identity),
          ]),
          submissionId ? undefined : gt(formSubmissions.receivedAt, since),
        ),
      )
      .orderBy(desc(formSubmissions.receivedAt))
      .limit(1);
    if (known) return;
    const said = submission.timeReceived ?? submission.timeRecieved;
    const { enquiryId } = await receiveEnquiry(deps, tx, {
      clientId: source.clientId,
      sourceId: source.id,
      campaignId: source.campaignId,
      person: readPerson(submission, fields),
      submittedAt: said ? new Date(said) : receivedAt,
      receivedAt,
      isTest: false,
      consent: submission.consent,
    });
    await queueAutomaticMails(deps, tx, { clientId: source.clientId, enquiryId });
    await tx
      .insert(formSubmissions)
      .values({ clientId: source.clientId, sourceId: source.id, identity, enquiryId, receivedAt });
  });
}

/** A page may give everybody the same id, and each try a time of its own: the fields count too. */
function identityOf({ submissionId }: FormSubmission, fields: Fields): string {
  if (!submissionId) return `fields:${hashOf(fields)}`;
  const { timeReceived: _, timeRecieved: __, ...said } = fields;
  return `id:${submissionId} ${hashOf(said)}`;
}

function readPerson(submission: FormSubmission, fields: Fields): IncomingLead {
  const [firstOfName = "", ...restOfName] = (submission.name ?? "").split(/\s+/);
  return {
    firstName: submission.firstName || firstOfName,
    lastName: submission.lastName || restOfName.join(" "),
    email: submission.email ?? "",
    phone: submission.phone || submission.phoneNumber || "",
    answers: readAnswers(fields),
  };
}

const ownNames = new Set(Object.keys(FormSubmission.shape));

/** Whatever the form asked beside the person's name and address, as text. */
function readAnswers(fields: Fields): IncomingLead["answers"] {
  const answers = Object.entries(fields)
    .filter(([name]) => !ownNames.has(name))
    .map(([name, value]) => ({ name, values: [value].flat().flatMap(asText) }));
  return keptAnswers(answers.filter(({ values }) => values.length > 0));
}

/** None for what says nothing. */
function asText(value: unknown): string[] {
  if (value === null) return [];
  return [typeof value === "object" ? JSON.stringify(value) : String(value)];
}

function hashOf(fields: Fields): string {
  const sorted = Object.entries(fields).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return createHash("sha256").update(JSON.stringify(sorted)).digest("base64url");
}
