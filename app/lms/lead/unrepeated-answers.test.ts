import { expect, test } from "vitest";
import { questionText, unrepeatedAnswers } from "./unrepeated-answers.ts";

const marisol = {
  firstName: "Marisol",
  lastName: "Quintero",
  email: "m@example.com",
  phone: "+18135550142",
};
const kept = (name: string, ...values: string[]) =>
  unrepeatedAnswers([{ name, values }], marisol).length === 1;

test.each([
  ["full_name", "marisol  quintero"],
  ["email", "M@example.com"],
  ["phone_number", "(813) 555-0142"],
])("%s that the contact card shows is left out", (name, value) => {
  expect(kept(name, value)).toBe(false);
});

test.each([
  ["email", "not an address"],
  ["full_name", "Luis Quintero"],
  ["What can we do for you?", "Are aligners covered?"],
])("%s with another value is kept", (name, value) => {
  expect(kept(name, value)).toBe(true);
});

test("an answer without text is left out", () => {
  expect(kept("Anything else?", "")).toBe(false);
});

test.each([
  ["what_are_you_interested_in", "What are you interested in?"],
  ["do_you_have_insurance?", "Do you have insurance?"],
  ["preferred_time", "Preferred time"],
  ["When?", "When?"],
  ["island", "Island"],
])("a form's %s reads %s", (name, question) => {
  expect(questionText(name)).toBe(question);
});
