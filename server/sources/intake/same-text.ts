import { createHmac, timingSafeEqual } from "node:crypto";

/** Compares secrets in constant time. */
export function isSameText(one: string, other: string): boolean {
  const [a, b] = [one, other].map((text) => createHmac("sha256", "compare").update(text).digest());
  return a !== undefined && b !== undefined && timingSafeEqual(a, b);
}
