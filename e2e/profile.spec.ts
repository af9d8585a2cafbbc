// The profile's pages, the bar that saves them, and every screen's sound control.
import { expect, test } from "vitest";
import { expectAccessible, expectNoSidewaysScroll, expectReadableInDarkMode } from "./browser.ts";
import { deskJourneys, phone } from "./desk.ts";

const desk = deskJourneys();

test("one bar lists and saves all unsaved changes, and leaving the page asks for confirmation", async () => {
  await desk.open("/lms/profile");
  const { page } = desk;
  const bar = page.getByRole("region", { name: "Not saved" });
  expect(await bar.count()).toBe(0);
  await page.getByLabel("Practice name").fill("Gulf Smiles");
  await page.getByLabel("Sender name").fill("Gulf Smiles front desk");
  await bar.getByText("User information, Emails to your leads").waitFor();
  await expectAccessible(page);
  // The second press comes while the first form is being saved, and the second form must wait for
  // that.
  await page.keyboard.press("Control+s");
  await page.keyboard.press("Control+s");
  await expect.poll(() => bar.count()).toBe(0);
  await page.reload();
  expect(await page.getByLabel("Practice name").inputValue()).toBe("Gulf Smiles");
  expect(await page.getByLabel("Sender name").inputValue()).toBe("Gulf Smiles front desk");

  await page.getByLabel("City").fill("Nowhere");
  await bar.getByRole("button", { name: "Discard" }).click();
  await expect.poll(() => bar.count()).toBe(0);
  expect(await page.getByLabel("City").inputValue()).not.toBe("Nowhere");

  await page.getByLabel("City").fill("Ocala");
  await page.getByRole("link", { name: "Archive" }).click();
  const question = page.getByRole("dialog", { name: "Leave without saving?" });
  await question.getByText("User information").waitFor();
  await expectAccessible(page);
  await question.getByRole("button", { name: "Keep editing" }).click();
  expect(await page.getByLabel("City").inputValue()).toBe("Ocala");
  await page.getByRole("link", { name: "Archive" }).click();
  await question.getByRole("button", { name: "Leave" }).click();
  await page.getByRole("heading", { level: 1, name: "Archive" }).waitFor();
});

test("text typed while a form is being saved stays unsaved until the next save", async () => {
  await desk.open("/lms/profile");
  const { page } = desk;
  const bar = page.getByRole("region", { name: "Not saved" });
  const isTyped = Promise.withResolvers<void>();
  await page.route("**/api/clients/me", (route) => isTyped.promise.then(() => route.continue()), {
    times: 1,
  });
  await page.getByLabel("City").fill("Ocala");
  await bar.getByRole("button", { name: "Save", exact: true }).click();
  await bar.getByRole("button", { name: "Saving…" }).waitFor();
  await page.getByLabel("City").fill("Ocala Springs");
  isTyped.resolve();
  const save = bar.getByRole("button", { name: "Save", exact: true });
  await save.waitFor();
  await bar.getByText("User information").waitFor();
  await save.click();
  await expect.poll(() => bar.count()).toBe(0);
  await page.reload();
  expect(await page.getByLabel("City").inputValue()).toBe("Ocala Springs");
});

test("the default hours can be saved unchanged, and a lost connection doesn't clear the form", async () => {
  await desk.open("/lms/profile?page=hours");
  const { page } = desk;
  const bar = page.getByRole("region", { name: "Not saved" });
  await bar.getByRole("button", { name: "Save", exact: true }).click();
  await expect.poll(() => bar.count()).toBe(0);
  await page.getByLabel("Urgent words").fill("pain, swelling");
  await page.route("**/api/clients/me/desk", (route) => route.abort());
  await bar.getByRole("button", { name: "Save", exact: true }).click();
  await bar.getByRole("alert").getByText("We couldn’t reach the server").waitFor();
  desk.page.troubles.length = 0;
  await page.unroute("**/api/clients/me/desk");
  await bar.getByRole("button", { name: "Save", exact: true }).click();
  await expect.poll(() => bar.count()).toBe(0);
  expect(await page.getByLabel("Urgent words").inputValue()).toBe("pain, swelling");
});

test("the profile's pages are a list on a phone, and a link to a section opens its page", async () => {
  await desk.open("/lms/profile", phone(320));
  const { page } = desk;
  const pages = page.getByRole("navigation", { name: "Settings" });
  await pages.getByRole("link", { name: /^Security/ }).waitFor();
  expect(await page.getByLabel("Practice name").isVisible()).toBe(false);
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
  await pages.getByRole("link", { name: /^Hours/ }).click();
  await page.getByRole("form", { name: "Follow-up plan" }).waitFor();
  await expectNoSidewaysScroll(page);
  await expectReadableInDarkMode(page);
  await page.getByRole("link", { name: "All settings" }).click();
  await pages.getByRole("link", { name: /^Alerts/ }).waitFor();
  await page.goto(`${desk.product.origin}/lms/profile#devices`);
  await page.waitForURL(/page=security#devices$/);
  await page.getByRole("region", { name: "Devices" }).waitFor();
});

test("the sound can be turned on and muted from any screen", async () => {
  await desk.open("/lms/archive");
  const { page } = desk;
  const choose = async (now: string, item: string) => {
    await page.getByRole("button", { name: now }).click();
    await page.getByRole("menuitem", { name: item }).click();
  };
  await choose("Sound off", "Turn sound on");
  await expectAccessible(page);
  await choose("Sound on", "Mute for 15 minutes");
  await page.getByRole("button", { name: /^Muted until/ }).waitFor();
  await page.goto(`${desk.product.origin}/lms/dashboard`);
  await choose("Muted until", "Unmute");
  await choose("Sound on", "Alert settings");
  await page.getByRole("checkbox", { name: "Play a sound on this device" }).waitFor();
  expect(
    await page.getByRole("checkbox", { name: "Play a sound on this device" }).isChecked(),
  ).toBe(true);
});
