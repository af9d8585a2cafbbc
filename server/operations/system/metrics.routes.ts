// `GET /metrics` is separate from the API and the pages. It isn't in the sitemap or the API's
// documentation.
import { createHash, timingSafeEqual } from "node:crypto";
import { BlockList, isIP } from "node:net";
import type { Context, Hono } from "hono";
import type { Deps } from "#server/deps.ts";
import { bearerOf } from "#server/http/session-tokens.ts";
import { connectionAddress } from "#server/http/visitor.ts";
import { openMetricsPage } from "./metrics-page.ts";

const loopback = new BlockList();
loopback.addSubnet("127.0.0.0", 8);
loopback.addAddress("::1", "ipv6");
loopback.addSubnet("::ffff:127.0.0.0", 104, "ipv6");

/** Headers that proxies add to a request. */
const forwarding = ["X-Forwarded-For", "X-Forwarded-Host", "X-Real-IP", "Forwarded", "Via"];

export function serveMetrics(app: Hono, deps: Deps): void {
  const writePage = openMetricsPage(deps);
  app.get("/metrics", async (c, next) => {
    // Falls through to "Page not found", so that others don't learn that the page exists.
    if (!mayRead(c, deps)) return next();
    c.header("Content-Type", "text/plain; version=0.0.4; charset=utf-8");
    c.header("Cache-Control", "no-store");
    c.header("X-Content-Type-Options", "nosniff");
    return c.body(await writePage());
  });
}

/**
 * With a token, only its holder may read the metrics. Without a token, programs on this machine
 * may, if the product serves only this machine. A proxy on this machine might not add a header that
 * gives it away.
 */
function mayRead(c: Context, { config }: Deps): boolean {
  if (config.metricsToken) return isSame(bearerOf(c) ?? "", config.metricsToken);
  const host = new URL(c.req.url).hostname;
  return (
    isLoopback(connectionAddress(c)) &&
    isLoopback(host) &&
    isLoopback(new URL(config.origin).hostname) &&
    !forwarding.some((name) => c.req.header(name) !== undefined)
  );
}

function isLoopback(host: string): boolean {
  const address = host.replace(/^\[|\]$/g, "");
  if (isIP(address) === 0) return address === "localhost";
  return loopback.check(address, isIP(address) === 6 ? "ipv6" : "ipv4");
}

function isSame(given: string, wanted: string): boolean {
  const hash = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(hash(given), hash(wanted));
}
