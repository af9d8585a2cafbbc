// Sends live updates to every open dashboard within a second. PostgreSQL notifies each process. An
// event has only ids; `desk-changes.ts` reads the leads for the streams of its process.
import { EventEmitter } from "node:events";
import { sql } from "drizzle-orm";
import pg from "pg";
import { z } from "zod";
import type { Transaction } from "#server/db/database.ts";
import { agencyClientId } from "#server/db/schema.ts";
import { type Logger, problemOf } from "#server/log.ts";

const channel = "desk";
/**
 * The channel on which processes are notified that an owner changed the app's settings. It has no
 * payload.
 */
export const settingsChannel = "settings";
const maxPauseMs = 5000;
/** How often the connection's health check runs, and its timeout. */
const defaultPulse = { everyMs: 10_000, answerMs: 5000 };

const DeskEvent = z.discriminatedUnion("kind", [
  z.object({
    clientId: z.guid(),
    leadId: z.guid(),
    /**
     * `inquiry`: a new inquiry. `presence`: someone opened or closed the lead. `lead`: any other
     * change.
     */
    kind: z.enum(["inquiry", "lead", "presence"]),
  }),
  /** Someone joined or left the practice, or got a new role. */
  z.object({ clientId: z.guid(), kind: z.literal("people") }),
  /** A campaign was added, changed, merged or deleted. Many leads show its name and script. */
  z.object({ clientId: z.guid(), kind: z.literal("campaigns") }),
  /** A text came from a number that is no lead's. */
  z.object({ clientId: z.guid(), kind: z.literal("texts") }),
  /** An import made progress. Only the page of this import listens: see `import-stream.ts`. */
  z.object({ clientId: z.guid(), importId: z.guid(), kind: z.literal("import") }),
  /** A contact request to the agency arrived or changed. Sent to owners only. */
  z.object({
    clientId: z.literal(agencyClientId),
    contactRequestId: z.guid(),
    kind: z.literal("contact_request"),
  }),
]);
export type DeskEvent = z.infer<typeof DeskEvent>;

/** `refetch` means that events may have been missed while the database was unavailable. */
export type DeskListener = (event: DeskEvent | "refetch") => void;

export type DeskEvents = {
  /** False while the database is unavailable. This process then doesn't hear of new leads. */
  isListening(): boolean;
  /** Calls the listener with this practice's events until the returned function is called. */
  subscribe(clientId: string, listener: DeskListener): () => void;
  /**
   * Calls the listener when the settings changed, or may have changed while the database was
   * unavailable.
   */
  onSettings(listener: () => void): () => void;
  /** Ends every stream and the connection. */
  close(): Promise<void>;
  /** Fires once, when the process is about to stop. */
  onClose(listener: () => void): () => void;
};

/** Notifies every process once this transaction commits, and not if it is rolled back. */
export async function notifyPractice(tx: Transaction, ...events: DeskEvent[]): Promise<void> {
  const payloads = sql.param(events.map((event) => JSON.stringify(event)));
  await tx.execute(
    sql`select pg_notify(${channel}, payload) from unnest(${payloads}::text[]) as given (payload)`,
  );
}

/** Notifies every owner's open console once this transaction commits. */
export async function notifyOwners(tx: Transaction, contactRequestId: string): Promise<void> {
  await notifyPractice(tx, { clientId: agencyClientId, kind: "contact_request", contactRequestId });
}

/**
 * Listens on a dedicated connection. Reconnects when the connection is lost, even silently: a
 * firewall may drop an idle connection without closing it.
 */
export async function openDeskEvents(
  connection: pg.ClientConfig,
  log: Logger,
  pulse = defaultPulse,
): Promise<DeskEvents> {
  const emitter = new EventEmitter();
  emitter.setMaxListeners(0);
  let client: pg.Client | null = null;
  let isClosed = false;

  async function listen(): Promise<void> {
    const next = new pg.Client({
      ...connection,
      application_name: "front-desk events",
      keepAlive: true,
      connectionTimeoutMillis: pulse.answerMs,
      query_timeout: pulse.answerMs,
    });
    next.on("error", (error) => log.warn({ problem: problemOf(error) }, "desk events"));
    next.on("notification", ({ channel: heard, payload }) => {
      const event = heard === channel ? parseEvent(payload) : null;
      if (event) emitter.emit(event.clientId, event);
      if (heard === settingsChannel) emitter.emit("settings");
    });
    try {
      await next.connect();
      await next.query(`listen ${channel}; listen ${settingsChannel}`);
      if (isClosed) throw new Error("Closed while it was connecting");
    } catch (error) {
      // Without this, the connection would stay open and might still run LISTEN.
      next.end().catch(() => undefined);
      throw error;
    }
    const asking = setInterval(() => {
      // A timeout of the health check closes the connection, which triggers a reconnect.
      next.query("select 1").catch(() => next.end().catch(() => undefined));
    }, pulse.everyMs);
    next.on("end", () => {
      clearInterval(asking);
      if (client === next) client = null;
      listenAgain(100);
    });
    client = next;
  }

  function listenAgain(pauseMs: number) {
    if (isClosed) return;
    setTimeout(() => {
      if (isClosed) return;
      listen().then(
        () => {
          emitter.emit("refetch", "refetch");
          emitter.emit("settings");
        },
        () => listenAgain(Math.min(pauseMs * 2, maxPauseMs)),
      );
    }, pauseMs);
  }

  await listen();
  return {
    isListening: () => client !== null,
    subscribe(clientId, listener) {
      emitter.on(clientId, listener);
      emitter.on("refetch", listener);
      return () => {
        emitter.off(clientId, listener);
        emitter.off("refetch", listener);
      };
    },
    onSettings(listener) {
      emitter.on("settings", listener);
      return () => emitter.off("settings", listener);
    },
    onClose(listener) {
      emitter.once("close", listener);
      return () => emitter.off("close", listener);
    },
    async close() {
      if (isClosed) return;
      isClosed = true;
      emitter.emit("close");
      await client?.end();
    },
  };
}

/**
 * Returns null unless the payload is an event of ours, because anyone with database access can send
 * a notification.
 */
function parseEvent(payload = ""): DeskEvent | null {
  try {
    return DeskEvent.parse(JSON.parse(payload));
  } catch {
    return null;
  }
}
