// Routes requests of live demos. `/demo/api/…` is the API for one demo and accepts only that demo's
// session. Only the path decides, so a header, cookie or body can't switch between a demo and a
// real practice.
import type { Context, MiddlewareHandler } from "hono";
import { createMiddleware } from "hono/factory";
import { getPath } from "hono/utils/url";
import { demoPath } from "#contract/demos.ts";
import type { Deps } from "#server/deps.ts";
import { AppError } from "#server/errors.ts";

const demoApi = `${demoPath}/api/`;

/**
 * Returns the path without the demo's prefix, because a demo has the same operations as the API.
 */
export function pathInApi(request: Request): string {
  const path = getPath(request);
  return path.startsWith(demoApi) ? path.slice(demoPath.length) : path;
}

/** Checks whether the request was sent to a demo. */
export function isDemoRequest(c: Context): boolean {
  return getPath(c.req.raw).startsWith(demoApi);
}

/**
 * Rejects demo requests if demos are off. Each route declares whether demos have it: see `Takes`.
 */
export function checkDemos(deps: Pick<Deps, "config">): MiddlewareHandler {
  return createMiddleware(async (c, next) => {
    if (isDemoRequest(c)) refuseWithoutDemos(deps);
    await next();
  });
}

/**
 * Limits a demo's changes, so that it can't fill the disk in the hour before it's erased. It counts
 * by session: a header can't start another count.
 */
export async function countDemoChange(
  { limits }: Pick<Deps, "limits">,
  c: Context,
  sessionId: string,
): Promise<void> {
  const isRead = c.req.method === "GET" || c.req.method === "HEAD";
  if (isDemoRequest(c) && !isRead) await limits.count("changesPerDemo", sessionId);
}

/** Throws `not_found` if demos are off. */
export function refuseWithoutDemos({ config }: Pick<Deps, "config">) {
  if (!config.hasDemo) throw new AppError("not_found");
}
