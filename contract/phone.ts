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
