// Serves the API's OpenAPI document and a page to read it. Swagger UI comes from our own disk, so
// nothing is loaded from other sites. Both are the same for every visitor.
import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { type Handler, Hono } from "hono";
import { projectRoot } from "#server/root.ts";

const files = {
  "swagger-ui.css": "text/css",
  "swagger-ui-bundle.js": "text/javascript",
} as const;

const start = `SwaggerUIBundle({ url: "/api/openapi.json", dom_id: "#docs", deepLinking: true });`;

const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>Front desk API</title>
<link rel="stylesheet" href="/api/docs/swagger-ui.css">
</head>
<body>
<main id="docs"></main>
<script src="/api/docs/swagger-ui-bundle.js"></script>
<script src="/api/docs/start.js"></script>
</body>
</html>`;

// Swagger UI sets style attributes when it renders.
const policy =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; frame-ancestors 'none'";

/** Serves the JSON that `read` returns. `read` is called on the first request only. */
export function documentOnce(read: () => string | Promise<string>): Handler {
  let made: ReturnType<typeof withTag> | null = null;
  return async (c) => {
    made ??= withTag(await read());
    const headers = { ETag: made.etag, "Cache-Control": "no-cache" };
    if (c.req.header("If-None-Match") === made.etag) return c.body(null, 304, headers);
    return c.body(made.bytes, 200, { ...headers, "Content-Type": "application/json" });
  };
}

/**
 * Returns the text as bytes, because a megabyte of text would otherwise be encoded again for each
 * response.
 */
function withTag(text: string) {
  return {
    bytes: new TextEncoder().encode(text),
    etag: `"${createHash("sha256").update(text).digest("base64url").slice(0, 12)}"`,
  };
}

/** Returns an app that serves the files. Tests pass `read` instead of reading from disk. */
export function swaggerAssets(read: (file: string) => Promise<Uint8Array> = readFile) {
  const app = new Hono();
  app.get("/", (c) => c.html(html, 200, { "Content-Security-Policy": policy }));
  app.get("/start.js", (c) => c.body(start, 200, { "Content-Type": "text/javascript" }));
  for (const [name, type] of Object.entries(files)) {
    const file = readOnce(() => read(path.join(projectRoot, "node_modules/swagger-ui-dist", name)));
    app.get(`/${name}`, async (c) =>
      c.body(await file(), 200, {
        "Content-Type": type,
        "Cache-Control": "public, max-age=3600",
      }),
    );
  }
  return app;
}

/**
 * Returns a function that reads a file on the first call and caches its content. If the read fails,
 * the next call retries it.
 */
function readOnce(read: () => Promise<Uint8Array>) {
  let content: Promise<Uint8Array<ArrayBuffer>> | null = null;
  return () => {
    content ??= read().then(
      (bytes) => new Uint8Array(bytes),
      (error) => {
        content = null;
        throw error;
      },
    );
    return content;
  };
}
