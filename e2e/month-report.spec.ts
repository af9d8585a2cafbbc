// The owner opens a practice's month and sends it, and its manager reads the same numbers on the
// desk and in the PDF. They equal a count from the leads' timelines.
import { readdirSync, readFileSync } from "node:fs";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { fieldMessages } from "#content/messages.ts";
import type { LeadDetail } from "#contract/lead-detail.ts";
import { monthAfter, monthName } from "#contract/month-reports.ts";
import {
  makeCall,
  makeCampaign,
  makeCampaignDays,
  makeInquiry,
  makeOwner,
  makePractice,
} from "#server/db/make.ts";
import { isOne, type View, type Wait, waitsIn } from "#server/testing/expected-figures.ts";
import { readPdf } from "#server/testing/read-pdf.ts";
import {
  expectAccessible,
  expectNoSidewaysScroll,
  expectReadableInDarkMode,
  openBrowser,
  type WatchedPage,
} from "./browser.ts";
import { openDesk, phone } from "./desk.ts";
import { plainText, readMonth } from "./month-page.ts";
import { type Product, startProduct } from "./product.ts";

const minuteMs = 60_000;
const month = monthAfter(new Date().toISOString().slice(0, 7), -1);

let product: Product;
let browser: Browser;
let owner: Awaited<ReturnType<typeof makeOwner>>;
let practice: Awaited<ReturnType<typeof makePractice>>;
const leadIds: string[] = [];
beforeAll(async () => {
  browser = await openBrowser();
  product = await startProduct({ CAPTCHA_PROVIDER: "off" });
  await product.withTools(async (tools) => {
    owner = await makeOwner(tools);
    practice = await makePractice(tools, { name: "Gulf Dental", timeZone: "America/New_York" });
    const { clientId } = practice;
    const { campaignId } = await makeCampaign(tools, {
      ...{ clientId, name: "Clear aligners", platform: "meta" },
    });
    const begin = Date.parse(`${month}-15T15:00:00Z`);
    for (let index = 0; index < 34; index += 1) {
      const submittedAt = new Date(begin + index * 37 * minuteMs);
      const { lead } = await makeInquiry(tools, clientId, { submittedAt, campaignId });
      leadIds.push(lead._id);
      const minutes = [3, 8, 4, 25, 90, null, 6, 1][index % 8] ?? null;
      if (minutes === null) continue;
      const calledAt = new Date(submittedAt.getTime() + minutes * minuteMs);
      const outcome = (["booked", "no_answer", "spoke"] as const)[index % 3] ?? "spoke";
      const recordedAt = new Date(calledAt.getTime() + (index === 2 ? 20 * minuteMs : 0));
      await makeCall(tools, practice, lead._id, { calledAt, outcome, recordedAt });
    }
  });
});
afterAll(() => product.stop());

test("the owner opens a practice's month, checks it and sends it; the practice's manager sees the same report", async () => {
  const page = await openDesk(browser, product.origin, owner, "/admin/practices");
  await page.getByRole("link", { name: "Gulf Dental", exact: true }).click();
  await page.getByRole("link", { name: "Monthly report" }).click();
  await page.getByRole("heading", { name: monthName(month) }).waitFor();
  const desk = await openDesk(browser, product.origin, practice, "/lms/figures");
  const waits = await readWaits(desk);
  const told = toldBy(waits);
  await expectTiles(page, told);
  await expectAccessible(page);

  await page.getByRole("button", { name: "Send" }).click();
  const form = page.getByRole("form", { name: /Send the report/ });
  await form.getByRole("checkbox").uncheck();
  await form.getByRole("button", { name: "Send" }).click();
  await form.getByText(fieldMessages.required).waitFor();
  await form.getByRole("checkbox").check();
  await form.getByLabel("Your note (optional)").fill("Your best month yet.");
  await expectAccessible(page);
  await form.getByRole("button", { name: "Send" }).dblclick();
  await page.getByText("The report is on its way.").waitFor();
  await expect.poll(() => product.mails.length).toBe(1);
  const [mail] = product.mails;
  expect(mail?.subject).toBe(`Gulf Dental: your report for ${monthName(month)}`);
  expect(mail?.text).toContain("Your best month yet.");
  const attached = mail?.attachments[0]?.content as ArrayBuffer;
  const { text, title, language } = await readPdf(new Uint8Array(attached));
  expect({ title, language }).toEqual({
    ...{ title: `Gulf Dental: ${monthName(month)}`, language: "en-US" },
  });
  for (const words of Object.values(told)) expect(text).toContain(words);
  expect(text).toContain("logged after the fact");

  await desk.getByRole("link", { name: "Monthly report" }).click();
  await desk.getByRole("heading", { name: monthName(month) }).waitFor();
  await expectTiles(desk, told);
  // A number opens its inquiries.
  await desk.getByRole("link", { name: "1 first call was logged after the fact" }).click();
  await desk.getByText("1 / 1").waitFor();
  expect(page.troubles).toEqual([]);
  expect(desk.troubles).toEqual([]);
  await page.context().close();
  await desk.context().close();
});

test("the month's page and PDF show costs per lead and per booked patient, and changes from the previous month", async () => {
  const before = monthAfter(month, -1);
  const spender = await product.withTools(async (tools) => {
    const made = await makePractice(tools, { name: "Bay Braces", timeZone: "America/New_York" });
    const { clientId } = made;
    const name = "Braces in spring";
    const { campaignId } = await makeCampaign(tools, { clientId, name, platform: "meta" });
    for (const [of, asked, booked] of [
      [before, 10, 2],
      [month, 12, 4],
    ] as const) {
      const day = `${of}-15`;
      await makeCampaignDays(tools, { clientId, campaignId }, [{ day, spendCents: 30_000 }]);
      for (let index = 0; index < asked; index += 1) {
        const submittedAt = new Date(Date.parse(`${day}T15:00:00Z`) + index * minuteMs);
        const { lead } = await makeInquiry(tools, clientId, { submittedAt, campaignId });
        const calledAt = new Date(submittedAt.getTime() + 4 * minuteMs);
        await makeCall(tools, made, lead._id, {
          ...{ calledAt, outcome: index < booked ? "booked" : "spoke" },
        });
      }
    }
    return made;
  });
  const page = await openDesk(browser, product.origin, spender, `/lms/month?month=${month}`);
  const { changes } = await readMonth(page);
  const rowOf = (name: string) => changes.find(([one]) => one === name)?.slice(1);
  expect(rowOf("Inquiries")).toEqual(["12", "10", "+2"]);
  expect(rowOf("Cost per lead")).toEqual(["$25.00", "$30.00", "−$5.00 better"]);
  expect(rowOf("Cost per booked patient")).toEqual(["$75.00", "$150.00", "−$75.00 better"]);
  const costs = page.getByRole("region", { name: "Cost per lead", exact: true });
  const row = costs.getByRole("row").filter({ hasText: "Braces in spring" });
  for (const cell of ["$300.00 spent", "$25.00", "$75.00"]) await row.getByText(cell).waitFor();
  await expectAccessible(page);
  const pdf = await page
    .context()
    .request.get(`${product.origin}/api/leads/month.pdf?month=${month}`);
  expectThread("pdf");
  const text = plainText((await readPdf(new Uint8Array(await pdf.body()))).text);
  expect(text).toContain(`What changed Measure ${monthName(month)} ${monthName(before)} Change`);
  expect(text).toContain("Inquiries 12 10 +2");
  expect(text).toContain("Cost per lead $25.00 $30.00 −$5.00");
  expect(text).toContain("Cost per booked patient $75.00 $150.00 −$75.00");
  expect(text).toContain("Braces in spring $300.00 $25.00 $75.00");
  expect(page.troubles).toEqual([]);
  await page.context().close();
});

test("the month's report is readable on a phone, in dark mode and on paper", async () => {
  const path = `/lms/month?month=${month}`;
  const page = await openDesk(browser, product.origin, practice, path, phone(320));
  await page.getByRole("heading", { name: "What changed" }).waitFor();
  await expectNoSidewaysScroll(page);
  await expectReadableInDarkMode(page);
  const { text } = await readPdf(new Uint8Array(await page.pdf()));
  expect(text).toContain("Never called");
  // The page of the previous month says that it had no inquiries.
  await page.getByRole("link", { name: monthName(monthAfter(month, -1)) }).click();
  await page.getByText("No inquiries came in this month.").waitFor();
  await expectAccessible(page);
  expect(page.troubles).toEqual([]);
  await page.context().close();
});

test("the owner can turn off the Monday email for a practice; each person can turn off their own", async () => {
  const page = await openDesk(
    browser,
    product.origin,
    owner,
    `/admin/report?client=${practice.clientId}`,
  );
  const monday = page.getByRole("region", { name: "Monday email" });
  await monday.getByRole("button", { name: "Turn off" }).click();
  await monday.getByText("This practice’s managers don’t get the Monday email.").waitFor();
  await expectAccessible(page);
  const desk = await openDesk(browser, product.origin, practice, "/lms/profile?page=you");
  const own = desk.getByRole("region", { name: "Monday email" });
  await own.getByText("It’s turned off for your practice.").waitFor();
  await own.getByRole("button", { name: "Turn off" }).click();
  await own.getByText("You don’t get the Monday email.").waitFor();
  await expectAccessible(desk);
  await page.goto(`${product.origin}/admin/account#monday-mail`);
  await page.getByText("You get the Monday email.").waitFor();
  await expectAccessible(page);
  for (const one of [page, desk]) {
    expect(one.troubles).toEqual([]);
    await one.context().close();
  }
});

test("the owner comments on a month and has reports sent on the first of each month; the manager reads the comment", async () => {
  const text = "Your best month so far.\nKeep the desk open over lunch.";
  const page = await openDesk(
    browser,
    product.origin,
    owner,
    `/admin/report?client=${practice.clientId}&month=${month}`,
  );
  const comment = page.getByRole("region", { name: "Your comment" });
  await comment.getByLabel("Comment on this month").fill(text);
  await comment.getByRole("button", { name: "Save comment" }).click();
  await page
    .getByRole("region", { name: /^From / })
    .getByText("Your best month so far.")
    .waitFor();
  const onFirst = page.getByRole("region", { name: "Send the month on the first" });
  await onFirst.getByText("Nothing is sent automatically.").waitFor();
  await onFirst.getByRole("button", { name: "Turn on" }).click();
  await onFirst.getByText("This practice’s managers get their month on the first.").waitFor();
  await expectAccessible(page);
  const desk = await openDesk(browser, product.origin, practice, `/lms/month?month=${month}`);
  await desk
    .getByRole("region", { name: /^From / })
    .getByText("Your best month so far.")
    .waitFor();
  await expectAccessible(desk);
  await desk.goto(`${product.origin}/lms/profile?page=you`);
  const morning = desk.getByRole("region", { name: "Yesterday’s numbers" });
  await morning.getByRole("button", { name: "Turn on" }).click();
  await morning.getByText("You get yesterday’s numbers.").waitFor();
  await expectAccessible(desk);
  for (const one of [page, desk]) {
    expect(one.troubles).toEqual([]);
    await one.context().close();
  }
});

test("saving a comment that another owner has changed offers to overwrite the other version or to load it", async () => {
  const page = await openDesk(
    browser,
    product.origin,
    owner,
    `/admin/report?client=${practice.clientId}&month=${month}`,
  );
  const comment = page.getByRole("region", { name: "Your comment" });
  const field = comment.getByLabel("Comment on this month");
  const shown = page.getByRole("region", { name: /^From / });
  const save = comment.getByRole("button", { name: "Save comment" });
  await field.fill("A month to build on.");
  await changeComment("Another owner’s words.");
  await save.click();
  await comment.getByRole("button", { name: "Save mine over theirs" }).click();
  await shown.getByText("A month to build on.").waitFor();
  await changeComment("Other words again.");
  await field.fill("Typed too late.");
  await save.click();
  await expectAccessible(page);
  await comment.getByRole("button", { name: "Discard mine and load theirs" }).click();
  await expect.poll(() => field.inputValue()).toBe("Other words again.");
  await page.context().close();
});

/** Changes the comment as another owner would do after this page was opened. */
async function changeComment(text: string) {
  await product.withTools(({ pool }) =>
    pool.query(
      `insert into month_comments (client_id, month, text, account_id, changed_at)
       values ($1, $2, $3, $4, date_trunc('milliseconds', clock_timestamp()))
       on conflict (client_id, month) do update set text = excluded.text,
         changed_at = excluded.changed_at`,
      [practice.clientId, month, text, owner.accountId],
    ),
  );
}

async function readWaits(page: WatchedPage): Promise<Wait[]> {
  const details: LeadDetail[] = await page.evaluate(
    (ids) => Promise.all(ids.map(async (id) => (await fetch(`/api/leads/${id}`)).json())),
    leadIds,
  );
  return details.flatMap(waitsIn);
}

/** Returns the page's four large numbers, counted from the timelines. */
function toldBy(waits: Wait[]) {
  const view: View = {
    ...{ reading: "wall", now: Date.now() },
    hours: { timeZone: "America/New_York", from: "08:00", to: "17:00" },
  };
  const soon = waits.filter(isOne("lt10", view)).length;
  return {
    inquiries: String(waits.length),
    onTime: `${soon} of ${waits.length}`,
    onTimeShare: `${Math.round((soon / waits.length) * 100)}%`,
    uncalled: String(waits.filter(({ calledAt }) => calledAt === null).length),
  };
}

async function expectTiles(page: WatchedPage, told: ReturnType<typeof toldBy>) {
  const tile = (name: string) =>
    page
      .getByLabel("At a glance")
      .locator("> div", { has: page.getByText(name, { exact: true }) })
      .textContent();
  expect(await tile("Inquiries")).toMatch(new RegExp(`^Inquiries${told.inquiries}0 in`));
  expect(await tile("On time, all hours")).toContain(told.onTimeShare + told.onTime);
  expect(await tile("Never called")).toMatch(new RegExp(`^Never called${told.uncalled}0 in`));
  expect(await tile("Median time to call")).toMatch(/Under \d+ min/);
}

/**
 * Expects that the process has a thread with this name, so the PDF wasn't drawn on the main one.
 * Only Linux lists threads.
 */
function expectThread(name: string) {
  if (process.platform !== "linux") return;
  const tasks = `/proc/${product.pid()}/task`;
  const names = readdirSync(tasks).map((id) => readFileSync(`${tasks}/${id}/comm`, "utf8").trim());
  expect(names).toContain(name);
}
