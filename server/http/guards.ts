// Guards authenticate requests. A route names its guard, and the guard sets who the caller is.
import type { Context, MiddlewareHandler } from "hono";
import { createMiddleware } from "hono/factory";
import { roleMessages } from "#content/console/frame.ts";
import { peopleMessages } from "#content/desk/people.ts";
import { sharedDeviceMessages } from "#content/desk/shared-device.ts";
import { type ConsoleRole, type HelperArea, mayUse } from "#contract/console-roles.ts";
import { uuid } from "#contract/fields.ts";
import { may, provenRights, type Right, type Role } from "#contract/roles.ts";
import { isDeviceLocked } from "#server/accounts/sign-in/device-lock.ts";
import { findSession, isReplaced } from "#server/accounts/sign-in/find-session.ts";
import { refuseOldProof } from "#server/accounts/sign-in/proofs.ts";
import type { SessionKind } from "#server/accounts/sign-in/sessions.ts";
import type { Deps } from "#server/deps.ts";
import { AppError } from "#server/errors.ts";
import { isClient, statusOf } from "#server/people/accounts.ts";
import { auditView } from "#server/records/audit/audit.ts";
import { countDemoChange, isDemoRequest } from "./demo-requests.ts";
import { bearerOf, clearTokenCookie, practiceKind, tokenFor } from "./session-tokens.ts";
import type { SignedInAccount, SignedInAdmin, SignedInClient } from "./signed-in.ts";

export type Env = {
  Variables: {
    requestId: string;
    /**
     * The visitor's IP address. Behind a trusted proxy, it's the address that the proxy reports.
     */
    address: string;
    /** The app's own origin. Browsers must send changes from this origin. */
    origin: URL;
    /** Whether a person sees the response as a page. */
    isReadAsPage: boolean;
    client: SignedInClient;
    /**
     * The role of the person who is logged in. It isn't set while an owner views as the practice.
     */
    role: Role | undefined;
    admin: SignedInAdmin;
    /** The role of the person in `admin`. */
    consoleRole: ConsoleRole;
    /** Whether the practice's session belongs to a shared device. */
    isShared: boolean;
    /** The admitted session, which identifies the caller's device. */
    sessionId: string;
    /**
     * When the session's person last proved who they are. Null for a demo, because it doesn't have
     * a password.
     */
    provenAt: Date | null;
    /** The ids of the people in the response, if reading them counts: see bulk-reading.ts. */
    peopleRead: string[] | undefined;
  };
};

/**
 * Callers that a guard admits in addition. `isOpenWhileLocked`: a locked shared device. `client` is
 * then the person who set the device up, so the operation must not reveal anything personal.
 */
type Admission = { isOpenWhileLocked?: boolean };

/**
 * Admits the session of an active practice and sets `client`. An owner who views as a practice
 * can't change anything, and a request is rejected if its `CallerHeaders` name someone else. On a
 * shared device, the caller is the person who unlocked it, with a member's rights.
 */
export function requireClient(
  deps: Deps,
  { isOpenWhileLocked = false }: Admission = {},
): MiddlewareHandler<Env> {
  return createMiddleware<Env>(async (c, next) => {
    const isViewing = c.req.query("client") !== undefined;
    if (isViewing && isDemoRequest(c)) throw new AppError("forbidden");
    if (isViewing && (await findSessionOf(deps, c, "admin"))) throw new AppError("forbidden");
    const session = await sessionFor(deps, c, practiceKind(c));
    if (!session.clientId) throw new AppError("forbidden");
    await countDemoChange(deps, c, session.id);
    if (session.deactivatedAt) throw new AppError("account_deactivated");
    const status = statusOf(session);
    if (status === "pending") throw new AppError("account_pending");
    if (status === "suspended") throw new AppError("account_suspended");
    if (status === "ended") throw new AppError("account_ended");
    const isShared = session.sharedAt !== null;
    const isLocked = isDeviceLocked(session, deps.now());
    if (isLocked && !isOpenWhileLocked) throw new AppError("device_locked");
    const { clientId } = session;
    const accountId = isLocked ? session.accountId : (session.unlockedBy ?? session.accountId);
    // The page of the previous person still names that person when it asks whether the device is
    // locked.
    const isAboutDevice = isShared && isOpenWhileLocked;
    const person = isAboutDevice ? undefined : c.req.header("person-id");
    const named = { person, practice: c.req.header("practice-id") };
    if ((named.person ?? accountId) !== accountId || (named.practice ?? clientId) !== clientId) {
      throw new AppError("unauthorized", { sentence: peopleMessages.someoneElse });
    }
    c.set("sessionId", session.id);
    c.set("provenAt", session.kind === "demo" ? null : session.provenAt);
    c.set("isShared", isShared);
    c.set("role", isShared ? "member" : (session.role ?? undefined));
    c.set("client", { accountId, clientId, sessionId: session.id });
    await next();
  });
}

/**
 * Like `requireClient`, but for an account's own data, which isn't available on a shared device.
 */
export function requireOwnDevice(deps: Deps): MiddlewareHandler<Env> {
  const admit = requireClient(deps);
  return createMiddleware<Env>(async (c, next) =>
    admit(c, async () => {
      if (c.get("isShared")) {
        throw new AppError("forbidden", { sentence: sharedDeviceMessages.ownDevice });
      }
      await next();
    }),
  );
}

/**
 * Like `requireClient`, but admits only roles with this right: see `rights`. Rights in
 * `provenRights`, and any right with `isProven`, also need a recent proof. With `isViewable`, it's
 * like `requireClientOrViewAs`, for reads.
 */
export function requireRight(
  deps: Deps,
  right: Right,
  { isViewable = false, isProven = false } = {},
): MiddlewareHandler<Env> {
  const admit = isViewable ? requireClientOrViewAs(deps) : requireClient(deps);
  return createMiddleware<Env>(async (c, next) =>
    admit(c, async () => {
      const role = c.get("role");
      // There is no role only if an owner views as the practice.
      if (role ? !may(role, right) : !c.get("admin")) {
        throw new AppError("forbidden", { sentence: peopleMessages.managersOnly });
      }
      if (isProven || provenRights.includes(right)) refuseOldProof(deps, c.get("provenAt"));
      await next();
    }),
  );
}

/** Admits a demo's session under the demo's own path, and sets `client`. */
export function requireDemo(deps: Deps): MiddlewareHandler<Env> {
  const requireOwn = requireClient(deps);
  return createMiddleware<Env>(async (c, next) => {
    if (!isDemoRequest(c)) throw new AppError("not_found");
    return requireOwn(c, next);
  });
}

/**
 * Guards reads of a practice's data. Admits a practice's session. If the request has `client=`,
 * admits only an owner's session, which then views as that practice, and each view is audited. Sets
 * `client`, and also `admin` while viewing as.
 */
export function requireClientOrViewAs(
  deps: Deps,
  admission: Admission = {},
): MiddlewareHandler<Env> {
  const requireOwn = requireClient(deps, admission);
  return createMiddleware<Env>(async (c, next) => {
    const wanted = c.req.query("client");
    if (wanted === undefined || isDemoRequest(c)) return requireOwn(c, next);
    const found = await findSessionOf(deps, c, "admin");
    if (!found && (await findSessionOf(deps, c, "client"))) throw new AppError("forbidden");
    const session = found ?? (await sessionFor(deps, c, "admin"));
    if (!mayUse(session.consoleRole, undefined)) throw notInRole();
    const clientId = uuid.safeParse(wanted).data;
    if (!clientId || !(await isClient(deps, clientId))) throw new AppError("not_found");
    const leadId = leadIdOf(c);
    const view = { accountId: session.accountId, clientId };
    c.set("client", view);
    c.set("admin", { accountId: session.accountId });
    c.set("consoleRole", session.consoleRole);
    await auditView(deps, {
      ...view,
      action: "desk_viewed",
      address: c.get("address"),
      detail: leadId ? { lead: leadId } : {},
    });
    await next();
  });
}

/**
 * Returns the id of the lead in the path, if there is one. Guards run before the contract checks
 * the path.
 */
function leadIdOf(c: Context<Env>): string | undefined {
  const named = c.req.param("id");
  if (named === undefined) return undefined;
  const leadId = uuid.safeParse(named).data;
  if (!leadId) throw new AppError("not_found");
  return leadId;
}

/** The maximum number of cached tokens. Above it, the oldest one is evicted. */
const maxKnownTokens = 1000;

/**
 * Like `requireClientOrViewAs`, for reads. The practice and person of a known token never change,
 * so the read runs while the session is looked up, and its result is returned only if the session
 * is admitted. A shared device's token isn't cached, because the device's person changes.
 */
export function requireClientOrViewAsInParallel(deps: Deps): MiddlewareHandler<Env> {
  const [requireOwn, requireAny] = [requireClient(deps), requireClientOrViewAs(deps)];
  const known = new Map<string, SignedInClient>();
  return createMiddleware<Env>(async (c, next) => {
    const token = c.req.query("client") === undefined && tokenFor(c, practiceKind(c));
    const before = token && known.get(token);
    if (!before) {
      return requireAny(c, async () => {
        if (token && !c.get("isShared")) remember(known, token, c.get("client"));
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
    const { accountId, clientId } = c.get("client");
    if (clientId !== before.clientId || accountId !== before.accountId) {
      throw new Error("Read for another practice or person");
    }
  });
}

async function noop() {}

function remember<Value>(known: Map<string, Value>, token: string, value: Value) {
  const [oldest] = known.keys();
  if (oldest !== undefined && known.size >= maxKnownTokens) known.delete(oldest);
  known.set(token, value);
}

/** `area` is the area that the operation belongs to, if helpers may call the operation too. */
type AdminAdmission = { isProven?: boolean; area?: HelperArea };

/**
 * Admits an owner's session and sets `admin`. With an `area`, also admits the session of a helper.
 * With `isProven`, requires a recent proof.
 */
export function requireAdmin(
  deps: Deps,
  { isProven = false, area }: AdminAdmission = {},
): MiddlewareHandler<Env> {
  return createMiddleware<Env>(async (c, next) => {
    const session = await sessionFor(deps, c, "admin");
    if (!mayUse(session.consoleRole, area)) throw notInRole();
    c.set("consoleRole", session.consoleRole);
    c.set("sessionId", session.id);
    c.set("provenAt", session.provenAt);
    c.set("admin", { accountId: session.accountId, sessionId: session.id });
    if (isProven) refuseOldProof(deps, session.provenAt);
    await next();
  });
}

/**
 * Admits the owner's session for data of the practice whose id is in the path, and sets `client` to
 * that practice. The view is audited, and a change gets its own entry. Throws `not_found`.
 */
export function requireAdminForPractice(
  deps: Deps,
  options: { isProven?: boolean } = {},
): MiddlewareHandler<Env> {
  const admit = requireAdmin(deps, options);
  return createMiddleware<Env>(async (c, next) =>
    admit(c, async () => {
      const clientId = uuid.safeParse(c.req.param("id")).data;
      if (!clientId || !(await isClient(deps, clientId))) throw new AppError("not_found");
      const { accountId } = c.get("admin");
      c.set("client", { accountId, clientId });
      const address = c.get("address");
      await auditView(deps, { action: "desk_viewed", accountId, clientId, address });
      await next();
    }),
  );
}

/** Returns the account that a guard admitted, which is a practice's person or an owner. */
export function accountOf(c: Context<Env>): SignedInAccount {
  const client = c.get("client");
  const { accountId } = client ?? c.get("admin");
  return { accountId, clientId: client?.clientId ?? null, sessionId: c.get("sessionId") };
}

/**
 * What the admitted session may read at this moment. `locked`: the session belongs to a locked
 * shared device.
 */
export type Access = "open" | "locked" | "none";

export async function accessOf(deps: Deps, c: Context<Env>): Promise<Access> {
  const kind = c.get("admin") ? "admin" : practiceKind(c);
  const session = await findSessionOf(deps, c, kind);
  if (!session) return "none";
  // A practice's data is for owners only, and an owner may have become a helper since the stream
  // started.
  if (kind === "admin") {
    return c.get("client") && !mayUse(session.consoleRole, undefined) ? "none" : "open";
  }
  if (session.deactivatedAt || statusOf(session) !== "active") return "none";
  return isDeviceLocked(session, deps.now()) ? "locked" : "open";
}

async function sessionFor(deps: Deps, c: Context<Env>, kind: SessionKind) {
  const bearer = bearerOf(c);
  const token = tokenFor(c, kind);
  const session = token ? await findSession(deps, token) : null;
  if (session?.kind === kind && !isRemovedOwner(session)) return session;
  if (session && bearer) throw new AppError("forbidden");
  // Such a request may be on its way while a new password replaces its session.
  const isCleared = !bearer && token && !(await isReplaced(deps, token));
  if (isCleared) clearTokenCookie(c, deps, kind);
  throw new AppError("unauthorized");
}

/** Like `sessionFor`, but returns null instead of throwing. */
async function findSessionOf(deps: Deps, c: Context<Env>, kind: SessionKind) {
  const token = tokenFor(c, kind);
  const session = token ? await findSession(deps, token) : null;
  return session?.kind === kind && !isRemovedOwner(session) ? session : null;
}

function notInRole() {
  return new AppError("forbidden", { sentence: roleMessages.notInRole });
}

/**
 * Returns whether the account is a removed owner. Removing an owner ends all their sessions, so
 * this only guards against a bug that leaves one behind.
 */
function isRemovedOwner({
  kind,
  deactivatedAt,
}: {
  kind: SessionKind;
  deactivatedAt: Date | null;
}) {
  return kind === "admin" && deactivatedAt !== null;
}
