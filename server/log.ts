// Writes one line of JSON per event to standard output. Never logs a body, a query string or
// personal data.
import { pino } from "pino";
import type { Config } from "./config.ts";
import { output } from "./standard-output.ts";

export type Logger = ReturnType<typeof makeLogger>;

export function makeLogger(config: Pick<Config, "logLevel">) {
  // This replaces pino's own destination, which blocks forever on a full disk.
  return pino(
    { level: config.logLevel, base: undefined, timestamp: pino.stdTimeFunctions.isoTime },
    output,
  );
}

/**
 * Returns the names and codes of an error and its cause. Leaves out the messages, which may quote
 * what a person typed, such as a statement's parameters.
 */
export function problemOf(error: unknown): string {
  if (!(error instanceof Error)) return "unknown";
  const code = codeOf(error) ?? codeOf(error.cause);
  return code === null ? error.name : `${error.name} ${code}`;
}

/** Returns where the error was thrown. Leaves out its message, even one with several lines. */
export function stackOf(error: Error): string {
  const lines = (error.stack ?? "")
    .replace(error.message, "")
    .split("\n")
    .filter((line) => line.trimStart().startsWith("at "));
  return [problemOf(error), ...lines.slice(0, 8)].join("\n");
}

function codeOf(error: unknown): string | null {
  return error instanceof Error && "code" in error ? String(error.code) : null;
}
