// Finds a Chromium for tests and pictures, or installs one if possible.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import path from "node:path";
import { chromium } from "playwright-core";
import { projectRoot } from "#server/root.ts";

const names = ["google-chrome", "google-chrome-stable", "chromium", "chromium-browser"];
const places = [
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
  "C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe",
];

/**
 * Returns the journeys' settings: the path of the browser, and of the headless shell if it's
 * installed.
 */
export function browserSettings(): Record<string, string> {
  const browser = findBrowser();
  const shell = process.env.HEADLESS_SHELL_PATH ?? findOnPath(["chromium-headless-shell"]);
  return { BROWSER_PATH: browser, ...(shell && { HEADLESS_SHELL_PATH: shell }) };
}

/**
 * Returns the path of a browser that can be started. If there is none, prints a message and exits.
 */
export function findBrowser(): string {
  const found =
    process.env.BROWSER_PATH ||
    findInstalled() ||
    installAsSystemPackage() ||
    installByPlaywright();
  if (found) return found;
  console.error("No browser found for the tests. Install Chromium or Chrome.");
  process.exit(1);
}

function findInstalled(): string | null {
  const others = [...places, chromium.executablePath()];
  return findOnPath(names) ?? others.find((file) => existsSync(file)) ?? null;
}

function findOnPath(names: string[]): string | null {
  const folders = (process.env.PATH ?? "").split(path.delimiter);
  const candidates = names.flatMap((name) => folders.map((folder) => path.join(folder, name)));
  return candidates.find((file) => existsSync(file)) ?? null;
}

function installAsSystemPackage(): string | null {
  if (process.getuid?.() !== 0) return null;
  console.log("Installing Chromium as a system package…");
  const quiet = { stdio: ["ignore", "ignore", "inherit"] as ["ignore", "ignore", "inherit"] };
  const environment = { env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" } };
  spawnSync("apt-get", ["update"], { ...quiet, ...environment });
  for (const name of ["chromium", "chromium-headless-shell"]) {
    spawnSync("apt-get", ["install", "-y", name], { ...quiet, ...environment });
  }
  return findInstalled();
}

function installByPlaywright(): string | null {
  console.log("Downloading Chromium with Playwright…");
  const cli = path.join(projectRoot, "node_modules/playwright-core/cli.js");
  spawnSync(process.execPath, [cli, "install", "chromium"], { stdio: "inherit" });
  return findInstalled();
}
