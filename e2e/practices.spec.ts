// The owner's work with practices: the weekly tasks, with the click counts from
// docs/owner-tasks.md; a new practice's setup; notes; and a console that loses its connection for a
// moment.
import { readFileSync } from "node:fs";
import type { Browser } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { errorMessages } from "#content/messages.ts";
import { monthAfter, monthName } from "#contract/month-reports.ts";
import {
  makeCall,
  makeContactRequest,
  makeFormSource,
  makeInquiry,
  makeMetaSource,
  makeOwner,
  makePractice,
  refreshSortKeys,
} from "#server/db/make.ts";
import { readZip } from "#server/testing/read-zip.ts";
import {
  expectAccessible,
  expectNoSidewaysScroll,
  expectReadableInDarkMode,
  openBrowser,
  type WatchedPage,
} from "./browser.ts";
import { atPhoneWidths, openDesk, phone } from "./desk.ts";
import { type Product, startProduct } from "./product.ts";

let product: Product;
let browser: Browser;
let owner: Awaited<ReturnType<typeof makeOwner>>;
let page: WatchedPage;
let fields = 0;
beforeAll(async () => {
  browser = await openBrowser();
  product = await startProduct({ CAPTCHA_PROVIDER: "off" });
  owner = await product.withTools((tools) => makeOwner(tools));
});
afterAll(() => product.stop());
afterEach(async () => {
  expect(page.troubles).toEqual([]);
  await page.context().close();
});

test("approve a practice", async () => {
  await product.withTools((tools) =>
    makePractice(tools, { name: "Gulf Chiropractic", isApproved: false }),
  );
  await openConsole();
  await page.getByRole("link", { name: "Review Gulf Chiropractic" }).click();
  await page.getByRole("button", { name: "Approve" }).click();
  await page.getByText("Done", { exact: true }).waitFor();
  await expect.poll(() => page.getByRole("button", { name: "Approve" }).count()).toBe(0);
  await expectSteps("Approve a practice");
});

test("invite a practice", async () => {
  await openConsole();
  await menu("Practices").click();
  await page.getByRole("button", { name: "Invite a practice" }).click();
  const dialog = page.getByRole("dialog", { name: "Invite a practice" });
  await expectAccessible(page);
  await dialog.getByLabel("Practice name").focus();
  await type("Park Dental");
  await dialog.getByLabel("Email").focus();
  await type("new-practice@example.com");
  await dialog.getByRole("button", { name: "Invite", exact: true }).click();
  await dialog.getByText("new-practice@example.com, invited", { exact: false }).waitFor();
  await expectSteps("Invite a practice");
  await page.keyboard.press("Escape");
  await expect.poll(() => page.url()).toBe(`${product.origin}/admin/practices`);
});

test("suspend a practice, and reinstate it from the command palette", async () => {
  const { email, password } = await product.withTools((tools) =>
    makePractice(tools, { name: "Pelican Dental" }),
  );
  const logIn = () =>
    fetch(`${product.origin}/api/credentials`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ email, password }),
    });
  const { token } = await (await logIn()).json();
  const read = () =>
    fetch(`${product.origin}/lms/profile`, {
      headers: { Cookie: `clientToken=${token}` },
      redirect: "manual",
    });
  expect((await read()).status).toBe(200);
  await openConsole();
  await menu("Practices").click();
  await page.getByRole("link", { name: "Pelican Dental", exact: true }).click();
  await page.getByRole("button", { name: "Suspend" }).click();
  const dialog = page.getByRole("dialog", { name: "Suspend Pelican Dental?" });
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Suspend" }).click();
  await page.getByRole("button", { name: "Reinstate" }).waitFor();
  await expectSteps("Suspend a practice");
  // Its open desk leads to the login page, which says why it can't log in.
  expect((await read()).headers.get("Location")).toMatch(/^\/lms\?next=/);
  const refused = await logIn();
  expect([refused.status, (await refused.json()).message]).toEqual([
    403,
    errorMessages.account_suspended,
  ]);
  await page.keyboard.press("Control+k");
  await page
    .getByRole("combobox", { name: "Name, phone number, email or screen" })
    .fill("reinstate");
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Suspend" }).waitFor();
  expect((await logIn()).status).toBe(200);
});

test("export a practice's data, end the practice, and restore it", async () => {
  await product.withTools((tools) => makePractice(tools, { name: "Heron Dental" }));
  await openConsole();
  await menu("Practices").click();
  await page.getByRole("link", { name: "Heron Dental", exact: true }).click();
  const waiting = page.waitForEvent("download");
  await page.getByRole("link", { name: "Export everything" }).click();
  const download = await waiting;
  expect(download.suggestedFilename()).toMatch(/^practice-\d{4}-\d\d-\d\d\.zip$/);
  const files = readZip(readFileSync(await download.path()));
  expect(files.get("practice.csv")).toContain("Heron Dental");
  expect(files.get("README.txt")).toContain("leads.csv");

  await page.getByRole("button", { name: "End practice" }).click();
  const dialog = page.getByRole("dialog", { name: "End Heron Dental?" });
  await expectAccessible(page);
  await dialog.getByLabel("Type the practice’s name").fill("Heron Dental");
  await dialog.getByRole("button", { name: "End practice" }).click();
  await page.getByText("Everything that belongs to it will be erased on").waitFor();
  await menu("Practices").click();
  await page.getByRole("heading", { name: "Practices" }).waitFor();
  expect(await page.getByRole("link", { name: "Heron Dental", exact: true }).count()).toBe(0);
  await page.getByRole("combobox", { name: "Status", exact: true }).selectOption("Ended");
  await page.getByRole("link", { name: "Heron Dental", exact: true }).click();
  await page.getByRole("button", { name: "Restore practice" }).click();
  await page.getByRole("button", { name: "End practice" }).waitFor();
});

test("find a slow practice, and view its lead desk", async () => {
  const [fast, slow] = await product.withTools(async (tools) => {
    const made = [
      await makePractice(tools, { name: "A Fast Practice" }),
      await makePractice(tools, { name: "B Slow Practice" }),
    ] as const;
    for (const [index, practice] of made.entries()) {
      const submittedAt = new Date(Date.now() - 3 * 60 * 60_000);
      const calledAt = new Date(submittedAt.getTime() + (index === 0 ? 2 : 90) * 60_000);
      const { lead } = await makeInquiry(tools, practice.clientId, { submittedAt });
      await makeCall(tools, practice, lead._id, { calledAt, outcome: "spoke" });
    }
    await refreshSortKeys(tools);
    return made;
  });
  await openConsole();
  await menu("Practices").click();
  await page.getByRole("columnheader", { name: "On time" }).getByRole("link").click();
  await page.waitForURL(/sort=onTime/);
  const names = page.getByRole("rowheader").getByRole("link");
  await expect.poll(async () => (await names.allTextContents())[0]).toBe("B Slow Practice");
  await expectSteps("Find who is slow");
  const row = page.getByRole("row").filter({ hasText: "B Slow Practice" });
  await row.getByText("0 of 1").waitFor();
  await row.getByText("Over an hour").waitFor();
  await expectAccessible(page);
  await expectReadableInDarkMode(page);

  await openFirstScreen();
  await menu("Practices").click();
  await page.getByRole("link", { name: "View the lead desk of B Slow Practice" }).click();
  await page.waitForURL(new RegExp(`client=${slow.clientId}`));
  await page.getByText("Viewing as B Slow Practice.").waitFor();
  await expectSteps("View a practice's lead desk");
  expect(fast.clientId).not.toBe(slow.clientId);
});

test("see why a source is quiet", async () => {
  await product.withTools(async (tools) => {
    const { clientId } = await makePractice(tools, { name: "Quiet Orthodontics" });
    const { sourceId } = await makeMetaSource(tools, clientId, { name: "Aligner form" });
    await tools.pool.query("update sources set silent_since = now() where id = $1", [sourceId]);
  });
  await openConsole();
  await menu("Practices").click();
  const row = page.getByRole("row").filter({ hasText: "Quiet Orthodontics" });
  await row.getByText("Unusually quiet").waitFor();
  await row.getByRole("link", { name: "Quiet Orthodontics", exact: true }).click();
  await page.getByRole("link", { name: "Aligner form" }).click();
  await page.getByRole("heading", { level: 1, name: "Aligner form" }).waitFor();
  await expectSteps("See why a source is quiet");
});

test("compare practices: the slowest one is first and shows its change from the previous period", async () => {
  const lastMonth = monthAfter(new Date().toISOString().slice(0, 7), -1);
  await product.withTools(async (tools) => {
    for (const [name, onTime] of [
      ["Always Quick", 12],
      ["Slow Since Last Month", 3],
    ] as const) {
      const made = await makePractice(tools, { name, timeZone: "America/New_York" });
      for (const [month, inTime] of [
        [monthAfter(lastMonth, -1), 12],
        [lastMonth, onTime],
      ] as const) {
        for (let index = 0; index < 12; index += 1) {
          const submittedAt = new Date(`${month}-10T${String(index + 8).padStart(2, "0")}:00:00Z`);
          const { lead } = await makeInquiry(tools, made.clientId, { submittedAt });
          const minutes = index < inTime ? 4 : 90;
          const calledAt = new Date(submittedAt.getTime() + minutes * 60_000);
          await makeCall(tools, made, lead._id, { calledAt, outcome: "booked" });
        }
      }
    }
  });
  await openConsole();
  await menu("Practices").click();
  await page.getByRole("link", { name: "Compare practices" }).click();
  const names = page.getByRole("rowheader").locator("a[href*='/admin/practice?']");
  await expect
    .poll(async () => (await names.allTextContents()).slice(0, 2))
    .toEqual(["Slow Since Last Month", "Always Quick"]);
  await expectSteps("Compare practices");
  const slow = page.getByRole("row").filter({ hasText: "Slow Since Last Month" });
  await slow.getByText("3 of 12", { exact: true }).waitFor();
  await slow.getByText("from 100%").waitFor();
  await slow.getByText("from under 5 min").waitFor();
  const history = `On time: .*${monthName(monthAfter(lastMonth, -1), "short")} \\(100%\\), ${monthName(lastMonth, "short")} \\(25%\\)`;
  expect(await slow.textContent()).toMatch(new RegExp(history));
  const quick = page.getByRole("row").filter({ hasText: "Always Quick" });
  await quick.getByText("No change").first().waitFor();
  await expectAccessible(page);
  await expectReadableInDarkMode(page);
  await expectNoSidewaysScroll(page);

  const median = page.getByRole("columnheader", { name: "Median time to call" });
  await median.getByRole("link").click();
  await page.waitForURL(/sort=median/);
  await expect.poll(() => median.getAttribute("aria-sort")).toBe("descending");
  await median.getByRole("link").click();
  await page.waitForURL(/order=asc/);
  await expect.poll(async () => (await names.allTextContents())[0]).toBe("Always Quick");
  // For a month, a practice's row links to the month's report; for any other period, to the
  // practice's own Reports.
  await page.getByRole("link", { name: "Report for Slow Since Last Month" }).click();
  await page.getByRole("heading", { name: monthName(lastMonth) }).waitFor();
  await page.goBack();
  await page.getByLabel("Period").selectOption("week");
  await page.waitForURL(/period=week/);
  await page.getByText(/ to .*, compared with /).waitFor();
  await page.getByRole("link", { name: "Report for Always Quick" }).click();
  await page.waitForURL(/lms\/figures\?client=.*&period=days&from=/);
});

test("a comparison stays visible when its refresh fails, and one without matches says so", async () => {
  await product.withTools((tools) => makePractice(tools, { name: "Compared Alone" }));
  page = await openDesk(browser, product.origin, owner, "/admin/compare?search=Compared+Alone");
  await page.getByRole("row").filter({ hasText: "Compared Alone" }).waitFor();
  await page.route("**/*.data*", (route) => route.abort());
  await page.evaluate(() => dispatchEvent(new Event("online")));
  await page.getByText(/Connection lost at/).waitFor();
  await page.getByRole("row").filter({ hasText: "Compared Alone" }).waitFor();
  await expectAccessible(page);
  await page.unroute("**/*.data*");
  await page.getByRole("button", { name: "Retry" }).click();
  await expect.poll(() => page.getByText(/Connection lost at/).count()).toBe(0);
  expect(page.troubles.splice(0).every((one) => one.includes("ERR_FAILED"))).toBe(true);
  await page.goto(`${product.origin}/admin/compare?search=no+such+practice`);
  await page.getByText("No practices match.").waitFor();
  await page.getByRole("link", { name: "Show all" }).click();
  await page.waitForURL(`${product.origin}/admin/compare`);
  for (const wrong of ["period=never", "period=2099-01", "sort=nothing"]) {
    await page.goto(`${product.origin}/admin/compare?${wrong}`);
    await page.waitForURL(`${product.origin}/admin/compare`);
  }
});

test("call the next contact request, and answer it by email", async () => {
  await product.withTools((tools) =>
    makeContactRequest(tools, {
      ...{ kind: "marketing", fullName: "Rosa Delacroix", email: "rosa@example.com" },
      ...{ phone: "(727) 555-0109", message: "Please call me.", finishedAt: new Date() },
    }),
  );
  await openConsole();
  await menu("Contact requests").click();
  const row = page.locator("[data-lead]").filter({ hasText: "Rosa Delacroix" });
  await row.getByRole("button", { name: "I’m calling" }).click();
  await row.getByRole("button", { name: "Voicemail" }).click();
  await page.getByText("Saved: Voicemail.").waitFor();
  await expectSteps("Call the next contact request");

  await openFirstScreen();
  await page.getByRole("link", { name: "Rosa Delacroix" }).click();
  await page.getByRole("button", { name: "Reply by email" }).click();
  await page.getByRole("button", { name: "Tried to reach you" }).click();
  await page.getByRole("button", { name: "Send", exact: true }).click();
  await page.getByText("Your reply, sent").waitFor();
  await expectSteps("Answer a contact request by email");
});

test("send last month's report to a practice", async () => {
  await product.withTools((tools) => makePractice(tools, { name: "Reported Dental" }));
  await openConsole();
  const listed = page.getByRole("region", { name: /^Practices last/ });
  await listed.getByRole("link", { name: "Reported Dental", exact: true }).click();
  await page.getByRole("link", { name: "Send last month’s report" }).click();
  const form = page.getByRole("form", { name: /Send the report/ });
  await form.getByRole("button", { name: "Send" }).click();
  await page.getByText("The report is on its way.").waitFor();
  await expectSteps("Send last month's report");
});

test("import the figures of a practice's campaign from a Meta report", async () => {
  const { clientId } = await product.withTools((tools) =>
    makePractice(tools, { name: "Advertised Dental" }),
  );
  await openConsole();
  await menu("Campaigns").click();
  await page.getByRole("button", { name: "Import a report" }).click();
  const report = page.getByRole("form", { name: "Import a report" });
  await report.getByLabel("Practice").selectOption(clientId);
  const lines = [
    "Reporting starts,Reporting ends,Campaign name,Campaign ID,Impressions,Clicks (all),Amount spent (USD)",
    "2026-03-02,2026-03-02,Clear aligners,901,1200,24,51.50",
    "2026-03-03,2026-03-03,Clear aligners,901,1100,20,48.50",
  ];
  await report.getByLabel("Report file", { exact: true }).setInputFiles({
    ...{ name: "meta.csv", mimeType: "text/csv" },
    buffer: Buffer.from(lines.join("\n")),
  });
  fields += 2;
  await report.getByRole("button", { name: "Check the file" }).click();
  await report.getByRole("button", { name: "Import 2 days" }).click();
  await page.getByRole("cell", { name: /^\$100\.00/ }).waitFor();
  await expectSteps("Add a week's ad figures");
});

test("the steps of a new practice's setup link to the actions that complete them", async () => {
  const { clientId, practice } = await product.withTools(async (tools) => {
    const made = await makePractice(tools, { name: "Brand New Smiles" });
    return { ...made, practice: made };
  });
  page = await openDesk(browser, product.origin, owner, `/admin/practice?id=${clientId}`);
  const setup = page.getByRole("region", { name: "Setup" });
  const email = setup.getByRole("link", { name: "Email them the login page" });
  expect(await email.getAttribute("href")).toContain(`mailto:${practice.email}?subject=`);
  await expectAccessible(page);
  await setup.getByRole("link", { name: "Connect a source" }).click();
  const dialog = page.getByRole("dialog", { name: "Connect a source" });
  await expect
    .poll(() => dialog.getByLabel("Practice").evaluate((one: HTMLSelectElement) => one.value))
    .toBe(clientId);
  await dialog.getByLabel("Source type").selectOption("form");
  await dialog.getByLabel("Name").fill("Website form");
  await dialog.getByRole("button", { name: "Connect" }).click();
  await page.getByRole("heading", { level: 1, name: "Website form" }).waitFor();
  await page.goto(`${product.origin}/admin/practice?id=${clientId}`);
  await setup.getByRole("link", { name: "Send a test lead" }).click();
  await page.getByRole("button", { name: "Send a test lead" }).click();
  await page.getByText("Done", { exact: true }).waitFor();
  await page.goto(`${product.origin}/admin/practice?id=${clientId}`);
  await setup.getByText("2 of 5").waitFor();
});

test("the owner corrects a practice's name", async () => {
  const { clientId } = await product.withTools((tools) =>
    makePractice(tools, { name: "Helen Park" }),
  );
  page = await openDesk(browser, product.origin, owner, `/admin/practice?id=${clientId}`);
  await page.getByRole("button", { name: "Edit name" }).click();
  const dialog = page.getByRole("dialog", { name: "Edit name" });
  await dialog.getByLabel("Practice name").fill("Park Dental");
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Save", exact: true }).click();
  await page.getByRole("heading", { level: 1, name: "Park Dental" }).waitFor();
});

test("the owner writes, edits and deletes a note", async () => {
  const { clientId } = await product.withTools((tools) => makePractice(tools, { name: "Noted" }));
  page = await openDesk(
    browser,
    product.origin,
    owner,
    `/admin/practice?id=${clientId}`,
    phone(390),
  );
  const notes = page.getByRole("region", { name: "Notes" });
  await notes.getByLabel("New note").fill("Call Dana,\nnot the office.");
  await notes.getByRole("button", { name: "Add note" }).click();
  await notes.getByText("Call Dana,").waitFor();
  await notes.getByRole("button", { name: "Edit" }).click();
  await notes.getByLabel("Note", { exact: true }).fill("Call Lena.");
  await expectAccessible(page);
  await notes.getByRole("button", { name: "Save", exact: true }).click();
  await notes.getByText("Call Lena.").waitFor();
  await notes.getByRole("button", { name: "Delete" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await notes.getByText("No notes yet.").waitFor();
});

test("the owner extends a practice's audit log retention, without overwriting another owner's choice", async () => {
  const { clientId } = await product.withTools((tools) => makePractice(tools, { name: "Kept" }));
  page = await openDesk(
    browser,
    product.origin,
    owner,
    `/admin/practice?id=${clientId}`,
    phone(320),
  );
  const records = page.getByRole("region", { name: "Data retention" });
  await records.getByLabel("Audit log").selectOption("7 years");
  await product.withTools((tools) =>
    tools.pool.query("update clients set keeps_sessions_days = 365 where id = $1", [clientId]),
  );
  await records.getByRole("button", { name: "Save", exact: true }).click();
  await page.getByText("Done", { exact: true }).waitFor();
  const chosen = (label: string) =>
    records.getByLabel(label).evaluate((one: HTMLSelectElement) => one.selectedOptions[0]?.text);
  await expect.poll(() => chosen("Past logins")).toBe("1 year");
  expect(await chosen("Audit log")).toBe("7 years");
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
  await expectReadableInDarkMode(page);
  await page.goto(`${product.origin}/admin/system`);
  await page.getByText("Kept for 2 years; longer for 1 practice").waitFor();
});

test("the list of practices refreshes automatically, and says when it may be outdated", async () => {
  const { clientId } = await product.withTools((tools) => makePractice(tools, { name: "Live" }));
  page = await openDesk(browser, product.origin, owner, "/admin/practices?search=Live");
  const row = page.getByRole("row").filter({ hasText: "Live" });
  await row.getByText("Never").first().waitFor();
  await product.withTools((tools) => makeInquiry(tools, clientId));
  // A page refreshes twice a minute, and when the browser is online again.
  const refresh = () => page.evaluate(() => dispatchEvent(new Event("online")));
  await refresh();
  await row.getByText("1 not called yet, longest wait").waitFor();
  await page.route("**/*.data*", (route) => route.abort());
  await refresh();
  await page.getByText(/Connection lost at/).waitFor();
  await row.getByText("1 not called yet, longest wait").waitFor();
  await expectAccessible(page);
  await page.unroute("**/*.data*");
  await page.getByRole("button", { name: "Retry" }).click();
  await expect.poll(() => page.getByText(/Connection lost at/).count()).toBe(0);
  expect(page.troubles.splice(0).every((one) => one.includes("ERR_FAILED"))).toBe(true);
});

test("the list, the comparison and a practice fit a phone, even a small one", async () => {
  const { clientId } = await product.withTools(async (tools) => {
    const made = await makePractice(tools, { name: "A Practice With A Rather Long Name" });
    await makeFormSource(tools, made.clientId);
    await makeInquiry(tools, made.clientId);
    return made;
  });
  const expectFits = async () => {
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
  };
  page = await openDesk(browser, product.origin, owner, "/admin/practices", phone(320));
  await page.getByText("A Practice With A Rather Long Name").first().waitFor();
  await atPhoneWidths(page, expectFits);
  await page.goto(`${product.origin}/admin/compare`);
  await page.getByText("A Practice With A Rather Long Name").first().waitFor();
  await atPhoneWidths(page, expectFits);
  await page.goto(`${product.origin}/admin/practice?id=${clientId}`);
  await page.getByRole("region", { name: "Setup" }).waitFor();
  await atPhoneWidths(page, expectFits);
  await atPhoneWidths(page, () => expectReadableInDarkMode(page));
});

test("a filter without matches says so, and an unknown practice returns 404", async () => {
  page = await openDesk(browser, product.origin, owner, "/admin/practices?search=no+such+practice");
  await page.getByText("No practices match.").waitFor();
  await page.getByRole("link", { name: "Show all" }).click();
  await page.waitForURL(`${product.origin}/admin/practices`);
  await page.goto(`${product.origin}/admin/practices?sort=nothing`);
  await page.waitForURL(`${product.origin}/admin/practices`);
  const id = "01900000-0000-7000-8000-000000000000";
  const answer = await page.goto(`${product.origin}/admin/practice?id=${id}`);
  expect(answer?.status()).toBe(404);
  page.troubles.splice(0);
});

// ── Helpers ─────────────────────────────────────────────────────────────────────────────────────

async function openConsole() {
  page = await openDesk(browser, product.origin, owner, "/admin/today");
  await countSteps();
}

async function openFirstScreen() {
  await page.goto(`${product.origin}/admin/today`);
  await page.getByRole("heading", { name: "Needs your attention" }).waitFor();
  await countSteps();
}

function menu(name: string) {
  return page.getByRole("navigation", { name: "Main" }).getByRole("link", { name });
}

/** Types into the field that has focus. */
async function type(text: string) {
  fields += 1;
  await page.keyboard.insertText(text);
}

async function countSteps() {
  fields = 0;
  await page.evaluate(() => {
    Object.assign(globalThis, { clicks: 0 });
    // Counted on the way up, because Playwright stops a click whose target moved, and repeats it.
    addEventListener("pointerup", () => Object.assign(globalThis, { clicks: clicks() + 1 }));
    const clicks = () => Reflect.get(globalThis, "clicks");
  });
}

async function expectSteps(task: string) {
  const clicks = await page.evaluate(() => Reflect.get(globalThis, "clicks"));
  const typed = fields > 0 ? [`${fields} field${fields > 1 ? "s" : ""}`] : [];
  const counted = [`${clicks} clicks`, ...typed].join(", ");
  expect([task, counted]).toEqual([task, table.get(task)]);
}

const table = new Map(
  readFileSync(new URL("../docs/owner-tasks.md", import.meta.url), "utf8")
    .split("\n")
    .filter((line) => line.startsWith("| "))
    .map((line) => line.split("|").map((cell) => cell.trim()))
    .map(([, task = "", now = ""]) => [task, now]),
);
