import { expect, test } from "vitest";
import { drawOnThread } from "./draw-on-thread.ts";
import type { PdfContent } from "./draw-pdf.ts";

/** A thread that does what a message says and responds with its own thread id. */
const standIn = new URL(`data:text/javascript,
  import { parentPort, threadId } from "node:worker_threads";
  parentPort.on("message", ({ id, content }) => {
    if (content.until) Atomics.wait(content.until, 0, 0);
    if (content.kind === "refuse") return parentPort.postMessage({ id, error: new Error("refused") });
    if (content.kind === "die") throw new Error("died");
    if (content.kind === "exit") return process.exit();
    parentPort.postMessage({ id, pdf: new Uint8Array([threadId]) });
  });`);

type Told = { kind: "draw" | "refuse" | "die" | "exit"; until?: Int32Array };

function openStandIn(idleMs?: number, silentMs?: number) {
  const draw = drawOnThread(standIn, idleMs, silentMs);
  return async (told: Told) => {
    // biome-ignore lint/suspicious/noExplicitAny: the stand-in draws nothing
    const [threadId] = await draw(told as any as PdfContent);
    return threadId;
  };
}

test("the main thread continues while a PDF is drawn, and the next PDF waits for its turn", async () => {
  const draw = openStandIn();
  const until = new Int32Array(new SharedArrayBuffer(4));
  const done: string[] = [];
  const first = draw({ kind: "draw", until }).then(() => done.push("first"));
  const second = draw({ kind: "draw" }).then(() => done.push("second"));
  // The first PDF finishes only when this thread signals it.
  Atomics.store(until, 0, 1);
  Atomics.notify(until, 0);
  await Promise.all([first, second]);
  expect(done).toEqual(["first", "second"]);
});

test("a PDF that can't be drawn fails only its own caller", async () => {
  const draw = openStandIn();
  const all = await Promise.allSettled([
    draw({ kind: "draw" }),
    draw({ kind: "refuse" }),
    draw({ kind: "draw" }),
  ]);
  expect(all.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
  expect(all[1]).toMatchObject({ reason: { message: "refused" } });
});

test.each([
  ["die", "died"],
  ["exit", "The thread that draws PDFs has ended"],
] as const)(
  "a PDF is rejected if the thread dies (%s) while drawing it, and the next PDF starts a new thread",
  async (kind, message) => {
    const draw = openStandIn();
    const before = await draw({ kind: "draw" });
    const all = await Promise.allSettled([draw({ kind }), draw({ kind: "draw" })]);
    expect(all).toMatchObject([{ reason: { message } }, { reason: { message } }]);
    expect(await draw({ kind: "draw" })).toBeGreaterThan(before ?? 0);
  },
);

test("the thread is reused until it exits after an idle period", async () => {
  const stays = openStandIn();
  expect(await stays({ kind: "draw" })).toBe(await stays({ kind: "draw" }));
  const ends = openStandIn(0);
  const first = await ends({ kind: "draw" });
  await expect.poll(() => ends({ kind: "draw" })).not.toBe(first);
});

test("a PDF that never finishes is abandoned, and the next PDF starts a new thread", async () => {
  const draw = openStandIn(undefined, 500);
  const never = new Int32Array(new SharedArrayBuffer(4));
  await expect(draw({ kind: "draw", until: never })).rejects.toThrow("has ended");
  // A thread may take longer than the time limit to start.
  await expect
    .poll(() => draw({ kind: "draw" }).catch(() => null), { timeout: 20_000 })
    .toBeGreaterThan(0);
});
