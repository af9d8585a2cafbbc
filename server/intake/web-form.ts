// Leads from a practice's own web pages: a form that posts to its source's key.
import { createHash } from "node:crypto";
import { and, eq, isNull } from "drizzle-orm";
import { maxFormFields } from "#contract/intake.ts";
import { sources } from "#server/db/schema.ts";
import type { Deps } from "#server/deps.ts";
import { AppError } from "#server/errors.ts";
import { readPhone } from "#server/phone/phone.ts";
import { type FormSource, storeSubmission } from "./form-submissions.ts";
import { type Fields, readFormEncoded, readSubmission } from "./submission.ts";

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
  const identity = identityOf(submission.submissionId, fields);
  await storeSubmission(deps, { source, submission, identity, receivedAt });
}

/** The fields of a form-encoded body. Throws `too_large`. */
export function readPairs(text: string): Fields {
  // Counted before parsing: a megabyte may contain half a million fields.
  if (text.split("&", maxFormFields + 1).length > maxFormFields) throw new AppError("too_large");
  return readFormEncoded(text);
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
