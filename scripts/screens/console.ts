// Pictures of the owner's console.
import { loseConnection, loseLoader } from "./connection.ts";
import type { Shot } from "./shot.ts";

export const consoleShots: Shot[] = [
  { name: "admin-sign-in", path: "/admin/sign-in" },
  { name: "admin-today", path: "/admin/today", as: "owner" },
  { name: "admin-today-stale", path: "/admin/today", as: "owner", act: loseConnection },
  {
    name: "admin-failed",
    path: "/admin/practices",
    as: "owner",
    isScreenOnly: true,
    async act(page) {
      await loseLoader(page, "fail");
      await page.getByRole("link", { name: "Compare practices" }).click();
      await page.getByText("We couldn’t load this page.").waitFor();
    },
  },
  { name: "admin-contact-requests-none", path: "/admin/requests?q=zzzz", as: "owner" },
  { name: "admin-contact-requests", path: "/admin/requests", as: "owner" },
  { name: "admin-calls", path: "/admin/calls", as: "owner" },
  {
    name: "admin-calls-reschedule",
    path: "/admin/calls",
    as: "owner",
    isScreenOnly: true,
    async act(page) {
      await page
        .getByRole("button", { name: /^Reschedule/ })
        .first()
        .click();
      await page.locator("[aria-expanded=true]").first().waitFor();
    },
  },
  { name: "admin-practices-none", path: "/admin/practices?search=zzzz", as: "owner" },
  { name: "admin-practices", path: "/admin/practices", as: "owner" },
  { name: "admin-compare", path: "/admin/compare", as: "owner" },
  {
    name: "admin-practice",
    page: "/admin/practice",
    path: "/admin/practices",
    as: "owner",
    async act(page) {
      await page.getByRole("link", { name: "Bayshore Family Dental", exact: true }).click();
      await page.getByRole("heading", { name: "Notes" }).waitFor();
    },
  },
  {
    name: "admin-practices-invite",
    path: "/admin/practices#invite",
    as: "owner",
    isScreenOnly: true,
  },
  {
    name: "admin-palette",
    path: "/admin/practices",
    as: "owner",
    isScreenOnly: true,
    async act(page) {
      await page.keyboard.press("Control+k");
      await page.getByRole("combobox", { name: "Name, phone number, email or screen" }).fill("ba");
      await page.getByRole("option", { name: /^Bayshore/ }).waitFor();
    },
  },
  {
    name: "admin-report",
    page: "/admin/report",
    path: "/admin/practices",
    as: "owner",
    async act(page) {
      await page.getByRole("link", { name: "Bayshore Family Dental", exact: true }).click();
      await page.getByRole("link", { name: "Monthly report" }).click();
      await page.getByRole("heading", { name: "What changed" }).waitFor();
    },
  },
  {
    name: "admin-report-send",
    path: "/admin/practices",
    as: "owner",
    isScreenOnly: true,
    async act(page) {
      await page.getByRole("link", { name: "Bayshore Family Dental", exact: true }).click();
      await page.getByRole("link", { name: "Monthly report" }).click();
      await page.getByRole("button", { name: "Send", exact: true }).click();
      await page.getByRole("dialog").waitFor();
    },
  },
  {
    name: "admin-report-few",
    path: "/admin/practices",
    as: "owner",
    async act(page) {
      await page.getByRole("link", { name: "Tamarind Dental", exact: true }).click();
      await page.getByRole("link", { name: "Monthly report" }).click();
      await page.getByRole("heading", { name: "What changed" }).waitFor();
    },
  },
  {
    name: "admin-import",
    page: "/admin/import",
    path: "/admin/practices",
    as: "owner",
    async act(page) {
      await page.getByRole("link", { name: "Bayshore Family Dental", exact: true }).click();
      await page.getByRole("link", { name: "Import leads" }).click();
      await page.getByRole("heading", { level: 1, name: "Import leads" }).waitFor();
    },
  },
  {
    name: "admin-source-form",
    path: "/admin/sources",
    as: "owner",
    async act(page) {
      await page.getByRole("main").getByRole("link", { name: "Website form" }).click();
      await page.getByRole("heading", { name: "Set it up" }).waitFor();
    },
  },
  {
    name: "admin-source-connect",
    path: "/admin/sources",
    as: "owner",
    isScreenOnly: true,
    async act(page) {
      await page.getByRole("button", { name: "Connect a source" }).click();
      await page.getByRole("dialog").waitFor();
    },
  },
  { name: "admin-sources-none", path: "/admin/sources?search=zzzz", as: "owner" },
  { name: "admin-campaigns-none", path: "/admin/campaigns?search=zzzz", as: "owner" },
  { name: "admin-mail-none", path: "/admin/mail?search=zzzz", as: "owner" },
  { name: "admin-audit-none", path: "/admin/audit?who=zzzz", as: "owner" },
  { name: "admin-sources", path: "/admin/sources", as: "owner" },
  {
    name: "admin-source",
    page: "/admin/source",
    path: "/admin/sources",
    as: "owner",
    async act(page) {
      await page.getByRole("main").getByRole("link").first().click();
      await page.getByRole("heading", { name: "Set it up" }).waitFor();
    },
  },
  { name: "admin-campaigns", path: "/admin/campaigns", as: "owner" },
  {
    name: "admin-campaign",
    page: "/admin/campaign",
    path: "/admin/campaigns",
    as: "owner",
    async act(page) {
      await page.getByRole("main").getByRole("link").first().click();
      await page.getByRole("heading", { name: "By week" }).waitFor();
    },
  },
  {
    name: "admin-campaign-end",
    path: "/admin/campaigns",
    as: "owner",
    isScreenOnly: true,
    async act(page) {
      await page.getByRole("main").getByRole("link").first().click();
      await page.getByRole("button", { name: "End", exact: true }).click();
      await page.getByRole("dialog").waitFor();
    },
  },
  {
    name: "admin-campaign-merge",
    path: "/admin/campaigns",
    as: "owner",
    isScreenOnly: true,
    async act(page) {
      await page.getByRole("main").getByRole("link").first().click();
      await page.getByRole("button", { name: "Merge", exact: true }).click();
      await page.getByLabel("Merge into").selectOption({ index: 1 });
      await page.getByRole("dialog").getByText("Merged", { exact: true }).waitFor();
    },
  },
  {
    name: "admin-campaign-delete",
    path: "/admin/campaigns",
    as: "owner",
    isScreenOnly: true,
    async act(page) {
      await page.getByRole("main").getByRole("link").first().click();
      await page.getByRole("button", { name: "Delete", exact: true }).click();
      await page.getByRole("dialog").waitFor();
    },
  },
  {
    name: "admin-campaign-report",
    path: "/admin/campaigns",
    as: "owner",
    isScreenOnly: true,
    async act(page) {
      await page.getByRole("button", { name: "Import a report" }).click();
    },
  },
  { name: "admin-templates", path: "/admin/templates", as: "owner" },
  {
    name: "admin-template-set",
    page: "/admin/template-set",
    path: "/admin/templates",
    as: "owner",
    async act(page) {
      await page.getByRole("link", { name: "First contact" }).click();
      await page.getByRole("heading", { name: "Versions" }).waitFor();
    },
  },
  {
    name: "admin-template-set-edit",
    path: "/admin/templates",
    as: "owner",
    async act(page) {
      await page.getByRole("link", { name: "First contact" }).click();
      await page.getByRole("link", { name: /No answer/ }).click();
      await page.getByRole("textbox", { name: "Message" }).waitFor();
    },
  },
  {
    name: "admin-template-set-copy",
    path: "/admin/templates",
    as: "owner",
    isScreenOnly: true,
    async act(page) {
      await page.getByRole("link", { name: "First contact" }).click();
      await page.getByRole("button", { name: "Copy to practices" }).click();
      await page.getByLabel("Pelican Chiropractic").check();
      await page.getByRole("button", { name: "Preview changes" }).click();
      await page.getByText("Adds").first().waitFor();
    },
  },
  { name: "admin-audit", path: "/admin/audit", as: "owner" },
  { name: "admin-jobs", path: "/admin/jobs", as: "owner" },
  { name: "admin-jobs-done", path: "/admin/jobs?state=done", as: "owner" },
  { name: "admin-system-stale", path: "/admin/system", as: "owner", act: loseConnection },
  { name: "admin-system", path: "/admin/system", as: "owner" },
  { name: "admin-settings", path: "/admin/settings", as: "owner" },
  {
    name: "admin-settings-refused",
    path: "/admin/settings",
    as: "owner",
    isScreenOnly: true,
    async act(page) {
      await page.getByLabel("From address").fill("no address");
      await page
        .getByRole("region", { name: "Mail" })
        .getByRole("button", { name: "Save", exact: true })
        .click();
      await page.getByRole("alert").filter({ hasText: /\w/ }).first().waitFor();
    },
  },
  { name: "admin-helper", path: "/admin/today", as: "helper" },
  { name: "admin-helper-not-allowed", path: "/admin/settings", as: "helper", isScreenOnly: true },
  { name: "admin-account", path: "/admin/account", as: "owner" },
  {
    name: "admin-account-invite",
    path: "/admin/account",
    as: "owner",
    isScreenOnly: true,
    async act(page) {
      await page.getByRole("button", { name: "Invite a person" }).click();
    },
  },
  { name: "admin-join", path: "/admin/join?t=made-up" },
  {
    name: "admin-contact-requests-call",
    path: "/admin/requests",
    as: "owner",
    isScreenOnly: true,
    async act(page) {
      await page.locator("[data-lead] span:visible > :is(a, button)").first().click();
      await page.getByRole("button", { name: "I didn’t call" }).waitFor();
    },
  },
  {
    name: "admin-contact-request",
    page: "/admin/requests/:id",
    path: "/admin/requests",
    as: "owner",
    async act(page) {
      await page.getByRole("link", { name: "Dana Whitcombe", exact: true }).click();
      await page.getByRole("heading", { name: "History" }).waitFor();
    },
  },
  {
    name: "admin-contact-request-reply",
    path: "/admin/requests",
    as: "owner",
    async act(page) {
      await page.getByRole("link", { name: "Dana Whitcombe", exact: true }).click();
      await page.getByRole("button", { name: "Reply by email" }).click();
      await page.getByRole("button", { name: "Confirm the call" }).click();
    },
  },
  {
    name: "admin-contact-request-invite",
    path: "/admin/requests",
    as: "owner",
    isScreenOnly: true,
    async act(page) {
      await page.getByRole("link", { name: "Dana Whitcombe", exact: true }).click();
      await page.getByRole("button", { name: "Invite to register" }).click();
    },
  },
  { name: "admin-mail", path: "/admin/mail", as: "owner", isScreenOnly: true },
  {
    name: "admin-mail-troubled",
    path: "/admin/mail?state=failed",
    as: "owner",
  },
];
