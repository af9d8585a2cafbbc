// npm run shots [-- name …]: a picture of every screen, at three widths, light and dark, into
// shots/, on a demo of its own. Open them, and mend what you would be ashamed to show.
import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { type Browser, chromium, type Page } from "playwright-core";
import { seedDemo } from "#server/db/demo.ts";
import { openTools } from "#server/db/make.ts";
import { projectRoot } from "#server/root.ts";
import { findBrowser } from "./browser.ts";

type Shot = {
  name: string;
  path: string;
  as?: "desk" | "owner";
  /** What a person does before the picture is taken. */
  act?: (page: Page) => Promise<void>;
};

const shots: Shot[] = [
  { name: "portfolio", path: "/" },
  { name: "portfolio-contact", path: "/contact" },
  {
    name: "portfolio-contact-refused",
    path: "/contact",
    async act(page) {
      await page.getByLabel("Name").fill("Ada");
      await page.getByRole("button", { name: "Send" }).click();
      await page.getByText("Please fill this in.").first().waitFor();
    },
  },
  { name: "marketing", path: "/marketing" },
  { name: "marketing-faq", path: "/marketing/faq" },
  { name: "marketing-contact", path: "/marketing/contact" },
  { name: "marketing-get-started", path: "/marketing/get-started" },
  {
    name: "questionnaire-refused",
    path: "/marketing/get-started?p=p2",
    async act(page) {
      await page.getByLabel("Full name").fill("Dana Whitcombe");
      await page.getByLabel("E-mail").fill("dana@example");
      await page.getByRole("button", { name: "Next" }).click();
      await page.getByText("This does not look like").waitFor();
    },
  },
  {
    name: "questionnaire-history",
    path: "/marketing/get-started?p=p2",
    async act(page) {
      await fillFirstStep(page);
      await page.getByLabel("Yes").first().check();
      await page.getByLabel("How did it work?").fill("Two boosted posts. Nobody booked.");
    },
  },
  {
    name: "questionnaire-time",
    path: "/marketing/get-started?p=p2",
    async act(page) {
      await fillFirstStep(page);
      await page.getByRole("button", { name: "Next" }).click();
      await page.getByRole("group", { name: "Do you have a website?" }).getByLabel("Yes").check();
      await page.getByLabel("Date", { exact: true }).fill("01/05/2020");
      await page.getByLabel("Time", { exact: true }).fill("14:30");
      await page.getByRole("button", { name: "Submit" }).click();
      await page.getByText("This lies in the past.").waitFor();
    },
  },
  {
    name: "questionnaire-done",
    path: "/marketing/get-started?p=p2",
    async act(page) {
      await fillFirstStep(page);
      await page.getByRole("button", { name: "Next" }).click();
      await page.getByLabel("Date", { exact: true }).fill("12/31/2099");
      await page.getByLabel("Time", { exact: true }).fill("14:30");
      await page.getByRole("button", { name: "Submit" }).click();
      await page.getByRole("dialog", { name: "Success!" }).waitFor();
    },
  },
  {
    name: "marketing-menu",
    path: "/marketing/faq",
    async act(page) {
      const menu = page.getByRole("button", { name: "Menu" });
      if (await menu.isVisible()) await menu.click();
    },
  },
  { name: "privacy-policy", path: "/lms/privacy-policy" },
  { name: "terms", path: "/lms/terms-and-conditions" },
  { name: "not-found", path: "/nothing/here" },
  { name: "lms-sign-in", path: "/lms" },
  { name: "lms-recover", path: "/lms/recover" },
  { name: "lms-dashboard", path: "/lms/dashboard", as: "desk" },
  { name: "lms-dashboard-search", path: "/lms/dashboard?q=zzzz", as: "desk" },
  {
    name: "lms-lead",
    path: "/lms/dashboard",
    as: "desk",
    async act(page) {
      await page
        .getByRole("link", { name: /Open|[A-Z]\w+ [A-Z]/ })
        .first()
        .waitFor();
      await page.locator("[data-lead] a").first().click();
      await page.waitForURL(/\/lms\/lead/);
    },
  },
  { name: "lms-archive", path: "/lms/archive", as: "desk" },
  { name: "lms-template", path: "/lms/template", as: "desk" },
  { name: "lms-profile", path: "/lms/profile", as: "desk" },
  { name: "admin-sign-in", path: "/admin/sign-in" },
  { name: "admin-today", path: "/admin", as: "owner" },
  { name: "admin-inquiries", path: "/admin/inquiries", as: "owner" },
  {
    name: "admin-inquiries-reply",
    path: "/admin/inquiries",
    as: "owner",
    async act(page) {
      await page.getByText("Where this came from").first().click();
      await page.getByRole("button", { name: "Reply by e-mail" }).first().click();
      await page.getByLabel("To dana@example.com").fill("Gladly. I call you on Thursday.");
    },
  },
  { name: "admin-mail", path: "/admin/mail", as: "owner" },
];
async function fillFirstStep(page: Page) {
  await page.getByLabel("Full name").fill("Dana Whitcombe");
  await page.getByLabel("E-mail").fill("dana@example.com");
  await page.getByLabel("Phone").fill("(813) 555-0100");
  await page.getByRole("button", { name: "Next" }).click();
  await page.getByRole("heading", { name: "Your marketing so far" }).waitFor();
}

const sizes = [
  { width: 390, height: 844 },
  { width: 768, height: 1024 },
  { width: 1440, height: 900 },
];
const schemes = ["light", "dark"] as const;
const password = "a password for pictures";
const people = { desk: "desk@example.com", owner: "owner@example.com" } as const;

const wanted = process.argv.slice(2);
const chosen = shots.filter(
  ({ name }) => wanted.length === 0 || wanted.some((part) => name.includes(part)),
);
const folder = path.join(projectRoot, "shots");
mkdirSync(folder, { recursive: true });

const demo = await startDemo();
const browser = await chromium.launch({ executablePath: findBrowser(), args: ["--no-sandbox"] });
try {
  const tokens = { desk: await signIn("desk"), owner: await signIn("owner") };
  for (const shot of chosen) {
    for (const size of sizes) {
      for (const colorScheme of schemes) await take(browser, tokens, shot, size, colorScheme);
    }
    console.log(shot.name);
  }
} finally {
  await browser.close();
  await demo.stop();
}

async function take(
  browser: Browser,
  tokens: Record<"desk" | "owner", string>,
  shot: Shot,
  viewport: { width: number; height: number },
  colorScheme: "light" | "dark",
) {
  const context = await browser.newContext({ viewport, colorScheme, reducedMotion: "reduce" });
  const { desk, owner } = tokens;
  if (shot.as) {
    const [name, value] = shot.as === "desk" ? ["clientToken", desk] : ["adminToken", owner];
    await context.addCookies([{ name: name ?? "", value: value ?? "", url: demo.origin }]);
  }
  const page = await context.newPage();
  page.setDefaultTimeout(10_000);
  await page.goto(demo.origin + shot.path);
  await shot.act?.(page);
  await page.evaluate(() => document.fonts.ready);
  const file = path.join(folder, `${shot.name}-${viewport.width}-${colorScheme}.png`);
  await page.screenshot({ path: file, fullPage: true });
  await context.close();
}

async function signIn(who: keyof typeof people): Promise<string> {
  const answer = await fetch(`${demo.origin}/api/credentials`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ email: people[who], password }),
  });
  return (await answer.json()).token;
}

async function startDemo() {
  const dataDir = mkdtempSync(path.join(tmpdir(), "front-desk-shots-"));
  const tools = await openTools({ dataDir });
  await seedDemo(tools, password);
  await tools.close();
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const child = spawn(process.execPath, ["build/server/index.js"], {
    cwd: projectRoot,
    stdio: ["ignore", "pipe", "inherit"],
    env: {
      ...process.env,
      PORT: String(port),
      DATA_DIR: dataDir,
      SPLASH_MS: "0",
      CAPTCHA_PROVIDER: "off",
      RATE_LIMIT_FACTOR: "1000",
      LOG_LEVEL: "silent",
    },
  });
  const ready = Promise.withResolvers<void>();
  child.stdout.on("data", (chunk) => String(chunk).includes("Ready at") && ready.resolve());
  child.on("exit", () => ready.reject(new Error("The demo did not start")));
  await ready.promise;
  return {
    origin,
    async stop() {
      const ended = new Promise((resolve) => child.once("exit", resolve));
      child.kill("SIGTERM");
      await ended;
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === "object" && address ? address.port : 0;
}
