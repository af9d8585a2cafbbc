// Starts the configuration, the database, jobs, the API and pages, in this order, and stops them in
// order.

import { readFile } from "node:fs/promises";
import type { IncomingMessage, ServerResponse } from "node:http";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import * as build from "virtual:react-router/server-build";
import { createAdaptorServer } from "@hono/node-server";
import { Hono } from "hono";
import { startWords } from "#content/command-line.ts";
import { demoPath } from "#contract/demos.ts";
import { publishResponseTime } from "./agency/contact-requests/published-response-time.ts";
import { findOnThread } from "./agency/slots/busy-times-on-thread.ts";
import { makeApi } from "./api.ts";
import { BadConfig, type Config, readConfig } from "./config.ts";
import { UnusableDataFolder } from "./db/embedded.ts";
import type { Deps } from "./deps.ts";
import { AppError, answerError } from "./errors.ts";
import { makeFairQueue } from "./http/fair-queue.ts";
import { refuseTwoHosts } from "./http/request-checks.ts";
import { clientTimeouts, limitRequestTime } from "./http/request-time.ts";
import { openDeps } from "./open-deps.ts";
import { serveMetrics } from "./operations/system/metrics.routes.ts";
import { servePages } from "./pages/pages.ts";
import { drawOnThread } from "./pdf/draw-on-thread.ts";
import { projectRoot } from "./root.ts";
import { output } from "./standard-output.ts";
import { printGettingStarted } from "./welcome.ts";

// React Router imports its build from here, even when it prerenders the public pages.
export * from "virtual:react-router/server-build";

type Running = { stop(): Promise<void> };

/** How long requests in progress may take to finish when the process stops. */
const stopLimitSeconds = 10;
/**
 * A process that is told to stop during its start waits at most this long for the start to finish.
 * The first start creates a database.
 */
const startLimitSeconds = 30;

/** The bundle that the build puts next to this file. */
const pdfThread = path.join(projectRoot, "build/server/pdf-thread.js");
const calendarThread = path.join(projectRoot, "build/server/calendar-thread.js");
const documentFile = path.join(projectRoot, "build/server/openapi.json");

/**
 * Returns the API's OpenAPI document. The build stores it, because generating it in the running app
 * would block all requests for half a second. This doesn't need a database, because routes use
 * their dependencies only when called.
 */
export function apiDocument(): string {
  const config = { trustedProxies: [], origin: "http://localhost" };
  const queue = makeFairQueue();
  const queues = {
    processor: queue,
    pictures: queue,
    drawings: queue,
    demos: queue,
    imports: queue,
  };
  return makeApi({ config, queues } as unknown as Deps).document();
}

/** Starts everything and resolves when the server accepts requests. */
async function start(config: Config, say: (sentence: string) => void): Promise<Running> {
  say(config.databaseUrl ? startWords.connecting : startWords.starting);
  const opened = await openDeps(config, say, drawOnThread(pdfThread), findOnThread(calendarThread));
  const { deps } = opened;
  const app = new Hono();
  const { api } = makeApi(deps, { readDocument: () => readFile(documentFile, "utf8") });
  app.use(refuseTwoHosts);
  // Mounts the API as a separate app instead of merging it, so that the API's own 404 handler
  // responds to unknown API paths.
  app.all("/api/*", (c) => api.fetch(c.req.raw, c.env));
  app.all(`${demoPath}/api/*`, (c) => api.fetch(c.req.raw, c.env));
  const responseTime = publishResponseTime(deps);
  serveMetrics(app, deps);
  await servePages(app, {
    get config() {
      return deps.config;
    },
    log: deps.log,
    responseTime,
    metrics: deps.metrics,
    traces: deps.traces,
    fetchApi: api.request,
    isDev: false,
    loadBuild: async () => build,
  });
  const server = createAdaptorServer({ fetch: app.fetch, serverOptions: clientTimeouts });
  answerSlowClients(server);
  limitRequestTime(server);
  endConnectionsWhenStopping(server, deps);
  await listen(server, config);
  void responseTime.refresh();
  if (!deps.captcha.isOn) say(startWords.captchaOff);
  if (!deps.mailServer) say(startWords.noMailServer);
  await printGettingStarted(deps, config.origin, say);
  return {
    async stop() {
      await opened.announceStop();
      deps.lifecycle.isStopping = true;
      await sleep(config.drainSeconds * 1000);
      // Open event streams would block the shutdown.
      responseTime.close();
      await deps.deskEvents.close();
      await closeServer(server);
      await opened.close();
    },
  };
}

/** Starts the process and shuts it down. Called by the build's start.js (scripts/build.ts). */
export async function main() {
  const say = (sentence: string) => output.write(`${sentence}\n`);
  let isStopping = false;
  const stop = async (signal: string) => {
    if (isStopping) return;
    isStopping = true;
    say(startWords.stopping(signal));
    // If the process exited during a start, its database would keep running, so it first waits for
    // the start. It gives up on a start that waits for another process.
    const startDeadline = setTimeout(() => process.exit(1), startLimitSeconds * 1000);
    const running = await starting;
    clearTimeout(startDeadline);
    await running.stop();
    say(startWords.stopped);
    process.exit(0);
  };
  process.on("SIGTERM", stop);
  process.on("SIGINT", stop);
  const starting = startOrExplain(say);
  await starting;
}

/** An error that a person can fix prints one line. Any other error keeps its stack. */
async function startOrExplain(say: (sentence: string) => void): Promise<Running> {
  try {
    return await start(readConfig(process.env), say);
  } catch (error) {
    const isBadConfig = error instanceof BadConfig || error instanceof UnusableDataFolder;
    console.error(isBadConfig ? error.message : error);
    process.exit(1);
  }
}

type Server = ReturnType<typeof createAdaptorServer>;

/**
 * Closes connections during shutdown, so that a proxy doesn't send its next request on a connection
 * that is about to close.
 */
function endConnectionsWhenStopping(server: Server, { lifecycle }: Deps) {
  server.on("request", (_: IncomingMessage, response: ServerResponse) => {
    if (lifecycle.isStopping) response.setHeader("Connection", "close");
  });
}

/**
 * Rejects slow or malformed requests in the contract's format, although Node rejects them before
 * the API sees them.
 */
function answerSlowClients(server: Server) {
  server.on("clientError", (error: NodeJS.ErrnoException, socket) => {
    if (!socket.writable) return;
    const isSlow = error.code === "ERR_HTTP_REQUEST_TIMEOUT";
    const { body } = answerError(new AppError(isSlow ? "timeout" : "malformed"));
    const text = JSON.stringify(body);
    const reason = isSlow ? "408 Request Timeout" : "400 Bad Request";
    const head = `HTTP/1.1 ${reason}\r\nContent-Type: application/json\r\nConnection: close`;
    socket.end(`${head}\r\nContent-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`);
  });
}

async function listen(server: Server, config: Config): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) => {
      const isTaken = error.code === "EADDRINUSE";
      reject(isTaken ? new BadConfig(startWords.portTaken(config.port)) : error);
    });
    server.listen(config.port, config.host, resolve);
  });
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
