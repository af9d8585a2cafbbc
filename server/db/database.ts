// The database: the embedded one, or the one in DATABASE_URL; migrated before use.
import { drizzle } from "drizzle-orm/node-postgres";
import pg from "pg";
import { startEmbedded } from "./embedded.ts";
import { migrateUnderLock } from "./migrate.ts";
import * as schema from "./schema.ts";

export type Database = ReturnType<typeof makeDrizzle>;
/** The handle for writes inside a transaction. */
export type Transaction = Parameters<Parameters<Database["transaction"]>[0]>[0];

export type OpenDatabase = {
  db: Database;
  pool: pg.Pool;
  /**
   * For rate limits: a commit does not wait for the disk. After a crash of PostgreSQL, less than a
   * second of counts is missing.
   */
  limitsPool: pg.Pool;
  connection: pg.ClientConfig;
  /** For an app that is about to stop; see `EmbeddedPostgres`. */
  announceStop(): Promise<void>;
  close(): Promise<void>;
};

/**
 * Tuned for short queries that read a few rows, mostly from memory. PostgreSQL's defaults are for
 * spinning disks: they prefer sorting thousands of rows to following an index. Starting two
 * parallel workers for an aggregate over five thousand rows took four times as long as the
 * aggregate.
 */
export const shortQuerySettings = {
  random_page_cost: "1.1",
  max_parallel_workers_per_gather: "0",
  jit: "off",
};

/** As options of a connection. */
const asOptions = Object.entries(shortQuerySettings)
  .map(([name, value]) => `-c ${name}=${value}`)
  .join(" ");

/** Opens the database, starting the embedded one, and migrates it. */
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
  const pool = openPool({ ...connection, max: 20, options: asOptions }, log);
  const limitsPool = openPool(
    { ...connection, max: 4, options: `${asOptions} -c synchronous_commit=off` },
    log,
  );
  if (!keepsTables) await migrateUnderLock(connection);
  const db = makeDrizzle(pool);
  if (await isOfCluster(connection)) onClusters.add(db);
  return {
    ...{ db, pool, limitsPool, connection },
    async close() {
      await Promise.all([pool.end(), limitsPool.end()]);
    },
  };
}

/** Checks whether the database is a cluster of PostgreSQL servers (Citus). */
export async function isCluster(client: Pick<pg.ClientBase, "query">): Promise<boolean> {
  const { rowCount } = await client.query("select from pg_extension where extname = 'citus'");
  return rowCount === 1;
}

/**
 * On its own connection: the pool doesn't open any before its statements are watched
 * (statements.ts).
 */
async function isOfCluster(connection: pg.ClientConfig): Promise<boolean> {
  const client = new pg.Client({ ...connection, application_name: "front-desk" });
  await client.connect();
  try {
    return await isCluster(client);
  } finally {
    await client.end();
  }
}

const onClusters = new WeakSet<Database>();

/**
 * Checks whether practices are distributed over machines (distribution.ts). Then a subquery can't
 * iterate over practices from a table that isn't distributed, and queries all of them at once.
 */
export function isOnCluster(db: Database): boolean {
  return onClusters.has(db);
}

function openPool(config: pg.PoolConfig, log: (message: string) => void): pg.Pool {
  const pool = new pg.Pool({
    ...config,
    connectionTimeoutMillis: 10_000,
    // Queries that a person waits for must not run longer.
    statement_timeout: 30_000,
    application_name: "front-desk",
  });
  // An `error` event without a listener ends the process. The pool only listens on idle
  // connections, so each connection gets its own listener for the time that a transaction has it.
  pool.on("connect", (client) =>
    client.on("error", (error) => log(`A database connection was lost: ${error.message}`)),
  );
  pool.on("error", () => undefined);
  pool.on("release", (_, client) => {
    if (hasTooManyPlans(client)) void client.end();
  });
  return pool;
}

/** The number of planned statements per connection; each takes about 100 KB. */
const maxStatements = 200;

/**
 * Whether a connection has planned too many statements. PostgreSQL keeps each until the connection
 * ends, so the pool closes such a connection after use and opens another.
 */
function hasTooManyPlans(client: pg.PoolClient): boolean {
  // pg's record of a connection's named statements: their texts, by name.
  const { connection } = client as unknown as { connection: { parsedStatements: object } };
  return Object.keys(connection.parsedStatements).length > maxStatements;
}

function makeDrizzle(pool: pg.Pool) {
  return drizzle({ client: pool, schema, casing: "snake_case" });
}
