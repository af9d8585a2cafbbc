/**
 * Capitalizes a name: "arjun" and "ARJUN" become "Arjun", as a letter would greet them. Mixed case
 * ("McKenna"), initials ("AJ") and text that isn't a name are kept as typed.
 */
export function capitalizeName(typed: string): string {
  const isName = /^[\p{L}\p{M} .,'’-]+$/u.test(typed);
  const isLower = typed === typed.toLowerCase();
  const isUpper = typed === typed.toUpperCase() && /\p{L}{3}/u.test(typed);
  if (!isName || !(isLower || isUpper)) return typed;
  return typed.toLowerCase().replace(/(?<![\p{L}\p{M}])\p{L}/gu, (first) => first.toUpperCase());
}
