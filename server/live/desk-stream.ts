// One dashboard's event stream: server-sent events with lead ids, and a heartbeat.
import type { HttpBindings } from "@hono/node-server";
import type { Context } from "hono";
import { type SSEStreamingApi, streamSSE } from "hono/streaming";
import { type DeskEventName, heartbeatSeconds } from "#contract/desk-events.ts";
import type { Deps } from "#server/deps.ts";
import { type Env, isSignedIn } from "#server/guards.ts";
import { refuseHead } from "#server/request-checks.ts";
import { markAlerted } from "./first-seen.ts";

/**
 * A browser shares one stream between its tabs. Above this limit, per process, the oldest streams
 * end.
 */
const maxPerSession = 20;
/** For each session, the functions that end its open streams, oldest first. */
const openOf = new Map<string, Set<() => void>>();

/** Events that a stream of this process has written already. */
const recorded = new WeakSet<object>();

/**
 * Streams the practice's events. Ends with the session, which is checked at every heartbeat, and
 * when the reader has not consumed the previous heartbeat by then (backpressure). Throws
 * `method_not_allowed` for HEAD, whose stream would never be read.
 */
export function streamDeskEvents(
  deps: Deps,
  c: Context<Env>,
  clientId: string,
  options: { isPracticesOwn: boolean },
): Response {
  refuseHead(c);
  c.header("X-Accel-Buffering", "no");
  const answer = streamSSE(c, async (stream) => {
    const ended = Promise.withResolvers<void>();
    let unread = 0;
    const write = async (event: DeskEventName, data: object) => {
      unread += 1;
      await send(stream, event, { ...data, now: deps.now() });
      unread -= 1;
    };
    const forget = register(c.get("sessionId") ?? c.get("client").accountId, ended.resolve);
    const unsubscribe = deps.deskEvents.subscribe(clientId, async (event) => {
      if (event === "refetch") return write("refetch", {});
      await write(event.kind, { leadId: event.leadId });
      if (event.kind === "inquiry" && options.isPracticesOwn && !recorded.has(event)) {
        // Only the first stream that writes the event records it; the others skip the query.
        recorded.add(event);
        await markAlerted(deps, clientId, event.leadId).catch(() => undefined);
      }
    });
    const offClose = deps.deskEvents.onClose(() => ended.resolve());
    let wasUnread = false;
    const beat = setInterval(async () => {
      // Unread data accumulates in memory, so a reader that consumes nothing between two heartbeats
      // is disconnected.
      if (wasUnread && unread > 0) {
        ended.resolve();
        stream.abort();
        (c.env as HttpBindings | undefined)?.outgoing.destroy();
        return;
      }
      wasUnread = unread > 0;
      // Without a heartbeat the client shows that it is not live, which is true then.
      if (!deps.deskEvents.isListening()) return;
      const mayStay = await isSignedIn(deps, c).catch(() => true);
      if (mayStay) await write("beat", {});
      else ended.resolve();
    }, heartbeatSeconds * 1000);
    stream.onAbort(() => ended.resolve());

    // Not awaited: without a reader it would never resolve, and the cleanup below would never run.
    void write("hello", {});
    if (options.isPracticesOwn) await markAlerted(deps, clientId).catch(() => undefined);
    await ended.promise;
    forget();
    clearInterval(beat);
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

async function send(stream: SSEStreamingApi, event: DeskEventName, data: object): Promise<void> {
  await stream.writeSSE({ event, data: JSON.stringify(data) });
}
