// The checks of every API request before a noun sees it.
import type { HttpBindings } from "@hono/node-server";
import type { Context } from "hono";
import { bodyLimit } from "hono/body-limit";
import { createMiddleware } from "hono/factory";
import { campaignLimits } from "#contract/campaigns.ts";
import { importLimits } from "#contract/imports.ts";
import { AppError, answerError } from "#server/errors.ts";
import { strictTransport } from "#server/pages/page-policy.ts";
import type { Env } from "./guards.ts";
import { hasAtMost, parseJson } from "./json.ts";
import { isSameOrigin } from "./same-origin.ts";

const changing = new Set(["POST", "PUT", "PATCH", "DELETE"]);
// These read no cookie: a signature, a key or a token in the address authenticates them.
const callableFromOtherSites = /^\/api\/(intake\/|mail\/unsubscribe$|alerts\/text-status$)/;
/** Opening hours with a hundred holidays have about six hundred. */
const maxValues = 2000;

/** A file, which its verb reads, counts and limits while it arrives: no check may read it before. */
const streamedBody = /^\/api\/(leads|admin\/clients\/[^/]+)\/import$/;

/** A smaller file, which is read whole, after its size was checked. */
const fileBody = /^\/api\/admin\/campaign-reports$/;

/**
 * The largest body of an operation in bytes: what its schema accepts, at three bytes per character.
 * The first match applies.
 */
const bodyLimits: { path: RegExp; bytes: number }[] = [
  { path: streamedBody, bytes: importLimits.bytes },
  { path: fileBody, bytes: campaignLimits.reportBytes },
  // One lead each.
  { path: /^\/api\/intake\/(google|webhook)\//, bytes: 65_536 },
  // A form of a hundred fields.
  { path: /^\/api\/intake\/form\//, bytes: 128_000 },
  // A webhook may announce many leads; a picture arrives in base64.
  { path: /^\/api\/(intake\/|pictures$)/, bytes: 1_000_000 },
  // Rich text, which some programs send at six bytes per character.
  { path: /^\/api\/(templates(\/|$)|leads\/[^/]+\/emails$)/, bytes: 256_000 },
  { path: /^\/api\/(contact$|leads(\/|$)|clients\/me(\/|$)|admin\/)/, bytes: 128_000 },
  // Signing in, registering, a new password: the captcha's solution is the longest part.
  { path: /^/, bytes: 32_000 },
];

export function maxBodyBytes(apiPath: string): number {
  return bodyLimits.find(({ path }) => path.test(apiPath))?.bytes ?? 0;
}

/**
 * With two Host headers, a proxy may choose a different one than we do:
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
 * Set before the noun runs: changing a finished answer would copy it and turn it into a stream. A
 * noun may override them.
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
 * For operations that answer with a stream. Throws `method_not_allowed`: HEAD would open a stream
 * that nobody reads to its end.
 */
export function refuseHead(c: Context<Env>) {
  if (c.req.method !== "HEAD") return;
  c.header("Allow", "GET");
  throw new AppError("method_not_allowed");
}

/**
 * Throws `too_large`. Node enforces a declared Content-Length; only a body without one is counted.
 */
export const refuseLargeBodies = createMiddleware<Env>(async (c, next) => {
  if (c.req.method === "GET" || c.req.method === "HEAD") return next();
  const bytes = maxBodyBytes(c.req.path);
  const said = c.req.header("Content-Length");
  if (said === undefined || c.req.header("Transfer-Encoding")) {
    if (streamedBody.test(c.req.path)) return next();
    return bodyLimit({ maxSize: bytes, onError: refuseSize })(c, next);
  }
  if (Number(said) > bytes) refuseSize();
  await next();
});

function refuseSize(): never {
  throw new AppError("too_large");
}

/**
 * CSRF protection: a browser may change data only from our own pages. `Sec-Fetch-Site` tells;
 * browsers send it over https and to loopback only. Without it, `Origin` must be `origin`, whatever
 * host a proxy forwarded, or the same scheme on the requested host. Programs send neither header.
 */
export function refuseOtherSites(origin: string) {
  const own = new URL(origin);
  return createMiddleware<Env>(async (c, next) => {
    if (
      changing.has(c.req.method) &&
      !callableFromOtherSites.test(c.req.path) &&
      !isSameOrigin(c, own)
    ) {
      throw new AppError("cross_origin");
    }
    await next();
  });
}

/** How long a browser may cache a preflight. */
const preflightSeconds = 24 * 60 * 60;
const webForm = /^\/api\/intake\/form\//;
/** A web form's page on our own site. */
const hostedForm = /^\/api\/forms\//;
/** Each reads its own body. */
const google = /^\/api\/intake\/google\//;
const webhook = /^\/api\/intake\/webhook\//;

/**
 * A script on a practice's own page may post a web form and read the answer, also a refusal; only
 * the form's key authorizes it. Browsers send a preflight request for JSON:
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

/**
 * Requires a JSON body, parseable and not too deep. A web form and a webhook read what they are sent,
 * whatever its sender calls it: what they can't read is kept.
 */
export const readJson = createMiddleware<Env>(async (c, next) => {
  if (!changing.has(c.req.method)) return next();
  const isReadAsSent = webForm.test(c.req.path) || webhook.test(c.req.path);
  if (c.req.method === "POST" && isReadAsSent) return next();
  if (c.req.method === "POST" && hostedForm.test(c.req.path)) {
    if (!isFormEncoded(c)) throw new AppError("unsupported_media_type");
    return next();
  }
  if (c.req.method === "POST" && google.test(c.req.path) && !isJson(c)) {
    throw new AppError("unsupported_media_type");
  }
  const isFile = streamedBody.test(c.req.path) || fileBody.test(c.req.path);
  if (isFile || callableFromOtherSites.test(c.req.path)) return next();
  const text = await c.req.text();
  if (text === "") return next();
  if (!isJson(c)) throw new AppError("unsupported_media_type");
  // Before a schema validates each value, and validates each again per variant of a message.
  if (!hasAtMost(maxValues, parseJson(text))) throw new AppError("too_large");
  await next();
});

function isJson(c: Context<Env>): boolean {
  return /^application\/json\s*(;|$)/i.test(c.req.header("Content-Type") ?? "");
}

/** Whether a person reads the answer as a page: a browser submitted a web form natively. */
export function isSentAsPage(c: Context<Env>): boolean {
  if (hostedForm.test(c.req.path)) return /\btext\/html\b/.test(c.req.header("Accept") ?? "");
  return webForm.test(c.req.path) && isForm(c);
}

/** As a browser sends it: form-encoded, or multipart. */
export function isForm(c: Context<Env>): boolean {
  return isFormEncoded(c) || /^multipart\/form-data\s*;/i.test(c.req.header("Content-Type") ?? "");
}

function isFormEncoded(c: Context<Env>): boolean {
  return /^application\/x-www-form-urlencoded\s*(;|$)/i.test(c.req.header("Content-Type") ?? "");
}
