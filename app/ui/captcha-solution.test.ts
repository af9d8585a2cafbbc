import { expect, test } from "vitest";
import { toSolution, usableTime } from "./captcha-solution.ts";

test("a solution is renewed fifteen seconds before it expires", () => {
  const askedAt = new Date("2026-03-17T08:00:00Z");
  const expiresAt = new Date("2026-03-17T08:30:00Z").getTime() / 1000;
  expect(usableTime(expiresAt, askedAt)).toBe(30 * 60_000 - 15_000);
});

test("an expired solution can't be used, and a solution without an expiration has no limit", () => {
  expect(usableTime(1000, new Date(2_000_000))).toBe(0);
  expect(usableTime(undefined, new Date())).toBeNull();
});

test("a solution is the challenge and its result, encoded in base64", () => {
  const challenge = { parameters: { salt: "aa" }, signature: "bb" };
  const found = { counter: 7, derivedKey: "cc", time: 12 };
  expect(JSON.parse(atob(toSolution(challenge, found)))).toEqual({
    challenge,
    solution: { counter: 7, derivedKey: "cc" },
  });
});
