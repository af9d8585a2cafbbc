// In tests every statement that the product builds is read before it is asked: one that touches a
// practice's table without binding its practice is refused, and fails the test that led to it
// (no-refusals.ts).
import { readFileSync } from "node:fs";
import path from "node:path";
import type { Database } from "#server/db/database.ts";
import { projectRoot } from "#server/root.ts";
import { crossPractice } from "./cross-practice.ts";
import { noteRefusal } from "./refusals.ts";
import { unscopedTables } from "./tenant-scope.ts";

/** The part of a session of Drizzle's that all statements pass through. */
type Session = {
  prepareQuery(query: { sql: string }, ...rest: unknown[]): unknown;
  transaction(run: (tx: WithSession) => unknown, ...rest: unknown[]): unknown;
};
type WithSession = { session: Session; query?: object };

/** Enough to come from Drizzle's insides to the verb. */
const framesKept = 40;

/** The same database, which refuses what is not scoped. */
export function watchTenants(db: Database): Database {
  watch(db as unknown as WithSession);
  return db;
}

// A query takes its session along when it is built, inside the verb, and is asked later, from a
// microtask that no longer knows the verb. So each gets a session of its own that does.
function watch(db: WithSession) {
  for (const one of [db, ...Object.values(db.query ?? {})] as WithSession[]) {
    const { session } = one;
    Object.defineProperty(one, "session", { get: () => watched(session, stackHere()) });
  }
}

function watched(session: Session, builtAt: Error): Session {
  return Object.assign(Object.create(session) as Session, {
    prepareQuery(query: { sql: string }, ...rest: unknown[]) {
      refuseUnscoped(query.sql, builtAt);
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

function refuseUnscoped(statement: string, builtAt: Error) {
  const { tables, problem } = read(statement);
  if (tables.length === 0 && !problem) return;
  const { file, verb } = whereIn(builtAt);
  if (isTests(file)) return;
  const listed = crossPractice.find((one) => one.file === file && one.verb === verb);
  const left = tables.filter((table) => !listed?.tables.includes(table));
  if (left.length === 0 && !problem) return;
  const wrong = problem ?? `touches ${left.join(", ")} without binding client_id`;
  const refusal = new Error(`${file} ${verb} ${wrong}: ${statement}`);
  refusal.stack = (builtAt.stack ?? "").replace(/^.*?\n(?=\s+at )/s, `${refusal}\n`);
  noteRefusal(refusal);
  throw refusal;
}

type Verdict = { tables: string[]; problem?: string };

const known = new Map<string, Verdict>();

function read(statement: string): Verdict {
  const before = known.get(statement);
  if (before) return before;
  const verdict = verdictOn(statement);
  known.set(statement, verdict);
  return verdict;
}

function verdictOn(statement: string): Verdict {
  try {
    return { tables: unscopedTables(statement) };
  } catch (error) {
    return { tables: [], problem: `asks what tenant-scope.ts cannot judge (${error})` };
  }
}

/** What plants rows for tests, and looks at them, is no verb; planted breaches stand for verbs. */
function isTests(file: string): boolean {
  return /\.test\.tsx?$|^server\/(db\/(make|demo)|testing\/(?!planted-breaches))/.test(file);
}

function stackHere(): Error {
  const limit = Error.stackTraceLimit;
  Error.stackTraceLimit = framesKept;
  const here = new Error("built here");
  Error.stackTraceLimit = limit;
  return here;
}

/** Parts of the way from a verb to the database that every statement passes. */
const onTheWay = ["server/testing/watch-tenants.ts", "server/db/prepared.ts"];

/** The project's line that built the statement, and the declaration that it stands in. */
function whereIn(builtAt: Error): { file: string; verb: string } {
  for (const frame of builtAt.stack?.split("\n") ?? []) {
    const [, absolute = "", line] = /((?:\/|[A-Z]:)[^():]*):(\d+):\d+\)?$/.exec(frame) ?? [];
    const file = path.relative(projectRoot, absolute).replaceAll(path.sep, "/");
    if (!absolute || file.startsWith("..") || file.includes("node_modules")) continue;
    if (!onTheWay.includes(file)) return { file, verb: declarationAt(absolute, Number(line)) };
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

/** The name that a line declares at the top of its file. */
export function declarationOf(line: string): string | undefined {
  return /^(?:export )?(?:async )?(?:function|const|class) (\w+)/.exec(line)?.[1];
}
