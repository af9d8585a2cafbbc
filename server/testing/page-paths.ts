// Lists every page that `app/routes.ts` declares. Tests that cover all pages are generated from
// this list.
import { randomUUID } from "node:crypto";
import { prerenderedPaths } from "#app/prerendered-paths.ts";
import routes from "#app/routes.ts";

type Route = { path?: string; file?: string; index?: boolean; children?: Route[] };

export type Page = {
  /** The path as declared, such as `/admin/requests/:id`. */
  path: string;
  /** The kind of login that the page requires, or null if it doesn't require any. */
  door: "desk" | "console" | null;
  /** Whether the page is the same for every visitor and made at build time. */
  isPrerendered: boolean;
};

const layouts: Record<string, Page["door"]> = {
  "lms/layout.tsx": "desk",
  "admin/layout.tsx": "console",
};

/** All pages, except for former URLs, data without a page, and the page for unknown URLs. */
export const pages: Page[] = pagesBelow(routes, "", null);

/** The URL of every page. The ids in them don't exist. */
export const pagePaths = [...new Set(routes.flatMap((route) => pathsOf(route, "")))];

function pagesBelow(some: readonly Route[], above: string, door: Page["door"]): Page[] {
  return some.flatMap(({ path = "", file = "", index, children }) => {
    const here = path ? `${above}/${path}` : above;
    const below = pagesBelow(children ?? [], here, layouts[file] ?? door);
    const isPage = file.endsWith(".tsx") && !/^(admin\/)?(moved-pages|not-found)/.test(file);
    if (children || !isPage) return below;
    const own = index ? here || "/" : here;
    return [{ path: own, door, isPrerendered: prerenderedPaths.includes(own) }];
  });
}

function pathsOf({ path, index, children }: Route, above: string): string[] {
  const here = path
    ? `${above}/${path.replace("*", "not-there").replace(/:\w+/, () => randomUUID())}`
    : above;
  const own = index || !children ? [here || "/"] : [];
  return [...own, ...(children ?? []).flatMap((one) => pathsOf(one, here))];
}
