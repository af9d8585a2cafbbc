// Records each request as a span, which is named after the route's pattern and never after the
// actual path.
import type { Context, Next } from "hono";
import type { Traces } from "#server/observe/traces.ts";

/**
 * Runs the rest of a request inside a span. Ignores incoming trace headers, because anyone could
 * send them. API calls by a page's loader are children of the page's span.
 */
export function traceRequest(
  traces: Traces,
  c: Context,
  next: Next,
  readRoute: () => string,
): Promise<void> {
  return traces.run("server", c.req.method, async (span) => {
    await next();
    const route = readRoute();
    const { status } = c.res;
    span.name = `${c.req.method} ${route}`;
    span.facts["http.request.method"] = c.req.method;
    span.facts["http.route"] = route;
    span.facts["http.response.status_code"] = status;
    span.hasFailed = status >= 500;
  });
}
