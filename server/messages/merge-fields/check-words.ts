// Checks that a subject and a body can be filled in and sent.
import { templateLimits } from "#contract/templates.ts";
import { AppError } from "#server/errors.ts";
import { canBeFilled, mistakeInLine, mistakeInRichText, mistakeInText } from "./merge-fields.ts";
import { hasContent, sanitizeRichText } from "./rich-text.ts";

/**
 * Checks the words, and returns rich text in its stored form. Throws `invalid` with the position of
 * an invalid merge field, and when the stored form, escapes included, is too long to be sent.
 */
export function checkWords(input: { subject: string; body: string }) {
  const body = sanitizeRichText(input.body);
  const tags = body.split("<").length - 1;
  if (tags > templateLimits.tags) throw new AppError("invalid", { fields: { body: "too_long" } });
  if (!hasContent(body)) throw new AppError("invalid", { fields: { body: "required" } });
  refuseMistakes({ subject: mistakeInLine(input.subject), body: mistakeInRichText(body) });
  if (!canBeFilled(body)) throw new AppError("invalid", { fields: { body: "too_long" } });
  return { subject: input.subject, body };
}

/** Throws `invalid` with the position of an invalid merge field in plain text. */
export function checkPlainText(body: string): void {
  refuseMistakes({ body: mistakeInText(body) });
}

function refuseMistakes(mistakes: Record<string, string | null>) {
  const found = Object.entries(mistakes).filter((one): one is [string, string] => one[1] !== null);
  if (found.length === 0) return;
  throw new AppError("invalid", {
    fields: Object.fromEntries(found.map(([field]) => [field, "merge_field"])),
    fieldSentences: Object.fromEntries(found),
  });
}
