import { useLocation } from "react-router";

/** The page's address as menus name it: a page made at build time is asked for with a slash behind. */
export function usePagePath(): string {
  return useLocation().pathname.replace(/(?<=.)\/$/, "");
}
