// Watches database statements: logs those slower than the configured limit, and adds each to its
// request's or job's trace as a span. Both omit the parameters, which contain user input. The job
// store's own connections aren't watched.
import type pg from "pg";
import type { Logger } from "#server/log.ts";
import type { Metrics } from "./metrics.ts";
import type { Traces } from "./traces.ts";

type Options = { limitMs: number; log: Logger; metrics: Metrics; traces: Traces };

/**
 * Longer texts are truncated: a statement with a thousand placeholders is recognized by its
 * beginning.
 */
const maxLength = 2000;

type Query = (...given: unknown[]) => unknown;

/** Watches a pool that doesn't have a connection yet. */
export function watchStatements(pool: pg.Pool, options: Options): void {
  if (options.limitMs === 0 && !options.traces.isOn) return;
  pool.on("connect", (client) => {
    const query = client.query.bind(client) as Query;
    client.query = ((...given: unknown[]) => timed(query, given, options)) as typeof client.query;
  });
}

function timed(query: Query, given: unknown[], options: Options): unknown {
  const text = textOf(given[0]);
  if (text === null) return query(...given);
  const since = performance.now();
  const endSpan = beginSpan(text, options);
  const end = (hasFailed: boolean) => {
    endSpan?.(hasFailed);
    report(text, performance.now() - since, options);
  };
  const callback = given.at(-1);
  if (typeof callback === "function") {
    const ended = (...answer: unknown[]) => {
      end(Boolean(answer[0]));
      callback(...answer);
    };
    return query(...given.slice(0, -1), ended);
  }
  const answer = query(...given);
  if (answer instanceof Promise) {
    answer.then(
      () => end(false),
      () => end(true),
    );
  }
  return answer;
}

/**
 * Returns null for anything but a statement with a single result, for example for a stream of rows.
 */
function textOf(statement: unknown): string | null {
  if (typeof statement === "string") return statement;
  if (typeof statement !== "object" || statement === null || "submit" in statement) return null;
  return "text" in statement ? String(statement.text) : null;
}

function beginSpan(text: string, { traces }: Options) {
  if (!traces.isOn) return null;
  const facts = { "db.system.name": "postgresql", "db.query.text": short(text) };
  return traces.begin("client", verbOf(text), facts);
}

/** Returns a statement's first word: SELECT, INSERT, BEGIN … */
function verbOf(text: string): string {
  return /[a-z]+/i.exec(text)?.[0].toUpperCase() ?? "statement";
}

function short(text: string): string {
  return text.replace(/\s+/g, " ").trim().slice(0, maxLength);
}

function report(text: string, ms: number, { limitMs, log, metrics }: Options) {
  if (limitMs === 0 || ms < limitMs) return;
  metrics.slowStatements.add();
  log.warn({ ms: Math.round(ms), statement: short(text) }, "slow statement");
}
