// Sends the longest possible URLs, queries and headers to every kind of page. No request may block
// others, and a URL that can't be a page gets "Page not found".
import { type IncomingHttpHeaders, request } from "node:http";
import { connect } from "node:net";
import { brotliDecompressSync } from "node:zlib";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeFormSource, makeOwner, makePractice } from "#server/db/make.ts";
import { pagePaths } from "#server/testing/page-paths.ts";
import { expectAccessible, openBrowser, openPage } from "./browser.ts";
import { findGrowth, times } from "./growth.ts";
import { until } from "./process.ts";
import { type Product, startProduct } from "./product.ts";

/** Node accepts 16 KB of headers, including the URL. */
const largestCharacters = 15_000;
/** A rendered page accepts queries up to this length; a longer one gets "Page not found". */
const largestQuery = 3_900;
/**
 * Requests are measured in groups of this size, because one may cost less than the process clock
 * can resolve.
 */
const atOnce = 2;

let product: Product;
let browser: Browser;
/** The cookies of a practice's account and of an owner, in one browser. */
let signedIn: string;
let formKey: string;
beforeAll(async () => {
  browser = await openBrowser();
  product = await startProduct({ CAPTCHA_PROVIDER: "off", LOG_LEVEL: "silent", DEMO: "on" });
  const { practice, owner, key } = await product.withTools(async (tools) => {
    const practice = await makePractice(tools);
    const source = await makeFormSource(tools, practice.clientId);
    // Waits for the demo's template, because creating it in the background would add to the
    // requests' cost.
    await until(async () => {
      const demos = await tools.db.query.clients.findMany({
        where: (one, { eq }) => eq(one.isDemo, true),
      });
      return demos.some(({ approvedAt }) => approvedAt !== null);
    });
    return { practice, owner: await makeOwner(tools), key: source.formKey };
  });
  formKey = key ?? "";
  signedIn = `clientToken=${await signIn(practice)}; adminToken=${await signIn(owner)}`;
});
afterAll(() => product.stop());

async function signIn({ email, password }: { email: string; password: string }): Promise<string> {
  const answer = await fetch(`${product.origin}/api/credentials`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ email, password }),
  });
  return (await answer.json()).token;
}

const below = ["/", "/lms/", "/admin/", "/assets/", "/pictures/", "/previews/", "//", "/api/"];
const segments = ["a/", "%61/", "a%2F", "%2e%2e/", "lms/", "a//"];

test.each(below)("a request to a path below %s takes time linear in its length", async (before) => {
  for (const segment of segments) {
    for (const [method, after] of [
      ["GET", ""],
      ["GET", ".data"],
      ["GET", "x.png"],
      ["POST", ""],
    ]) {
      await expectInProportion(`${method} ${before}${segment}…${after}`, (characters) => ({
        method,
        path: before + filled(segment, characters) + after,
      }));
    }
  }
});

/**
 * Returns how long the page's query may be. A page that doesn't depend on its query accepts as much
 * as Node does.
 */
function queryLengthOf(path: string): number {
  return isPublic.test(path) ? largestCharacters : largestQuery;
}

const isPublic = /^\/($|contact|projects\/|marketing|lms\/(privacy|terms)|not-there)/;

// The parameters that pages read, with values that they reject.
const oddValues = filled(
  "id=%00&client=((&search=a,&month=0&cursor=%ff&t=%F0%9F%98%80&sort=&",
  250,
);

test("every page takes time linear in the length of its query", async () => {
  expect(pagePaths).toEqual(expect.arrayContaining(["/", "/lms/lead", "/admin/audit", "/demo"]));
  const hosted = `/forms/${formKey}`;
  for (const page of [...pagePaths, "/demo/lms/dashboard", "/not-there/a", hosted]) {
    for (const query of ["a&", oddValues, "+"]) {
      await expectInProportion(
        `${page}?${query}…`,
        (characters) => ({
          path: `${page}?${filled(query, characters)}`,
          headers: { Cookie: signedIn },
        }),
        queryLengthOf(page),
      );
    }
  }
});

test("a logged-in practice and a logged-in owner get their pages, not the login page", async () => {
  for (const path of ["/lms/dashboard", "/lms/profile", "/admin/practices", "/admin/settings"]) {
    const query = filled("a&", largestQuery);
    const answer = await ask({ path: `${path}?${query}`, headers: { Cookie: signedIn } });
    expect([answer.status, path]).toEqual([200, path]);
    expect(answer.body.toString()).toContain("Log out");
  }
});

const pages = ["/lms/dashboard", "/lms/lead", "/unsubscribe", "/__manifest", "/lms/dashboard.data"];
const queries = ["id=%00&", "q=a&", "paths=/a/a/a,b&", "paths=/lms/lead&", "q=(((("];

test.each(pages)("%s takes time linear in the length of its query string", async (page) => {
  for (const query of queries) {
    await expectInProportion(
      `${page}?${query}…`,
      (characters) => ({
        path: `${page}?${filled(query, characters)}`,
        headers: { Cookie: signedIn },
      }),
      largestQuery,
    );
  }
  await expectInProportion(
    `${page}?paths=/a/a/…`,
    (characters) => ({
      path: `${page}?paths=/${filled("a/", characters)}&q=${filled("a", 100)}`,
      headers: { Cookie: signedIn },
    }),
    largestQuery,
  );
});

const headers: [string, string][] = [
  ["Cookie", "a=a; "],
  ["Cookie", "theme=dark; "],
  ["Cookie", "clientToken=a; "],
  ["Accept-Encoding", "br, "],
  ["Accept-Encoding", "x;q=0.1,"],
  ["If-None-Match", '"a", '],
  ["Accept-Language", "en, "],
  ["X-Forwarded-For", "1.1.1.1, "],
  ["Authorization", "Bearer a "],
  ["Range", "bytes=0-1,"],
];

test.each(headers)("a header %s with repeated %o takes linear time", async (name, piece) => {
  const kinds = ["/", "/lms", "/lms/dashboard", "/admin/practices", "/booked-call", "/demo"];
  for (const path of [...kinds, `/forms/${formKey}`, "/not-there", "/favicon.svg"]) {
    await expectInProportion(`${path} with ${name}`, (characters) => {
      const cookies = name === "Cookie" ? `${signedIn}; ` : "";
      const long = cookies + filled(piece, characters - cookies.length).trim();
      return { path, headers: { Cookie: signedIn, [name]: long } };
    });
  }
});

const forms = ["/booked-call", "/booked-call.data", "/unsubscribe", "/unsubscribe.data", "/lms"];
const formType = "application/x-www-form-urlencoded";

test.each(forms)(
  "%s limits the size of a form, rejects other content types, and takes linear time",
  async (path) => {
    const post = async (type: string, body: BodyInit) => {
      const headers = { "Content-Type": type };
      const answer = await fetch(product.origin + path, { method: "POST", headers, body });
      return answer.status;
    };
    const large = "a=b&".repeat(3000);
    const untold = new Blob([large]).stream();
    expect(await post(formType, large)).toBe(413);
    const chunked = { method: "POST", headers: { "Content-Type": formType }, duplex: "half" };
    const streamed = await fetch(product.origin + path, {
      ...chunked,
      body: untold,
    } as RequestInit);
    expect(streamed.status).toBe(413);
    for (const type of ["application/json", "text/plain", "multipart/form-data", "a/b"]) {
      expect([type, await post(type, "{}")]).toEqual([type, 415]);
    }
    expect(await post("multipart/form-data; boundary=a", "--a--")).toBe(415);
    for (const body of ["", "t=%00", "t=%ff", "t=a&t=b&what=cancel", "what=move&slot=1"]) {
      expect([body, await post(formType, body)]).not.toEqual([body, 500]);
    }
    await expectInProportion(`POST ${path}`, (characters) => ({
      ...{ method: "POST", path, headers: { "Content-Type": formType } },
      body: filled("t=a&", characters / 2),
    }));
  },
);

const tooLong = [
  `/${"a/".repeat(7000)}`,
  `/${"%61/".repeat(20)}`,
  `/lms/${"a/".repeat(20)}`,
  `/assets/${"a/".repeat(20)}x.js`,
  `/${"a".repeat(400)}`,
  // This prefix belongs to the framework; URLs below it must be rejected too, without looking up a
  // page.
  `/__/${"a/".repeat(20)}`,
  `/${"a%2F".repeat(100)}`,
  `/lms?${"a&".repeat(7000)}`,
  `/lms/dashboard?q=${"a".repeat(5000)}`,
];

test("a public page accepts a query string of 10,000 characters", async () => {
  for (const path of ["/", "/marketing", "/contact"]) {
    const answer = await ask({ path: `${path}?gclid=${"a".repeat(10_000)}` });
    expect([answer.status, path]).toEqual([200, path]);
  }
});

test("a URL that is too long for a page returns 'Page not found' for every method", async () => {
  for (const path of tooLong) {
    for (const method of ["GET", "POST", "PUT", "DELETE", "HEAD"]) {
      const answer = await ask({ method, path });
      const what = `${method} ${path.slice(0, 40)}`;
      expect([answer.status, what]).toEqual([404, what]);
      expect(answer.headers["content-type"]).toBe("text/html; charset=utf-8");
      expect(answer.headers["content-security-policy"]).toContain("script-src 'self';");
      expect(answer.headers["x-content-type-options"]).toBe("nosniff");
      expect(answer.body.toString().includes("Page not found")).toBe(method !== "HEAD");
    }
  }
});

test("'Page not found' is compressed, in the visitor's chosen color scheme", async () => {
  const path = `/${"a/".repeat(20)}`;
  const answer = await ask({
    path,
    headers: { "Accept-Encoding": "br", Cookie: "theme=dark" },
  });
  expect(answer.headers["content-encoding"]).toBe("br");
  expect(brotliDecompressSync(answer.body).toString()).toContain('data-theme="dark"');
});

test("'Page not found' has its styles, passes axe, and links to the marketing site", async () => {
  const page = await openPage(browser, { viewport: { width: 320, height: 640 } });
  const answer = await page.goto(`${product.origin}/lms/${"a/".repeat(20)}`);
  expect(answer?.status()).toBe(404);
  const heading = page.getByRole("heading", { name: "Page not found" });
  expect(await heading.evaluate((one) => getComputedStyle(one).fontFamily)).toContain("Fraunces");
  await expectAccessible(page);
  await page.getByRole("link", { name: "Marketing", exact: false }).first().click();
  await page.waitForURL(`${product.origin}/marketing`);
  await page.context().close();
});

test("a short unknown URL gets the prebuilt 'Page not found', and an existing page and its data don't", async () => {
  const unknown = await ask({ path: "/lms/a/b/c" });
  expect(unknown.status).toBe(404);
  expect(unknown.headers["content-security-policy"]).toContain("script-src 'self';");
  const page = await ask({ path: "/lms/" });
  expect(page.headers["content-security-policy"]).toContain("nonce-");
  const asked = await ask({ path: "/lms/dashboard.data" });
  expect(asked.headers["content-type"]).toContain("text/x-script");
});

test("an invalid id in a page's URL returns 404 and doesn't export leads", async () => {
  for (const id of ["../leads/export.csv", "..%2Fleads%2Fexport.csv", "new", "..", "x?y", "%00"]) {
    for (const page of ["/lms/lead", "/lms/lead.data"]) {
      const { status } = await ask({ path: `${page}?id=${id}`, headers: { Cookie: signedIn } });
      expect([status, page, id]).toEqual([404, page, id]);
    }
  }
  const noted = await product.withTools((tools) => tools.db.query.auditEntries.findMany());
  expect(noted.map(({ action }) => action)).not.toContain("leads_exported");
});

test("a request with two Host headers is rejected", async () => {
  const { port } = new URL(product.origin);
  for (const path of ["/", "/api/health", "/lms"]) {
    const answer = await new Promise<string>((resolve) => {
      const socket = connect(Number(port), "127.0.0.1", () =>
        socket.write(`GET ${path} HTTP/1.1\r\nHost: a\r\nHost: b\r\nConnection: close\r\n\r\n`),
      );
      let text = "";
      socket.on("data", (chunk) => {
        text += chunk;
      });
      socket.on("close", () => resolve(text));
    });
    expect(answer).toMatch(/^HTTP\/1\.1 400/);
    expect(answer).toContain('"code":"malformed"');
  }
});

type Asked = { method?: string; path: string; headers?: Record<string, string>; body?: string };

async function expectInProportion(
  what: string,
  asked: (characters: number) => Asked,
  large = largestCharacters,
) {
  const requests = { small: asked(large / times), large: asked(large) };
  const growth = await findGrowth(product.pid(), (size) =>
    Promise.all(Array.from({ length: atOnce }, () => ask(requests[size]))),
  );
  expect([growth, what]).toEqual([null, what]);
}

function filled(part: string, characters: number): string {
  return part.repeat(Math.floor(characters / part.length));
}

type Answer = { status: number; headers: IncomingHttpHeaders; body: Buffer };

/** Sends the path exactly as given; `fetch` would normalize it. */
function ask({ method = "GET", path, headers = {}, body }: Asked): Promise<Answer> {
  const { port } = new URL(product.origin);
  return new Promise((resolve, reject) => {
    const sent = request({ port, host: "127.0.0.1", method, path, headers }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on("data", (chunk: Buffer) => chunks.push(chunk));
      answer.on("end", () => {
        const status = answer.statusCode ?? 0;
        resolve({ status, headers: answer.headers, body: Buffer.concat(chunks) });
      });
    });
    sent.on("error", reject);
    sent.end(body);
  });
}
