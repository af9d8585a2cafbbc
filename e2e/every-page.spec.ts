// Every page of the product responds, is accessible, logs nothing to the console, is no wider than
// a phone, and doesn't violate a policy.
import { randomUUID } from "node:crypto";
import type { Browser, BrowserContextOptions } from "playwright-core";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import {
  makeCall,
  makeCampaign,
  makeContactRequest,
  makeFormSource,
  makeInquiry,
  makeOwner,
  makePractice,
} from "#server/db/make.ts";
import { pages } from "#server/testing/page-paths.ts";
import {
  expectAccessible,
  expectNoSidewaysScroll,
  expectReadableInDarkMode,
  openBrowser,
  openPage,
  type WatchedPage,
} from "./browser.ts";
import { type Product, sharedProduct } from "./product.ts";
import { sample } from "./sample.ts";

let product: Product;
let browser: Browser;
const tokens = { desk: "", console: "" };
/** The ids that replace the placeholders in a URL. */
const ids: Record<string, string> = {};
beforeAll(async () => {
  browser = await openBrowser();
  product = await sharedProduct();
  await product.withTools(async (tools) => {
    const practice = await makePractice(tools);
    tokens.desk = await signIn(practice);
    tokens.console = await signIn(await makeOwner(tools));
    ids.practice = practice.clientId;
    // In the middle of the last full month, which the month's report covers.
    const today = new Date();
    const submittedAt = new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth() - 1, 15, 15));
    for (let minutes = 1; minutes <= 12; minutes += 1) {
      const { lead } = await makeInquiry(tools, practice.clientId, { submittedAt });
      const calledAt = new Date(submittedAt.getTime() + minutes * 60_000);
      await makeCall(tools, practice, lead._id, { calledAt, outcome: "spoke" });
    }
    const { contactRequestId } = await makeContactRequest(tools, {
      ...{ kind: "marketing", fullName: "Rosa Delacroix", email: "rosa@example.com" },
      ...{ message: "Do you also work with chiropractors?", finishedAt: new Date() },
    });
    ids.id = contactRequestId;
    const { clientId } = practice;
    ids.lead = (await makeInquiry(tools, clientId)).lead._id;
    ids.otherLead = (await makeInquiry(tools, clientId)).lead._id;
    ids.source = (await makeFormSource(tools, clientId)).sourceId;
    const spring = { clientId, name: "Spring", platform: "meta" as const };
    ids.campaign = (await makeCampaign(tools, spring)).campaignId;
    const { rows } = await tools.pool.query(
      "insert into template_sets (name) values ($1) returning id",
      [`Every page ${randomUUID()}`],
    );
    ids.templateSet = rows[0].id;
  });
});

/**
 * The queries of pages whose path alone shows nothing, or not everything. A name after a colon
 * stands for the id of a row made above.
 */
const variants: Record<string, string[]> = {
  "/lms": ["", "?tab=register"],
  "/lms/recover": ["", "?t=a-link"],
  "/lms/confirm": ["?t=a-link"],
  "/lms/confirm-change": ["?t=a-link"],
  "/lms/join": ["?t=a-link"],
  // Without this query the page starts a demo and redirects; live-demo.spec.ts checks that.
  "/demo": ["?ended=1"],
  // Only a demo has an outbox; live-demo.spec.ts opens it.
  "/lms/outbox": [],
  "/lms/same-person": ["?id=:lead&other=:otherLead"],
  "/marketing/get-started": ["?p=p2"],
  "/es/marketing/get-started": ["?p=p2"],
  "/marketing/makeover-plan": ["?specialty=dentist&worry=map&delay=hour"],
  "/es/marketing/makeover-plan": ["?specialty=dentist&worry=map&delay=hour"],
  "/unsubscribe": ["?t=a-link"],
  "/booked-call": ["?t=a-link"],
  "/admin/practice": ["?id=:practice"],
  "/admin/report": ["?client=:practice"],
  "/admin/import": ["?client=:practice"],
  "/admin/source": ["?id=:source"],
  "/admin/campaign": ["?id=:campaign"],
  "/admin/template-set": ["?id=:templateSet"],
};
const visited = pages.flatMap((page) =>
  (variants[page.path] ?? [""]).map((query) => ({ ...page, path: page.path + query })),
);

/** One window for each kind of login, because a window for each page would take twice as long. */
const windows = new Map<string, Promise<WatchedPage>>();

function windowOf(door: "desk" | "console" | null): Promise<WatchedPage> {
  const opened = windows.get(String(door)) ?? openWindow(door);
  windows.set(String(door), opened);
  return opened;
}

async function openWindow(door: "desk" | "console" | null): Promise<WatchedPage> {
  const page = await openPage(browser, { reducedMotion: "reduce" });
  if (door) await page.context().addCookies([cookieOf(door)]);
  await page.addInitScript(() =>
    addEventListener("hydrated", () => Object.assign(window, { isTakenOver: true })),
  );
  return page;
}

afterAll(async () => {
  for (const page of windows.values()) await (await page).context().close();
});

test.each(visited)(
  "$path responds, fits phones, tablets and desktops, and axe finds no problems in light or dark mode",
  async ({ path, door }) => {
    const page = await windowOf(door);
    await page.emulateMedia({ colorScheme: "light" });
    await page.setViewportSize({ width: 320, height: 640 });
    page.troubles.length = 0;
    const answer = await page.goto(product.origin + withIds(path));
    expect(answer?.status()).toBe(200);
    await page.getByRole("heading", { level: 1 }).waitFor();
    // The styles for the parts below the fold load a moment later.
    await page.waitForFunction(isStyled);
    await expectNoSidewaysScroll(page);
    // A Spanish page has the colors of its English one.
    const areColorsChecked = inject("isLong") || !path.startsWith("/es/");
    await expectAccessible(page, { areColorsChecked });
    await expectReadableInDarkMode(page, { areColorsChecked });
    // The first interaction loads the framework, which must hydrate the page without a warning.
    await page.mouse.move(10, 10);
    await page.mouse.move(20, 20);
    await page.waitForFunction(() => "isTakenOver" in window);
    // The timeout is for pages that don't draw anymore, because their idle callbacks may never run.
    await page.evaluate(
      () => new Promise((resolve) => requestIdleCallback(resolve, { timeout: 1000 })),
    );
    for (const width of sample([768, 1440, 390, 1024], 2)) {
      await page.setViewportSize({ width, height: 900 });
      await page.getByRole("heading", { level: 1 }).waitFor();
      await expectNoSidewaysScroll(page);
    }
    expect([path, page.troubles]).toEqual([path, []]);
  },
);

const publicPages = visited.filter(({ isPrerendered }) => isPrerendered);

const screens: [string, BrowserContextOptions][] = [
  [
    "on a phone, without scripts",
    { viewport: { width: 320, height: 640 }, javaScriptEnabled: false },
  ],
  ["on a desktop", { viewport: { width: 1280, height: 800 } }],
  ["on a desktop at 200% zoom", { viewport: { width: 640, height: 400 }, deviceScaleFactor: 2 }],
];

test.each(sample(screens, 1))(
  "every public page fits a window before its fonts have loaded: %s",
  async (_, screen) => {
    const page = await openPage(browser, screen);
    await page.route("**/*.woff2", () => {});
    for (const { path } of publicPages) {
      await page.goto(product.origin + path, { waitUntil: "domcontentloaded" });
      await page.getByRole("heading", { level: 1 }).waitFor();
      await expectNoSidewaysScroll(page);
    }
    await page.context().close();
  },
);

test.each([
  ["/contact", "Contact"],
  ["/marketing/faq", "FAQ"],
  ["/marketing/contact", "Contact"],
])("the menu on %s marks the current page without JavaScript", async (path, name) => {
  const page = await openPage(browser, { javaScriptEnabled: false });
  await page.goto(product.origin + path);
  const current = page.getByRole("navigation", { name: "Main" }).locator("[aria-current=page]");
  expect(await current.allTextContents()).toEqual([name]);
  await page.context().close();
});

test("an unknown URL returns 'Page not found' with status 404 and three links", async () => {
  const page = await openPage(browser);
  for (const path of ["/nothing/here", "/projects/nothing"]) {
    const answer = await page.goto(product.origin + path);
    expect([path, answer?.status()]).toEqual([path, 404]);
  }
  await page.getByRole("heading", { name: "Page not found" }).waitFor();
  for (const path of ["/", "/marketing", "/lms"]) {
    await expect.poll(() => page.locator(`main a[href="${path}"]`).count()).toBe(1);
  }
  await expectAccessible(page);
  await page.context().close();
});

// The second URL has the path from before it was renamed: cspell:ignore enquiries
test.each([
  ["/get-started?p=p2", "/marketing/get-started?p=p2"],
  ["/lms/enquiries?part=late&reading=open", "/lms/inquiries?part=late&reading=open"],
  ["/admin", "/admin/today"],
  ["/admin/inquiries?state=new", "/admin/requests?state=new"],
  ["/admin/clients", "/admin/practices"],
])("old links to %s redirect to %s", async (from, to) => {
  const answer = await fetch(`${product.origin}${from}`, { redirect: "manual" });
  expect([301, 302, 308]).toContain(answer.status);
  expect(answer.headers.get("Location")).toBe(to);
});

test("a visitor without a session is redirected to the login page, whose URL has the requested page", async () => {
  const page = await openPage(browser);
  await page.goto(`${product.origin}/lms/profile`);
  expect(new URL(page.url()).search).toBe("?next=%2Flms%2Fprofile");
  await page.goto(`${product.origin}/admin/mail`);
  expect(new URL(page.url()).pathname).toBe("/admin/sign-in");
  await page.context().close();
});

test("?lo=true logs out", async () => {
  const token = await signIn(await product.withTools(makePractice));
  const page = await openPage(browser);
  await page.context().addCookies([{ name: "clientToken", value: token, url: product.origin }]);
  await page.goto(`${product.origin}/lms?lo=true`);
  await page.getByText("You’re logged out.").waitFor();
  await page.goto(`${product.origin}/lms/dashboard`);
  expect(new URL(page.url()).pathname).toBe("/lms");
  await page.context().close();
});

test("the content security policy allows only the listed inline scripts", async () => {
  for (const path of ["/contact", "/lms"]) {
    const policy = (await fetch(product.origin + path)).headers.get("Content-Security-Policy");
    expect(policy).toMatch(/script-src 'self' '(sha256|nonce)-/);
    expect(policy).not.toMatch(/script-src[^;]*unsafe/);
  }
});

test("personal pages return Cross-Origin-Opener-Policy: same-origin", async () => {
  for (const path of ["/lms", "/lms/recover", "/admin", "/unsubscribe", "/booked-call"]) {
    const answer = await fetch(product.origin + path);
    expect(answer.headers.get("Cross-Origin-Opener-Policy"), path).toBe("same-origin");
  }
});

test("a page opened from an emailed link doesn't send its URL to other sites", async () => {
  for (const path of ["/lms", "/lms/recover", "/lms/confirm", "/unsubscribe", "/booked-call"]) {
    const answer = await fetch(`${product.origin}${path}?t=a-token`);
    expect(answer.headers.get("Referrer-Policy"), path).toBe("no-referrer");
  }
});

function withIds(path: string): string {
  return path.replace(/:(\w+)/g, (_, name) => ids[name] ?? "");
}

/** Runs in the page. */
function isStyled(): boolean {
  return (
    document.querySelector("[data-below]") === null ||
    document.documentElement.dataset.styled !== undefined
  );
}

async function signIn({ email, password }: { email: string; password: string }): Promise<string> {
  const answer = await fetch(`${product.origin}/api/credentials`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ email, password }),
  });
  return (await answer.json()).token;
}

function cookieOf(door: "desk" | "console") {
  const name = door === "desk" ? "clientToken" : "adminToken";
  return { name, value: tokens[door], url: product.origin };
}
