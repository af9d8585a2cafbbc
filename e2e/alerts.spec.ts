import { expect, test } from "vitest";
import { makeCall, makeInquiry } from "#server/db/make.ts";
import { expectAccessible, expectNoSidewaysScroll, expectReadableInDarkMode } from "./browser.ts";
import { deskJourneys, phone } from "./desk.ts";

const desk = deskJourneys();

const alert = () => desk.page.getByRole("region", { name: "New leads" });
const news = () => alert().locator("strong");

test("during a search a new lead is announced, moves nothing, and opens with its call button focused", async () => {
  await addLead("Delgado");
  await openReady("/lms/dashboard?q=delgado");
  const row = desk.page.locator("[data-lead]", { hasText: "Delgado" });
  const before = await row.boundingBox();
  await addLead("Marisol");
  await news().getByText("Marisol").waitFor();
  expect(await row.boundingBox()).toEqual(before);
  await desk.page.getByRole("status").getByText("New lead: Marisol").waitFor({ state: "attached" });
  await expectAccessible(desk.page);
  await expectReadableInDarkMode(desk.page);
  await alert().getByRole("link", { name: "Call Marisol" }).click();
  await desk.page.getByRole("heading", { level: 1, name: "Marisol" }).waitFor();
  const focused = desk.page.locator(":focus");
  await expect.poll(() => focused.innerText()).toMatch("I’m calling");
  // The lead is on the screen now.
  await alert().waitFor({ state: "hidden" });
});

test("on a lead's page a new lead is shown until somebody calls it, and each one can be dismissed", async () => {
  const open = await addLead("Open");
  await openReady(`/lms/lead?id=${open}`);
  const came = await addLead("Marisol");
  await news().getByText("Marisol").waitFor();
  // It does not cover the way back.
  const back = await desk.page.getByRole("link", { name: "Back" }).boundingBox();
  const bar = await alert().boundingBox();
  expect(bar?.x).toBeGreaterThan((back?.x ?? 0) + (back?.width ?? 0));
  await desk.product.withTools((tools) =>
    makeCall(tools, desk.practice, came, { calledAt: new Date(), outcome: "spoke" }),
  );
  await alert().waitFor({ state: "hidden" });

  await addLead("Owen");
  await addLead("Tamika");
  await alert().getByText("2 new leads").waitFor();
  await alert().getByRole("link", { name: "Call Owen" }).waitFor();
  await alert().getByRole("button", { name: "Dismiss" }).click();
  await alert().waitFor({ state: "hidden" });
  await addLead("Priya");
  await news().getByText("Priya").waitFor();
  await alert().getByRole("link", { name: "Show" }).click();
  await desk.page.locator("[data-lead]", { hasText: "Priya" }).waitFor();
  await alert().waitFor({ state: "hidden" });
});

test("the queue itself shows a new lead once, without the alert", async () => {
  await openReady("/lms/dashboard");
  await addLead("Marisol");
  await desk.page.locator("[data-lead]", { hasText: "Marisol" }).waitFor();
  expect(await alert().count()).toBe(0);
});

test("a lead that came while the connection was lost is shown when it is back", async () => {
  await openReady("/lms/archive");
  await desk.page.context().setOffline(true);
  await addLead("Marisol");
  await desk.page.context().setOffline(false);
  await news().getByText("Marisol").waitFor();
  desk.page.troubles.length = 0;
});

test.each([320, 390])(
  "on a phone of %i pixels the alert fits, beside its actions",
  async (width) => {
    const open = await addLead("Open");
    await desk.open(`/lms/lead?id=${open}`, phone(width));
    await whenLoaded();
    await addLead("Wilhelmina-Alexandra");
    await alert().getByRole("link", { name: "Show" }).waitFor();
    await expectNoSidewaysScroll(desk.page);
    await expectAccessible(desk.page);
    const box = await alert().boundingBox();
    expect(box?.height).toBeLessThan(120);
  },
);

test("a lead that must not be called is in the last group, without a filled button or an alert", async () => {
  const refused = await addLead("Refused");
  await addLead("Marisol");
  await openReady("/lms/dashboard");
  await expect.poll(() => desk.page.title()).toMatch(/^\(2\) /);
  await desk.page
    .context()
    .request.post(`${desk.product.origin}/api/leads/${refused}/call-permissions`, {
      data: { isAllowed: false, reason: "Asked us to stop" },
    });
  await expect.poll(() => desk.page.title()).toMatch(/^\(1\) /);
  const last = desk.page.getByRole("region", { name: "Do not call" });
  await last.getByText("Asked us to stop").waitFor();
  expect(await desk.page.locator("[data-lead]").last().innerText()).toContain("Refused");
  expect(await last.locator("[data-urgency]").count()).toBe(0);
  await expectAccessible(desk.page);
  await last.getByRole("button", { name: "I’m calling" }).click();
  await desk.page.getByRole("dialog").getByRole("button", { name: "Don’t call" }).waitFor();
  await desk.page.keyboard.press("Escape");
});

test("of two tabs one plays a sound for a new lead, and none while it is muted", async () => {
  await desk.open("/lms/archive");
  const second = await desk.page.context().newPage();
  const tabs = [desk.page, second];
  for (const tab of tabs) {
    await tab.addInitScript(() => {
      Object.assign(window, { played: 0 });
      OscillatorNode.prototype.stop = () => undefined;
      OscillatorNode.prototype.start = () => {
        Object.assign(window, { played: Number(Reflect.get(window, "played")) + 1 });
      };
    });
    await tab.goto(`${desk.product.origin}/lms/profile#alerts`);
    await tab.getByLabel("Play a sound on this device").waitFor();
    // A tab that nobody has used stays silent.
    await tab.locator("h1").click();
  }
  const notes = async () => {
    const played = await Promise.all(tabs.map((tab) => tab.evaluate("played")));
    return played.reduce<number>((sum, one) => sum + Number(one), 0);
  };
  await desk.page.getByLabel("Play a sound on this device").check();
  await desk.page.getByLabel("Also outside business hours").check();
  expect(await notes()).toBe(2);
  await expectAccessible(desk.page);
  await addLead("Marisol");
  for (const tab of tabs) {
    await tab.getByRole("region", { name: "New leads" }).getByText("New lead").waitFor();
  }
  await expect.poll(notes).toBe(4);
  await desk.page.getByRole("button", { name: "Mute until tomorrow" }).click();
  await addLead("Owen");
  for (const tab of tabs) {
    await tab.getByRole("region", { name: "New leads" }).getByText("2 new leads").waitFor();
  }
  expect(await notes()).toBe(4);
});

test("the screen on the wall shows who waits by first name, live, and Escape leaves it", async () => {
  await desk.product.withTools((tools) =>
    makeInquiry(tools, desk.practice.clientId, { firstName: "Marisol", lastName: "Quintero" }),
  );
  await openReady("/lms/dashboard?wall");
  await desk.page.getByText("Marisol").waitFor();
  expect(await desk.page.locator("body").innerText()).not.toContain("Quintero");
  expect(await desk.page.getByRole("navigation").count()).toBe(0);
  await expectAccessible(desk.page);
  await expectReadableInDarkMode(desk.page);
  await addLead("Owen");
  await desk.page.getByText("Owen").waitFor();
  expect(await alert().count()).toBe(0);
  for (const name of ["Priya", "Walker", "Beatrice", "Silas", "Nora"]) await addLead(name);
  await desk.page.getByText("+2 more").waitFor();
  await expectAccessible(desk.page);
  await desk.page.keyboard.press("Escape");
  await desk.page.getByRole("navigation").first().waitFor();
});

test("the screen on the wall has a way to log out", async () => {
  await openReady("/lms/dashboard?wall");
  await desk.page.getByRole("link", { name: "Log out" }).click();
  await desk.page.getByRole("button", { name: "Log in", exact: true }).waitFor();
  await desk.page.goto(`${desk.product.origin}/lms/dashboard?wall`);
  await desk.page.waitForURL(/\/lms\?/);
});

test("an alert address gets alerts once its code was entered, and the campaign is shown on request", async () => {
  await openReady("/lms/profile#alerts");
  const section = desk.page.getByRole("region", { name: "Alerts" });
  await section.getByRole("textbox", { name: "Email" }).fill("manager@example.com");
  await section.getByRole("button", { name: "Add email" }).click();
  await section.getByLabel("Code").waitFor();
  await expectAccessible(desk.page);
  await expectReadableInDarkMode(desk.page);
  const sent = () =>
    desk.product.mails.find(({ to }) => to?.[0]?.address === "manager@example.com");
  await expect.poll(sent).toBeDefined();
  await section.getByLabel("Code").fill(/\b\d{6}\b/.exec(sent()?.text ?? "")?.[0] ?? "");
  await section.getByRole("button", { name: "Confirm" }).click();
  await section.getByRole("button", { name: "Send a test to manager@example.com" }).waitFor();
  await section.getByLabel("Show the campaign in notifications").check();
  await desk.page.reload();
  await section.getByRole("button", { name: "Remove manager@example.com" }).click();
  await section.getByText("manager@example.com").waitFor({ state: "hidden" });
  expect(await section.getByLabel("Show the campaign in notifications").isChecked()).toBe(true);
});

async function openReady(path: string) {
  await desk.open(path);
  await whenLoaded();
}

/** The part of the desk that is loaded after its first screen is there. */
function whenLoaded() {
  return desk.page.waitForFunction(() =>
    performance.getEntriesByType("resource").some(({ name }) => /\/alerts-[^/]*\.js$/.test(name)),
  );
}

async function addLead(firstName: string): Promise<string> {
  const { lead } = await desk.product.withTools((tools) =>
    makeInquiry(tools, desk.practice.clientId, { firstName, lastName: "" }),
  );
  return lead._id;
}
