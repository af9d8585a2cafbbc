import { expect, test } from "vitest";
import { isCallable } from "#contract/phone.ts";

test.each([
  "+18135550142",
  "(813) 555-0142",
  "813.555.0142",
  "1 813 555 0142",
  "813-555-0142 ext. 12",
  "after five: 8135550142",
  "+44 20 7946 0958",
])("%s is accepted as a phone number", (phone) => {
  expect(isCallable(phone)).toBe(true);
});

test.each(["12", "7", "813-555", "555-0142", "none", "000-000-0000", "+44 20", "81355501421234"])(
  "%s is not a valid phone number",
  (phone) => {
    expect(isCallable(phone)).toBe(false);
  },
);
