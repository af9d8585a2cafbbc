// The visitor's color scheme (`app/page-scripts/theme.ts` stores it in a cookie) is in the page, so
// that the first paint has it. Reading the browser's storage before the first paint would block on
// another browser process.
import type { Context } from "hono";
import { getCookie } from "hono/cookie";

const themes = ["light", "dark"] as const;
export type Theme = (typeof themes)[number];

/** Reads the chosen color scheme; undefined means the system's choice. */
export function themeOf(c: Context): Theme | undefined {
  const chosen = getCookie(c, "theme");
  return themes.find((theme) => theme === chosen);
}
