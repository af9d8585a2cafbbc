// npm run dev: runs the product with hot reload. Screens update in place. The API is reloaded for
// each request, while the database and the jobs keep running.
import { createServer as createHttpServer } from "node:http";
import { getRequestListener } from "@hono/node-server";
import { Hono } from "hono";
import { getMimeType } from "hono/utils/mime";
import type { ServerBuild } from "react-router";
import { createServer } from "vite";
import { startWords } from "#content/command-line.ts";
import { BadConfig, readConfig } from "#server/config.ts";
import { UnusableDataFolder } from "#server/db/embedded.ts";

const config = explain(() =>
  readConfig({ ...process.env, SPLASH_MS: process.env.SPLASH_MS || "0" }),
);
const server = createHttpServer();
const vite = await createServer({
  appType: "custom",
  server: { middlewareMode: true, hmr: { server } },
});

const say = (sentence: string) => console.log(sentence);
const opening = (await vite.ssrLoadModule(
  "/server/open-deps.ts",
)) as typeof import("#server/open-deps.ts");
const publishing = (await vite.ssrLoadModule(
  "/server/agency/contact-requests/published-response-time.ts",
)) as typeof import("#server/agency/contact-requests/published-response-time.ts");
const testApp = await opening.openDeps(config, say).catch((error) => {
  if (!(error instanceof UnusableDataFolder)) throw error;
  console.error(error.message);
  process.exit(1);
});

const responseTime = publishing.publishResponseTime(testApp.deps);
await responseTime.refresh();

const listener = getRequestListener(async (request, env) => {
  const api = (await vite.ssrLoadModule("/server/api.ts")) as typeof import("#server/api.ts");
  const pages = (await vite.ssrLoadModule(
    "/server/pages/pages.ts",
  )) as typeof import("#server/pages/pages.ts");
  const app = new Hono();
  const { api: current } = api.makeApi(testApp.deps);
  app.all("/api/*", (c) => current.fetch(c.req.raw, c.env));
  app.all("/demo/api/*", (c) => current.fetch(c.req.raw, c.env));
  await serveMadeFiles(app);
  await pages.servePages(app, {
    config: testApp.deps.config,
    log: testApp.deps.log,
    responseTime,
    metrics: testApp.deps.metrics,
    traces: testApp.deps.traces,
    fetchApi: current.request,
    isDev: true,
    loadBuild: () =>
      vite.ssrLoadModule("virtual:react-router/server-build") as unknown as Promise<ServerBuild>,
  });
  return app.fetch(request, env);
});

server.on("request", (request, answer) => {
  vite.middlewares(request, answer, () => listener(request, answer));
});
server.listen(config.port, config.host, () => say(startWords.ready(config.origin)));

process.on("SIGINT", stop);
process.on("SIGTERM", stop);

/** Generates the files of scripts/build.ts when they are requested. */
async function serveMadeFiles(app: Hono) {
  const { generatedFiles } = (await vite.ssrLoadModule(
    "/app/generated-files/generated-files.ts",
  )) as typeof import("#app/generated-files/generated-files.ts");
  for (const [address, make] of Object.entries(generatedFiles)) {
    app.get(address, async () => {
      const headers = { "Content-Type": getMimeType(address) ?? "text/plain" };
      return new Response((await make()) as BodyInit, { headers });
    });
  }
}

async function stop() {
  server.closeAllConnections();
  server.close();
  await vite.close();
  responseTime.close();
  await testApp.close();
  process.exit(0);
}

function explain<Value>(read: () => Value): Value {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof BadConfig)) throw error;
    console.error(error.message);
    process.exit(1);
  }
}
