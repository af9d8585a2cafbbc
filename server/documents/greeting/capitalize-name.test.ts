import { expect, test } from "vitest";
import { capitalizeName } from "./capitalize-name.ts";

test.each([
  ["arjun", "Arjun"],
  ["ARJUN", "Arjun"],
  ["mary-jo o’brien", "Mary-Jo O’Brien"],
  ["DR. LENA OKORO", "Dr. Lena Okoro"],
  ["{{ practice.name }}", "{{ practice.name }}"],
  ["álvarez", "Álvarez"],
  ["McKenna", "McKenna"],
  ["AJ", "AJ"],
  ["山田", "山田"],
  ["", ""],
])("an email greets %j as %j", (typed, greeted) => {
  expect(capitalizeName(typed)).toBe(greeted);
});
