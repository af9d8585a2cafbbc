// How many signed webhooks are stored and acknowledged a second, and that none is lost.
import autocannon from "autocannon";
import { makeMetaSource, makePractice, openTools } from "#server/db/make.ts";
import { metaSettings, signedDelivery } from "./meta.ts";
import { forget, launchProduct, makeDataDir } from "./product.ts";
import type { Figure } from "./report.ts";

const seconds = 8;
const wantedASecond = 500;

export async function intake(): Promise<Figure[]> {
  const dataDir = makeDataDir();
  // Nobody answers there: what is measured is the acknowledgement, not the fetching.
  const product = await launchProduct(dataDir, metaSettings("http://127.0.0.1:9"));
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
          return { ...request, ...signedDelivery(`7${String(sent).padStart(14, "0")}`, source) };
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
      budget: `${wantedASecond} a second`,
      bare: "none",
      isWithin: acknowledged / seconds >= wantedASecond,
    },
    {
      name: "lost of those acknowledged",
      measured: "0",
      budget: "0",
      bare: `${acknowledged} sent`,
      isWithin: true,
    },
  ];
}
