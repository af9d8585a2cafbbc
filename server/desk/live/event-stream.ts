// A stream of server-sent events to one browser, with heartbeats, a limit per session, and a check
// for stalled readers. The caller decides what is written and who may read it.
import type { HttpBindings } from "@hono/node-server";
import type { Context } from "hono";
import { streamSSE } from "hono/streaming";
import { type DeskEventName, heartbeatSeconds } from "#contract/desk-events.ts";
import type { Deps } from "#server/deps.ts";
import { type Access, accessOf, type Env } from "#server/http/guards.ts";
import { refuseHead } from "#server/http/request-checks.ts";

/** A browser's tabs share one stream. Beyond this limit per process, the oldest streams end. */
const maxPerSession = 20;
/** The functions that end each session's open streams, oldest first. */
const openOf = new Map<string, Set<() => void>>();

/**
 * A reader that is this many events behind is disconnected, because unread events stay in memory.
 */
const maxUnread = 100;

/**
 * Spreads out reloads, because every open page of every practice refetches after a database outage.
 */
const maxRefetchDelayMs = 5000;

export type EventStream = {
  /** Runs writes in order, because a change that is read later has newer rows. */
  inOrder(write: () => Promise<void>): void;
  /** Writes an event with the server's time. Call it within `inOrder`. */
  writeNow(event: DeskEventName, data?: object): Promise<void>;
  /** Writes data that is already JSON. Call it within `inOrder`. */
  writeJson(event: DeskEventName, data: string): Promise<void>;
  /** Asks for a refetch soon, but not at the same time as every other stream. */
  refetchSoon(): void;
  end(): void;
};

/** What a stream does from when it opens until `close`. */
type Work = {
  /** Called after the first event. */
  onOpen?: () => Promise<void>;
  /** `access` is what the session may read, or null if it couldn't be checked. */
  onBeat?: (access: Access | null) => Promise<void>;
  close: () => void;
};

/**
 * Ends with its session, which every heartbeat checks, or if the reader hasn't consumed the
 * previous heartbeat by then (backpressure). Throws `method_not_allowed` for HEAD, because its
 * stream would never be read.
 */
export function streamEvents(
  deps: Deps,
  c: Context<Env>,
  session: string,
  open: (stream: EventStream) => Work,
): Response {
  refuseHead(c);
  c.header("X-Accel-Buffering", "no");
  const answer = streamSSE(c, async (stream) => {
    const ended = Promise.withResolvers<void>();
    let unread = 0;
    let lastWrite = Promise.resolve();
    let refetching: NodeJS.Timeout | undefined;
    const disconnect = () => {
      ended.resolve();
      stream.abort();
      (c.env as HttpBindings | undefined)?.outgoing.destroy();
    };
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
    const refetchSoon = () => {
      clearTimeout(refetching);
      refetching = setTimeout(
        () => inOrder(() => writeNow("refetch")),
        Math.random() * maxRefetchDelayMs,
      );
    };
    const forget = register(session, ended.resolve);
    const work = open({
      ...{ inOrder, writeNow, refetchSoon, end: ended.resolve },
      writeJson: (event, data) => stream.writeSSE({ event, data }),
    });
    const offClose = deps.deskEvents.onClose(() => ended.resolve());
    let wasUnread = false;
    const beat = setInterval(async () => {
      // Unread data accumulates in memory, so a reader that consumes nothing between two heartbeats
      // is disconnected.
      if (wasUnread && unread > 0) return disconnect();
      wasUnread = unread > 0;
      // Without heartbeats the client shows that it isn't live, which is then correct.
      if (!deps.deskEvents.isListening()) return;
      const access = await accessOf(deps, c).catch(() => null);
      if (access === "none") return ended.resolve();
      inOrder(() => writeNow("beat"));
      await work.onBeat?.(access);
    }, heartbeatSeconds * 1000);
    stream.onAbort(() => ended.resolve());

    inOrder(() => writeNow("hello"));
    await work.onOpen?.();
    await ended.promise;
    forget();
    clearInterval(beat);
    clearTimeout(refetching);
    work.close();
    offClose();
  });
  // Set after the helper, because its default allows caching with revalidation.
  answer.headers.set("Cache-Control", "no-store");
  return answer;
}

/**
 * Registers an open stream and ends the oldest one above the limit. Returns the function that
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
