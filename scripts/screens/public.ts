// Pictures of the public sites and the lead desk's login screens.
import type { Page } from "playwright-core";
import { caseStudies } from "#content/case-studies.ts";
import { demoDeskWords, demoGuideWords, demoStartWords } from "#content/demo.ts";
import { resume } from "#content/resume.ts";
import type { Shot } from "./shot.ts";

export const publicShots: Shot[] = [
  { name: "portfolio", path: "/" },
  ...resume.work.slice(1, 2).map(({ name }) => ({
    name: "portfolio-work",
    path: "/",
    async act(page: Page) {
      await page.getByRole("tab", { name }).click();
      await page.getByRole("tab", { name, selected: true }).waitFor();
    },
  })),
  ...resume.projects.slice(1, 2).map(({ keywords: [name] }) => ({
    name: "portfolio-filter",
    path: "/#projects",
    async act(page: Page) {
      await page.getByRole("button", { name }).first().click();
      await page.getByRole("button", { name, pressed: true }).waitFor();
    },
  })),
  {
    name: "portfolio-drawer",
    path: "/",
    isScreenOnly: true,
    async act(page) {
      await page.getByRole("button", { name: "Menu" }).click();
      await page.getByRole("dialog").waitFor();
    },
  },
  ...caseStudies.slice(0, 2).map(({ project }, at) => ({
    name: ["case-study", "case-study-short"][at] ?? "",
    path: `/projects/${project.toLowerCase().replaceAll(" ", "-")}`,
  })),
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
  { name: "unsubscribe", path: "/unsubscribe?t=an-old-link" },
  { name: "marketing-faq", path: "/marketing/faq" },
  { name: "marketing-contact", path: "/marketing/contact" },
  { name: "marketing-get-started", path: "/marketing/get-started" },
  { name: "spanish", path: "/es/marketing" },
  { name: "spanish-plan", path: "/es/marketing/makeover-plan?specialty=dentist&worry=map" },
  { name: "spanish-patient-data", path: "/es/marketing/patient-data" },
  { name: "spanish-accessibility", path: "/es/marketing/accessibility" },
  { name: "spanish-privacy-policy", path: "/es/lms/privacy-policy" },
  { name: "spanish-terms", path: "/es/lms/terms-and-conditions" },
  { name: "spanish-faq", path: "/es/marketing/faq" },
  { name: "spanish-contact", path: "/es/marketing/contact" },
  { name: "spanish-get-started", path: "/es/marketing/get-started?p=p2" },
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
    name: "questionnaire-slots",
    path: "/marketing/get-started?p=p2",
    async act(page) {
      await fillFirstStep(page);
      await page.getByRole("button", { name: "Next" }).click();
      const times = page.getByRole("radiogroup", { name: "Available times" });
      await times.getByRole("radio").first().check();
      await page.getByText("We’ll book it for you").waitFor();
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
  {
    name: "demo-starting",
    path: "/marketing",
    async act(page) {
      await page.route("**/api/demos", () => {});
      await page.goto(new URL("/demo", page.url()).href);
      await page.getByText(demoStartWords.steps.making).waitFor();
    },
  },
  {
    name: "demo-dashboard",
    path: "/demo",
    async act(page) {
      await openDemo(page);
      await page.getByRole("region", { name: demoGuideWords.title }).waitFor();
    },
  },
  {
    name: "demo-outbox",
    page: "/lms/outbox",
    path: "/demo",
    async act(page) {
      await openDemo(page);
      await page.goto(new URL("/demo/lms/outbox", page.url()).href);
      await page.getByRole("heading", { level: 1, name: demoDeskWords.outbox }).waitFor();
    },
  },
  { name: "demo-ended", path: "/demo?ended=1" },
  {
    name: "booked-call",
    path: "/marketing/get-started",
    async act(page, { mailTo }) {
      const email = `dana-${Date.now()}@example.com`;
      const status = await page.evaluate(async (email) => {
        const { slots } = await (await fetch("/api/call-slots")).json();
        const body = {
          ...{ page: "Questionairre", fullName: "Dana Whitcombe", phone: "(727) 555-0109" },
          ...{ questions: [{ "Package selected": "p2" }], test: true, email },
          ...{ slot: slots[0], timeZone: "America/New_York" },
        };
        const headers = { "Content-Type": "application/json" };
        const answer = await fetch("/api/contact", {
          ...{ method: "POST", headers, body: JSON.stringify(body) },
        });
        return answer.status;
      }, email);
      if (status !== 201) throw new Error(`The call was not booked: ${status}`);
      const [link] = /\/booked-call\?t=[\w-]{43}/.exec(await mailTo(email)) ?? [];
      await page.goto(new URL(link ?? "/", page.url()).href);
    },
  },
  {
    name: "makeover-plan",
    path: "/marketing/makeover-plan?specialty=dentist&worry=waiting&delay=sameDay",
  },
  { name: "booked-call-unknown", path: "/booked-call?t=an-old-link" },
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

/** Opens a demo. Demos are copied from a practice that is made in the background after startup. */
async function openDemo(page: Page) {
  const desk = page.locator("[data-lead]").first();
  const again = page.getByRole("button", { name: demoStartWords.tryAgain });
  for (;;) {
    await desk.or(again).first().waitFor({ timeout: 60_000 });
    if (await desk.isVisible()) return;
    await page.waitForTimeout(1000);
    await again.click();
  }
}

async function fillFirstStep(page: Page) {
  await page.getByLabel("Full name").fill("Dana Whitcombe");
  await page.getByLabel("Email").fill("dana@example.com");
  await page.getByLabel("Phone").fill("(813) 555-0100");
  await page.getByRole("button", { name: "Next" }).click();
  await page.getByRole("heading", { name: "Your marketing so far" }).waitFor();
}
