// npm run demo: the product on its own data folder, with a practice and its leads in it.
import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { readConfig } from "#server/config.ts";
import { demoSource, seedDemo } from "#server/db/demo.ts";
import { openTools } from "#server/db/make.ts";
import { accounts } from "#server/db/schema.ts";

const environment = {
  ...process.env,
  PORT: process.env.PORT || "3001",
  DATA_DIR: process.env.DATA_DIR || "./data-demo",
  META_PAGE_TOKEN: process.env.META_PAGE_TOKEN || randomBytes(12).toString("base64url"),
};
const config = readConfig(environment);
const password = process.env.DEMO_PASSWORD || randomBytes(9).toString("base64url");

const tools = await openTools(config);
const isSeeded = (await tools.db.$count(accounts)) > 0;
if (!isSeeded) {
  console.log("Making a practice and a few hundred leads …");
  await seedDemo(tools, password);
}
await tools.close();

console.log(
  isSeeded
    ? `The demo in ${config.dataDir} continues; delete that folder to start over.`
    : `Sign in with the password ${password}`,
);
console.log(`  the front desk   desk@example.com    ${config.origin}/lms
  the owner        owner@example.com   ${config.origin}/admin
  Meta's source    page ${demoSource.page}, form ${demoSource.form}; set META_APP_SECRET and
                   META_GRAPH_URL to send it webhooks`);

const product = spawn(process.execPath, ["build/server/start.js"], {
  stdio: "inherit",
  env: environment,
});
for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const) {
  process.on(signal, () => {
    // Ctrl-C also reaches the product directly.
    if (signal !== "SIGINT") product.kill(signal);
  });
}
product.on("exit", (code) => process.exit(code ?? 1));
