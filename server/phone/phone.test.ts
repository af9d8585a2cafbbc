import { expect, test } from "vitest";
import { phoneText } from "#contract/phone.ts";
import { readPhone } from "./phone.ts";

test.each([
  ["(813) 555-0142", "+18135550142"],
  ["1-813-555-0142", "+18135550142"],
  ["+44 20 7946 0958", "+442079460958"],
])("%s is a valid personal number", (typed, text) => {
  expect(readPhone(typed)).toEqual({ text, isValid: true });
});

test.each([
  "000-000-0000",
  "999-999-9999",
  "555-555-5555",
  "211-555-0142",
  "123-456-7890",
  "none",
  "n/a",
  "",
  "555-0142",
  "911",
  "813-555-0142 ext. 12",
])("%s is stored as typed, and is not a valid number", (typed) => {
  expect(readPhone(typed)).toEqual({ text: typed, isValid: false });
});

test("a number with an unknown area code is valid, too", () => {
  expect(readPhone("(200) 555-0101")).toEqual({ text: "+12005550101", isValid: true });
});

test("a US number is shown in national format, others unchanged", () => {
  expect(phoneText("+18135550142")).toBe("(813) 555-0142");
  expect(phoneText("+442079460000")).toBe("+442079460000");
  expect(phoneText("ask for Jo")).toBe("ask for Jo");
});
