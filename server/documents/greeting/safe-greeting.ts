import { neutralNames } from "#content/messages.ts";
import { hasContactDetails } from "#contract/name-line.ts";
import { capitalizeName } from "./capitalize-name.ts";

/**
 * Returns a name that is safe in an email to an unverified address, or else null. Anyone can enter
 * any address, so only plain names are used (no URLs, sentences or digits). That way, no one can
 * send a message to someone else through us.
 */
export function safeGreetingName(typed: string): string | null {
  const isName = /^[\p{L}\p{M}]+(?:(?:\. |[ '’-]|, )[\p{L}\p{M}]+)*\.?$/u;
  return typed.length <= longest && isName.test(typed)
    ? capitalizeName(typed.normalize("NFC"))
    : null;
}

/**
 * Works like `safeGreetingName` for a practice, whose name may have digits, "&", "#" or "P.A.":
 * "32nd Street Dental", "Smiles 24/7". Rejects URLs, email addresses and phone numbers.
 */
export function safePracticeName(typed: string): string | null {
  const name = typed.normalize("NFC");
  const isName = /^[\p{L}\p{M}\p{N} '’.,/&#-]+$/u.test(name) && /\p{L}/u.test(name);
  return isName && name.length <= longest && !hasContactDetails(name) ? name : null;
}

/**
 * Returns a first name ("Lena"), or a title and last name ("Dr. Okoro"). Returns null as
 * `safeGreetingName` does.
 */
export function safeFirstName(fullName: string): string | null {
  const [first, ...others] = safeGreetingName(fullName)?.split(/\s+/) ?? [];
  if (!first) return null;
  const last = others.at(-1);
  return first.endsWith(".") && last ? `${first} ${last}` : first;
}

/**
 * Returns a phone number's digits and signs, without words: a form's phone number may be any text.
 */
export function safePhone(typed: string): string {
  return typed.replace(/[^\d\s()+.-]/g, "").trim();
}

/**
 * Returns the first word, for a notification or a phone. Returns null as `safeGreetingName` does.
 */
export function plainName(typed: string): string | null {
  return safeGreetingName(typed.trim())?.split(" ")[0] ?? null;
}

/**
 * Returns an email's fields without names of people or practices that contain a URL, an email
 * address or a number. Profiles and registration reject such names, too, but a name may be older
 * than that check or combined from two names.
 */
export function withSafeNames(fields: Record<string, unknown>): Record<string, unknown> {
  const replaced = Object.entries(neutralNames).filter(([field]) => {
    const name = fields[field];
    return typeof name === "string" && hasContactDetails(name);
  });
  return { ...fields, ...Object.fromEntries(replaced) };
}

const longest = 60;
