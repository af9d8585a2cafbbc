// One dashboard's event stream: server-sent events that name leads, and a beat that proves life.
import type { Context } from "hono";
import { type SSEStreamingApi, streamSSE } from "hono/streaming";
import { beatSeconds, type DeskNews } from "#contract/desk-events.ts";
import type { Deps } from "#server/deps.ts";
import { type Env, isSignedIn } from "#server/guards.ts";
import { markAlerted } from "./sightings.ts";

/** Events that a stream of this process was the first to write. */
const told = new WeakSet<object>();

/**
 * Streams the practice's news, with a lead's id where it is about one. Ends when the session does: it
 * is asked again at every beat.
 */
export function streamDeskEvents(
  deps: Deps,
  c: Context<Env>,
  clientId: string,
  options: { isPracticesOwn: boolean },
): Response {
  c.header("X-Accel-Buffering", "no");
  c.header("Cache-Control", "no-store");
  return streamSSE(c, async (stream) => {
    const ended = Promise.withResolvers<void>();
    const write = (event: DeskNews, data: object) =>
      send(stream, event, { ...data, now: deps.now() });
    const unsubscribe = deps.deskEvents.subscribe(clientId, async (event) => {
      if (event === "refetch") return write("refetch", {});
      await write(event.kind, { leadId: event.leadId });
      if (event.kind === "enquiry" && options.isPracticesOwn && !told.has(event)) {
        // The first stream that has it is the one that counts: a hundred others need not ask.
        told.add(event);
        await markAlerted(deps, clientId, event.leadId).catch(() => undefined);
      }
    });
    const offClose = deps.deskEvents.onClose(() => ended.resolve());
    const beat = setInterval(async () => {
      // Whoever hears no beat says that it is not live, and so it is.
      if (!deps.deskEvents.isListening()) return;
      const mayStay = await isSignedIn(deps, c).catch(() => true);
      if (mayStay) await write("beat", {});
      else ended.resolve();
    }, beatSeconds * 1000);
    stream.onAbort(() => ended.resolve());

    await write("hello", {});
    if (options.isPracticesOwn) await markAlerted(deps, clientId).catch(() => undefined);
    await ended.promise;
    clearInterval(beat);
    unsubscribe();
    offClose();
  });
}

async function send(stream: SSEStreamingApi, event: DeskNews, data: object): Promise<void> {
  await stream.writeSSE({ event, data: JSON.stringify(data) });
}
