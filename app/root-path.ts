// A demo's pages are the lead desk's pages below the demo's path. React Router puts that path
// before every link. Code that builds a URL itself must put `rootPath` before it.
import { demoPath } from "#contract/demos.ts";

/** The demo's path on a demo's pages, and otherwise empty. Works only in the browser. */
export const rootPath =
  typeof location !== "undefined" && isInDemo(location.pathname) ? demoPath : "";

/** Returns whether a path is that of a demo's page. */
export function isInDemo(pathname: string): boolean {
  return pathname.startsWith(`${demoPath}/`);
}
