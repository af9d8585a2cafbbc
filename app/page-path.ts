import { useLocation } from "react-router";

/**
 * Returns the page's path as it is in the menus. A prerendered page may also be requested with a
 * slash at the end.
 */
export function usePagePath(): string {
  return useLocation().pathname.replace(/(?<=.)\/$/, "");
}
