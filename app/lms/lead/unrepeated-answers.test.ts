import { expect, test } from "vitest";
import { unrepeatedAnswers } from "./unrepeated-answers.ts";

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
])("%s is on the card already", (name, value) => {
  expect(kept(name, value)).toBe(false);
});

test.each([
  ["email", "not an address"],
  ["full_name", "Luis Quintero"],
  ["What can we do for you?", "Are aligners covered?"],
])("%s that says something else stays", (name, value) => {
  expect(kept(name, value)).toBe(true);
});

test("an answer without words is left out", () => {
  expect(kept("Anything else?", "")).toBe(false);
});
