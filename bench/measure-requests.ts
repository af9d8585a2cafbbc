// Measures requests over HTTP, logged in. Each is compared with a bare server that runs the same
// SQL.
import { openTools } from "#server/db/make.ts";
import { compareLoad, type Target, timeAlone } from "./load.ts";
import { readLoggedSql, type Statement, setStatementLog } from "./logged-sql.ts";
import { launchProduct, launchScript, signIn } from "./product.ts";
import { type Figure, inMs, median, percentile } from "./report.ts";
import type { BenchOptions } from "./run.ts";

const connections = 8;
const usualTimes = 200;

export type Asked = {
  name: string;
  path: string;
  /** A fixed budget in milliseconds, or `twice` for two times the bare server's time. */
  budgetMs: number | "twice";
};

export type Asking = (path: string) => Promise<Response>;

type Product = {
  dataDir: string;
  /** The email address of the account that logs in. */
  email: string;
  /** How many times each request is timed alone. */
  timesAlone?: number;
};

/**
 * Measures requests. `list` may request what a later request needs from the product, such as a
 * cursor.
 */
export async function measureRequests(
  { dataDir, email, timesAlone = usualTimes }: Product,
  options: BenchOptions,
  list: (ask: Asking) => Promise<Asked[]>,
): Promise<Figure[]> {
  await setStatementLog(dataDir, true);
  const logged = await launchProduct(dataDir);
  const { ask } = await signedIn(logged.origin, email);
  const requests = (await list(ask)).filter(({ name }) => name.includes(options.only));
  const asked: Statement[][] = [];
  for (const request of requests) {
    asked.push(await readLoggedSql(dataDir, () => ask(request.path)));
  }
  await logged.stop();
  await setStatementLog(dataDir, false);

  const product = await launchProduct(dataDir);
  const { headers } = await signedIn(product.origin, email);
  const beside = await openTools({ dataDir });
  const { host, port, user, database, options: settings } = beside.pool.options;
  const bare = await launchScript("lists-bare.ts", {
    connection: { host, port, user, database, options: settings },
    asked,
  });
  try {
    if (options.isWithPlans) await printPlans(beside, requests, asked);
    const figures: Figure[] = [];
    for (const [index, request] of requests.entries()) {
      const ours = { url: `${product.origin}${request.path}`, headers };
      const theirs = { url: `${bare.origin}/${index}`, headers: {} };
      figures.push(...(await measure(request, ours, theirs, timesAlone)));
    }
    return figures;
  } finally {
    await bare.stop();
    await beside.close();
    await product.stop();
  }
}

/**
 * Measures one request at a time and then many in parallel, compared with the same SQL without the
 * product.
 */
export async function measure(
  { name, budgetMs }: Asked,
  ours: Target,
  theirs: Target,
  timesAlone = usualTimes,
): Promise<Figure[]> {
  const alone = await timeAlone(ours, timesAlone);
  const bareAlone = await timeAlone(theirs, timesAlone);
  const rates = await compareLoad({ ours, theirs }, connections);
  const limit = budgetMs === "twice" ? 2 * median(bareAlone) : budgetMs;
  return [
    {
      name,
      measured: `${inMs(median(alone))}, p99 ${inMs(percentile(alone, 0.99))}`,
      budget: budgetMs === "twice" ? "twice bare" : `${budgetMs} ms`,
      bare: inMs(median(bareAlone)),
      isWithin: median(alone) < limit,
    },
    {
      name: `  with ${connections} connections`,
      measured: `${Math.round(rates.ours)} a second`,
      budget: "half of bare",
      bare: `${Math.round(rates.theirs)} a second`,
      isWithin: rates.ours >= rates.theirs / 2,
    },
  ];
}

async function signedIn(origin: string, email: string) {
  const headers = { Authorization: `Bearer ${await signIn(origin, email)}` };
  return { headers, ask: (path: string) => fetch(`${origin}${path}`, { headers }) };
}

type Tools = Awaited<ReturnType<typeof openTools>>;

async function printPlans(tools: Tools, requests: Asked[], asked: Statement[][]) {
  for (const [index, { name }] of requests.entries()) {
    for (const { text, values } of asked[index] ?? []) {
      const { rows } = await tools.pool.query(`explain (analyze, buffers) ${text}`, values);
      console.log(`\n${name}\n${rows.map((row) => `    ${row["QUERY PLAN"]}`).join("\n")}`);
    }
  }
}
