// One import's event stream: its state and counts whenever they change.
import { setTimeout as sleep } from "node:timers/promises";
import type { Context } from "hono";
import type { Deps } from "#server/deps.ts";
import { streamEvents } from "#server/desk/live/event-stream.ts";
import { accessOf, type Env } from "#server/http/guards.ts";
import { getProgress, type ImportKey } from "./imports.ts";

/** A job makes progress dozens of times a second, but four updates a second are enough to watch. */
const pauseMs = 250;

/**
 * Streams the import's progress, starting immediately, so that a reload or a second tab shows it.
 * Sends only counts: when the state changes, the page reloads the rows through its guard. Throws
 * `not_found`, `method_not_allowed` for HEAD.
 */
export async function streamImport(deps: Deps, key: ImportKey, c: Context<Env>): Promise<Response> {
  await getProgress(deps, key);
  return streamEvents(deps, c, c.get("sessionId"), (stream) => {
    let isNews = false;
    let isReading = false;
    let isClosed = false;
    /** Changes that arrive during a read or a pause share the next read. */
    const tell = async () => {
      isNews = true;
      if (isReading) return;
      isReading = true;
      while (isNews && !isClosed) {
        isNews = false;
        if ((await accessOf(deps, c)) !== "open") return stream.end();
        const progress = JSON.stringify(await getProgress(deps, key));
        stream.inOrder(() => stream.writeJson("changed", progress));
        await sleep(pauseMs);
      }
      isReading = false;
    };
    // The import has expired or the database is unavailable. The page reloads and says so.
    const tellOrEnd = () => void tell().catch(stream.end);
    const unsubscribe = deps.deskEvents.subscribe(key.clientId, (event) => {
      const isOwn =
        event === "refetch" || (event.kind === "import" && event.importId === key.importId);
      if (isOwn) tellOrEnd();
    });
    return {
      onOpen: async () => tellOrEnd(),
      close() {
        isClosed = true;
        unsubscribe();
      },
    };
  });
}
