import { expect, test } from "vitest";
import { makeInquiry } from "#server/db/make.ts";
import { deskJourneys, phone } from "./desk.ts";

const desk = deskJourneys();

test("keys work as shortcuts again after Escape in the search", async () => {
  await addLeads(["Abel", "Berta"]);
  await desk.open("/lms/dashboard");
  await desk.page.keyboard.press("/");
  await desk.page.keyboard.type("abel");
  await row("Berta").waitFor({ state: "detached" });
  await desk.page.keyboard.press("Escape");
  await row("Berta").waitFor();
  await desk.page.keyboard.press("j");
  await expect.poll(focusedLead).not.toBe("");
  expect(await desk.page.getByRole("searchbox").inputValue()).toBe("");
});

test("the clear button empties the search, and focus stays in the field", async () => {
  await addLeads(["Wanted"]);
  await desk.open("/lms/dashboard?q=nobody", phone(320));
  const box = desk.page.getByRole("searchbox");
  const clear = desk.page.getByRole("button", { name: "Clear search" });
  await clear.tap();
  await row("Wanted").waitFor();
  expect(await box.inputValue()).toBe("");
  expect(await box.evaluate((one) => one === document.activeElement)).toBe(true);
  expect(await clear.count()).toBe(0);
});

test("Enter moves from the search to its first result", async () => {
  await addLeads(["Abel", "Berta"]);
  await desk.open("/lms/dashboard");
  await desk.page.keyboard.press("/");
  await desk.page.keyboard.type("berta");
  await row("Abel").waitFor({ state: "detached" });
  await desk.page.keyboard.press("Enter");
  await expect.poll(focusedLead).toContain("Berta");
  expect(await desk.page.getByRole("searchbox").inputValue()).toBe("berta");
});

test("C calls, E archives and Escape goes back on a lead's page, and the help lists that page's keys", async () => {
  await addLeads(["Abel"]);
  await desk.open("/lms/dashboard");
  await row("Abel").getByRole("link", { name: "Abel" }).click();
  await desk.page.waitForURL(/\/lms\/lead/);
  await desk.page.keyboard.press("?");
  const help = desk.page.getByRole("dialog", { name: "Keyboard shortcuts" });
  await help.getByText("Back to the list").waitFor();
  expect(await help.getByText("Next or previous lead").count()).toBe(0);
  await desk.page.keyboard.press("Escape");
  await help.waitFor({ state: "hidden" });
  await desk.page.keyboard.press("e");
  await desk.page.getByRole("dialog", { name: /archive/i }).waitFor();
  await desk.page.keyboard.press("Escape");
  await desk.page.getByRole("dialog").waitFor({ state: "hidden" });
  await desk.page.keyboard.press("c");
  await desk.page.getByText("How did the call").waitFor();
  // The focus ring around the panel doesn't cut through text.
  const panel = desk.page.getByRole("region", { name: /^How did the call with/ });
  const ring = await panel.boundingBox();
  const text = await panel.getByText("How did the call").boundingBox();
  expect((text?.x ?? 0) - (ring?.x ?? 0)).toBeGreaterThan(8);
  await desk.page.keyboard.press("1");
  await desk.page.getByText("How did the call").waitFor({ state: "detached" });
  await desk.page.keyboard.press("Escape");
  await desk.page.waitForURL(/\/lms\/dashboard/);
});

test("Back returns to the same search, filter and scroll position", async () => {
  await addLeads(Array.from({ length: 25 }, (_, index) => `Abel${index}`));
  await desk.open("/lms/dashboard?q=abel&sort=newest&show=30");
  await row("Abel0").waitFor();
  await row("Abel0").scrollIntoViewIfNeeded();
  const before = await desk.page.evaluate(() => scrollY);
  expect(before).toBeGreaterThan(0);
  await row("Abel0").getByRole("link", { name: "Abel0" }).click();
  await desk.page.waitForURL(/\/lms\/lead/);
  await desk.page.getByRole("link", { name: "Back", exact: true }).click();
  await desk.page.waitForURL(/q=abel&sort=newest&show=30/);
  await row("Abel0").waitFor();
  await expect.poll(() => desk.page.evaluate(() => scrollY)).toBe(before);
});

test("Back from a lead that was opened directly leads to the dashboard", async () => {
  const [id] = await addLeads(["Abel"]);
  await desk.open(`/lms/lead?id=${id}`);
  await desk.page.getByRole("link", { name: "Back", exact: true }).click();
  await desk.page.waitForURL(/\/lms\/dashboard$/);
});

test("a lead's clock stops while the result of a call is pending, and continues when the call is undone", async () => {
  await desk.product.withTools((tools) =>
    makeInquiry(tools, desk.practice.clientId, {
      firstName: "Abel",
      submittedAt: new Date(Date.now() - 8.5 * 60_000),
    }),
  );
  await desk.open("/lms/dashboard");
  await row("Abel")
    .getByRole("button", { name: /I’m calling/ })
    .click();
  await row("Abel").getByText("clock paused").waitFor();
  const digits = () =>
    row("Abel")
      .getByText(/^[89]:\d\d$/)
      .textContent();
  // On a slow connection the clock doesn't stand still immediately: the server's time for the call
  // may be a second later than the browser's.
  const standsStill = async () => {
    const before = await digits();
    await desk.page.waitForFunction((from) => Date.now() - from > 1500, Date.now());
    return (await digits()) === before;
  };
  await expect.poll(standsStill).toBe(true);
  const held = await digits();
  await row("Abel").getByRole("button", { name: "I didn’t call" }).click();
  await row("Abel").getByText("clock paused").waitFor({ state: "detached" });
  await expect.poll(digits).not.toBe(held);
});

test("a number with too few digits must be confirmed once before it is saved as typed", async () => {
  await desk.open("/lms/lead");
  await desk.page.getByLabel("First name").fill("Abel");
  await desk.page.getByLabel("Phone", { exact: false }).fill("813 555 01");
  const add = desk.page.getByRole("button", { name: "Add", exact: true });
  await add.click();
  await desk.page.getByText("This doesn’t look like a phone number.", { exact: false }).waitFor();
  // The notice that appeared when the field lost focus isn't shown below the new one.
  expect(await desk.page.getByText("Not a valid phone number.").isVisible()).toBe(false);
  expect(new URL(desk.page.url()).search).toBe("");
  await add.click();
  await desk.page.waitForURL(/\/lms\/lead\?id=/);
});

test("the number in the Calls on Time ring is in the accessibility tree", async () => {
  await addLeads(["Abel"]);
  await desk.open("/lms/dashboard");
  await row("Abel")
    .getByRole("button", { name: /I’m calling/ })
    .click();
  await desk.page.keyboard.press("3");
  const card = desk.page.getByRole("region", { name: "Calls on Time" });
  await expect.poll(() => card.ariaSnapshot()).toContain("1/1 inquiries got a call");
});

async function addLeads(firstNames: string[]): Promise<string[]> {
  return desk.product.withTools(async (tools) => {
    const ids: string[] = [];
    for (const firstName of firstNames) {
      const { lead } = await makeInquiry(tools, desk.practice.clientId, { firstName });
      ids.push(lead._id);
    }
    return ids;
  });
}

function row(name: string) {
  return desk.page.locator("[data-lead]").filter({ hasText: new RegExp(`${name}\\b`) });
}

function focusedLead(): Promise<string> {
  return desk.page.evaluate(
    () => document.activeElement?.closest("[data-lead]")?.textContent ?? "",
  );
}
