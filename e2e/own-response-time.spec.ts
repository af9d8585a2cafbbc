// The agency publishes how fast it calls back: nothing until an owner turns it on, then one
// sentence on the marketing site of every process, and nothing again once it is turned off.
import { randomUUID } from "node:crypto";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { settingsMessages, settingsWords } from "#content/console/settings.ts";
import { site } from "#content/site.ts";
import { makeContactRequest, makeContactRequestCall, makeOwner } from "#server/db/make.ts";
import {
  expectAccessible,
  expectNoSidewaysScroll,
  expectReadableInDarkMode,
  openBrowser,
  openPage,
} from "./browser.ts";
import { openDesk } from "./desk.ts";
import { until } from "./process.ts";
import { type Product, startProduct } from "./product.ts";

let browser: Browser;
let first: Product;
let second: Product;
beforeAll(async () => {
  browser = await openBrowser();
  first = await startProduct({ CAPTCHA_PROVIDER: "off" });
  const { host, port, user, database } = await first.withTools(async ({ pool }) => pool.options);
  const query = new URLSearchParams({ host: host ?? "", port: String(port) });
  const DATABASE_URL = `postgres://${user}@localhost/${database}?${query}`;
  second = await startProduct({ CAPTCHA_PROVIDER: "off", DATABASE_URL });
});
afterAll(async () => {
  await second.stop();
  await first.stop();
});

const says = "Our median response time for our last 12 inquiries is under 8 minutes.";
const minuteMs = 60_000;

async function htmlOf({ origin }: Product, path = "/marketing"): Promise<string> {
  return (await fetch(origin + path)).text();
}

test("the owner can preview, publish and hide the response time, and every process shows it to visitors", async () => {
  const owner = await first.withTools(async (tools) => {
    const made = await makeOwner(tools);
    for (let hour = 1; hour <= 12; hour += 1) {
      const at = new Date(Date.now() - hour * 60 * minuteMs);
      const { contactRequestId } = await makeContactRequest(tools, {
        ...{ kind: "marketing", fullName: "Ada Byron", email: `${randomUUID()}@example.com` },
        ...{ phone: "(813) 555-0100", receivedAt: at, finishedAt: at },
      });
      const calledAt = new Date(at.getTime() + (hour < 6 ? 3 : 7) * minuteMs);
      await makeContactRequestCall(tools, made, contactRequestId, calledAt);
    }
    return made;
  });
  const before = [await htmlOf(first), await htmlOf(first, "/marketing/contact")];
  for (const html of before) expect(html).not.toMatch(/data-response-time|response-time\.invalid/);

  const page = await openDesk(browser, first.origin, owner, "/admin/settings");
  await page.getByText(settingsWords.site.wouldSay).getByText(says).waitFor();
  await publish(page, "yes");
  await page.getByText(settingsWords.site.says).getByText(says).waitFor();
  for (const product of [first, second]) {
    await until(async () => (await htmlOf(product)).includes(says));
    expect(await htmlOf(product, "/marketing/contact")).toContain(says);
  }
  await readWithoutScripts();
  await readWithScripts();

  await publish(page, "no");
  for (const product of [first, second]) {
    await until(
      async () => (await htmlOf(product)) === before[0]?.replaceAll(first.origin, product.origin),
    );
  }
  expect(await htmlOf(first, "/marketing/contact")).toBe(before[1]);
  await page.context().close();
});

async function publish(page: Page, choice: string) {
  const form = page.getByRole("form", { name: "Marketing site" });
  await form.getByLabel("Show my response time").selectOption(choice);
  await form.getByRole("button", { name: "Save", exact: true }).click();
  await page.getByText(settingsMessages.saved).last().waitFor();
}

/** Reads the sentence on a narrow phone, in dark mode, and on paper. */
async function readWithoutScripts() {
  const page = await openPage(browser, {
    javaScriptEnabled: false,
    viewport: { width: 320, height: 640 },
    colorScheme: "dark",
  });
  for (const path of ["/marketing", "/marketing/contact"]) {
    await page.goto(second.origin + path);
    await page.getByText(says).scrollIntoViewIfNeeded();
    await page.emulateMedia({ media: "print" });
    expect(await page.getByText(says).isVisible()).toBe(true);
    await page.emulateMedia({ media: "screen" });
  }
  await page.context().close();
}

/**
 * React renders the same sentence again, even after navigation from another page, and nothing
 * moves.
 */
async function readWithScripts() {
  for (const width of [320, 1440]) {
    const page = await openPage(browser, { viewport: { width, height: 900 } });
    await page.goto(`${first.origin}/marketing`);
    await page.mouse.move(100, 100);
    await page.mouse.move(110, 110);
    await page.waitForFunction(() => document.documentElement.dataset.styled !== undefined);
    expect(await page.evaluate(roomIsEnough, says)).toBe(true);
    await page.getByText(says).scrollIntoViewIfNeeded();
    await expectNoSidewaysScroll(page);
    await page.goto(`${first.origin}/marketing/contact`);
    await page.getByText(says).waitFor();
    await expectAccessible(page);
    await expectReadableInDarkMode(page);
    await page.getByRole("link", { name: site.agency }).first().click();
    await page.waitForURL(`${first.origin}/marketing`);
    // The line may be replaced while the rest of the page loads, so scrolling to it is repeated.
    const scroll = () => page.getByText(says).scrollIntoViewIfNeeded();
    await expect.poll(() => scroll().then(() => true, String)).toBe(true);
    expect(await page.getByText(says).count()).toBe(1);
    expect(page.troubles).toEqual([]);
    await page.context().close();
  }
}

/** Runs in the page. Returns whether the part with the sentence reserves enough height for it. */
function roomIsEnough(sentence: string): boolean {
  const part = [...document.querySelectorAll<HTMLElement>("[data-below]")].find((one) =>
    one.textContent?.includes(sentence),
  );
  if (!part) return false;
  const room = Number.parseFloat(getComputedStyle(part).containIntrinsicBlockSize.slice(5));
  part.dataset.drawn = "";
  const { paddingTop, paddingBottom } = getComputedStyle(part);
  return (
    room >= part.clientHeight - Number.parseFloat(paddingTop) - Number.parseFloat(paddingBottom)
  );
}
