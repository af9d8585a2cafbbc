import { parse, serialize } from "parse5";
import { expect, test } from "vitest";
import { inlineStyles } from "./inline-styles.ts";

const sheets: Record<string, string> = {
  "/assets/tokens.css": ":root{--ink:#000}\n",
  "/assets/home.css": "h1{color:var(--ink)}",
};
const readSheet = (href: string) => sheets[href] ?? "";

test("a page's style sheets are inlined in order, and the links that they replace are returned", () => {
  const html =
    '<head><link rel="stylesheet" href="/assets/tokens.css"/><link rel="icon" href="/i.svg"/><link rel="stylesheet" href="/assets/home.css"/></head>';
  expect(inline(html, readSheet)).toEqual({
    head: '<link rel="icon" href="/i.svg"><style>:root{--ink:#000}h1{color:var(--ink)}</style>',
    links: [
      { href: "/assets/tokens.css", isLater: false },
      { href: "/assets/home.css", isLater: false },
    ],
    files: [],
  });
});

test("a style sheet is deferred until the first interaction if none of its rules match the page", () => {
  const html = '<head><link rel="stylesheet" href="/t.css"/></head><p class="_1 _2"></p>';
  expect(inline(html, () => "._3{color:red}").links).toEqual([{ href: "/t.css", isLater: true }]);
  const some = "._3{color:red}@media (width<=9px){._2{top:0}}";
  expect(inline(html, () => some).head).toBe(`<style>${some}</style>`);
  const everywhere = "h2{color:red}._3{top:0}";
  expect(inline(html, () => everywhere).head).toBe(`<style>${everywhere}</style>`);
});

test("a page that marks its below-the-fold content has its critical CSS inlined and the rest deferred", () => {
  const html =
    '<head><link rel="stylesheet" href="/assets/a.css"/></head><h1 class="_1"></h1><section data-below=""><p class="_2"></p></section>';
  const sheet = "h1{color:red}._2{color:#00f}._1{color:green}";
  const { head, files } = inline(html, () => sheet);
  expect(files.map(({ text }) => text)).toEqual([
    expect.stringMatching(/^\._2\{color:#00f\}@media print/),
  ]);
  const link = `<link rel="stylesheet" href="${files[0]?.path}"`;
  expect(head).toMatch(/^<style>h1\{color:red\}\._1\{color:green\}\[data-below\]/);
  expect(head).toContain(
    `</style>${link} media="print" data-rest=""><noscript>${link}></noscript>`,
  );
});

test("inlined styles don't gain prefixes or fallbacks that the style sheets don't have", () => {
  const html = '<head><link rel="stylesheet" href="/a.css"/></head>';
  const sheet =
    "a{text-decoration:underline;text-decoration-thickness:1px;-webkit-text-decoration-color:var(--b);text-decoration-color:var(--b);color:light-dark(#fff,#000)}";
  expect(inline(html, () => sheet).head).toBe(`<style>${sheet}</style>`);
});

test("a page without style sheets is unchanged", () => {
  expect(inline("<head></head>", readSheet).head).toBe("");
});

function inline(html: string, read: typeof readSheet) {
  const page = parse(html);
  const inlined = inlineStyles(page, read);
  const text = serialize(page);
  return { head: text.slice("<html><head>".length, text.indexOf("</head>")), ...inlined };
}
