import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { afterEach, beforeEach, expect, test } from "vitest";
import { placeholders } from "#contract/placeholders.ts";
import { preparePage } from "./at-build/prepare-pages.ts";
import { fillPages, fillResponseTime, inTheme } from "./filled-pages.ts";
import { type PreparedPages, preparedList } from "./prepared-pages.ts";

let prepared: string;
let dataDir: string;
beforeEach(() => {
  prepared = mkdtempSync(path.join(tmpdir(), "front-desk-prepared-"));
  dataDir = mkdtempSync(path.join(tmpdir(), "front-desk-filled-"));
  build("first", "<html><p>");
});
afterEach(() => {
  for (const folder of [prepared, dataDir]) rmSync(folder, { recursive: true });
});

const origin = "https://desk.example.com";

test("a start fills in a page's values, compresses the page and sets its policies", () => {
  const page = contact();
  expect(textOf(page.plain)).toBe(`<html><p>${origin}/ 5000`);
  expect(textOf(gunzipSync(page.gzip))).toBe(textOf(page.plain));
  expect(textOf(brotliDecompressSync(page.br))).toBe(textOf(page.plain));
  expect(page.policies.altcha["Content-Security-Policy"]).toContain(
    "script-src 'self' 'sha256-a';",
  );
  expect(page.policies.altcha["Content-Security-Policy"]).not.toContain("hcaptcha.com");
  expect(page.policies.hcaptcha["Content-Security-Policy"]).toContain("hcaptcha.com");
  expect(page.policies.altcha["Content-Security-Policy"]).toContain("style-src 'self' 'sha256-b';");
});

test("filled-in pages are cached until the build or a value changes", () => {
  const kept = () => readdirSync(path.join(dataDir, "pages")).length;
  contact();
  contact();
  expect(kept()).toBe(1);
  contact({ splashMs: 0 });
  expect(kept()).toBe(2);
  contact({ origin: "https://other.example.com" });
  expect(kept()).toBe(3);
  build("second", "<html><h1>");
  expect(textOf(contact().plain)).toBe(`<html><h1>${origin}/ 5000`);
  expect(kept()).toBe(4);
});

test("links to the live demo are filled in at startup, or removed if there isn't a demo", () => {
  const page = preparePage(
    `<!DOCTYPE html><html lang="en"><body><p>A${link("b")}B</p><ul><li data-demo="">${link("c")}</li><li>C</li></ul></body></html>`,
    () => "",
  );
  build("demo", page.html);
  expect(textOf(contact().plain)).toBe(
    `<!DOCTYPE html><html lang="en"><head></head><body><p>A${shown("b")}B</p><ul><li>${shown("c")}</li><li>C</li></ul></body></html>${origin}/ 5000`,
  );
  expect(textOf(contact({ hasDemo: false }).plain)).toBe(
    `<!DOCTYPE html><html data-demo="off" lang="en"><head></head><body><p>AB</p><ul><li>C</li></ul></body></html>${origin}/ 5000`,
  );
});

test("a page contains the agency's response time only if there is one, and otherwise equals a page without that part", async () => {
  const part = `<p data-response-time="">${placeholders.responseTime}</p>`;
  const { html } = preparePage(
    `<!DOCTYPE html><html lang="en"><body><p>A</p>${part}<p>B</p></body></html>`,
    () => "",
  );
  const without = preparePage(
    '<!DOCTYPE html><html lang="en"><body><p>A</p><p>B</p></body></html>',
    () => "",
  );
  build("without", without.html);
  const bare = contact();
  build("with", html);
  const page = contact();
  expect(textOf(page.plain)).toBe(textOf(bare.plain));
  expect(page.etag).toBe(bare.etag);

  const config = { origin, splashMs: 5000, hasDemo: true, dataDir };
  const says7 = { en: 'In 7 "minutes" & less', es: "7 min" };
  const made = await fillResponseTime(config, [page], says7, prepared);
  const said = made.get("/contact");
  if (!said) throw new Error("No page says it");
  const says = "In 7 &quot;minutes&quot; &amp; less";
  expect(textOf(said.plain)).toBe(
    `<!DOCTYPE html><html data-response-time="${says}" lang="en"><head></head><body><p>A</p><p>${says}</p><p>B</p></body></html>${origin}/ 5000`,
  );
  expect(textOf(gunzipSync(said.gzip))).toBe(textOf(said.plain));
  expect(textOf(brotliDecompressSync(said.br))).toBe(textOf(said.plain));
  expect(said.etag).not.toBe(page.etag);
  expect(said.policies).toEqual(page.policies);
  expect(textOf(inTheme(said, "dark").plain)).toContain('<html data-theme="dark" data-response');
});

test("a page's HTML states the color scheme only if the visitor chose one", () => {
  const page = contact();
  const dark = inTheme(page, "dark");
  expect(textOf(dark.plain)).toBe(`<html data-theme="dark"><p>${origin}/ 5000`);
  expect(textOf(brotliDecompressSync(dark.br))).toBe(textOf(dark.plain));
  expect(dark.etag).not.toBe(page.etag);
  expect(inTheme(page, "dark")).toBe(dark);
  expect(inTheme(page, undefined)).toBe(page);
});

function contact(values: { origin?: string; splashMs?: number; hasDemo?: boolean } = {}) {
  const config = { origin, splashMs: 5000, hasDemo: true, dataDir, ...values };
  const [page] = fillPages(config, prepared).pages;
  if (!page) throw new Error("No page was filled in");
  return page;
}

/** Writes the files that a build would write. */
function build(hash: string, html: string) {
  const pageOf = (name: string) => ({
    path: `/${name}`,
    file: `${name}/index.html`,
    scripts: ["'sha256-a'"],
    styles: ["'sha256-b'"],
  });
  const list: PreparedPages = { hash, pages: [pageOf("contact")], notFound: pageOf("nowhere") };
  for (const { file } of [...list.pages, list.notFound]) {
    mkdirSync(path.join(prepared, path.dirname(file)), { recursive: true });
    const text = `${html}${placeholders.origin}/ ${placeholders.splashMs}`;
    writeFileSync(path.join(prepared, file), text);
  }
  writeFileSync(path.join(prepared, preparedList), JSON.stringify(list));
}

/** Returns a link to the demo as it is before the build. */
function link(className: string): string {
  return shown(className).replace(" href", ' data-demo="" href');
}

function shown(className: string): string {
  return `<a class="${className}" href="/demo" title="&lt;/a&gt; b"><svg><path d="M0 0"></path></svg><i>Try</i> it</a>`;
}

function textOf(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString("utf8");
}
