// Draws PDFs on a separate thread: each takes a quarter of a second, which would block requests.
import { Worker } from "node:worker_threads";
import type { DrawPdf, PdfContent } from "./draw-pdf.ts";

/**
 * The library takes tens of megabytes, and days may pass between two PDFs, so an idle thread exits.
 */
const defaultIdleMs = 60_000;
/** A PDF takes a second at most. One that never finishes must not block all later ones. */
const defaultSilentMs = 60_000;

type Pdf = Uint8Array<ArrayBuffer>;
type Answer = { id: number; pdf: Pdf } | { id: number; error: unknown };

/**
 * Draws on a thread. `file`: the built `pdf-thread.ts`. The thread starts with the first PDF and
 * exits a minute after the last one. If it dies, or doesn't finish anything for a minute, pending
 * PDFs are rejected, and the next one starts a new thread.
 */
export function drawOnThread(
  file: string | URL,
  idleMs = defaultIdleMs,
  silentMs = defaultSilentMs,
): DrawPdf {
  let thread: ReturnType<typeof openThread> | null = null;
  let idle: NodeJS.Timeout | undefined;

  function end() {
    void thread?.worker.terminate();
    thread = null;
  }

  return async (content) => {
    clearTimeout(idle);
    if (!thread || thread.hasEnded()) thread = openThread(file, silentMs);
    const { draw, isIdle } = thread;
    try {
      return await draw(content);
    } finally {
      clearTimeout(idle);
      if (isIdle()) idle = setTimeout(end, idleMs).unref();
    }
  };
}

function openThread(file: string | URL, silentMs: number) {
  const drawing = new Map<number, PromiseWithResolvers<Pdf>>();
  let count = 0;
  let isOver = false;
  let silence: NodeJS.Timeout | undefined;
  const worker = new Worker(file, { name: "pdf" });
  // A process that is stopping doesn't wait for the thread.
  worker.unref();
  const limitSilence = () => {
    clearTimeout(silence);
    if (drawing.size > 0) silence = setTimeout(() => void worker.terminate(), silentMs).unref();
  };
  worker.on("message", (answer: Answer) => {
    const asked = drawing.get(answer.id);
    drawing.delete(answer.id);
    if ("pdf" in answer) asked?.resolve(answer.pdf);
    else asked?.reject(answer.error);
    limitSilence();
  });
  const fail = (error: unknown) => {
    clearTimeout(silence);
    isOver = true;
    for (const asked of drawing.values()) asked.reject(error);
    drawing.clear();
  };
  worker.on("error", fail);
  worker.on("exit", () => fail(new Error("The thread that draws PDFs has ended")));

  return {
    worker,
    hasEnded: () => isOver,
    isIdle: () => drawing.size === 0,
    draw(content: PdfContent): Promise<Pdf> {
      count += 1;
      const asked = Promise.withResolvers<Pdf>();
      drawing.set(count, asked);
      if (drawing.size === 1) limitSilence();
      worker.postMessage({ id: count, content });
      return asked.promise;
    },
  };
}
