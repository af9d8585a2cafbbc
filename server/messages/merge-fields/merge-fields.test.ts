import { expect, test } from "vitest";
import { mergeFields } from "#contract/templates.ts";
import {
  fillLine,
  fillRichText,
  fillText,
  type MergeValues,
  mistakeInLine,
  mistakeInRichText,
  mistakeInText,
} from "./merge-fields.ts";

test("a field is filled in with its value, or with its default if the value is empty", () => {
  const template = 'Hi {{ lead.firstName | default: "there" }}';
  expect(fillLine(template, { ...empty, "lead.firstName": "Ada" })).toBe("Hi Ada");
  expect(fillLine(template, empty)).toBe("Hi there");
});

test.each(["lead.constructor.name", "lead.firstName.constructor.name", "lead.toString"])(
  "filling in an older stored template with %s throws an error",
  (path) => {
    for (const fillIn of [fillLine, fillRichText]) {
      expect(() => fillIn(`{{ ${path} }}`, { ...empty, "lead.firstName": "Ada" })).toThrow(
        "undefined variable",
      );
    }
  },
);

test("one field can be the default of another", () => {
  const template = "{{ lead.campaign | default: practice.name }}";
  expect(mistakeInLine(template)).toBeNull();
  expect(fillLine(template, { ...empty, "practice.name": "Bayshore" })).toBe("Bayshore");
});

test.each(mergeFields)("%s can be filled in", (field) => {
  expect(mistakeInLine(`{{ ${field} }}`)).toBeNull();
});

test.each([
  ["Hi {{ lead.firstName", "After “Hi”: This field is cut off at the end."],
  ["Hi lead.firstName }}", "After “Hi lead.firstName”: This field is cut off at the start."],
  ["{{ lead.nickname }}", /^There’s no field called “nickname”/],
  ["{{ lead }}", "There’s no field called “lead”."],
  ["{{ lead.firstName.length }}", "There’s no field called “length”."],
  ["{{ lead.constructor }}", "There’s no field called “constructor”."],
  ["So good to see you, {{ lead.firstName }}, dear {{ lead.x }}", "After “, dear”: There’s no"],
  ["We are so glad, {{ lead.x }}", "After “are so glad,”: There’s no field called “x”."],
  ["{{ lead.firstName | append: 'x' }}", "Fields don’t support “append”."],
  ["a {% for x in (1..9) %}", "Only fields from the list work here"],
  ["{% include 'file' %}", "Only fields from the list work here"],
  ["{{ (1..90000000) }}", "We can’t read this field."],
  ["{{ }}", "We can’t read this field."],
])("%s is rejected with an explanation", (template, sentence) => {
  expect(mistakeInLine(template)).toEqual(
    typeof sentence === "string"
      ? expect.stringContaining(sentence)
      : expect.stringMatching(sentence),
  );
});

test("a mistake in rich text is reported with its visible line", () => {
  const html = "<p>Hello</p><ul><li><p>One</p></li><li><p>Two {{ lead.nick }}</p></li></ul>";
  expect(mistakeInRichText(html)).toContain("Line 3, after “Two”");
});

test("a merge field that is only partly bold is rejected", () => {
  expect(mistakeInRichText("<p>{{ lead.<strong>firstName }}</strong></p>")).toContain(
    "This field is cut off at the end",
  );
});

test("markup in a value is escaped, and a merge field in a value isn't filled in", () => {
  const typed = "<img src=x onerror=alert(1)>{{ lead.email }}{% raw %}\"'&";
  const filled = fillRichText("<p>{{ lead.firstName }}</p>", { ...empty, "lead.firstName": typed });
  expect(filled).toBe("<p>&lt;img src=x onerror=alert(1)&gt;{{ lead.email }}{% raw %}\"'&amp;</p>");
});

test("a default can contain escaped characters", () => {
  const template = '<p>{{ lead.firstName | default: "you &amp; yours &lt;3" }}</p>';
  expect(mistakeInRichText(template)).toBeNull();
  expect(fillRichText(template, empty)).toBe("<p>you &amp; yours &lt;3</p>");
});

test("a line break in a value can't start a header", () => {
  const typed = "Ada\r\nBcc: everybody@example.com\u2028X";
  expect(fillLine("For {{ lead.firstName }}", { ...empty, "lead.firstName": typed })).toBe(
    "For Ada Bcc: everybody@example.com X",
  );
});

test("a text keeps its lines, and nothing in it is escaped", () => {
  const template = 'Hi {{ lead.firstName | default: "there" }},\nthis is {{ practice.name }}.';
  expect(mistakeInText(template)).toBeNull();
  const values = { ...empty, "lead.firstName": "Ada\t{{ x }}", "practice.name": "Smile & Co" };
  expect(fillText(template, values)).toBe("Hi Ada {{ x }},\nthis is Smile & Co.");
  expect(mistakeInText("Hello\nTwo {{ lead.nick }}")).toContain("Line 2, after “Two”");
});

const empty = Object.fromEntries(mergeFields.map((field) => [field, ""])) as MergeValues;
