// First one person as two leads: the suggestion, the comparison, merging, undoing the merge,
// erasing both. Then two people with one number: two leads, each called, found and emailed under
// their own name.
import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { makeFormSource, makeInquiry, makeKeyedSource } from "#server/db/make.ts";
import { expectAccessible, expectNoSidewaysScroll, expectReadableInDarkMode } from "./browser.ts";
import { deskJourneys, openDesk, phone } from "./desk.ts";

const desk = deskJourneys();

test("a suggested duplicate can be compared, merged, unmerged and erased without changing the figures", async () => {
  const { older, newer } = await addTwo();
  const before = await figures();
  await desk.open(`/lms/lead?id=${older}`, { viewport: { width: 1280, height: 900 } });
  const { page } = desk;
  const card = page.getByRole("region", { name: "Possible duplicate" });
  await card.getByText("Same email on an inquiry.").waitFor();
  await expectAccessible(page);

  await card.getByRole("link", { name: "Review Maria Lopez" }).click();
  await page.getByRole("heading", { level: 1, name: "Same person?" }).waitFor();
  await expectAccessible(page);
  // Done by keyboard. The names are the same, so the first choice is about the number.
  const number = page.getByRole("group", { name: "Phone" });
  const older0142 = number.getByRole("radio", { name: "(813) 555-0142" });
  await older0142.focus();
  await page.keyboard.press("Space");
  await expect.poll(() => older0142.isChecked()).toBe(true);

  // Another device has the older lead open, which is about to be merged.
  const { browser, product, practice } = desk;
  const colleague = await openDesk(browser, product.origin, practice, `/lms/lead?id=${older}`);
  await page.getByRole("button", { name: "Merge", exact: true }).focus();
  await page.keyboard.press("Enter");
  await page.waitForURL(`**/lms/lead?id=${newer}`);
  await page.getByText("Merged. Everything about Maria Lopez is now on this page.").waitFor();
  await page.locator('a[href="tel:+18135550142"]').first().waitFor();
  await colleague.waitForURL(`**/lms/lead?id=${newer}`);
  expect(colleague.troubles).toEqual([]);
  await colleague.context().close();
  expect(await figures()).toEqual(before);
  await expectAccessible(page);

  // An old bookmark still works, and so does a call that a browser still holds for the old lead.
  await page.goto(`${product.origin}/lms/lead?id=${older}`);
  await page.waitForURL(`**/lms/lead?id=${newer}`);
  const call = { _id: randomUUID(), outcome: "voicemail" };
  const status = await page.evaluate(
    async ([id, json]) => {
      const headers = { "Content-Type": "application/json" };
      const body = JSON.stringify(json);
      return (await fetch(`/api/leads/${id}/calls`, { method: "POST", headers, body })).status;
    },
    [older, call] as const,
  );
  expect(status).toBe(201);
  await page.getByText("Voicemail. Called", { exact: false }).first().waitFor();

  const called = await figures();
  await page.getByRole("button", { name: "Undo merge" }).click();
  await page.getByText("Merge undone. They’re two leads again.").waitFor();
  await page.getByText("Separated from").waitFor();
  expect(await figures()).toEqual(called);
  await page.getByRole("link", { name: "another lead" }).click();
  await page.waitForURL(`**/lms/lead?id=${older}`);
  await page.getByRole("region", { name: "Possible duplicate" }).waitFor();
  await expect.poll(() => page.getByText("Voicemail. Called", { exact: false }).count()).toBe(0);

  // Merged once more, to check the toast's Undo too.
  await page.getByRole("link", { name: "Review Maria Lopez" }).click();
  await page.getByRole("button", { name: "Merge", exact: true }).click();
  await page.waitForURL(`**/lms/lead?id=${newer}`);
  await page.getByRole("button", { name: "Undo", exact: true }).click();
  await page.getByText("Merge undone. They’re two leads again.").waitFor();
  await page.waitForURL(`**/lms/lead?id=${older}`);

  await page.getByRole("link", { name: "Review Maria Lopez" }).click();
  await page.getByRole("button", { name: "Merge", exact: true }).click();
  await page.waitForURL(`**/lms/lead?id=${newer}`);
  await page.getByRole("button", { name: "More", exact: true }).click();
  await page.getByRole("menuitem", { name: "Privacy request" }).click();
  const dialog = page.getByRole("dialog", { name: "Privacy request" });
  await dialog.getByRole("textbox").fill("Maria Lopez");
  await dialog.getByRole("button", { name: /Erase/ }).click();
  await page.waitForURL("**/lms/dashboard");
  await page
    .getByText(/erased/i)
    .first()
    .waitFor();
  expect(await figures()).toEqual(called);
  expect(await namesLeft([older, newer])).toEqual(["", ""]);
});

test("two people who share an email address can be permanently marked as different on a phone", async () => {
  const { older, newer } = await addTwo();
  await desk.open(`/lms/lead?id=${older}`, phone(320));
  const { page } = desk;
  await page.getByRole("link", { name: "Review Maria Lopez" }).waitFor();
  await expectNoSidewaysScroll(page);
  await page.getByRole("link", { name: "Review Maria Lopez" }).tap();
  await page.getByRole("heading", { level: 1, name: "Same person?" }).waitFor();
  await expectNoSidewaysScroll(page);
  await expectReadableInDarkMode(page);
  await page.getByRole("button", { name: "Not the same person" }).tap();
  await page.waitForURL(`**/lms/lead?id=${older}`);
  await page.getByText("Maria Lopez won’t be suggested again.").waitFor();
  const card = page.getByRole("region", { name: "Possible duplicate" });
  await card.waitFor({ state: "detached" });
  await page.getByRole("button", { name: "Undo", exact: true }).tap();
  await page.getByText("Maria Lopez may be suggested again.").waitFor();
  await card.waitFor();
  await card.getByRole("button", { name: "Not the same person" }).tap();
  await card.waitFor({ state: "detached" });
  await page.goto(`${desk.product.origin}/lms/lead?id=${newer}`);
  await page.getByRole("heading", { level: 1, name: "Maria Lopez" }).waitFor();
  expect(await card.count()).toBe(0);
});

test("two people who share a number become two leads by form, webhook and file; one person stays one lead", async () => {
  const { product, practice } = desk;
  const [form, hook] = await product.withTools(async (tools) => [
    `form/${(await makeFormSource(tools, practice.clientId)).formKey}`,
    `webhook/${(await makeKeyedSource(tools, practice.clientId, "webhook")).formKey}`,
  ]);
  const person = (name: string, phone: string) => ({
    ...{ first_name: name, last_name: "Ruiz", phone, email: emailOf(name) },
  });
  const emailOf = (name: string) => `${name.toLowerCase()}-${practice.clientId}@example.com`;
  const post = async (path: string, ...people: object[]) => {
    for (const one of people) {
      const { status } = await fetch(`${product.origin}/api/intake/${path}`, {
        ...{ method: "POST", headers: { "Content-Type": "application/json" } },
        body: JSON.stringify(one),
      });
      expect(status).toBe(201);
    }
  };
  await post(form, person("Ana", "(813) 555-0142"), person("Leo", "(813) 555-0142"));
  await post(hook, person("Mia", "(813) 555-0143"), person("Tom", "(813) 555-0143"));
  // Leo and Mia send another inquiry.
  await post(form, person("Leo", "(813) 555-0142"), person("Mia", "(813) 555-0143"));
  await desk.open("/lms/import");
  const { page } = desk;
  const rows = ["Eva", "Ben", "Ana", "Eva"].map((name) => {
    return `${name},Ruiz,(813) 555-014${name === "Ana" ? 2 : 4},${emailOf(name)}`;
  });
  const file = ["first name,last name,phone,email", ...rows].join("\n");
  const upload = { name: "family.csv", mimeType: "text/csv", buffer: Buffer.from(file) };
  await page.getByLabel("Choose a file").setInputFiles(upload);
  await page.getByRole("button", { name: "Check the file" }).click();
  await page.getByRole("button", { name: "Import 2 leads" }).click();
  await page.getByText("2 leads imported.").waitFor();

  const all = ["Ana", "Leo", "Mia", "Tom", "Eva", "Ben"];
  const listOf = (name: string) => (["Eva", "Ben"].includes(name) ? "archive" : "dashboard");
  for (const name of all) {
    await page.goto(`${product.origin}/lms/${listOf(name)}?q=ruiz+${name.toLowerCase()}`);
    const link = page.getByRole("link", { name: `${name} Ruiz`, exact: true });
    await link.waitFor();
    expect(await link.count()).toBe(1);
  }
  for (const name of all) {
    await page.goto(`${product.origin}/lms/${listOf(name)}?q=${name}`);
    await page.getByRole("link", { name: `${name} Ruiz`, exact: true }).click();
    await page.getByRole("tab", { name: "Email" }).click();
    await page.getByRole("button", { name: "Blank email" }).click();
    await page.getByLabel("Subject").fill("Hello [First name]");
    await page.getByRole("textbox", { name: "Message" }).fill("When may we call?");
    await page.getByRole("button", { name: "Send", exact: true }).click();
    const sent = () => product.mails.find(({ to }) => to?.[0]?.address === emailOf(name));
    await expect.poll(() => sent()?.subject).toBe(`Hello ${name}`);
  }
});

test("an inquiry from another person on the same lead is shown with that person's name, and can be split off and merged back", async () => {
  const { clientId } = desk.practice;
  const phone = "(813) 555-0142";
  const id = await desk.product.withTools(async (tools) => {
    const arjun = { firstName: "Arjun", lastName: "Moreau", phone, email: "arjun@example.com" };
    const { lead } = await makeInquiry(tools, clientId, { ...arjun, ...ago(20) });
    const olivia = { firstName: "Olivia", lastName: "Chen", phone, email: "" };
    await makeInquiry(tools, clientId, { ...olivia, ...ago(5) });
    return lead._id;
  });
  await desk.open("/lms/dashboard?q=olivia");
  const { page } = desk;
  await page.getByText("Known as Arjun Moreau").waitFor();
  await page.getByRole("link", { name: "Olivia Chen" }).click();
  await page.getByRole("heading", { level: 1, name: "Olivia Chen" }).waitFor();
  await page.getByText("Known as Arjun Moreau from an earlier inquiry.").waitFor();
  await page.getByRole("tab", { name: "Email" }).click();
  await page.getByRole("button", { name: "Blank email" }).click();
  await page.getByText("This is the one of Arjun Moreau.").waitFor();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Not the same person Olivia Chen" }).click();
  await page.getByText("Olivia Chen is now a separate lead.").waitFor();
  expect(new URL(page.url()).searchParams.get("id")).not.toBe(id);
  await page.getByText("Split into two leads").waitFor();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Undo", exact: true }).click();
  await page.getByText("Everything about Arjun Moreau is now on this page.").waitFor();
  await page.getByRole("heading", { name: "Earlier inquiries" }).waitFor();
});

/**
 * Adds two leads, and an inquiry that has the older lead's number and the newer lead's email
 * address.
 */
async function addTwo() {
  const { clientId } = desk.practice;
  const person = { firstName: "Maria", lastName: "Lopez" };
  const number = "(813) 555-0142";
  return desk.product.withTools(async (tools) => {
    const first = { ...person, phone: number, email: "home@example.com" };
    const { lead } = await makeInquiry(tools, clientId, { ...first, ...ago(30) });
    const second = { ...person, phone: "(727) 555-0177", email: "maria@example.com" };
    const other = await makeInquiry(tools, clientId, { ...second, ...ago(20) });
    const both = { ...person, phone: number, email: "maria@example.com" };
    await makeInquiry(tools, clientId, { ...both, ...ago(10) });
    return { older: lead._id, newer: other.lead._id };
  });
}

function ago(minutes: number) {
  const at = new Date(Date.now() - minutes * 60_000);
  return { submittedAt: at, receivedAt: at };
}

async function figures() {
  const { clientId } = desk.practice;
  const { rows } = await desk.product.withTools((tools) =>
    tools.pool.query(
      `select part, span, since, key, sum(leads) as leads, sum(asked) as asked, sum(lt10) as lt10,
         sum(lt60) as lt60, sum(reached) as reached from rollups
       where client_id = $1 and part not in ('queue', 'uncalled', 'archived')
       group by part, span, since, key
       having sum(leads) <> 0 or sum(asked) <> 0 order by part, span, since, key`,
      [clientId],
    ),
  );
  return rows;
}

async function namesLeft(ids: string[]): Promise<string[]> {
  const { rows } = await desk.product.withTools((tools) =>
    tools.pool.query("select first_name || phone || email as name from leads where id = any($1)", [
      ids,
    ]),
  );
  return rows.map(({ name }) => name);
}
