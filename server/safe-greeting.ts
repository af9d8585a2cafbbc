import { capitalizeName } from "./capitalize-name.ts";

/**
 * The name, if it is safe in an email to an unverified address, else null. Anyone can enter any
 * address, so only plain names are used (no web addresses, sentences or digits): nobody can send a
 * message to someone else through us.
 */
export function safeGreetingName(typed: string): string | null {
  const isName = /^[\p{L}\p{M}]+(?:(?:\. |[ '’-]|, )[\p{L}\p{M}]+)*\.?$/u;
  return typed.length <= longest && isName.test(typed)
    ? capitalizeName(typed.normalize("NFC"))
    : null;
}

const longest = 60;
