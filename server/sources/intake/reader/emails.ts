// Extracts an email address from a form field. Pure.
import { emailAddress } from "#contract/fields.ts";
import { oneLine } from "./typed-person.ts";

/** Longer text is neither an address nor a short list. An address has up to 254 characters. */
const maxLength = 1000;
const maxAddressLength = 300;

/**
 * Returns the first usable address of "mailto:a@b.com", "Ada <a@b.com>", "a@b.com; c@d.com" and
 * "a@b.com."; empty if there is none. `isFormEncoded`: a plus sign may have arrived as a space.
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

/** The address of a program that forwards the form. No one reads its mail. */
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
