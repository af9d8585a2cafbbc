// Decides which paths can be pages. All other paths get "Page not found" from memory. React Router
// compares a path with all its ancestors, each from the start, which takes quadratic time: a path
// with 8,000 segments blocked the process for seconds.
import { matchRoutes, type RouteObject, type ServerBuild } from "react-router";

/** The limits for a path are twice what any page needs. The deepest file has three segments. */
const longest = { segments: 10, characters: 300, query: 4000 };

/** Checks whether a path, encoded or decoded, is too long to be one of ours. */
export function isTooLongForAPage(path: string): boolean {
  return (
    path.length > longest.characters ||
    path.split("/", longest.segments + 2).length > longest.segments + 1
  );
}

/** Checks whether the query string is too long. Pages use only a few short values from it. */
export function hasOversizedQuery(url: string): boolean {
  const from = url.indexOf("?");
  return from >= 0 && url.length - from > longest.query;
}

/** React Router's pattern for a path that isn't a page. */
const noPattern = "*";

/**
 * Returns a function that returns the pattern of a path's page, or null if the path isn't a page.
 * It knows the paths of pages' data (`/lms/dashboard.data`) and React Router's own paths.
 */
export function pageMatcher(build: ServerBuild): (path: string) => string | null {
  const routes = nested(Object.values(build.routes).filter((route) => route !== undefined));
  return (path) => {
    if (path.startsWith("/__")) return "/__manifest";
    const found = patternOf(routes, path.replace(data, ""));
    return data.test(path) ? `${found ?? noPattern}.data` : found;
  };
}

/** Like `pageMatcher`, but only for the lead desk's screens, because a demo has no other pages. */
export function deskMatcher(build: ServerBuild): (path: string) => string | null {
  const desk = Object.values(build.routes).filter(
    (route) => route?.id === "lms/layout" || route?.parentId === "lms/layout",
  );
  const screens = nested(
    desk.filter((route) => route !== undefined),
    "lms/layout",
  );
  return (path) => {
    if (path === "/__manifest") return path;
    const found = patternOf(screens, path.replace(data, ""));
    return found && data.test(path) ? `${found}.data` : found;
  };
}

const data = /\.data$/;

function patternOf(routes: RouteObject[], path: string): string | null {
  const found = matchRoutes(routes, path);
  if (!found || found.at(-1)?.route.path === "*") return null;
  const parts = found.map(({ route }) => route.path?.replace(/^\/|\/$/g, "")).filter(Boolean);
  return `/${parts.join("/")}`;
}

function nested(all: Route[], parentId?: string): RouteObject[] {
  return all
    .filter((route) => route.parentId === parentId)
    .map(({ id, path, index }) =>
      index ? { id, path, index } : { id, path, children: nested(all, id) },
    );
}

type Route = NonNullable<ServerBuild["routes"][string]>;
