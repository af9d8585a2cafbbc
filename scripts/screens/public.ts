// The public sites, and the lead desk's sign-in screens.
import type { Page } from "playwright-core";
import type { Shot } from "./shot.ts";

export const publicShots: Shot[] = [
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
  { name: "case-study", path: "/projects/lead-desk" },
  { name: "case-study-short", path: "/projects/slowpoke" },
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
      await page.getByLabel("How did it go?").fill("Two boosted posts. Nobody booked.");
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
  { name: "patient-data", path: "/marketing/patient-data" },
  { name: "accessibility", path: "/marketing/accessibility" },
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
];

async function fillFirstStep(page: Page) {
  await page.getByLabel("Full name").fill("Dana Whitcombe");
  await page.getByLabel("Email").fill("dana@example.com");
  await page.getByLabel("Phone").fill("(813) 555-0100");
  await page.getByRole("button", { name: "Next" }).click();
  await page.getByRole("heading", { name: "Your marketing so far" }).waitFor();
}
