// A keyed hash that replaces an email address where the address itself must not be stored.
import { createHmac, hkdfSync } from "node:crypto";

const keyBytes = 32;

/**
 * Returns the hash in hexadecimal. Testing addresses against it requires SECRET, and each practice
 * has a different hash of the same address.
 */
export function hashAddress(secret: string, clientId: string, address: string): string {
  const key = Buffer.from(hkdfSync("sha256", secret, "", "mail stops", keyBytes));
  const normalized = address.trim().toLowerCase();
  return createHmac("sha256", key).update(`${clientId} ${normalized}`).digest("hex");
}
