/**
 * Returns a mailto URL. The address is escaped, because its local part may contain URL delimiters
 * (RFC 6068).
 */
export function mailtoUrl(email: string, words: { subject?: string; body?: string } = {}): string {
  const at = email.lastIndexOf("@");
  const headers = Object.entries(words).map(
    ([name, text]) => `${name}=${encodeURIComponent(text)}`,
  );
  const query = headers.length > 0 ? `?${headers.join("&")}` : "";
  return `mailto:${encodeURIComponent(email.slice(0, at))}${email.slice(at)}${query}`;
}
