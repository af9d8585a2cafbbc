import { expect, test } from "vitest";
import { compareWords, type Part } from "./compare-words.ts";
import { plainText } from "./plain-text.ts";

/** Shows the parts as text, with removed words as `[-removed-]` and added ones as `{+added+}`. */
const marked = (parts: Part[]) =>
  parts
    .map(({ change, text }) => {
      if (change === "same") return text;
      return change === "removed" ? `[-${text}-]` : `{+${text}+}`;
    })
    .join("");

test.each([
  ["", "", ""],
  ["We called you.", "We called you.", "We called you."],
  ["", "New text", "{+New text+}"],
  ["Old text", "", "[-Old text-]"],
  ["We called you.", "We just called you.", "We {+just +}called you."],
  ["We just called you.", "We called you.", "We [-just -]called you."],
  ["Call us at noon", "Call us at nine", "Call us at [-noon-]{+nine+}"],
  ["Please call us back", "Just reply to us back", "[-Please call-]{+Just reply to+} us back"],
  ["One\nTwo", "One\nThree", "One\n[-Two-]{+Three+}"],
  ["a a a", "a a", "a a[- a-]"],
])("the comparison of %j with %j is %s", (from, to, changes) => {
  expect(marked(compareWords(from, to))).toBe(changes);
});

test("the unchanged and removed parts make up the old text, and the unchanged and added parts the new text", () => {
  const from = "Hi there, we tried to call you. Please call us back. Thank you!";
  const to = "Hi, we tried to reach you twice. Reply any time. Thank you so much!";
  const parts = compareWords(from, to);
  const without = (change: Part["change"]) =>
    parts
      .filter((part) => part.change !== change)
      .map(({ text }) => text)
      .join("");
  expect(without("added")).toBe(from);
  expect(without("removed")).toBe(to);
});

test("two long texts without a word in common are one removed and one added part", () => {
  const [from, to] = ["a", "b"].map((letter) =>
    Array.from({ length: 4000 }, (_, index) => letter + index).join(" "),
  );
  expect(compareWords(from ?? "", to ?? "").map(({ change }) => change)).toEqual([
    "removed",
    "added",
  ]);
});

test.each([
  ["<p>One</p><p>Two</p>", "One\nTwo"],
  ["<p>One<br>Two</p>", "One\nTwo"],
  ["<ul><li><p>One</p></li><li><p>Two</p></li></ul><p>End</p>", "• One\n• Two\nEnd"],
  ["<h2>Hi</h2><p><strong>a</strong> &lt;b&gt; &amp;amp;</p>", "Hi\na <b> &amp;"],
  ['<p><a href="https://a.example">Book</a></p>', "Book (https://a.example)"],
  ['<p><a href="https://a.example">https://a.example</a></p>', "https://a.example"],
  ['<p><img src="/api/pictures/1" alt="Our desk" width="1"></p>', "[Picture: Our desk]"],
  ['<p>Hi {{ lead.firstName | default: "there" }},</p>', "Hi [First name, or “there”],"],
])("the HTML %s becomes the plain text %j", (html, text) => {
  expect(plainText(html)).toBe(text);
});
