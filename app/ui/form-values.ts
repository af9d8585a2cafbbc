// What stands in a form's fields, and the sentences about it.
import type { z } from "zod";
import { fieldMessages } from "#content/messages.ts";
import { fieldCodesOf } from "#contract/errors.ts";
import { submissionIdField } from "./form-drafts.ts";
import { makeId } from "./make-id.ts";

/** By field name; a field with several values gives the last. */
export type Typed = Record<string, string>;

export function readTyped(form: HTMLFormElement): Typed {
  const typed: Typed = {};
  for (const [name, value] of new FormData(form)) {
    if (typeof value === "string") typed[name] = value;
  }
  return typed;
}

/** The sentence for each field that a schema refused. */
export function fieldSentences(error: z.ZodError): Record<string, string> {
  const codes = Object.entries(fieldCodesOf(error));
  return Object.fromEntries(codes.map(([field, code]) => [field, fieldMessages[code]]));
}

/** A new submission begins. */
export function renewSubmissionId(form: HTMLFormElement) {
  const field = form.elements.namedItem(submissionIdField);
  if (field instanceof HTMLInputElement) field.value = makeId();
}
