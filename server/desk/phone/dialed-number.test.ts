import { expect, test } from "vitest";
import { judgeNumber } from "./dialed-number.ts";

test.each([
  ["a Tampa number", "+18135550142", null],
  ["a Toronto number while only the US is configured", "+14165550142", "country"],
  ["a number in Jamaica", "+18765550142", "country"],
  ["a number in the Dominican Republic", "+18095550142", "country"],
  ["a number in Grenada", "+14735550142", "country"],
  ["a toll-free number", "+18885550142", "country"],
  ["an area code that is not in use", "+12225550142", "country"],
  ["a London number", "+442079460142", "country"],
  ["a premium area code", "+19005550100", "service_number"],
  ["a premium exchange", "+18139760142", "service_number"],
  ["directory assistance", "+18135551212", "service_number"],
  ["an emergency code as an area code", "+19115550142", "service_number"],
  ["an emergency code as an exchange", "+18139110142", "service_number"],
  ["a service code as an exchange", "+18134110142", "service_number"],
  ["the emergency number", "911", "not_a_number"],
  ["the emergency number with a country code", "+1911", "not_a_number"],
  ["the emergency test number", "933", "not_a_number"],
  ["the crisis line", "988", "not_a_number"],
  ["a number as it was typed", "(813) 555-0142", "not_a_number"],
  ["a number with an extension", "+18135550142x12", "not_a_number"],
  ["a number with another one after it", "+18135550142,,911", "not_a_number"],
  ["a SIP address", "sip:front-desk@example.com", "not_a_number"],
  ["no number", "", "not_a_number"],
])("whether the app dials %s, and the reason if it doesn't", (_, phone, refusal) => {
  expect(judgeNumber(phone, ["US"])).toBe(refusal);
});

test("a Toronto number is dialed if Canada is configured, and a US number isn't dialed if no country is configured", () => {
  expect(judgeNumber("+14165550142", ["US", "CA"])).toBeNull();
  expect(judgeNumber("+18135550142", [])).toBe("country");
});
