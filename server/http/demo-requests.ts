// The live demo's own root: `/demo/api/…` is the API for one demo, with the demo's session alone.
// The path alone decides: a header, cookie or body can't switch between the two.
import type { Context, MiddlewareHandler } from "hono";
import { getCookie } from "hono/cookie";
import { createMiddleware } from "hono/factory";
import { getPath } from "hono/utils/url";
import { demoPath } from "#contract/demos.ts";
import type { Deps } from "#server/deps.ts";
import { AppError } from "#server/errors.ts";

const demoApi = `${demoPath}/api/`;

/** Returns the path that the API's routes match: a demo has the same operations. */
export function pathInApi(request: Request): string {
  const path = getPath(request);
  return path.startsWith(demoApi) ? path.slice(demoPath.length) : path;
}

/** Checks whether the request was sent to a demo. */
export function isDemoRequest(c: Context): boolean {
  return getPath(c.req.raw).startsWith(demoApi);
}

/**
 * Rejects demo requests if demos are off, and limits a demo's changes: its data is erased after an
 * hour and must not fill the disk before. Each route declares whether demos have it: see `Takes`.
 */
export function limitDemos(deps: Pick<Deps, "config" | "limits">): MiddlewareHandler {
  return createMiddleware(async (c, next) => {
    if (!isDemoRequest(c)) return next();
    refuseWithoutDemos(deps);
    const token = c.req.header("Authorization") ?? getCookie(c, "demoToken");
    const isRead = c.req.method === "GET" || c.req.method === "HEAD";
    if (!isRead && token) await deps.limits.count("changesPerDemo", token);
    await next();
  });
}

/** Throws `not_found` where demos are off. */
export function refuseWithoutDemos({ config }: Pick<Deps, "config">) {
  if (!config.hasDemo) throw new AppError("not_found");
}
