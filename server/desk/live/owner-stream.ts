// The console's event stream. It sends the ids of contact requests that arrived or changed, and the
// console fetches them.
import type { Context } from "hono";
import { agencyClientId } from "#server/db/schema.ts";
import type { Deps } from "#server/deps.ts";
import { accessOf, type Env } from "#server/http/guards.ts";
import { streamEvents } from "./event-stream.ts";

/**
 * Streams the owners' events. An event has only an id, so it doesn't reveal personal data to a
 * session that has just ended.
 */
export function streamOwnerEvents(deps: Deps, c: Context<Env>): Response {
  const session = c.get("sessionId") ?? c.get("admin").accountId;
  return streamEvents(deps, c, session, (stream) => {
    const write = async (contactRequestId: string) => {
      const access = await accessOf(deps, c).catch(() => null);
      if (access === "none") return stream.end();
      await stream.writeNow("changed", { contactRequestId });
    };
    const close = deps.deskEvents.subscribe(agencyClientId, (event) => {
      if (event === "refetch") return stream.refetchSoon();
      if (event.kind === "contact_request") stream.inOrder(() => write(event.contactRequestId));
    });
    return { close };
  });
}
