// A manager invites a member, who joins with the emailed link, calls a lead, can't do what managers
// do, and is deactivated.
import type { Browser } from "playwright-core";
import { afterEach, beforeAll, expect, test } from "vitest";
import { makeInquiry, makePerson, makePractice } from "#server/db/make.ts";
import {
  expectAccessible,
  expectNoSidewaysScroll,
  openBrowser,
  openPage,
  type WatchedPage,
} from "./browser.ts";
import { openDesk, phone } from "./desk.ts";
import { until } from "./process.ts";
import { type Product, sharedProduct } from "./product.ts";

const password = "seventeen calm otters";

type Login = { email: string; password: string };

let product: Product;
let browser: Browser;
const opened: WatchedPage[] = [];
beforeAll(async () => {
  browser = await openBrowser();
  product = await sharedProduct();
});
afterEach(async () => {
  for (const page of opened.splice(0)) await page.context().close();
});

test("a member joins by invitation, calls under their own name, and loses access immediately when deactivated", async () => {
  const practice = await product.withTools((tools) => makePractice(tools));
  const { lead } = await product.withTools((tools) =>
    makeInquiry(tools, practice.clientId, { firstName: "Walker", lastName: "Reed" }),
  );
  const email = "lena.fuentes@example.com";
  const manager = await open(
    openDesk(browser, product.origin, practice, "/lms/profile?page=people"),
  );
  const people = manager.getByRole("region", { name: "People" });
  await people.getByText("It’s just you so far").waitFor();
  await people.getByRole("button", { name: "Invite someone" }).click();
  const dialog = manager.getByRole("dialog", { name: "Invite someone" });
  await dialog.getByLabel("First name").fill("Lena");
  await dialog.getByLabel("Last name").fill("Fuentes");
  await dialog.getByLabel("Email").fill(email);
  await expectAccessible(manager);
  await dialog.getByRole("button", { name: "Send invitation" }).click();
  await people.getByRole("button", { name: "Cancel invitation to Lena Fuentes" }).waitFor();
  await expectAccessible(manager);

  const member = await open(openPage(browser));
  await member.goto(await linkTo(email));
  await member.getByText("Dana Whitfield invited you to the lead desk").waitFor();
  await expect.poll(() => new URL(member.url()).search).toBe("");
  await expectAccessible(member);
  await member.getByLabel("Password", { exact: true }).fill(password);
  await member.getByLabel("Confirm password").fill(password);
  await member.getByRole("button", { name: "Create account" }).click();
  await member.getByText("Your account is ready").waitFor();
  await member.getByRole("link", { name: "Log in" }).click();
  await member.getByLabel("Email").fill(email);
  await member.getByLabel("Password").fill(password);
  await member.getByRole("button", { name: "Log in" }).click();
  await member.waitForURL(`${product.origin}/lms/dashboard`);
  await member.getByText("Logged in as Lena Fuentes").first().waitFor();

  await member.getByRole("button", { name: "I’m calling Walker" }).click();
  await member.getByRole("button", { name: /^Spoke/ }).click();
  await until(async () => (await namesOn(manager, lead._id)).includes("Lena Fuentes"));

  // A member doesn't see a manager's controls, and the server rejects a member's requests for them.
  await member.goto(`${product.origin}/lms/lead?id=${lead._id}`);
  await member.getByRole("button", { name: "More", exact: true }).click();
  await member.getByRole("menuitem", { name: "Archive" }).waitFor();
  expect(await member.getByRole("menuitem", { name: "Privacy request" }).count()).toBe(0);
  await member.goto(`${product.origin}/lms/template`);
  await member.getByText("A manager at your practice can add some.").waitFor();
  expect(await member.getByRole("link", { name: "New" }).count()).toBe(0);
  await member.goto(`${product.origin}/lms/figures`);
  await member.getByRole("heading", { name: "Calls on time" }).first().waitFor();
  expect(await member.getByRole("link", { name: "Export" }).count()).toBe(0);
  await member.goto(`${product.origin}/lms/profile`);
  await member.getByText("Your managers take care of").waitFor();
  const pages = member.getByRole("navigation", { name: "Settings" }).getByRole("link");
  expect(await pages.locator("strong").allInnerTexts()).toEqual(["You", "Alerts", "Security"]);
  await expectAccessible(member);
  await pages.filter({ hasText: "Alerts" }).click();
  await member.getByRole("heading", { level: 3, name: "This device" }).waitFor();
  await expectAccessible(member);
  const alerts = await member.context().request.get(`${product.origin}/api/alerts`);
  expect(await alerts.json()).toMatchObject({ devices: [], addresses: [], defaultEmail: "" });
  const refused = await Promise.all([
    ask(member, "GET", "/api/leads/export.csv"),
    ask(member, "POST", `/api/leads/${lead._id}/erasures`, { name: "Walker Reed" }),
    ask(member, "POST", "/api/templates", { kind: "note", title: "A", body: "B" }),
    ask(member, "POST", "/api/clients/me/people", {
      ...{ firstName: "A", lastName: "B", email: "a.b@example.com", role: "manager" },
    }),
  ]);
  expect(refused).toEqual(Array(4).fill("403 Only a manager at your practice can do this."));

  await manager.reload();
  await people.getByRole("button", { name: "More for Lena Fuentes" }).click();
  await manager.getByRole("menuitem", { name: "Deactivate" }).click();
  const question = manager.getByRole("dialog", { name: "Deactivate Lena Fuentes?" });
  await expectAccessible(manager);
  await question.getByRole("button", { name: "Deactivate" }).click();
  // The member's open page goes to the login page without interaction.
  await member.waitForURL(/\/lms\?/);
  // The URL changes before the page does, and the previous page has a "New email" field.
  await member.getByRole("textbox", { name: "Email", exact: true }).fill(email);
  await member.getByLabel("Password").fill(password);
  await member.getByRole("button", { name: "Log in" }).click();
  await member.getByText("Your account was deactivated").first().waitFor();
  await people.getByText("Deactivated").first().waitFor();
  expect(await namesOn(manager, lead._id)).toContain("Lena Fuentes");
});

test("a member who becomes a manager sees the managers' controls on the open page", async () => {
  const practice = await product.withTools((tools) => makePractice(tools));
  const person = await product.withTools((tools) => makePerson(tools, practice.clientId));
  const page = await open(openDesk(browser, product.origin, person, "/lms/template"));
  await page.getByText("A manager at your practice can add some.").waitFor();
  const manager = await open(
    openDesk(browser, product.origin, practice, "/lms/profile?page=people"),
  );
  await manager.getByRole("button", { name: "More for Miguel Santos" }).click();
  await manager.getByRole("menuitem", { name: "Make manager" }).click();
  await page.getByRole("link", { name: "New" }).waitFor();
  expect([...page.troubles, ...manager.troubles]).toEqual([]);
});

test("a call made offline belongs to the person who made it, even after another person logs in on that browser", async () => {
  const practice = await product.withTools((tools) => makePractice(tools));
  const person = await product.withTools((tools) => makePerson(tools, practice.clientId));
  const { lead } = await product.withTools((tools) =>
    makeInquiry(tools, practice.clientId, { firstName: "Walker", lastName: "Reed" }),
  );
  const page = await open(openDesk(browser, product.origin, practice, "/lms/dashboard"));
  await page.context().setOffline(true);
  await page.getByRole("button", { name: "I’m calling Walker" }).click();
  await page.getByRole("button", { name: /^Spoke/ }).click();
  await page.getByText("not saved yet", { exact: false }).first().waitFor();
  await page.goto("about:blank");
  await page.context().setOffline(false);

  await logIn(page, person);
  await page.goto(`${product.origin}/lms/dashboard`);
  await page.getByText("Logged in as Miguel Santos").first().waitFor();
  await page.getByRole("button", { name: "I’m calling Walker" }).waitFor();
  await logIn(page, practice);
  await page.goto(`${product.origin}/lms/dashboard`);
  await until(async () => (await namesOn(page, lead._id)).includes("Dana Whitfield"));
  expect(await namesOn(page, lead._id)).not.toContain("Miguel Santos");
});

test("a tab that still shows one person's desk never saves as the person who has logged in after them", async () => {
  const practice = await product.withTools((tools) => makePractice(tools));
  const person = await product.withTools((tools) => makePerson(tools, practice.clientId));
  const { lead } = await product.withTools((tools) =>
    makeInquiry(tools, practice.clientId, { firstName: "Walker", lastName: "Reed" }),
  );
  const page = await open(openDesk(browser, product.origin, practice, `/lms/lead?id=${lead._id}`));
  // Requests for page data are blocked, because the tab reloads after a change and would show who
  // is logged in now.
  await page.route(/\.data(\?|$)/, () => undefined);
  await logIn(page, person);
  const refused = page.waitForResponse(
    (answer) => answer.url().endsWith("/calls") && answer.status() === 401,
  );
  await page.getByRole("button", { name: "I’m calling" }).click();
  await refused;
  await page.unrouteAll({ behavior: "ignoreErrors" });
  await page.reload();
  await page.getByText("Logged in as Miguel Santos").first().waitFor();
  expect(await openCallOf(page, lead._id)).toBeNull();
  await logIn(page, practice);
  await page.reload();
  await until(async () => (await openCallOf(page, lead._id)) !== null);
  await page.getByRole("button", { name: /^Spoke/ }).click();
  await until(async () => (await namesOn(page, lead._id)).length > 0);
  expect(await namesOn(page, lead._id)).toEqual(["Dana Whitfield"]);
});

test("a practice's People page fits a narrow phone", async () => {
  const practice = await product.withTools((tools) => makePractice(tools));
  await product.withTools((tools) =>
    makePerson(tools, practice.clientId, {
      ...{ firstName: "Marisol-Alexandra", lastName: "Quintero-Whitcombe-Llewellyn-Marsh" },
    }),
  );
  const path = "/lms/profile?page=people";
  const page = await open(openDesk(browser, product.origin, practice, path, phone(320)));
  await page.getByText("Llewellyn-Marsh").waitFor();
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
});

test("an invalid invitation says to ask a manager for a new one", async () => {
  const page = await open(openPage(browser));
  await page.goto(`${product.origin}/lms/join?t=made-up`);
  await page.getByText("Ask a manager at your practice for a new one").waitFor();
  await expectAccessible(page);
});

async function open(page: Promise<WatchedPage>): Promise<WatchedPage> {
  const made = await page;
  opened.push(made);
  return made;
}

/** Logs in within this browser, as a different tab would. */
async function logIn(page: WatchedPage, { email, password: typed }: Login): Promise<void> {
  const data = { email, password: typed };
  const answer = await page.context().request.post(`${product.origin}/api/credentials`, { data });
  expect(answer.status()).toBe(200);
}

/** Returns the status and the message of the response to a request with the page's cookies. */
async function ask(page: WatchedPage, method: string, path: string, data?: object) {
  const answer = await page.context().request.fetch(product.origin + path, {
    method,
    headers: { Origin: product.origin },
    ...(data && { data }),
  });
  return `${answer.status()} ${(await answer.json()).message}`;
}

/**
 * Returns the names of those who called, without the entry for the person who first saw the lead.
 */
async function namesOn(page: WatchedPage, leadId: string): Promise<string[]> {
  const answer = await page.context().request.get(`${product.origin}/api/leads/${leadId}`);
  const { timeline } = (await answer.json()) as { timeline: { kind: string; by: string | null }[] };
  return timeline.filter(({ kind }) => kind === "called").flatMap(({ by }) => by ?? []);
}

async function openCallOf(page: WatchedPage, leadId: string): Promise<unknown> {
  const answer = await page.context().request.get(`${product.origin}/api/leads/${leadId}`);
  return (await answer.json()).lead.openCall;
}

async function linkTo(email: string): Promise<string> {
  const find = () =>
    product.mails
      .filter((mail) => mail.to?.[0]?.address === email)
      .map((mail) => /http:\S+\/lms\/join\?t=[\w-]{43}/.exec(mail.text ?? "")?.[0])
      .findLast(Boolean);
  await until(() => find() !== undefined);
  return find() ?? "";
}
