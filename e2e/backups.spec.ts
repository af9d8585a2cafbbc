// Backups of the built product: taken while it runs, verified, listed, and restored into another
// folder.
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import {
  copyFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
} from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, expect, inject, onTestFinished, test } from "vitest";
import { makeCall, makeInquiry, makePractice, openTools } from "#server/db/make.ts";
import { makeBucketStandIn } from "#server/testing/bucket-stand-in.ts";
import { until } from "./process.ts";
import { type Product, startProduct } from "./product.ts";

let product: Product;
let practice: Awaited<ReturnType<typeof makePractice>>;
beforeAll(async () => {
  product = await startProduct({ CAPTCHA_PROVIDER: "off", BACKUPS: "daily" });
  practice = await product.withTools(async (tools) => {
    const made = await makePractice(tools, { name: "Harbor Dental" });
    for (const firstName of ["Ada", "Ben", "Cleo"]) {
      const { lead } = await makeInquiry(tools, made.clientId, { firstName });
      if (firstName === "Cleo") continue;
      await makeCall(tools, made, lead._id, { calledAt: new Date(), outcome: "no_answer" });
    }
    return made;
  });
});
afterAll(() => product.stop());

test("the running product takes its daily backup and checks it by restoring it", async () => {
  const folder = path.join(product.dataDir, "backups");
  // The schedule enqueues this job at ten past every hour.
  await product.withTools(({ pool }) =>
    pool.query("insert into pgboss.job (name, data) values ('take-due-backup', '{}')"),
  );
  await until(() => notesIn(folder).some(({ verifiedAt }) => verifiedAt !== null), 90_000);
  const [backup] = notesIn(folder);
  expect(backup).toMatchObject({ isScheduled: true, problem: null });
  const listed = run("backup", ["--list"]);
  expect(listed.output).toContain(backup?.name);
  expect(listed.output).toContain("test restore passed");
});

test("a backup taken by hand can be restored into another folder while the product runs", async () => {
  const file = path.join(mkdtempSync(path.join(inject("runFolder"), "by-hand-")), "one.backup");
  expect(run("backup", [file])).toMatchObject({ status: 0 });
  expect(run("backup", ["--verify", file])).toEqual({
    status: 0,
    output: expect.stringMatching(/^The backup is good: all \d+ rows can be restored\.\n$/),
  });
  expect(notesIn(path.dirname(file))).toMatchObject([{ verifiedAt: expect.any(String) }]);

  const elsewhere = mkdtempSync(path.join(inject("runFolder"), "restored-"));
  const [from, to] = [product.dataDir, elsewhere].map((folder) => path.join(folder, "secret"));
  const refused = run("restore", [file], elsewhere);
  expect(refused).toMatchObject({ status: 1, output: expect.stringContaining(`copy ${from} (`) });
  expect(refused.output).toContain(`to ${to},`);
  copyFileSync(from ?? "", to ?? "");
  expect(run("restore", [file], elsewhere)).toMatchObject({ status: 0 });
  const tools = await openTools({ dataDir: elsewhere });
  const { rows } = await tools.pool.query("select first_name from leads order by first_name");
  await tools.close();
  expect(rows.map(({ first_name }) => first_name)).toEqual(["Ada", "Ben", "Cleo"]);
  expect((await fetch(`${product.origin}/api/health`)).status).toBe(200);
});

test("the runbook's restore after data loss brings back logins, leads and figures as of the backup", async () => {
  const file = path.join(mkdtempSync(path.join(inject("runFolder"), "drill-")), "one.backup");
  const token = await signIn();
  const before = await readDesk(token);
  expect(run("backup", [file])).toMatchObject({ status: 0 });
  const period = figuresPath(new Date());
  const figures = await get(period, token);
  expect(figures.status).toBe(200);
  await product.withTools((tools) => makeInquiry(tools, practice.clientId, { firstName: "Later" }));

  // These are the steps in docs/runbook.md.
  await product.terminate();
  const cluster = path.join(product.dataDir, "postgres");
  renameSync(cluster, `${cluster}-before`);
  expect(run("backup", ["--verify", file])).toEqual({
    status: 0,
    output: expect.stringContaining("The backup is good"),
  });
  expect(run("restore", [file])).toMatchObject({ status: 0 });
  await product.restart();

  expect((await get(period, token)).status).toBe(401);
  const again = await signIn();
  expect(await readDesk(again)).toEqual(before);
  expect(await get(period, again)).toEqual(figures);
  expect(existsSync(`${cluster}-before`)).toBe(true);
});

test("a backup is uploaded, listed in the folder and the bucket, and restored from the bucket by name", async () => {
  const stand = await makeBucketStandIn();
  onTestFinished(() => stand.close());
  const { settings } = stand;
  const bucket = {
    ...{ BACKUP_S3_ENDPOINT: settings.endpoint, BACKUP_S3_BUCKET: settings.bucket },
    ...{ BACKUP_S3_REGION: settings.region, BACKUP_S3_PREFIX: settings.prefix },
    ...{ BACKUP_S3_KEY_ID: settings.keyId, BACKUP_S3_SECRET: settings.secret },
  };
  const name = "before-the-move.backup";
  const wrong = { ...bucket, BACKUP_S3_SECRET: "planted-wrong-secret" };
  const dataDir = product.dataDir;
  const file = path.join(dataDir, "backups", name);
  const refused = await runBeside("backup", [file], { ...wrong, DATA_DIR: dataDir });
  expect(refused).toMatchObject({ status: 1 });
  expect(refused.output).toContain("(SignatureDoesNotMatch)");
  expect(refused.output).not.toContain("planted");
  expect(existsSync(file)).toBe(true);
  const uploaded = await runBeside("backup", [file], { ...bucket, DATA_DIR: dataDir });
  expect(uploaded).toMatchObject({ status: 0 });
  expect(uploaded.output).not.toContain(settings.secret);
  expect(stand.objects.get(`${settings.prefix}${name}`)).toEqual(readFileSync(file));
  const listed = await runBeside("backup", ["--list"], { ...bucket, DATA_DIR: dataDir });
  expect(listed.output).toMatch(/folder, bucket.*before-the-move\.backup/);

  const elsewhere = mkdtempSync(path.join(inject("runFolder"), "from-bucket-"));
  copyFileSync(path.join(dataDir, "secret"), path.join(elsewhere, "secret"));
  const restored = await runBeside("restore", [name], { ...bucket, DATA_DIR: elsewhere });
  expect(restored).toMatchObject({ status: 0 });
  const tools = await openTools({ dataDir: elsewhere });
  const { rows } = await tools.pool.query("select from leads where first_name = 'Ada'");
  await tools.close();
  expect(rows).toHaveLength(1);
});

test("a file that isn't a backup is rejected with a one-line error", () => {
  const file = path.join(product.dataDir, "no-such.backup");
  const { status, output } = run("backup", ["--verify", file]);
  expect([status, output]).toEqual([1, expect.stringContaining("no readable .json file")]);
  expect(readdirSync(product.dataDir)).not.toContain("no-such.backup.json");
});

async function signIn(): Promise<string> {
  const answer = await fetch(`${product.origin}/api/credentials`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ email: practice.email, password: practice.password }),
  });
  return (await answer.json()).token;
}

async function get(address: string, token: string) {
  const headers = { Authorization: `Bearer ${token}` };
  const answer = await fetch(`${product.origin}/api${address}`, { headers });
  return { status: answer.status, body: await answer.json() };
}

/** Returns the leads in the queue with their details. */
async function readDesk(token: string) {
  const { body } = await get("/leads/new?sort=oldest", token);
  expect(body.leads).toHaveLength(3);
  return body;
}

/** Calls on Time for the last day, with a fixed end so that both responses cover the same time. */
function figuresPath(to: Date): string {
  const from = new Date(to.getTime() - 24 * 60 * 60_000);
  return `/leads/cot?${new URLSearchParams({ from: from.toISOString(), to: to.toISOString() })}`;
}

/** Reads the metadata files of all backups in the folder. */
function notesIn(folder: string) {
  const names = existsSync(folder) ? readdirSync(folder) : [];
  return names
    .filter((name) => name.endsWith(".backup.json"))
    .map((name) => ({
      name: name.slice(0, -".json".length),
      ...JSON.parse(readFileSync(path.join(folder, name), "utf8")),
    }));
}

/** Runs the script asynchronously, so this process's stubs can respond to it. */
async function runBeside(
  script: "backup" | "restore",
  line: string[],
  environment: Record<string, string>,
) {
  const child = spawn(process.execPath, [`scripts/${script}.ts`, ...line], {
    env: { ...process.env, ...environment },
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (chunk) => {
      output += chunk;
    });
  }
  const [status] = await once(child, "close");
  return { status, output };
}

function run(script: "backup" | "restore", line: string[], dataDir = product.dataDir) {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [`scripts/${script}.ts`, ...line],
    { env: { ...process.env, DATA_DIR: dataDir }, encoding: "utf8" },
  );
  return { status, output: stdout + stderr };
}
