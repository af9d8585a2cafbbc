// A keyed hash that stands for an email address where the address itself must not be stored.
import { createHmac, hkdfSync } from "node:crypto";

const keyBytes = 32;

/**
 * Hashes an address in hexadecimal. Without SECRET, addresses can't be tested against it; an
 * address has a different hash in each practice.
 */
export function hashAddress(secret: string, clientId: string, address: string): string {
  const key = Buffer.from(hkdfSync("sha256", secret, "", "mail stops", keyBytes));
  const normalized = address.trim().toLowerCase();
  return createHmac("sha256", key).update(`${clientId} ${normalized}`).digest("hex");
}
