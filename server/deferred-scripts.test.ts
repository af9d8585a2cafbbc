import { expect, test } from "vitest";
import { deferScripts, deferUntilFirstPaint } from "./deferred-scripts.ts";

test("the framework's scripts are merged into one file, in a working order, and removed from the page", () => {
  const { html, files } = deferScripts(
    '<script data-now="">mine()</script><script>stage=1</script><script type="module" async="">import "/a.js"</script><script>stage=2</script>',
    [{ href: "/a.css", isLater: false }],
  );
  const [script] = files;
  expect(script?.text).toMatch(/"\/a.css"[\s\S]*\n;stage=1\n;stage=2\n;import "\/a.js"$/);
  expect(html).toBe(
    `<script data-now="">mine()</script><script type="held" data-file="${script?.path}"></script><script type="held"></script><script type="held"></script>`,
  );
});

test("preloads are listed in the file that is requested after the first paint", () => {
  const { html, files } = deferScripts(
    '<link rel="modulepreload" href="/a.js"/><link rel="modulepreload" href="/b.js"/><script data-now="" data-apart="">note()</script>',
  );
  expect(html).not.toContain("<link");
  expect(files.map(({ text }) => text)).toEqual([
    expect.stringMatching(/\["\/a.js","\/b.js"\][\s\S]*\n;note\(\)$/),
  ]);
});

test("scripts that the first screen does not need go into one file, which their first tag names", () => {
  const { html, files } = deferScripts(
    '<script data-now="" data-apart="">note()</script><i></i><script data-now="" data-apart="">keep()</script>',
  );
  const [file] = files;
  expect(files).toHaveLength(1);
  expect(file?.text).toBe("note()\n;keep()");
  expect(html).toBe(
    `<script type="apart" data-file="${file?.path}" data-now="" data-apart=""></script><i></i><script type="apart" data-now="" data-apart=""></script>`,
  );
});

test("data for machines and pages without scripts are unchanged", () => {
  const html = '<script type="application/ld+json">{}</script>';
  expect(deferScripts(html)).toEqual({ html, files: [] });
});

test("a page that wants to paint first keeps its scripts' text and nonce, and runs no module", () => {
  const html =
    '<html lang="en" data-drawn-first="true"><link rel="modulepreload" href="/a.js"/><script nonce="n">stage=1</script><script nonce="n" type="module" async="">import "/a.js"</script>';
  expect(deferUntilFirstPaint(html)).toBe(
    '<html lang="en" data-drawn-first="true"><link rel="held" href="/a.js"/><script nonce="n">stage=1</script><script nonce="n" type="held-module">import "/a.js"</script>',
  );
  const other = html.replace(' data-drawn-first="true"', "");
  expect(deferUntilFirstPaint(other)).toBe(other);
});
