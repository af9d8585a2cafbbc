// What every API request is checked for before a noun sees it.
import type { Context } from "hono";
import { bodyLimit } from "hono/body-limit";
import { createMiddleware } from "hono/factory";
import { AppError } from "./errors.ts";
import type { Env } from "./guards.ts";

const changing = new Set(["POST", "PUT", "PATCH", "DELETE"]);
// These carry no cookie: a signature, a key or a token in the address is their proof.
const openToOthers = /^\/api\/(intake\/|mail\/unsubscribe$)/;
const deepest = 20;

/**
 * Before a noun answers, which may name others. An answer that is changed once it is made would be
 * copied, and sent as a stream.
 */
export function setApiHeaders(c: Context<Env>, requestId: string) {
  c.header("X-Request-Id", requestId);
  c.header("X-Content-Type-Options", "nosniff");
  c.header("Referrer-Policy", "no-referrer");
  c.header("Cache-Control", "no-store");
  c.header("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'");
}

/** Throws `too_large`. A length that was said is kept by Node; only a body without one is counted. */
export function refuseLargeBodies(largestBytes: number) {
  const refuse = () => {
    throw new AppError("too_large");
  };
  const count = bodyLimit({ maxSize: largestBytes, onError: refuse });
  return createMiddleware<Env>(async (c, next) => {
    if (c.req.method === "GET" || c.req.method === "HEAD") return next();
    const said = c.req.header("Content-Length");
    if (said === undefined || c.req.header("Transfer-Encoding")) return count(c, next);
    if (Number(said) > largestBytes) refuse();
    await next();
  });
}

/**
 * A browser may change something only from our own pages. `Sec-Fetch-Site` says so; a browser
 * without it sends an `Origin` whose host must be ours. Programs send neither.
 */
export function refuseOtherSites(origin: string) {
  const ownHost = new URL(origin).host;
  return createMiddleware<Env>(async (c, next) => {
    if (changing.has(c.req.method) && !openToOthers.test(c.req.path) && !isSameOrigin(c, ownHost)) {
      throw new AppError("cross_origin");
    }
    await next();
  });
}

function isSameOrigin(c: Context<Env>, ownHost: string): boolean {
  const site = c.req.header("Sec-Fetch-Site");
  if (site) return site === "same-origin" || site === "none";
  const origin = c.req.header("Origin");
  if (!origin) return true;
  if (!URL.canParse(origin)) return false;
  const { host } = new URL(origin);
  return host === ownHost || host === c.req.header("Host");
}

/** How long a browser need not ask again. */
const preflightSeconds = 24 * 60 * 60;
const webForm = /^\/api\/intake\/form\//;

/**
 * A script on the practice's own page may post a web form and read the answer, a refusal too; the
 * form's key alone decides what is taken. JSON is asked for first, by the browser itself:
 * https://fetch.spec.whatwg.org/#cors-preflight-request
 */
export const openWebForms = createMiddleware<Env>(async (c, next) => {
  if (!webForm.test(c.req.path)) return next();
  c.header("Access-Control-Allow-Origin", "*");
  if (c.req.method !== "OPTIONS") return next();
  c.header("Access-Control-Allow-Methods", "POST");
  c.header("Access-Control-Allow-Headers", "Content-Type");
  c.header("Access-Control-Max-Age", String(preflightSeconds));
  return c.body(null, 204);
});

/** A body is JSON, readable and not absurdly deep; a webhook checks its own, a web form may be encoded. */
export const readJson = createMiddleware<Env>(async (c, next) => {
  if (!changing.has(c.req.method)) return next();
  if (c.req.method === "POST" && webForm.test(c.req.path)) {
    if (!isJson(c) && !isFormEncoded(c)) throw new AppError("unsupported_media_type");
    return next();
  }
  if (openToOthers.test(c.req.path)) return next();
  const text = await c.req.text();
  if (text === "") return next();
  if (!isJson(c)) throw new AppError("unsupported_media_type");
  parseJson(text);
  await next();
});

function isJson(c: Context<Env>): boolean {
  return /^application\/json\s*(;|$)/i.test(c.req.header("Content-Type") ?? "");
}

/** A web form that a browser sent: whoever pressed Submit reads the answer as a page. */
export function isSentAsPage(c: Context<Env>): boolean {
  return webForm.test(c.req.path) && isFormEncoded(c);
}

export function isFormEncoded(c: Context<Env>): boolean {
  return /^application\/x-www-form-urlencoded\s*(;|$)/i.test(c.req.header("Content-Type") ?? "");
}

/** Reads JSON that is not absurdly deep. Throws `malformed`. */
export function parseJson(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    if (isWithinDepth(value, deepest)) return value;
  } catch {
    // Too deep for the parser itself, or no JSON at all.
  }
  throw new AppError("malformed");
}

function isWithinDepth(value: unknown, depth: number): boolean {
  if (typeof value !== "object" || value === null) return true;
  return depth > 0 && Object.values(value).every((inner) => isWithinDepth(inner, depth - 1));
}
