import { expect, test } from "vitest";
import { inlineAllStyles, inlineStyles } from "./inline-styles.ts";

const sheets: Record<string, string> = {
  "/assets/tokens.css": ":root{--ink:#000}\n",
  "/assets/home.css": "h1{color:var(--ink)}",
};
const readSheet = (href: string) => sheets[href] ?? "";

test("a page inlines its style sheets in order, and returns their links", () => {
  const html =
    '<head><link nonce="" rel="stylesheet" href="/assets/tokens.css"/><link rel="icon" href="/i.svg"/><link rel="stylesheet" href="/assets/home.css"/></head>';
  expect(inlineStyles(html, readSheet)).toEqual({
    html: '<head><link rel="icon" href="/i.svg"/><style>:root{--ink:#000}h1{color:var(--ink)}</style></head>',
    links: [
      { href: "/assets/tokens.css", isLater: false },
      { href: "/assets/home.css", isLater: false },
    ],
    files: [],
  });
});

test("a style sheet that styles nothing on the page is deferred until the first interaction", () => {
  const html = '<head><link rel="stylesheet" href="/t.css"/></head><p class="_1 _2"></p>';
  expect(inlineStyles(html, () => "._3{color:red}").links).toEqual([
    { href: "/t.css", isLater: true },
  ]);
  expect(inlineStyles(html, () => "._3,._2{color:red}").html).toContain("<style>._3,._2");
});

test("a page that marks what is below its first screen inlines the rules of that screen, and puts the others in a file", () => {
  const html =
    '<head><link rel="stylesheet" href="/assets/a.css"/></head><h1 class="_1"></h1><section data-below=""><p class="_2"></p></section>';
  const sheet = "h1{color:red}._2{color:blue}._1{color:green}";
  const { html: page, files } = inlineStyles(html, () => sheet);
  expect(files.map(({ text }) => text)).toEqual([
    expect.stringMatching(/^\._2\{color:blue\}@media print/),
  ]);
  expect(page).toContain("<style>h1{color:red}._1{color:green}[data-below]");
  expect(page).toContain(
    `<link rel="stylesheet" href="${files[0]?.path}" media="print" data-rest=""/>`,
  );
  expect(page).toContain(`<noscript><link rel="stylesheet" href="${files[0]?.path}"/></noscript>`);
});

test("a page without style sheets is unchanged", () => {
  expect(inlineStyles("<head></head>", readSheet).html).toBe("<head></head>");
});

test("a page for one visitor inlines all of its style sheets, with the nonce of its policy", () => {
  const html =
    '<head><link nonce="" rel="stylesheet" href="/assets/tokens.css"/><link rel="icon" href="/i.svg"/><link nonce="" rel="stylesheet" href="/assets/home.css"/></head><p class="_1"></p>';
  expect(inlineAllStyles(html, "n0nce", readSheet)).toBe(
    '<head><link disabled="" nonce="" rel="stylesheet" href="/assets/tokens.css"/><link rel="icon" href="/i.svg"/><link disabled="" nonce="" rel="stylesheet" href="/assets/home.css"/><style nonce="n0nce">:root{--ink:#000}h1{color:var(--ink)}</style></head><p class="_1"></p>',
  );
  expect(inlineAllStyles("<head></head>", "n0nce", readSheet)).toBe("<head></head>");
});
