// Reads the browser and operating system from a user agent. Their names are the same in every
// language.

// The order matters, because each user agent also contains the names that come later in this list.
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

/** Returns the device, or null if it's unknown. */
export function readUserAgent(userAgent: string) {
  const find = <Name extends string>(names: readonly (readonly [string, Name])[]) =>
    names.find(([sign]) => userAgent.includes(sign))?.[1] ?? null;
  return { browser: find(browsers), system: find(systems) };
}
