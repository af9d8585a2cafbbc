// In tests, every statement that the app builds is parsed before it's sent. A statement is rejected
// if it uses a tenant-scoped table without binding the practice, or if a cluster would send it to
// every worker. A rejection fails the test that caused it (fail-on-rejections.ts).
import { readFileSync } from "node:fs";
import path from "node:path";
import type { Database } from "#server/db/database.ts";
import { projectRoot } from "#server/root.ts";
import { askedEverywhere, type CrossPractice, crossPractice } from "./cross-practice.ts";
import { recordRejection } from "./rejections.ts";
import { tablesAskedEverywhere, unscopedTables } from "./tenant-scope.ts";

/** The part of a Drizzle session through which all statements pass. */
type Session = {
  prepareQuery(query: { sql: string }, ...rest: unknown[]): unknown;
  transaction(run: (tx: WithSession) => unknown, ...rest: unknown[]): unknown;
};
type WithSession = { session: Session; query?: object };

/** This many frames reach from the inside of Drizzle to the app's function. */
const maxFrames = 40;

/** Returns the same database, except that it rejects statements that aren't tenant-scoped. */
export function watchTenants(db: Database): Database {
  watch(db as unknown as WithSession);
  return db;
}

// A query stores its session when a function builds the query. The query runs later, from a
// microtask whose stack no longer contains the function. So each query gets its own session, which
// remembers the function.
function watch(db: WithSession) {
  for (const one of [db, ...Object.values(db.query ?? {})] as WithSession[]) {
    const { session } = one;
    Object.defineProperty(one, "session", { get: () => watched(session, captureStack()) });
  }
}

function watched(session: Session, builtAt: Error): Session {
  return Object.assign(Object.create(session) as Session, {
    prepareQuery(query: { sql: string }, ...rest: unknown[]) {
      rejectUnscoped(query.sql, builtAt);
      return session.prepareQuery(query, ...rest);
    },
    transaction(run: (tx: WithSession) => unknown, ...rest: unknown[]) {
      const runWatched = (tx: WithSession) => {
        watch(tx);
        return run(tx);
      };
      return session.transaction(runWatched, ...rest);
    },
  });
}

function rejectUnscoped(statement: string, builtAt: Error) {
  const { tables, everywhere, problem } = read(statement);
  if (tables.length + everywhere.length === 0 && !problem) return;
  const { file, verb } = locate(builtAt);
  if (isTestCode(file)) return;
  const listedIn = (list: CrossPractice[]) =>
    list.find((one) => one.file === file && one.verb === verb)?.tables ?? [];
  const listed = listedIn(crossPractice);
  const left = tables.filter((table) => !listed.includes(table));
  const known = [...listed, ...listedIn(askedEverywhere)];
  const unlisted = everywhere.filter((table) => !known.includes(table));
  if (left.length + unlisted.length === 0 && !problem) return;
  const problemText =
    problem ??
    (left.length > 0
      ? `touches ${left.join(", ")} without binding client_id`
      : `reads ${unlisted.join(", ")} on every worker: client_id is not bound by =`);
  const rejection = new Error(`${file} ${verb} ${problemText}: ${statement}`);
  rejection.stack = (builtAt.stack ?? "").replace(/^.*?\n(?=\s+at )/s, `${rejection}\n`);
  recordRejection(rejection);
  throw rejection;
}

type Verdict = { tables: string[]; everywhere: string[]; problem?: string };

const cachedVerdicts = new Map<string, Verdict>();

function read(statement: string): Verdict {
  const cached = cachedVerdicts.get(statement);
  if (cached) return cached;
  const verdict = verdictOn(statement);
  cachedVerdicts.set(statement, verdict);
  return verdict;
}

function verdictOn(statement: string): Verdict {
  try {
    return { tables: unscopedTables(statement), everywhere: tablesAskedEverywhere(statement) };
  } catch (error) {
    return {
      tables: [],
      everywhere: [],
      problem: `runs a statement that tenant-scope.ts cannot analyze (${error})`,
    };
  }
}

/**
 * Returns whether the file is exempt because it seeds or reads rows for tests. Planted breaches
 * count as app code.
 */
function isTestCode(file: string): boolean {
  return /\.test\.tsx?$|^server\/(db\/(make|demo)|testing\/(?!planted-breaches))/.test(file);
}

function captureStack(): Error {
  const limit = Error.stackTraceLimit;
  Error.stackTraceLimit = maxFrames;
  const here = new Error("built here");
  Error.stackTraceLimit = limit;
  return here;
}

/** Files that every statement passes through between the app's function and the database. */
const passThroughFiles = ["server/testing/watch-tenants.ts", "server/db/prepared.ts"];

/**
 * Returns the line of the project that built the statement, and the declaration that contains the
 * line.
 */
function locate(builtAt: Error): { file: string; verb: string } {
  for (const frame of builtAt.stack?.split("\n") ?? []) {
    const [, absolute = "", line] = /((?:\/|[A-Z]:)[^():]*):(\d+):\d+\)?$/.exec(frame) ?? [];
    const file = path.relative(projectRoot, absolute).replaceAll(path.sep, "/");
    if (!absolute || file.startsWith("..") || file.includes("node_modules")) continue;
    if (!passThroughFiles.includes(file))
      return { file, verb: declarationAt(absolute, Number(line)) };
  }
  return { file: "Nowhere in the project", verb: "" };
}

function declarationAt(file: string, line: number): string {
  const above = readFileSync(file, "utf8").split("\n").slice(0, line).toReversed();
  for (const one of above) {
    const name = declarationOf(one);
    if (name) return name;
  }
  return "";
}

/** Returns the name that a top-level line declares. */
export function declarationOf(line: string): string | undefined {
  return /^(?:export )?(?:async )?(?:function|const|class) (\w+)/.exec(line)?.[1];
}
