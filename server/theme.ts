// The colour scheme that a visitor chose (`app/page-scripts/theme.ts` keeps it as a cookie), written into the
// page: it is drawn in it at once, and no script has to ask the browser's storage before the first
// paint, which holds a page up for as long as the browser's other process likes.
import type { Context } from "hono";
import { getCookie } from "hono/cookie";

const themes = ["light", "dark"] as const;
export type Theme = (typeof themes)[number];

/** Undefined: the system's. */
export function themeOf(c: Context): Theme | undefined {
  const chosen = getCookie(c, "theme");
  return themes.find((theme) => theme === chosen);
}

export function inTheme(html: string, theme: Theme | undefined): string {
  return theme ? html.replace("<html", `<html data-theme="${theme}"`) : html;
}
