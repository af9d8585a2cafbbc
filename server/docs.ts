// The API's readable page: Swagger UI from our own disk, so that nothing is loaded from elsewhere.
import { readFileSync } from "node:fs";
import path from "node:path";
import { Hono } from "hono";
import { projectRoot } from "./root.ts";

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

// Swagger UI sets style attributes as it draws.
const policy =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; frame-ancestors 'none'";

export function swaggerAssets() {
  const app = new Hono();
  app.get("/", (c) => c.html(html, 200, { "Content-Security-Policy": policy }));
  app.get("/start.js", (c) => c.body(start, 200, { "Content-Type": "text/javascript" }));
  for (const [name, type] of Object.entries(files)) {
    app.get(`/${name}`, (c) =>
      c.body(readFileSync(path.join(projectRoot, "node_modules/swagger-ui-dist", name)), 200, {
        "Content-Type": type,
        "Cache-Control": "public, max-age=3600",
      }),
    );
  }
  return app;
}
