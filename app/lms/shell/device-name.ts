// A readable name for a user agent: "Firefox on Windows".

import { deviceWords } from "#content/desk/profile.ts";

// Order matters: each user agent also contains the names below its own.
const browsers = [
  ["Edg/", "Edge"],
  ["OPR/", "Opera"],
  ["SamsungBrowser/", "Samsung Internet"],
  ["Firefox/", "Firefox"],
  ["FxiOS/", "Firefox"],
  ["CriOS/", "Chrome"],
  ["Chrome/", "Chrome"],
  ["Safari/", "Safari"],
] as const;

const systems = [
  ["iPhone", "iPhone"],
  ["iPad", "iPad"],
  ["Android", "Android"],
  ["Windows", "Windows"],
  ["CrOS", "ChromeOS"],
  ["Mac OS X", "Mac"],
  ["Linux", "Linux"],
] as const;

export function deviceName(userAgent: string): string {
  const find = (names: readonly (readonly [string, string])[]) =>
    names.find(([sign]) => userAgent.includes(sign))?.[1];
  const browser = find(browsers);
  const system = find(systems);
  if (browser && system) return deviceWords.named(browser, system);
  return browser ?? system ?? deviceWords.unknown;
}
