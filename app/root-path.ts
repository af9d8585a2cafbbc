// The pages of a demo are the lead desk's own, under the demo's path: React Router prepends it to
// every link. Code that makes an address itself prepends this.
import { demoPath } from "#contract/demos.ts";

/** The demo's path on its pages, else empty. In the browser only. */
export const rootPath =
  typeof location !== "undefined" && isInDemo(location.pathname) ? demoPath : "";

/** Checks whether an address is a page of a demo. */
export function isInDemo(pathname: string): boolean {
  return pathname.startsWith(`${demoPath}/`);
}
