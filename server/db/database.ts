// Opens the database, which is either embedded or given by DATABASE_URL, and migrates it before
// use.
import { drizzle } from "drizzle-orm/node-postgres";
import pg from "pg";
import { isCluster } from "./cluster.ts";
import { startEmbedded } from "./embedded.ts";
import { migrateUnderLock } from "./migrate.ts";
import * as schema from "./schema.ts";

export type Database = ReturnType<typeof makeDrizzle>;
/** A transaction, for functions that write. */
export type Transaction = Parameters<Parameters<Database["transaction"]>[0]>[0];

export type OpenDatabase = {
  db: Database;
  pool: pg.Pool;
  /**
   * A pool for rate limits. Its commits don't wait for the disk, so less than a second of counts is
   * lost if PostgreSQL crashes.
   */
  limitsPool: pg.Pool;
  connection: pg.ClientConfig;
  /** Announces that this app is about to stop: see `EmbeddedPostgres`. */
  announceStop(): Promise<void>;
  close(): Promise<void>;
};

/**
 * Settings for short queries that read a few rows, mostly from memory. PostgreSQL's defaults are
 * for spinning disks, so they prefer sorting thousands of rows over following an index. Starting
 * two parallel workers to aggregate 5,000 rows took four times as long as the aggregate itself.
 */
export const shortQuerySettings = {
  random_page_cost: "1.1",
  max_parallel_workers_per_gather: "0",
  jit: "off",
};

/** The settings in the format of connection options. */
const asOptions = Object.entries(shortQuerySettings)
  .map(([name, value]) => `-c ${name}=${value}`)
  .join(" ");

/** Opens and migrates the database. If it's embedded, its server is started. */
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

/** Connects to a running database and migrates it, unless `keepsTables` is set. */
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

/**
 * Checks with its own connection, because the pool must not open any before its statements are
 * watched (statements.ts).
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
 * Checks whether practices are distributed over machines (distribution.ts). If they are, a subquery
 * can't iterate over practices from a table that isn't distributed, so queries read all practices
 * at once.
 */
export function isOnCluster(db: Database): boolean {
  return onClusters.has(db);
}

function openPool(config: pg.PoolConfig, log: (message: string) => void): pg.Pool {
  const pool = new pg.Pool({
    ...config,
    connectionTimeoutMillis: 10_000,
    // A person is waiting for the result of a query, so it must not run longer than this.
    statement_timeout: 30_000,
    application_name: "front-desk",
  });
  // An `error` event without a listener ends the process. The pool listens only on idle
  // connections, so each connection gets its own listener while a transaction uses it.
  pool.on("connect", (client) =>
    client.on("error", (error) => log(`A database connection was lost: ${error.message}`)),
  );
  pool.on("error", () => undefined);
  pool.on("release", (_, client) => {
    if (hasTooManyPlans(client)) void client.end();
  });
  return pool;
}

/** The number of prepared statements per connection. Each takes about 100 KB. */
const maxStatements = 200;

/**
 * Returns whether a connection has prepared too many statements. PostgreSQL keeps each until the
 * connection ends, so the pool closes such a connection after use and opens another.
 */
function hasTooManyPlans(client: pg.PoolClient): boolean {
  // pg stores the texts of a connection's named statements by name.
  const { connection } = client as unknown as { connection: { parsedStatements: object } };
  return Object.keys(connection.parsedStatements).length > maxStatements;
}

function makeDrizzle(pool: pg.Pool) {
  return drizzle({ client: pool, schema, casing: "snake_case" });
}
