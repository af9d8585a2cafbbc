// The field types that all schemas use. Limits are in UTF-16 code units, as browsers count.
import { z } from "zod";

const isWellFormed = (text: string) => text.isWellFormed() && !text.includes("\u0000");
// C0 and C1 control characters and the Unicode line separators: they could break a mail header.
const isOneLine = (text: string) => !/[\p{Cc}\u2028\u2029]/u.test(text);

/** Absent text is "required"; any other type is "invalid". */
export const anyText = z.string({
  error: (issue) => (issue.input === undefined ? "required" : "invalid"),
});

/** One line of text, trimmed. Control characters are rejected, so it is safe in an email header. */
export const line = (max: number) =>
  anyText
    .trim()
    .max(max, "too_long")
    .refine(isOneLine, "bad_characters")
    .refine(isWellFormed, "bad_characters");

/** One line that must not be empty. */
export const requiredLine = (max: number) => line(max).min(1, "required");

/** Multiline text, trimmed. */
export const words = (max: number) =>
  anyText.trim().max(max, "too_long").refine(isWellFormed, "bad_characters");

/** Multiline text that must not be empty. */
export const requiredWords = (max: number) => words(max).min(1, "required");

/** An integer in a query, where everything is text. */
export const whole = (min: number, max: number) =>
  z.coerce.number("invalid").int("invalid").min(min, "invalid").max(max, "invalid");

/**
 * An email address as browsers validate `<input type="email">`, with a dot in its domain: no mail
 * is delivered to a top-level name.
 * https://html.spec.whatwg.org/multipage/input.html#valid-e-mail-address
 */
export const emailPattern =
  /^[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)+$/;

/**
 * An email address, lowercased: it identifies one account in any case. At most 254 characters (RFC
 * 5321).
 */
export const emailAddress = requiredLine(254)
  .pipe(z.email({ pattern: emailPattern, error: "not_an_email" }))
  .transform((address) => address.toLowerCase());

/** PostgreSQL formats years before 1000 and after 9999 differently, and no one means them. */
const years = { first: Date.UTC(1900, 0), last: Date.UTC(9999, 0) } as const;

/** An instant: ISO 8601, in UTC in answers, with any offset in requests; from 1900 to 9998. */
export const instant = z.iso.datetime({ offset: true, error: "invalid" }).refine((text) => {
  const moment = Date.parse(text);
  return moment >= years.first && moment < years.last;
}, "invalid");

/** A day without a time, of this century: "2026-03-31". PostgreSQL has no year 0. */
export const calendarDay = z.iso
  .date("invalid")
  .refine((day) => day >= "2000-01-01" && day < "2100-01-01", "invalid");

/** Lowercase, as PostgreSQL writes it: some devices generate uppercase ids. */
export const uuid = z.guid("invalid").toLowerCase();
