import { expect, test } from "vitest";
import { phoneText, withoutExtension } from "#contract/phone.ts";
import { isDamaged, readPhone } from "./phone.ts";

test.each([
  ["(813) 555-0142", "+18135550142"],
  ["1-813-555-0142", "+18135550142"],
  ["+44 20 7946 0958", "+442079460958"],
  ["8135550143.0", "+18135550143"],
  ["8.135550142E+09", "+18135550142"],
  ['="8135550148"', "+18135550148"],
  ["'8135550149", "+18135550149"],
  ["813-555-0144 / 727-555-0145", "+18135550144"],
  ["813-555-0144 or 727-555-0145", "+18135550144"],
  ["none; 727-555-0145", "+17275550145"],
  ["813-555-0144 ::: 727-555-0145", "+18135550144"],
  ["+1+18135550147", "+18135550147"],
  ["1 1 813 555 0147", "+18135550147"],
  ["001 813 555 0150", "+18135550150"],
  ["0044 20 7946 0958", "+442079460958"],
  ["call after 5 813-555-0151", "+18135550151"],
  ["(813) 555-0152 (mobile)", "+18135550152"],
])("%s is parsed as a valid number", (typed, text) => {
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
  "813-555-0146 x204",
  "8.13555E+09",
  "12345678135550142",
  `813-555-0142${" ".repeat(200)}`,
])("%s is stored as typed and marked invalid", (typed) => {
  expect(readPhone(typed)).toEqual({ text: typed, isValid: false });
});

test("a number with an unknown area code is still valid", () => {
  expect(readPhone("(200) 555-0101")).toEqual({ text: "+12005550101", isValid: true });
});

test("a US number is shown in national format, and any other text is shown unchanged", () => {
  expect(phoneText("+18135550142")).toBe("(813) 555-0142");
  expect(phoneText("+442079460000")).toBe("+442079460000");
  expect(phoneText("ask for Jo")).toBe("ask for Jo");
});

test.each([
  ["8.13555E+09", true],
  ["8.135550142E+09", false],
  ["813-555-0142", false],
])("%s counts as damaged by a spreadsheet: %s", (typed, is) => {
  expect(isDamaged(typed)).toBe(is);
});

test.each([
  ["813-555-0146 x204", "813-555-0146"],
  ["813-555-0146, ext. 204", "813-555-0146"],
  ["+18135550142", "+18135550142"],
])("the number %s is dialed as %s", (phone, dialed) => {
  expect(withoutExtension(phone)).toBe(dialed);
});
