// What an address is known by where the address itself must not stay.
import { createHmac, hkdfSync } from "node:crypto";

const keyBytes = 32;

/**
 * Keyed, so that nobody without the product's secret can try addresses against it; another practice's
 * hash of the same address is another one. Hexadecimal.
 */
export function hashAddress(secret: string, clientId: string, address: string): string {
  const key = Buffer.from(hkdfSync("sha256", secret, "", "mail stops", keyBytes));
  const normalized = address.trim().toLowerCase();
  return createHmac("sha256", key).update(`${clientId} ${normalized}`).digest("hex");
}
