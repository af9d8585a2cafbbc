// A manager imports a file of leads: checks its columns, does a dry run, imports the rows and
// undoes the import.
import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { makeInquiry, makeOwner, makePerson } from "#server/db/make.ts";
import { expectAccessible, expectNoSidewaysScroll, expectReadableInDarkMode } from "./browser.ts";
import { deskJourneys, openDesk, phone } from "./desk.ts";

const desk = deskJourneys();

/** A file as Facebook's ads manager exports it: UTF-16 with tabs, and a prefix in each cell. */
const facebook = [
  "id\tcreated_time\tad_id\tform_id\tplatform\tdo_you_have_insurance?\tyour_name\temail\tphone_number",
  "l:1\t2026-03-14T09:05:11-05:00\tag:23\tf:4\tfb\tyes\tAna Ruiz\tana@example.com\tp:+18135550142",
  "l:2\t2026-03-14T09:06:11-05:00\tag:23\tf:4\tig\tno\tBo Li\tbo@example.com\tp:+18135550143",
  "l:3\t2026-03-14T09:07:11-05:00\tag:23\tf:4\tig\tno\tCy Ode\tcy@example.com\tp:+18135550144",
  "l:4\t2026-03-14T09:08:11-05:00\tag:23\tf:4\tfb\t=1+1\t\t\t",
  "l:5\tnever\tag:23\tf:4\tfb\tno\tAna R.\tana@example.com\t",
  "",
].join("\n");

test("a manager can correct a column of a Facebook export, see which rows are new, import them, and undo the import", async () => {
  await desk.product.withTools((tools) =>
    makeInquiry(tools, desk.practice.clientId, {
      ...{ firstName: "Bo", lastName: "Li", email: "bo@example.com", phone: "" },
    }),
  );
  await desk.open("/lms/archive");
  await desk.page.getByRole("link", { name: "Import leads" }).click();
  await upload("leads.csv", Buffer.from(`\ufeff${facebook}`, "utf16le"));

  await desk.page.getByText("Read as UTF-16, separated by tabs.").waitFor();
  await expectHeadingInFocus("1. Columns");
  const name = desk.page.getByRole("combobox", { name: "What is “your_name”?" });
  expect(await name.inputValue()).toBe("fullName");
  const email = desk.page.getByRole("combobox", { name: "What is “email”?" });
  await email.selectOption("Don’t import");
  await expectAccessible(desk.page);
  await desk.page.getByRole("button", { name: "Check the file" }).click();
  await desk.page.getByRole("button", { name: "Import 3 leads" }).waitFor();
  await expectHeadingInFocus("2. What’s in the file");
  // The wrong column is visible and can be corrected.
  await desk.page.getByText("Change the columns").click();
  await email.selectOption("Email");
  await desk.page.getByRole("button", { name: "Check again" }).click();
  await desk.page.getByRole("button", { name: "Import 2 leads" }).waitFor();
  expect(await desk.page.getByRole("term").allTextContents()).toEqual([
    "New leads",
    "Already on file",
    "Twice in this file",
    "Can’t be imported",
  ]);
  expect(await desk.page.getByRole("definition").allTextContents()).toEqual(["2", "1", "1", "1"]);
  await desk.page.getByText("Rows that aren’t new", { exact: true }).click();
  await desk.page.getByText("is the same person as line 2").waitFor();
  await desk.page.getByText("is Bo Li").waitFor();
  await desk.page.getByText("Rows that can’t be imported", { exact: true }).click();
  await desk.page.getByText("Line 5: No name, phone or email").waitFor();
  const [download] = await Promise.all([
    desk.page.waitForEvent("download"),
    desk.page.getByRole("link", { name: "Download the rows that can’t be imported" }).click(),
  ]);
  const rejected = await readFile(await download.path(), "utf8");
  expect(rejected).toContain("l:4,2026-03-14T09:08:11-05:00,ag:23,f:4,fb,'=1+1,,,");
  expect(rejected).toContain('"No name, phone or email"');
  await expectAccessible(desk.page);

  await desk.page.getByRole("button", { name: "Import 2 leads" }).click();
  await desk.page.getByText("2 leads imported.").waitFor();
  await expectHeadingInFocus("3. Import");
  await expectAccessible(desk.page);
  const here = desk.page.url();
  await desk.page.goto(`${desk.product.origin}/lms/archive?q=ana`);
  await desk.page.getByText("Imported from leads.csv").waitFor();
  await desk.page.getByRole("link", { name: "Ana Ruiz" }).first().waitFor();

  await desk.page.goto(here);
  await desk.page.getByRole("button", { name: "Undo the import" }).click();
  await desk.page.getByRole("button", { name: "Undo", exact: true }).click();
  await desk.page.getByText("Import undone. 2 leads removed.").waitFor();
  await desk.page.getByRole("link", { name: "Import another file" }).click();
  await desk.page.getByRole("link", { name: "leads.csv" }).waitFor();
  await expectAccessible(desk.page);
});

test("a manager can choose how a file is read and import its people as leads for follow-up", async () => {
  await desk.open("/lms/import");
  // The file has two columns of numbers, and column names that aren't recognized.
  const file = "Wer|Tel. 1|Tel. 2\nAna Ruiz|8.13555E+09|(813) 555-0142\nBo Li||813 555 0143\n";
  await upload("contacts.csv", Buffer.from(`Old patients\n${file}`));
  await desk.page.getByText("separated by vertical bars").waitFor();
  await desk.page.getByText("Does something look wrong?").click();
  await desk.page.getByLabel("Separated by").selectOption("semicolons");
  await desk.page.getByText("separated by semicolons").waitFor();
  await desk.page.getByLabel("Separated by").selectOption("vertical bars");
  await desk.page.getByText("separated by vertical bars").waitFor();
  await desk.page.getByLabel("Column names").selectOption("Line 2: Wer, Tel. 1, Tel. 2");
  await desk.page.getByRole("combobox", { name: "What is “Wer”?" }).selectOption("Full name");
  await expectAccessible(desk.page);
  await desk.page.getByRole("button", { name: "Check the file" }).click();
  const run = desk.page.getByRole("button", { name: "Import 2 leads" });
  await run.waitFor();
  await desk.page.getByText("Damaged by a spreadsheet, like 8.13555E+09: 1.").waitFor();
  // The result and the import button are above the fold.
  const box = await run.boundingBox();
  expect((box?.y ?? 900) + (box?.height ?? 0)).toBeLessThan(900);
  await desk.page.getByRole("radio", { name: /^Follow-up/ }).check();
  await expectAccessible(desk.page);
  await run.click();
  await desk.page.getByText("2 leads imported.").waitFor();
  await desk.page.getByRole("link", { name: "See them on the dashboard" }).click();
  await desk.page.getByRole("link", { name: "Ana Ruiz" }).first().click();
  await desk.page.getByText("Imported from contacts.csv").waitFor();
});

test("a reload and a second tab show an import's progress and can cancel it", async () => {
  await desk.open("/lms/import");
  const rows = Array.from({ length: 6000 }, (_, row) => `Person ${row},person${row}@example.com`);
  await upload("many.csv", Buffer.from(`Name,Email\n${rows.join("\n")}\n`));
  await desk.page.getByRole("button", { name: "Check the file" }).click();
  await desk.page.getByRole("button", { name: "Import 6,000 leads" }).waitFor();
  const second = await desk.page.context().newPage();
  await second.goto(desk.page.url());
  await second.getByRole("button", { name: "Import 6,000 leads" }).waitFor();
  const release = await holdRow(2002);
  await desk.page.getByRole("button", { name: "Import 6,000 leads" }).click();
  const soFar = "2,000 of 6,000 leads imported";
  await desk.page.getByText(soFar).waitFor();
  await desk.page.reload();
  await desk.page.getByText(soFar).waitFor();
  // A tab in the background doesn't refresh until someone looks at it.
  await second.bringToFront();
  await second.getByText(soFar).waitFor();
  await expectAccessible(second);
  const asked = second.waitForRequest(/cancellations$/);
  await second.getByRole("button", { name: "Cancel the import" }).click();
  await asked;
  // If the import were released before the cancellation waits for the lock, the import would
  // finish.
  await expect.poll(waitingForTurn).toBe(1);
  await release();
  await second.getByText("Import canceled. ").waitFor();
  await desk.page.bringToFront();
  await desk.page.getByText("Import canceled. ").waitFor();
  await second.close();
});

test("the owner imports a practice's file in the console, and the practice finds the leads", async () => {
  const owner = await desk.product.withTools((tools) => makeOwner(tools));
  desk.page = await openDesk(
    desk.browser,
    desk.product.origin,
    owner,
    `/admin/practice?id=${desk.practice.clientId}`,
    phone(320),
  );
  await desk.page.getByRole("link", { name: "Import leads" }).click();
  await desk.page.getByRole("heading", { level: 1, name: /^Import leads for / }).waitFor();
  await expectAccessible(desk.page);
  await upload("sent.csv", Buffer.from("Name,Phone\nOda Ray,(813) 555-0177\n,\n"));
  await desk.page.getByRole("button", { name: "Check the file" }).click();
  await desk.page.getByRole("button", { name: "Import 1 lead" }).click();
  await desk.page.getByText("1 lead imported.").waitFor();
  await expectNoSidewaysScroll(desk.page);
  await expectReadableInDarkMode(desk.page);
  await expectAccessible(desk.page);
  await desk.page.getByRole("link", { name: "See them in the archive" }).click();
  await desk.page.getByText("Imported from sent.csv").waitFor();
  await desk.open("/lms/import");
  await desk.page.getByRole("link", { name: "sent.csv" }).waitFor();
  await desk.page.getByText("Olive Owner").waitFor();
});

test("a wrong file is rejected with a reason, and another file can be chosen", async () => {
  await desk.open("/lms/import", phone(320));
  await upload("leads.xlsx", Buffer.from("PK\x03\x04"));
  await desk.page.getByText("This is an Excel or zip file.").waitFor();
  desk.page.troubles.length = 0;
  await expectNoSidewaysScroll(desk.page);
  await upload("leads.csv", Buffer.from("Name,Phone\nAna,(813) 555-0142\n"));
  await desk.page.getByRole("button", { name: "Check the file" }).click();
  await desk.page.getByRole("button", { name: "Import 1 lead" }).waitFor();
  await expectNoSidewaysScroll(desk.page);
  await expectReadableInDarkMode(desk.page);
  await desk.page.getByRole("button", { name: "Discard this file" }).click();
  await desk.page.getByText("Import canceled.").waitFor();
});

test("a member isn't offered the import, and its URL redirects to the archive", async () => {
  const member = await desk.product.withTools((tools) => makePerson(tools, desk.practice.clientId));
  desk.page = await openDesk(desk.browser, desk.product.origin, member, "/lms/import");
  await desk.page.waitForURL("**/lms/archive");
  expect(await desk.page.getByRole("link", { name: "Import leads" }).count()).toBe(0);
});

/** Holds the import before the batch with this line until the returned function is called. */
function holdRow(line: number) {
  return desk.product.withTools(async ({ pool }) => {
    const holder = await pool.connect();
    await holder.query("begin");
    await holder.query(
      "select 1 from lead_import_rows where client_id = $1 and line = $2 for update",
      [desk.practice.clientId, line],
    );
    return async () => {
      await holder.query("commit");
      holder.release();
    };
  });
}

/** Counts the transactions that are waiting for an import's batch to finish. */
function waitingForTurn(): Promise<number> {
  return desk.product.withTools(async ({ pool }) => {
    const { rows } = await pool.query(
      `select pid from pg_stat_activity
       where wait_event_type = 'Lock' and query like '%"lead_imports"%for no key update'`,
    );
    return rows.length;
  });
}

async function upload(name: string, buffer: Buffer) {
  await desk.page.getByLabel("Choose a file").setInputFiles({ name, mimeType: "text/csv", buffer });
}

/**
 * Checks that the step's heading has the focus. The clicked button disappears, so keyboards and
 * screen readers continue from there.
 */
async function expectHeadingInFocus(name: string) {
  const heading = desk.page.getByRole("heading", { level: 2, name });
  await expect.poll(() => heading.evaluate((one) => one === document.activeElement)).toBe(true);
}
