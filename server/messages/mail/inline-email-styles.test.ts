import { expect, test } from "vitest";
import { inlineEmailStyles } from "./inline-email-styles.ts";

/** The margin of each paragraph, in order. */
const marginsIn = (html: string) =>
  [...inlineEmailStyles(html).matchAll(/<p style="margin:([^;]+);/g)].map(([, margin]) => margin);

const [apart, close] = ["0 0 14px", "0 0 2px"];

test.each([
  ["<p>One</p><p>Two</p>", [apart, apart]],
  ["<ul><li><p>One</p></li><li><p>Two</p></li></ul><p>After</p>", [close, close, apart]],
  [
    "<ol><li><p>One</p><ul><li><p>Two</p></li></ul><p>Still one</p></li></ol><p>After</p>",
    [close, close, close, apart],
  ],
  ["<p>a &lt;li&gt; b</p><p>c</p>", [apart, apart]],
])("paragraphs in a list are close together, and others are farther apart: %s", (html, margins) => {
  expect(marginsIn(html)).toEqual(margins);
});

test("text and links get the inline styles that mail programs need", () => {
  expect(inlineEmailStyles('<p>Hi <a href="https://example.com/">there</a></p>')).toMatch(
    /^<p style="margin:0 0 14px;[^"]+">Hi <a href="https:\/\/example.com\/" style="color:[^"]+">there<\/a><\/p>$/,
  );
});
