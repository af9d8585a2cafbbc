import type { BrowserContextOptions } from "playwright-core";
import { expect, test } from "vitest";
import { makeInquiry, makeOwner } from "#server/db/make.ts";
import { expectAccessible, expectNoSidewaysScroll } from "./browser.ts";
import { deskJourneys, openDesk, phone } from "./desk.ts";
import { sample } from "./sample.ts";

const desk = deskJourneys();

test("the menu stays visible while a long page scrolls, and can be scrolled itself in a short window", async () => {
  await addLeads(20);
  const big = { viewport: { width: 1440, height: 900 } };
  await desk.open("/lms/dashboard?show=20", big);
  const logOut = () => desk.page.getByRole("link", { name: "Log out" });
  // Polled, because the sticky menu reaches its new position only in the next frame after a scroll.
  const isInView = async () => {
    const box = await logOut().boundingBox();
    const { height } = desk.page.viewportSize() ?? { height: 0 };
    return box !== null && box.y >= 0 && box.y + box.height <= height;
  };
  await expect.poll(isInView).toBe(true);
  await desk.page.evaluate(() => scrollTo(0, document.body.scrollHeight));
  await expect.poll(isInView).toBe(true);
  await desk.page.setViewportSize({ width: 1440, height: 340 });
  await expect.poll(isInView).toBe(false);
  await logOut().scrollIntoViewIfNeeded();
  await expect.poll(isInView).toBe(true);

  await desk.page.context().close();
  const owner = await desk.product.withTools((tools) => makeOwner(tools));
  desk.page = await openDesk(desk.browser, desk.product.origin, owner, "/admin/today", big);
  await desk.page.evaluate(() =>
    document.querySelector("main")?.style.setProperty("min-height", "3000px"),
  );
  await desk.page.evaluate(() => scrollTo(0, document.body.scrollHeight));
  await expect.poll(isInView).toBe(true);
});

test("the heading shows how many leads are waiting, even beyond one page", async () => {
  await addLeads(13);
  await desk.open("/lms/dashboard");
  await desk.page.getByRole("heading", { name: "Not called yet 13" }).waitFor();
  await desk.page.getByLabel("Search by name, email or phone").fill("Number 12");
  await desk.page.getByRole("heading", { name: "Not called yet 1", exact: true }).waitFor();
  await desk.page.goto(`${desk.product.origin}/lms/dashboard?state=uncalled`);
  await desk.page.getByRole("heading", { name: "Not called yet 13" }).waitFor();
});

test("a walk-in is listed under a separate heading, with a call button", async () => {
  await addLeads(1);
  await desk.open("/lms/lead");
  await desk.page.getByLabel("First name").fill("Walker");
  const one = desk.page.getByRole("group", { name: "Phone or email" });
  await one.getByLabel("Phone", { exact: true }).fill("(800) 555-0142");
  await desk.page.getByRole("button", { name: "Add", exact: true }).click();
  await desk.page.getByRole("heading", { level: 1, name: "Walker" }).waitFor();
  await desk.page.getByText("Added by Dana Whitfield").waitFor();
  expect(await desk.page.getByText("Form submitted by Dana Whitfield").count()).toBe(0);
  await desk.page.getByRole("link", { name: "Dashboard" }).click();
  const group = desk.page.getByRole("region", { name: "Not timed, not called yet" });
  await group.getByRole("heading", { name: "Not timed, not called yet 1" }).waitFor();
  const call = group.getByRole("button", { name: "I’m calling Walker" });
  expect(await call.evaluate((one) => one.checkVisibility({ opacityProperty: true }))).toBe(true);
  await expectAccessible(desk.page);
  await call.click();
  await group.getByText("How did the call").waitFor();
});

test("an invalid phone number is stored as it was typed and is shown as not valid", async () => {
  await desk.open("/lms/lead");
  await expect.poll(() => desk.page.evaluate(() => document.activeElement?.tagName)).toBe("INPUT");
  await desk.page.getByLabel("First name").fill("Short");
  await desk.page.getByLabel("Phone").fill("813-555");
  const notice = desk.page.getByText("Not a valid phone number.");
  expect(await notice.count()).toBe(0);
  await desk.page.keyboard.press("Tab");
  await notice.waitFor();
  await expectAccessible(desk.page);
  await desk.page.getByLabel("Phone").fill("813-555-0142");
  await notice.waitFor({ state: "detached" });
  await desk.page.getByLabel("Phone").fill("813-555");
  await desk.page.getByRole("button", { name: "Add", exact: true }).click();
  await desk.page.getByText("press the button again to use it anyway", { exact: false }).waitFor();
  await desk.page.getByRole("button", { name: "Add", exact: true }).click();
  await desk.page.getByRole("heading", { level: 1, name: "Short" }).waitFor();
  await notice.waitFor();
  expect(await desk.page.getByRole("button", { name: /I’m calling/ }).count()).toBe(0);
  await expectAccessible(desk.page);
});

test("Cancel on the Add lead page returns to the dashboard with its sort order", async () => {
  await addLeads(1);
  await desk.open("/lms/dashboard?sort=newest");
  await desk.page.getByRole("link", { name: "Add lead" }).click();
  await desk.page.getByRole("button", { name: "Cancel" }).click();
  await desk.page.waitForURL(/dashboard\?sort=newest/);
});

const screens: [string, BrowserContextOptions][] = [
  ["on a desktop", { viewport: { width: 1440, height: 900 } }],
  ["on a small phone", phone(320)],
  ["on a phone", phone(390)],
];

test.each(sample(screens, 2))(
  "new leads are announced above a list that is in use, and the list's rows don't move: %s",
  async (_, screen) => {
    await addLeads(12);
    await desk.open("/lms/dashboard?show=20", screen);
    const first = desk.page.locator("[data-lead]").first();
    await first.getByRole("link").first().focus();
    const before = await first.boundingBox();
    await addLeads(2);
    const bar = desk.page.getByRole("button", { name: "2 new Show" });
    await bar.getByText("longest").waitFor();
    const box = await bar.boundingBox();
    expect(await first.boundingBox()).toEqual(before);
    const list = await desk.page.getByRole("region", { name: "Leads" }).boundingBox();
    expect(Math.round((list?.width ?? 0) - (box?.width ?? 0))).toBeLessThanOrEqual(2);
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(before?.y ?? 0);
    await expectNoSidewaysScroll(desk.page);
    await expectAccessible(desk.page);
    // The announcement stays at the screen's top edge when the list is scrolled.
    await desk.page.evaluate(() => scrollTo(0, 400));
    await expect.poll(async () => (await bar.boundingBox())?.y).toBe(0);
    await bar.click();
    await bar.waitFor({ state: "detached" });
  },
);

test("an action's confirmation doesn't cover a call button in a window of 1024 px or more", async () => {
  await addLeads(14);
  await desk.open("/lms/dashboard?show=20", { viewport: { width: 1440, height: 900 } });
  await expect.poll(() => desk.page.title()).toMatch(/^\(14/);
  for (const reason of ["Duplicate", "Outside our area"]) {
    await desk.page.keyboard.press("j");
    await desk.page.keyboard.press("e");
    await desk.page.getByRole("button", { name: reason }).click();
    await desk.page.getByRole("dialog").waitFor({ state: "detached" });
  }
  const toasts = desk.page.getByText(/archived\.$/);
  await expect.poll(() => toasts.count()).toBe(2);
  for (const width of [1440, 1200, 1024]) {
    await desk.page.setViewportSize({ width, height: 900 });
    const covered = await desk.page.evaluate(findCoveredCalls);
    expect([width, covered]).toEqual([width, { toasts: 2, calls: 0 }]);
  }
});

/** Runs in the page. Counts the confirmations, and the call buttons that one of them covers. */
function findCoveredCalls() {
  const boxes = (found: Iterable<Element>) => [...found].map((one) => one.getBoundingClientRect());
  const undos = [...document.querySelectorAll("[data-toast-action]")];
  const cards = undos.flatMap((undo) => undo.parentElement ?? []);
  const calls = [...document.querySelectorAll("[data-call]")].filter((one) =>
    one.checkVisibility(),
  );
  const isOver = (a: DOMRect, b: DOMRect) =>
    a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
  return {
    toasts: cards.length,
    calls: boxes(cards).flatMap((card) => boxes(calls).filter((call) => isOver(card, call))).length,
  };
}

test("a lead that was found with the search can be opened on a slow connection", async () => {
  await addLeads(3);
  await desk.open("/lms/dashboard");
  await desk.page.getByLabel("Search by name, email or phone").fill("Number 2");
  await expect.poll(() => desk.page.locator("[data-lead]").count()).toBe(1);
  await desk.page.route(/\/lms\/lead\.data/, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 800));
    await route.continue();
  });
  await desk.page.getByRole("link", { name: "Number 2 Quintero" }).click();
  await desk.page.getByRole("heading", { level: 1, name: "Number 2 Quintero" }).waitFor();
});

function addLeads(count: number): Promise<unknown> {
  return desk.product.withTools(async (tools) => {
    for (let index = 0; index < count; index += 1) {
      await makeInquiry(tools, desk.practice.clientId, { firstName: `Number ${index}` });
    }
  });
}
