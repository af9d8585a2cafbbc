// Encryption at rest for other companies' secrets, so that a copy of the database alone is useless.
// AES-256-GCM with a key derived from SECRET (HKDF, RFC 5869), one key per purpose.
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";

import type { SealPurpose } from "./sealed-purposes.ts";

declare const mark: unique symbol;
/** `sealed:v1:` followed by the nonce, the tag and the ciphertext in base64url. */
export type Sealed = string & { readonly [mark]: true };

/** The text was sealed under another secret or for another purpose, or was modified since. */
export class Unreadable extends Error {
  constructor() {
    super("The sealed text cannot be read");
    this.name = "Unreadable";
  }
}

const prefix = "sealed:v1:";
const cipher = "aes-256-gcm";
const keyBytes = 32;
// NIST SP 800-38D: a random nonce of 96 bits, and the longest tag.
const nonceBytes = 12;
const tagBytes = 16;

export function isSealed(text: string): text is Sealed {
  return text.startsWith(prefix);
}

/** Encrypts a text. The result differs each time, because the nonce is random. */
export function seal(secret: string, purpose: SealPurpose, plain: string): Sealed {
  const nonce = randomBytes(nonceBytes);
  const encryption = createCipheriv(cipher, keyOf(secret, purpose), nonce);
  const hidden = Buffer.concat([encryption.update(plain, "utf8"), encryption.final()]);
  const bytes = Buffer.concat([nonce, encryption.getAuthTag(), hidden]);
  return `${prefix}${bytes.toString("base64url")}` as Sealed;
}

/** Throws `Unreadable`. */
export function unseal(secret: string, purpose: SealPurpose, sealed: Sealed): string {
  const bytes = Buffer.from(sealed.slice(prefix.length), "base64url");
  const nonce = bytes.subarray(0, nonceBytes);
  const tag = bytes.subarray(nonceBytes, nonceBytes + tagBytes);
  try {
    const decryption = createDecipheriv(cipher, keyOf(secret, purpose), nonce, {
      authTagLength: tagBytes,
    });
    decryption.setAuthTag(tag);
    const hidden = bytes.subarray(nonceBytes + tagBytes);
    return Buffer.concat([decryption.update(hidden), decryption.final()]).toString("utf8");
  } catch {
    throw new Unreadable();
  }
}

function keyOf(secret: string, purpose: string): Buffer {
  return Buffer.from(hkdfSync("sha256", secret, "", `front-desk sealed ${purpose}`, keyBytes));
}
