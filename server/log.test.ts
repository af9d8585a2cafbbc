// Tests the log when it can't be written.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, openSync } from "node:fs";
import { DrizzleQueryError } from "drizzle-orm";
import { expect, test } from "vitest";
import { problemOf, stackOf } from "./log.ts";
import { projectRoot } from "./root.ts";

/** On Linux, a device that is always full. */
const full = "/dev/full";

const script = `
  import { makeLogger } from "#server/log.ts";
  import { output } from "#server/standard-output.ts";
  const log = makeLogger({ logLevel: "info" });
  for (let line = 0; line < 1000; line += 1) log.warn({ line }, "a line");
  output.write("Stopped.\\n");
`;

test.runIf(process.platform === "linux")(
  "a process keeps running, and can still exit, if its log's disk is full",
  async () => {
    const stdout = openSync(full, "w");
    const child = spawn(process.execPath, ["--input-type=module", "-e", script], {
      cwd: projectRoot,
      stdio: ["ignore", stdout, "inherit"],
    });
    closeSync(stdout);
    expect(await once(child, "exit")).toEqual([0, null]);
  },
);

test("every log line is written completely and in order", async () => {
  const child = spawn(process.execPath, ["--input-type=module", "-e", script], {
    cwd: projectRoot,
    stdio: ["ignore", "pipe", "inherit"],
  });
  let text = "";
  child.stdout.setEncoding("utf8").on("data", (piece) => {
    text += piece;
  });
  const [code] = await once(child, "close");
  const lines = text.trimEnd().split("\n");
  expect([code, lines.length, lines.at(-1)]).toEqual([0, 1001, "Stopped."]);
  expect(lines.slice(0, 1000).map((line) => JSON.parse(line).line)).toEqual([
    ...Array.from({ length: 1000 }, (_, line) => line),
  ]);
});

test("the log of a failed SQL statement contains names, codes and locations, but not the parameters", () => {
  const cause = Object.assign(new Error('duplicate key "ada@example.com"'), { code: "23505" });
  const typed = ["ada@example.com", "first\n    at home, 813-555-0142\nlast"];
  const error = new DrizzleQueryError("insert into leads values ($1, $2)", typed, cause);
  expect(problemOf(error)).toBe("Error 23505");
  expect(stackOf(error)).toContain("log.test.ts");
  expect(stackOf(error)).not.toMatch(/ada@|555|insert/);
  expect(problemOf("ada@example.com")).toBe("unknown");
});
