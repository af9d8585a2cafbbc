// Starts the process: configuration, database, jobs, API, pages; and stops it in order.
import type { AddressInfo } from "node:net";
import * as build from "virtual:react-router/server-build";
import { createAdaptorServer } from "@hono/node-server";
import { Hono } from "hono";
import { allJobs } from "./all-jobs.ts";
import { makeApi } from "./api.ts";
import { BadConfig, type Config, readConfig } from "./config.ts";
import { openDatabase } from "./db/database.ts";
import { DataFolderInUse } from "./db/embedded.ts";
import type { Deps } from "./deps.ts";
import { startJobs } from "./jobs.ts";
import { makeLimits } from "./limits.ts";
import { makeLogger } from "./log.ts";
import { takeUpMail } from "./mail/mail.jobs.ts";
import { makeAltcha, noCaptcha } from "./outside/captcha.ts";
import { makeGraph } from "./outside/graph.ts";
import { makeMailServer } from "./outside/mail.ts";
import { type PageSource, servePages } from "./pages.ts";
import { tellTheWay } from "./welcome.ts";

// React Router reads its build from here, also while it makes the public pages in advance.
export * from "virtual:react-router/server-build";

/** What is running, for whoever started it. */
export type Running = { address: string; stop(): Promise<void> };

const stopLimitSeconds = 10;

/** Starts everything and resolves when requests are answered. */
export async function start(
  config: Config,
  say: (sentence: string) => void,
  pageSource?: (deps: Deps) => Promise<PageSource>,
): Promise<Running> {
  const log = makeLogger(config);
  const database = await openDatabase({ ...config, purpose: "app", log: say });
  const jobs = await startJobs({ connection: database.connection, log, definitions: allJobs });
  const now = () => new Date();
  const deps: Deps = {
    config,
    db: database.db,
    jobs,
    limits: makeLimits(database.pool, config.rateLimitFactor),
    log,
    captcha: config.captchaProvider === "off" ? noCaptcha : makeAltcha(config.secret, now),
    graph: makeGraph(config.meta),
    mailServer: config.smtpUrl ? makeMailServer(config.smtpUrl) : null,
    now,
  };
  await takeUpMail(deps);
  await jobs.work(deps);

  const app = new Hono();
  const { api } = makeApi(deps);
  // Mounted whole and not merged: what it does not know it refuses in its own words.
  app.all("/api/*", (c) => api.fetch(c.req.raw, c.env));
  const pages = pageSource ? await pageSource(deps) : { build, dev: null };
  await servePages(app, { config, log, fetchApi: api.request, ...pages });

  const server = createAdaptorServer({ fetch: app.fetch });
  const address = await listen(server, config);
  if (config.captchaProvider === "off") say("WARNING: the captcha is off. Do this in tests only.");
  if (!deps.mailServer) say("No SMTP_URL is set: mail waits in the outbox, see /admin/mail.");
  await tellTheWay(deps, config.port === 0 ? address : config.origin, say);

  return {
    address,
    async stop() {
      await closeServer(server);
      await jobs.stop(stopLimitSeconds);
      await database.close();
    },
  };
}

/** The process's own beginning and end. */
async function main() {
  const say = (sentence: string) => process.stdout.write(`${sentence}\n`);
  const running = await startOrExplain(say);
  let isStopping = false;
  const stop = async (signal: string) => {
    if (isStopping) return;
    isStopping = true;
    say(`${signal}: finishing what is in flight.`);
    await running.stop();
    say("Stopped.");
    process.exit(0);
  };
  process.on("SIGTERM", stop);
  process.on("SIGINT", stop);
}

/** What a person can mend is one line; anything else keeps its stack. */
async function startOrExplain(say: (sentence: string) => void): Promise<Running> {
  try {
    return await start(readConfig(process.env), say);
  } catch (error) {
    const isExplained = error instanceof BadConfig || error instanceof DataFolderInUse;
    console.error(isExplained ? error.message : error);
    process.exit(1);
  }
}

type Server = ReturnType<typeof createAdaptorServer>;

async function listen(server: Server, config: Config): Promise<string> {
  await new Promise<void>((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) => {
      const isTaken = error.code === "EADDRINUSE";
      reject(isTaken ? new BadConfig(`Port ${config.port} is taken. Set PORT to another.`) : error);
    });
    server.listen(config.port, config.host, resolve);
  });
  const { port } = server.address() as AddressInfo;
  return `http://${config.host.includes(":") ? `[${config.host}]` : config.host}:${port}`;
}

async function closeServer(server: Server): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  if ("closeIdleConnections" in server) server.closeIdleConnections();
  const limit = setTimeout(() => {
    if ("closeAllConnections" in server) server.closeAllConnections();
  }, stopLimitSeconds * 1000);
  await closed;
  clearTimeout(limit);
}

if (import.meta.main) await main();
