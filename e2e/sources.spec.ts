// The owner connects a practice's forms, and their test leads appear on the practice's desk.
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeFormSource, makeKeyedSource, makeOwner, makePractice } from "#server/db/make.ts";
import {
  continueCall,
  expectAccessible,
  expectNoSidewaysScroll,
  expectReadableInDarkMode,
  openBrowser,
  type WatchedPage,
} from "./browser.ts";
import { openDesk, phone } from "./desk.ts";
import { until } from "./process.ts";
import { type Product, startProduct } from "./product.ts";

type SignIn = { clientId: string; email: string; password: string };

let product: Product;
let browser: Browser;
let owner: Awaited<ReturnType<typeof makeOwner>>;
let practice: SignIn;
beforeAll(async () => {
  browser = await openBrowser();
  product = await startProduct({ CAPTCHA_PROVIDER: "off" });
  owner = await product.withTools((tools) => makeOwner(tools));
  practice = await product.withTools((tools) => makePractice(tools, { name: "Gulf Dental" }));
});
afterAll(() => product.stop());

test("the owner can connect a Google form and a web form, and their leads appear on the desk", async () => {
  const page = await openDesk(browser, product.origin, owner, "/admin/sources");
  await page.getByText("No sources yet.").waitFor();
  await expectAccessible(page);
  await connect(page, "Google lead form", "Google: aligners");
  await page.getByText("/api/intake/google/").waitFor();
  await expectAccessible(page);
  await expectReadableInDarkMode(page);
  await page.getByRole("button", { name: "Send a test lead" }).click();
  const sent = page.getByRole("list", { name: "Recent submissions" });
  await sent.getByText("Test lead", { exact: true }).waitFor();
  await sent.getByText("Show what was sent").click();
  await sent.getByText('"is_test": true').waitFor();
  await expect.poll(() => sent.getByText("[key]").count()).toBe(1);

  await page.getByRole("link", { name: "Back", exact: true }).click();
  await connect(page, "Web form", "Home page");
  const html = page.getByText('<form method="post"');
  await html.waitFor();
  await page.getByRole("button", { name: "Send a test lead" }).click();
  await sent.getByText("Test lead", { exact: true }).waitFor();

  const visitor = await browser.newPage();
  await visitor.setContent((await html.textContent()) ?? "");
  await visitor.getByLabel("Name").fill("Ada King");
  await visitor.getByLabel("Phone").fill("(813) 555-0188");
  await visitor.getByRole("button", { name: "Send" }).click();
  await visitor.getByRole("heading", { name: "Thank you" }).waitFor();
  await visitor.close();
  expect(page.troubles).toEqual([]);
  await page.context().close();

  const desk = await openDesk(browser, product.origin, practice, "/lms/dashboard");
  await desk.getByText("Ada King").first().waitFor();
  await desk.getByText("Test Lead").first().waitFor();
  expect(desk.troubles).toEqual([]);
  await desk.context().close();
});

test("the owner and the practice are notified of unmapped fields, and mapping two fields creates a lead to call", async () => {
  const { formKey } = await product.withTools((tools) =>
    makeFormSource(tools, practice.clientId, "Booking form"),
  );
  const url = `${product.origin}/api/intake/form/${formKey}`;
  const body = new URLSearchParams({ who: "Rosa Delacroix", code: "(813) 555-0177" });
  const sentAt = Date.now();
  expect((await fetch(url, { method: "POST", body })).status).toBe(422);
  const answeredAt = Date.now();
  await until(() =>
    product.mails.some(({ subject }) => subject === "Submissions from Booking form need you"),
  );
  const desk = await openDesk(browser, product.origin, practice, "/lms/dashboard");
  await desk.getByText("We couldn’t fully read 1 form submission.").waitFor();
  await expectAccessible(desk);

  const page = await openDesk(browser, product.origin, owner, "/admin/today");
  const unread = page.getByRole("region", { name: "Submissions that we couldn’t fully read" });
  await unread.getByText("Gulf Dental · 1 needs you").waitFor();
  await expectAccessible(page);
  await page.goto(`${product.origin}/admin/sources`);
  await page.getByText("1 needs you").waitFor();
  await page.getByRole("link", { name: "Booking form" }).click();
  await page.getByText("There was no name, phone number or email address in it.").waitFor();
  await page.getByRole("button", { name: "Match fields" }).click();
  const form = page.getByRole("form", { name: "Match the fields" });
  await form.getByLabel("Full name").selectOption({ label: "who: Rosa Delacroix" });
  await form.getByLabel("Phone").selectOption({ label: "code: (813) 555-0177" });
  await expectAccessible(page);
  await form.getByRole("button", { name: "Save", exact: true }).click();
  await page.getByText("Your choices apply").waitFor();
  await page.getByRole("button", { name: /^Try again/ }).click();
  await page.getByText("It’s a lead now.").waitFor();
  await page.getByRole("link", { name: "Show lead" }).click();
  await page.getByRole("heading", { name: "Rosa Delacroix" }).waitFor();
  expect(page.troubles).toEqual([]);
  await page.context().close();

  // The lead's clock started when the form was sent, not when its fields were mapped.
  const row = desk.locator("[data-lead]", { hasText: "Rosa Delacroix" });
  await row.getByRole("button", { name: /I’m calling/ }).click();
  await continueCall(desk);
  await row.getByRole("button", { name: /Spoke/ }).click();
  await desk.getByText("Saved: Spoke with them.").waitFor();
  const { rows } = await product.withTools(({ pool }) =>
    pool.query(`select submitted_at from inquiries where client_id = $1 and first_name = 'Rosa'`, [
      practice.clientId,
    ]),
  );
  expect(rows[0].submitted_at.getTime()).toBeGreaterThanOrEqual(sentAt);
  expect(rows[0].submitted_at.getTime()).toBeLessThanOrEqual(answeredAt);
  await desk.reload();
  await row.waitFor();
  await expect.poll(() => desk.getByText("We couldn’t fully read").count()).toBe(0);
  expect(desk.troubles).toEqual([]);
  await desk.context().close();
});

test("a new key disables the old URL, and a disconnected source rejects leads", async () => {
  const { sourceId, formKey } = await product.withTools((tools) =>
    makeKeyedSource(tools, practice.clientId, "webhook", "Old system"),
  );
  const body = '{"phone":"8135550166"}';
  const headers = { "Content-Type": "application/json" };
  const send = (address: string) =>
    fetch(address, { method: "POST", body, headers }).then(({ status }) => status);
  const old = `${product.origin}/api/intake/webhook/${formKey}`;
  const page = await openDesk(browser, product.origin, owner, `/admin/source?id=${sourceId}`);
  await page.getByRole("button", { name: "Change key" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Change key" }).click();
  await page.getByText("The key has changed.").waitFor();
  await page.getByText(formKey ?? "").waitFor({ state: "hidden" });
  const shown = page.getByText(`${product.origin}/api/intake/webhook/`);
  const url = (await shown.textContent()) ?? "";
  expect([await send(old), await send(url)]).toEqual([404, 201]);
  await page.getByRole("button", { name: "Disconnect source" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Disconnect source" }).click();
  await page.getByText("This source is disconnected.").waitFor();
  expect(await send(url)).toBe(404);
  expect(page.troubles).toEqual([]);
  await page.context().close();
});

test("a manager can see the practice's sources on the profile and rename one", async () => {
  await product.withTools((tools) =>
    makeKeyedSource(tools, practice.clientId, "webhook", "Booking system"),
  );
  const page = await openDesk(browser, product.origin, practice, "/lms/profile?page=sources");
  const row = page.getByRole("listitem").filter({ hasText: "Booking system" });
  await row.getByText("Setup and recent submissions").click();
  await row.getByText("/api/intake/webhook/").waitFor();
  await row.getByRole("textbox", { name: "Name" }).fill("Booking software");
  await row.getByRole("button", { name: "Save", exact: true }).click();
  await page.getByText("Booking software").first().waitFor();
  await expectAccessible(page);
  expect(page.troubles).toEqual([]);
  await page.context().close();
});

test("the sources fit a 320 px phone", async () => {
  const page = await openDesk(browser, product.origin, owner, "/admin/sources", phone(320));
  await page.getByRole("link", { name: "Home page" }).waitFor();
  await expectNoSidewaysScroll(page);
  await page.getByRole("link", { name: "Home page" }).click();
  await page.getByText("Set it up").waitFor();
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
  expect(page.troubles).toEqual([]);
  await page.context().close();
});

async function connect(page: WatchedPage, kind: string, name: string) {
  await page.getByRole("button", { name: "Connect a source" }).click();
  const form = page.getByRole("form", { name: "Connect a source" });
  await form.getByLabel("Source type").selectOption({ label: kind });
  await form.getByLabel("Practice").selectOption({ label: "Gulf Dental" });
  await form.getByLabel("Name").fill(name);
  await form.getByRole("button", { name: "Connect" }).click();
  await page.getByRole("heading", { name, level: 1 }).waitFor();
}
