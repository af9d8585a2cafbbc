// The lead desk, signed in.
import type { Shot } from "./shot.ts";

export const deskShots: Shot[] = [
  { name: "lms-dashboard", path: "/lms/dashboard", as: "desk" },
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
    name: "lms-dashboard-calling",
    path: "/lms/dashboard",
    as: "desk",
    async act(page) {
      await page.waitForFunction(() => document.title.startsWith("("));
      // A desktop browser asks in its own window how to open a number.
      await page.evaluate(() => addEventListener("click", (event) => event.preventDefault(), true));
      // Calls from earlier pictures still wait for their outcome.
      const row = page.locator("[data-lead]:has([data-call])").first();
      await row
        .getByRole("button", { name: /calling/ })
        .or(row.getByRole("link", { name: /^Call/ }))
        .click();
      // At night the desk asks before it calls.
      const anyway = page.getByRole("dialog").getByText("Call anyway");
      const outcome = page.getByText("How did the call").first();
      await outcome.or(anyway).first().waitFor();
      if (await anyway.isVisible()) await anyway.click();
      await outcome.waitFor();
    },
  },
  {
    name: "lms-dashboard-stale",
    path: "/lms/dashboard",
    as: "desk",
    async act(page) {
      // Only the page's scripts write the count into the title.
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
  { name: "lms-dashboard-days", path: "/lms/dashboard?period=days&reading=open", as: "desk" },
  { name: "lms-figures", path: "/lms/figures", as: "desk" },
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
  { name: "lms-mail", path: "/lms/mail", as: "desk", isScreenOnly: true },
  { name: "lms-archive", path: "/lms/archive", as: "desk" },
  { name: "lms-archive-callback", path: "/lms/archive?list=callback", as: "desk" },
  { name: "lms-archive-search", path: "/lms/archive?q=zzzz", as: "desk" },
  { name: "lms-import", path: "/lms/import", as: "desk" },
  {
    name: "lms-import-checked",
    path: "/lms/import",
    as: "desk",
    async act(page) {
      const text =
        "Name,Phone,Email,Interest\nMarisol Quintero,(813) 555-0142,marisol@example.com,Whitening\n,,,Braces\n";
      await page
        .getByLabel("Choose a file")
        .setInputFiles({ name: "leads.csv", mimeType: "text/csv", buffer: Buffer.from(text) });
      await page.getByRole("button", { name: "Check the file" }).click();
      await page.getByRole("button", { name: "Import 1 lead" }).waitFor();
    },
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
  { name: "lms-profile", path: "/lms/profile", as: "desk" },
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
    path: "/lms/locked?next=/lms/profile",
    as: "locked",
    async act(page) {
      await page.getByRole("button", { name: "DW" }).click();
      await page.getByRole("textbox").fill("1379");
      await page.getByText("This browser is a shared device.").waitFor();
    },
  },
  { name: "lms-join", path: "/lms/join" },
  {
    name: "lms-profile-refused",
    path: "/lms/profile",
    as: "desk",
    async act(page) {
      const hours = page.getByRole("form", { name: "Business hours" });
      await hours.getByRole("button", { name: "Add a break" }).first().click();
      await hours.getByLabel("Closes").first().fill("07:00");
      await hours.getByRole("button", { name: "Add a holiday" }).click();
      await hours.getByRole("button", { name: "Save" }).click();
      await page.getByText("This ends before it starts.").waitFor();
    },
  },
];
