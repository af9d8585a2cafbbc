// Pictures of the lead desk, logged in.
import type { Page } from "playwright-core";
import { isHydrated, loseConnection, loseLoader } from "./connection.ts";
import type { Shot } from "./shot.ts";

export const deskShots: Shot[] = [
  { name: "lms-dashboard", path: "/lms/dashboard", as: "desk" },
  {
    name: "lms-dashboard-interest",
    path: "/lms/dashboard",
    as: "desk",
    async act(page) {
      await page.evaluate(async (interests) => {
        const { leads } = await (await fetch("/api/leads/new?limit=9&sort=next")).json();
        const headers = { "Content-Type": "application/json" };
        for (const [index, interest] of interests.entries()) {
          const body = JSON.stringify({ interest, ...(index % 2 === 0 && { language: "es" }) });
          await fetch(`/api/leads/${leads[index]._id}`, { method: "PATCH", headers, body });
        }
      }, interests);
      await page.reload();
      await page.getByText("Whitening before").first().waitFor();
    },
  },
  { name: "lms-dashboard-empty", path: "/lms/dashboard", as: "new" },
  { name: "lms-dashboard-search", path: "/lms/dashboard?q=zzzz", as: "desk" },
  {
    name: "lms-dashboard-filters",
    path: "/lms/dashboard?state=called&askedAgain=yes",
    as: "desk",
    isScreenOnly: true,
    async act(page) {
      await page.getByRole("button", { name: /^Filters/ }).click();
      await page.getByRole("dialog", { name: "Filters" }).waitFor();
    },
  },
  { name: "lms-dashboard-filtered", path: "/lms/dashboard?state=called", as: "desk" },
  {
    name: "lms-dashboard-choosing",
    path: "/lms/dashboard",
    as: "desk",
    async act(page) {
      await page.getByRole("button", { name: "Select", exact: true }).click();
      await page.getByRole("checkbox").nth(1).check();
      await page.getByText("1 selected").waitFor();
    },
  },
  {
    name: "lms-dashboard-archiving",
    path: "/lms/dashboard",
    as: "desk",
    isScreenOnly: true,
    async act(page) {
      await page.getByRole("button", { name: "Select", exact: true }).click();
      await page.getByRole("checkbox").nth(1).check();
      await page.getByRole("button", { name: "Archive", exact: true }).click();
      await page.getByRole("dialog").waitFor();
    },
  },
  {
    name: "lms-dashboard-palette",
    path: "/lms/dashboard",
    as: "desk",
    isScreenOnly: true,
    async act(page) {
      await page.waitForFunction(() => document.title.startsWith("("));
      await page.keyboard.press("Control+k");
      await page.getByRole("combobox", { name: "Screen, name" }).fill("ar");
      await page
        .getByRole("option", { name: /Callback set|In the queue/ })
        .first()
        .waitFor();
    },
  },
  {
    name: "lms-dashboard-keys",
    path: "/lms/dashboard",
    as: "desk",
    isScreenOnly: true,
    async act(page) {
      await page.waitForFunction(() => document.title.startsWith("("));
      await page.keyboard.press("?");
      await page.getByRole("dialog", { name: "Keyboard shortcuts" }).waitFor();
    },
  },
  {
    name: "lms-dashboard-stale",
    path: "/lms/dashboard",
    as: "desk",
    async act(page) {
      // The page's scripts write the count into the title. When it's there, the scripts are
      // running.
      await page.waitForFunction(() => document.title.startsWith("("));
      await page.route("**/*", (route) => route.abort());
      await page.evaluate(() => dispatchEvent(new Event("online")));
      await page.getByText("Connection lost at").waitFor();
    },
  },
  {
    name: "lms-lead",
    path: "/lms/dashboard",
    as: "desk",
    async act(page) {
      await page
        .getByRole("link", { name: /Open|[A-Z]\w+ [A-Z]/ })
        .first()
        .waitFor();
      await page.locator("[data-lead] a").first().click();
      await page.waitForURL(/\/lms\/lead/);
    },
  },
  {
    name: "lms-lead-called",
    path: "/lms/dashboard?state=called",
    as: "desk",
    async act(page) {
      await page.locator("[data-lead] a").first().click();
      await page.waitForURL(/\/lms\/lead/);
      await page.getByText("Called", { exact: true }).first().waitFor();
    },
  },
  {
    name: "lms-call-warning",
    path: "/lms/dashboard?state=called",
    as: "desk",
    isScreenOnly: true,
    async act(page) {
      const lead = page.locator("[data-lead]").last();
      const id = await lead.getAttribute("data-lead");
      await page.evaluate(async (id) => {
        const body = JSON.stringify({ isAllowed: false, reason: "Asked us to write instead." });
        const headers = { "Content-Type": "application/json" };
        await fetch(`/api/leads/${id}/call-permissions`, { method: "POST", headers, body });
      }, id);
      await page.goto(page.url().replace(/dashboard.*/, `lead?id=${id}`));
      const call = { name: /^(I’m calling|Call) / };
      await page.getByRole("button", call).or(page.getByRole("link", call)).first().click();
      await page.getByRole("dialog").getByText("Call anyway").waitFor();
    },
  },
  {
    name: "lms-dashboard-failed",
    path: "/lms/dashboard",
    as: "desk",
    async act(page) {
      await page.waitForFunction(() => document.title.startsWith("("));
      await page.route("**/*", (route) => route.abort());
      await page.getByLabel("Sort").selectOption("newest");
      await page.getByText("No data.").waitFor();
    },
  },
  { name: "lms-lead-add", path: "/lms/lead", as: "desk" },
  { name: "lms-texts", path: "/lms/texts", as: "desk" },
  {
    name: "lms-same-person",
    page: "/lms/same-person",
    path: "/lms/dashboard",
    as: "desk",
    async act(page) {
      const [id, other] = await page.evaluate(async () => {
        const { leads } = await (await fetch("/api/leads/new?limit=2")).json();
        return leads.map(({ _id }: { _id: string }) => _id);
      });
      await page.goto(new URL(`/lms/same-person?id=${id}&other=${other}`, page.url()).href);
      await page.getByRole("heading", { name: "Same person?" }).waitFor();
    },
  },
  { name: "lms-dashboard-days", path: "/lms/dashboard?period=days&reading=open", as: "desk" },
  { name: "lms-figures", path: "/lms/figures", as: "desk" },
  { name: "lms-figures-stale", path: "/lms/figures", as: "desk", act: loseConnection },
  { name: "lms-month", path: "/lms/month", as: "desk" },
  { name: "lms-month-few", path: "/lms/month", as: "new" },
  { name: "lms-figures-few", path: "/lms/figures?period=today&reading=open", as: "desk" },
  { name: "lms-figures-none", path: "/lms/figures?period=days&to=2020-01-01", as: "desk" },
  { name: "lms-inquiries", path: "/lms/inquiries?bucket=other&period=30d", as: "desk" },
  {
    name: "lms-lead-more",
    path: "/lms/dashboard?state=called",
    as: "desk",
    isScreenOnly: true,
    async act(page) {
      await page.locator("[data-lead] a").first().click();
      await page.waitForURL(/\/lms\/lead/);
      await page.getByRole("button", { name: "More", exact: true }).click();
      await page.getByRole("menuitem", { name: "Archive" }).waitFor();
    },
  },
  {
    name: "lms-lead-email",
    path: "/lms/dashboard",
    as: "desk",
    async act(page) {
      await page.locator("[data-lead] a").first().click();
      await page.waitForURL(/\/lms\/lead/);
      await page.getByRole("tab", { name: "Email" }).click();
      await page.getByRole("button", { name: "Missed call" }).click();
      await page.getByRole("textbox", { name: "Message" }).waitFor();
    },
  },
  {
    name: "lms-lead-notes",
    path: "/lms/dashboard?state=called",
    as: "desk",
    async act(page) {
      await page.locator("[data-lead] a").first().click();
      await page.waitForURL(/\/lms\/lead/);
      await page.getByRole("button", { name: "Show delivery and alerts" }).click();
      await page.getByRole("tab", { name: "Notes" }).click();
      await page.getByRole("textbox", { name: "Note" }).waitFor();
    },
  },
  { name: "lms-wall", path: "/lms/dashboard?wall", as: "desk", isScreenOnly: true },
  { name: "lms-mail", path: "/lms/mail", as: "desk", isScreenOnly: true },
  { name: "lms-mail-troubled", path: "/lms/mail?state=failed", as: "desk" },
  { name: "lms-mail-empty", path: "/lms/mail", as: "new" },
  {
    name: "lms-mail-failed",
    path: "/lms/mail",
    as: "desk",
    isScreenOnly: true,
    async act(page) {
      await loseLoader(page, "fail");
      await page.getByLabel("Status").selectOption({ index: 1 });
      await page.getByText("We couldn’t load the emails.").waitFor();
    },
  },
  { name: "lms-callbacks", path: "/lms/callbacks", as: "desk" },
  { name: "lms-archive", path: "/lms/archive", as: "desk" },
  { name: "lms-archive-callback", path: "/lms/archive?list=callback", as: "desk" },
  { name: "lms-archive-search", path: "/lms/archive?q=zzzz", as: "desk" },
  { name: "lms-archive-empty", path: "/lms/archive", as: "new" },
  {
    name: "lms-archive-loading",
    path: "/lms/archive",
    as: "desk",
    isScreenOnly: true,
    async act(page) {
      await loseLoader(page, "wait");
      await page.getByRole("tab", { name: /^Call Back/ }).click();
      await page.getByRole("tabpanel").getByText("Loading…").waitFor({ state: "attached" });
    },
  },
  {
    name: "lms-archive-failed",
    path: "/lms/archive",
    as: "desk",
    isScreenOnly: true,
    async act(page) {
      await loseLoader(page, "fail");
      await page.getByRole("tab", { name: /^Call Back/ }).click();
      await page.getByText("We couldn’t load the archive.").waitFor();
    },
  },
  { name: "lms-archive-stale", path: "/lms/archive", as: "desk", act: loseConnection },
  { name: "lms-import", path: "/lms/import", as: "desk" },
  {
    name: "lms-import-checked",
    path: "/lms/import",
    as: "desk",
    async act(page) {
      const text =
        "Name,Phone,Email,Interest\nMarisol Quintero,(813) 555-0142,marisol@example.com,Whitening\n,,,Braces\n";
      await chooseFile(page, text);
      await page.getByRole("button", { name: "Check the file" }).click();
      await page.getByRole("button", { name: "Import 1 lead" }).waitFor();
    },
  },
  {
    name: "lms-template-spanish",
    path: "/lms/template?tab=auto",
    as: "desk",
    async act(page) {
      const add = page.getByRole("button", { name: "Add Spanish starter templates" });
      const first = page.getByRole("link", { name: "We got your request Spanish" });
      await add.or(first).first().waitFor();
      if (await add.isVisible()) await add.click();
      await first.click();
      await page.getByRole("textbox", { name: "Message" }).waitFor();
    },
  },
  {
    name: "lms-lead-spanish",
    path: "/lms/dashboard",
    as: "desk",
    async act(page) {
      const id = await page.evaluate(async () => {
        const headers = { "Content-Type": "application/json" };
        const { leads } = await (await fetch("/api/leads/new?limit=9&sort=next")).json();
        const { _id } = leads.find(({ email }: { email: string }) => email);
        const send = (path: string, method: string, body: object) =>
          fetch(path, { method, headers, body: JSON.stringify(body) });
        await send(`/api/leads/${_id}`, "PATCH", { language: "es" });
        await send("/api/templates/starters", "POST", { kind: "email", language: "es" });
        return _id;
      });
      await page.goto(`${new URL(page.url()).origin}/lms/lead?id=${id}`);
      await page.getByRole("tab", { name: "Email" }).click();
      await page.getByRole("button", { name: "Missed call Spanish" }).waitFor();
    },
  },
  {
    name: "lms-import-done",
    path: "/lms/import",
    as: "desk",
    async act(page) {
      await chooseFile(page, "Name,Phone\nMarisol Quintero,(813) 555-0142\n");
      await page.getByRole("button", { name: "Check the file" }).click();
      // In later pictures, the lead has been imported, so the person is already on file.
      const isNew = page.getByRole("button", { name: "Import 1 lead" });
      const isKnown = page.getByText("This file has no new leads.");
      await isNew.or(isKnown).first().waitFor();
      if (!(await isNew.isVisible())) return;
      await isNew.click();
      await page.getByRole("button", { name: "Undo the import" }).waitFor();
    },
  },
  {
    name: "lms-import-refused",
    path: "/lms/import",
    as: "desk",
    isScreenOnly: true,
    async act(page) {
      await chooseFile(page, "");
      await page.getByRole("alert").filter({ hasText: /\w/ }).first().waitFor();
    },
  },
  { name: "lms-template-empty", path: "/lms/template?tab=auto", as: "new" },
  {
    name: "lms-template-failed",
    path: "/lms/template",
    as: "desk",
    isScreenOnly: true,
    act: loseConnection,
  },
  { name: "lms-template-notes", path: "/lms/template?tab=notes", as: "desk" },
  {
    name: "lms-template",
    path: "/lms/template?tab=auto",
    as: "desk",
    async act(page) {
      await page
        .getByRole("link", { name: /^We got your request/ })
        .first()
        .click();
      await page.getByRole("textbox", { name: "Message" }).waitFor();
    },
  },
  {
    name: "lms-template-preview",
    path: "/lms/template?tab=email",
    as: "desk",
    isScreenOnly: true,
    async act(page) {
      await page
        .getByRole("link", { name: /Missed call/ })
        .first()
        .click();
      await page.getByRole("textbox", { name: "Message" }).waitFor();
      await page.getByRole("button", { name: "Preview" }).click();
      await page.getByTitle("Email").waitFor();
    },
  },
  { name: "lms-template-updates", path: "/lms/template-updates", as: "desk" },
  { name: "lms-profile", path: "/lms/profile", as: "desk" },
  ...["practice", "you", "alerts", "hours", "people", "sources", "security"].map(
    (page): Shot => ({
      name: `lms-profile-${page}`,
      path: `/lms/profile?page=${page}`,
      as: "desk",
    }),
  ),
  { name: "lms-locked", path: "/lms/locked", as: "locked" },
  {
    name: "lms-locked-pin",
    path: "/lms/locked",
    as: "locked",
    async act(page) {
      await page.getByRole("button", { name: "DW" }).click();
      await page.getByRole("textbox").waitFor();
    },
  },
  {
    name: "lms-locked-new-pin",
    path: "/lms/locked",
    as: "locked",
    async act(page) {
      await page.getByRole("button", { name: "No PIN yet" }).first().click();
      await page.getByLabel("Your PIN").waitFor();
    },
  },
  {
    name: "lms-profile-shared",
    path: "/lms/locked?next=/lms/profile%3Fpage=security",
    as: "locked",
    async act(page) {
      await page.getByRole("button", { name: "DW" }).click();
      await page.getByRole("textbox").fill("1379");
      await page.getByText("This is a shared device.").waitFor();
    },
  },
  {
    name: "lms-locked-wrong-pin",
    path: "/lms/locked",
    as: "locked",
    isScreenOnly: true,
    async act(page) {
      await page.getByRole("button", { name: "DW" }).click();
      await page.getByRole("textbox").fill("0000");
      await page.getByText("Wrong PIN.").waitFor();
    },
  },
  {
    name: "lms-locked-offline",
    path: "/lms/locked",
    as: "locked",
    isScreenOnly: true,
    async act(page) {
      await page.getByRole("button", { name: "DW" }).waitFor();
      await isHydrated(page);
      await loseLoader(page, "fail");
      await page.evaluate(() => dispatchEvent(new Event("online")));
      await page.waitForTimeout(500);
    },
  },
  { name: "lms-join", path: "/lms/join" },
  {
    name: "lms-join-invited",
    path: "/lms/profile",
    as: "desk",
    async act(page, { mailTo }) {
      const email = `lena-${Date.now()}@example.com`;
      await page.evaluate(async (email) => {
        const body = JSON.stringify({
          ...{ firstName: "Lena", lastName: "Fuentes", role: "member" },
          email,
        });
        const headers = { "Content-Type": "application/json" };
        await fetch("/api/clients/me/people", { method: "POST", headers, body });
      }, email);
      const [link] = /\/lms\/join\?t=[\w-]{43}/.exec(await mailTo(email)) ?? [];
      await page.context().clearCookies();
      await page.goto(new URL(link ?? "/", page.url()).href);
      await page.getByLabel("Confirm password").waitFor();
    },
  },
  {
    name: "lms-profile-loading",
    path: "/lms/archive",
    as: "desk",
    isScreenOnly: true,
    async act(page) {
      await page.route("**/api/alerts", () => {});
      await page.goto(new URL("/lms/profile?page=alerts", page.url()).href);
      await page.getByText("Loading your alerts…").waitFor();
    },
  },
  {
    name: "lms-profile-refused",
    path: "/lms/profile?page=hours",
    as: "desk",
    async act(page) {
      const hours = page.getByRole("form", { name: "Business hours" });
      await hours.getByRole("button", { name: "Add a break" }).first().click();
      await hours.getByLabel("Closes").first().fill("07:00");
      await hours.getByRole("button", { name: "Add a holiday" }).click();
      await page.getByRole("button", { name: "Save", exact: true }).click();
      await page.getByText("The end must be after the start.").waitFor();
    },
  },
  // This picture is last, because its calls are waiting for a result from then on.
  {
    name: "lms-dashboard-calling",
    path: "/lms/dashboard",
    as: "desk",
    async act(page) {
      await page.waitForFunction(() => document.title.startsWith("("));
      // This stops phone links, because a desktop browser would open its own window for them.
      await page.evaluate(() => addEventListener("click", (event) => event.preventDefault(), true));
      // Calls from earlier pictures are still waiting for a result.
      const row = page.locator("[data-lead]:has([data-call])").first();
      await row
        .getByRole("button", { name: /calling/ })
        .or(row.getByRole("link", { name: /^Call/ }))
        .click();
      // At night, the desk asks for confirmation before it calls.
      const anyway = page.getByRole("dialog").getByText("Call anyway");
      const outcome = page.getByText("How did the call").first();
      await outcome.or(anyway).first().waitFor();
      if (await anyway.isVisible()) await anyway.click();
      await outcome.waitFor();
    },
  },
];

/** Interests in the queue's order: leads to call, a callback, and a lead that was called. */
const interests = [
  "Whitening before a wedding in June",
  "An implant, lower left, and whether the insurance of my former employer still pays for it",
  "Aligners",
  "Checkups for me and my two kids",
  "A chipped front tooth",
  "Second opinion about a crown that another practice wants to make",
  "Veneers",
  "Clear aligners, Tuesdays only",
];

/** Takes the first step of an import. */
async function chooseFile(page: Page, text: string) {
  await page
    .getByLabel("Choose a file")
    .setInputFiles({ name: "leads.csv", mimeType: "text/csv", buffer: Buffer.from(text) });
}
