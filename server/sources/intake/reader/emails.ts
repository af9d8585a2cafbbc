// Extracts an email address from a form field. Pure.
import { emailAddress } from "#contract/fields.ts";
import { oneLine } from "./typed-person.ts";

/**
 * The limit for a text that may have an email address or a short list of them. One has up to 254
 * characters.
 */
const maxLength = 1000;
const maxAddressLength = 300;

/**
 * Returns the first usable email address of "mailto:a@b.com", "Ada <a@b.com>", "a@b.com; c@d.com"
 * or "a@b.com."; empty if there is none. With `isFormEncoded`, a space may have been a plus sign.
 */
export function readEmail(typed: string, isFormEncoded = false): string {
  const text = oneLine(typed);
  if (text.length > maxLength) return "";
  const whole = addressIn(text);
  if (whole) return whole;
  if (isFormEncoded && /^[^\s@]+ [^\s@]+@[^\s@]+$/.test(text)) {
    return addressIn(text.replace(" ", "+"));
  }
  const parts = text.split(/[\s,;|<>()"]+/);
  return parts.map(addressIn).find(Boolean) ?? "";
}

/** The email address of a program that forwards the form. No one reads mail to it. */
const noReply = /^(?:no[-_.]?reply|do[-_.]?not[-_.]?reply|mailer-daemon|postmaster)@/i;

function addressIn(text: string): string {
  if (text.length > maxAddressLength || !text.includes("@")) return "";
  const bare = text
    .replace(/^mailto:\s*/i, "")
    .replace(/\?.*$/, "")
    .replace(/^[<'"(]+|[>'")]+$/g, "")
    .replace(/[.,;:]+$/, "");
  return noReply.test(bare) ? "" : (emailAddress.safeParse(bare).data ?? "");
}
