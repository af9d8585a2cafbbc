import { expect, test } from "vitest";
import { firstWordsIn } from "#contract/fields-in-answers.ts";
import { wholeMessage } from "./whole-message.ts";

const saying = (text: string) => ({ answers: [{ name: "message", values: [text] }] });

test("the whole message is that of the inquiry whose start the lead has", () => {
  const long = `${"a tooth and ".repeat(40)}please call`;
  const start = firstWordsIn(saying(long).answers);
  expect(start.length).toBeLessThan(long.length);
  expect(wholeMessage(start, [saying("Tuesdays"), saying(long)])).toBe(long);
  expect(wholeMessage(start, [saying("Tuesdays")])).toBe(start);
});
