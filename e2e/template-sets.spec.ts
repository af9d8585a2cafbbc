// The owner publishes a set of templates and copies it to a practice; the practice changes one
// template, and the owner publishes a better version. A manager sees what would change, updates one
// template, restores its earlier text, and keeps the edited one.
import type { Browser } from "playwright-core";
import { afterEach, beforeAll, expect, test } from "vitest";
import { makeOwner, makePerson, makePractice } from "#server/db/make.ts";
import {
  expectAccessible,
  expectNoSidewaysScroll,
  expectReadableInDarkMode,
  openBrowser,
  type WatchedPage,
} from "./browser.ts";
import { openDesk } from "./desk.ts";
import { type Product, sharedProduct } from "./product.ts";

let product: Product;
let browser: Browser;
let owner: Awaited<ReturnType<typeof makeOwner>>;
let practice: Awaited<ReturnType<typeof makePractice>>;
let member: Awaited<ReturnType<typeof makePerson>>;
let pages: WatchedPage[] = [];
beforeAll(async () => {
  browser = await openBrowser();
  product = await sharedProduct();
  await product.withTools(async (tools) => {
    owner = await makeOwner(tools);
    practice = await makePractice(tools, { name: "Gulf Smiles" });
    member = await makePerson(tools, practice.clientId);
  });
});
afterEach(async () => {
  const troubles = pages.flatMap((page) => page.troubles);
  for (const page of pages) await page.context().close();
  pages = [];
  expect(troubles).toEqual([]);
});

test("a set is drafted by the owner and copied to a practice, and the manager chooses what to take from its update", async () => {
  const console_ = await open(owner, "/admin/templates");
  await console_.getByRole("button", { name: "New set" }).click();
  await console_.getByLabel("Name").fill("First contact");
  await console_.getByRole("button", { name: "Create set" }).click();
  await console_.getByRole("heading", { level: 1, name: "First contact" }).waitFor();
  await expectFine(console_);

  await addEmail(console_, "Missed call", "We tried to call you", "Please call us back.");
  await addEmail(console_, "Booked", "Your appointment", "Your appointment is booked.");
  await console_.getByRole("link", { name: "New automatic email" }).click();
  await write(console_, "We got your request", "We got your request", "Thank you for asking.");
  await console_.getByRole("button", { name: "Preview" }).click();
  await console_
    .frameLocator('iframe[title="Email"]')
    .getByText("Sample Family Dental")
    .first()
    .waitFor();
  await expectAccessible(console_);
  await console_.keyboard.press("Escape");
  await expectFine(console_);
  await publish(console_, 1, "Three emails for new leads");

  await console_.getByRole("button", { name: "Copy to practices" }).click();
  const dialog = console_.getByRole("dialog", { name: "Copy First contact" });
  await dialog.getByLabel("Find a practice").fill("Gulf");
  await dialog.getByLabel("Gulf Smiles").check();
  await expectAccessible(console_);
  await dialog.getByRole("button", { name: "Preview changes" }).click();
  await dialog.getByText("Adds 3 templates: Missed call, Booked, We got your request.").waitFor();
  await expectAccessible(console_);
  await dialog.getByRole("button", { name: "Copy to 1 practice" }).click();
  await console_.getByText("Copied to 1 practice.").first().waitFor();
  await console_.getByRole("link", { name: "Gulf Smiles" }).waitFor();

  const desk = await open(practice, "/lms/template?tab=auto");
  await desk
    .getByRole("link", { name: /We got your request/ })
    .getByText("Off")
    .waitFor();
  await desk.goto(`${product.origin}/lms/template?tab=email`);
  await edit(desk, "Booked");
  await rewrite(desk, "See you soon, at our new office.");
  await desk.getByText("Saved.").first().waitFor();

  await edit(console_, "Missed call");
  await rewrite(console_, "Please call us back today.");
  await console_.getByText("Saved to the draft.").last().waitFor();
  await edit(console_, "Booked");
  await rewrite(console_, "Your appointment is booked. See you soon.");
  await console_
    .getByRole("link", { name: /Booked/ })
    .getByText("Changed")
    .waitFor();
  await publish(console_, 2, "Both say what happens next");
  await console_.getByText("1 with an update available").waitFor();

  await desk.goto(`${product.origin}/lms/template`);
  await desk.getByText("Updates are available for 2 templates.").waitFor();
  await expectFine(desk);
  await desk.getByRole("link", { name: "Review changes" }).click();
  await desk.getByRole("heading", { level: 1, name: "Template updates" }).waitFor();
  await desk.getByText("Both say what happens next").waitFor();
  const update = desk.getByRole("checkbox", { name: /Update Missed call/ });
  expect(await update.isChecked()).toBe(true);
  expect(await desk.getByRole("checkbox", { name: /Update Booked/ }).isChecked()).toBe(false);
  await desk.getByText("You’ve edited this one.").waitFor();
  expect(await desk.locator("ins").first().textContent()).toContain("today");
  await expectFine(desk);
  await desk.getByRole("button", { name: "Update 1 template" }).click();
  await desk.getByText("1 template updated.").first().waitFor();
  await desk.getByRole("link", { name: "1 update saved for later" }).waitFor();

  await desk.goto(`${product.origin}/lms/template?tab=email`);
  await desk.getByRole("link", { name: /Missed call/ }).click();
  const text = desk.getByRole("textbox", { name: "Message" });
  await expect.poll(() => text.textContent()).toBe("Please call us back today.");
  await desk.getByText(/^Text before the update on/).click();
  await expectAccessible(desk);
  await desk.getByRole("button", { name: "Restore this text" }).click();
  await expect.poll(() => text.textContent()).toBe("Please call us back.");
  await desk.getByRole("link", { name: /Booked/ }).click();
  await expect.poll(() => text.textContent()).toBe("See you soon, at our new office.");
});

test("a member isn't shown template updates, and the updates page says who can take them", async () => {
  const desk = await open(member, "/lms/template");
  await desk.getByRole("link", { name: "All emails" }).waitFor();
  expect(await desk.getByText("saved for later").count()).toBe(0);
  await desk.goto(`${product.origin}/lms/template-updates`);
  await desk.getByText("Only managers can update templates.").waitFor();
});

test("a deleted set can be restored, and a set can be copied from a practice's page", async () => {
  await product.withTools((tools) => makePractice(tools, { name: "Pelican Smiles" }));
  const console_ = await open(owner, "/admin/templates");
  await console_.getByRole("link", { name: "First contact" }).click();
  await console_.getByRole("button", { name: "Delete", exact: true }).click();
  const question = console_.getByRole("dialog", { name: "Delete First contact?" });
  await question.getByText("1 practice copied it and will keep", { exact: false }).waitFor();
  await question.getByRole("button", { name: "Delete" }).click();
  await console_.getByRole("button", { name: "Undo" }).click();
  await console_.getByRole("link", { name: "First contact" }).waitFor();

  await console_.goto(`${product.origin}/admin/practices?search=Pelican`);
  await console_.getByRole("link", { name: "Pelican Smiles", exact: true }).first().click();
  await console_.getByRole("button", { name: "Copy a template set" }).click();
  const dialog = console_.getByRole("dialog", { name: "Copy a template set" });
  await dialog.getByLabel("Template set").selectOption("First contact");
  await dialog.getByText("Adds 3 templates").waitFor();
  await expectAccessible(console_);
  await dialog.getByRole("button", { name: "Copy to 1 practice" }).click();
  await console_.getByRole("link", { name: "First contact" }).waitFor();
});

async function open(
  person: { email: string; password: string },
  path: string,
): Promise<WatchedPage> {
  const page = await openDesk(browser, product.origin, person, path);
  pages.push(page);
  return page;
}

async function addEmail(page: WatchedPage, title: string, subject: string, text: string) {
  await page.getByRole("link", { name: "New email" }).click();
  await write(page, title, subject, text);
}

async function write(page: WatchedPage, title: string, subject: string, text: string) {
  // Until the form appears, the fields belong to the template that was open before.
  await page.getByRole("heading", { name: /^New/ }).waitFor();
  await page.getByRole("textbox", { name: "Title" }).fill(title);
  await page.getByLabel("Subject", { exact: true }).fill(subject);
  await page.getByRole("textbox", { name: "Message" }).fill(text);
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.locator('a[aria-current="true"]', { hasText: title }).waitFor();
}

async function edit(page: WatchedPage, title: string) {
  await page.getByRole("link", { name: new RegExp(title) }).click();
  await page.getByRole("heading", { level: 2, name: title }).waitFor();
}

async function rewrite(page: WatchedPage, text: string) {
  await page.getByRole("textbox", { name: "Message" }).fill(text);
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect.poll(() => page.getByText("Not saved yet.").count()).toBe(0);
}

async function publish(page: WatchedPage, number: number, note: string) {
  await page.getByRole("button", { name: `Publish version ${number}` }).click();
  await page.getByLabel("What changed").fill(note);
  await expectAccessible(page);
  await page.getByRole("button", { name: "Publish", exact: true }).click();
  await page.getByText(`Version ${number} is published.`).first().waitFor();
}

/** Expects no axe violations and no sideways scrolling, on the narrowest phone and in dark mode. */
async function expectFine(page: WatchedPage) {
  const size = page.viewportSize() ?? { width: 1280, height: 800 };
  await expectAccessible(page);
  await page.setViewportSize({ width: 320, height: 640 });
  await expectNoSidewaysScroll(page);
  await expectReadableInDarkMode(page);
  await page.emulateMedia({ colorScheme: "light" });
  await page.setViewportSize(size);
}
