// cspell:ignore Acepto mandaremos mensajes Nunca recibir texto
// A lead is texted only with consent, between 8 am and 8 pm where they are, and never after STOP.
import { expect, test } from "vitest";
import { spanishHostedForm } from "#content/es/hosted-form.ts";
import { hostedFormWords } from "#content/messages.ts";
import { dayMs } from "#contract/durations.ts";
import { coversTexts, judgeText, type TextAsked } from "./text-permission.ts";

const phone = "+17275550142";
/** 10 am in Tampa. */
const now = new Date("2026-03-17T14:00:00Z");
const consent = "You agree that we may call, text or email you.";
const asked: TextAsked = {
  practice: { isOn: true, timeZone: "America/New_York" },
  lead: {
    ...{ phone, isTest: false, doNotCall: null, timeZones: ["America/New_York"] },
    ...{ thirdLastCalledAt: null, lastCalledAt: null },
  },
  consents: [{ phone, consent }],
  ...{ theirLastAt: null, isStopped: false, isNumberRejected: false },
};
const of = (lead: Partial<TextAsked["lead"]>) => ({ lead: { ...asked.lead, ...lead } });

test("a lead who agreed to texts can be texted", () => {
  expect(judgeText(asked, now)).toBeNull();
});

test("a lead who called can be texted without another consent, unless they opted out", () => {
  const called = { ...asked, consents: [], hasCalled: true };
  expect(judgeText(called, now)).toBeNull();
  expect(judgeText({ ...called, isStopped: true }, now)).toBe("opted_out");
});

test.each([
  ["texts are off", { practice: { ...asked.practice, isOn: false } }, "off"],
  ["it is a test lead", of({ isTest: true }), "test"],
  ["the number opted out", { isStopped: true }, "opted_out"],
  ["the lead must not be called", of({ doNotCall: { since: "", reason: "" } }), "do_not_call"],
  ["the lead has no phone number", of({ phone: "" }), "number"],
  ["the number is no person's", of({ phone: "+19005550142" }), "number"],
  ["the number is outside the US", of({ phone: "+18765550142" }), "number"],
  ["the provider rejected the number", { isNumberRejected: true }, "number"],
  ["there is no consent", { consents: [{ phone, consent: null }] }, "no_consent"],
  [
    "the consent is only about calls",
    { consents: [{ phone, consent: "We may call." }] },
    "no_consent",
  ],
  ["the consent was given for another number", of({ phone: "+17275550143" }), "no_consent"],
  ["it is night in one of their zones", of({ timeZones: ["America/Los_Angeles"] }), "hours"],
] satisfies [string, Partial<TextAsked>, string][])("not if %s", (_, change, refusal) => {
  expect(judgeText({ ...asked, ...change }, now)).toBe(refusal);
});

test.each([
  ["2026-03-17T11:59:59Z", "hours"],
  ["2026-03-17T12:00:00Z", null],
  ["2026-03-17T23:59:59Z", null],
  ["2026-03-18T00:00:00Z", "hours"],
  // The nights on which the clocks change: 8 am is 13:00 UTC before, and 12:00 after.
  ["2026-03-07T12:30:00Z", "hours"],
  ["2026-03-08T12:30:00Z", null],
  ["2026-10-31T12:30:00Z", null],
  ["2026-11-01T12:30:00Z", "hours"],
])("the hours in Tampa at %s", (at, refusal) => {
  expect(judgeText(asked, new Date(at))).toBe(refusal);
});

test("a text from the person may be answered for thirty days, without another consent", () => {
  const answer = { ...asked, consents: [], theirLastAt: now };
  expect(judgeText(answer, new Date(now.getTime() + 30 * dayMs - 1))).toBeNull();
  expect(judgeText(answer, new Date(now.getTime() + 30 * dayMs))).toBe("no_consent");
  expect(judgeText({ ...answer, isStopped: true }, now)).toBe("opted_out");
});

test.each([
  hostedFormWords.consent("Bayshore Dental"),
  spanishHostedForm.consent("Bayshore Dental"),
  "By checking this box I agree to receive SMS messages. Consent is not a condition of purchase.",
  "Acepto recibir mensajes de texto.",
])("“%s” covers texts", (sentence) => {
  expect(coversTexts(sentence)).toBe(true);
});

test.each([
  null,
  "",
  "We’ll use this number only to talk with you about your request.",
  "We will never text you.",
  "I agree to calls, but not to texts.",
  "Nunca le mandaremos mensajes de texto.",
  "I read the context of this form.",
])("“%s” doesn't cover texts", (sentence) => {
  expect(coversTexts(sentence)).toBe(false);
});
