// Starts the process: configuration, database, jobs, API, pages; and stops it in order.
import * as build from "virtual:react-router/server-build";
import { createAdaptorServer } from "@hono/node-server";
import { Hono } from "hono";
import { startWords } from "#content/command-line.ts";
import { makeApi } from "./api.ts";
import { BadConfig, type Config, readConfig } from "./config.ts";
import { DataFolderInUse } from "./db/embedded.ts";
import { AppError, answerError } from "./errors.ts";
import { openDeps } from "./open-deps.ts";
import { servePages } from "./pages.ts";
import { refuseTwoHosts } from "./request-checks.ts";
import { tellTheWay } from "./welcome.ts";

// React Router reads its build from here, also while it makes the public pages in advance.
export * from "virtual:react-router/server-build";

type Running = { stop(): Promise<void> };

/** How long a request in flight may take to end when the process is stopped. */
const stopLimitSeconds = 10;
/** How long a start that is stopped may take to come to where it can be: a first one fills a database. */
const startLimitSeconds = 30;

/** Starts everything and resolves when requests are answered. */
async function start(config: Config, say: (sentence: string) => void): Promise<Running> {
  say(config.databaseUrl ? startWords.connecting : startWords.starting);
  const testApp = await openDeps(config, say);
  const { deps } = testApp;
  const app = new Hono();
  const { api } = makeApi(deps);
  app.use(refuseTwoHosts);
  // Mounted whole and not merged: what it does not know it refuses in its own words.
  app.all("/api/*", (c) => api.fetch(c.req.raw, c.env));
  await servePages(app, {
    config,
    log: deps.log,
    fetchApi: api.request,
    isDev: false,
    loadBuild: async () => build,
  });
  const server = createAdaptorServer({ fetch: app.fetch, serverOptions: patience });
  answerSlowClients(server);
  await listen(server, config);
  if (!deps.captcha.isOn) say(startWords.captchaOff);
  if (!deps.mailServer) say(startWords.noMailServer);
  await tellTheWay(deps, config.origin, say);
  return {
    async stop() {
      await testApp.announceStop();
      // Streams would keep their connections open for ever.
      await deps.deskEvents.close();
      await closeServer(server);
      await testApp.close();
    },
  };
}

/** The process's own beginning and end; the build's start.js calls it (scripts/build.ts). */
export async function main() {
  const say = (sentence: string) => process.stdout.write(`${sentence}\n`);
  let isStopping = false;
  const stop = async (signal: string) => {
    if (isStopping) return;
    isStopping = true;
    say(startWords.stopping(signal));
    // A start that is cut off would leave its database running; one that waits for another is let go.
    const giveUp = setTimeout(() => process.exit(1), startLimitSeconds * 1000);
    const running = await starting;
    clearTimeout(giveUp);
    await running.stop();
    say(startWords.stopped);
    process.exit(0);
  };
  process.on("SIGTERM", stop);
  process.on("SIGINT", stop);
  const starting = startOrExplain(say);
  await starting;
}

/** What a person can fix is one line; anything else keeps its stack. */
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

/** A browser sends its request at once; who dribbles it in holds a connection for nothing. */
const patience = {
  headersTimeout: 10_000,
  requestTimeout: 20_000,
  connectionsCheckingInterval: 5_000,
};

/** What Node refuses before the API sees it gets the contract's words too. */
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
