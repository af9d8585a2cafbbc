// US phone numbers as people write them.

/** Applies the mask (###) ###-#### to as many digits as there are. */
export function formatUsPhone(digits: string): string {
  const [area, exchange, rest] = [digits.slice(0, 3), digits.slice(3, 6), digits.slice(6, 10)];
  if (rest) return `(${area}) ${exchange}-${rest}`;
  if (exchange) return `(${area}) ${exchange}`;
  return area && `(${area}`;
}

/** Formats an E.164 number: (813) 555-0100 for a US one; any other unchanged. */
export function phoneText(phone: string): string {
  const american = /^\+1(\d{10})$/.exec(phone)?.[1];
  return american ? formatUsPhone(american) : phone;
}

/**
 * Checks whether the text contains a phone number that can be dialed: a complete US number anywhere
 * in it, or one that begins with + and a country code. Other text is stored as typed and marked as
 * not a valid number.
 */
export function isCallable(phone: string): boolean {
  const foreign = /^\s*\+(?!1)([\d\s().-]+)/.exec(phone)?.[1]?.replace(/\D/g, "");
  if (foreign !== undefined) return foreign.length >= 8 && foreign.length <= 15;
  return /(?<!\d)1?\D{0,3}[2-9]\d{2}\D{0,3}[2-9]\d{2}\D{0,3}\d{4}(?!\d)/.test(phone);
}

/** Returns a number as it is dialed: an extension is for the person who answers. */
export function withoutExtension(phone: string): string {
  return phone.replace(/\W{0,3}(?:extension|ext|x|#)\W{0,3}\d{1,6}\W*$/i, "");
}
