// Segments by GSM 03.38: 160 plain characters, then 153 each; with other characters 70, then 67.
import { expect, test } from "vitest";
import { segmentsOf } from "./text-segments.ts";

test.each([
  ["an empty text", "", "plain", 0, 160],
  ["one character", "a", "plain", 1, 159],
  ["160 plain characters", "a".repeat(160), "plain", 1, 0],
  ["161 plain characters", "a".repeat(161), "plain", 2, 145],
  ["306 plain characters", "a".repeat(306), "plain", 2, 0],
  ["307 plain characters", "a".repeat(307), "plain", 3, 152],
  ["480 plain characters", "a".repeat(480), "plain", 4, 132],
  ["a line break", "a\nb", "plain", 1, 157],
  ["Spanish letters of the plain alphabet", "¿Mañana? ¡Sí!".replace("í", "ì"), "plain", 1, 147],
  ["an accent that isn't in the plain alphabet", "Sí", "unicode", 1, 68],
  ["a curly quote", "It’s", "unicode", 1, 66],
  ["a euro sign, which takes two", "€", "plain", 1, 158],
  ["160 with a euro sign", `${"a".repeat(159)}€`, "plain", 2, 145],
  [
    "a euro sign that doesn't fit into the first of two",
    `${"a".repeat(152)}€${"a".repeat(8)}`,
    "plain",
    2,
    143,
  ],
  ["70 with an emoji", `${"a".repeat(68)}😀`, "unicode", 1, 0],
  ["71 with an emoji", `${"a".repeat(69)}😀`, "unicode", 2, 63],
  ["an emoji that doesn't fit into the first of two", `${"a".repeat(66)}😀aaaa`, "unicode", 2, 61],
] as const)("%s", (_, text, encoding, segments, left) => {
  expect(segmentsOf(text)).toEqual({ encoding, segments, left });
});
