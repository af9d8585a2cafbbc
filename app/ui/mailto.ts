/** Opens a mail to this address. Its mailbox may hold what ends an address in a link (RFC 6068). */
export function mailtoUrl(email: string): string {
  const at = email.lastIndexOf("@");
  return `mailto:${encodeURIComponent(email.slice(0, at))}${email.slice(at)}`;
}
