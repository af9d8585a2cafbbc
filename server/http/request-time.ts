// Ends requests that take too long to arrive. A browser sends its request immediately, but a client
// that trickles it in would hold a connection open (Slowloris).
import type { IncomingMessage } from "node:http";
import type { HttpBindings, ServerType } from "@hono/node-server";
import type { Context } from "hono";

const requestSeconds = 20;
/**
 * The limit for large files, which take minutes on a slow connection. The handler of a file rejects
 * a sender that pauses.
 */
const longestSeconds = 30 * 60;

/** Node has only one timeout for all requests, so it's set to the longer limit. */
export const clientTimeouts = {
  headersTimeout: 10_000,
  requestTimeout: longestSeconds * 1000,
  connectionsCheckingInterval: 5_000,
};

const deadlines = new WeakMap<IncomingMessage, NodeJS.Timeout>();

/** Applies the shorter limit to all requests, except for requests passed to `letTakeTime`. */
export function limitRequestTime(server: ServerType) {
  server.on("request", (request: IncomingMessage) => {
    const { headers } = request;
    const hasBody = headers["transfer-encoding"] ?? Number(headers["content-length"] ?? 0) > 0;
    if (!hasBody) return;
    const deadline = setTimeout(() => {
      if (request.complete) return;
      const late = Object.assign(new Error("Too slow"), { code: "ERR_HTTP_REQUEST_TIMEOUT" });
      server.emit("clientError", late, request.socket);
    }, requestSeconds * 1000);
    deadlines.set(request, deadline);
    request.once("close", () => clearTimeout(deadline));
  });
}

/** Allows this request's body to take as long as a large file. */
export function letTakeTime(c: Context) {
  const { incoming } = (c.env ?? {}) as Partial<HttpBindings>;
  if (incoming) clearTimeout(deadlines.get(incoming as IncomingMessage));
}
