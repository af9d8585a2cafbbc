// How long a search text must be before it can find people.
import { expect, test } from "vitest";
import { contactIn, findsPeople, findsThings } from "./search-scope.ts";

test.each([
  ["", false, false],
  ["w", false, false],
  ["wh", true, false],
  ["whi", true, true],
  ["727", true, false],
  ["7275", true, true],
  ["(72) 75", true, true],
  ["an 72", true, false],
  ["ann 72", true, true],
  ["a b", true, false],
  ["😀😀", true, false],
])("a search for %j covers things: %s, people: %s", (search, things, people) => {
  expect([findsThings(search), findsPeople(search)]).toEqual([things, people]);
});

test.each([
  ["whitfield", null],
  ["813", null],
  ["(727) 555-0171", "7275550171"],
  ["whitfield 0171", "0171"],
  ["Grace@Example.com", "grace@example.com"],
  ["@x", null],
])("a search for %j searches submissions for %j", (search, contact) => {
  expect(contactIn(search)).toBe(contact);
});
