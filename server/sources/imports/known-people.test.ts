import { expect, test } from "vitest";
import { type Contact, makeContacts } from "./known-people.ts";

const number = "+18135550142";

function contact(firstName: string, email = ""): Contact {
  return { firstName, lastName: "", phone: number, isPhoneValid: true, email };
}

test("a row matches the person with the same name in a family that shares a phone number", () => {
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

test("a row with another name and email address doesn't match the person with the same number", () => {
  const contacts = makeContacts([contact("Ana", "ana@example.com")]);
  expect(contacts.find(contact("Leo", "leo@example.com"))).toBeUndefined();
});

test("people who share a phone number are treated as one person if they are too many for a family", () => {
  const names = ["Ana", "Bo", "Cy", "Dan", "Eve", "Flo", "Gus", "Hal", "Ida", "Jo"];
  const contacts = makeContacts([]);
  for (const name of names) contacts.add(contact(name, `${name}@example.com`.toLowerCase()));
  expect(contacts.find(contact("Kit", "kit@example.com"))?.firstName).toBe("Jo");
});

test("a row matches the lead whose newest inquiry has the name in the row", () => {
  const arjun = { ...contact("Arjun", "arjun@example.com"), askedAs: "Olivia Chen" };
  const contacts = makeContacts([arjun]);
  expect(contacts.find(contact("Olivia", "olivia@example.com"))).toBe(arjun);
  expect(contacts.find(contact("Leo", "leo@example.com"))).toBeUndefined();
});

test("a row from our own export matches the lead with its id, even if number and email address differ", () => {
  const ana = { ...contact("Ana", "ana@example.com"), id: "1", leadId: "1" };
  const merged = { ...contact("Anna", "anna@example.com"), id: "2", leadId: "1" };
  const contacts = makeContacts([ana, merged]);
  const row = contact("Olivia", "olivia@example.com");
  expect(contacts.find({ ...row, exportedId: "1" })).toBe(ana);
  expect(contacts.find({ ...row, exportedId: "2" })).toBe(merged);
  expect(contacts.find({ ...row, exportedId: "3" })).toBeUndefined();
});
