// cspell:ignore Brien Sinead
import { expect, test } from "vitest";
import { readName } from "./names.ts";

test.each([
  ["Ada Byron King", "Ada", "Byron King"],
  ["Ada", "Ada", ""],
  ["  María   Núñez  Soto ", "María", "Núñez Soto"],
  ["Doe, Jane", "Jane", "Doe"],
  ["DOE, JANE", "JANE", "DOE"],
  ["VAN DER BERG, Ana Maria", "Ana Maria", "VAN DER BERG"],
  ["O'Brien, Mary, MD", "Mary", "O'Brien"],
  ["Jane Doe, DDS", "Jane", "Doe"],
  ["Doe, Jane, Jr.", "Jane", "Doe"],
  ["Dr. Jane Doe", "Jane", "Doe"],
  ["Sra. Ana Ruiz Soto", "Ana", "Ruiz Soto"],
  ["Mrs Doe", "Doe", ""],
  ["John Doe III", "John", "Doe"],
  ["John Doe Jr.", "John", "Doe"],
  ["Kim Do", "Kim", "Do"],
  ["Van Do", "Van", "Do"],
  ["Sinead O&#039;Brien", "Sinead", "O'Brien"],
  ["Sinead O&#x27;Brien", "Sinead", "O'Brien"],
  ["Ann &amp; Bo Li", "Ann", "& Bo Li"],
  ["Zoë 🦷 Núñez", "Zoë", "Núñez"],
  ["Zoë👩🏽‍⚕️ Núñez", "Zoë", "Núñez"],
  ["🦷", "🦷", ""],
  ["null", "", ""],
  ["undefined undefined", "", ""],
  ["N/A", "", ""],
  ["None", "", ""],
  ["-", "", ""],
  ["", "", ""],
  ["7", "7", ""],
  ["&#0;", "&#0;", ""],
  [", ,", "", ""],
])("the name %j is split into %j and %j", (typed, firstName, lastName) => {
  expect(readName({ first: "", last: "", full: typed })).toEqual({ firstName, lastName });
});

test.each([
  ["Una", "undefined", "Una", ""],
  ["NULL", "NULL", "", ""],
  ["Dr. Mary", "O&#039;Brien, MD", "Mary", "O'Brien"],
  ["Ada Byron", "", "Ada Byron", ""],
  ["Doe, Jane", "", "Jane", "Doe"],
  ["María José", "Núñez Soto", "María José", "Núñez Soto"],
])("the first name %j and last name %j become %j and %j", (first, last, firstName, lastName) => {
  expect(readName({ first, last, full: "" })).toEqual({ firstName, lastName });
});

test.each([
  ["", "Núñez", "María José", "María José", "Núñez"],
  ["", "King", "Ada Byron King", "Ada Byron", "King"],
  ["Ada", "", "Ada King", "Ada", "King"],
  ["Ada", "", "Olga Office", "Ada", ""],
  ["Ada", "King", "Olga Office", "Ada", "King"],
])(
  "the first name %j and the last name %j are used instead of the full name %j",
  (first, last, full, firstName, lastName) => {
    expect(readName({ first, last, full })).toEqual({ firstName, lastName });
  },
);

test("splitting a name takes linear time even if it has many commas or spaces", () => {
  for (const part of [",", " ", "a,", "&#", "-", "- "]) {
    const began = performance.now();
    readName({ first: "", last: "", full: part.repeat(50_000) });
    expect(performance.now() - began).toBeLessThan(500);
  }
});
