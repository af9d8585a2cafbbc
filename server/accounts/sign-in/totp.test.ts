import { Secret, TOTP } from "otpauth";
import { expect, test } from "vitest";
import { acceptedStep, makeTotpSecret, totpUri } from "./totp.ts";

const secret = new Secret({ buffer: new TextEncoder().encode("12345678901234567890").buffer })
  .base32;
const at = (seconds: number) => new Date(seconds * 1000);
const codeAt = (seconds: number) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: seconds * 1000 });
const accepted = (code: string, seconds: number, lastStep = 0) =>
  acceptedStep(secret, code, { now: at(seconds), lastStep });

// The SHA-1 test vectors of RFC 6238, appendix B, cut to the last six of their eight digits.
test.each([
  [59, "287082"],
  [1_111_111_109, "081804"],
  [1_111_111_111, "050471"],
  [1_234_567_890, "005924"],
  [2_000_000_000, "279037"],
  [20_000_000_000, "353130"],
])("the RFC's code for %i seconds is accepted", (seconds, code) => {
  expect(accepted(code, seconds)).toBe(Math.floor(seconds / 30));
});

test("a code one time step away is accepted; a code two steps away is rejected", () => {
  const now = 1_000_000 * 30;
  expect(accepted(codeAt(now - 30), now)).toBe(999_999);
  expect(accepted(codeAt(now + 30), now)).toBe(1_000_001);
  expect(accepted(codeAt(now - 60), now)).toBeNull();
  expect(accepted(codeAt(now + 60), now)).toBeNull();
});

test("a code works once, and codes older than the last used one never work", () => {
  const now = 1_000_000 * 30;
  expect(accepted(codeAt(now), now, 1_000_000)).toBeNull();
  expect(accepted(codeAt(now - 30), now, 1_000_000)).toBeNull();
  expect(accepted(codeAt(now), now, 999_999)).toBe(1_000_000);
});

test("spaces in a code are ignored, and anything but six digits is rejected", () => {
  expect(accepted("287 082", 59)).toBe(1);
  for (const code of ["", "28708", "2870821", "abcdef", "２８７０８２", "-87082", "1e5000"]) {
    expect(accepted(code, 59)).toBeNull();
  }
});

test("a TOTP secret has 160 bits, and its otpauth URI names the account", () => {
  const made = makeTotpSecret();
  expect(Secret.fromBase32(made).bytes.length).toBe(20);
  expect(made).not.toBe(makeTotpSecret());
  const uri = totpUri(made, { issuer: "Bay & Co", account: "dana@example.com" });
  expect(uri).toMatch(/^otpauth:\/\/totp\/Bay%20%26%20Co:dana%40example\.com\?/);
  expect(uri).toContain(`secret=${made}`);
});
