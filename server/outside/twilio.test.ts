// cspell:ignore Pnoemp Aezc mycompany
import { expect, test } from "vitest";
import { makeTwilio, signWebhook } from "./twilio.ts";

// The example of a signed request in twilio.com/docs/usage/security.
const url = "https://mycompany.com/myapp.php?foo=1&bar=2";
const fields: [string, string][] = [
  ["Digits", "1234"],
  ["To", "+18005551212"],
  ["From", "+14158675310"],
  ["Caller", "+14158675310"],
  ["CallSid", "CA1234567890ABCDE"],
];
const documented = "GvWf1cFY/Q7PnoempGyD5oXAezc=";
const { isSigned } = makeTwilio({
  ...{ accountSid: "AC1", authToken: "12345", apiUrl: "http://127.0.0.1:9" },
});

test("the signature matches Twilio's documentation", () => {
  expect(signWebhook("12345", url, fields)).toBe(documented);
});

test.each<[string, string, [string, string][], string, boolean]>([
  ["the documented request", url, fields, documented, true],
  ["the fields in another order", url, fields.toReversed(), documented, true],
  ["an added field", url, [...fields, ["SpeechResult", "yes"]], documented, false],
  ["a missing field", url, fields.slice(1), documented, false],
  ["another key", url, [["Digits", "1"], ...fields.slice(1)], documented, false],
  ["http instead of https", url.replace("https:", "http:"), fields, documented, false],
  ["another host", url.replace("mycompany", "example"), fields, documented, false],
  ["another query", `${url}&practice=2`, fields, documented, false],
  ["no signature", url, fields, "", false],
  ["a shorter signature", url, fields, documented.slice(1), false],
])("whether Twilio's signature is valid for %s", (_, signedUrl, signed, signature, expected) => {
  expect(isSigned(signedUrl, signed, signature)).toBe(expected);
});
