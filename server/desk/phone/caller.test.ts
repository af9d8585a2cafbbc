import { expect, test } from "vitest";
import { callerOf } from "./caller.ts";

test.each([
  ["+17275550142", "+17275550142"],
  ["+442071838750", "+442071838750"],
  ["+266696687", null],
  ["+7378742833", null],
  ["+2562533", null],
  ["+8656696", null],
  ["+86282452253", null],
  ["anonymous", null],
  ["Restricted", null],
  ["", null],
  ["+1", null],
  ["911", null],
  ["+10000000000", null],
  ["sip:desk@example.com", null],
  ["client:somebody", null],
  ["7275550142", null],
])("the caller of %s is %s", (from, phone) => {
  expect(callerOf(from)).toBe(phone);
});
