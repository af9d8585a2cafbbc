import fc from "fast-check";
import { expect, test } from "vitest";
import { answerLimits, IncomingLead } from "#contract/inquiries.ts";
import { cutMark, truncateAnswers } from "./answers.ts";

const { characters, values: maxValues, answers: maxAnswers } = answerLimits;

test("an answer that is too long is truncated and marked, and a short one isn't changed", () => {
  const [long, short] = truncateAnswers([
    { name: "Tell us everything", values: ["a".repeat(characters + 1)] },
    { name: "When?", values: ["Monday"] },
  ]);
  expect(long?.values).toEqual([`${"a".repeat(characters - cutMark.length)}${cutMark}`]);
  expect(short).toEqual({ name: "When?", values: ["Monday"] });
});

test("an answer of exactly the maximum length isn't truncated", () => {
  const values = ["a".repeat(characters)];
  expect(truncateAnswers([{ name: "Story", values }])).toEqual([{ name: "Story", values }]);
});

test("HTML entities in questions and answers are decoded once", () => {
  const values = ["crowns &amp; bridges", "&lt;b&gt;", "&amp;lt;b&amp;gt;", "AT&T;", "&#55357;"];
  expect(truncateAnswers([{ name: "What&#039;s wrong?", values }])).toEqual([
    {
      name: "What's wrong?",
      values: ["crowns & bridges", "<b>", "&lt;b&gt;", "AT&T;", "\ufffd"],
    },
  ]);
});

test("values and answers over the maximum number are cut off, and a mark shows where", () => {
  const many = Array.from({ length: maxValues + 5 }, (_, index) => `choice ${index}`);
  const [answer] = truncateAnswers([{ name: "Choose", values: many }]);
  expect(answer?.values).toEqual([...many.slice(0, maxValues - 1), cutMark]);
  const form = Array.from({ length: maxAnswers + 5 }, (_, index) => ({
    name: `question ${index}`,
    values: ["yes"],
  }));
  expect(truncateAnswers(form)).toEqual([
    ...form.slice(0, maxAnswers - 1),
    { name: cutMark, values: [cutMark] },
  ]);
});

test.each([
  ["a question without a name", [{ name: " ", values: ["yes"] }]],
  ["a NUL character and a lone surrogate", [{ name: "a\u0000\ud800", values: ["b\u0000\udc00"] }]],
  ["a line break in a question", [{ name: "one\ntwo", values: ["one\ntwo"] }]],
  [
    "a surrogate pair at the limit",
    [{ name: "x", values: [`${"a".repeat(1994)}${"😀".repeat(9)}`] }],
  ],
  ["an empty list", []],
])("truncated answers can be stored: %s", (_, given) => {
  const answers = truncateAnswers(given);
  expect(IncomingLead.parse({ answers }).answers).toEqual(answers);
  expect(answers).toHaveLength(given.length);
  for (const { values } of answers)
    expect(values.every((value) => value.isWellFormed())).toBe(true);
});

test("all answers together stay within the byte limit, and a mark shows that something was cut off", () => {
  const text = fc.oneof(
    fc.string({ unit: "binary", maxLength: 30 }),
    fc.nat(3000).map((length) => "é".repeat(length)),
  );
  const answer = fc.record({ name: text, values: fc.array(text, { maxLength: 30 }) });
  fc.assert(
    fc.property(fc.array(answer, { maxLength: 80 }), (given) => {
      const answers = truncateAnswers(given);
      expect(IncomingLead.parse({ answers }).answers).toEqual(answers);
      expect(bytesOf(answers)).toBeLessThanOrEqual(answerLimits.bytes);
      expect(truncateAnswers(answers)).toEqual(answers);
      const isCut = JSON.stringify(answers).includes(cutMark);
      expect(isCut || answers.length === given.length).toBe(true);
    }),
  );
});

test("answers are stored until the byte limit is reached, and the rest are cut off", () => {
  const values = Array.from({ length: maxValues }, (_, index) => `${index}${"a".repeat(1990)}`);
  const [answer, ...others] = truncateAnswers([
    { name: "Story", values },
    { name: "When?", values: ["Monday"] },
  ]);
  expect(others).toEqual([]);
  expect(answer?.values.at(-1)).toBe(cutMark);
  expect(answer?.values.slice(0, -1)).toEqual(values.slice(0, 16));
});

function bytesOf(answers: { name: string; values: string[] }[]): number {
  const texts = answers.flatMap(({ name, values }) => [name, ...values]);
  return texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0);
}
