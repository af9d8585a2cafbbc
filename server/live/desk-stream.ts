// One dashboard's event stream: server-sent events with the changed leads, and a heartbeat.
import type { HttpBindings } from "@hono/node-server";
import type { Context } from "hono";
import { streamSSE } from "hono/streaming";
import { type DeskEventName, heartbeatSeconds } from "#contract/desk-events.ts";
import { auditView, viewMs } from "#server/audit/audit.ts";
import type { Deps } from "#server/deps.ts";
import { type Access, accessOf, type Env } from "#server/guards.ts";
import { refuseHead } from "#server/request-checks.ts";
import type { DeskChanges, PracticeNews } from "./desk-changes.ts";
import { markAlerted } from "./first-seen.ts";
import { keepScreenOpen } from "./open-screens.ts";

/**
 * A browser shares one stream between its tabs. Above this limit, per process, the oldest streams
 * end.
 */
const maxPerSession = 20;
/** For each session, the functions that end its open streams, oldest first. */
const openOf = new Map<string, Set<() => void>>();

const beatsPerMinute = Math.ceil(60 / heartbeatSeconds);

/** A reader that is this many events behind is disconnected: they are in memory until it reads. */
const maxUnread = 100;

/** After an outage of the database every dashboard of every practice loads its page again. */
const maxRefetchDelayMs = 5000;

/** News that a stream of this process has written already. */
const recorded = new WeakSet<PracticeNews>();

/**
 * Streams the practice's events. Ends with the session, which is checked before each change is
 * written and at every heartbeat, and when the reader has not consumed the previous heartbeat by
 * then (backpressure). A locked shared device learns only that something changed. Throws `method_not_allowed` for HEAD, whose stream would never be read.
 */
export function streamDeskEvents(deps: Deps, changes: DeskChanges, c: Context<Env>): Response {
  refuseHead(c);
  c.header("X-Accel-Buffering", "no");
  const { clientId } = c.get("client");
  const isPracticesOwn = !c.get("admin");
  const isShared = c.get("isShared");
  const readAccess = makeAccessCheck(deps, c);
  const answer = streamSSE(c, async (stream) => {
    const ended = Promise.withResolvers<void>();
    let unread = 0;
    let lastWrite = Promise.resolve();
    const disconnect = () => {
      ended.resolve();
      stream.abort();
      (c.env as HttpBindings | undefined)?.outgoing.destroy();
    };
    /** Writes one after another: a change that was read later has the newer rows. */
    const inOrder = (write: () => Promise<void>) => {
      if (unread >= maxUnread) return disconnect();
      unread += 1;
      lastWrite = lastWrite
        .then(write)
        .catch(disconnect)
        .finally(() => {
          unread -= 1;
        });
    };
    const writeNow = (event: DeskEventName, data: object = {}) =>
      stream.writeSSE({ event, data: JSON.stringify({ ...data, now: deps.now() }) });
    const writeTimed = (event: DeskEventName, data?: object) =>
      inOrder(() => writeNow(event, data));
    const writeChange = async (news: PracticeNews & { event: "changed" }) => {
      const access = await readAccess().catch(() => null);
      if (access === "none") return ended.resolve();
      // The session could not be checked, so the rows are not written.
      if (access === null) return writeNow("refetch");
      if (access === "locked") await writeNow("refetch");
      else await stream.writeSSE({ event: "changed", data: news.change });
      if (!isPracticesOwn || recorded.has(news)) return;
      // Only the first stream that writes the news records it; the others skip the query.
      recorded.add(news);
      // Not awaited: the next write does not depend on it.
      void recordAlerted(deps, clientId, news.inquiredIds);
    };
    /** A person who is no longer signed in learns it by reading again, before the stream ends. */
    const writePeople = async () => {
      const access = await readAccess().catch(() => null);
      await writeNow("refetch");
      if (access === "none") ended.resolve();
    };
    const writePresence = async (leadId: string) => {
      if (isShared && (await readAccess()) !== "open") return;
      await writeNow("presence", { leadId });
    };
    let refetching: NodeJS.Timeout | undefined;
    const forget = register(c.get("sessionId") ?? c.get("client").accountId, ended.resolve);
    const unsubscribe = changes.subscribe(clientId, (news) => {
      if (news.event === "changed") return inOrder(() => writeChange(news));
      if (news.event === "presence") return inOrder(() => writePresence(news.leadId));
      if (news.event === "people") return inOrder(writePeople);
      clearTimeout(refetching);
      refetching = setTimeout(() => writeTimed("refetch"), Math.random() * maxRefetchDelayMs);
    });
    const offClose = deps.deskEvents.onClose(() => ended.resolve());
    let wasUnread = false;
    let beats = 0;
    const keepOpen = () => keepScreenOpen(deps, clientId).catch(() => undefined);
    const beat = setInterval(async () => {
      // Unread data accumulates in memory, so a reader that consumes nothing between two heartbeats
      // is disconnected.
      if (wasUnread && unread > 0) return disconnect();
      wasUnread = unread > 0;
      // Without a heartbeat the client shows that it is not live, which is true then.
      if (!deps.deskEvents.isListening()) return;
      const access = await accessOf(deps, c).catch(() => null);
      if (access === "none") return ended.resolve();
      writeTimed("beat");
      if (isPracticesOwn && ++beats % beatsPerMinute === 0) await keepOpen();
    }, heartbeatSeconds * 1000);
    stream.onAbort(() => ended.resolve());

    writeTimed("hello");
    if (isPracticesOwn) {
      await markAlerted(deps, clientId).catch(() => undefined);
      await keepOpen();
    }
    await ended.promise;
    forget();
    clearInterval(beat);
    clearTimeout(refetching);
    unsubscribe();
    offClose();
  });
  // Set after the helper, whose default would allow caching with revalidation.
  answer.headers.set("Cache-Control", "no-store");
  return answer;
}

/**
 * Registers an open stream, and ends the oldest above the limit. Returns the function that
 * unregisters it.
 */
function register(session: string, end: () => void): () => void {
  const open = openOf.get(session) ?? new Set();
  openOf.set(session, open);
  const [oldest] = open;
  if (oldest && open.size >= maxPerSession) {
    open.delete(oldest);
    oldest();
  }
  open.add(end);
  return () => {
    open.delete(end);
    if (open.size === 0) openOf.delete(session);
  };
}

/**
 * Returns what the session may still read. The owner's view is audited once in ten minutes; the guard
 * has audited the first one.
 */
function makeAccessCheck(deps: Deps, c: Context<Env>): () => Promise<Access> {
  let auditedAt = deps.now().getTime();
  return async () => {
    const access = await accessOf(deps, c);
    const now = deps.now().getTime();
    if (access === "none" || !c.get("admin") || now - auditedAt < viewMs) return access;
    const { accountId, clientId } = c.get("client");
    const address = c.get("address");
    await auditView(deps, { action: "desk_viewed", accountId, clientId, address });
    auditedAt = now;
    return access;
  };
}

async function recordAlerted(deps: Deps, clientId: string, leadIds: string[]): Promise<void> {
  for (const leadId of leadIds) {
    await markAlerted(deps, clientId, leadId).catch(() => undefined);
  }
}
