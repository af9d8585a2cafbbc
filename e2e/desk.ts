// A practice's desk that is signed in.
import type { Browser, BrowserContextOptions } from "playwright-core";
import { openPage, type WatchedPage } from "./browser.ts";
import type { Product } from "./product.ts";

/** Where a finger is, and one hand. */
export const phone = (width: number): BrowserContextOptions => ({
  viewport: { width, height: 844 },
  hasTouch: true,
  isMobile: true,
});

export async function openDesk(
  browser: Browser,
  origin: string,
  who: { email: string; password: string },
  path: string,
  options: BrowserContextOptions = {},
): Promise<WatchedPage> {
  const page = await openPage(browser, options);
  await page.goto(origin + path);
  await page.getByLabel("E-mail").fill(who.email);
  await page.getByLabel("Password").fill(who.password);
  await page.getByRole("button", { name: "Log in" }).click();
  await page.waitForURL(origin + path);
  await page.getByRole("heading", { level: 1 }).waitFor();
  return page;
}

type ToldCall = { outcome: string; calledAt: Date; isEnteredLater: boolean };

/** The calls of a lead whose outcome the server has. */
export async function callsOf(product: Product, leadId: string): Promise<ToldCall[]> {
  const tools = await product.tools();
  const { rows } = await tools.pool.query<ToldCall>(
    `select outcome, called_at "calledAt", is_entered_later "isEnteredLater"
     from calls where lead_id = $1 and outcome is not null`,
    [leadId],
  );
  await tools.close();
  return rows;
}

export async function outcomesOf(product: Product, leadId: string): Promise<string[]> {
  return (await callsOf(product, leadId)).map((call) => call.outcome);
}
