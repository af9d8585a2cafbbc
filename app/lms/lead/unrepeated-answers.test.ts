import { expect, test } from "vitest";
import { answerText, questionText, unrepeatedAnswers } from "./unrepeated-answers.ts";

const marisol = {
  firstName: "Marisol",
  lastName: "Quintero",
  email: "m@example.com",
  phone: "+18135550142",
  interest: "",
  insurance: "Yes, Delta dental",
  bestTime: "",
  language: "es" as const,
};
const kept = (name: string, ...values: string[]) =>
  unrepeatedAnswers([{ name, values }], marisol).length === 1;

test.each([
  ["full_name", "marisol  quintero"],
  ["email", "M@example.com"],
  ["phone_number", "(813) 555-0142"],
  ["do_you_have_insurance?", "yes"],
  ["insurance_provider", "delta_dental"],
  ["language", "es"],
  ["Preferred language", "Spanish"],
])("the answer to %s isn't repeated if the contact card already shows it", (name, value) => {
  expect(kept(name, value)).toBe(false);
});

test.each([
  ["email", "not an address"],
  ["full_name", "Luis Quintero"],
  ["What can we do for you?", "Are aligners covered?"],
  ["insurance", "Aetna"],
  ["best_time_to_call", "After 5"],
  ["language", "en"],
  ["Preferred language", "Portuguese"],
])("the answer to %s is shown if the contact card has a different value", (name, value) => {
  expect(kept(name, value)).toBe(true);
});

test("an empty answer isn't shown", () => {
  expect(kept("Anything else?", "")).toBe(false);
});

test.each([
  ["what_are_you_interested_in", "What are you interested in?"],
  ["do_you_have_insurance?", "Do you have insurance?"],
  ["preferred_time", "Preferred time"],
  ["When?", "When?"],
  ["island", "Island"],
  ["your-message", "Your message"],
  ["fields[bestTime]", "Best time"],
  ["what are you interested in", "What are you interested in?"],
  ["Follow-up by email or SMS", "Follow-up by email or SMS"],
])("the field %s is shown as %s", (name, question) => {
  expect(questionText(name)).toBe(question);
});

test.each([
  ["when_can_we_call", ["as_soon_as_possible"], "As soon as possible"],
  ["when_can_we_call", ["Mornings", "Evenings"], "Mornings, Evenings"],
  ["instagram", ["@smile_tampa"], "@smile_tampa"],
  ["Your user name", ["ana_maria"], "ana_maria"],
])("for the question %s, the answer %s is shown as %s", (name, values, text) => {
  expect(answerText(name, values)).toBe(text);
});
