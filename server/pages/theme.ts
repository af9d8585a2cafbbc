// Adds the visitor's color scheme to the page, so the first paint already has it. It comes from a
// cookie that `app/page-scripts/theme.ts` sets, because reading browser storage before the first
// paint would block on another browser process.
import type { Context } from "hono";
import { getCookie } from "hono/cookie";

const themes = ["light", "dark"] as const;
export type Theme = (typeof themes)[number];

/** Reads the chosen color scheme. Undefined means that the system decides. */
export function themeOf(c: Context): Theme | undefined {
  const chosen = getCookie(c, "theme");
  return themes.find((theme) => theme === chosen);
}
