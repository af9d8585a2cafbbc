// Parses and formats US phone numbers as people write them.

/** Applies the mask (###) ###-#### to the digits so far. */
export function formatUsPhone(digits: string): string {
  const [area, exchange, rest] = [digits.slice(0, 3), digits.slice(3, 6), digits.slice(6, 10)];
  if (rest) return `(${area}) ${exchange}-${rest}`;
  if (exchange) return `(${area}) ${exchange}`;
  return area && `(${area}`;
}

/** Formats a US number in E.164 as (813) 555-0100. Returns other numbers unchanged. */
export function phoneText(phone: string): string {
  const american = /^\+1(\d{10})$/.exec(phone)?.[1];
  return american ? formatUsPhone(american) : phone;
}

/**
 * Returns whether the text contains a number that can be dialed, which is a complete US number
 * anywhere in it, or a number that begins with + and a country code. Any other text is stored as
 * typed and marked as an invalid number.
 */
export function isCallable(phone: string): boolean {
  const foreign = /^\s*\+(?!1)([\d\s().-]+)/.exec(phone)?.[1]?.replace(/\D/g, "");
  if (foreign !== undefined) return foreign.length >= 8 && foreign.length <= 15;
  return /(?<!\d)1?\D{0,3}[2-9]\d{2}\D{0,3}[2-9]\d{2}\D{0,3}\d{4}(?!\d)/.test(phone);
}

/** Returns the number to dial, without its extension, which is for the person who answers. */
export function withoutExtension(phone: string): string {
  return phone.replace(/\W{0,3}(?:extension|ext|x|#)\W{0,3}\d{1,6}\W*$/i, "");
}
