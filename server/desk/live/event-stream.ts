// A stream of server-sent events to one browser, with heartbeats, a limit per session, and a check
// for stalled readers. The caller decides what is written and who may read it.
import type { HttpBindings } from "@hono/node-server";
import type { Context } from "hono";
import { streamSSE } from "hono/streaming";
import { type DeskEventName, heartbeatSeconds } from "#contract/desk-events.ts";
import type { Deps } from "#server/deps.ts";
import { type Access, accessOf, type Env } from "#server/http/guards.ts";
import { refuseHead } from "#server/http/request-checks.ts";

/**
 * All tabs of a browser share one stream. If a session has more than this in one process, the
 * oldest streams end.
 */
const maxPerSession = 20;
/** The functions that end each session's open streams, oldest first. */
const openOf = new Map<string, Set<() => void>>();

/** A reader that hasn't read this many events is disconnected, because they are held in memory. */
const maxUnread = 100;

/**
 * Refetches are spread over this time, because after a database outage every open page refetches.
 */
const maxRefetchDelayMs = 5000;

export type EventStream = {
  /** Runs writes one after another: a later change was read later, so its rows are newer. */
  inOrder(write: () => Promise<void>): void;
  /** Writes an event and the server's time. Call it within `inOrder`. */
  writeNow(event: DeskEventName, data?: object): Promise<void>;
  /** Writes data that is already JSON. Call it within `inOrder`. */
  writeJson(event: DeskEventName, data: string): Promise<void>;
  /** Asks for a refetch after a short random delay, so that streams don't all refetch at once. */
  refetchSoon(): void;
  end(): void;
};

/** What the caller does while the stream is open, and how to stop it. */
type Work = {
  /** Called once the first event has been queued. */
  onOpen?: () => Promise<void>;
  /** `access` is what the session may read, or null if it couldn't be checked. */
  onBeat?: (access: Access | null) => Promise<void>;
  close: () => void;
};

/**
 * Opens a stream. It ends when its session ends, which every heartbeat checks, and when the
 * previous heartbeat is still unread at the next one (backpressure). Throws `method_not_allowed`
 * for HEAD, because no one would read that stream.
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
      // Unread data is held in memory, so a reader that reads nothing between two heartbeats is
      // disconnected.
      if (wasUnread && unread > 0) return disconnect();
      wasUnread = unread > 0;
      // No heartbeat is sent, so the client shows that it isn't live, which is true now.
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
  // Must come after `streamSSE`, which sets a value that allows caching with revalidation.
  answer.headers.set("Cache-Control", "no-store");
  return answer;
}

/**
 * Registers an open stream. At the session's limit, ends its oldest stream first. Returns a
 * function that unregisters the stream.
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
