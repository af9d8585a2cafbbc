// What stands in a form's fields, and the sentences about it.
import type { z } from "zod";
import { fieldMessages } from "#content/messages.ts";
import { fieldCodesOf } from "#contract/errors.ts";
import { submissionIdField } from "./kept-values.ts";

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
  if (field instanceof HTMLInputElement) field.value = makeSubmissionId();
}

/** A random UUID; `crypto.randomUUID` is missing on pages that came without https. */
export function makeSubmissionId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return hex.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, "$1-$2-4$3-8$4-$5");
}
