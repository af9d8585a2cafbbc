/**
 * "arjun" and "ARJUN" become "Arjun", as a letter would greet them. A name in both cases ("McKenna"),
 * initials ("AJ") and what is no name are kept as the person typed them.
 */
export function capitalizeName(typed: string): string {
  const isName = /^[\p{L}\p{M} .,'’-]+$/u.test(typed);
  const isLower = typed === typed.toLowerCase();
  const isUpper = typed === typed.toUpperCase() && /\p{L}{3}/u.test(typed);
  if (!isName || !(isLower || isUpper)) return typed;
  return typed.toLowerCase().replace(/(?<![\p{L}\p{M}])\p{L}/gu, (first) => first.toUpperCase());
}
