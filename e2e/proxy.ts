// A proxy in front of several processes, like nginx or Caddy. It sends requests in turn to the
// processes that are ready.
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { closed, listenOnLoopback } from "./process.ts";

/** The header that names the process that responded. */
export const answeredBy = "x-answered-by";

/** Sends requests to the ready processes in turn, and keeps connections open to them. */
export async function startProxy(origins: string[]) {
  const agent = new Agent({ keepAlive: true });
  const ready = new Set(origins);
  const broken = new Set<string>();
  let turn = 0;
  const check = async (origin: string) => {
    const answer = await fetch(`${origin}/api/health/ready`).catch(() => null);
    if (answer?.ok) ready.add(origin);
    else ready.delete(origin);
  };
  let isClosed = false;
  const checking = (async () => {
    while (!isClosed) {
      await Promise.all(origins.map(check));
      await sleep(100);
    }
  })();
  const server = createServer((asked: IncomingMessage, answer: ServerResponse) => {
    turn += 1;
    const origin = [...ready][turn % ready.size];
    if (!origin) return answer.writeHead(502).end("No process is ready");
    const { method, headers } = asked;
    const breakOff = (error: Error) => {
      // If the visitor disconnects, the request to the process ends too.
      if (answer.destroyed) return;
      broken.add(origin);
      if (answer.headersSent) answer.destroy();
      else answer.writeHead(502).end(`${origin}: ${error.message}`);
    };
    const passed = request(new URL(asked.url ?? "/", origin), { agent, method, headers }, (got) => {
      answer.writeHead(got.statusCode ?? 502, { ...got.headers, [answeredBy]: origin });
      got.on("error", breakOff);
      got.pipe(answer);
    });
    passed.on("error", breakOff);
    answer.on("close", () => passed.destroy());
    return asked.pipe(passed);
  });
  const port = await listenOnLoopback(server);
  return {
    origin: `http://127.0.0.1:${port}`,
    readyCount: () => ready.size,
    /** Returns the processes that broke a connection instead of responding. */
    broken: () => [...broken],
    async close() {
      isClosed = true;
      await checking;
      agent.destroy();
      server.closeAllConnections();
      await closed(server);
    },
  };
}
