// Simulates a server that doesn't respond while a screen is open.
import type { Page } from "playwright-core";

/** Returns whether the page responds to clicks. React marks the elements that it handles. */
export async function isHydrated(page: Page) {
  await page.waitForFunction(() =>
    Object.keys(document.body).some((key) => key.startsWith("__react")),
  );
}

/** Breaks the connection while the screen is open. */
export async function loseConnection(page: Page) {
  await isHydrated(page);
  await page.route("**/*", (route) => route.abort());
  await page.evaluate(() => dispatchEvent(new Event("online")));
  await page.getByText("Connection lost at").waitFor();
}

/** Makes the next request fail immediately or never end. */
export async function loseLoader(page: Page, how: "fail" | "wait") {
  await isHydrated(page);
  await page.route("**/*.data*", (route) => (how === "fail" ? route.abort() : undefined));
}
