// Who may pass. A route names its guard; the guard leaves behind who asks.
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
    /** The visitor's address; of a trusted proxy, the one that it vouches for. */
    address: string;
    client: SignedInClient;
    admin: SignedInAdmin;
    /** The session that let this request in: the device that asks. */
    sessionId: string;
  };
};

const cookieNames = { client: "clientToken", admin: "adminToken" } as const;

/** Lets an active practice's session pass and sets `client`. Who looks at a desk changes nothing. */
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
 * For what a desk reads: lets a practice's session pass, and with `client=` the owner's alone, who
 * then sees that practice's desk; each look is audited. Sets `client`, and `admin` for a look.
 */
export function requireDesk(deps: Deps): MiddlewareHandler<Env> {
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
    const look = { accountId: session.accountId, clientId };
    c.set("client", look);
    c.set("admin", { accountId: session.accountId });
    await auditView(deps, {
      ...look,
      action: "desk_viewed",
      address: c.get("address"),
      detail: leadId ? { lead: leadId } : {},
    });
    await next();
  });
}

/** The lead that the address names, if any. Guards run before the contract's own check of it. */
function leadIdOf(c: Context<Env>): string | undefined {
  const named = c.req.param("id");
  if (named === undefined) return undefined;
  const leadId = uuid.safeParse(named).data;
  if (!leadId) throw new AppError("not_found");
  return leadId;
}

/** So many tokens are known again; of more, those that came first are forgotten. */
const mostKnownTokens = 1000;

/**
 * As `requireDesk`, for what changes nothing: a known token's practice, which never changes, is read
 * while the session is looked up. What was read is given away only if the session lets it pass.
 */
export function requireDeskToRead(deps: Deps): MiddlewareHandler<Env> {
  const [requireOwn, requireAny] = [requireClient(deps), requireDesk(deps)];
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
    const [passed, read] = await Promise.allSettled([requireOwn(c, nothing), next()]);
    if (passed.status === "rejected") {
      known.delete(token);
      throw passed.reason;
    }
    if (read.status === "rejected") throw read.reason;
    if (c.get("client").clientId !== before.clientId) throw new Error("Read for another practice");
  });
}

async function nothing() {}

function remember<Value>(known: Map<string, Value>, token: string, value: Value) {
  const [oldest] = known.keys();
  if (oldest !== undefined && known.size >= mostKnownTokens) known.delete(oldest);
  known.set(token, value);
}

/** Lets the owner's session pass and sets `admin`. */
export function requireAdmin(deps: Deps): MiddlewareHandler<Env> {
  return createMiddleware<Env>(async (c, next) => {
    const session = await sessionFor(deps, c, "admin");
    c.set("admin", { accountId: session.accountId });
    await next();
  });
}

/** Whether the session that let this request in still does. */
export async function isSignedIn(deps: Deps, c: Context<Env>): Promise<boolean> {
  const kind = c.get("admin") ? "admin" : "client";
  const session = await findSessionOf(deps, c, kind);
  return session !== null && (kind === "admin" || statusOf(session) === "active");
}

/** The tokens that this request carries, whichever door they open. */
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

/** As `sessionFor`, but whoever has none is not refused. */
async function findSessionOf(deps: Deps, c: Context<Env>, kind: SessionKind) {
  const token = tokenFor(c, kind);
  const session = token ? await findSession(deps, token) : null;
  return session?.kind === kind ? session : null;
}

/** The bearer token counts first, else the cookie of this operation's kind. */
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
