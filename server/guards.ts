// Authentication guards. A route names its guard; the guard sets who is calling.
import type { Context, MiddlewareHandler } from "hono";
import { getCookie, setCookie } from "hono/cookie";
import { createMiddleware } from "hono/factory";
import { uuid } from "#contract/fields.ts";
import { sessionSeconds } from "#contract/sessions.ts";
import { isClient, statusOf } from "./accounts/accounts.ts";
import { auditView } from "./audit/audit.ts";
import type { Deps } from "./deps.ts";
import { AppError } from "./errors.ts";
import { findSession } from "./sessions/find-session.ts";
import type { SessionKind } from "./sessions/sessions.ts";
import type { SignedInAdmin, SignedInClient } from "./signed-in.ts";

export type Env = {
  Variables: {
    requestId: string;
    /** The visitor's address; behind a trusted proxy, the address that the proxy reports. */
    address: string;
    client: SignedInClient;
    admin: SignedInAdmin;
    /** The session that admitted this request: the caller's device. */
    sessionId: string;
  };
};

const cookieNames = { client: "clientToken", admin: "adminToken" } as const;

/**
 * Admits an active practice's session and sets `client`. A caller who views as a practice may not
 * change anything.
 */
export function requireClient(deps: Deps): MiddlewareHandler<Env> {
  return createMiddleware<Env>(async (c, next) => {
    const isViewing = c.req.query("client") !== undefined;
    if (isViewing && (await findSessionOf(deps, c, "admin"))) throw new AppError("forbidden");
    const session = await sessionFor(deps, c, "client");
    if (!session.clientId) throw new AppError("forbidden");
    const status = statusOf(session);
    if (status === "pending") throw new AppError("account_pending");
    if (status === "suspended") throw new AppError("account_suspended");
    c.set("sessionId", session.id);
    c.set("client", {
      accountId: session.accountId,
      clientId: session.clientId,
      sessionId: session.id,
    });
    await next();
  });
}

/**
 * For reads of a practice's data: admits a practice's session, and with `client=` the owner's
 * session only, who then views as that practice; each view is audited. Sets `client`, and `admin`
 * while viewing as.
 */
export function requireClientOrViewAs(deps: Deps): MiddlewareHandler<Env> {
  const requireOwn = requireClient(deps);
  return createMiddleware<Env>(async (c, next) => {
    const wanted = c.req.query("client");
    if (wanted === undefined) return requireOwn(c, next);
    const found = await findSessionOf(deps, c, "admin");
    if (!found && (await findSessionOf(deps, c, "client"))) throw new AppError("forbidden");
    const session = found ?? (await sessionFor(deps, c, "admin"));
    const clientId = uuid.safeParse(wanted).data;
    if (!clientId || !(await isClient(deps, clientId))) throw new AppError("not_found");
    const leadId = leadIdOf(c);
    const view = { accountId: session.accountId, clientId };
    c.set("client", view);
    c.set("admin", { accountId: session.accountId });
    await auditView(deps, {
      ...view,
      action: "desk_viewed",
      address: c.get("address"),
      detail: leadId ? { lead: leadId } : {},
    });
    await next();
  });
}

/** The lead in the path, if any. Guards run before the contract checks the path. */
function leadIdOf(c: Context<Env>): string | undefined {
  const named = c.req.param("id");
  if (named === undefined) return undefined;
  const leadId = uuid.safeParse(named).data;
  if (!leadId) throw new AppError("not_found");
  return leadId;
}

/** Beyond this many cached tokens, the oldest is evicted. */
const maxKnownTokens = 1000;

/**
 * Like `requireClientOrViewAs`, for reads. A token's practice never changes, so for a known token
 * the read runs in parallel with the session lookup. The result is returned only if the session is
 * admitted.
 */
export function requireClientOrViewAsInParallel(deps: Deps): MiddlewareHandler<Env> {
  const [requireOwn, requireAny] = [requireClient(deps), requireClientOrViewAs(deps)];
  const known = new Map<string, SignedInClient>();
  return createMiddleware<Env>(async (c, next) => {
    const token = c.req.query("client") === undefined && tokenFor(c, "client");
    const before = token && known.get(token);
    if (!before) {
      return requireAny(c, async () => {
        if (token) remember(known, token, c.get("client"));
        await next();
      });
    }
    c.set("client", before);
    const [passed, read] = await Promise.allSettled([requireOwn(c, noop), next()]);
    if (passed.status === "rejected") {
      known.delete(token);
      throw passed.reason;
    }
    if (read.status === "rejected") throw read.reason;
    if (c.get("client").clientId !== before.clientId) throw new Error("Read for another practice");
  });
}

async function noop() {}

function remember<Value>(known: Map<string, Value>, token: string, value: Value) {
  const [oldest] = known.keys();
  if (oldest !== undefined && known.size >= maxKnownTokens) known.delete(oldest);
  known.set(token, value);
}

/** Admits the owner's session and sets `admin`. */
export function requireAdmin(deps: Deps): MiddlewareHandler<Env> {
  return createMiddleware<Env>(async (c, next) => {
    const session = await sessionFor(deps, c, "admin");
    c.set("admin", { accountId: session.accountId });
    await next();
  });
}

/** Whether the session that admitted this request is still valid. */
export async function isSignedIn(deps: Deps, c: Context<Env>): Promise<boolean> {
  const kind = c.get("admin") ? "admin" : "client";
  const session = await findSessionOf(deps, c, kind);
  return session !== null && (kind === "admin" || statusOf(session) === "active");
}

/** All tokens that this request carries, of either kind. */
export function tokensOf(c: Context<Env>): string[] {
  return [bearerOf(c), getCookie(c, "clientToken"), getCookie(c, "adminToken")].filter(
    (token): token is string => Boolean(token),
  );
}

export function setTokenCookie(c: Context<Env>, deps: Deps, kind: SessionKind, token: string) {
  setCookie(c, cookieNames[kind], token, { ...cookieOptions(deps), maxAge: sessionSeconds });
}

export function clearTokenCookie(c: Context<Env>, deps: Deps, kind: SessionKind) {
  setCookie(c, cookieNames[kind], "", { ...cookieOptions(deps), maxAge: 0 });
}

async function sessionFor(deps: Deps, c: Context<Env>, kind: SessionKind) {
  const bearer = bearerOf(c);
  const token = tokenFor(c, kind);
  const session = token ? await findSession(deps, token) : null;
  if (session?.kind === kind) return session;
  if (session && bearer) throw new AppError("forbidden");
  if (!bearer && token) clearTokenCookie(c, deps, kind);
  throw new AppError("unauthorized");
}

/** Like `sessionFor`, but returns null instead of throwing. */
async function findSessionOf(deps: Deps, c: Context<Env>, kind: SessionKind) {
  const token = tokenFor(c, kind);
  const session = token ? await findSession(deps, token) : null;
  return session?.kind === kind ? session : null;
}

/** The bearer token wins, else the cookie of this operation's kind. */
function tokenFor(c: Context<Env>, kind: SessionKind): string | undefined {
  return bearerOf(c) ?? getCookie(c, cookieNames[kind]);
}

function bearerOf(c: Context<Env>): string | undefined {
  return /^Bearer ([\w-]{1,200})$/.exec(c.req.header("Authorization") ?? "")?.[1];
}

function cookieOptions(deps: Deps) {
  return {
    path: "/",
    httpOnly: true,
    sameSite: "Lax",
    secure: deps.config.origin.startsWith("https:"),
  } as const;
}
