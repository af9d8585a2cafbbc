// cspell:ignore Tiene dolor podemos ayudarle Limpieza mensaje duele muela
import { expect, test } from "vitest";
import {
  fieldsInAnswers,
  firstWordsIn,
  isMessage,
  longestFirstWords,
} from "#contract/fields-in-answers.ts";

const answered = (name: string, ...values: string[]) => fieldsInAnswers([{ name, values }]);

test.each([
  "insurance",
  "Insurance:",
  "dental_insurance",
  "insurance_provider",
  "insuranceCarrier",
  "fields[insurance]",
  "Your dental insurance company",
  "Who is your insurance provider?",
  "What is your dental insurance plan?",
  "which_insurance_do_you_have?",
  "What type of dental insurance do you have?",
  "Do you have insurance?",
  "do_you_currently_have_dental_insurance",
])('"%s" asks for insurance', (question) => {
  expect(answered(question, "Delta Dental PPO")).toEqual({ insurance: "Delta Dental PPO" });
});

test.each([
  "best_time_to_call",
  "bestTimeToCall",
  "fields[best-time-to-call]",
  "Best time to reach you",
  "What is the best time to call you?",
  "When is a good time to call?",
  "What is the best day and time to contact you?",
  "Preferred time of day to talk",
  "Preferred contact time",
  "When can we call you?",
  "When should we call back?",
  "When would you like us to call?",
  "When do you want to be contacted?",
])('"%s" asks for the best time to call', (question) => {
  expect(answered(question, "After 5")).toEqual({ bestTime: "After 5" });
});

test.each([
  "Insurance member ID",
  "insurance_card",
  "insurance_phone_number",
  "Is insurance important to you?",
  "Would you come without insurance?",
  "Do you have questions about insurance?",
  "Preferred time",
  "Best time",
  "When would suit you?",
  "When would you like an appointment?",
  "What is the best time for your appointment?",
  "Best time to call your office?",
  "call",
  "",
])("an answer to the question %s doesn't fill a field of the lead", (question) => {
  expect(answered(question, "Yes")).toEqual({});
});

test.each([
  [["delta_dental"], "Delta dental"],
  [["yes"], "Yes"],
  [["9am-5pm"], "9am-5pm"],
  [["Mornings", "", "Evenings"], "Mornings, Evenings"],
  [["Delta\nDental "], "Delta Dental"],
  [[" "], undefined],
  [[], undefined],
  [["a".repeat(120)], "A".concat("a".repeat(119))],
  [["a".repeat(121)], undefined],
])("the answer %j to a question about insurance fills the field with %s", (values, kept) => {
  expect(answered("insurance", ...values).insurance).toBe(kept);
});

test("answers to several questions about insurance are joined as long as they fit", () => {
  const answers = [
    { name: "Insurance", values: [""] },
    { name: "Do you have insurance?", values: ["yes"] },
    { name: "Insurance provider", values: ["Aetna"] },
    { name: "Insurance plan", values: ["a".repeat(120)] },
    { name: "Best time to call", values: ["Mornings"] },
  ];
  expect(fieldsInAnswers(answers)).toEqual({ insurance: "Yes, Aetna", bestTime: "Mornings" });
});

test.each([
  ["message", true],
  ["your-message", true],
  ["fields[message]", true],
  ["Comments", true],
  ["Anything else?", true],
  ["How can we help you?", true],
  ["Message me on", false],
  ["insurance", false],
])('whether "%s" asks for a message: %s', (question, is) => {
  expect(isMessage(question)).toBe(is);
});

const said = (...answers: [string, ...string[]][]) =>
  firstWordsIn(answers.map(([name, ...values]) => ({ name, values })));

test("the text shown for a lead is its message, or its interest if it has no message", () => {
  expect(said(["interested_in", "Braces"], ["message", " My son\nhas  a gap. "])).toBe(
    "My son has a gap.",
  );
  expect(said(["message", ""], ["comments", "Tuesdays"])).toBe("Tuesdays");
  expect(said(["what_are_you_interested_in", "dental_implants"])).toBe("Dental implants");
  expect(said(["Which treatment are you interested in?", "Whitening", "Braces"])).toBe(
    "Whitening, Braces",
  );
  expect(said(["Are you interested in financing?", "Yes"], ["email", "a@example.com"])).toBe("");
  expect(said()).toBe("");
});

test.each<[[string, ...string[]][], string]>([
  [[["What brings you in?", "My crown fell off"]], "My crown fell off"],
  [
    [
      ["Describe your problem", "It hurts when I chew"],
      ["Notes for us", "a b"],
    ],
    "It hurts when I chew",
  ],
  [[["Are you in pain?", "Yes"]], "Are you in pain? Yes"],
  [[["are_you_in_pain", "yes"]], "Are you in pain? Yes"],
  [[["Are you in pain?", "No"]], ""],
  [[["Are you a new patient?", "Yes"]], ""],
  [[["¿Tiene dolor?", "Sí"]], "Tiene dolor? Sí"],
  [[["¿En qué podemos ayudarle?", "Limpieza"]], "Limpieza"],
  [[["mensaje", "Me duele una muela"]], "Me duele una muela"],
  [
    [
      ["service", "dental_implants"],
      ["Tell us more", "I lost a tooth last week"],
      ["Anything hurting?", "yes"],
    ],
    "Dental implants · Anything hurting? Yes · I lost a tooth last week",
  ],
  [[["How did you hear about us?", "From my neighbor Ruth"]], ""],
  [[["consent", "I agree to be contacted"]], ""],
  [[["page_url", "https://example.com/a b c"]], ""],
  [[["Home address", "12 Bay Street North"]], ""],
  [[["insurance", "Delta Dental of Florida"]], ""],
  [[["preferred day", "Tuesday, Wednesday"]], ""],
])("without a message, what %j says is shown", (answers, shown) => {
  expect(said(...answers)).toBe(shown);
});

test.each([
  ["word ".repeat(80), /^(word )+word…$/],
  ["x".repeat(500), /^Xx+…$/],
  // The limit falls between the two halves of a character.
  [`${"x".repeat(longestFirstWords - 2)}😀😀`, /^x+…$/],
])("a long message is truncated, at the end of a word if possible", (text, shape) => {
  const first = said(["message", text]);
  expect(first).toMatch(shape);
  expect(first.length).toBeLessThanOrEqual(longestFirstWords);
  expect(first.isWellFormed()).toBe(true);
});
