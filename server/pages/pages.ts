// Serves everything except the API: files, pages that are the same for everyone, and pages that are
// rendered per visitor. The first two are made at build time (`at-build/prepare-pages.ts`).
import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import path from "node:path";
import type { HttpBindings } from "@hono/node-server";
import { serveStatic } from "@hono/node-server/serve-static";
import type { Context, Hono } from "hono";
import { compress } from "hono/compress";
import { routePath } from "hono/route";
import { createRequestHandler, type RouterContextProvider, type ServerBuild } from "react-router";
import { demoPath } from "#contract/demos.ts";
import { languageAt } from "#contract/languages.ts";
import type { CaptchaProvider } from "#contract/sessions.ts";
import { hostedFormPath } from "#contract/sources.ts";
import type { PublishedResponseTime } from "#server/agency/contact-requests/published-response-time.ts";
import type { Config } from "#server/config.ts";
import { isSameOrigin } from "#server/http/same-origin.ts";
import { traceRequest } from "#server/http/traced-requests.ts";
import { type Logger, stackOf } from "#server/log.ts";
import { emailStylesHash } from "#server/messages/mail/email-styles.ts";
import type { Metrics } from "#server/observe/metrics.ts";
import type { Traces } from "#server/observe/traces.ts";
import { projectRoot } from "#server/root.ts";
import { type FilledPage, fillPages, fillResponseTime, inTheme } from "./filled-pages.ts";
import {
  deskMatcher,
  hasOversizedQuery,
  isTooLongForAPage,
  pageMatcher,
} from "./page-addresses.ts";
import { refuseOddForms } from "./page-forms.ts";
import { pagePolicy } from "./page-policy.ts";
import { type Theme, themeOf } from "./theme.ts";

/**
 * How pages are made. In development, the build is reloaded for each request and nothing is
 * prerendered.
 */
type PageOptions = {
  /** The settings are read again for each request, because an owner may change them. */
  config: Config;
  log: Logger;
  responseTime: Pick<PublishedResponseTime, "sentence" | "onSentence">;
  metrics: Metrics;
  traces: Traces;
  fetchApi: FetchApi;
  isDev: boolean;
  loadBuild(): Promise<ServerBuild>;
  /** The folder where the build wrote its pages, if it isn't the default. */
  prepared?: string;
};

/** The exports of `app/entry.server.tsx`, in addition to React Router's own handler. */
type PageEntry = {
  makePageContext(options: {
    fetchApi: (path: string, init?: RequestInit) => Promise<Response>;
    document: {
      nonce: string;
      theme: Theme | undefined;
      hasDemo: boolean;
      responseTime: string | null;
      readSheet: ((href: string) => string) | undefined;
    };
  }): RouterContextProvider;
};

type FetchApi = (path: string, init: RequestInit, env: unknown) => Response | Promise<Response>;

const year = 365 * 24 * 60 * 60;

export async function servePages(app: Hono, options: PageOptions): Promise<void> {
  /** The route pattern of each rendered page, because all of them have the same route here. */
  const patterns = new WeakMap<Context, string>();
  app.use("*", async (c, next) => {
    const since = performance.now();
    const readRoute = () => patterns.get(c) ?? routePath(c);
    await traceRequest(options.traces, c, next, readRoute);
    const { method } = c.req;
    options.metrics.countRequest({ method, route: readRoute(), status: c.res.status, since });
  });
  serveHostedForms(app, options.fetchApi);
  app.get(`${demoPath}/ended`, (c) => c.redirect(`${demoPath}?ended=1`));
  if (!options.isDev) {
    const filled = fillPages(options.config, options.prepared);
    const answer = (c: Context, page: FilledPage, status?: 404) =>
      answerFilled(c, page, options.config.captcha.provider, status);
    const notFound = async (c: Context) => answer(c, filled.notFound, 404);
    // This runs before anything looks up the path.
    app.use("*", (c, next) => (isTooLongForAPage(c.req.path) ? notFound(c) : next()));
    const current = followSentence(filled.pages, options);
    for (const page of filled.pages) app.get(page.path, (c) => answer(c, current(page)));
    serveFiles(app);
    // A page of the lead desk is a hundred kilobytes, most of it repetitive.
    app.use("*", compress());
    // Public pages ignore the query string, whatever its length. The pages below read it, so they
    // limit its length.
    app.use("*", (c, next) => (hasOversizedQuery(c.req.url) ? notFound(c) : next()));
    // Rendering "Page not found" costs milliseconds each time, and anyone can request any path.
    const build = await options.loadBuild();
    const matchPage = pageMatcher(build);
    const matchDeskPage = deskMatcher(build);
    const publicPages = new Set(filled.pages.map((page) => page.path));
    app.use("*", async (c, next) => {
      const { path } = c.req;
      if (!options.config.hasDemo && isOfDemo(path)) return notFound(c);
      const inDemo = path.startsWith(`${demoPath}/`) && path.slice(demoPath.length);
      const pattern = inDemo ? matchDeskPage(inDemo) : matchPage(path);
      if (pattern) {
        patterns.set(c, inDemo ? demoPath + pattern : pattern);
        return next();
      }
      if (!inDemo) return notFound(c);
      // This is a link from the demo's lead desk to a page that is the same for everyone.
      return publicPages.has(inDemo) ? c.redirect(inDemo) : notFound(c);
    });
  }
  app.use("*", refuseOddForms);
  const render = (c: Context, root?: typeof demoPath) =>
    renderPage(c, options, { root, pattern: patterns.get(c) ?? routePath(c) });
  app.all(`${demoPath}/*`, (c, next) => (c.req.path === demoPath ? next() : render(c, demoPath)));
  app.all("*", (c) => render(c));
}

/**
 * Returns a function that returns a path's current page, which includes the agency's own response
 * time while there is one.
 */
function followSentence(pages: FilledPage[], { config, responseTime, prepared }: PageOptions) {
  let withSentence = new Map<string, FilledPage>();
  responseTime.onSentence(async (says) => {
    withSentence = await fillResponseTime(config, pages, says, prepared);
  });
  return (page: FilledPage): FilledPage =>
    responseTime.sentence() === null ? page : (withSentence.get(page.path) ?? page);
}

/**
 * Serves the hosted pages of web forms on our own site, without the framework and without scripts.
 */
function serveHostedForms(app: Hono, fetchApi: FetchApi) {
  app.get(`${hostedFormPath}/:key`, (c) => {
    const address = `/api/forms/${encodeURIComponent(c.req.param("key"))}`;
    const headers = { Accept: "text/html" };
    const query = new URL(c.req.url).search;
    return fetchApi(address + query, asVisitor(c, { headers }), c.env);
  });
}

function serveFiles(app: Hono) {
  const root = path.relative(process.cwd(), path.join(projectRoot, "build/client"));
  const files = serveStatic({ root, precompressed: true });
  app.use("/assets/*", async (c, next) => {
    await next();
    // The file's name contains a hash of its content.
    if (c.res.ok) c.header("Cache-Control", `public, max-age=${year}, immutable`);
    c.header("X-Content-Type-Options", "nosniff");
  });
  app.use("/assets/*", files);
  app.get("/:file{[\\w.-]+\\.(svg|png|ico|pdf)}", files);
  app.get("/previews/:file", files);
  app.use("/pictures/*", async (c, next) => {
    await next();
    if (c.res.ok) c.header("Cache-Control", "public, max-age=3600");
    c.header("X-Content-Type-Options", "nosniff");
  });
  app.get("/pictures/:file", files);
  // The content security policy of a worker's own script limits what the worker can fetch.
  app.get("/lms/service-worker.js", async (c, next) => {
    await next();
    c.header("Cache-Control", "no-cache");
    c.header("Content-Security-Policy", "default-src 'none'; connect-src 'self'");
    c.header("X-Content-Type-Options", "nosniff");
  });
  app.get("/lms/service-worker.js", files);
}

/**
 * Responds with a page from memory, which was filled in, hashed and compressed before the first
 * visitor.
 */
function answerFilled(
  c: Context,
  filled: FilledPage,
  captcha: CaptchaProvider,
  status: 200 | 404 = 200,
): Response {
  const page = inTheme(filled, themeOf(c));
  const headers: Record<string, string> = {
    ...page.headers,
    ...page.policies[captcha],
    ...(status === 404 ? { "Cache-Control": "no-store" } : { ETag: page.etag }),
  };
  if (status === 200 && c.req.header("If-None-Match") === page.etag) {
    return c.body(null, 304, headers);
  }
  const accepted = c.req.header("Accept-Encoding") ?? "";
  if (/\bbr\b/.test(accepted)) {
    return c.body(page.br, status, { ...headers, "Content-Encoding": "br" });
  }
  if (/\bgzip\b/.test(accepted)) {
    return c.body(page.gzip, status, { ...headers, "Content-Encoding": "gzip" });
  }
  return c.body(page.plain, status, headers);
}

/** Returns whether a path is the page that starts a demo, or a page of a demo. */
function isOfDemo(path: string): boolean {
  return /^\/demo(\/|\.data$|$)/.test(path);
}

/** nginx's status for a request whose browser has disconnected. No one receives this response. */
const browserLeft = 499;

/** Renders a page. `root` is the path of a demo, whose pages request only that demo's API. */
async function renderPage(
  c: Context,
  options: PageOptions,
  { root = "", pattern }: { root: "" | typeof demoPath | undefined; pattern: string },
): Promise<Response> {
  const { config, log, responseTime, fetchApi, isDev } = options;
  const build = await options.loadBuild();
  const nonce = randomBytes(16).toString("base64");
  const entry = build.entry.module as typeof build.entry.module & PageEntry;
  const context = entry.makePageContext({
    fetchApi: async (url, init) => fetchApi(root + url, asVisitor(c, init), c.env as HttpBindings),
    document: {
      nonce,
      theme: themeOf(c),
      hasDemo: config.hasDemo,
      responseTime: responseTime.sentence(languageAt(c.req.path)),
      readSheet: isDev ? undefined : readSheet,
    },
  });
  const failures: unknown[] = [];
  const handleError = (error: unknown) => {
    failures.push(error);
    if (isDev) console.error(error);
  };
  const handle = createRequestHandler(
    {
      ...build,
      ...(root && { basename: root }),
      // This replaces React Router's own handler, which would print the error's message. The
      // message may quote what a person typed.
      entry: { ...build.entry, module: { ...entry, handleError } },
    },
    isDev ? "development" : "production",
  );
  const answer = await handle(asOwn(c, new URL(config.origin)), context);
  if (c.req.raw.signal.aborted) return new Response(null, { status: browserLeft });
  if (answer.status >= 500) {
    const [failure] = failures;
    const cause = failure instanceof Error ? stackOf(failure) : undefined;
    log.error({ status: answer.status, path: pattern, cause }, "a page failed");
  }
  const headers = new Headers(answer.headers);
  headers.set("Cache-Control", "no-store");
  for (const [name, value] of Object.entries(
    pagePolicy({
      scripts: [`'nonce-${nonce}'`],
      // Email previews are shown in frames on these pages.
      styles: [`'nonce-${nonce}'`, emailStylesHash],
      isSecure: config.origin.startsWith("https:"),
      captcha: config.captcha.provider,
      isDev,
    }),
  )) {
    headers.set(name, value);
  }
  // Some of these pages are opened with a secret link, which must not leak to other sites.
  headers.set("Referrer-Policy", "no-referrer");
  // Isolates a page behind a login from the window that opened it. Public pages don't need this
  // header, because they're the same for everyone, and it makes the browser start a new process
  // (decision 021).
  headers.set("Cross-Origin-Opener-Policy", "same-origin");
  return new Response(answer.body, { status: answer.status, headers });
}

/**
 * Removes the `Origin` header from requests of our own pages' forms. React Router compares it with
 * the request's URL, but a proxy changes the URL, and a form without JavaScript sends `null`,
 * because its page has no referrer.
 */
function asOwn(c: Context, own: URL): Request {
  const { raw } = c.req;
  if (!c.req.header("Origin") || !isSameOrigin(c, own)) return raw;
  const headers = new Headers(raw.headers);
  headers.delete("Origin");
  return new Request(raw, { headers });
}

// A style sheet's name contains a hash of its content, so it's read only once.
const sheets = new Map<string, string>();

function readSheet(href: string): string {
  const sheet =
    sheets.get(href) ?? readFileSync(path.join(projectRoot, "build/client", href), "utf8");
  sheets.set(href, sheet);
  return sheet;
}

// A page's loader calls the API on behalf of its visitor, so it forwards the visitor's cookies, IP
// address and browser.
const forwardedHeaders = ["cookie", "authorization", "user-agent", "x-forwarded-for"];

function asVisitor(c: Context, init: RequestInit = {}): RequestInit {
  const headers = new Headers(init.headers);
  for (const name of forwardedHeaders) {
    const value = c.req.header(name);
    if (value) headers.set(name, value);
  }
  return { ...init, headers };
}
