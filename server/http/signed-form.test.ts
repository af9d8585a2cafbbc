import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { makeTwilio, signWebhook } from "#server/outside/twilio.ts";
import { readSignedForm } from "./signed-form.ts";

const origin = "https://desk.example.com";
const authToken = "an-auth-token";
const twilio = makeTwilio({ accountSid: "AC1", authToken, apiUrl: "http://127.0.0.1:9" });
const form = "CallSid=CA1&Digits=1";
const fields: [string, string][] = [
  ["CallSid", "CA1"],
  ["Digits", "1"],
];
const json = '{"CallSid":"CA1"}';
const hashOf = (body: string) => createHash("sha256").update(body).digest("hex");

/** `signed`: the fields that the signature covers. For JSON, Twilio signs the URL alone. */
function read(search: string, body: string, signed: [string, string][]) {
  const path = `/api/voice/rings${search}`;
  const signature = signWebhook(authToken, `${origin}${path}`, signed);
  // Behind a proxy, the request has another origin.
  const url = new URL(`http://10.0.0.2:3000${path}`);
  return readSignedForm({ config: { origin } }, twilio, { url, body, signature });
}

test.each([
  ["without a hash", "?ring=1"],
  ["with its own hash", `?ring=1&bodySHA256=${hashOf(form)}`],
])("a signed form %s is read", (_, search) => {
  expect(read(search, form, fields)).toEqual(fields);
});

test.each<[string, string, string, [string, string][]]>([
  ["a form with the hash of another body", `?bodySHA256=${hashOf(json)}`, form, fields],
  ["a form with an empty hash", "?bodySHA256=", form, fields],
  ["an empty body with the hash of another one", `?bodySHA256=${hashOf(json)}`, "", []],
  ["a form whose fields aren't signed", `?bodySHA256=${hashOf(form)}`, form, []],
  ["JSON with its hash", `?bodySHA256=${hashOf(json)}`, json, []],
])("%s is rejected", (_, search, body, signed) => {
  expect(() => read(search, body, signed)).toThrow("forbidden");
});
