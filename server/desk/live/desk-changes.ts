// Reads changed leads for a practice's open streams. Each process reads them once per practice,
// regardless of the number of streams. Events that arrive during a read share the next read
// (batching).
import type { DeskChange } from "#contract/desk-events.ts";
import type { Deps } from "#server/deps.ts";
import { problemOf } from "#server/log.ts";
import type { DeskEvent } from "./notify.ts";

/**
 * The type of `readChangedLeads` in `server/desk/calls/`. This folder can't import from there, so
 * the API passes the function in.
 */
export type ReadChange = (
  deps: Deps,
  clientId: string,
  leadIds: string[],
  now: Date,
) => Promise<DeskChange>;

/** `change` is a `DeskChange` as JSON. It is serialized once for all streams. */
export type PracticeNews =
  | { event: "changed"; change: string; inquiredIds: string[] }
  | { event: "presence"; leadId: string }
  | { event: "people" | "refetch" };

export type DeskChanges = {
  /** Calls the listener with this practice's news until the returned function is called. */
  subscribe(clientId: string, listener: (news: PracticeNews) => void): () => void;
};

/** A bulk change is read in several batches, so that no event is large. */
const maxPerRead = 100;

export function openDeskChanges(deps: Deps, readChange: ReadChange): DeskChanges {
  const practices = new Map<string, Practice>();
  return {
    subscribe(clientId, listener) {
      const practice = practices.get(clientId) ?? openPractice(deps, clientId, readChange);
      practices.set(clientId, practice);
      practice.listeners.add(listener);
      return () => {
        practice.listeners.delete(listener);
        if (practice.listeners.size > 0 || practices.get(clientId) !== practice) return;
        practices.delete(clientId);
        practice.close();
      };
    },
  };
}

type Practice = { listeners: Set<(news: PracticeNews) => void>; close: () => void };

function openPractice(deps: Deps, clientId: string, readChange: ReadChange): Practice {
  const listeners: Practice["listeners"] = new Set();
  /** For each lead that hasn't been read yet, the kind of its event. */
  const gathered = new Map<string, DeskEvent["kind"]>();
  let isReading = false;

  const tell = (news: PracticeNews) => {
    for (const listener of listeners) listener(news);
  };
  const readGathered = async () => {
    isReading = true;
    while (gathered.size > 0 && listeners.size > 0) {
      const taken = [...gathered].slice(0, maxPerRead);
      for (const [leadId] of taken) gathered.delete(leadId);
      const leadIds = taken.map(([leadId]) => leadId);
      const inquiredIds = taken.flatMap(([leadId, kind]) => (kind === "inquiry" ? leadId : []));
      try {
        const change = await readChange(deps, clientId, leadIds, deps.now());
        tell({ event: "changed", change: JSON.stringify(change), inquiredIds });
      } catch (error) {
        deps.log.warn({ problem: problemOf(error) }, "changed leads could not be read");
        tell({ event: "refetch" });
      }
    }
    isReading = false;
  };
  const close = deps.deskEvents.subscribe(clientId, (event) => {
    if (event === "refetch") return tell({ event });
    if (event.kind === "import" || event.kind === "contact_request") return;
    if (event.kind === "people") return tell({ event: event.kind });
    if (event.kind === "campaigns" || event.kind === "texts") return tell({ event: "refetch" });
    if (event.kind === "presence") return tell({ event: event.kind, leadId: event.leadId });
    if (gathered.get(event.leadId) !== "inquiry") gathered.set(event.leadId, event.kind);
    if (!isReading) void readGathered();
  });
  return { listeners, close };
}
