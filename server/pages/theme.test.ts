import { Hono } from "hono";
import { expect, test } from "vitest";
import { themeOf } from "./theme.ts";

test.each([
  ["theme=dark", "dark"],
  ["clientToken=x; theme=light", "light"],
  ['theme="><script>', "none"],
  ["", "none"],
])("the cookie %o selects the color scheme %s", async (cookie, expected) => {
  const app = new Hono().get("/", (c) => c.text(themeOf(c) ?? "none"));
  const answer = await app.request("/", { headers: { Cookie: cookie } });
  expect(await answer.text()).toBe(expected);
});
