import { expect, test } from "vitest";
import { hostileTexts } from "#server/testing/hostile-texts.ts";
import { type CallStep, writeTwiml } from "./twiml.ts";

const start = '<?xml version="1.0" encoding="UTF-8"?><Response>';
const ask: CallStep = {
  ...{ ask: "New lead: Ruth. Press 1 to call, 9 to skip.", seconds: 8 },
  action: "https://desk.example.com/api/rings/key?ring=1&attempt=2",
};
const dial: CallStep = {
  ...{ dial: "+18135550142", from: "+18135550100", ringSeconds: 25, limitSeconds: 3600 },
  action: "https://desk.example.com/api/rings/ended",
  statusUrl: "https://desk.example.com/api/rings/lead",
};
const ring: CallStep = {
  ...{ ring: "+18135550150", ringSeconds: 20, limitSeconds: 3600 },
  askUrl: "https://desk.example.com/api/voice/incoming?step=ask",
  action: "https://desk.example.com/api/voice/incoming?step=after",
};

test("a question for a key is written with its URL escaped", () => {
  expect(writeTwiml([ask])).toBe(
    `${start}<Gather input="dtmf" numDigits="1" finishOnKey="" timeout="8" action="https://desk.example.com/api/rings/key?ring=1&#38;attempt=2" method="POST"><Say>New lead: Ruth. Press 1 to call, 9 to skip.</Say></Gather><Hangup/></Response>`,
  );
});

test("dialing a lead is written with the practice's number and every event of the line", () => {
  expect(writeTwiml([{ say: "Connecting you now." }, dial])).toBe(
    `${start}<Say>Connecting you now.</Say><Dial callerId="+18135550100" timeout="25" timeLimit="3600" hangupOnStar="true" action="https://desk.example.com/api/rings/ended" method="POST"><Number statusCallbackEvent="initiated ringing answered completed" statusCallback="https://desk.example.com/api/rings/lead">+18135550142</Number></Dial><Hangup/></Response>`,
  );
});

test("ringing an office phone is written so that the caller hears ringing, with the caller's number", () => {
  expect(writeTwiml([ring])).toBe(
    `${start}<Dial answerOnBridge="true" timeout="20" timeLimit="3600" action="https://desk.example.com/api/voice/incoming?step=after" method="POST"><Number url="https://desk.example.com/api/voice/incoming?step=ask" method="POST">+18135550150</Number></Dial><Hangup/></Response>`,
  );
});

test("a sentence in Spanish is spoken in Spanish", () => {
  expect(writeTwiml([{ saySpanish: "Adiós." }])).toBe(
    `${start}<Say language="es-US">Adiós.</Say><Hangup/></Response>`,
  );
});

test("a busy signal is given before the call is answered", () => {
  expect(writeTwiml(["busy"])).toBe(`${start}<Reject reason="busy"/><Hangup/></Response>`);
});

test.each<[string, CallStep[]]>([
  ["without steps", []],
  ["with a sentence", [{ say: "Already taken." }]],
  ["with a question", [ask]],
  ["with a dialed lead", [dial]],
])("TwiML %s ends with a hang-up", (_, steps) => {
  expect(writeTwiml(steps)).toMatch(/<Hangup\/><\/Response>$/);
});

test.each(hostileTexts)("the text %j is escaped in speech, URLs and numbers", (text) => {
  const written = writeTwiml([
    { say: text },
    { ...ask, ask: text, action: text },
    { ...dial, dial: text },
    { ...ring, ring: text, askUrl: text, action: text },
  ]);
  const names = [...written.matchAll(/<(\w+)/g)].map(([, name]) => name);
  const expected = ["Response", "Say", "Gather", "Say", "Dial", "Number"];
  expect(names).toEqual([...expected, "Dial", "Number", "Hangup"]);
  // It has only characters that XML 1.0 allows, and every & begins a character reference.
  expect(written).not.toMatch(/[\p{Cc}\p{Cs}\uFFFE\uFFFF]/u);
  expect(written.replaceAll(/&#\d+;/g, "")).not.toContain("&");
});
