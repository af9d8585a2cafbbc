// What a screen shows while the server doesn't answer.
import type { Page } from "playwright-core";

/** The page answers to what is pressed: React marks the elements that it handles. */
export async function isHydrated(page: Page) {
  await page.waitForFunction(() =>
    Object.keys(document.body).some((key) => key.startsWith("__react")),
  );
}

/** The connection breaks while the screen is open. */
export async function loseConnection(page: Page) {
  await isHydrated(page);
  await page.route("**/*", (route) => route.abort());
  await page.evaluate(() => dispatchEvent(new Event("online")));
  await page.getByText("Connection lost at").waitFor();
}

/** What is asked for next isn't answered: it fails at once, or never ends. */
export async function loseLoader(page: Page, how: "fail" | "wait") {
  await isHydrated(page);
  await page.route("**/*.data*", (route) => (how === "fail" ? route.abort() : undefined));
}
