// Leads from a practice's own web pages, where a form posts to the key of its source.
import { z } from "zod";
import { maxFormFields } from "#contract/intake.ts";
import type { Deps } from "#server/deps.ts";
import { readPhone } from "#server/desk/phone/phone.ts";
import { AppError } from "#server/errors.ts";
import { parseKeepingIds } from "#server/http/json.ts";
import type { KeyedSource } from "./keyed-sources.ts";
import type { Reading, ReceivedBody } from "./reading.ts";
import { hashOf } from "./store-submission.ts";
import { type Fields, mappableBody, readFormEncoded, readSubmission } from "./submission.ts";

/** The maximum length of a body, which is enough for a form with a hundred fields. */
export const maxFormBytes = 128_000;

/**
 * Reads a submission. Throws `too_large` for too many fields, `invalid` if it has no person,
 * `too_many_requests` for too many from one person.
 */
export async function readWebForm(
  deps: Deps,
  source: KeyedSource,
  { body, isFormEncoded, isTest, isReplayed, receivedAt }: ReceivedBody,
): Promise<Reading> {
  const fields = readFields(body, isFormEncoded);
  if (Object.keys(fields).length > maxFormFields) throw new AppError("too_large");
  const { mapping } = source;
  const submission = readSubmission(fields, { receivedAt, isFormEncoded, mapping });
  const { person, submittedAt, consent, attribution, submissionId } = submission;
  if (!person) throw new AppError("invalid", { fields: { phone: "required" } });
  // A password manager may fill in the honeypot too, so the owner can review and replay the
  // submission.
  if (submission.isByBot && !isReplayed) return { result: "spam" };
  if (!isReplayed) await countPerson(deps, source, person);
  const identity = identityOf(submissionId, fields);
  const isBriefly = submissionId === null;
  return {
    submission: { person, submittedAt, consent, attribution, isTest, identity, isBriefly },
  };
}

/**
 * Returns the object in which a mapping's paths are looked up. Throws `too_large`, `malformed`,
 * `invalid`.
 */
export function formBody(text: string, isFormEncoded: boolean): unknown {
  return mappableBody(readFields(text, isFormEncoded));
}

function readFields(text: string, isFormEncoded: boolean): Fields {
  return isFormEncoded ? readPairs(text) : readObject(text);
}

async function countPerson(
  deps: Deps,
  source: KeyedSource,
  { phone, email }: { phone: string; email: string },
) {
  const number = readPhone(phone);
  const names = [number.isValid ? number.text : "", email].filter(Boolean);
  await Promise.all(
    names.map((name) => deps.limits.count("formPerPerson", `${source.id} ${name}`)),
  );
}

function readObject(text: string): Fields {
  const parsed = z.record(z.string(), z.unknown()).safeParse(parseKeepingIds(text));
  if (!parsed.success) throw new AppError("invalid");
  return parsed.data;
}

function readPairs(text: string): Fields {
  // Fields are counted before the body is parsed, because a megabyte may have half a million
  // fields.
  if (text.split("&", maxFormFields + 1).length > maxFormFields) throw new AppError("too_large");
  return readFormEncoded(text);
}

/**
 * Returns what identifies a submission. An id alone isn't enough, because a page may give everyone
 * the same one. Times are left out, because each retry may have another one.
 */
function identityOf(submissionId: string | null, fields: Fields): string {
  if (!submissionId) return `fields:${hashOfFields(fields)}`;
  const { timeReceived: _, timeRecieved: __, ...said } = fields;
  return `id:${submissionId} ${hashOfFields(said)}`;
}

function hashOfFields(fields: Fields): string {
  const sorted = Object.entries(fields).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return hashOf(JSON.stringify(sorted));
}
