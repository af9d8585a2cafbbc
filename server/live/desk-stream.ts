// One dashboard's event stream: server-sent events that name leads, and a beat that proves life.
import type { HttpBindings } from "@hono/node-server";
import type { Context } from "hono";
import { type SSEStreamingApi, streamSSE } from "hono/streaming";
import { beatSeconds, type DeskNews } from "#contract/desk-events.ts";
import type { Deps } from "#server/deps.ts";
import { type Env, isSignedIn } from "#server/guards.ts";
import { refuseHead } from "#server/request-checks.ts";
import { markAlerted } from "./first-seen.ts";

/** A browser opens one for all of its tabs; of more, in this process, those that came first end. */
const mostPerSession = 20;
/** What ends each open stream of a session, in the order in which they were opened. */
const openOf = new Map<string, Set<() => void>>();

/** Events that a stream of this process was the first to write. */
const told = new WeakSet<object>();

/**
 * Streams the practice's news, with a lead's id where it is about one. Ends when the session does: it
 * is asked again at every beat, and when its reader has not taken by then what was sent at the last
 * one. Throws `method_not_allowed` for HEAD, whose answer has nobody to read it to its end.
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
    const write = async (event: DeskNews, data: object) => {
      unread += 1;
      await send(stream, event, { ...data, now: deps.now() });
      unread -= 1;
    };
    const forget = enter(c.get("sessionId") ?? c.get("client").accountId, ended.resolve);
    const unsubscribe = deps.deskEvents.subscribe(clientId, async (event) => {
      if (event === "refetch") return write("refetch", {});
      await write(event.kind, { leadId: event.leadId });
      if (event.kind === "inquiry" && options.isPracticesOwn && !told.has(event)) {
        // The first stream that has it is the one that counts: a hundred others need not ask.
        told.add(event);
        await markAlerted(deps, clientId, event.leadId).catch(() => undefined);
      }
    });
    const offClose = deps.deskEvents.onClose(() => ended.resolve());
    let wasUnread = false;
    const beat = setInterval(async () => {
      // Whoever takes nothing for a whole beat holds what is written for them in memory.
      if (wasUnread && unread > 0) {
        ended.resolve();
        stream.abort();
        (c.env as HttpBindings | undefined)?.outgoing.destroy();
        return;
      }
      wasUnread = unread > 0;
      // Whoever hears no beat says that it is not live, and so it is.
      if (!deps.deskEvents.isListening()) return;
      const mayStay = await isSignedIn(deps, c).catch(() => true);
      if (mayStay) await write("beat", {});
      else ended.resolve();
    }, beatSeconds * 1000);
    stream.onAbort(() => ended.resolve());

    // Not waited for: a reader that never comes would keep what is below from ever ending.
    void write("hello", {});
    if (options.isPracticesOwn) await markAlerted(deps, clientId).catch(() => undefined);
    await ended.promise;
    forget();
    clearInterval(beat);
    unsubscribe();
    offClose();
  });
  // Behind the helper, which says that it may be kept as long as it is asked about.
  answer.headers.set("Cache-Control", "no-store");
  return answer;
}

/** Notes an open stream, and ends the oldest of too many; returns what forgets it. */
function enter(session: string, end: () => void): () => void {
  const open = openOf.get(session) ?? new Set();
  openOf.set(session, open);
  const [oldest] = open;
  if (oldest && open.size >= mostPerSession) {
    open.delete(oldest);
    oldest();
  }
  open.add(end);
  return () => {
    open.delete(end);
    if (open.size === 0) openOf.delete(session);
  };
}

async function send(stream: SSEStreamingApi, event: DeskNews, data: object): Promise<void> {
  await stream.writeSSE({ event, data: JSON.stringify(data) });
}
