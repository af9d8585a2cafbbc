// The event stream of one import: its state and counts, whenever they change.
import { setTimeout as sleep } from "node:timers/promises";
import type { Context } from "hono";
import type { Deps } from "#server/deps.ts";
import { streamEvents } from "#server/desk/live/event-stream.ts";
import { accessOf, type Env } from "#server/http/guards.ts";
import { getProgress, type ImportKey } from "./imports.ts";

/**
 * The pause between two updates. A job makes progress dozens of times a second, but four updates a
 * second are enough to watch.
 */
const pauseMs = 250;

/**
 * Streams the progress of an import. The first event is sent immediately, for a reload or a second
 * tab. Events have only counts: when the state changes, the page fetches the rows, which have
 * personal data. Throws `not_found`, `method_not_allowed` for HEAD.
 */
export async function streamImport(deps: Deps, key: ImportKey, c: Context<Env>): Promise<Response> {
  await getProgress(deps, key);
  return streamEvents(deps, c, c.get("sessionId"), (stream) => {
    let isNews = false;
    let isReading = false;
    let isClosed = false;
    /**
     * Reads and sends the progress. Changes that arrive during a read or a pause share the next
     * read.
     */
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
    // If the import has expired or the database is unavailable, ends the stream. The page then
    // reloads and shows an error.
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
