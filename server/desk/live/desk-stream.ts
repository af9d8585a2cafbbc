// The event stream of one dashboard, which sends changed leads as server-sent events.
import type { Context } from "hono";
import { heartbeatSeconds } from "#contract/desk-events.ts";
import type { Deps } from "#server/deps.ts";
import { type Access, accessOf, type Env } from "#server/http/guards.ts";
import { visitorOf } from "#server/http/visitor.ts";
import { auditView, viewMs } from "#server/records/audit/audit.ts";
import type { DeskChanges, PracticeNews } from "./desk-changes.ts";
import { streamEvents } from "./event-stream.ts";
import { markAlerted } from "./first-seen.ts";
import { keepScreenOpen } from "./open-screens.ts";

const beatsPerMinute = Math.ceil(60 / heartbeatSeconds);

/** News whose leads a stream of this process has already marked as alerted. */
const recorded = new WeakSet<PracticeNews>();

/**
 * Streams a practice's events. Before each change, checks whether the session may still read it. A
 * locked shared device is told only that something changed, so it doesn't mark leads as alerted
 * (decision 060).
 */
export function streamDeskEvents(deps: Deps, changes: DeskChanges, c: Context<Env>): Response {
  const { clientId, accountId } = c.get("client");
  const screen = { clientId, device: visitorOf(c).device };
  const isPracticesOwn = !c.get("admin");
  const isShared = c.get("isShared");
  const readAccess = makeAccessCheck(deps, c);
  return streamEvents(deps, c, c.get("sessionId") ?? accountId, (stream) => {
    const { inOrder, writeNow } = stream;
    let isCountingAll = false;
    /**
     * Marks all waiting leads as alerted when a screen opens or is unlocked, because the screen
     * shows how many there are.
     */
    const countAll = async (access: Access) => {
      const isOpen = access === "open" && isPracticesOwn;
      if (!isOpen) isCountingAll = false;
      else if (!isCountingAll) {
        isCountingAll = true;
        await markAlerted(deps, screen).catch(() => {
          isCountingAll = false;
        });
      }
    };
    const writeChange = async (news: PracticeNews & { event: "changed" }) => {
      const access = await readAccess().catch(() => null);
      if (access === "none") return stream.end();
      // Rows aren't written, because the session couldn't be checked.
      if (access === null) return writeNow("refetch");
      void countAll(access);
      if (access === "locked") return writeNow("refetch");
      await stream.writeJson("changed", news.change);
      if (!isPracticesOwn || recorded.has(news)) return;
      // Only the first stream that writes this news marks its leads; the others save the query.
      recorded.add(news);
      // Not awaited, because the next write doesn't depend on it.
      void recordAlerted(deps, screen, news.inquiredIds);
    };
    /**
     * Asks for a refetch before the stream ends, so that a logged-out person's page notices the
     * logout.
     */
    const writePeople = async () => {
      const access = await readAccess().catch(() => null);
      await writeNow("refetch");
      if (access === "none") stream.end();
    };
    const writePresence = async (leadId: string) => {
      if (isShared && (await readAccess()) !== "open") return;
      await writeNow("presence", { leadId });
    };
    const close = changes.subscribe(clientId, (news) => {
      if (news.event === "changed") return inOrder(() => writeChange(news));
      if (news.event === "presence") return inOrder(() => writePresence(news.leadId));
      if (news.event === "people") return inOrder(writePeople);
      stream.refetchSoon();
    });
    if (!isPracticesOwn) return { close };
    let beats = 0;
    const keepOpen = () => keepScreenOpen(deps, clientId).catch(() => undefined);
    return {
      close,
      async onOpen() {
        // Only a shared device can be locked.
        await countAll(isShared ? await readAccess().catch(() => "locked" as const) : "open");
        await keepOpen();
      },
      async onBeat(access) {
        if (access) void countAll(access);
        beats += 1;
        if (beats % beatsPerMinute === 0) await keepOpen();
      },
    };
  });
}

/**
 * Returns a function that checks what the session may read. While an owner views as a practice, it
 * also audits the view every ten minutes; the guard audits when a view begins.
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

async function recordAlerted(
  deps: Deps,
  screen: { clientId: string; device: string },
  leadIds: string[],
): Promise<void> {
  for (const leadId of leadIds) {
    const submitted = await markAlerted(deps, screen, leadId).catch(() => []);
    for (const at of submitted) {
      deps.metrics.submitToScreen.observe({}, (deps.now().getTime() - at.getTime()) / 1000);
    }
  }
}
