import { expect, test } from "vitest";
import { xssPayloads } from "#server/testing/xss-payloads.ts";
import { hasContent, sanitizeRichText } from "./rich-text.ts";

test("the editor's own output isn't changed", () => {
  const html =
    '<h2>Welcome</h2><p>Hi <strong>you</strong> <em>and</em> <u>yours</u>,<br />call <a href="tel:+18135550100">us</a></p><ul><li><p>One</p></li></ul><ol><li><p>Two</p></li></ol><blockquote><p>Said</p></blockquote><hr />';
  expect(sanitizeRichText(html)).toBe(html);
});

test("pasted text loses its styles and keeps its words", () => {
  const pasted =
    '<!--[if mso]><xml/><![endif]--><div class="MsoNormal" style="color:red"><b>Bold</b> <font face="x">word</font></div><table><tr><td>cell</td></tr></table>';
  expect(sanitizeRichText(pasted)).toBe("<p><strong>Bold</strong> word</p>cell");
});

test.each(xssPayloads)("anything that runs scripts or loads content is removed: %s", (payload) => {
  const clean = sanitizeRichText(payload);
  for (const [, tag = ""] of clean.matchAll(/<\/?([^\s>/]+)/g)) {
    expect([
      "p",
      "h1",
      "h2",
      "h3",
      "ul",
      "ol",
      "li",
      "strong",
      "em",
      "u",
      "a",
      "br",
      "hr",
      "blockquote",
    ]).toContain(tag);
  }
  for (const [, attributes = ""] of clean.matchAll(/<\w+((?:\s[^>]*)?)>/g)) {
    expect(attributes).toMatch(/^(\s?\/?|\shref="(https?:\/\/|mailto:|tel:)[^"]*")$/);
  }
  // Sanitizing is idempotent: a second pass doesn't change anything.
  expect(sanitizeRichText(clean)).toBe(clean);
});

test("a picture that isn't one of the practice's own uploads is removed", () => {
  for (const src of [
    "https://x.example/p.gif",
    "data:image/png;base64,AA",
    "/favicon.svg",
    "cid:1",
  ]) {
    expect(sanitizeRichText(`<img src="${src}" alt="x">`)).toBe("");
  }
});

test("a link URL that contains a merge field is removed", () => {
  const html = '<a href="https://x.example/{{ lead.email }}">x</a>';
  expect(sanitizeRichText(html)).toBe("<a>x</a>");
});

test("deeply nested elements don't crash the process", () => {
  const tower = `${"<blockquote>".repeat(3000)}x`;
  expect(sanitizeRichText(tower).length).toBeLessThan(1000);
});

test("text with only empty paragraphs is treated as empty", () => {
  expect(hasContent("<p> </p><p><br>\u00a0</p>")).toBe(false);
  expect(hasContent("<p>.</p>")).toBe(true);
});
