// cspell:ignore hjkmnp HVLR qhvir
import { expect, test } from "vitest";
import { hashRecoveryCode, makeRecoveryCodes } from "./recovery-codes.ts";

test("the ten recovery codes are all different, with 24 characters and 120 random bits each", () => {
  const codes = makeRecoveryCodes();
  expect(codes).toHaveLength(10);
  expect(new Set(codes).size).toBe(10);
  for (const code of codes)
    expect(code).toMatch(/^([0-9a-hjkmnp-tv-z]{4}-){5}[0-9a-hjkmnp-tv-z]{4}$/);
});

test("a 16-character code from an earlier version is still accepted", () => {
  // The hash that the database stores for this code.
  const stored = "c16fad4d7328dd37c89bc7784778e5f9f0bbdafe05ff31c89d92fdb8e315514b";
  expect(hashRecoveryCode("7k2m-x9pd-4t0q-hv1r")).toBe(stored);
});

test("a recovery code matches no matter how it's typed", () => {
  const hash = hashRecoveryCode("7k2m-x9pd-4t0q-hv1r");
  expect(hashRecoveryCode(" 7K2M X9PD 4TOQ HVLR ")).toBe(hash);
  expect(hashRecoveryCode("7k2mx9pd4t0qhvir")).toBe(hash);
  expect(hashRecoveryCode("7k2m-x9pd-4t0q-hv1s")).not.toBe(hash);
});
