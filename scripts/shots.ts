// npm run shots [-- name …]: a picture of every screen, at three widths, light and dark, into
// shots/, on its own demo data. Open them, and fix what you wouldn't want to show.
// npm run shots -- --sizes [name …]: also at 320, 1920 and 2560 pixels, and a desktop at 200% zoom.
// npm run shots -- --print [name …]: also printed, as PDFs, the pages that don't need a login.
// npm run shots -- emails: a practice's emails, as their readers see them.
// npm run shots -- flagship: retakes the pictures of the lead desk on the portfolio and in the README.
import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { type Browser, chromium, type Page } from "playwright-core";
import { productScreens } from "#contract/case-studies.ts";
import { dayAfter, dayIn, momentAt, mondayOf } from "#contract/zones.ts";
import { calmMorning, seedDemo } from "#server/db/demo.ts";
import { makeOwner, makePractice, openTools } from "#server/db/make.ts";
import { projectRoot } from "#server/root.ts";
import { findBrowser } from "./browser.ts";
import { takeEmailShots } from "./email-shots.ts";
import { screenShots } from "./screens/product-screens.ts";
import type { Shot } from "./screens/shot.ts";
import { shots } from "./screens.ts";
import { openMailbox } from "./shot-mails.ts";

const flags = process.argv.filter((part) => part.startsWith("--"));

type Size = { name: string; width: number; height: number; scale?: number };

const sizes: Size[] = [
  { name: "390", width: 390, height: 844 },
  { name: "768", width: 768, height: 1024 },
  { name: "1440", width: 1440, height: 900 },
];
if (flags.includes("--sizes")) {
  sizes.push(
    { name: "320", width: 320, height: 640 },
    // A page that is zoomed has half the pixels, each twice as large.
    { name: "zoomed", width: 720, height: 450, scale: 2 },
    { name: "1920", width: 1920, height: 1080 },
    { name: "2560", width: 2560, height: 1440 },
  );
}
/** Runs in the page. Parts below the fold get their styles a moment later. */
function isStyled(): boolean {
  return (
    document.querySelector("[data-below]") === null ||
    document.documentElement.dataset.styled !== undefined
  );
}

/**
 * Parts below the fold are rendered, and their pictures loaded, when a reader scrolls near them.
 */
async function readToTheEnd() {
  document.documentElement.dataset.drawn = "";
  for (const picture of document.images) {
    if (!picture.checkVisibility()) continue;
    picture.loading = "eager";
    await picture.decode().catch(() => {});
  }
}

/** The demo's first screen, once its leads are there. */
const dashboard = {
  path: "/lms/dashboard",
  act: (page: Page) => page.locator("[data-lead]").first().waitFor(),
};

/**
 * The pictures that app/portfolio/home/drawings/desk.tsx and app/portfolio/case-study/screens.tsx
 * show, with the same sizes. They end below a row, so that no text is cut off.
 */
const flagshipPictures = [
  {
    file: "home/drawings/desk",
    shot: dashboard,
    sizes: [
      { name: "wide", width: 1120, height: 660, scale: 1.25 },
      { name: "narrow", width: 390, height: 526, scale: 1.5 },
    ],
  },
  ...productScreens.map((screen) => ({
    file: `case-study/screens/${screen}`,
    shot: screenShots[screen],
    sizes: [
      { name: "wide", width: 1440, height: 848, scale: 1 },
      { name: "narrow", width: 390, height: 640, scale: 1.5 },
    ],
  })),
];

const readmeSize = { width: 1440, height: 1024, scale: 1 };

const schemes = ["light", "dark"] as const;
const password = "a password for pictures";
const people = {
  desk: "desk@example.com",
  new: "new@example.com",
  owner: "owner@example.com",
  helper: "helper@example.com",
} as const;
type Tokens = Record<keyof typeof people, string>;

const wanted = process.argv.slice(2).filter((part) => !part.startsWith("--"));
const chosen = shots.filter(
  ({ name }) => wanted.length === 0 || wanted.some((part) => name.includes(part)),
);
const folder = path.join(projectRoot, "shots");
mkdirSync(folder, { recursive: true });

const isFlagship = wanted.includes("flagship");
const demo = await startDemo(isFlagship ? { at: lastWorkdayMorning() } : {});
const browser = await chromium.launch({ executablePath: findBrowser(), args: ["--no-sandbox"] });
try {
  const tokens: Tokens = {
    desk: await signIn("desk"),
    new: isFlagship ? "" : await signIn("new"),
    owner: await signIn("owner"),
    helper: isFlagship ? "" : await signIn("helper"),
  };
  for (const shot of chosen) {
    for (const size of sizes) {
      for (const colorScheme of schemes) await take(browser, tokens, shot, size, colorScheme);
    }
    if (flags.includes("--print") && !shot.as && !shot.isScreenOnly) await print(browser, shot);
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
  tokens: Tokens,
  shot: Shot,
  { name: size, scale = 1, ...viewport }: Size,
  colorScheme: "light" | "dark",
) {
  // A phone shows what is only for touch.
  const isInHand = viewport.width < 500;
  const context = await browser.newContext({
    ...{ viewport, colorScheme, deviceScaleFactor: scale, reducedMotion: "reduce" },
    ...(isInHand && { isMobile: true, hasTouch: true }),
  });
  if (shot.as) {
    const value = shot.as === "locked" ? await lockedDevice() : tokens[shot.as];
    const isConsoles = shot.as === "owner" || shot.as === "helper";
    const name = isConsoles ? "adminToken" : "clientToken";
    await context.addCookies([{ name, value, url: demo.origin }]);
  }
  const page = await context.newPage();
  page.setDefaultTimeout(10_000);
  await open(page, shot);
  const file = path.join(folder, `${shot.name}-${size}-${colorScheme}.png`);
  await page.screenshot({ path: file, fullPage: !shot.isScreenOnly });
  await context.close();
}

async function open(page: Page, shot: Shot) {
  await page.goto(demo.origin + shot.path);
  await shot.act?.(page, { mailTo: demo.mailTo });
  await page.waitForFunction(isStyled);
  await page.evaluate(readToTheEnd);
  await page.evaluate(() => document.fonts.ready);
}

/** Prints on letter-size sheets, with the margins that Chromium sets when a person prints. */
async function print(browser: Browser, shot: Shot) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  await open(page, shot);
  const side = "0.4in";
  await page.pdf({
    path: path.join(folder, `${shot.name}-print.pdf`),
    format: "Letter",
    margin: { top: side, right: side, bottom: side, left: side },
  });
  await context.close();
}

async function takeFlagship(browser: Browser, token: string) {
  for (const { file, shot, sizes } of flagshipPictures) {
    for (const { name, ...size } of sizes) {
      for (const colorScheme of schemes) {
        const { page, png } = await takePicture(browser, token, shot, size, colorScheme);
        const target = `app/portfolio/${file}-${name}-${colorScheme}.webp`;
        writeFileSync(path.join(projectRoot, target), await asWebp(page, png));
        await page.context().close();
      }
    }
  }
  const { page, png } = await takePicture(browser, token, dashboard, readmeSize, "light");
  writeFileSync(path.join(projectRoot, "docs/pictures/dashboard.png"), png);
  await page.context().close();
  console.log("flagship");
}

async function takePicture(
  browser: Browser,
  token: string,
  shot: Pick<Shot, "path" | "act">,
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
  // A call shows the device's time.
  await page.clock.setFixedTime(demo.now());
  await page.goto(`${demo.origin}${shot.path}`);
  await shot.act?.(page, { mailTo: demo.mailTo });
  await page.evaluate(() => document.fonts.ready);
  return { page, png: await page.screenshot() };
}

/** Encodes with Chromium, because a few pictures don't need another encoder. */
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

/** Opens a new session, because each is replaced when its browser becomes a shared device. */
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
  const timeZone = "America/New_York";
  const yesterday = dayAfter(dayIn(new Date(), timeZone), -1);
  const tuesday = dayAfter(mondayOf(dayAfter(yesterday, -1)), 1);
  return momentAt(tuesday, "10:15", timeZone);
}

/** Starts the demo. With `at`, the product runs as if it were that time, on a calm morning. */
async function startDemo({ at }: { at?: Date }) {
  const dataDir = mkdtempSync(path.join(tmpdir(), "front-desk-shots-"));
  const tools = await openTools({ dataDir });
  const shiftMs = at ? at.getTime() - Date.now() : 0;
  const now = () => new Date(Date.now() + shiftMs);
  await seedDemo({ ...tools, now }, password, at && calmMorning);
  if (!at) {
    await makePractice(tools, { name: "Tamarind Dental", email: people.new, password });
    await makeOwner(tools, { email: people.helper, password, role: "helper" });
  }
  await tools.close();
  const mailbox = await openMailbox();
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
      SMTP_URL: mailbox.url,
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
    mailTo: mailbox.mailTo,
    /** What time it is in the product. */
    now,
    async stop() {
      const ended = new Promise((resolve) => child.once("exit", resolve));
      child.kill("SIGTERM");
      await ended;
      await mailbox.close();
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
