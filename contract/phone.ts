// An American number as people write it.

/** As much of the mask (###) ###-#### as there are digits for. */
export function formatUsPhone(digits: string): string {
  const [area, exchange, rest] = [digits.slice(0, 3), digits.slice(3, 6), digits.slice(6, 10)];
  if (rest) return `(${area}) ${exchange}-${rest}`;
  if (exchange) return `(${area}) ${exchange}`;
  return area && `(${area}`;
}

/** Of a number in E.164: (813) 555-0142 for an American one; any other as it is. */
export function phoneText(phone: string): string {
  const american = /^\+1(\d{10})$/.exec(phone)?.[1];
  return american ? formatUsPhone(american) : phone;
}

/**
 * Whether there is a number in it that somebody could dial: a whole American one, wherever in the text,
 * or one that begins with + and its country. What is no number is kept as typed, and said to be none.
 */
export function isCallable(phone: string): boolean {
  const foreign = /^\s*\+(?!1)([\d\s().-]+)/.exec(phone)?.[1]?.replace(/\D/g, "");
  if (foreign !== undefined) return foreign.length >= 8 && foreign.length <= 15;
  return /(?<!\d)1?\D{0,3}[2-9]\d{2}\D{0,3}[2-9]\d{2}\D{0,3}\d{4}(?!\d)/.test(phone);
}
