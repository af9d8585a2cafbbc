import { expect, test } from "vitest";
import { fromBrackets, toBrackets, withSamples } from "./merge-fields.ts";

test.each([
  ["Welcome to {{ practice.name }}", "Welcome to [Practice name]"],
  ['Hello {{ lead.firstName | default: "there" }}!', "Hello [First name, or “there”]!"],
  ['{{lead.firstName|default:"friend, or “you”"}}', "[First name, or “friend, or “you””]"],
])("the subject %s is shown for editing as %s, and saving it doesn't change that", (kept, read) => {
  expect(toBrackets(kept)).toBe(read);
  expect(toBrackets(fromBrackets(read))).toBe(read);
});

test("a subject is stored with its merge fields", () => {
  expect(fromBrackets("Hello [First name, or “there”]")).toBe(
    'Hello {{ lead.firstName | default: "there" }}',
  );
});

test.each(["[Sale] this week", "[First name", "Prices [incl. tax]", "{{ lead.nick }}"])(
  "the text %s has no merge field and isn't changed",
  (typed) => {
    expect(fromBrackets(typed)).toBe(typed);
    expect(toBrackets(typed)).toBe(typed);
  },
);

test("characters are counted with a made-up person's details", () => {
  const text = 'Hi {{ lead.firstName | default: "there" }} from {{ practice.name }}, {{ x.y }}';
  expect(withSamples(text)).toBe("Hi Marisol from Practice name, {{ x.y }}");
});
