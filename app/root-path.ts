// A demo's pages are the lead desk's pages under the demo's path. React Router prepends that path
// to every link. Code that builds a URL itself must prepend `rootPath`.
import { demoPath } from "#contract/demos.ts";

/** The demo's path on a demo's pages, otherwise empty. Works only in the browser. */
export const rootPath =
  typeof location !== "undefined" && isInDemo(location.pathname) ? demoPath : "";

/** Checks whether a path is a page of a demo. */
export function isInDemo(pathname: string): boolean {
  return pathname.startsWith(`${demoPath}/`);
}
