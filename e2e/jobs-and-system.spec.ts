// The owner finds out why a job failed, retries it, and checks the system; then finds one entry
// among many in the audit log and the mail log.
import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import type { Browser } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { jobMessages, queueNames } from "#content/console/system.ts";
import { makeMetaSource, makeOwner, makePractice } from "#server/db/make.ts";
import {
  expectAccessible,
  expectNoSidewaysScroll,
  expectReadableInDarkMode,
  openBrowser,
} from "./browser.ts";
import { openDesk, phone } from "./desk.ts";
import { type Product, sharedProduct } from "./product.ts";

let browser: Browser;
let product: Product;
beforeAll(async () => {
  browser = await openBrowser();
  product = await sharedProduct();
});

test("a failed job shows why it failed, and a click retries it", async () => {
  const owner = await product.withTools((tools) => makeOwner(tools));
  // The email that the job names doesn't exist, so the retry has nothing to do.
  await product.withTools(({ pool }) =>
    pool.query(
      `insert into pgboss.job (name, state, data, output, retry_count, retry_limit, started_on, completed_on)
       values ('send-mail', 'failed', $1, '{"problem":"Error ECONNREFUSED"}', 3, 3, now(), now())`,
      [{ clientId: randomUUID(), mailId: randomUUID() }],
    ),
  );
  const path = "/admin/jobs?state=failed&queue=send-mail";
  const page = await openDesk(browser, product.origin, owner, path, phone(320));
  const job = page.getByRole("article").filter({ hasText: "Couldn’t connect to the server." });
  await job.getByText("4 tries").waitFor();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await expectReadableInDarkMode(page);
  await job.getByRole("button", { name: `Try again: ${queueNames["send-mail"]}` }).click();
  await page.getByText(jobMessages.retried).waitFor();
  await job.waitFor({ state: "detached" });
  expect(page.troubles).toEqual([]);
  await page.context().close();
});

test("the System page shows processes and failing page tokens; the audit log can be filtered, searched and exported", async () => {
  const owner = await product.withTools((tools) => makeOwner(tools));
  const { sourceId } = await product.withTools(async (tools) => {
    const { clientId } = await makePractice(tools, { name: "Bell Street Dental" });
    const source = await makeMetaSource(tools, clientId, { name: "Aligner check" });
    const statement = "update sources set failing_since = now() where id = $1";
    await tools.pool.query(statement, [source.sourceId]);
    return source;
  });
  const page = await openDesk(browser, product.origin, owner, "/admin/system", phone(320));
  await page.getByText("Live updates").waitFor();
  await page.getByText("1 process", { exact: true }).waitFor();
  const source = page.getByRole("link", { name: "Bell Street Dental: Aligner check" });
  expect(await source.getAttribute("href")).toBe(`/admin/source?id=${sourceId}`);
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await expectReadableInDarkMode(page);

  await page.goto(`${product.origin}/admin/audit`);
  const filter = page.getByRole("form", { name: "Filter" });
  const who = filter.getByRole("searchbox", { name: "Who" });
  await who.fill(owner.email.split("@")[0] ?? "");
  await who.press("Enter");
  await page.waitForURL(({ searchParams }) => Boolean(searchParams.get("who")));
  const entries = page.getByRole("main").getByRole("listitem");
  // Other owners' entries are still shown until the filtered list has loaded.
  await expect.poll(() => entries.filter({ hasNotText: owner.email }).count()).toBe(0);
  await entries.filter({ hasText: "Created an owner account" }).waitFor();
  const action = filter.getByLabel("What happened");
  await action.focus();
  await action.selectOption("Requested a password reset");
  await page.getByText("No entries match.").waitFor();
  expect(await action.evaluate((field) => field === document.activeElement)).toBe(true);
  await filter.getByRole("link", { name: "Show all" }).click();
  await page.waitForURL(`${product.origin}/admin/audit`);
  await expect.poll(() => who.inputValue()).toBe("");
  expect(await action.inputValue()).toBe("");

  const search = filter.getByRole("searchbox", { name: "Search" });
  await search.fill("created an owner");
  await search.press("Enter");
  await page.waitForURL(({ searchParams }) => Boolean(searchParams.get("search")));
  await expect
    .poll(() => entries.filter({ hasNotText: "Created an owner account" }).count())
    .toBe(0);
  await expectNoSidewaysScroll(page);
  const waiting = page.waitForEvent("download");
  await page.getByRole("link", { name: "Export" }).click();
  const file = await readFile(await (await waiting).path(), "utf8");
  const lines = file.trimEnd().split("\r\n").slice(1);
  expect(lines.filter((line) => !line.includes("Created an owner account"))).toEqual([]);

  await page.goto(`${product.origin}/admin/mail?search=nobody-has-this-address`);
  await page.getByText("No emails match.").waitFor();
  await expectNoSidewaysScroll(page);
  await page.context().close();
});
