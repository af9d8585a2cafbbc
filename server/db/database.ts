// The database: the project's own, or the one that DATABASE_URL names; migrated before use.
import { drizzle } from "drizzle-orm/node-postgres";
import pg from "pg";
import { startEmbedded } from "./embedded.ts";
import { migrateUnderLock } from "./migrate.ts";
import * as schema from "./schema.ts";

export type Database = ReturnType<typeof makeDrizzle>;
/** What a verb writes with inside a transaction. */
export type Transaction = Parameters<Parameters<Database["transaction"]>[0]>[0];

export type OpenDatabase = {
  db: Database;
  pool: pg.Pool;
  connection: pg.ClientConfig;
  /** For an app that begins to stop; see `EmbeddedPostgres`. */
  announceStop(): Promise<void>;
  close(): Promise<void>;
};

/**
 * All that is asked here reads few rows, mostly from memory. PostgreSQL's defaults are for disks that
 * turn: they prefer sorting thousands of rows to following an index, and starting two workers for a
 * figure of five thousand rows took four times as long as counting them.
 */
const forShortQuestions = "-c random_page_cost=1.1 -c max_parallel_workers_per_gather=0 -c jit=off";

/**
 * Opens (and when it is our own: starts) the database and brings its tables up to date, unless
 * `keepsTables`: a restore does that itself.
 */
export async function openDatabase(options: {
  databaseUrl: string | undefined;
  dataDir: string;
  purpose: "app" | "tool";
  log: (message: string) => void;
  keepsTables?: boolean;
}): Promise<OpenDatabase> {
  const embedded = options.databaseUrl ? null : await startEmbedded(options);
  const connection = embedded
    ? { ...embedded.connection, ssl: false }
    : { connectionString: options.databaseUrl };
  const opened = await connect(connection, options.log, options).catch(async (error) => {
    await embedded?.stop();
    throw error;
  });
  return {
    ...opened,
    announceStop: async () => embedded?.announceStop(),
    async close() {
      await opened.close();
      await embedded?.stop();
    },
  };
}

/** Connects to a running database and migrates it, unless `keepsTables`. */
export async function connect(
  connection: pg.ClientConfig,
  log: (message: string) => void,
  { keepsTables = false } = {},
): Promise<Omit<OpenDatabase, "announceStop">> {
  const pool = new pg.Pool({
    ...connection,
    max: 20,
    connectionTimeoutMillis: 10_000,
    // Nothing that a person waits for may run longer.
    statement_timeout: 30_000,
    application_name: "front-desk",
    options: forShortQuestions,
  });
  // Without a listener a connection that breaks ends the process: the pool listens only to those that
  // are idle, so each one gets a listener of its own for the time that a transaction has it.
  pool.on("connect", (client) =>
    client.on("error", (error) => log(`A database connection was lost: ${error.message}`)),
  );
  pool.on("error", () => undefined);
  pool.on("release", (_, client) => {
    if (hasTooManyPlans(client)) void client.end();
  });
  if (!keepsTables) await migrateUnderLock(connection);
  return { db: makeDrizzle(pool), pool, connection, close: () => pool.end() };
}

/** So many named statements stay planned in a connection; a plan takes some 100 KB there. */
const mostStatements = 200;

/**
 * Whether a connection has planned more statements than it should keep. PostgreSQL keeps each until
 * the connection ends, so such a one is closed after use, and the pool opens another.
 */
function hasTooManyPlans(client: pg.PoolClient): boolean {
  // What pg knows of a connection's named statements: their texts, by name.
  const { connection } = client as unknown as { connection: { parsedStatements: object } };
  return Object.keys(connection.parsedStatements).length > mostStatements;
}

function makeDrizzle(pool: pg.Pool) {
  return drizzle({ client: pool, schema, casing: "snake_case" });
}
