// What a front desk sees first: the menu, the first row to call, and a practice's first steps.
import { randomUUID } from "node:crypto";
import type { BrowserContextOptions, Locator } from "playwright-core";
import { expect, test, vi } from "vitest";
import { demoStartWords } from "#content/demo.ts";
import { makeCall, makeInquiry, makeOwner, makePractice } from "#server/db/make.ts";
import {
  continueCall,
  expectAccessible,
  expectNoSidewaysScroll,
  expectReadableInDarkMode,
  openPage,
  type WatchedPage,
} from "./browser.ts";
import { deskJourneys, phone } from "./desk.ts";
import { sample } from "./sample.ts";

const desk = deskJourneys();

test("the menu lists Reports after Callbacks and highlights it, by keyboard and in a phone's drawer", async () => {
  await addLead("Nadia", 3);
  await desk.open("/lms/dashboard");
  const menu = desk.page.getByRole("navigation", { name: "Main" });
  const names = ["Dashboard", "Callbacks", "Reports", "Archive", "Template", "Profile"];
  expect(await linksOf(menu)).toEqual(names);
  await menu.getByRole("link", { name: "Callbacks" }).focus();
  await desk.page.keyboard.press("Tab");
  await desk.page.keyboard.press("Enter");
  await desk.page.getByRole("heading", { level: 1, name: "Reports" }).waitFor();
  await expect.poll(() => linksOf(menu, "[aria-current=page]")).toEqual(["Reports"]);
  await desk.page.goto(`${desk.product.origin}/lms/inquiries?bucket=lt10`);
  await expect.poll(() => linksOf(menu, "[data-holds]")).toEqual(["Reports"]);
  await desk.page.context().close();

  await desk.open("/lms/figures", phone(320));
  await desk.page.getByRole("button", { name: "Menu", exact: true }).tap();
  const drawer = desk.page.getByRole("dialog", { name: "Menu" });
  expect(await linksOf(drawer.getByRole("navigation"))).toEqual(names);
  await expect.poll(() => linksOf(drawer, "[aria-current=page]")).toEqual(["Reports"]);
  await expectAccessible(desk.page);
});

test("an owner who views as a practice has Reports in the menu and stays in that practice", async () => {
  const owner = await desk.product.withTools((tools) => makeOwner(tools));
  desk.page = await openPage(desk.browser);
  const { email, password } = owner;
  await desk.page.context().request.post(`${desk.product.origin}/api/credentials`, {
    data: { email, password },
  });
  await desk.page.goto(`${desk.product.origin}/lms/dashboard?client=${desk.practice.clientId}`);
  const menu = desk.page.getByRole("navigation", { name: "Main" });
  expect(await linksOf(menu)).toEqual(["Dashboard", "Callbacks", "Reports", "Archive"]);
  await menu.getByRole("link", { name: "Reports" }).click();
  await desk.page.waitForURL(`**/lms/figures?client=${desk.practice.clientId}`);
  await expect.poll(() => linksOf(menu, "[aria-current=page]")).toEqual(["Reports"]);
});

test("a live demo has Reports in its menu", async () => {
  desk.page = await openPage(desk.browser);
  // The demo is made in the background after startup.
  await vi.waitUntil(isDemoReady, { timeout: 100_000, interval: 300 });
  await desk.page.goto(`${desk.product.origin}/marketing`);
  await desk.page.getByRole("link", { name: demoStartWords.button }).first().click();
  await desk.page.waitForURL("**/demo/lms/dashboard");
  await menuOf(desk.page).getByRole("link", { name: "Reports" }).click();
  await desk.page.waitForURL("**/demo/lms/figures");
  await expect.poll(() => linksOf(menuOf(desk.page), "[aria-current=page]")).toEqual(["Reports"]);
});

test("only the first lead to call has a solid button, and the next one gets it when the first call has a result", async () => {
  await addLead("Ada", 8);
  await addLead("Bea", 3);
  await addLead("Cleo", 200);
  await desk.open("/lms/dashboard");
  await row("Cleo").waitFor();
  expect(await solidRows()).toEqual(["Ada"]);
  await desk.page.emulateMedia({ colorScheme: "dark" });
  expect(await solidRows()).toEqual(["Ada"]);
  await desk.page.emulateMedia({ colorScheme: "light" });
  await expectAccessible(desk.page);

  const before = await row("Bea").locator("[data-call]").boundingBox();
  await row("Ada").getByRole("button", { name: "I’m calling" }).click();
  await continueCall(desk.page);
  const answer = row("Ada").getByRole("button", { name: /^No answer/ });
  await answer.waitFor();
  // The next step is to log the result, not to call the next lead.
  expect(await solidRows()).toEqual([]);
  await answer.click();
  await expect.poll(solidRows).toEqual(["Bea"]);
  const after = await row("Bea").locator("[data-call]").boundingBox();
  expect([after?.x, after?.width, after?.height]).toEqual([
    before?.x,
    before?.width,
    before?.height,
  ]);
});

test("on a phone, the second lead gets the solid button while another device calls the first", async () => {
  const { _id } = await addLead("Ada", 8);
  await addLead("Bea", 3);
  await desk.open("/lms/dashboard", phone(390));
  await expect.poll(solidRows).toEqual(["Ada"]);
  await desk.page.context().request.post(`${desk.product.origin}/api/leads/${_id}/calls`, {
    data: { _id: randomUUID() },
  });
  await row("Ada").getByRole("button", { name: "Add result" }).waitFor();
  await expect.poll(solidRows).toEqual(["Bea"]);
});

const screens: [string, BrowserContextOptions][] = [
  ["a desktop", { viewport: { width: 1440, height: 900 } }],
  ["a small phone", phone(320)],
  ["a phone", phone(390)],
];

test.each(sample(screens, 2))(
  "a new practice on %s sees its first steps until each one is done",
  async (_, options) => {
    await desk.open("/lms/dashboard", options);
    const steps = desk.page.getByRole("region", { name: "Set up your lead desk" });
    await steps.getByText("0 of 4 done").waitFor();
    await expectAccessible(desk.page);
    await expectReadableInDarkMode(desk.page);
    await expectNoSidewaysScroll(desk.page);
    expect(await steps.getByRole("link", { name: "Open the lead" }).count()).toBe(0);

    await steps.getByRole("link", { name: "Business hours" }).click();
    const hours = desk.page.getByRole("form", { name: "Business hours" });
    await hours.waitFor();
    await desk.page.getByRole("button", { name: "Save", exact: true }).click();
    await desk.page.getByText("Saved.", { exact: true }).waitFor();
    await desk.page.goBack();
    await steps.getByText("1 of 4 done").waitFor();

    await confirmAddress();
    await desk.page.reload();
    await steps.getByText("2 of 4 done").waitFor();
    await steps.getByRole("link", { name: "Add a lead by hand" }).click();
    await desk.page.getByRole("heading", { level: 1, name: "Add a lead" }).waitFor();
    await desk.page.goBack();
    const { _id } = await addLead("Nadia", 3);
    // The steps update without a reload, and the lead is listed above them.
    await steps.getByText("3 of 4 done").waitFor();
    const top = async (what: Locator) => (await what.boundingBox())?.y ?? 0;
    expect(await top(row("Nadia"))).toBeLessThan(await top(steps));
    await steps.getByRole("link", { name: "Open the lead" }).click();
    await desk.page.waitForURL(`**/lms/lead?id=${_id}`);
    await desk.page.goBack();
    await steps.waitFor();
    await desk.product.withTools((tools) =>
      makeCall(tools, desk.practice, _id, { calledAt: new Date(), outcome: "no_answer" }),
    );
    await steps.waitFor({ state: "detached" });
    expect(await storedStage()).toBe("over");
    await desk.page.reload();
    await row("Nadia").waitFor();
    await desk.page.waitForFunction(() => "isAnswering" in window);
    expect(await steps.count()).toBe(0);
  },
);

test("the first steps stay hidden once dismissed, and a practice with leads never sees them", async () => {
  await desk.open("/lms/dashboard");
  const steps = () => desk.page.getByRole("region", { name: "Set up your lead desk" });
  await steps().getByRole("button", { name: "Hide this list" }).focus();
  await desk.page.keyboard.press("Enter");
  await steps().waitFor({ state: "detached" });
  expect(await desk.page.evaluate(() => document.activeElement?.id)).toBe("main");
  expect(await storedStage()).toBe("over");
  await desk.page.reload();
  await desk.page.waitForFunction(() => "isAnswering" in window);
  expect(await steps().count()).toBe(0);
  await desk.page.context().close();

  desk.practice = await desk.product.withTools((tools) => makePractice(tools));
  const { _id } = await addLead("Nadia", 60);
  await desk.product.withTools((tools) =>
    makeCall(tools, desk.practice, _id, { calledAt: new Date(), outcome: "not_interested" }),
  );
  await desk.open("/lms/dashboard");
  await desk.page.getByText("No one is waiting for a call.").waitFor();
  await expect.poll(storedStage).toBe("over");
  expect(await steps().count()).toBe(0);
});

test("the header shows the practice's date and time, and the period is picked next to Calls on Time", async () => {
  const timeZone = "Pacific/Honolulu";
  desk.practice = await desk.product.withTools((tools) => makePractice(tools, { timeZone }));
  await addLead("Nadia", 3);
  await desk.open("/lms/dashboard", { timezoneId: "Asia/Tokyo" });
  const shown = await desk.page.getByRole("banner").getByRole("time").textContent();
  const parts = { weekday: "short", month: "short", day: "numeric" } as const;
  const today = new Date().toLocaleDateString("en-US", { timeZone, ...parts });
  expect(shown).toMatch(/^[A-Z][a-z]{2} [A-Z][a-z]{2} \d{1,2}, \d{1,2}:\d\d [ap]m$/);
  expect(shown?.startsWith(today.replace(",", ""))).toBe(true);
  const period = desk.page.getByRole("combobox", { name: "Period" });
  const heading = desk.page.getByRole("heading", { name: "Calls on Time" });
  // Content that loads above moves both elements, possibly between the two measurements.
  await expect
    .poll(async () => {
      const [beside, title] = [await period.boundingBox(), await heading.boundingBox()];
      const isRight = (beside?.x ?? 0) > (title?.x ?? 0) + (title?.width ?? 0);
      return isRight && Math.abs(middle(beside) - middle(title)) < 2;
    })
    .toBe(true);
  await period.selectOption("Custom dates");
  await desk.page.getByLabel("Start date").waitFor();
  await expectAccessible(desk.page);
  await expectReadableInDarkMode(desk.page);
  await desk.page.setViewportSize({ width: 320, height: 640 });
  await expectNoSidewaysScroll(desk.page);
});

test("an empty queue says how long the connection has been live, and when the server was last checked", async () => {
  await desk.open("/lms/dashboard");
  await desk.page.getByText("No data.").waitFor();
  await desk.page
    .getByText(/^Live since \d{1,2}:\d\d [ap]m, last checked \d+ sec ago\.$/)
    .waitFor();
  await desk.page.context().setOffline(true);
  await desk.page.evaluate(() => dispatchEvent(new Event("online")));
  await desk.page.getByText("Connection lost at").waitFor();
  expect(await desk.page.getByText("Live since").count()).toBe(0);
  await desk.page.context().setOffline(false);
  await desk.page.getByText("Live since").waitFor();
  // While the connection is down, the page's requests fail.
  desk.page.troubles.length = 0;
});

const middle = (box: { y: number; height: number } | null) =>
  (box?.y ?? 0) + (box?.height ?? 0) / 2;

const row = (name: string) =>
  desk.page.locator("[data-lead]").filter({ hasText: `${name} Quintero` });

const menuOf = (on: WatchedPage) => on.getByRole("navigation", { name: "Main" });

async function linksOf(menu: Locator, which = "a"): Promise<string[]> {
  await menu.locator(which).first().waitFor();
  // The dashboard's menu entry ends with the number of waiting leads.
  const texts = await menu.locator(which).allTextContents();
  return texts.map((text) => text.replace(/\d+$/, ""));
}

/** Returns the names of the rows whose call button is solid. */
async function solidRows(): Promise<string[]> {
  // The pointer is moved away because it tints the button below it.
  await desk.page.mouse.move(0, 0);
  await desk.page.waitForFunction(() =>
    document.getAnimations().every(({ playState }) => playState !== "running"),
  );
  return desk.page.locator("[data-lead]").evaluateAll((rows) =>
    rows.flatMap((row) => {
      const buttons = [...row.querySelectorAll<HTMLElement>("[data-call], a[href^='tel:']")];
      const isSolid = buttons
        .filter((one) => one.checkVisibility() && one.textContent?.match(/call/i))
        .some((one) => getComputedStyle(one).backgroundColor !== "rgba(0, 0, 0, 0)");
      return isSolid ? [row.querySelector("a")?.textContent?.split(" ")[0] ?? ""] : [];
    }),
  );
}

async function isDemoReady(): Promise<boolean> {
  const asked = "select from clients where is_demo and approved_at is not null";
  return (await desk.product.withTools(({ pool }) => pool.query(asked))).rowCount === 1;
}

/** Returns what this device has stored about the first steps. */
function storedStage(): Promise<string | null> {
  return desk.page.evaluate(
    (id) => localStorage.getItem(`first steps/${id}`),
    desk.practice.clientId,
  );
}

/** Confirms an alert email address as if its code had been entered. */
async function confirmAddress() {
  await desk.product.withTools(({ pool }) =>
    pool.query(
      `insert into alert_addresses (client_id, id, kind, address, confirmed_at, created_at)
       values ($1, $2, 'email', 'desk@example.com', now(), now())`,
      [desk.practice.clientId, randomUUID()],
    ),
  );
}

async function addLead(firstName: string, minutesAgo: number) {
  const { lead } = await desk.product.withTools((tools) =>
    makeInquiry(tools, desk.practice.clientId, {
      firstName,
      submittedAt: new Date(Date.now() - minutesAgo * 60_000),
    }),
  );
  return lead;
}
