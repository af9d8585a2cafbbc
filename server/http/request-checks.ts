// Checks every API request before its route runs.
import type { HttpBindings } from "@hono/node-server";
import type { Context } from "hono";
import { bodyLimit } from "hono/body-limit";
import { createMiddleware } from "hono/factory";
import { demoMessages } from "#content/demo.ts";
import { AppError, answerError } from "#server/errors.ts";
import { strictTransport } from "#server/pages/page-policy.ts";
import { isDemoRequest } from "./demo-requests.ts";
import type { Env } from "./guards.ts";
import { hasAtMost, parseJson } from "./json.ts";
import { letTakeTime } from "./request-time.ts";
import { isSameOrigin } from "./same-origin.ts";

const changing = new Set(["POST", "PUT", "PATCH", "DELETE"]);
/**
 * The maximum number of values in a body. Business hours with a hundred holidays have about six
 * hundred.
 */
const maxValues = 2000;

/** What a route accepts in addition to its schema. It's part of the route's declaration. */
export type Takes = {
  /**
   * How the body is read. `json`: it's parsed, and its values are counted, before schema
   * validation. `any`: the handler reads it, whatever the content type. `stream`: the handler reads
   * and limits it as it arrives, which may take minutes.
   */
  body: "json" | "any" | "stream";
  /**
   * The size in bytes of the largest body that the schema accepts, at three bytes per character.
   */
  maxBytes: number;
  /**
   * Whether cookies are ignored, because a signature, key or token in the URL authenticates the
   * request.
   */
  isForOtherSites: boolean;
  /**
   * Whether live demos have the operation. Demos have nothing about accounts, and nothing that
   * sends to addresses or devices.
   */
  isInDemo: boolean;
  /**
   * Whether the browser shows the operation's errors to a person as a page, because it submitted a
   * web form natively.
   */
  isReadAsPage: (c: Context<Env>) => boolean;
};

/** The usual size limits. Without a session, the longest part of a body is the captcha solution. */
const usualBytes = { withSession: 128_000, withoutSession: 32_000 };

/** The size limit for rich text, which some programs send with six bytes per character. */
export const richTextBytes = 256_000;

export function whatItTakes(takes: Partial<Takes>, { hasSession }: { hasSession: boolean }): Takes {
  return {
    ...{ body: "json", isForOtherSites: false, isInDemo: false, isReadAsPage: () => false },
    maxBytes: hasSession ? usualBytes.withSession : usualBytes.withoutSession,
    ...takes,
  };
}

/**
 * Runs the checks before the route's guard. Throws `forbidden` in a demo, `cross_origin`, and
 * `too_large`. Node enforces a declared Content-Length, so only a body without one is counted here.
 */
export function checkRequest(takes: Takes) {
  const countBody = bodyLimit({ maxSize: takes.maxBytes, onError: refuseSize });
  return createMiddleware<Env>(async (c, next) => {
    if (isDemoRequest(c) && !takes.isInDemo) {
      throw new AppError("forbidden", { sentence: demoMessages.notInDemo });
    }
    c.set("isReadAsPage", takes.isReadAsPage(c));
    if (!changing.has(c.req.method)) return next();
    const said = c.req.header("Content-Length");
    if (Number(said ?? 0) > takes.maxBytes) refuseSize();
    if (!takes.isForOtherSites && !isSameOrigin(c, c.get("origin"))) {
      throw new AppError("cross_origin");
    }
    if (takes.body === "json" && hasBody(c) && !isJson(c)) {
      throw new AppError("unsupported_media_type");
    }
    if (takes.body === "stream") {
      letTakeTime(c);
      return next();
    }
    const isCounted = said === undefined || c.req.header("Transfer-Encoding");
    return isCounted ? countBody(c, next) : next();
  });
}

/**
 * Returns whether a request has a body. If it does, it has one of two headers. Node may offer an
 * empty stream even without them: https://www.rfc-editor.org/rfc/rfc9112#section-6.3
 */
function hasBody(c: Context<Env>): boolean {
  const length = c.req.header("Content-Length");
  if (length !== undefined) return Number(length) > 0;
  if (c.req.header("Transfer-Encoding") !== undefined) return true;
  const isSent = (c.env as Partial<HttpBindings> | undefined)?.incoming !== undefined;
  return !isSent && c.req.raw.body !== null;
}

/**
 * Rejects requests with two Host headers, because a proxy may choose a different one than we do:
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
 * Sets headers before the handler runs, because changing a finished response would copy it and turn
 * it into a stream. A handler can override the headers.
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
 * Rejects HEAD for operations that return a stream, because no one would read that stream to its
 * end. Throws `method_not_allowed`.
 */
export function refuseHead(c: Context<Env>) {
  if (c.req.method !== "HEAD") return;
  c.header("Allow", "GET");
  throw new AppError("method_not_allowed");
}

function refuseSize(): never {
  throw new AppError("too_large");
}

/** How long a browser can cache the response to a preflight request. */
const preflightSeconds = 24 * 60 * 60;

/**
 * Lets scripts on other sites use an operation. A script on a practice's own page can post a web
 * form and read the response, even an error. Only the form's key authorizes the request. Browsers
 * send a preflight request for JSON: https://fetch.spec.whatwg.org/#cors-preflight-request
 */
export const openToScripts = createMiddleware<Env>(async (c, next) => {
  c.header("Access-Control-Allow-Origin", "*");
  if (c.req.method !== "OPTIONS") return next();
  c.header("Access-Control-Allow-Methods", "POST");
  c.header("Access-Control-Allow-Headers", "Content-Type");
  c.header("Access-Control-Max-Age", String(preflightSeconds));
  return c.body(null, 204);
});

/** Runs after the guard. If there is a JSON body, it must be parseable and not too deep. */
export const readJson = createMiddleware<Env>(async (c, next) => {
  if (!changing.has(c.req.method)) return next();
  const text = await c.req.text();
  if (text === "") return next();
  // The values are counted before schema validation, which validates each value, and for a union
  // does so for each variant.
  if (!hasAtMost(maxValues, parseJson(text))) throw new AppError("too_large");
  await next();
});

export function isJson(c: Context<Env>): boolean {
  return /^application\/json\s*(;|$)/i.test(c.req.header("Content-Type") ?? "");
}

/** Returns whether the body is a form as browsers send it, either form-encoded or multipart. */
export function isForm(c: Context<Env>): boolean {
  return isFormEncoded(c) || /^multipart\/form-data\s*;/i.test(c.req.header("Content-Type") ?? "");
}

export function isFormEncoded(c: Context<Env>): boolean {
  return /^application\/x-www-form-urlencoded\s*(;|$)/i.test(c.req.header("Content-Type") ?? "");
}
