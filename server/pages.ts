// Everything but the API: files, prerendered pages, and pages rendered per visitor.
import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import path from "node:path";
import type { HttpBindings } from "@hono/node-server";
import { serveStatic } from "@hono/node-server/serve-static";
import type { Context, Hono } from "hono";
import { compress } from "hono/compress";
import { createRequestHandler, type RouterContextProvider, type ServerBuild } from "react-router";
import type { Config } from "./config.ts";
import { deferUntilFirstPaint } from "./deferred-scripts.ts";
import { inlineAllStyles } from "./inline-styles.ts";
import type { Logger } from "./log.ts";
import { emailStylesHash } from "./mail/email-styles.ts";
import {
  hasOversizedQuery,
  isTooLongForAPage,
  pageMatcher,
  prepareNotFound,
} from "./not-found-page.ts";
import { pagePolicy } from "./page-policy.ts";
import { type PreparedPage, preparedIn, preparePages } from "./prepared-pages.ts";
import { projectRoot } from "./root.ts";
import { inTheme, themeOf } from "./theme.ts";

/** How pages are made. Development reloads the build for each request and prerenders nothing. */
type PageOptions = {
  config: Config;
  log: Logger;
  fetchApi: FetchApi;
  isDev: boolean;
  loadBuild(): Promise<ServerBuild>;
};

/** What `app/entry.server.tsx` exports besides React Router's own handler. */
type PageEntry = {
  makePageContext(options: {
    fetchApi: (path: string, init?: RequestInit) => Promise<Response>;
    nonce: string;
  }): RouterContextProvider;
};

type FetchApi = (path: string, init: RequestInit, env: unknown) => Response | Promise<Response>;

const year = 365 * 24 * 60 * 60;

export async function servePages(app: Hono, options: PageOptions): Promise<void> {
  if (!options.isDev) {
    const notFound = notFoundOnce(options);
    // Runs before anything looks up the address.
    app.use("*", (c, next) => (isTooLongForAPage(c.req.path) ? notFound(c) : next()));
    await servePrepared(app, options.config);
    serveFiles(app);
    // A lead desk page is a hundred kilobytes, most of it repetitive.
    app.use("*", compress());
    // Public pages ignore the query, however long; the pages below read theirs.
    app.use("*", (c, next) => (hasOversizedQuery(c.req.url) ? notFound(c) : next()));
    // Rendering "Page not found" costs milliseconds each time, and anyone may request any address.
    const isPage = pageMatcher(await options.loadBuild());
    app.use("*", (c, next) => (isPage(c.req.path) ? next() : notFound(c)));
  }
  app.all("*", (c) => renderPage(c, options));
}

/** The page "Page not found", rendered on the first request for it. */
function notFoundOnce(options: PageOptions) {
  let made: Promise<PreparedPage> | null = null;
  return async (c: Context): Promise<Response> => {
    made ??= makeNotFound(options).catch((error) => {
      made = null;
      throw error;
    });
    return answerPrepared(c, preparedIn(await made, themeOf(c)), 404);
  };
}

async function makeNotFound({ config, loadBuild, fetchApi }: PageOptions): Promise<PreparedPage> {
  const build = await loadBuild();
  const { makePageContext } = build.entry.module as typeof build.entry.module & PageEntry;
  const context = makePageContext({
    nonce: "",
    fetchApi: async (path, init = {}) => fetchApi(path, init, undefined),
  });
  const request = new Request(new URL("/not-found", config.origin));
  const answer = await createRequestHandler(build, "production")(request, context);
  const isSecure = config.origin.startsWith("https:");
  const options = { isSecure, captcha: config.captcha.provider };
  return prepareNotFound(await answer.text(), options, readSheet);
}

function serveFiles(app: Hono) {
  const root = path.relative(process.cwd(), path.join(projectRoot, "build/client"));
  const files = serveStatic({ root, precompressed: true });
  app.use("/assets/*", async (c, next) => {
    await next();
    // A file's name contains a hash of its content.
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
}

/** Serves public pages from memory: filled in, hashed and compressed before the first visitor. */
async function servePrepared(app: Hono, config: Config) {
  const pages = await preparePages(config);
  for (const page of pages) {
    app.get(page.path, (c) => answerPrepared(c, preparedIn(page, themeOf(c))));
  }
}

function answerPrepared(c: Context, page: PreparedPage, status: 200 | 404 = 200): Response {
  const headers = { ...page.headers, ...(status === 200 && { ETag: page.etag }) };
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

async function renderPage(c: Context, options: PageOptions): Promise<Response> {
  const { config, log, fetchApi, isDev } = options;
  const build = await options.loadBuild();
  const nonce = randomBytes(16).toString("base64");
  const entry = build.entry.module as typeof build.entry.module & PageEntry;
  const context = entry.makePageContext({
    nonce,
    fetchApi: async (url, init) => fetchApi(url, asVisitor(c, init), c.env as HttpBindings),
  });
  const handle = createRequestHandler(build, isDev ? "development" : "production");
  const answer = await handle(c.req.raw, context);
  if (answer.status >= 500) log.error({ status: answer.status }, "a page failed");
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
  // Some of these pages are opened by a link that must not leak to other sites.
  headers.set("Referrer-Policy", "no-referrer");
  // Isolates a signed-in page from the window that opened it. Public pages go without: they show
  // everyone the same, and the header makes the browser start a new process (decision 021).
  headers.set("Cross-Origin-Opener-Policy", "same-origin");
  const isDocument = headers.get("Content-Type")?.startsWith("text/html");
  if (!isDocument) return new Response(answer.body, { status: answer.status, headers });
  const html = inTheme(await answer.text(), themeOf(c));
  const body = isDev ? html : deferUntilFirstPaint(inlineAllStyles(html, nonce, readSheet));
  return new Response(body, { status: answer.status, headers });
}

// A sheet's name contains a hash of its content, so it is read once.
const sheets = new Map<string, string>();

function readSheet(href: string): string {
  const sheet =
    sheets.get(href) ?? readFileSync(path.join(projectRoot, "build/client", href), "utf8");
  sheets.set(href, sheet);
  return sheet;
}

// A page's loader calls the API as its visitor: same cookies, same address, same browser.
const forwardedHeaders = ["cookie", "authorization", "user-agent", "x-forwarded-for"];

function asVisitor(c: Context, init: RequestInit = {}): RequestInit {
  const headers = new Headers(init.headers);
  for (const name of forwardedHeaders) {
    const value = c.req.header(name);
    if (value) headers.set(name, value);
  }
  return { ...init, headers };
}
