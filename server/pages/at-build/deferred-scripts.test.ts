import { parse, serialize } from "parse5";
import { expect, test } from "vitest";
import { deferScripts } from "./deferred-scripts.ts";
import type { SheetLink } from "./inline-styles.ts";

test("the framework's scripts are moved in order into one file, and the first script's tag names the file", () => {
  const { body, files } = hold(
    '<script data-now="">mine()</script><script>stage=1</script><script type="module" async="">import "/a.js"</script><script>stage=2</script>',
    [{ href: "/a.css", isLater: false }],
  );
  const [script] = files;
  expect(script?.text).toMatch(/"\/a.css"[\s\S]*\n;stage=1\n;stage=2\n;import "\/a.js"$/);
  expect(body).toBe(
    `<script data-now="">mine()</script><script type="held" data-file="${script?.path}"></script><script type="held"></script><script type="held"></script>`,
  );
});

test("preloads move from the page to the file that is requested after the first paint", () => {
  const { body, files } = hold(
    '<link rel="modulepreload" href="/a.js"/><link rel="modulepreload" href="/b.js"/><script data-now="" data-apart="">note()</script>',
  );
  expect(body).not.toContain("<link");
  expect(files.map(({ text }) => text)).toEqual([
    expect.stringMatching(/\["\/a.js","\/b.js"\][\s\S]*\n;note\(\)$/),
  ]);
});

test("scripts that aren't needed above the fold are merged into one file, and the first script's tag names the file", () => {
  const { body, files } = hold(
    '<script data-now="" data-apart="">note()</script><i></i><script data-now="" data-apart="">keep()</script>',
  );
  const [file] = files;
  expect(files).toHaveLength(1);
  expect(file?.text).toBe("note()\n;keep()");
  expect(body).toBe(
    `<script type="apart" data-file="${file?.path}" data-now="" data-apart=""></script><i></i><script type="apart" data-now="" data-apart=""></script>`,
  );
});

test("a page is unchanged if structured data is its only script", () => {
  const html = '<script type="application/ld+json">{}</script>';
  expect(hold(html)).toEqual({ body: html, files: [] });
});

function hold(html: string, sheets: SheetLink[] = []) {
  const page = parse(`<body>${html}`);
  const files = deferScripts(page, sheets);
  const body = serialize(page).slice("<html><head></head><body>".length, -"</body></html>".length);
  return { body, files };
}
