import { renderToStaticMarkup } from "react-dom/server";
import { createRoutesStub } from "react-router";
import { expect, test } from "vitest";
import {
  DocumentContext,
  type DocumentSettings,
  deferUntilFirstPaint,
  StyleSheets,
} from "./document.tsx";

const inline = { nonce: "n0nce", readSheet: (href: string) => `/*${href}*/` };

test("a page for one visitor inlines its style sheets with its CSP nonce, and holds the links to them back", () => {
  expect(render(inline)).toContain(
    '<link nonce="" rel="icon" href="/i.svg"/><link nonce="" rel="stylesheet" href="/a.css" type="text/held"/><link nonce="" rel="stylesheet" href="/b.css" type="text/held"/><style nonce="n0nce">/*/a.css*//*/b.css*/</style>',
  );
});

test("prerendered pages, and pages rendered in the browser, use React Router's own links", () => {
  expect(render({})).toContain(
    '<link nonce="" rel="icon" href="/i.svg"/><link nonce="" rel="stylesheet" href="/a.css"/><link nonce="" rel="stylesheet" href="/b.css"/>',
  );
  expect(render({})).not.toContain("<style");
});

test("deferred scripts keep their text and nonce, and their modules aren't loaded before the first paint", () => {
  const initial = (
    <>
      <script nonce="n">stage=1</script>
      <script nonce="n" type="module" async>
        go()
      </script>
    </>
  );
  const scripts = (
    <>
      <link rel="modulepreload" href="/a.js" />
      {initial}
    </>
  );
  expect(renderToStaticMarkup(<div>{deferUntilFirstPaint(scripts)}</div>)).toBe(
    '<link rel="held" href="/a.js"/><div><script nonce="n">stage=1</script><script nonce="n" type="held-module">go()</script></div>',
  );
});

function render(settings: DocumentSettings): string {
  const links = () => [
    { rel: "stylesheet", href: "/a.css" },
    { rel: "icon", href: "/i.svg" },
    { rel: "stylesheet", href: "/b.css" },
  ];
  const Stub = createRoutesStub([{ path: "/", Component: StyleSheets, links }]);
  return renderToStaticMarkup(
    <DocumentContext value={settings}>
      <Stub />
    </DocumentContext>,
  );
}
