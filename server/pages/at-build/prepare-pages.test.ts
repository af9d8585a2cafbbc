import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { placeholders } from "#contract/placeholders.ts";
import { preparePage, prepareStillPage, toPreparedPage } from "./prepare-pages.ts";

const html = `<!DOCTYPE html><html lang="en"><head><link nonce="" rel="stylesheet" href="/a.css"/><link rel="modulepreload" href="/a.js"/><script data-now="" nonce="">now()</script><script type="application/ld+json">{"url":"${placeholders.origin}/"}</script></head><body><p>A&#x27;s</p><script data-now="" data-apart="">later()</script><script type="module" async="">import "/a.js"</script></body></html>`;
const states = `data-response-time="${placeholders.responseTime}" data-demo="${placeholders.demoState}"`;
const readSheet = () => "p{color:red}";

test("a prerendered page contains its styles and the scripts that run immediately, without a nonce", () => {
  const page = preparePage(html, readSheet);
  expect(page.html).toBe(
    `<!DOCTYPE html><html ${states} lang="en"><head><script data-now="">now()</script><script type="application/ld+json">{"url":"${placeholders.origin}/"}</script><style>p{color:red}</style></head><body><p>A's</p><script type="apart" data-file="${page.files[0]?.path}" data-now="" data-apart=""></script><script type="held" data-file="${page.files[1]?.path}"></script></body></html>`,
  );
});

test("the CSP hashes cover the styles and the scripts that run", () => {
  const { scripts, styles } = toPreparedPage("contact/index.html", preparePage(html, readSheet));
  expect(scripts).toEqual([hashOf("now()")]);
  expect(styles).toEqual([hashOf("p{color:red}")]);
});

test("the page for unknown URLs has no scripts", () => {
  const page = prepareStillPage(html, readSheet);
  expect(page.html).toBe(
    `<!DOCTYPE html><html ${states} lang="en"><head><style>p{color:red}</style></head><body><p>A's</p></body></html>`,
  );
  expect([page.files, page.scripts]).toEqual([[], []]);
});

test.each([
  ["index.html", "/"],
  ["marketing/index.html", "/marketing"],
  ["marketing/faq/index.html", "/marketing/faq"],
])("the page in the file %s is served at %s", (file, path) => {
  expect(toPreparedPage(file, preparePage(html, readSheet)).path).toBe(path);
});

test("the build fails if a script or style contains a placeholder, because the value would change its hash", () => {
  const prepare = (text: string, css = "") =>
    toPreparedPage(
      "index.html",
      preparePage(text, () => css),
    );
  const link = '<link rel="stylesheet" href="/a.css"/>';
  for (const value of Object.values(placeholders)) {
    expect(() => prepare(`<script data-now="">f("${value}")</script>`)).toThrow(value);
    expect(() =>
      prepare(`<script>f("${value}")</script><script type="module">g()</script>`),
    ).toThrow(value);
    expect(() => prepare(link, `p{background:url("${value}/a.png")}`)).toThrow(value);
    expect(() => prepare(`<p title="${value}"></p>`)).not.toThrow();
  }
});

function hashOf(code: string): string {
  return `'sha256-${createHash("sha256").update(code).digest("base64")}'`;
}
