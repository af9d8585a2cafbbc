// One import's event stream: its state and counts whenever they change.
import { setTimeout as sleep } from "node:timers/promises";
import type { Context } from "hono";
import type { Deps } from "#server/deps.ts";
import { streamEvents } from "#server/desk/live/event-stream.ts";
import { accessOf, type Env } from "#server/http/guards.ts";
import { getProgress, type ImportKey } from "./imports.ts";

/** A job moves on dozens of times a second; a person sees four. */
const pauseMs = 250;

/**
 * Streams the import's progress, the first time at once, so that a reload and a second tab show
 * where it is. It has counts only: the page loads the rows again, through its guard, when the state
 * changes. Throws `not_found`, `method_not_allowed` for HEAD.
 */
export async function streamImport(deps: Deps, key: ImportKey, c: Context<Env>): Promise<Response> {
  await getProgress(deps, key);
  return streamEvents(deps, c, c.get("sessionId"), (stream) => {
    let isNews = false;
    let isReading = false;
    let isClosed = false;
    /** News that arrives while it reads or pauses shares the next read. */
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
    // Expired, or the database is away: the page loads again, and says so.
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
