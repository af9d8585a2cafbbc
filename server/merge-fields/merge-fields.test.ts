import { expect, test } from "vitest";
import { mergeFields } from "#contract/templates.ts";
import {
  fillLine,
  fillRichText,
  type MergeValues,
  mistakeInLine,
  mistakeInRichText,
} from "./merge-fields.ts";

test("a field is filled in, and what stands for it where there is nothing", () => {
  const template = 'Hi {{ lead.firstName | default: "there" }}';
  expect(fillLine(template, { ...empty, "lead.firstName": "Ada" })).toBe("Hi Ada");
  expect(fillLine(template, empty)).toBe("Hi there");
});

test("one field can stand for another", () => {
  const template = "{{ lead.campaign | default: practice.name }}";
  expect(mistakeInLine(template)).toBeNull();
  expect(fillLine(template, { ...empty, "practice.name": "Bayshore" })).toBe("Bayshore");
});

test.each(mergeFields)("%s can be filled in", (field) => {
  expect(mistakeInLine(`{{ ${field} }}`)).toBeNull();
});

test.each([
  ["Hi {{ lead.firstName", "Line 1, column 4: this field has no }} at its end."],
  ["Hi lead.firstName }}", "Line 1, column 19: there is a }} without its {{."],
  ["{{ lead.nickname }}", "Line 1, column 4: there is no field “lead.nickname”."],
  ["{{ lead }}", "Line 1, column 4: there is no field “lead”."],
  ["{{ lead.firstName.length }}", "Line 1, column 4: there is no field “lead.firstName.length”."],
  ["{{ lead.constructor }}", "Line 1, column 4: there is no field “lead.constructor”."],
  ["{{ lead.firstName | append: 'x' }}", "Line 1, column 1: “append” cannot be done to a field."],
  ["a {% for x in (1..9) %}", "only fields can be filled in"],
  ["{% include 'file' %}", "only fields can be filled in"],
  ["{{ (1..90000000) }}", "this field cannot be read."],
  ["{{ }}", "this field cannot be read."],
])("%s is refused with its place", (template, sentence) => {
  expect(mistakeInLine(template)).toContain(sentence);
});

test("a mistake in rich text is named by the line that is read", () => {
  const html = "<p>Hello</p><ul><li><p>One</p></li><li><p>Two {{ lead.nick }}</p></li></ul>";
  expect(mistakeInRichText(html)).toContain("Line 3, column 8");
});

test("a field that is half bold is a mistake, not a half filled e-mail", () => {
  expect(mistakeInRichText("<p>{{ lead.<strong>firstName }}</strong></p>")).toContain(
    "this field has no }} at its end",
  );
});

test("a value is text: markup in it is shown, and a field in it is not filled in", () => {
  const typed = "<img src=x onerror=alert(1)>{{ lead.email }}{% raw %}\"'&";
  const filled = fillRichText("<p>{{ lead.firstName }}</p>", { ...empty, "lead.firstName": typed });
  expect(filled).toBe("<p>&lt;img src=x onerror=alert(1)&gt;{{ lead.email }}{% raw %}\"'&amp;</p>");
});

test("what stands for a field may have any characters", () => {
  const template = '<p>{{ lead.firstName | default: "you &amp; yours &lt;3" }}</p>';
  expect(mistakeInRichText(template)).toBeNull();
  expect(fillRichText(template, empty)).toBe("<p>you &amp; yours &lt;3</p>");
});

test("a line break in a value begins no header", () => {
  const typed = "Ada\r\nBcc: everybody@example.com\u2028X";
  expect(fillLine("For {{ lead.firstName }}", { ...empty, "lead.firstName": typed })).toBe(
    "For Ada Bcc: everybody@example.com X",
  );
});

const empty = Object.fromEntries(mergeFields.map((field) => [field, ""])) as MergeValues;
