// Every screen that `npm run shots` takes a picture of, and what a person does there first.
import type { Page } from "playwright-core";

export type Shot = {
  name: string;
  path: string;
  as?: "desk" | "owner";
  /** What lies over the page stands on the screen, not on the whole of a long page. */
  isScreenOnly?: boolean;
  /** What a person does before the picture is taken. */
  act?: (page: Page) => Promise<void>;
};

export const shots: Shot[] = [
  { name: "portfolio", path: "/" },
  {
    name: "portfolio-work",
    path: "/#work-pelican-claims",
    async act(page) {
      await page.getByRole("tab", { name: "Pelican Claims", selected: true }).waitFor();
    },
  },
  {
    name: "portfolio-filter",
    path: "/#projects",
    async act(page) {
      await page.getByRole("button", { name: "Rust" }).click();
      await page.getByRole("button", { name: "Rust", pressed: true }).waitFor();
    },
  },
  {
    name: "portfolio-drawer",
    path: "/",
    isScreenOnly: true,
    async act(page) {
      await page.getByRole("button", { name: "Menu" }).click();
      await page.getByRole("dialog").waitFor();
    },
  },
  { name: "portfolio-contact", path: "/contact" },
  {
    name: "portfolio-contact-refused",
    path: "/contact",
    async act(page) {
      await page.getByLabel("Name").fill("Ada");
      await page.getByRole("button", { name: "Send" }).click();
      await page.getByText("Please fill this in.").first().waitFor();
    },
  },
  { name: "marketing", path: "/marketing" },
  { name: "marketing-faq", path: "/marketing/faq" },
  { name: "marketing-contact", path: "/marketing/contact" },
  { name: "marketing-get-started", path: "/marketing/get-started" },
  {
    name: "questionnaire-refused",
    path: "/marketing/get-started?p=p2",
    async act(page) {
      await page.getByLabel("Full name").fill("Dana Whitcombe");
      await page.getByLabel("Email").fill("dana@example");
      await page.getByRole("button", { name: "Next" }).click();
      await page.getByText("Enter a valid").waitFor();
    },
  },
  {
    name: "questionnaire-history",
    path: "/marketing/get-started?p=p2",
    async act(page) {
      await fillFirstStep(page);
      await page.getByLabel("Yes").first().check();
      await page.getByLabel("How did it work?").fill("Two boosted posts. Nobody booked.");
    },
  },
  {
    name: "questionnaire-time",
    path: "/marketing/get-started?p=p2",
    async act(page) {
      await fillFirstStep(page);
      await page.getByRole("button", { name: "Next" }).click();
      await page.getByRole("group", { name: "Do you have a website?" }).getByLabel("Yes").check();
      await page.getByLabel("Date", { exact: true }).fill("01/05/2020");
      await page.getByLabel("Time", { exact: true }).fill("14:30");
      await page.getByRole("button", { name: "Submit" }).click();
      await page.getByText("That date has passed.").waitFor();
    },
  },
  {
    name: "questionnaire-done",
    path: "/marketing/get-started?p=p2",
    async act(page) {
      await fillFirstStep(page);
      await page.getByRole("button", { name: "Next" }).click();
      await page.getByLabel("Date", { exact: true }).fill("12/31/2099");
      await page.getByLabel("Time", { exact: true }).fill("14:30");
      await page.getByRole("button", { name: "Submit" }).click();
      await page.getByRole("dialog", { name: "Success!" }).waitFor();
    },
  },
  {
    name: "marketing-menu",
    path: "/marketing/faq",
    async act(page) {
      const menu = page.getByRole("button", { name: "Menu" });
      if (await menu.isVisible()) await menu.click();
    },
  },
  { name: "privacy-policy", path: "/lms/privacy-policy" },
  { name: "terms", path: "/lms/terms-and-conditions" },
  { name: "not-found", path: "/nothing/here" },
  { name: "lms-sign-in", path: "/lms" },
  { name: "lms-register", path: "/lms?tab=register" },
  {
    name: "lms-register-refused",
    path: "/lms?tab=register",
    async act(page) {
      await page.getByLabel("First name").fill("Priya");
      await page.getByLabel("Password", { exact: true }).fill("seventeen calm otters");
      await page.getByLabel("Confirm Password").fill("something else");
      await page.getByRole("button", { name: "Register" }).click();
      await page.getByText("Passwords don't match").waitFor();
    },
  },
  { name: "lms-recover", path: "/lms/recover" },
  {
    name: "lms-reset-mismatch",
    path: "/lms/recover?t=an-old-link",
    async act(page) {
      await page.getByLabel("New password", { exact: true }).fill("seventeen calm otters");
      await page.getByLabel("Confirm new password").fill("seventeen");
    },
  },
  {
    name: "lms-reset-refused",
    path: "/lms/recover?t=an-old-link",
    async act(page) {
      await page.getByLabel("New password", { exact: true }).fill("seventeen calm otters");
      await page.getByLabel("Confirm new password").fill("seventeen calm otters");
      await page.getByRole("button", { name: "Set password" }).click();
      await page.getByRole("link", { name: "Get a new link" }).waitFor();
    },
  },
  { name: "lms-confirm", path: "/lms/confirm?t=a-link" },
  { name: "lms-confirm-change", path: "/lms/confirm-change?t=a-link" },
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
      // A desktop's browser asks in a window of its own what to do with a number.
      await page.evaluate(() => addEventListener("click", (event) => event.preventDefault(), true));
      // Those of the pictures before wait for their outcome.
      const row = page.locator("[data-lead]:has([data-call])").first();
      await row
        .getByRole("button", { name: /calling/ })
        .or(row.getByRole("link", { name: /^Call/ }))
        .click();
      // By night a desk is asked first.
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
      // Only its scripts write the count into the title.
      await page.waitForFunction(() => document.title.startsWith("("));
      await page.route("**/*", (route) => route.abort());
      await page.evaluate(() => dispatchEvent(new Event("online")));
      await page.getByText("Reconnecting since").waitFor();
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
    name: "lms-call-guard",
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
    name: "lms-lead-email",
    path: "/lms/dashboard",
    as: "desk",
    async act(page) {
      await page.locator("[data-lead] a").first().click();
      await page.waitForURL(/\/lms\/lead/);
      await page.getByRole("tab", { name: "Email" }).click();
      await page.getByRole("button", { name: "Write an email" }).click();
      await page.getByRole("textbox", { name: "Text" }).waitFor();
    },
  },
  { name: "lms-mail", path: "/lms/mail", as: "desk", isScreenOnly: true },
  { name: "lms-archive", path: "/lms/archive", as: "desk" },
  { name: "lms-archive-call-back", path: "/lms/archive?list=callback", as: "desk" },
  { name: "lms-archive-search", path: "/lms/archive?q=zzzz", as: "desk" },
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
      await page.getByRole("textbox", { name: "Text" }).waitFor();
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
      await page.getByRole("textbox", { name: "Text" }).waitFor();
      await page.getByRole("button", { name: "Preview" }).click();
      await page.getByTitle("Email").waitFor();
    },
  },
  { name: "lms-profile", path: "/lms/profile", as: "desk" },
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
  { name: "admin-sign-in", path: "/admin/sign-in" },
  { name: "admin-today", path: "/admin/today", as: "owner" },
  { name: "admin-contact-requests", path: "/admin/requests", as: "owner" },
  { name: "admin-practices", path: "/admin/practices", as: "owner" },
  { name: "admin-audit", path: "/admin/audit", as: "owner" },
  {
    name: "admin-contact-requests-reply",
    path: "/admin/requests",
    as: "owner",
    async act(page) {
      await page.getByText("Where this came from").first().click();
      await page.getByRole("button", { name: "Reply by e-mail" }).first().click();
      await page.getByLabel("To dana@example.com").fill("Gladly. I call you on Thursday.");
    },
  },
  { name: "admin-mail", path: "/admin/mail", as: "owner", isScreenOnly: true },
  {
    name: "admin-mail-troubled",
    path: "/admin/mail?state=failed",
    as: "owner",
  },
];
async function fillFirstStep(page: Page) {
  await page.getByLabel("Full name").fill("Dana Whitcombe");
  await page.getByLabel("Email").fill("dana@example.com");
  await page.getByLabel("Phone").fill("(813) 555-0100");
  await page.getByRole("button", { name: "Next" }).click();
  await page.getByRole("heading", { name: "Your marketing so far" }).waitFor();
}
