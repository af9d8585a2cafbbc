// Finds a Chromium for tests and pictures, and installs one if it can.
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

/** The path of a browser that starts. Without one it prints one sentence and ends the process. */
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
  const onPath = (process.env.PATH ?? "").split(path.delimiter);
  const candidates = [
    ...names.flatMap((name) => onPath.map((folder) => path.join(folder, name))),
    ...places,
    chromium.executablePath(),
  ];
  return candidates.find((file) => existsSync(file)) ?? null;
}

function installAsSystemPackage(): string | null {
  if (process.getuid?.() !== 0) return null;
  console.log("Installing Chromium as a system package…");
  const quiet = { stdio: ["ignore", "ignore", "inherit"] as ["ignore", "ignore", "inherit"] };
  const environment = { env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" } };
  spawnSync("apt-get", ["update"], { ...quiet, ...environment });
  spawnSync("apt-get", ["install", "-y", "chromium"], { ...quiet, ...environment });
  return findInstalled();
}

function installByPlaywright(): string | null {
  console.log("Downloading Chromium with Playwright…");
  const cli = path.join(projectRoot, "node_modules/playwright-core/cli.js");
  spawnSync(process.execPath, [cli, "install", "chromium"], { stdio: "inherit" });
  return findInstalled();
}
