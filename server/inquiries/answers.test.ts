import fc from "fast-check";
import { expect, test } from "vitest";
import { answerLimits, IncomingLead } from "#contract/leads.ts";
import { cutMark, keptAnswers } from "./answers.ts";

const { characters, values: mostValues, answers: mostAnswers } = answerLimits;

test("an answer that is too long is cut, with a mark, and takes no other along", () => {
  const [long, short] = keptAnswers([
    { name: "Tell us everything", values: ["a".repeat(characters + 1)] },
    { name: "When?", values: ["Monday"] },
  ]);
  expect(long?.values).toEqual([`${"a".repeat(characters - cutMark.length)}${cutMark}`]);
  expect(short).toEqual({ name: "When?", values: ["Monday"] });
});

test("an answer of just the longest length is whole", () => {
  const values = ["a".repeat(characters)];
  expect(keptAnswers([{ name: "Story", values }])).toEqual([{ name: "Story", values }]);
});

test("more values or answers than are kept are cut with a mark too", () => {
  const many = Array.from({ length: mostValues + 5 }, (_, index) => `choice ${index}`);
  const [answer] = keptAnswers([{ name: "Choose", values: many }]);
  expect(answer?.values).toEqual([...many.slice(0, mostValues - 1), cutMark]);
  const form = Array.from({ length: mostAnswers + 5 }, (_, index) => ({
    name: `question ${index}`,
    values: ["yes"],
  }));
  expect(keptAnswers(form)).toEqual([
    ...form.slice(0, mostAnswers - 1),
    { name: cutMark, values: [cutMark] },
  ]);
});

test.each([
  ["a question without a name", [{ name: " ", values: ["yes"] }]],
  ["a NUL and half a character", [{ name: "a\u0000\ud800", values: ["b\u0000\udc00"] }]],
  ["a line break in a question", [{ name: "one\ntwo", values: ["one\ntwo"] }]],
  [
    "a character on the very edge",
    [{ name: "x", values: [`${"a".repeat(1994)}${"😀".repeat(9)}`] }],
  ],
  ["nothing", []],
])("%s is something that can be kept", (_, given) => {
  const answers = keptAnswers(given);
  expect(IncomingLead.parse({ answers }).answers).toEqual(answers);
  expect(answers).toHaveLength(given.length);
  for (const { values } of answers)
    expect(values.every((value) => value.isWellFormed())).toBe(true);
});

test("all answers together are within their bytes, and what was left out says so", () => {
  const text = fc.oneof(
    fc.string({ unit: "binary", maxLength: 30 }),
    fc.nat(3000).map((length) => "é".repeat(length)),
  );
  const answer = fc.record({ name: text, values: fc.array(text, { maxLength: 30 }) });
  fc.assert(
    fc.property(fc.array(answer, { maxLength: 80 }), (given) => {
      const answers = keptAnswers(given);
      expect(IncomingLead.parse({ answers }).answers).toEqual(answers);
      expect(bytesOf(answers)).toBeLessThanOrEqual(answerLimits.bytes);
      expect(keptAnswers(answers)).toEqual(answers);
      const isCut = JSON.stringify(answers).includes(cutMark);
      expect(isCut || answers.length === given.length).toBe(true);
    }),
  );
});

test("one question whose answers are too many bytes keeps those that there is room for", () => {
  const values = Array.from({ length: mostValues }, (_, index) => `${index}${"a".repeat(1990)}`);
  const [answer, ...others] = keptAnswers([
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
