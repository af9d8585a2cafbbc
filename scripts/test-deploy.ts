// npm run test:deploy: runs the built product behind the real Caddy and the real nginx, with the
// files in deploy/. Both must be installed (on Debian: apt-get install caddy nginx-light).
// Everything listens on 127.0.0.1.
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import http2 from "node:http2";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import tls from "node:tls";
import { brotliDecompressSync } from "node:zlib";
import type { Pool } from "pg";
import { madePassword, makeFormSource, makePractice, openTools } from "#server/db/make.ts";
import { projectRoot } from "#server/root.ts";

/**
 * A loopback address that the proxies don't use, so the product should see it as the visitor's
 * address.
 */
const visitor = "127.0.0.2";
const limitMs = 30_000;

const folder = mkdtempSync(path.join(tmpdir(), "front-desk-deploy-"));
const started: ChildProcess[] = [];
let failed = 0;

try {
  for (const name of ["caddy", "nginx"]) needs(name);
  verifyUnit();
  for (const proxy of [startCaddy, startNginx]) {
    await tryBehind(proxy);
    await tryTwoBehind(proxy);
  }
} finally {
  for (const child of started.reverse()) await end(child);
  rmSync(folder, { recursive: true, force: true });
}
console.log(failed === 0 ? "Every check passed." : `${failed} checks failed.`);
process.exit(failed === 0 ? 0 : 1);

function needs(name: string) {
  if (spawnSync("which", [name]).status === 0) return;
  console.error(`${name} isn't installed. On Debian: apt-get install caddy nginx-light`);
  process.exit(1);
}

/**
 * Verifies the unit with systemd. The unit's folders don't exist on a developer's machine, so they
 * are replaced.
 */
function verifyUnit() {
  const file = path.join(folder, "front-desk.service");
  const unit = readFileSync(path.join(projectRoot, "deploy/front-desk.service"), "utf8");
  writeFileSync(file, unit.replaceAll("/opt/front-desk", projectRoot));
  const { status, stderr, error } = spawnSync("systemd-analyze", ["verify", file], {
    encoding: "utf8",
  });
  if (error) console.log("skip  systemd-analyze isn't installed");
  else check("systemd accepts the unit", status === 0, stderr);
}

type Proxy = { name: string; start: (port: number, upstreams: number[]) => Promise<void> };
/** The database that both processes use. */
type Database = Parameters<typeof openTools>[0];

async function tryBehind(makeProxy: () => Proxy) {
  const { name, start } = makeProxy();
  const port = await freePort();
  const dataDir = path.join(folder, `data-${name}`);
  const { upstream, product } = await startProduct(port, { DATA_DIR: dataDir });
  await start(port, [upstream]);
  await until(() => answers(port));
  const browser = openBrowser(port);
  try {
    const page = await ask(browser, "/marketing");
    check(`${name}: a page over TLS and HTTP/2`, page.status === 200 && page.text.includes("<h1"));
    check(`${name}: the page arrives compressed`, page.encoding === "br");
    await checkSignIn(name, browser, { dataDir });
    await checkStream(name, browser, { dataDir });
  } finally {
    browser.close();
    await end(product);
  }
}

/** Runs two processes with a separate PostgreSQL, as an ordinary role: see docs/running.md. */
async function tryTwoBehind(makeProxy: () => Proxy) {
  const { name: proxy, start } = makeProxy();
  const name = `${proxy}, two processes, own database`;
  const [port, dataDir] = [await freePort(), path.join(folder, `server-${proxy}`)];
  const server = await openTools({ dataDir });
  const databaseUrl = await makeDatabase(server.pool);
  const settings = { DATABASE_URL: databaseUrl, SECRET: randomBytes(32).toString("hex") };
  const products = await Promise.all(
    ["one", "two"].map((which) => {
      const own = path.join(folder, `data-${proxy}-${which}`);
      return startProduct(port, { ...settings, DATA_DIR: own });
    }),
  );
  await start(
    port,
    products.map(({ upstream }) => upstream),
  );
  await until(() => answers(port));
  const browser = openBrowser(port);
  const isAnswered = async () => (await ask(browser, "/api/health/ready")).status === 200;
  try {
    await checkSignIn(name, browser, { dataDir, databaseUrl });
    await checkStream(name, browser, { dataDir, databaseUrl });
    products[0]?.product.kill("SIGKILL");
    const goesOn = await within(async () => {
      for (let asked = 0; asked < 10; asked += 1) if (!(await isAnswered())) return false;
      return true;
    });
    check(`${name}: after one is killed, every request is answered`, goesOn);
    await checkStream(`${name}, one killed`, browser, { dataDir, databaseUrl });
  } finally {
    browser.close();
    for (const { product } of products) await end(product);
    await server.close();
  }
}

/** Follows the instructions in docs/running.md for the server's administrator. */
async function makeDatabase(pool: Pool): Promise<string> {
  const password = "a@b:c/d";
  await pool.query(`create role front_desk login password '${password}'`);
  await pool.query(
    "create database front_desk owner front_desk encoding 'UTF8' template template0",
  );
  const { host = "", port } = pool.options;
  const query = new URLSearchParams({ host, port: String(port) });
  return `postgres://front_desk:${encodeURIComponent(password)}@localhost/front_desk?${query}`;
}

async function startProduct(proxyPort: number, settings: Record<string, string>) {
  const upstream = await freePort();
  const product = launch(process.execPath, ["build/server/start.js"], {
    PORT: String(upstream),
    ORIGIN: `https://localhost:${proxyPort}`,
    TRUSTED_PROXIES: "127.0.0.1",
    CAPTCHA_PROVIDER: "off",
    BACKUPS: "off",
    DEMO: "off",
    ...settings,
  });
  await until(() => isUp(`http://127.0.0.1:${upstream}/api/health/ready`));
  return { upstream, product };
}

function openBrowser(port: number): http2.ClientHttp2Session {
  return http2.connect(`https://localhost:${port}`, {
    createConnection: () => connectFrom(visitor, port),
  });
}

/**
 * Checks that a login behind TLS works with the same origin, a secure cookie, and the visitor's own
 * IP address.
 */
async function checkSignIn(name: string, browser: http2.ClientHttp2Session, database: Database) {
  const tools = await openTools(database);
  const { email } = await makePractice(tools);
  const body = { email, password: "not the password" };
  const wrong = await ask(browser, "/api/credentials", { body });
  check(`${name}: a wrong password is refused`, wrong.status === 401, wrong.text);
  const { rows } = await tools.pool.query(
    "select address from audit_entries order by id desc limit 1",
  );
  await tools.close();
  check(`${name}: the visitor's address is known`, rows[0]?.address === visitor, rows[0]?.address);
  const right = await ask(browser, "/api/credentials", { body: { email, password: madePassword } });
  const cookie = right.cookies.find((one) => one.startsWith("clientToken="));
  check(`${name}: the session's cookie is secure`, /; Secure/i.test(cookie ?? ""), right.text);
}

/** Checks that a new lead arrives on a stream while the stream stays open. */
async function checkStream(name: string, browser: http2.ClientHttp2Session, database: Database) {
  const tools = await openTools(database);
  const { email, clientId } = await makePractice(tools);
  const { formKey } = await makeFormSource(tools, clientId);
  await tools.close();
  const body = { email, password: madePassword };
  const { token } = JSON.parse((await ask(browser, "/api/credentials", { body })).text);
  const stream = browser.request({
    ":path": "/api/leads/events",
    authorization: `Bearer ${token}`,
  });
  let heard = "";
  stream.setEncoding("utf8").on("data", (piece) => {
    heard += piece;
  });
  const hello = await within(() => heard !== "");
  check(`${name}: an event stream begins at once`, hello);
  const before = heard.length;
  const form = { fullName: "Ada Lind", phone: "(813) 555-0142" };
  const sent = await ask(browser, `/api/intake/form/${formKey}`, { body: form });
  check(`${name}: a web form is accepted`, sent.status === 201, sent.text);
  check(
    `${name}: the new lead reaches the open stream`,
    await within(() => heard.slice(before).includes("lead")),
  );
  stream.close();
}

function startCaddy(): Proxy {
  return {
    name: "Caddy",
    async start(port, upstreams) {
      const own = path.join(folder, `caddy-${port}`);
      mkdirSync(own);
      const file = path.join(own, "Caddyfile");
      // The proxy uses its own certificate authority, only for this run, and doesn't listen on port
      // 80.
      const settings = `storage file_system ${own}\nadmin off\nauto_https disable_redirects\nskip_install_trust\ndefault_bind 127.0.0.1`;
      const ours = path.join(projectRoot, "deploy/Caddyfile");
      writeFileSync(file, `{\n${settings}\n}\nimport ${ours}\n`);
      launch("caddy", ["run", "--config", file, "--adapter", "caddyfile"], {
        SITE: `https://localhost:${port}`,
        UPSTREAMS: upstreams.map((one) => `127.0.0.1:${one}`).join(" "),
        HOME: own,
      });
    },
  };
}

function startNginx(): Proxy {
  return {
    name: "nginx",
    async start(port, upstreams) {
      const own = path.join(folder, `nginx-${port}`);
      mkdirSync(own);
      const [certificate, key] = [path.join(own, "own.pem"), path.join(own, "own.key")];
      spawnSync("openssl", [
        ...[
          "req",
          "-x509",
          "-newkey",
          "rsa:2048",
          "-nodes",
          "-days",
          "1",
          "-subj",
          "/CN=localhost",
        ],
        ...["-keyout", key, "-out", certificate],
      ]);
      const site = readFileSync(path.join(projectRoot, "deploy/nginx.conf"), "utf8")
        .replace(
          "server 127.0.0.1:3000;",
          upstreams.map((one) => `server 127.0.0.1:${one};`).join("\n\t"),
        )
        .replace("listen 443", `listen 127.0.0.1:${port}`)
        .replace("server_name desk.example.com", "server_name localhost")
        .replace(/ssl_certificate .*;/, `ssl_certificate ${certificate};`)
        .replace(/ssl_certificate_key .*;/, `ssl_certificate_key ${key};`);
      const file = path.join(own, "nginx.conf");
      const paths = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
        .map((one) => `${one}_temp_path ${own}/${one};`)
        .join("\n");
      writeFileSync(
        file,
        `daemon off;\nuser root;\npid ${own}/nginx.pid;\nerror_log ${own}/error.log;\nevents {}\nhttp {\naccess_log off;\n${paths}\n${site}\n}\n`,
      );
      launch("nginx", ["-c", file, "-e", path.join(own, "error.log")], {});
    },
  };
}

type Answer = { status: number; text: string; encoding: string | undefined; cookies: string[] };

/** Sends a request over HTTP/2, like a browser on this site. */
async function ask(
  browser: http2.ClientHttp2Session,
  address: string,
  { body }: { body?: object } = {},
): Promise<Answer> {
  const json = body && JSON.stringify(body);
  const request = browser.request({
    ":path": address,
    ":method": json ? "POST" : "GET",
    ...(json
      ? { "content-type": "application/json", "sec-fetch-site": "same-origin" }
      : { "accept-encoding": "br" }),
  });
  request.end(json);
  const [headers] = (await once(request, "response")) as [http2.IncomingHttpHeaders];
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(piece);
  const bytes = Buffer.concat(pieces);
  const encoding = headers["content-encoding"];
  return {
    status: Number(headers[":status"]),
    text: (encoding === "br" ? brotliDecompressSync(bytes) : bytes).toString(),
    encoding,
    cookies: headers["set-cookie"] ?? [],
  };
}

function check(name: string, isSo: boolean, found: unknown = "") {
  if (!isSo) failed += 1;
  console.log(isSo ? `pass  ${name}` : `FAIL  ${name}: ${found}`);
}

function launch(program: string, args: string[], settings: Record<string, string>): ChildProcess {
  const child = spawn(program, args, {
    cwd: projectRoot,
    env: { ...process.env, ...settings },
    stdio: ["ignore", "ignore", "pipe"],
  });
  child.stderr?.on("data", () => undefined);
  started.push(child);
  return child;
}

async function end(child: ChildProcess) {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill("SIGTERM");
  await once(child, "exit");
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  await once(server, "close");
  if (!address || typeof address === "string") throw new Error("No port");
  return address.port;
}

async function isUp(url: string): Promise<boolean> {
  return fetch(url).then(
    ({ ok }) => ok,
    () => false,
  );
}

/**
 * Connects and accepts the proxies' certificates, although Node.js doesn't know the authority that
 * made them for this run.
 */
function connectFrom(localAddress: string, port: number) {
  return tls.connect({
    ...{ host: "127.0.0.1", port, localAddress, servername: "localhost" },
    ...{ ALPNProtocols: ["h2"], rejectUnauthorized: false },
  });
}

/** Returns whether a server on that port accepts TLS. */
function answers(port: number): Promise<boolean> {
  const session = connectFrom("127.0.0.1", port);
  return new Promise((resolve) => {
    session.once("secureConnect", () => resolve(true));
    session.once("error", () => resolve(false));
  }).finally(() => session.destroy()) as Promise<boolean>;
}

async function within(isSo: () => boolean | Promise<boolean>): Promise<boolean> {
  const deadline = Date.now() + limitMs;
  while (!(await isSo())) {
    if (Date.now() > deadline) return false;
    await sleep(50);
  }
  return true;
}

async function until(isSo: () => boolean | Promise<boolean>) {
  if (!(await within(isSo))) throw new Error("It did not start in time");
}
