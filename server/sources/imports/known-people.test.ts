import { expect, test } from "vitest";
import { type Contact, makeContacts } from "./known-people.ts";

const number = "+18135550142";

function contact(firstName: string, email = ""): Contact {
  return { firstName, lastName: "", phone: number, isPhoneValid: true, email };
}

test("a row from a family that shares a number matches the person with the same name", () => {
  const [ana, leo] = [contact("Ana", "ana@example.com"), contact("Leo")];
  for (const known of [
    [ana, leo],
    [leo, ana],
  ]) {
    const contacts = makeContacts(known);
    expect(contacts.find(contact("Leo"))).toBe(leo);
    expect(contacts.find(contact("Ana"))).toBe(ana);
  }
});

test("a row with another name and another address doesn't match anyone with the same number", () => {
  const contacts = makeContacts([contact("Ana", "ana@example.com")]);
  expect(contacts.find(contact("Leo", "leo@example.com"))).toBeUndefined();
});

test("a number that too many people share for a family is treated as one person", () => {
  const names = ["Ana", "Bo", "Cy", "Dan", "Eve", "Flo", "Gus", "Hal", "Ida", "Jo"];
  const contacts = makeContacts([]);
  for (const name of names) contacts.add(contact(name, `${name}@example.com`.toLowerCase()));
  expect(contacts.find(contact("Kit", "kit@example.com"))?.firstName).toBe("Jo");
});
