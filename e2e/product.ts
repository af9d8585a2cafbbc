// The built product as its own process, with a real SMTP server and a stub of Meta's Graph API.
import { execFileSync } from "node:child_process";
import { createHmac } from "node:crypto";
import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import path from "node:path";
import { pathToFileURL } from "node:url";
import PostalMime, { type Email } from "postal-mime";
import { SMTPServer } from "smtp-server";
import { inject } from "vitest";
import { openTools } from "#server/db/make.ts";
import { makeCrowd } from "./crowd.ts";
import { closed, end, freePort, launch, listenOnLoopback } from "./process.ts";

const metaSecret = "app secret of the journeys";

export type Product = Awaited<ReturnType<typeof startProduct>>;

type Tools = Awaited<ReturnType<typeof openTools>>;

/** What `npm start` and `npm run demo` run once everything is installed and built. */
const entries = { start: "build/server/start.js", demo: "scripts/demo.ts" } as const;

/**
 * Starts the product on an empty data folder; `stop` removes everything. `isKilled`: the database
 * flushes to disk as in production, for tests that kill processes.
 */
export async function startProduct(
  settings: Record<string, string> = {},
  { command = "start", isKilled = false, isShared = false, host = "127.0.0.1" }: StartOptions = {},
) {
  const dataDir = mkdtempSync(path.join(inject("runFolder"), "product-"));
  // Copies the owners of the files, which Node's copying loses, because PostgreSQL must own its
  // files.
  execFileSync("cp", ["-Rp", `${inject("firstFolder")}/.`, dataDir]);
  if (!isKilled) skipFlushing(dataDir);
  const port = await freePort();
  const origin = `http://${host}:${port}`;
  const smtp = await openSmtp();
  const graph = await openGraph();
  const environment = {
    ...process.env,
    PORT: String(port),
    ORIGIN: origin,
    DATA_DIR: dataDir,
    SPLASH_MS: "0",
    LOG_LEVEL: "warn",
    SMTP_URL: smtp.url,
    MAIL_FROM: "hello@agency.example.com",
    META_APP_SECRET: metaSecret,
    META_VERIFY_TOKEN: "verify",
    META_PAGE_TOKEN: "page token",
    META_GRAPH_URL: graph.url,
    RATE_LIMIT_FACTOR: "1000",
    BACKUPS: "off",
    // The demo's template is created after startup; only the shared product and the demo's own test
    // need it.
    DEMO: isShared ? "on" : "off",
    ...settings,
  };
  let shiftMs = 0;
  const start = () =>
    launch({ ...environment, ...clockBy(shiftMs) }, entries[command], `${dataDir}.log`);
  let running = await start();
  if (isShared) writeFileSync(`${dataDir}.pid`, String(running.child.pid));
  const isDead = () => running.child.exitCode !== null || running.child.signalCode !== null;
  const kept = openToolsOnce(dataDir);

  return {
    origin,
    dataDir,
    /** All emails that were received, except the ones in `weeklyMails`. */
    mails: smtp.mails,
    /** The Monday emails. On a Monday or Tuesday they can arrive during any test. */
    weeklyMails: smtp.weeklyMails,
    smtp,
    /** What Graph returns for each lead's id, in its documented form. */
    graphLeads: graph.leads,
    /** Creates or reads rows. All callers share the same tools while the product is running. */
    async withTools<Made>(make: (tools: Tools) => Promise<Made>): Promise<Made> {
      if (!isDead()) return make(await kept.join());
      const tools = await openTools({ dataDir });
      try {
        return await make(tools);
      } finally {
        await tools.close();
      }
    },
    /**
     * Sends a signed `leadgen` webhook in Meta's documented format. `to`: the URL of a proxy,
     * instead of the process itself.
     */
    deliver: (ids: string[], source: Source, secret = metaSecret, to = origin) =>
      deliver(to, ids, source, secret),
    isDead,
    pid: () => running.child.pid ?? 0,
    output: () => running.output(),
    /** Kills the process like the out-of-memory killer, without notifying it. */
    kill: () => end(running.child, "SIGKILL"),
    /** Stops the process like an administrator: requests in flight may finish. */
    terminate: () => end(running.child, "SIGTERM"),
    async restart() {
      kept.leave();
      running = await start();
    },
    /** Returns the time on the product's clock. */
    now: () => new Date(Date.now() + shiftMs),
    /**
     * Restarts the product with its clock set to that time; the clock runs on from there. The
     * database's clock doesn't change.
     */
    async passTimeUntil(moment: Date) {
      await end(running.child, "SIGTERM");
      kept.leave();
      shiftMs = moment.getTime() - Date.now();
      running = await start();
    },
    async stop() {
      await kept.close();
      await end(running.child, "SIGTERM");
      await smtp.close();
      await graph.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** The product that journeys with their own practices share, if its settings suit them. */
let shared: Promise<Product> | undefined;

/**
 * Returns the running product with the captcha off, which all files of this worker share. A test
 * that uses it makes its own practice and counts only that practice's data. The end of the run
 * stops the product.
 */
export function sharedProduct(): Promise<Product> {
  shared ??= startSharedProduct();
  return shared;
}

async function startSharedProduct(): Promise<Product> {
  const product = await startProduct({ CAPTCHA_PROVIDER: "off" }, { isShared: true });
  await product.withTools(makeCrowd);
  return product;
}

type StartOptions = {
  command?: keyof typeof entries;
  isKilled?: boolean;
  isShared?: boolean;
  /** The host in the product's URL. Passkeys need `localhost`. */
  host?: "127.0.0.1" | "localhost";
};

/** Returns the environment of a process whose clock is shifted by this many milliseconds. */
export function clockBy(shiftMs: number): NodeJS.ProcessEnv {
  if (shiftMs === 0) return {};
  const shifted = pathToFileURL("scripts/shifted-clock.mjs");
  const options = [process.env.NODE_OPTIONS, `--import=${shifted}`].filter(Boolean).join(" ");
  return { NODE_OPTIONS: options, CLOCK_SHIFT_MS: String(shiftMs) };
}

/**
 * Turns off flushing to disk. The data is thrown away after the run, so it need not survive a power
 * failure.
 */
export function skipFlushing(dataDir: string) {
  const settings = ["fsync = off", "full_page_writes = off", "synchronous_commit = off"];
  const file = path.join(dataDir, "postgres/postgresql.conf");
  appendFileSync(file, `\n${settings.join("\n")}\n`);
}

/**
 * Opens the tools on first use, and again after a restart of the product. `close` closes all of
 * them.
 */
function openToolsOnce(dataDir: string) {
  const opened: Promise<Tools>[] = [];
  let current: Promise<Tools> | null = null;
  return {
    join() {
      if (!current) {
        current = openTools({ dataDir });
        opened.push(current);
      }
      return current;
    },
    leave() {
      current = null;
    },
    async close() {
      for (const one of await Promise.all(opened)) await one.close();
    },
  };
}

type Source = { page: string; form: string };

async function deliver(origin: string, ids: string[], source: Source, secret: string) {
  const created = Math.floor(Date.now() / 1000);
  const body = JSON.stringify({
    object: "page",
    entry: [
      {
        id: source.page,
        time: created,
        changes: ids.map((id) => ({
          field: "leadgen",
          value: {
            leadgen_id: id,
            page_id: source.page,
            form_id: source.form,
            created_time: created,
          },
        })),
      },
    ],
  });
  const signature = createHmac("sha256", secret).update(body).digest("hex");
  return fetch(`${origin}/api/intake/meta`, {
    method: "POST",
    headers: { "Content-Type": "application/json", "X-Hub-Signature-256": `sha256=${signature}` },
    body,
  });
}

type GraphPerson = {
  full_name: string;
  email: string;
  phone_number: string;
  /** When the person pressed Submit; defaults to now. */
  submittedAt?: Date;
  /** The campaign of the ad. */
  campaign?: string;
};

async function openGraph() {
  const leads = new Map<string, GraphPerson>();
  const server = createServer((request, answer) => {
    const id = new URL(request.url ?? "/", "http://graph").pathname.split("/").at(-1) ?? "";
    const person = leads.get(id);
    answer.setHeader("Content-Type", "application/json");
    if (!person) {
      answer.statusCode = 404;
      answer.end(JSON.stringify({ error: { message: "Unsupported get request", code: 100 } }));
      return;
    }
    const { submittedAt = new Date(), campaign, ...told } = person;
    const fields = Object.entries(told).map(([name, value]) => ({ name, values: [value] }));
    const created_time = submittedAt.toISOString().replace(/\.\d+Z$/, "+0000");
    const advertised = campaign && { campaign_id: "1", campaign_name: campaign };
    answer.end(JSON.stringify({ id, created_time, field_data: fields, ...advertised }));
  });
  const port = await listenOnLoopback(server);
  return { leads, url: `http://127.0.0.1:${port}`, close: () => closed(server) };
}

type SmtpHooks = {
  /** Called before a message is accepted; returns true if the message will never be accepted. */
  onData: ((to: string) => Promise<boolean>) | null;
  /** Called after a message was accepted, but before the product gets the confirmation. */
  onMessage: ((to: string) => Promise<boolean>) | null;
  /** Whether every email is deferred. */
  isBusy: boolean;
};

async function openSmtp() {
  const mails: Email[] = [];
  const weeklyMails: Email[] = [];
  const hooks: SmtpHooks = { onData: null, onMessage: null, isBusy: false };
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    onMailFrom(_address, _session, done) {
      const busy = Object.assign(new Error("Busy"), { responseCode: 451 });
      done(hooks.isBusy ? busy : null);
    },
    onData(stream, session, done) {
      const to = session.envelope.rcptTo[0]?.address ?? "";
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", async () => {
        if (await hooks.onData?.(to)) return;
        const mail = await PostalMime.parse(Buffer.concat(chunks));
        (/\blast week\b/i.test(mail.subject ?? "") ? weeklyMails : mails).push(mail);
        await hooks.onMessage?.(to);
        done();
      });
    },
  });
  server.on("error", () => undefined);
  const port = await listenOnLoopback(server.server);
  const url = `smtp://127.0.0.1:${port}`;
  return { mails, weeklyMails, hooks, url, close: () => closed(server) };
}
