import { expect, test } from "vitest";
import { toSolution, usableTime } from "./captcha-solution.ts";

test("a usable solution is renewed fifteen seconds before the server would refuse it", () => {
  const askedAt = new Date("2026-03-17T08:00:00Z");
  const expiresAt = new Date("2026-03-17T08:30:00Z").getTime() / 1000;
  expect(usableTime(expiresAt, askedAt)).toBe(30 * 60_000 - 15_000);
});

test("a solution that has run out is not usable, and one without a date always is", () => {
  expect(usableTime(1000, new Date(2_000_000))).toBe(0);
  expect(usableTime(undefined, new Date())).toBeNull();
});

test("a solution is base64 of the challenge and what was found, and nothing else", () => {
  const challenge = { parameters: { salt: "aa" }, signature: "bb" };
  const found = { counter: 7, derivedKey: "cc", time: 12 };
  expect(JSON.parse(atob(toSolution(challenge, found)))).toEqual({
    challenge,
    solution: { counter: 7, derivedKey: "cc" },
  });
});
