import { useLocation } from "react-router";

/**
 * Returns the page's path as menus write it, because a prerendered page may be requested with a
 * trailing slash.
 */
export function usePagePath(): string {
  return useLocation().pathname.replace(/(?<=.)\/$/, "");
}
