// Recovery codes, for someone who has lost their phone. Only hashes are stored. A code has 120
// random bits, so a fast hash is enough: OWASP ASVS 6.5.2 asks for a slow hash only below 112 bits.
import { createHash, randomInt } from "node:crypto";
import { recoveryCodeCount } from "#contract/factors.ts";

/** Crockford's Base32 in lowercase: without i, l, o and u, which are misread. */
// cspell:disable-next-line
const letters = "0123456789abcdefghjkmnpqrstvwxyz";
const groups = 6;
const groupLength = 4;

/** Makes ten codes such as "7k2m-x9pd-4t0q-hv3r-8wfa-6znc". */
export function makeRecoveryCodes(): string[] {
  return Array.from({ length: recoveryCodeCount }, () =>
    Array.from({ length: groups }, makeGroup).join("-"),
  );
}

function makeGroup(): string {
  return Array.from({ length: groupLength }, () => letters[randomInt(letters.length)]).join("");
}

/**
 * Hashes a code with SHA-256, in hexadecimal. Case, spaces and hyphens don't matter; o counts as 0,
 * i and l as 1.
 */
export function hashRecoveryCode(code: string): string {
  const plain = code
    .toLowerCase()
    .replaceAll(/[\s-]/g, "")
    .replaceAll("o", "0")
    .replaceAll(/[il]/g, "1");
  return createHash("sha256").update(plain).digest("hex");
}
