// How many signed webhooks are stored and acknowledged a second, and that none is lost.
import { createHmac } from "node:crypto";
import autocannon from "autocannon";
import { makeMetaSource, makePractice, openTools } from "#server/db/make.ts";
import { forget, launchProduct, makeDataDir } from "./product.ts";
import type { Figure } from "./report.ts";

const secret = "app secret of the bench";
const seconds = 8;

export async function intake(): Promise<Figure[]> {
  const dataDir = makeDataDir();
  const product = await launchProduct(dataDir, {
    META_APP_SECRET: secret,
    META_PAGE_TOKEN: "token",
    // Nobody answers there: what is measured is the acknowledgement, not the fetching.
    META_GRAPH_URL: "http://127.0.0.1:9",
  });
  const tools = await openTools({ dataDir });
  const practice = await makePractice(tools);
  const source = await makeMetaSource(tools, practice.clientId);
  let sent = 0;
  const result = await autocannon({
    url: `${product.origin}/api/intake/meta`,
    connections: 16,
    duration: seconds,
    method: "POST",
    requests: [
      {
        setupRequest(request) {
          sent += 1;
          const body = aDelivery(`7${String(sent).padStart(14, "0")}`, source);
          const signature = createHmac("sha256", secret).update(body).digest("hex");
          const headers = {
            "Content-Type": "application/json",
            "X-Hub-Signature-256": `sha256=${signature}`,
          };
          return { ...request, body, headers };
        },
      },
    ],
  });
  const { rows } = await tools.pool.query("select count(*)::int as stored from announced_leads");
  await tools.close();
  await product.stop();
  forget(dataDir);
  const acknowledged = result["2xx"];
  if (rows[0].stored < acknowledged) throw new Error("An acknowledged webhook was not stored");
  return [
    {
      name: "webhooks stored and acknowledged",
      measured: `${Math.round(acknowledged / seconds)} a second`,
      budget: "500 a second",
      bare: "none",
    },
    {
      name: "lost of those acknowledged",
      measured: "0",
      budget: "0",
      bare: `${acknowledged} sent`,
    },
  ];
}

function aDelivery(id: string, source: { page: string; form: string }): string {
  const created_time = Math.floor(Date.now() / 1000);
  const value = { leadgen_id: id, page_id: source.page, form_id: source.form, created_time };
  const entry = [{ id: source.page, time: created_time, changes: [{ field: "leadgen", value }] }];
  return JSON.stringify({ object: "page", entry });
}
