// What reaches every open dashboard within a second: PostgreSQL tells each process, each process
// tells the streams that it holds. Only ids travel; whoever hears one fetches what it may see.
import { EventEmitter } from "node:events";
import { sql } from "drizzle-orm";
import pg from "pg";
import { z } from "zod";
import type { Transaction } from "#server/db/database.ts";
import type { Logger } from "#server/log.ts";

const channel = "desk";
const longestPauseMs = 5000;
/** How often the connection is asked whether it is alive, and how long its answer may take. */
const usualPulse = { everyMs: 10_000, answerMs: 5000 };

const DeskEvent = z.object({
  clientId: z.guid(),
  leadId: z.guid(),
  /**
   * `inquiry`: somebody asked. `presence`: another device opened or left it. `lead`: something else
   * about a lead changed.
   */
  kind: z.enum(["inquiry", "lead", "presence"]),
});
export type DeskEvent = z.infer<typeof DeskEvent>;

/** `refetch`: events may have been missed while the database was away. */
export type DeskListener = (event: DeskEvent | "refetch") => void;

export type DeskEvents = {
  /** False while the database is away: then nobody hears of a new lead. */
  isListening(): boolean;
  /** Calls back for this practice's events until the returned function is called. */
  subscribe(clientId: string, listener: DeskListener): () => void;
  /** Ends every stream, and the connection. */
  close(): Promise<void>;
  /** Fires once, when the process is about to stop. */
  onClose(listener: () => void): () => void;
};

/** Tells every process, when this transaction commits and only then. */
export async function tellDesks(tx: Transaction, event: DeskEvent): Promise<void> {
  await tx.execute(sql`select pg_notify(${channel}, ${JSON.stringify(event)})`);
}

/**
 * Listens on one connection of its own and keeps listening when the database was away, also when
 * nobody said so: whatever stands in between may drop a quiet connection in silence.
 */
export async function openDeskEvents(
  connection: pg.ClientConfig,
  log: Logger,
  pulse = usualPulse,
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
    next.on("error", (error) => log.warn({ problem: error.message }, "desk events"));
    next.on("notification", ({ payload }) => {
      const event = DeskEvent.safeParse(JSON.parse(payload ?? "null")).data;
      if (event) emitter.emit(event.clientId, event);
    });
    await next.connect();
    await next.query(`listen ${channel}`);
    const asking = setInterval(() => {
      // A connection that owes an answer is torn down by its end, and that is heard.
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
        () => emitter.emit("refetch", "refetch"),
        () => listenAgain(Math.min(pauseMs * 2, longestPauseMs)),
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
