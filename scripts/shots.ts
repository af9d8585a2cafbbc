// npm run shots [-- name …]: a picture of every screen, at three widths, light and dark, into
// shots/, on its own demo data. Open them, and fix what you wouldn't want to show.
// npm run shots -- emails: a practice's emails, as their readers see them.
// npm run shots -- flagship: retakes the pictures of the lead desk on the portfolio and in the README.
import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { type Browser, chromium, type Page } from "playwright-core";
import { Temporal } from "temporal-polyfill";
import { calmMorning, seedDemo } from "#server/db/demo.ts";
import { openTools } from "#server/db/make.ts";
import { projectRoot } from "#server/root.ts";
import { findBrowser } from "./browser.ts";
import { takeEmailShots } from "./email-shots.ts";
import type { Shot } from "./screens/shot.ts";
import { shots } from "./screens.ts";

const sizes = [
  { width: 390, height: 844 },
  { width: 768, height: 1024 },
  { width: 1440, height: 900 },
];
/** Runs in the page: parts below the first screen get their styles a moment later. */
function isStyled(): boolean {
  return (
    document.querySelector("[data-below]") === null ||
    document.documentElement.dataset.styled !== undefined
  );
}

/** Parts below the first screen are drawn, and their pictures loaded, when a reader scrolls near. */
async function readToTheEnd() {
  document.documentElement.dataset.drawn = "";
  for (const picture of document.images) {
    if (!picture.checkVisibility()) continue;
    picture.loading = "eager";
    await picture.decode().catch(() => {});
  }
}

/**
 * The dashboard as app/portfolio/home/drawings/desk.tsx shows it: these sizes in both places. They
 * end below a row, so that no words are cut through.
 */
const flagshipSizes = [
  { name: "wide", width: 1120, height: 660, scale: 1.25 },
  { name: "narrow", width: 390, height: 526, scale: 1.5 },
];

const readmeSize = { width: 1440, height: 1024, scale: 1 };

const schemes = ["light", "dark"] as const;
const password = "a password for pictures";
const people = { desk: "desk@example.com", owner: "owner@example.com" } as const;

const wanted = process.argv.slice(2);
const chosen = shots.filter(
  ({ name }) => wanted.length === 0 || wanted.some((part) => name.includes(part)),
);
const folder = path.join(projectRoot, "shots");
mkdirSync(folder, { recursive: true });

const isFlagship = wanted.includes("flagship");
const demo = await startDemo(isFlagship ? { at: lastWorkdayMorning() } : {});
const browser = await chromium.launch({ executablePath: findBrowser(), args: ["--no-sandbox"] });
try {
  const tokens = { desk: await signIn("desk"), owner: await signIn("owner") };
  for (const shot of chosen) {
    for (const size of sizes) {
      for (const colorScheme of schemes) await take(browser, tokens, shot, size, colorScheme);
    }
    console.log(shot.name);
  }
  if (wanted.length === 0 || wanted.includes("emails")) {
    await takeEmailShots(browser, { origin: demo.origin, token: tokens.desk, folder });
    console.log("emails");
  }
  if (isFlagship) await takeFlagship(browser, tokens.desk);
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
  // On a phone, what is shown for touch only is visible.
  const isInHand = viewport.width < 500;
  const context = await browser.newContext({
    ...{ viewport, colorScheme, reducedMotion: "reduce" },
    ...(isInHand && { isMobile: true, hasTouch: true }),
  });
  const { desk, owner } = tokens;
  if (shot.as) {
    const value = shot.as === "locked" ? await lockedDevice() : shot.as === "desk" ? desk : owner;
    const name = shot.as === "owner" ? "adminToken" : "clientToken";
    await context.addCookies([{ name, value, url: demo.origin }]);
  }
  const page = await context.newPage();
  page.setDefaultTimeout(10_000);
  await page.goto(demo.origin + shot.path);
  await shot.act?.(page);
  await page.waitForFunction(isStyled);
  await page.evaluate(readToTheEnd);
  await page.evaluate(() => document.fonts.ready);
  const file = path.join(folder, `${shot.name}-${viewport.width}-${colorScheme}.png`);
  await page.screenshot({ path: file, fullPage: !shot.isScreenOnly });
  await context.close();
}

async function takeFlagship(browser: Browser, token: string) {
  for (const { name, ...size } of flagshipSizes) {
    for (const colorScheme of schemes) {
      const { page, png } = await takeDashboard(browser, token, size, colorScheme);
      const file = `app/portfolio/home/drawings/desk-${name}-${colorScheme}.webp`;
      writeFileSync(path.join(projectRoot, file), await asWebp(page, png));
      await page.context().close();
    }
  }
  const { page, png } = await takeDashboard(browser, token, readmeSize, "light");
  writeFileSync(path.join(projectRoot, "docs/pictures/dashboard.png"), png);
  await page.context().close();
  console.log("flagship");
}

async function takeDashboard(
  browser: Browser,
  token: string,
  { width, height, scale }: { width: number; height: number; scale: number },
  colorScheme: "light" | "dark",
) {
  const context = await browser.newContext({
    viewport: { width, height },
    deviceScaleFactor: scale,
    colorScheme,
    reducedMotion: "reduce",
  });
  await context.addCookies([{ name: "clientToken", value: token, url: demo.origin }]);
  const page = await context.newPage();
  await page.goto(`${demo.origin}/lms/dashboard`);
  await page.locator("[data-lead]").first().waitFor();
  await page.evaluate(() => document.fonts.ready);
  return { page, png: await page.screenshot() };
}

/** Chromium encodes them; four pictures need no other encoder. */
async function asWebp(page: Page, png: Buffer): Promise<Buffer> {
  await page.goto("about:blank");
  const address = await page.evaluate(
    async (source) => {
      const picture = new Image();
      picture.src = source;
      await picture.decode();
      const canvas = document.createElement("canvas");
      canvas.width = picture.naturalWidth;
      canvas.height = picture.naturalHeight;
      canvas.getContext("2d")?.drawImage(picture, 0, 0);
      return canvas.toDataURL("image/webp", 0.62);
    },
    `data:image/png;base64,${png.toString("base64")}`,
  );
  return Buffer.from(address.split(",")[1] ?? "", "base64");
}

async function signIn(who: keyof typeof people): Promise<string> {
  const answer = await fetch(`${demo.origin}/api/credentials`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ email: people[who], password }),
  });
  return (await answer.json()).token;
}

/** A new session, as each is replaced when its browser becomes a shared device. */
async function lockedDevice(): Promise<string> {
  const start = { password, idleMinutes: 5, initials: "DW", pin: "1379" };
  const { token } = await (await post("/shared-device", await signIn("desk"), start)).json();
  await post("/shared-device/locks", token, {});
  return token;
}

function post(path: string, token: string, json: object): Promise<Response> {
  return fetch(`${demo.origin}/api${path}`, {
    method: "POST",
    headers: { "Content-Type": "application/json", Authorization: `Bearer ${token}` },
    body: JSON.stringify(json),
  });
}

/** A time at which a front desk is open and has caught up: 10:15 on a Tuesday in Tampa. */
function lastWorkdayMorning(): Date {
  const now = Temporal.Now.zonedDateTimeISO("America/New_York");
  const tuesday = now.subtract({ days: ((now.dayOfWeek + 4) % 7) + 1 });
  const morning = tuesday.withPlainTime({ hour: 10, minute: 15 });
  return new Date(morning.epochMilliseconds);
}

/** With `at`, the product runs as if it were that time, on a calm morning. */
async function startDemo({ at }: { at?: Date }) {
  const dataDir = mkdtempSync(path.join(tmpdir(), "front-desk-shots-"));
  const tools = await openTools({ dataDir });
  const shiftMs = at ? at.getTime() - Date.now() : 0;
  const now = () => new Date(Date.now() + shiftMs);
  await seedDemo({ ...tools, now }, password, at && calmMorning);
  await tools.close();
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const shifted = at ? ["--import", "./scripts/shifted-clock.mjs"] : [];
  const child = spawn(process.execPath, [...shifted, "build/server/start.js"], {
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
      CLOCK_SHIFT_MS: String(shiftMs),
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
