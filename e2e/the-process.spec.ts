// The process as its administrator sees it: its startup, its errors, its shutdown.
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { globSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { connect } from "node:net";
import { availableParallelism, tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, inject, onTestFinished, test } from "vitest";
import { makePractice } from "#server/db/make.ts";
import { findDatabase, until } from "./process.ts";
import { type Product, startProduct } from "./product.ts";

let product: Product;
let halfARequest: Promise<string>;
beforeAll(async () => {
  product = await startProduct({ CAPTCHA_PROVIDER: "off" });
  // Started here because its timeout elapses while the other tests run.
  halfARequest = sendHalfARequest();
});
afterAll(() => product.stop());

// Each setting's check is tested in server/config.test.ts.
test("an invalid setting stops startup with a one-line error that names it", () => {
  const { status, output } = startOnce({ DATABASE_URL: "mysql://localhost/x" });
  expect(status).toBe(1);
  expect(output.trim().split("\n")).toHaveLength(1);
  expect(output).toContain("DATABASE_URL");
});

test("a second process on the same data folder doesn't start, and its error names the folder", () => {
  const { status, output } = startOnce({ DATA_DIR: product.dataDir });
  expect(status).toBe(1);
  expect(output).toContain(product.dataDir);
});

test("startup on an empty database prints the steps to the first test lead", async () => {
  expect(product.output()).toContain(`Ready at ${product.origin}`);
  await until(() => product.output().includes("npm run admin -- add"));
  expect(product.output()).toContain("WARNING: the captcha is off");
});

const starts = inject("isLong") ? 50 : 1;

test("a start right after a kill becomes ready, even on a busy machine", async () => {
  const killed = await startProduct();
  const spinners = Array.from({ length: 3 * availableParallelism() }, () =>
    spawn(process.execPath, ["-e", "for (;;);"], { stdio: "ignore" }),
  );
  onTestFinished(async () => {
    for (const spinner of spinners) spinner.kill("SIGKILL");
    await killed.stop();
  });
  for (let start = 0; start < starts; start += 1) {
    const dying = killed.kill(); // not awaited, so the next one meets a dying process
    await killed.restart();
    await dying;
    expect((await fetch(`${killed.origin}/api/health`)).status).toBe(200);
  }
}, 3_600_000);

test.each(["Starting the database", "Ready at"])(
  "stopping the product as soon as it prints %o doesn't leave a database running",
  async (words) => {
    const dataDir = mkdtempSync(path.join(tmpdir(), "front-desk-stopped-"));
    onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
    const child = spawn(process.execPath, ["build/server/start.js"], {
      stdio: ["ignore", "pipe", "inherit"],
      env: { ...process.env, PORT: "0", DATA_DIR: dataDir },
    });
    let output = "";
    child.stdout.on("data", (chunk) => {
      if (!output.includes(words) && `${output}${chunk}`.includes(words)) child.kill("SIGTERM");
      output += chunk;
    });
    await once(child, "exit");
    expect(output).toContain("Stopped.");
    expect(findDatabase(dataDir)).toBeNull();
  },
);

test("the health endpoint reports the state of each component", async () => {
  const answer = await fetch(`${product.origin}/api/health`);
  expect(await answer.json()).toEqual({
    status: "ok",
    parts: { database: "ok", mail: "ok", captcha: "off" },
  });
});

test("the API documentation is readable without loading anything from other sites", async () => {
  const answer = await fetch(`${product.origin}/api/docs`);
  expect(answer.status).toBe(200);
  expect(await answer.text()).not.toMatch(/(src|href)="https?:/);
});

test("files that browsers load don't contain source maps or names of secret settings", () => {
  const names = readFileSync(".env.example", "utf8").match(/\b[A-Z]+_[A-Z_]+\b/g) ?? [];
  const settings = names.filter((name) => /DATABASE_URL|PASSWORD|SECRET|TOKEN/.test(name));
  expect(settings).toContain("META_APP_SECRET");
  // The console tells the owner which variables are set on the machine. It may name a variable, but
  // only a script that reads one contains `env.NAME`.
  const words = [...globSync("{content/console,app/admin}/**/*.{ts,tsx}"), "contract/settings.ts"]
    .map((file) => readFileSync(file, "utf8"))
    .join();
  const shown = settings.filter((name) => words.includes(name));
  const files = readdirSync("build/client", { recursive: true, encoding: "utf8" });
  expect(files).toContain("assets");
  expect(files.filter((file) => file.endsWith(".map"))).toEqual([]);
  const texts = files.filter((file) => /\.(css|html|js|json|svg|txt|xml)$/.test(file));
  for (const file of texts) {
    const text = readFileSync(path.join("build/client", file), "utf8");
    expect(
      settings.filter((name) => text.includes(shown.includes(name) ? `.${name}` : name)),
      file,
    ).toEqual([]);
    expect(text, file).not.toMatch(/[#@] sourceMappingURL=/);
  }
});

test("files are compressed and cached permanently, and pages are revalidated", async () => {
  const html = await fetch(`${product.origin}/contact`);
  expect(html.headers.get("Cache-Control")).toBe("no-cache");
  expect(html.headers.get("Vary")).toBe("Accept-Encoding");
  const etag = html.headers.get("ETag") ?? "";
  const again = await fetch(`${product.origin}/contact`, { headers: { "If-None-Match": etag } });
  expect(again.status).toBe(304);
  const [asset = "none"] = /\/assets\/[\w.-]+\.js/.exec(await html.text()) ?? [];
  const file = await fetch(product.origin + asset, { headers: { "Accept-Encoding": "br" } });
  expect(file.headers.get("Content-Encoding")).toBe("br");
  expect(file.headers.get("Cache-Control")).toContain("immutable");
  const made = await fetch(`${product.origin}/lms`, { headers: { "Accept-Encoding": "gzip" } });
  expect(made.headers.get("Content-Encoding")).toBe("gzip");
  expect(await made.text()).toContain("</html>");
});

test("pages use React's production build regardless of NODE_ENV", async () => {
  const folder = mkdtempSync(path.join(tmpdir(), "front-desk-coverage-"));
  // Makes Node report at exit which scripts were loaded.
  const watched = await startProduct({ NODE_V8_COVERAGE: folder, NODE_ENV: "development" });
  expect((await fetch(`${watched.origin}/lms`)).status).toBe(200);
  await watched.stop();
  const loaded = readdirSync(folder).map((file) => readFileSync(path.join(folder, file), "utf8"));
  rmSync(folder, { recursive: true, force: true });
  const forms = loaded.join("").matchAll(/\/react[\w.-]*\.(production|development)\.js"/g);
  expect([...new Set([...forms].map(([, form]) => form))]).toEqual(["production"]);
});

test("a client that stalls in the middle of a request is disconnected", async () => {
  const answer = await halfARequest;
  expect(answer).toMatch(/^HTTP\/1\.1 408/);
  expect(answer).toContain('"code":"timeout"');
});

test("the product shuts down cleanly while a stream is open", async () => {
  const { email, password } = await product.withTools((tools) => makePractice(tools));
  const headers = { "Content-Type": "application/json" };
  const body = JSON.stringify({ email, password });
  const door = await fetch(`${product.origin}/api/credentials`, { method: "POST", headers, body });
  const { token } = await door.json();
  const stream = await fetch(`${product.origin}/api/leads/events`, {
    headers: { Authorization: `Bearer ${token}` },
  });
  const reader = stream.body?.pipeThrough(new TextDecoderStream()).getReader();
  expect((await reader?.read())?.value).toContain("event: hello");

  await product.terminate();
  await until(() => product.output().includes("Stopped."));
  let end = await reader?.read();
  while (end && !end.done) end = await reader?.read();
  expect(end?.done).toBe(true);
  await product.restart();
});

function startOnce(settings: Record<string, string>) {
  const dataDir = mkdtempSync(path.join(tmpdir(), "front-desk-refused-"));
  const { status, stdout, stderr } = spawnSync(process.execPath, ["build/server/start.js"], {
    encoding: "utf8",
    timeout: 60_000,
    env: { ...process.env, PORT: "0", DATA_DIR: dataDir, ...settings },
  });
  rmSync(dataDir, { recursive: true, force: true });
  return { status, output: stdout + stderr };
}

/** Returns what the server sends until it closes the connection. */
function sendHalfARequest(): Promise<string> {
  const { port } = new URL(product.origin);
  return new Promise((resolve) => {
    const socket = connect(Number(port), "127.0.0.1", () => {
      socket.write("POST /api/contact HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n");
      socket.write("Content-Length: 100\r\n\r\n{");
    });
    let text = "";
    socket.on("data", (chunk) => {
      text += chunk;
    });
    socket.on("close", () => resolve(text));
  });
}
