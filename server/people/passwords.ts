// Hashes passwords with argon2id, with the same work whether or not an account exists.
import { hash, verify } from "@node-rs/argon2";

// OWASP Password Storage Cheat Sheet: m = 19 MiB, t = 2, p = 1 (argon2id is the library's default).
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

export function hashPassword(password: string): Promise<string> {
  return hash(password, cost);
}

/**
 * Verifies a password. `passwordHash` is null for an unknown email address; the same work is then
 * done anyway, so that the time taken doesn't reveal it.
 */
export async function isPassword(passwordHash: string | null, password: string): Promise<boolean> {
  const isRight = await verify(passwordHash ?? (await decoy()), password);
  return passwordHash !== null && isRight;
}

let madeDecoy: Promise<string> | null = null;

function decoy(): Promise<string> {
  madeDecoy ??= hashPassword("nobody's password");
  return madeDecoy;
}
