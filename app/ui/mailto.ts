/**
 * A mailto link. The address is escaped, because its local part may contain URL delimiters (RFC
 * 6068).
 */
export function mailtoUrl(email: string): string {
  const at = email.lastIndexOf("@");
  return `mailto:${encodeURIComponent(email.slice(0, at))}${email.slice(at)}`;
}
