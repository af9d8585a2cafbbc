// Renders pages, and creates the context for their loaders.
import { PassThrough } from "node:stream";
import { text } from "node:stream/consumers";
import { renderToPipeableStream } from "react-dom/server";
import { type EntryContext, RouterContextProvider, ServerRouter } from "react-router";
import { apiContext, makeApiClient } from "./api.ts";
import { DocumentContext, type DocumentSettings, documentContext } from "./document.tsx";

export function makePageContext(options: {
  fetchApi: (path: string, init?: RequestInit) => Promise<Response>;
  document: DocumentSettings;
}): RouterContextProvider {
  const context = new RouterContextProvider();
  const fetchInProcess: typeof fetch = (input, init) => {
    const { href, pathname, search } = new URL(String(input));
    // A value that was inserted into the path has changed it, because the value contained "..", a
    // backslash, or a character that must be encoded.
    if (href !== String(input)) throw new Error("An address of the API is not itself");
    return options.fetchApi(pathname + search, init);
  };
  context.set(apiContext, makeApiClient(fetchInProcess));
  context.set(documentContext, options.document);
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
  const document = context.get(documentContext);
  return new Promise((resolve, reject) => {
    const { pipe } = renderToPipeableStream(
      <DocumentContext value={document}>
        <ServerRouter context={routerContext} url={request.url} nonce={document.nonce} />
      </DocumentContext>,
      {
        nonce: document.nonce,
        // Waits until all data is there, so that the first paint has all content and prerendered
        // pages are complete.
        onAllReady() {
          const html = text(pipe(new PassThrough()));
          resolve(html.then((body) => new Response(body, { status, headers })));
        },
        onShellError: reject,
      },
    );
  });
}
