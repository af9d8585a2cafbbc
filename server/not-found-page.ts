// Serves the page "Page not found" from memory for addresses that cannot be a page. React Router
// matches an address against all of its ancestors, each from the beginning, which is quadratic: one
// address of eight thousand segments blocked the process for seconds.
import { createHash } from "node:crypto";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { matchRoutes, type RouteObject, type ServerBuild } from "react-router";
import { inlineAllStyles } from "./inline-styles.ts";
import { pagePolicy } from "./page-policy.ts";
import { hashesOf, type PreparedPage } from "./prepared-pages.ts";

/** Twice as long as any page's address; the deepest file has three segments. */
const longest = { segments: 10, characters: 300, query: 4000 };

/** Whether an address, encoded or decoded, is too long to be one of ours. */
export function isTooLongForAPage(path: string): boolean {
  return (
    path.length > longest.characters ||
    path.split("/", longest.segments + 2).length > longest.segments + 1
  );
}

/** Whether the query is too long for any page: each reads a few short values. */
export function hasOversizedQuery(url: string): boolean {
  const from = url.indexOf("?");
  return from >= 0 && url.length - from > longest.query;
}

/**
 * Returns whether an address belongs to a page, to its data (`/lms/dashboard.data`) or to React
 * Router itself.
 */
export function pageMatcher(build: ServerBuild): (path: string) => boolean {
  const routes = nested(Object.values(build.routes).filter((route) => route !== undefined));
  return (path) => {
    if (path.startsWith("/__") || path.endsWith(".data")) return true;
    const found = matchRoutes(routes, path)?.at(-1);
    return found !== undefined && found.route.path !== "*";
  };
}

function nested(all: Route[], parentId?: string): RouteObject[] {
  return all
    .filter((route) => route.parentId === parentId)
    .map(({ id, path, index }) =>
      index ? { id, path, index } : { id, path, children: nested(all, id) },
    );
}

type Route = NonNullable<ServerBuild["routes"][string]>;

/**
 * Prepares the page that was rendered for an unknown address. Its scripts are removed: they would
 * try to load the address that was requested. Links work without them.
 */
export function prepareNotFound(
  html: string,
  options: Omit<Parameters<typeof pagePolicy>[0], "scripts" | "styles">,
  readSheet: (href: string) => string,
): PreparedPage {
  const still = html
    .replace(/<script\b[^>]*>[\s\S]*?<\/script>/g, "")
    .replace(/<link rel="modulepreload"[^>]*>/g, "");
  const text = inlineAllStyles(still, "", readSheet).replaceAll(' nonce=""', "");
  const plain = Buffer.from(text);
  return {
    path: "*",
    plain: new Uint8Array(plain),
    gzip: new Uint8Array(gzipSync(plain)),
    br: new Uint8Array(
      brotliCompressSync(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
    ),
    etag: `"${createHash("sha256").update(plain).digest("base64url").slice(0, 12)}"`,
    headers: {
      "Content-Type": "text/html; charset=utf-8",
      "Cache-Control": "no-store",
      Vary: "Accept-Encoding",
      ...pagePolicy({
        ...options,
        scripts: [],
        styles: hashesOf(text.matchAll(/<style>([\s\S]*?)<\/style>/g)),
      }),
    },
  };
}
