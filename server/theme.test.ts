import { Hono } from "hono";
import { expect, test } from "vitest";
import { inTheme, themeOf } from "./theme.ts";

test.each([
  ["theme=dark", "dark"],
  ["clientToken=x; theme=light", "light"],
  ['theme="><script>', "none"],
  ["", "none"],
])("the cookie %o asks for %s", async (cookie, expected) => {
  const app = new Hono().get("/", (c) => c.text(themeOf(c) ?? "none"));
  const answer = await app.request("/", { headers: { Cookie: cookie } });
  expect(await answer.text()).toBe(expected);
});

test("a page states the chosen color scheme, and nothing when none was chosen", () => {
  const html = '<!DOCTYPE html><html lang="en"><head>';
  expect(inTheme(html, "dark")).toBe('<!DOCTYPE html><html data-theme="dark" lang="en"><head>');
  expect(inTheme(html, undefined)).toBe(html);
});
