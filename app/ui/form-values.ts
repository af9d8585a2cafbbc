// What stands in a form's fields: read, kept in this tab, put back; and the sentences about it.
import type { z } from "zod";
import { fieldMessages } from "#content/messages.ts";
import { fieldCodesOf } from "#contract/errors.ts";

/** By field name; a field with several values gives the last. */
export type Typed = Record<string, string>;

type FieldElement = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

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

/** The hidden field that names a submission, in the contract's word. */
export const submissionIdField = "submissionId";

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

const keyOf = (name: string) => `typed:${name}`;

/** Keeps what is typed in this tab, and with null forgets it. Passwords are never kept. */
export function remember(name: string, form: HTMLFormElement | null) {
  try {
    if (!form) return sessionStorage.removeItem(keyOf(name));
    sessionStorage.setItem(keyOf(name), JSON.stringify(keepable(form)));
  } catch {
    // A browser that keeps nothing: then a reload empties the form, as it always did.
  }
}

/** Puts back what was kept, but only into fields that stand as they came. */
export function recall(name: string, form: HTMLFormElement) {
  const kept = readKept(name);
  for (const field of fieldsOf(form)) {
    const value = kept[field.name];
    if (value === undefined) continue;
    if (field instanceof HTMLInputElement && field.type === "checkbox") {
      field.checked = value === "on";
    } else if (field.value === "" || field.name === submissionIdField) {
      field.value = value;
    }
  }
}

function keepable(form: HTMLFormElement): Typed {
  const typed: Typed = {};
  for (const field of fieldsOf(form)) {
    if (field instanceof HTMLInputElement && field.type === "checkbox") {
      typed[field.name] = field.checked ? "on" : "";
    } else if (field.value !== "") {
      typed[field.name] = field.value;
    }
  }
  return typed;
}

function readKept(name: string): Record<string, string | undefined> {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(keyOf(name)) ?? "{}");
    const isRecord = typeof kept === "object" && kept !== null;
    const entries = isRecord ? Object.entries(kept) : [];
    return Object.fromEntries(entries.filter(([, value]) => typeof value === "string"));
  } catch {
    return {};
  }
}

function fieldsOf(form: HTMLFormElement): FieldElement[] {
  return [...form.elements].filter(
    (element): element is FieldElement =>
      (element instanceof HTMLInputElement && isKept(element)) ||
      element instanceof HTMLTextAreaElement ||
      element instanceof HTMLSelectElement,
  );
}

function isKept({ type, name }: HTMLInputElement): boolean {
  return name === submissionIdField || (type !== "password" && type !== "hidden");
}
