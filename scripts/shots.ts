// npm run shots [-- name …]: a picture of every screen, at three widths, light and dark, into
// shots/, on a demo of its own. Open them, and mend what you would be ashamed to show.
// npm run shots -- flagship: takes the portfolio's own pictures of the lead desk anew, into app/.
import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
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
  /** What lies over the page stands on the screen, not on the whole of a long page. */
  isScreenOnly?: boolean;
  /** What a person does before the picture is taken. */
  act?: (page: Page) => Promise<void>;
};

const shots: Shot[] = [
  { name: "portfolio", path: "/" },
  {
    name: "portfolio-work",
    path: "/#work-pelican-claims",
    async act(page) {
      await page.getByRole("tab", { name: "Pelican Claims", selected: true }).waitFor();
    },
  },
  {
    name: "portfolio-filter",
    path: "/#projects",
    async act(page) {
      await page.getByRole("button", { name: "Rust" }).click();
      await page.getByRole("button", { name: "Rust", pressed: true }).waitFor();
    },
  },
  {
    name: "portfolio-drawer",
    path: "/",
    isScreenOnly: true,
    async act(page) {
      await page.getByRole("button", { name: "Menu" }).click();
      await page.getByRole("dialog").waitFor();
    },
  },
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
  { name: "lms-register", path: "/lms?tab=register" },
  {
    name: "lms-register-refused",
    path: "/lms?tab=register",
    async act(page) {
      await page.getByLabel("First name").fill("Priya");
      await page.getByLabel("Password", { exact: true }).fill("seventeen calm otters");
      await page.getByLabel("Confirm Password").fill("something else");
      await page.getByRole("button", { name: "Register" }).click();
      await page.getByText("Passwords don't match").waitFor();
    },
  },
  { name: "lms-recover", path: "/lms/recover" },
  {
    name: "lms-reset-mismatch",
    path: "/lms/recover?t=an-old-link",
    async act(page) {
      await page.getByLabel("New password").fill("seventeen calm otters");
      await page.getByLabel("The same again").fill("seventeen");
    },
  },
  {
    name: "lms-reset-refused",
    path: "/lms/recover?t=an-old-link",
    async act(page) {
      await page.getByLabel("New password").fill("seventeen calm otters");
      await page.getByLabel("The same again").fill("seventeen calm otters");
      await page.getByRole("button", { name: "Set the password" }).click();
      await page.getByRole("link", { name: "Ask for a new link" }).waitFor();
    },
  },
  { name: "lms-confirm", path: "/lms/confirm?t=a-link" },
  { name: "lms-dashboard", path: "/lms/dashboard", as: "desk" },
  { name: "lms-dashboard-search", path: "/lms/dashboard?q=zzzz", as: "desk" },
  {
    name: "lms-dashboard-calling",
    path: "/lms/dashboard",
    as: "desk",
    async act(page) {
      const row = page.locator("[data-lead]").first();
      await row
        .getByRole("button", { name: /calling/ })
        .or(row.getByRole("link", { name: /^Call/ }))
        .click();
      await page.getByText("What came of the call").waitFor();
    },
  },
  {
    name: "lms-dashboard-stale",
    path: "/lms/dashboard",
    as: "desk",
    async act(page) {
      // Only its scripts write the count into the title.
      await page.waitForFunction(() => document.title.startsWith("("));
      await page.route("**/*", (route) => route.abort());
      await page.evaluate(() => dispatchEvent(new Event("online")));
      await page.getByText("Reconnecting since").waitFor();
    },
  },
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
  {
    name: "lms-profile-refused",
    path: "/lms/profile",
    as: "desk",
    async act(page) {
      const hours = page.getByRole("form", { name: "Open hours" });
      await hours.getByRole("button", { name: "Add a break" }).first().click();
      await hours.getByLabel("Closes").first().fill("07:00");
      await hours.getByRole("button", { name: "Add a holiday" }).click();
      await hours.getByRole("button", { name: "Save" }).click();
      await page.getByText("This ends before it begins.").waitFor();
    },
  },
  { name: "admin-sign-in", path: "/admin/sign-in" },
  { name: "admin-today", path: "/admin", as: "owner" },
  { name: "admin-inquiries", path: "/admin/inquiries", as: "owner" },
  { name: "admin-clients", path: "/admin/clients", as: "owner" },
  { name: "admin-audit", path: "/admin/audit", as: "owner" },
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
/** Pictures below the first screen are fetched when somebody comes near. */
async function readToTheEnd() {
  for (const picture of document.images) {
    if (!picture.checkVisibility()) continue;
    picture.loading = "eager";
    await picture.decode().catch(() => {});
  }
}

/** The dashboard as app/portfolio/home/drawings/desk.tsx shows it: these sizes in both places. */
const flagshipSizes = [
  { name: "wide", width: 1120, height: 760, scale: 1.25 },
  { name: "narrow", width: 390, height: 620, scale: 1.5 },
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
  if (wanted.includes("flagship")) await takeFlagship(browser, tokens.desk);
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
  await page.evaluate(readToTheEnd);
  await page.evaluate(() => document.fonts.ready);
  const file = path.join(folder, `${shot.name}-${viewport.width}-${colorScheme}.png`);
  await page.screenshot({ path: file, fullPage: !shot.isScreenOnly });
  await context.close();
}

async function takeFlagship(browser: Browser, token: string) {
  for (const { name, width, height, scale } of flagshipSizes) {
    for (const colorScheme of schemes) {
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
      const png = await page.screenshot();
      const file = path.join(
        projectRoot,
        `app/portfolio/home/drawings/desk-${name}-${colorScheme}.webp`,
      );
      writeFileSync(file, await asWebp(page, png));
      await context.close();
    }
  }
  console.log("flagship");
}

/** Chromium is the encoder: no other is needed for four pictures. */
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
