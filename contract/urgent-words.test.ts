// cspell:ignore Tengo mucha hinchazon hinchazón
import { expect, test } from "vitest";
import { findUrgentWord, usualUrgentWords } from "./urgent-words.ts";

test.each([
  ["I chipped a front tooth", ["chipped"], "chipped"],
  ["EMERGENCY: crown fell off", ["emergency"], "EMERGENCY"],
  ["Tengo mucha hinchazon", ["hinchazón"], "hinchazon"],
  ["Tengo mucha Hinchazón.", ["hinchazon"], "Hinchazón"],
  ["I lost  a\u00a0filling today", ["lost a filling"], "lost  a\u00a0filling"],
  ["🦷 pain since Monday", ["pain"], "pain"],
  ["pain", ["pain"], "pain"],
  ["first swelling, then pain", ["pain", "swelling"], "swelling"],
  ["a (bad) tooth", ["(bad)"], "(bad)"],
])("searching %s for the urgent words %j finds %s", (text, words, found) => {
  const place = findUrgentWord(text, words);
  expect(place && text.slice(place.from, place.to)).toBe(found);
});

test.each([
  ["I'd like to paint my teeth white", ["pain"]],
  ["Painless dentistry?", ["pain"]],
  ["Veneers price", usualUrgentWords],
  ["", usualUrgentWords],
  ["pain", []],
])("searching %s for the urgent words %j finds nothing", (text, words) => {
  expect(findUrgentWord(text, words)).toBeNull();
});
