// Upgrades a million leads from the tables of 2b4e677. Measures how long a start takes, and how
// long another process's statement waits during the start.
// The old tables' names: cspell:ignore enquiries
import pg from "pg";
import { openTools } from "#server/db/make.ts";
import { migrateUpTo, openAsItIs } from "#server/testing/old-tables.ts";
import { forget, makeDataDir } from "./product.ts";
import type { Figure } from "./report.ts";
import type { BenchOptions } from "./run.ts";

const practices = 20;
/** A start at night may take this long. */
const upgradeSeconds = 5 * 60;
/** How long a request may wait. */
const blockedSeconds = 1;

export async function upgrade({ leads }: BenchOptions): Promise<Figure[]> {
  const dataDir = makeDataDir();
  try {
    const old = await openAsItIs(dataDir);
    const session = new pg.Client(old.connection);
    await session.connect();
    await migrateUpTo(session, "0002_open-limit");
    console.log(`  Making ${leads.toLocaleString("en")} leads …`);
    await makeLeads(session, leads);
    const reading = watch(
      old.connection,
      "select count(*) from (select from leads limit 10) as few",
    );
    const writing = watch(
      old.connection,
      `insert into leads (client_id, first_name, received_at, started_at, touched_at)
       select id, 'Live', now(), now(), now() from clients limit 1`,
    );
    const begun = performance.now();
    // This joins the same server and migrates the database.
    const tools = await openTools({ dataDir });
    const seconds = (performance.now() - begun) / 1000;
    const [read, written] = [await reading.stop(), await writing.stop()];
    const { rows } = await tools.pool.query("select count(*)::int as kept from leads");
    if (rows[0].kept !== leads + written.done) throw new Error(`${rows[0].kept} leads are left`);
    await tools.close();
    await session.end();
    await old.close();
    return [
      figure(`${leads.toLocaleString("en")} leads of 2b4e677 upgraded in`, seconds, upgradeSeconds),
      figure("a read waits at most", read.longest / 1000, blockedSeconds),
      figure("a new lead waits at most", written.longest / 1000, blockedSeconds),
    ];
  } finally {
    forget(dataDir);
  }
}

function figure(name: string, seconds: number, budget: number): Figure {
  const measured = `${seconds.toFixed(1)} s`;
  return { name, measured, budget: `${budget} s`, bare: "", isWithin: seconds < budget };
}

/**
 * Sends a statement repeatedly. `longest` is the longest time in milliseconds that the statement
 * took.
 */
function watch(connection: pg.ClientConfig, statement: string) {
  let isOver = false;
  let longest = 0;
  let done = 0;
  const watching = (async () => {
    const client = new pg.Client(connection);
    await client.connect();
    while (!isOver) {
      const begun = performance.now();
      // The migration may need a lock that this statement holds. In that case, the product would
      // return 503, and the request would be retried.
      const isDone = await client.query(statement).then(() => true, retriesDeadlock);
      if (isDone) done += 1;
      longest = Math.max(longest, performance.now() - begun);
    }
    await client.end();
  })();
  return {
    async stop() {
      isOver = true;
      await watching;
      return { longest, done };
    },
  };
}

function retriesDeadlock(error: unknown): false {
  if (error instanceof Error && "code" in error && error.code === "40P01") return false;
  throw error;
}

async function makeLeads(session: pg.Client, leads: number): Promise<void> {
  await session.query(
    `set statement_timeout = 0; set synchronous_commit = off; set maintenance_work_mem = '512MB';
     set session_replication_role = replica`,
  );
  // Building the indexes after the rows takes a fifth of the time.
  const indexes = await session.query(
    `select indexname, indexdef from pg_indexes
     where schemaname = 'public' and tablename in ('leads', 'enquiries', 'calls', 'timeline')
       and indexname not like '%pk'`,
  );
  for (const { indexname } of indexes.rows) await session.query(`drop index "${indexname}"`);
  for (const statement of seedOf(leads)) await session.query(statement);
  for (const { indexdef } of indexes.rows) await session.query(indexdef);
  await session.query("vacuum (analyze)");
}

const person = `'+1813555' || lpad((number % 10000)::text, 4, '0')`;
const at = "date_trunc('milliseconds', now() - number * interval '1 minute')";

/** Returns the SQL for each lead's rows: an inquiry, a call, and three events on the timeline. */
const seedOf = (leads: number) => [
  `insert into clients (name, phone, address, city, state, zip, admin_code)
   select 'Practice ' || number, '', '', '', 'FL', '', '' from generate_series(1, ${practices}) as number`,
  `create temp table people as
   select number, (array(select id from clients))[1 + number % ${practices}] as client_id,
     uuidv7() as id from generate_series(1, ${leads}) as number`,
  `insert into leads (client_id, id, first_name, last_name, email, phone, is_phone_valid,
     received_at, started_at, touched_at, state, first_called_at, attempts, last_outcome,
     last_called_at, is_counted)
   select client_id, id, 'Person', 'Number ' || number, 'person' || number || '@example.com',
     ${person}, true, ${at}, ${at}, ${at}, case number % 3 when 0 then 'archived' else 'new' end,
     ${at} + interval '5 minutes', 1, 'voicemail', ${at} + interval '5 minutes', true from people`,
  `insert into enquiries (client_id, lead_id, first_name, last_name, email, phone, submitted_at,
     received_at, clock_started_at, started_hour, first_called_at)
   select client_id, id, 'Person', 'Number ' || number, 'person' || number || '@example.com',
     ${person}, ${at}, ${at}, ${at}, number % 168, ${at} + interval '5 minutes' from people`,
  `insert into calls (client_id, id, lead_id, account_id, called_at, recorded_at, outcome, outcome_at)
   select client_id, uuidv7(), id, id, ${at}, ${at}, 'voicemail', ${at} from people`,
  `insert into timeline (client_id, lead_id, at, kind)
   select client_id, id, ${at}, kind
   from people, unnest(array['submitted', 'received', 'call']) as kind`,
];
