// The questionnaire: every branch is answered by keyboard only, and the stored answers match what
// was typed.
import type { Browser } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { questionnaire } from "#content/questionnaire.ts";
import { site } from "#content/site.ts";
import { spanishChoice } from "#content/spanish-choice.ts";
import { hourMs, minuteMs } from "#contract/durations.ts";
import { nextOfficeMoment, officeMomentText } from "#contract/office-hours.ts";
import { expectAccessible, openBrowser, openPage, type WatchedPage } from "./browser.ts";
import { callLink, p1, p2, p3 } from "./owner.ts";
import { until } from "./process.ts";
import { type Product, startProduct } from "./product.ts";
import { sample } from "./sample.ts";

const path = "/marketing/get-started";
const timezoneId = "America/New_York";
const [whoTitle, , whenTitle] = questionnaire.steps.map(({ title }) => title) as [
  string,
  string,
  string,
];

let product: Product;
let browser: Browser;
let page: WatchedPage;
beforeAll(async () => {
  browser = await openBrowser();
  product = await startProduct();
});
afterAll(() => product.stop());
afterEach(async () => {
  await page.context().close();
});

test("answering yes to everything, by keyboard only, stores each answer as typed", async () => {
  page = await openPage(browser, { timezoneId });
  await page.goto(`${product.origin}${path}?p=p2&utm_source=meta&utm_campaign=spring`);
  await page.getByText(p2.said).first().waitFor();
  await page.getByLabel("Full name").focus();
  await type("Dana Whitcombe", "Tab", "Dana@Example.com", "Tab", "(813) 555-0100");
  await page.keyboard.press("Enter");

  await titleHasFocus("Your marketing so far");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Space");
  await page.getByLabel("How did it go?").waitFor();
  await type("Tab", "Two boosts.\nNobody booked.", "Tab");
  await page.keyboard.press("Space");
  await type("Tab", "None of us has the time");
  await expectAccessible(page);
  await pressButton("Next");

  await titleHasFocus(whenTitle);
  await page.keyboard.press("Tab");
  await page.keyboard.press("Space");
  await type("Tab", "bayshore.example.com");
  // The available times come first and can be skipped.
  await page.getByRole("radiogroup", { name: "Available days" }).waitFor();
  await type("Tab", "Tab", "Tab", "Tab", "12/31/2099", "Tab", "Tab", "0230PM");
  await page.getByText("Your time zone: Eastern Time.").waitFor();
  await expectAccessible(page);
  await pressButton("Submit");

  const dialog = page.getByRole("dialog", { name: "Success!" });
  await dialog.waitFor();
  await expect
    .poll(() => dialog.textContent())
    .toContain("We’ll contact you at the time you chose.");
  await page.keyboard.press("Enter");
  await page.waitForURL(`${product.origin}/marketing`);

  expect(await storedFor("dana@example.com")).toEqual([
    {
      full_name: "Dana Whitcombe",
      phone: "(813) 555-0100",
      questions: [
        { "Have you tried marketing before?": "yes" },
        { "How did it go?": "Two boosts.\nNobody booked." },
        { "Do you have a marketing team?": "yes" },
        { "What problems have you had with the team?": "None of us has the time" },
        { "Do you have a website?": "yes" },
        { "What’s the web address?": "bayshore.example.com" },
        {
          "Preferred contact date and time":
            "12/31/2099 at 2:30 PM, Eastern Time (America/New_York)",
        },
        { "Package selected": "p2" },
      ],
      attribution: {
        first: expect.objectContaining({ utm_source: "meta", utm_campaign: "spring" }),
        last: expect.objectContaining({ landing: path, package: "p2" }),
      },
      consent: expect.stringContaining("If you stop here, we’ll keep these details"),
      finished: true,
    },
  ]);
  expect(page.troubles).toEqual([]);
});

test("answering no to everything hides the follow-up questions and doesn't send their answers", async () => {
  page = await openPage(browser, { timezoneId });
  await page.goto(product.origin + path);
  await page.getByText("No package chosen yet").first().waitFor();
  await fillDetails("no@example.com");
  await pressButton("Next");
  await page
    .getByRole("group", { name: "Have you tried marketing before?" })
    .getByLabel("Yes")
    .check();
  await page.getByLabel("How did it go?").fill("typed, then taken back");
  for (const question of ["Have you tried marketing before?", "Do you have a marketing team?"]) {
    await page.getByRole("group", { name: question }).getByLabel("No").check();
  }
  await page.getByLabel("How did it go?").waitFor({ state: "hidden" });
  await pressButton("Next");
  await page.getByRole("group", { name: "Do you have a website?" }).getByLabel("No").check();
  await fillTime();
  await pressButton("Submit");
  await page.getByRole("dialog", { name: "Success!" }).waitFor();
  const [stored] = await storedFor("no@example.com");
  expect(stored?.questions).toEqual([
    { "Have you tried marketing before?": "no" },
    { "Do you have a marketing team?": "no" },
    { "Do you have a website?": "no" },
    {
      "Preferred contact date and time": "12/31/2099 at 9:15 AM, Eastern Time (America/New_York)",
    },
    { "Package selected": "none" },
  ]);
});

const queries: [query: string, text: string, sent: string][] = [
  ["?p=p2", p2.said, "p2"],
  ["", "No package chosen yet", "none"],
  ["?p=%00%3Cscript%3E&p=p2", "No package chosen yet", "none"],
  ["?p=p1", p1.said, "p1"],
  ["?p=p3", p3.said, "p3"],
  ["?p=p4", "No package chosen yet", "none"],
];

test.each(sample(queries, 3))(
  "the query %s is shown as %s before any input, and package %s is sent",
  async (query, text, sent) => {
    page = await openPage(browser, { timezoneId });
    const email = `${sent}-${query.length}@example.com`;
    await page.goto(product.origin + path + query);
    await page.getByText(text).first().waitFor();
    await fillDetails(email);
    await goToTime();
    await fillTime();
    await pressButton("Submit");
    await page.getByRole("dialog", { name: "Success!" }).waitFor();
    const [stored] = await storedFor(email);
    expect(stored?.questions.at(-1)).toEqual({ "Package selected": sent });
  },
);

test("the package can be changed and stays changed after a reload", async () => {
  page = await openPage(browser);
  await page.goto(`${product.origin}${path}?p=p1`);
  await page.getByText("Change").click();
  await page.getByLabel(p3.title).check();
  await page.getByLabel("Full name").pressSequentially("Changing Chris");
  await page.reload();
  await page.locator("summary").getByText(p3.title).waitFor();
});

test("going back after a submission clears the form and selects the URL's package again", async () => {
  page = await openPage(browser, { timezoneId });
  await page.goto(`${product.origin}${path}?p=p1`);
  await fillDetails("again@example.com");
  await goToTime();
  await fillTime();
  await pressButton("Submit");
  await page.getByRole("dialog", { name: "Success!" }).waitFor();
  await page.keyboard.press("Enter");
  await page.waitForURL(`${product.origin}/marketing`);
  await page.goBack();
  await page.getByRole("heading", { name: whoTitle }).waitFor();
  expect(await page.getByLabel("Full name").inputValue()).toBe("");
  await page.locator("summary").getByText(p1.title).waitFor();
});

test("the questionnaire shows missing and invalid answers next to their fields and doesn't continue", async () => {
  page = await openPage(browser);
  await page.goto(product.origin + path);
  await page.getByLabel("Full name").focus();
  await page.keyboard.press("Enter");
  await expect.poll(() => page.getByText("Please fill this in.").count()).toBe(3);
  await expect.poll(() => focusedName()).toBe("fullName");
  await fillDetails("dana@example");
  await pressButton("Next");
  await page.getByText("Enter a valid email address.").waitFor();
  await expect.poll(() => focusedName()).toBe("email");
  await expectAccessible(page);
  await fillDetails("steps@example.com");
  await goToTime();
  await pressButton("Submit");
  await expect.poll(() => page.getByText("Please fill this in.").count()).toBe(2);
  for (const [typed, said] of [
    ["01/02/2020", "That date has passed."],
    ["02/30/2099", "That date doesn’t exist"],
    ["soon", "Enter the date as MM/DD/YYYY"],
  ] as const) {
    await page.getByLabel("Date", { exact: true }).fill(typed);
    await page.getByLabel("Time", { exact: true }).fill("09:15");
    await pressButton("Submit");
    await page.getByText(said).waitFor();
    await expect.poll(() => focusedName()).toBe("contactDate");
  }
  expect(await storedFor("steps@example.com")).toMatchObject([{ finished: false }]);
});

test("the form asks once about a number that can't be called, and then accepts it", async () => {
  page = await openPage(browser, { timezoneId });
  await page.goto(product.origin + path);
  await fillDetails("odd.number@example.com");
  await page.getByLabel("Phone").fill("555");
  await pressButton("Next");
  await page.getByText("This doesn’t look like a phone number.", { exact: false }).waitFor();
  await pressButton("Next");
  await titleHasFocus("Your marketing so far");
});

test("answers survive Back, the browser's back button, and a reload", async () => {
  page = await openPage(browser);
  await page.goto(`${product.origin}${path}?p=p3`);
  await fillDetails("stay@example.com");
  await pressButton("Next");
  await page
    .getByRole("group", { name: "Do you have a marketing team?" })
    .getByLabel("Yes")
    .check();
  await page.getByLabel("What problems have you had with the team?").fill("Time");
  await pressButton("Next");
  await titleHasFocus(whenTitle);
  await page.getByLabel("Date", { exact: true }).fill("12/31/2099");
  await page.reload();
  // The step is restored before any interaction.
  await page.getByRole("heading", { name: whenTitle }).waitFor();
  await expect.poll(() => page.getByLabel("Date", { exact: true }).inputValue()).toBe("12/31/2099");
  await pressButton("Back");
  await titleHasFocus("Your marketing so far");
  expect(await page.getByLabel("What problems have you had with the team?").inputValue()).toBe(
    "Time",
  );
  await page.goBack();
  await page.goBack();
  await page.goBack();
  await page.getByRole("heading", { name: whoTitle }).waitFor();
  await expect.poll(() => page.getByLabel("Full name").inputValue()).toBe("Dana Whitcombe");
  await page.locator("summary").getByText(p3.title).waitFor();
});

test("opening a step of the questionnaire without the previous one redirects to the first", async () => {
  page = await openPage(browser);
  await page.goto(`${product.origin}${path}#step-3`);
  await page.getByRole("heading", { name: whoTitle }).waitFor();
});

test("a visitor who stops after the first step is stored as unfinished; continuing finishes the same contact request", async () => {
  page = await openPage(browser, { timezoneId });
  await page.goto(product.origin + path);
  await page.getByText("If you stop here, we’ll keep these details").waitFor();
  await fillDetails("stops@example.com");
  await page.getByRole("checkbox", { name: spanishChoice.label }).check();
  await pressButton("Next");
  await until(async () => (await storedFor("stops@example.com")).length === 1);
  expect(await storedFor("stops@example.com")).toMatchObject([{ finished: false, questions: [] }]);
  const { rows } = await product.withTools(({ pool }) =>
    pool.query("select language from contact_requests where email = 'stops@example.com'"),
  );
  expect(rows).toEqual([{ language: "es" }]);
  await pressButton("Next");
  await titleHasFocus(whenTitle);
  await fillTime();
  await pressButton("Submit");
  await page.getByRole("dialog", { name: "Success!" }).waitFor();
  expect(await storedFor("stops@example.com")).toMatchObject([{ finished: true }]);
});

test("the submission waits for a first step that is still being sent, and neither is rejected", async () => {
  page = await openPage(browser, { timezoneId });
  const isFast = Promise.withResolvers<void>();
  await page.route("**/api/contact", (route) => isFast.promise.then(() => route.continue()), {
    times: 1,
  });
  await page.goto(`${product.origin}${path}`);
  await fillDetails("slow@example.com");
  await goToTime();
  await fillTime();
  await pressButton("Submit");
  await page.locator("form[aria-busy=true]").waitFor();
  isFast.resolve();
  await page.getByRole("dialog", { name: "Success!" }).waitFor();
  expect(await storedFor("slow@example.com")).toEqual([
    expect.objectContaining({ finished: true }),
  ]);
  expect(page.troubles).toEqual([]);
});

test("a first step that failed to send is reported, and sent again with the next step", async () => {
  page = await openPage(browser, { timezoneId });
  await page.goto(product.origin + path);
  await fillDetails("missed@example.com");
  await page.route("**/api/contact", (route) => route.abort());
  await pressButton("Next");
  await titleHasFocus("Your marketing so far");
  const missing = page.getByText("We haven’t received your name, email and phone yet");
  await missing.filter({ visible: true }).waitFor();
  await pressButton("Back");
  await titleHasFocus(whoTitle);
  await missing.filter({ visible: true }).waitFor();
  expect(await page.getByText("If you stop here").count()).toBe(0);
  await page.unroute("**/api/contact");
  await goToTime();
  await until(async () => (await storedFor("missed@example.com")).length === 1);
  expect(await storedFor("missed@example.com")).toMatchObject([{ finished: false }]);
  await expect.poll(() => missing.count()).toBe(0);
  await fillTime();
  await pressButton("Submit");
  await page.getByRole("dialog", { name: "Success!" }).waitFor();
  expect(await storedFor("missed@example.com")).toMatchObject([{ finished: true }]);
});

test("a first step that failed to send is retried when the connection is back", async () => {
  page = await openPage(browser, { timezoneId });
  await page.goto(product.origin + path);
  await fillDetails("offline@example.com");
  await page.getByText("Verified").first().waitFor({ state: "attached" });
  let sent = 0;
  page.on("request", (request) => {
    if (request.url().endsWith("/api/contact")) sent += 1;
  });
  await page.context().setOffline(true);
  await pressButton("Next");
  await page
    .getByText("We haven’t received your name, email and phone yet")
    .filter({ visible: true })
    .waitFor();
  await page.context().setOffline(false);
  await until(async () => (await storedFor("offline@example.com")).length === 1);
  await pressButton("Next");
  await titleHasFocus(whenTitle);
  expect(sent).toBe(2);
});

test("a server error is shown, no input is lost, and the form can be sent again", async () => {
  page = await openPage(browser, { timezoneId });
  await page.goto(product.origin + path);
  await fillDetails("refused@example.com");
  await goToTime();
  await fillTime();
  await until(async () => (await storedFor("refused@example.com")).length === 1);
  await page.route("**/api/contact", (route) => route.abort());
  await page.getByText("Verified").first().waitFor();
  await pressButton("Submit");
  await page.getByRole("alert").filter({ hasText: "We couldn’t reach the server" }).waitFor();
  await page.unroute("**/api/contact");
  await expect.poll(() => page.getByLabel("Date", { exact: true }).inputValue()).toBe("12/31/2099");
  await pressButton("Submit");
  await page.getByRole("dialog", { name: "Success!" }).waitFor();
  expect(await storedFor("refused@example.com")).toMatchObject([{ finished: true }]);
});

test("a time outside office hours is flagged, and the confirmation doesn't promise a call then", async () => {
  // This visitor's time zone is hours behind the office's.
  const visitors = "Pacific/Honolulu";
  page = await openPage(browser, { timezoneId: visitors });
  await page.goto(product.origin + path);
  await fillDetails("saturday@example.com");
  await goToTime();
  const outside = page.getByText(`That’s outside ${site.ownerFirst}’s hours.`);
  const { from, to } = site.officeHours;
  const opens = nextOfficeMoment(new Date("2099-12-29T04:00:00Z"), site.officeHours);
  const closes = new Date(opens.getTime() + (to - from) * hourMs);
  const next = officeMomentText(nextOfficeMoment(closes, site.officeHours), site.officeHours);

  await enter(new Date(closes.getTime() - minuteMs));
  expect(await outside.isVisible()).toBe(false);
  await enter(closes);
  await outside.filter({ hasText: next }).waitFor();
  await enter(new Date(closes.getTime() + 3 * hourMs));
  await outside.filter({ hasText: next }).waitFor();
  await expectAccessible(page);
  await pressButton("Submit");
  const dialog = page.getByRole("dialog", { name: "Success!" });
  await dialog.getByText(next).waitFor();
  expect(await dialog.textContent()).not.toContain("contact you at the time you chose");

  /** Types a date and time as the visitor's clock shows them. */
  async function enter(moment: Date) {
    const date = { year: "numeric", month: "2-digit", day: "2-digit" } as const;
    const time = { hour: "2-digit", minute: "2-digit", hourCycle: "h23" } as const;
    const typed = (parts: Intl.DateTimeFormatOptions) =>
      moment.toLocaleString("en-US", { timeZone: visitors, ...parts });
    await page.getByLabel("Date", { exact: true }).fill(typed(date));
    await page.getByLabel("Time", { exact: true }).fill(typed(time));
  }
});

const phones = [
  { width: 320, height: 640 },
  { width: 390, height: 664 },
];

test.each(sample(phones, 1))(
  "the bottom bar doesn't cover the focused field or its error on a phone of $width × $height",
  async (viewport) => {
    page = await openPage(browser, { timezoneId, viewport, hasTouch: true, isMobile: true });
    await page.goto(`${product.origin}${path}?p=p3`);
    const inView = () => page.evaluate(isFocusAboveBar);
    for (const [name, answer] of [
      ["fullName", "Dana Whitcombe"],
      ["email", "dana@example.com"],
      ["phone", "8135550100"],
    ] as const) {
      await pressButton("Next");
      await expect.poll(() => focusedName()).toBe(name);
      await expect.poll(inView).toBe(true);
      await page.keyboard.type(answer);
    }
    await page.getByLabel("Full name").focus();
    for (const name of ["email", "phone"]) {
      await page.keyboard.press("Tab");
      await expect.poll(() => focusedName()).toBe(name);
      await expect.poll(inView).toBe(true);
    }
    // The available times load late and appear above the field that already has focus.
    const { promise: isFocused, resolve: answer } = Promise.withResolvers<void>();
    await page.route("**/api/call-slots", async (route) => {
      await isFocused;
      await route.continue();
    });
    await goToTime();
    await pressButton("Submit");
    await expect.poll(() => focusedName()).toBe("contactDate");
    await expect.poll(inView).toBe(true);
    answer();
    await page.getByRole("radiogroup", { name: "Available days" }).waitFor();
    await expect.poll(inView).toBe(true);
    await page.getByLabel("Date", { exact: true }).fill("12/31/2099");
    await pressButton("Submit");
    await expect.poll(() => focusedName()).toBe("contactTime");
    await expect.poll(inView).toBe(true);
  },
);

test("an email address that the server rejects takes the visitor back to the step with the email field", async () => {
  page = await openPage(browser, { timezoneId });
  await page.goto(product.origin + path);
  await fillDetails("back@example.com");
  await goToTime();
  await fillTime();
  await until(async () => (await storedFor("back@example.com")).length === 1);
  await page.route("**/api/contact", (route) =>
    route.fulfill({
      status: 422,
      json: {
        message: "Please check the highlighted fields.",
        code: "invalid",
        status: 422,
        errors: { email: "This address does not take mail." },
      },
    }),
  );
  await pressButton("Submit");
  await page.getByText("This address does not take mail.").waitFor();
  await page.getByRole("heading", { name: whoTitle }).waitFor();
});

test("the questionnaire is replaced by the phone number when JavaScript is off", async () => {
  page = await openPage(browser, { javaScriptEnabled: false });
  await page.goto(product.origin + path);
  await page.getByText("needs JavaScript").waitFor();
  await page.getByRole("link", { name: callLink }).waitFor();
  await expect.poll(() => page.getByRole("button", { name: "Next" }).count()).toBe(0);
});

/** Runs in the page. */
function isFocusAboveBar(): boolean {
  const { activeElement } = document;
  const bar = activeElement?.closest("section")?.lastElementChild;
  const error = document.getElementById(`${activeElement?.id}-error`);
  const bottom = (error ?? activeElement)?.getBoundingClientRect().bottom ?? Infinity;
  const isBelowTop = (activeElement?.getBoundingClientRect().top ?? -1) >= 0;
  return isBelowTop && bottom <= (bar?.getBoundingClientRect().top ?? 0);
}

/** Presses Tab for each "Tab", and types every other string. */
async function type(...parts: string[]) {
  for (const part of parts) {
    if (part === "Tab") await page.keyboard.press("Tab");
    else await page.keyboard.type(part);
  }
}

async function fillDetails(email: string) {
  await page.getByLabel("Full name").fill("Dana Whitcombe");
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Phone").fill("(813) 555-0100");
}

async function fillTime() {
  await page.getByLabel("Date", { exact: true }).fill("12/31/2099");
  await page.getByLabel("Time", { exact: true }).fill("09:15");
}

async function pressButton(name: string) {
  const button = page.getByRole("button", { name });
  await button.focus();
  await page.keyboard.press("Enter");
}

function titleHasFocus(title: string) {
  const focusedHeading = () =>
    page.evaluate(() => {
      const { activeElement } = document;
      return activeElement?.tagName === "H2" ? activeElement.textContent : null;
    });
  return expect.poll(focusedHeading).toBe(title);
}

/** Goes from the first step, with the contact details, to the last step. */
async function goToTime() {
  await pressButton("Next");
  await titleHasFocus("Your marketing so far");
  await pressButton("Next");
  await titleHasFocus(whenTitle);
}

function focusedName() {
  return page.evaluate(() => document.activeElement?.getAttribute("name"));
}

async function storedFor(email: string) {
  const { rows } = await product.withTools((tools) =>
    tools.pool.query(
      `select full_name, phone, questions, attribution, consent, finished_at is not null as finished
     from contact_requests where email = $1`,
      [email],
    ),
  );
  return rows;
}
