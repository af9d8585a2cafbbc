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

test("a row is the person by whose name somebody asked last on the lead", () => {
  const arjun = { ...contact("Arjun", "arjun@example.com"), askedAs: "Olivia Chen" };
  const contacts = makeContacts([arjun]);
  expect(contacts.find(contact("Olivia", "olivia@example.com"))).toBe(arjun);
  expect(contacts.find(contact("Leo", "leo@example.com"))).toBeUndefined();
});

test("a row of our own export is the lead that it names, whatever its number and address", () => {
  const ana = { ...contact("Ana", "ana@example.com"), id: "1", leadId: "1" };
  const merged = { ...contact("Anna", "anna@example.com"), id: "2", leadId: "1" };
  const contacts = makeContacts([ana, merged]);
  const row = contact("Olivia", "olivia@example.com");
  expect(contacts.find({ ...row, exportedId: "1" })).toBe(ana);
  expect(contacts.find({ ...row, exportedId: "2" })).toBe(merged);
  expect(contacts.find({ ...row, exportedId: "3" })).toBeUndefined();
});
