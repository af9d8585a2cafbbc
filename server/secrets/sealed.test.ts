import fc from "fast-check";
import { expect, test } from "vitest";
import { isSealed, type Sealed, seal, Unreadable, unseal } from "./sealed.ts";
import type { SealPurpose } from "./sealed-purposes.ts";

const purpose = "meta page token";
const secret = "a secret for tests that is long enough";

test("sealed text can be unsealed, differs each time, and doesn't contain the plain text", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), (plain) => {
      const sealed = seal(secret, purpose, plain);
      expect(isSealed(sealed)).toBe(true);
      expect(unseal(secret, purpose, sealed)).toBe(plain);
      expect(seal(secret, purpose, plain)).not.toBe(sealed);
      if (plain.length > 8) expect(sealed).not.toContain(plain);
    }),
  );
});

test("sealed text is rejected with another secret or purpose, or after any modification", () => {
  const sealed = seal(secret, purpose, "EAAexample");
  expect(() => unseal(`${secret}!`, purpose, sealed)).toThrow(Unreadable);
  expect(() => unseal(secret, "second factor", sealed)).toThrow(Unreadable);
  const bytes = Buffer.from(sealed.slice("sealed:v1:".length), "base64url");
  fc.assert(
    fc.property(fc.nat(bytes.length - 1), fc.integer({ min: 1, max: 255 }), (at, flipped) => {
      const changed = Buffer.from(bytes);
      changed[at] = (changed[at] ?? 0) ^ flipped;
      const text = `sealed:v1:${changed.toString("base64url")}` as Sealed;
      expect(() => unseal(secret, purpose, text)).toThrow(Unreadable);
    }),
  );
  for (const length of [0, 4, 12, 20, 28]) {
    const cut = `sealed:v1:${bytes.subarray(0, length).toString("base64url")}` as Sealed;
    expect(() => unseal(secret, purpose, cut)).toThrow(Unreadable);
  }
});

test("text that an earlier version sealed can still be read", () => {
  const kept = "sealed:v1:Z2M-tXGOv_4UerT111oXs-Ko0ks4wFm5YMeYC9737x4ye4RnqpY" as Sealed;
  expect(unseal(secret, "page token" as SealPurpose, kept)).toBe("EAAexample");
});

test("a token isn't mistaken for sealed text", () => {
  expect(isSealed("EAAexample")).toBe(false);
  expect(isSealed("")).toBe(false);
});
