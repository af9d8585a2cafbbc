// Measures how many signed webhooks per second are stored and acknowledged while their leads are
// fetched from a Graph stub and imported. None may be lost. Product, database, stub and sender
// share the machine. Bare: Hono and pg only store the raw body in a transaction.
import autocannon from "autocannon";
import { makeMetaSource, makePractice, openTools } from "#server/db/make.ts";
import { metaSettings, openGraph, signedDelivery } from "./meta.ts";
import { forget, launchProduct, launchScript, makeDataDir } from "./product.ts";
import type { Figure } from "./report.ts";

const seconds = 8;
const targetPerSecond = 500;
const connections = 16;

export async function intake(): Promise<Figure[]> {
  const dataDir = makeDataDir();
  const graph = await openGraph();
  const product = await launchProduct(dataDir, metaSettings(graph.url));
  const tools = await openTools({ dataDir });
  const practice = await makePractice(tools);
  const source = await makeMetaSource(tools, practice.clientId);
  const countRows = async (what: string) => {
    const { rows } = await tools.pool.query(`select count(*)::int as count from ${what}`);
    return Number(rows[0].count);
  };

  const acknowledged = await send(`${product.origin}/api/intake/meta`, source);
  const stored = await countRows("announced_leads");
  const inDesk = await countRows("leads");
  if (stored < acknowledged) throw new Error("An acknowledged webhook was not stored");
  // The product would slow down the bare server, because it's still fetching leads.
  await product.stop();

  const beside = await openTools({ dataDir });
  const { host, port, user, database } = beside.pool.options;
  const bare = await launchScript("intake-bare.ts", {
    connection: { host, port, user, database },
  });
  const bareAcknowledged = await send(bare.origin, source);
  await bare.stop();
  await beside.close();
  await tools.close();
  await graph.close();
  forget(dataDir);
  return [
    {
      name: `webhooks stored and acknowledged, ${connections} connections`,
      measured: `${Math.round(acknowledged / seconds)} a second`,
      budget: `${targetPerSecond} a second`,
      bare: `${Math.round(bareAcknowledged / seconds)} a second`,
      isWithin: acknowledged / seconds >= targetPerSecond,
    },
    {
      name: "lost of those acknowledged",
      measured: "0",
      budget: "0",
      bare: `${acknowledged} sent`,
      isWithin: true,
    },
    {
      name: "put into the desk meanwhile",
      measured: `${Math.round(inDesk / seconds)} a second`,
      budget: "none",
      bare: "none",
    },
  ];
}

/** Sends deliveries, each with a different lead, and returns how many were acknowledged. */
async function send(url: string, source: { page: string; form: string }): Promise<number> {
  let sent = 0;
  const result = await autocannon({
    url,
    connections,
    duration: seconds,
    method: "POST",
    requests: [
      {
        setupRequest(request) {
          sent += 1;
          return { ...request, ...signedDelivery(`7${String(sent).padStart(14, "0")}`, source) };
        },
      },
    ],
  });
  if (result.non2xx + result.errors > 0) throw new Error(`${url} refused a delivery`);
  return result["2xx"];
}
