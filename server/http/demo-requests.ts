// The live demo's own root: `/demo/api/…` is the API for one demo, with the demo's session alone.
// The address decides, so no header, cookie or body can turn one into the other.
import type { Context, MiddlewareHandler } from "hono";
import { getCookie } from "hono/cookie";
import { createMiddleware } from "hono/factory";
import { getPath } from "hono/utils/url";
import { demoMessages } from "#content/demo.ts";
import { demoPath } from "#contract/demos.ts";
import type { Deps } from "#server/deps.ts";
import { AppError } from "#server/errors.ts";

const demoApi = `${demoPath}/api/`;

/** The path that the API's routes match: a demo has the same operations. */
export function pathInApi(request: Request): string {
  const path = getPath(request);
  return path.startsWith(demoApi) ? path.slice(demoPath.length) : path;
}

/** Whether the request was sent to a demo. */
export function isDemoRequest(c: Context): boolean {
  return getPath(c.req.raw).startsWith(demoApi);
}

/**
 * All that a demo may ask for, by method and path. Not here: what belongs to an account, what sends
 * to an address or a device, and everything of the owner and of other doors.
 */
const openInDemo = [
  /^GET \/api\/(captcha|credentials|alerts|clients\/getClient|clients\/me\/(devices|hours|proofs))$/,
  /^PATCH \/api\/clients\/me(\/desk)?$/,
  /^PUT \/api\/clients\/me\/hours$/,
  /^GET \/api\/mail(\/|$)/,
  /^(GET|POST|PUT|PATCH|DELETE) \/api\/(leads|templates|pictures|demos)(\/|$)/,
];

/** Refuses the rest, and everything about demos where they are off. */
export function onlyDemoOperations(deps: Pick<Deps, "config" | "limits">): MiddlewareHandler {
  return createMiddleware(async (c, next) => {
    const isOfDemos = isDemoRequest(c) || /^\/api\/demos(\/|$)/.test(c.req.path);
    if (isOfDemos && !deps.config.hasDemo) throw new AppError("not_found");
    if (isDemoRequest(c)) {
      const method = c.req.method === "HEAD" ? "GET" : c.req.method;
      const operation = `${method} ${c.req.path}`;
      if (!openInDemo.some((pattern) => pattern.test(operation))) {
        throw new AppError("forbidden", { sentence: demoMessages.notInDemo });
      }
      // What it stores is erased after an hour, and must not fill the disk before.
      const token = c.req.header("Authorization") ?? getCookie(c, "demoToken");
      if (method !== "GET" && token) await deps.limits.count("changesPerDemo", token);
    }
    await next();
  });
}
