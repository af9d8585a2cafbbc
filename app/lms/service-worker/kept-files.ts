// The lead desk's offline cache. It has the last dashboard and the built files, but no API
// responses and no pages of a shared device. Everything is deleted when a different account may
// have logged in.
import { keptTiming } from "#app/kept-page.ts";
import { wallWords } from "#content/desk/alerts.ts";
import { cachePrefix, sharedHeader } from "./messages.ts";
import { worker } from "./worker.ts";

/**
 * The build fills in these values: a hash of the names of all built files, the manifest's URL, and
 * the files that a dashboard needs.
 */
const [build, manifest = "", ...dashboardFiles] = "BUILT_FILES".split(" ");
const files = `${cachePrefix}files ${build}`;
const pages = `${cachePrefix}pages`;

const dashboard = "/lms/dashboard";
/** The cache entry with the account that the cached dashboard belongs to. */
const accountEntry = "/lms/kept-account";

/** The minimum time between two fetches of the dashboard for the cache. */
const freshMs = 5 * 60_000;

let keptAt = 0;
/**
 * How many times the cache was cleared. A response whose request is older than the last clearing
 * may belong to another account.
 */
let removals = 0;

/**
 * Returns the response to a request, or undefined if the browser should handle the request itself.
 */
export function answerOf(request: Request): Promise<Response> | undefined {
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== worker.location.origin) return undefined;
  if (url.pathname.startsWith("/assets/")) return readFile(request);
  if (request.mode === "navigate" && url.pathname.startsWith("/lms/")) {
    return readPage(request, url.pathname + url.search);
  }
  const isStream = request.headers.get("Accept") === "text/event-stream";
  if (url.pathname.startsWith("/api/") && !isStream) return watchSession(request);
  return undefined;
}

/** Cached files never become outdated, because a file's name contains a hash of its content. */
async function readFile(request: Request): Promise<Response> {
  const kept = await caches.open(files);
  const known = await kept.match(request.url);
  if (known) return known;
  const answer = await fetch(request);
  if (answer.ok) await kept.put(request.url, answer.clone());
  return answer;
}

/**
 * Asks the network first. Offline, every screen of the desk opens as the last dashboard. The wall
 * view doesn't, because patients see it and the last dashboard has full names.
 */
async function readPage(request: Request, path: string): Promise<Response> {
  try {
    const answer = await fetch(request);
    if (answer.type === "opaqueredirect") await removeAll();
    if (path === dashboard) void keep(answer.clone()).catch(() => undefined);
    return answer;
  } catch (error) {
    if (path.startsWith(`${dashboard}?wall`)) return offlineWall();
    const last = await (await caches.open(pages)).match(dashboard);
    if (!last) throw error;
    return path === dashboard ? last : Response.redirect(dashboard);
  }
}

/**
 * Returns a page that reloads the wall view once the connection is back. It keeps trying, because
 * the first request may still fail.
 */
function offlineWall(): Response {
  const html = `<!doctype html><html lang="en"><meta charset="utf-8">
    <meta name="viewport" content="width=device-width">
    <meta name="color-scheme" content="light dark"><title>${wallWords.open}</title>
    <body style="display:grid;place-content:center;min-height:90vh;font:1.5rem system-ui">
    <main style="max-width:30ch;text-align:center"><h1>${wallWords.offline}</h1>
    <p>${wallWords.offlineHint}</p></main>
    <script>
      addEventListener("online", () => location.reload());
      setInterval(() => navigator.onLine && location.reload(), 5000);
    </script>`;
  return new Response(html, { headers: { "Content-Type": "text/html; charset=utf-8" } });
}

async function watchSession(request: Request): Promise<Response> {
  const answer = await fetch(request);
  if (answer.status === 401) await removeAll();
  return answer;
}

/** Caches the dashboard for this account, unless the cached one is fresh. */
export async function keepDashboard(account: string): Promise<void> {
  const kept = await caches.open(pages);
  const before = await (await kept.match(accountEntry))?.text();
  if (before !== undefined && before !== account) await removeAll();
  await (await caches.open(pages)).put(accountEntry, new Response(account));
  if (Date.now() - keptAt > freshMs) await keep(await fetch(dashboard, { redirect: "manual" }));
}

async function keep(answer: Response): Promise<void> {
  const removalsBefore = removals;
  if (answer.status !== 200 || answer.redirected || answer.headers.has(sharedHeader)) return;
  const html = await answer.text();
  // A page from another build is left to that build's service worker.
  if (!html.includes(manifest)) return;
  const kept = await caches.open(files);
  await Promise.all(dashboardFiles.map(async (file) => (await kept.match(file)) ?? kept.add(file)));
  const headers = new Headers(answer.headers);
  headers.delete("Content-Encoding");
  headers.set("Server-Timing", `${keptTiming};desc="${Date.now()}"`);
  if (removals !== removalsBefore) return;
  await (await caches.open(pages)).put(dashboard, new Response(html, { headers }));
  keptAt = Date.now();
}

/** Deletes the whole cache, after a logout or when another account logs in. */
export async function removeAll(): Promise<void> {
  removals += 1;
  keptAt = 0;
  await removeCaches((name) => name.startsWith(cachePrefix));
}

/** Deletes the files of earlier builds. */
export async function removeOldFiles(): Promise<void> {
  await removeCaches((name) => name.startsWith(`${cachePrefix}files `) && name !== files);
}

async function removeCaches(isMeant: (name: string) => boolean): Promise<void> {
  const names = await caches.keys();
  await Promise.all(names.filter(isMeant).map((name) => caches.delete(name)));
}
