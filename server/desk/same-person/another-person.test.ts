// Examples of when two names are one person and when they are two people.
// cspell:ignore Marai Dandre
import { expect, test } from "vitest";
import { areAlike, isAnotherPerson, type Someone } from "./another-person.ts";

const [number, work] = ["+18135550142", "+18135550199"];
const [mail, own] = ["maria@example.com", "leo@example.com"];

function someone(name: string, phone: string, email: string): Someone {
  const [firstName = "", ...last] = name.split(" ");
  return { firstName, lastName: last.join(" "), phone, email };
}

test.each<[string, Someone, Someone, boolean]>([
  [
    "the same number with another name and another address",
    someone("Leo Ruiz", number, own),
    someone("Maria Lopez", number, mail),
    true,
  ],
  [
    "the same number with another name, and no address",
    someone("Leo Ruiz", number, ""),
    someone("Maria Lopez", number, mail),
    false,
  ],
  [
    "the same number with another name, where no address is known",
    someone("Leo Ruiz", number, own),
    someone("Maria Lopez", number, ""),
    true,
  ],
  [
    "the same address with another name and another number",
    someone("Leo Ruiz", work, mail),
    someone("Maria Lopez", number, mail),
    true,
  ],
  [
    "the same address with another name, and no number",
    someone("Leo Ruiz", "", mail),
    someone("Maria Lopez", number, mail),
    false,
  ],
  [
    "a parent who asks for a child with the same number and address",
    someone("Leo Lopez", number, mail),
    someone("Maria Lopez", number, mail),
    false,
  ],
  [
    "a child with the same last name and a different address",
    someone("Leo Lopez", number, own),
    someone("Maria Lopez", number, mail),
    true,
  ],
  [
    "the same name with another address",
    someone("Maria Lopez", number, own),
    someone("Maria Lopez", number, mail),
    false,
  ],
  [
    "another last name, as after a wedding",
    someone("Maria Ruiz", number, own),
    someone("Maria Lopez", number, mail),
    false,
  ],
  ["no name", someone("", number, own), someone("Maria Lopez", number, mail), false],
  ["no known name", someone("Leo Ruiz", number, own), someone("", number, mail), false],
])("%s: %o is a different person from %o: %s", (_, asking, known, isAnother) => {
  const { phone, email } = known;
  expect(isAnotherPerson(asking, { names: [known], phones: [phone], emails: [email] })).toBe(
    isAnother,
  );
});

test("an inquiry with a known name, or with only known contacts, isn't treated as another person's", () => {
  const [maria, leo] = [someone("Maria Lopez", number, mail), someone("Leo Ruiz", number, own)];
  const known = { names: [maria, leo], phones: [number], emails: [mail] };
  expect(isAnotherPerson(leo, known)).toBe(false);
  const both = { names: [maria], phones: [number], emails: [mail, own] };
  expect(isAnotherPerson(leo, both)).toBe(false);
});

test.each([
  ["Maria Lopez", "María López"],
  ["Maria Lopez", "MARIA LOPEZ-RUIZ"],
  ["Maria Lopez", "Lopez Maria"],
  ["Maria Lopez", "M. Lopez"],
  ["Maria Lopez", "Lopez"],
  ["Maria Lopez", "Marai Lopez"],
  ["Maria Lopez", "Mara Lopez"],
  ["Ana Ruiz", "Anna Ruiz"],
  ["Bill Gray", "William Gray"],
  ["Alex Kim", "Alexandra Kim"],
  ["D'Andre Cole", "Dandre Cole"],
  ["Robert Gray", "bob gray"],
])("%s and %s may be the same person", (one, other) => {
  expect(areAlike(someone(one, "", ""), someone(other, "", ""))).toBe(true);
  expect(areAlike(someone(other, "", ""), someone(one, "", ""))).toBe(true);
});

test.each([
  ["Maria Lopez", "Leo Lopez"],
  ["Maria Lopez", "Marcos Lopez"],
  ["Ana Ruiz", "Ava Ruiz"],
  ["Bo Li", "Jo Li"],
  ["Leo Ruiz", "Leah Ruiz"],
  ["Jack Gray", "Jane Gray"],
])("%s and %s are different people", (one, other) => {
  expect(areAlike(someone(one, "", ""), someone(other, "", ""))).toBe(false);
  expect(areAlike(someone(other, "", ""), someone(one, "", ""))).toBe(false);
});
