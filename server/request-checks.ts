// What every API request is checked for before a noun sees it.
import type { HttpBindings } from "@hono/node-server";
import type { Context } from "hono";
import { bodyLimit } from "hono/body-limit";
import { createMiddleware } from "hono/factory";
import { AppError, answerError } from "./errors.ts";
import type { Env } from "./guards.ts";
import { strictTransport } from "./page-policy.ts";

const changing = new Set(["POST", "PUT", "PATCH", "DELETE"]);
// These carry no cookie: a signature, a key or a token in the address is their proof.
const openToOthers = /^\/api\/(intake\/|mail\/unsubscribe$)/;
const deepest = 20;
/** An account's hours with a hundred holidays have some six hundred. */
const mostValues = 2000;

/**
 * The largest body of an operation, in bytes: what its schema takes, with three bytes a letter. The
 * first that fits counts.
 */
const bodyLimits: { path: RegExp; bytes: number }[] = [
  // A webhook may name many leads at once; a picture is carried in base64.
  { path: /^\/api\/(intake\/|pictures$)/, bytes: 1_000_000 },
  // Rich text, which some programs send with six bytes a letter.
  { path: /^\/api\/(templates(\/|$)|leads\/[^/]+\/emails$)/, bytes: 256_000 },
  { path: /^\/api\/(contact$|leads(\/|$)|clients\/me(\/|$)|admin\/)/, bytes: 128_000 },
  // Signing in, registering, a new password: a captcha's solution is the longest of it.
  { path: /^/, bytes: 32_000 },
];

/**
 * Which of two hosts was meant is anybody's guess, and a proxy may guess otherwise:
 * https://www.rfc-editor.org/rfc/rfc9112#section-3.2
 */
export const refuseTwoHosts = createMiddleware(async (c, next) => {
  const { incoming } = c.env as HttpBindings;
  const names = incoming.rawHeaders.filter((_, index) => index % 2 === 0);
  if (names.filter((name) => name.toLowerCase() === "host").length < 2) return next();
  const { body } = answerError(new AppError("malformed"));
  return c.json(body, 400);
});

/**
 * Before a noun answers, which may name others. An answer that is changed once it is made would be
 * copied, and sent as a stream.
 */
export function setApiHeaders(c: Context<Env>, requestId: string, isSecure: boolean) {
  c.header("X-Request-Id", requestId);
  c.header("X-Content-Type-Options", "nosniff");
  c.header("Referrer-Policy", "no-referrer");
  c.header("Cache-Control", "no-store");
  c.header("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'");
  if (isSecure) c.header("Strict-Transport-Security", strictTransport);
}

/**
 * For what answers with a stream. Throws `method_not_allowed`: HEAD would begin one, and nobody would
 * read it to its end.
 */
export function refuseHead(c: Context<Env>) {
  if (c.req.method !== "HEAD") return;
  c.header("Allow", "GET");
  throw new AppError("method_not_allowed");
}

/** Throws `too_large`. A length that was said is kept by Node; only a body without one is counted. */
export const refuseLargeBodies = createMiddleware<Env>(async (c, next) => {
  if (c.req.method === "GET" || c.req.method === "HEAD") return next();
  const bytes = bodyLimits.find(({ path }) => path.test(c.req.path))?.bytes ?? 0;
  const said = c.req.header("Content-Length");
  if (said === undefined || c.req.header("Transfer-Encoding")) {
    return bodyLimit({ maxSize: bytes, onError: refuseSize })(c, next);
  }
  if (Number(said) > bytes) refuseSize();
  await next();
});

function refuseSize(): never {
  throw new AppError("too_large");
}

/**
 * A browser may change something only from our own pages. `Sec-Fetch-Site` says so; a browser
 * without it (it is sent over https and to loopback alone) sends an `Origin`, which must be ours:
 * `origin`, whatever a proxy made of it on the way, or the same scheme on the host that was asked.
 * Programs send neither.
 */
export function refuseOtherSites(origin: string) {
  const own = new URL(origin);
  return createMiddleware<Env>(async (c, next) => {
    if (changing.has(c.req.method) && !openToOthers.test(c.req.path) && !isSameOrigin(c, own)) {
      throw new AppError("cross_origin");
    }
    await next();
  });
}

function isSameOrigin(c: Context<Env>, own: URL): boolean {
  const site = c.req.header("Sec-Fetch-Site");
  if (site) return site === "same-origin" || site === "none";
  const origin = c.req.header("Origin");
  if (!origin) return true;
  if (!URL.canParse(origin)) return false;
  const { protocol, host } = new URL(origin);
  return protocol === own.protocol && (host === own.host || host === c.req.header("Host"));
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
  // Before a schema looks at each of them, and at each of them again for every form of a message.
  if (!hasAtMost(mostValues, parseJson(text))) throw new AppError("too_large");
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

/** Whether it has so many values at most, in all of its records and lists together. */
function hasAtMost(most: number, value: unknown): boolean {
  const waiting = [value];
  let count = 0;
  while (waiting.length > 0) {
    const next = waiting.pop();
    if (typeof next !== "object" || next === null) continue;
    const inner = Object.values(next);
    count += inner.length;
    if (count > most) return false;
    waiting.push(...inner);
  }
  return true;
}
