// Renders a page to a stream, and creates the context for its loaders.
import { PassThrough } from "node:stream";
import { createReadableStreamFromReadable } from "@react-router/node";
import { renderToPipeableStream } from "react-dom/server";
import { type EntryContext, RouterContextProvider, ServerRouter } from "react-router";
import { apiContext, makeApiClient, nonceContext } from "./api.ts";

export function makePageContext(options: {
  fetchApi: (path: string, init?: RequestInit) => Promise<Response>;
  nonce: string;
}): RouterContextProvider {
  const context = new RouterContextProvider();
  const fetchInProcess: typeof fetch = (input, init) => {
    const { href, pathname, search } = new URL(String(input));
    // An interpolated value changed the path: it contained "..", a backslash, or a character that
    // must be encoded.
    if (href !== String(input)) throw new Error("An address of the API is not itself");
    return options.fetchApi(pathname + search, init);
  };
  context.set(apiContext, makeApiClient(fetchInProcess));
  context.set(nonceContext, options.nonce);
  return context;
}

export default function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  context: RouterContextProvider,
): Promise<Response> | Response {
  headers.set("Content-Type", "text/html; charset=utf-8");
  if (request.method === "HEAD") return new Response(null, { status, headers });
  const nonce = context.get(nonceContext);
  return new Promise((resolve, reject) => {
    const { pipe } = renderToPipeableStream(
      <ServerRouter context={routerContext} url={request.url} nonce={nonce} />,
      {
        nonce,
        // Wait for all data: no content appears late, and prerendered pages are complete.
        onAllReady() {
          const body = new PassThrough();
          resolve(new Response(createReadableStreamFromReadable(body), { status, headers }));
          pipe(body);
        },
        onShellError: reject,
      },
    );
  });
}
