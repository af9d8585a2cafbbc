// Types of fields that all schemas use. Limits are in UTF-16 code units, as in browsers.
import { z } from "zod";

const isWellFormed = (text: string) => text.isWellFormed() && !text.includes("\u0000");
// C0 and C1 control characters and the Unicode line separators could break an email header.
const isOneLine = (text: string) => !/[\p{Cc}\u2028\u2029]/u.test(text);

/** Any text. A missing text causes the error "required", and any other type causes "invalid". */
export const anyText = z.string({
  error: (issue) => (issue.input === undefined ? "required" : "invalid"),
});

/**
 * One line of text, which is trimmed. Control characters are rejected, so the text is safe in an
 * email header.
 */
export const line = (max: number) =>
  anyText
    .trim()
    .max(max, "too_long")
    .refine(isOneLine, "bad_characters")
    .refine(isWellFormed, "bad_characters");

/** One line that isn't empty. */
export const requiredLine = (max: number) => line(max).min(1, "required");

/** Text that may have several lines, which is trimmed. */
export const words = (max: number) =>
  anyText.trim().max(max, "too_long").refine(isWellFormed, "bad_characters");

/** Text that may have several lines and isn't empty. */
export const requiredWords = (max: number) => words(max).min(1, "required");

/** An integer in a query string, in which everything is text. */
export const whole = (min: number, max: number) =>
  z.coerce.number("invalid").int("invalid").min(min, "invalid").max(max, "invalid");

/**
 * The pattern of an email address as browsers validate `<input type="email">`, but with a dot in
 * the domain, because email isn't delivered to top-level domains.
 * https://html.spec.whatwg.org/multipage/input.html#valid-e-mail-address
 */
export const emailPattern =
  /^[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)+$/;

/**
 * An email address in lowercase, because case doesn't distinguish accounts. It has at most 254
 * characters (RFC 5321).
 */
export const emailAddress = requiredLine(254)
  .pipe(z.email({ pattern: emailPattern, error: "not_an_email" }))
  .transform((address) => address.toLowerCase());

/**
 * The accepted years. PostgreSQL formats years before 1000 and after 9999 differently, and no real
 * date needs them.
 */
const years = { first: Date.UTC(1900, 0), last: Date.UTC(9999, 0) } as const;

/**
 * An instant in ISO 8601, from 1900 to 9998. It's in UTC in responses, and may have any offset in
 * requests.
 */
export const instant = z.iso.datetime({ offset: true, error: "invalid" }).refine((text) => {
  const moment = Date.parse(text);
  return moment >= years.first && moment < years.last;
}, "invalid");

/** A day of this century without a time, such as "2026-03-31". PostgreSQL has no year 0. */
export const calendarDay = z.iso
  .date("invalid")
  .refine((day) => day >= "2000-01-01" && day < "2100-01-01", "invalid");

/** A UUID in lowercase, as in PostgreSQL, because some devices generate uppercase ids. */
export const uuid = z.guid("invalid").toLowerCase();
