import { expect, test } from "vitest";
import { maskPhone } from "./phone-mask.ts";

/** Types the keys one after another. `<` stands for Backspace. */
function typed(keys: string, start = ""): string {
  let value = start;
  for (const key of keys) {
    const next = key === "<" ? value.slice(0, -1) : value + key;
    value = maskPhone({ value: next, caret: next.length }, value).value;
  }
  return value;
}

test.each([
  ["8", "(8"],
  ["813", "(813"],
  ["8135", "(813) 5"],
  ["8135550142", "(813) 555-0142"],
  ["81355501429999", "(813) 555-0142"],
  ["813-555.0142", "(813) 555-0142"],
])("typing %s shows %s", (keys, shown) => {
  expect(typed(keys)).toBe(shown);
});

test("Backspace deletes digits together with the mask's punctuation", () => {
  expect(typed("<", "(813) 5")).toBe("(813");
  expect(typed("<<<<<<<<<<", "(813) 555-0142")).toBe("");
});

test.each(["+1 (813) 555-0142", "18135550142", "813 555 0142"])(
  "pasting %s formats the number",
  (text) => {
    expect(maskPhone({ value: text, caret: text.length }, "").value).toBe("(813) 555-0142");
  },
);

test("the caret stays behind a digit that is typed in the middle", () => {
  const { value, caret } = maskPhone({ value: "(8913) 555-014", caret: 3 }, "(813) 555-014");
  expect([value, caret]).toEqual(["(891) 355-5014", 3]);
});

test("deleting a parenthesis of the mask also deletes the digit before it", () => {
  const { value, caret } = maskPhone({ value: "(813 555-0142", caret: 4 }, "(813) 555-0142");
  expect([value, caret]).toEqual(["(815) 550-142", 3]);
});
