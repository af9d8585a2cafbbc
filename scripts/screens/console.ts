// The owner's console.
import type { Shot } from "./shot.ts";

export const consoleShots: Shot[] = [
  { name: "admin-sign-in", path: "/admin/sign-in" },
  { name: "admin-today", path: "/admin/today", as: "owner" },
  { name: "admin-contact-requests", path: "/admin/requests", as: "owner" },
  { name: "admin-practices", path: "/admin/practices", as: "owner" },
  { name: "admin-sources", path: "/admin/sources", as: "owner" },
  {
    name: "admin-source",
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
    path: "/admin/campaigns",
    as: "owner",
    async act(page) {
      await page.getByRole("main").getByRole("link").first().click();
      await page.getByRole("heading", { name: "Daily figures" }).waitFor();
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
  { name: "admin-audit", path: "/admin/audit", as: "owner" },
  { name: "admin-account", path: "/admin/account", as: "owner" },
  {
    name: "admin-account-invite",
    path: "/admin/account",
    as: "owner",
    isScreenOnly: true,
    async act(page) {
      await page.getByRole("button", { name: "Invite an owner" }).click();
    },
  },
  { name: "admin-join", path: "/admin/join?t=made-up" },
  {
    name: "admin-contact-requests-reply",
    path: "/admin/requests",
    as: "owner",
    async act(page) {
      await page.getByText("Where this came from").first().click();
      await page.getByRole("button", { name: "Reply by email" }).first().click();
      await page.getByLabel("To dana@example.com").fill("Gladly. I’ll call you on Thursday.");
    },
  },
  { name: "admin-mail", path: "/admin/mail", as: "owner", isScreenOnly: true },
  {
    name: "admin-mail-troubled",
    path: "/admin/mail?state=failed",
    as: "owner",
  },
];
