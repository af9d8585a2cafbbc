// The values of a form and the error messages for them.
import type { z } from "zod";
import { type FieldCode, fieldCodesOf } from "#contract/errors.ts";
import { submissionIdField } from "./form-drafts.ts";
import { makeId } from "./make-id.ts";

/** The values by field name. If several fields have the same name, the last one's value counts. */
export type Typed = Record<string, string>;

export function readTyped(form: HTMLFormElement): Typed {
  const typed: Typed = {};
  for (const [name, value] of new FormData(form)) {
    if (typeof value === "string") typed[name] = value;
  }
  return typed;
}

/** Returns an error message for each field whose value a schema rejected. */
export function fieldSentences(
  error: z.ZodError,
  sentences: Readonly<Record<FieldCode, string>>,
): Record<string, string> {
  const codes = Object.entries(fieldCodesOf(error));
  return Object.fromEntries(codes.map(([field, code]) => [field, sentences[code]]));
}

/** Gives the form a new submission id, so that its next request counts as a new submission. */
export function renewSubmissionId(form: HTMLFormElement) {
  const field = form.elements.namedItem(submissionIdField);
  if (field instanceof HTMLInputElement) field.value = makeId();
}
