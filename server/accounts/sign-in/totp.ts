// Codes of an authenticator app: RFC 6238 with what every app supports (SHA-1, 30 seconds, 6 digits).
// Pure: the current time is an argument.
import { Secret, TOTP } from "otpauth";
import { totpDigits } from "#contract/factors.ts";

const periodMs = 30_000;
/** RFC 4226, section 4: at least 128 bits, 160 recommended. */
const secretBytes = 20;
/**
 * RFC 6238, section 5.2: one step in either direction allows for the network and the phone's clock.
 */
const window = 1;

/** Makes a secret in Base32. */
export function makeTotpSecret(): string {
  return new Secret({ size: secretBytes }).base32;
}

/** Returns the URI; `issuer` and `account` are what the app shows. */
export function totpUri(secret: string, { issuer, account }: { issuer: string; account: string }) {
  return totp(secret, { issuer, label: account }).toString();
}

/**
 * Returns the time step of a correct code. Returns null for a wrong code, and for a code from
 * `lastStep` or earlier, so that a used or observed code doesn't work again.
 */
export function acceptedStep(
  secret: string,
  code: string,
  { now, lastStep }: { now: Date; lastStep: number },
): number | null {
  const token = code.replaceAll(" ", "");
  if (!/^\d{6}$/.test(token)) return null;
  const delta = totp(secret).validate({ token, window, timestamp: now.getTime() });
  if (delta === null) return null;
  const step = Math.floor(now.getTime() / periodMs) + delta;
  return step > lastStep ? step : null;
}

function totp(secret: string, names: { issuer?: string; label?: string } = {}): TOTP {
  const period = periodMs / 1000;
  return new TOTP({ ...names, secret: Secret.fromBase32(secret), digits: totpDigits, period });
}
