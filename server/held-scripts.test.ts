import { expect, test } from "vitest";
import { holdBackScripts, holdUntilDrawn } from "./held-scripts.ts";

test("the framework's scripts go into one file, in an order that works, and leave their places", () => {
  const { html, files } = holdBackScripts(
    '<link rel="modulepreload" href="/a.js"/><script data-now="">mine()</script><script>stage=1</script><script type="module" async="">import "/a.js"</script><script>stage=2</script>',
  );
  const [script] = files;
  expect(script?.text).toBe('stage=1\n;stage=2\n;import "/a.js"');
  expect(html).toBe(
    `<link rel="held" href="/a.js"/><script data-now="">mine()</script><script type="held" data-file="${script?.path}"></script><script type="held"></script><script type="held"></script>`,
  );
});

test("what the first screen can do without runs from a file, where it stood", () => {
  const { html, files } = holdBackScripts('<script data-now="" data-apart="">note()</script>');
  expect(files.map(({ text }) => text)).toEqual(["note()"]);
  expect(html).toBe(`<script data-now="" data-apart="" defer="" src="${files[0]?.path}"></script>`);
});

test("data for machines and pages without scripts stay as they are", () => {
  const html = '<script type="application/ld+json">{}</script>';
  expect(holdBackScripts(html)).toEqual({ html, files: [] });
});

test("a page that wants to be drawn first keeps its scripts' text and their nonce, and runs no module", () => {
  const html =
    '<html lang="en" data-drawn-first="true"><link rel="modulepreload" href="/a.js"/><script nonce="n">stage=1</script><script nonce="n" type="module" async="">import "/a.js"</script>';
  expect(holdUntilDrawn(html)).toBe(
    '<html lang="en" data-drawn-first="true"><link rel="held" href="/a.js"/><script nonce="n">stage=1</script><script nonce="n" type="held-module">import "/a.js"</script>',
  );
  const other = html.replace(' data-drawn-first="true"', "");
  expect(holdUntilDrawn(other)).toBe(other);
});
