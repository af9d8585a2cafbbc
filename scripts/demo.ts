// npm run demo: runs the product with its own data folder, which contains a practice and its leads.
import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { demoWords } from "#content/command-line.ts";
import { readConfig } from "#server/config.ts";
import { demoSource, seedDemo } from "#server/db/demo.ts";
import { openTools } from "#server/db/make.ts";
import { accounts } from "#server/db/schema.ts";

const environment = {
  ...process.env,
  PORT: process.env.PORT || "3001",
  DATA_DIR: process.env.DATA_DIR || "./data-demo",
  // Made-up leads don't need backups.
  BACKUPS: process.env.BACKUPS || "off",
  META_PAGE_TOKEN: process.env.META_PAGE_TOKEN || randomBytes(12).toString("base64url"),
};
const config = readConfig(environment);
const password = process.env.DEMO_PASSWORD || randomBytes(9).toString("base64url");

const tools = await openTools(config);
const isSeeded = (await tools.db.$count(accounts)) > 0;
if (!isSeeded) {
  console.log(demoWords.making);
  await seedDemo(tools, password);
}
await tools.close();

console.log(isSeeded ? demoWords.goesOn(config.dataDir) : demoWords.password(password));
console.log(demoWords.ways(config.origin, demoSource.page, demoSource.form));

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
