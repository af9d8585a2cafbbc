// The page "Page not found" from memory, for addresses that are no page's for sure. To look for a page
// at an address React Router goes through its ancestors one by one, each from its beginning: one
// address of eight thousand segments kept everybody else waiting for seconds.
import { createHash } from "node:crypto";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { matchRoutes, type RouteObject, type ServerBuild } from "react-router";
import { inlineAllStyles } from "./inline-styles.ts";
import { pagePolicy } from "./page-policy.ts";
import { hashesOf, type PreparedPage } from "./prepared-pages.ts";

/** No page has an address of half as many; of files the deepest has three. */
const most = { segments: 10, characters: 300, query: 4000 };

/** Whether nothing of ours can be at this address, as it was sent or decoded. */
export function leadsNowhere(path: string): boolean {
  return (
    path.length > most.characters || path.split("/", most.segments + 2).length > most.segments + 1
  );
}

/** Whether no page that is made for its visitor is asked for like this: each reads a few short values. */
export function asksForNothing(url: string): boolean {
  const from = url.indexOf("?");
  return from >= 0 && url.length - from > most.query;
}

/** Whether an address is a page's, its data's (`/lms/dashboard.data`) or one of React Router's own. */
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
 * Of the page as it was made for an unknown address. It goes without its scripts: they would set out
 * for the address that was asked for, and links lead away from here without them.
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
