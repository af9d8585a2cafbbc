// One line of JSON per event on standard output. Never logs a body, a query string or personal
// data.
import { pino } from "pino";
import type { Config } from "./config.ts";
import { output } from "./standard-output.ts";

export type Logger = ReturnType<typeof makeLogger>;

export function makeLogger(config: Pick<Config, "logLevel">) {
  // Not pino's own: on a full disk that one waits forever.
  return pino(
    { level: config.logLevel, base: undefined, timestamp: pino.stdTimeFunctions.isoTime },
    output,
  );
}
