// A visitor books a call in a free slot. Covers two visitors who pick the same slot, a call that is
// booked at night, moved across a clock change and canceled, reminders, and the owner's calendar.
import type { Browser, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { marketing } from "#content/marketing.ts";
import { phoneOpenings } from "#content/office-hours.ts";
import { site } from "#content/site.ts";
import { weekOf } from "#contract/office-hours.ts";
import { opensOn } from "#contract/opens-on.ts";
import { makeOwner } from "#server/db/make.ts";
import {
  expectAccessible,
  expectNoSidewaysScroll,
  expectReadableInDarkMode,
  openBrowser,
  openPage,
  shiftClock,
  type WatchedPage,
} from "./browser.ts";
import { openDesk, phone } from "./desk.ts";
import { callLink } from "./owner.ts";
import { type Product, startProduct } from "./product.ts";

const path = "/marketing/get-started";
const timeZone = "America/New_York";
/** Two journeys need the times and the clock change of this time zone. */
const isEastern = site.officeHours.timeZone === timeZone;
const days = ["Mon", "Tue", "Wed", "Thu", "Fri"] as const;

let product: Product;
let browser: Browser;
let owner: Awaited<ReturnType<typeof makeOwner>>;
const open: WatchedPage[] = [];
beforeAll(async () => {
  browser = await openBrowser();
  product = await startProduct({ CAPTCHA_PROVIDER: "off" });
  owner = await product.withTools((tools) => makeOwner(tools));
  // The days and times below are within these hours, whatever the owner's own hours are.
  const week = weekOf({ ...site.officeHours, timeZone, days, from: 8, to: 18 });
  const rest = { isOn: true, isClosedOnFederalHolidays: true, minutes: 30, bufferMinutes: 0 };
  const calls = { ...week, ...rest, noticeHours: 2, daysAhead: 14 };
  await product.withTools(({ pool }) =>
    pool.query("insert into settings (part, value) values ('calls', $1)", [calls]),
  );
  await product.passTimeUntil(product.now());
});
afterAll(() => product.stop());
afterEach(async () => {
  for (const page of open.splice(0)) await page.context().close();
});

/** Opens a page in a browser whose clock agrees with the product's at that moment. */
async function visit(options: Parameters<typeof openPage>[1], address: string) {
  const page = await openPage(browser, options);
  open.push(page);
  await page.addInitScript(shiftClock, product.now().getTime() - Date.now());
  await page.goto(product.origin + address);
  return page;
}

async function openConsole(address: string, options = {}) {
  const page = await openDesk(browser, product.origin, owner, address, options);
  open.push(page);
  return page;
}

/** Goes through the questionnaire to its last step. */
async function goToTime(page: Page, email: string, press: "click" | "tap" = "click") {
  await page.getByLabel("Full name").fill("Dana Whitcombe");
  await page.getByLabel("Email", { exact: true }).fill(email);
  await page.getByLabel("Phone").fill("(727) 555-0109");
  for (const title of ["Your marketing so far", `When should ${site.ownerFirst} call?`]) {
    await page.getByRole("button", { name: "Next" })[press]();
    await page.getByRole("heading", { name: title }).waitFor();
  }
}

const yourCall = new RegExp(`^Your call with ${site.ownerFirst}`);

const freeSlots = async (): Promise<string[]> =>
  (await (await fetch(`${product.origin}/api/call-slots`)).json()).slots;

const mailsTo = (address: string) =>
  product.mails.filter((mail) => mail.to?.[0]?.address === address);
const mailTo = async (address: string, subject: RegExp) => {
  const found = () => mailsTo(address).find((mail) => subject.test(mail.subject ?? ""));
  await expect.poll(found).toBeDefined();
  return found();
};
type SentMail = Awaited<ReturnType<typeof mailTo>>;
const linkIn = (mail: SentMail) =>
  /https?:\S+(\/booked-call\?t=[\w-]{43})/.exec(mail?.text ?? "")?.[1] ?? "";
function calendarIn(mail: SentMail): string {
  const content = mail?.attachments[0]?.content ?? "";
  const text = typeof content === "string" ? content : new TextDecoder().decode(content);
  return text.replaceAll("\r\n ", "");
}

/** Sends the same request as the questionnaire. */
async function book(email: string, slot: string, timeZone = "America/New_York") {
  const answer = await fetch(`${product.origin}/api/contact`, {
    method: "POST",
    headers: { "Content-Type": "application/json", Origin: product.origin },
    body: JSON.stringify({
      ...{ page: "Questionairre", fullName: "Dana Whitcombe", phone: "(727) 555-0109" },
      ...{ questions: [{ "Package selected": "p2" }], test: true, email, slot, timeZone },
    }),
  });
  expect(answer.status).toBe(201);
}

const asTyped = (slot: string, timeZone: string) =>
  new Date(slot).toLocaleTimeString("en-US", { timeZone, hour: "numeric", minute: "2-digit" });

test("only one of two visitors can book the same slot, and the other picks another slot without retyping anything", async () => {
  const zones = ["America/New_York", "America/Los_Angeles"] as const;
  const pages = await Promise.all(zones.map((timezoneId) => visit({ timezoneId }, `${path}?p=p2`)));
  const slot = (await freeSlots())[0] ?? "";
  for (const [index, page] of pages.entries()) {
    await goToTime(page, `racer-${index}@example.com`);
    await page.getByRole("group", { name: "Do you have a website?" }).getByLabel("Yes").check();
    await page.getByLabel("What’s the web address?").fill("bayshore.example.com");
    const time = asTyped(slot, zones[index] ?? zones[0]).toLowerCase();
    await page
      .getByRole("radiogroup", { name: "Available times" })
      .getByLabel(time, { exact: true })
      .check();
    await page.getByText("We’ll book it for you:").waitFor();
  }
  const [east, west] = pages;
  await west?.getByText("These times are in your time zone, Pacific Time.").waitFor();
  expect(await east?.getByText("These times are in your time zone").count()).toBe(0);
  await expectAccessible(pages[0] as Page);
  await expectReadableInDarkMode(pages[0] as Page);

  await Promise.all(pages.map((page) => page.getByRole("button", { name: "Submit" }).click()));
  const isBooked = (page: Page) => page.getByRole("dialog", { name: "Success!" }).isVisible();
  await expect
    .poll(async () => (await Promise.all(pages.map(isBooked))).filter(Boolean).length)
    .toBe(1);
  const winner = (await isBooked(pages[0] as Page)) ? 0 : 1;
  const loser = pages[1 - winner] as WatchedPage;
  const dialog = pages[winner]?.getByRole("dialog", { name: "Success!" });
  expect(await dialog?.textContent()).toContain("Your call is booked:");

  await loser.getByRole("alert").filter({ hasText: "That time was just taken." }).waitFor();
  expect(await loser.getByLabel("What’s the web address?").inputValue()).toBe(
    "bayshore.example.com",
  );
  // The time is cleared, so submitting again doesn't request the taken time.
  await expect.poll(() => loser.getByLabel("Time", { exact: true }).inputValue()).toBe("");
  await expectAccessible(loser);
  const time = loser.getByRole("radiogroup", { name: "Available times" });
  await time.getByRole("radio").first().check();
  await expect.poll(() => loser.getByText("That time was just taken.").count()).toBe(0);
  await loser.getByRole("button", { name: "Submit" }).click();
  await loser.getByRole("dialog", { name: "Success!" }).getByText("Your call is booked:").waitFor();

  const { rows } = await product.withTools(({ pool }) =>
    pool.query(
      `select count(*)::int as booked, count(distinct starts_at)::int as times
      from bookings join contact_requests request on request.id = contact_request_id
      where request.finished_at is not null and request.questions @> $1`,
      [JSON.stringify([{ "What’s the web address?": "bayshore.example.com" }])],
    ),
  );
  expect(rows).toEqual([{ booked: 2, times: 2 }]);
  for (const index of [0, 1]) await mailTo(`racer-${index}@example.com`, yourCall);
  // The browser logs the rejected submission to its console.
  expect(loser.troubles.filter((one) => !one.includes("409"))).toEqual([]);
});

test("the date and time can be typed if the free times don't load", async () => {
  const page = await visit({ ...phone(320), timezoneId: "America/New_York" }, path);
  await page.route("**/api/call-slots", (route) => route.abort());
  await goToTime(page, "typed@example.com");
  await expect.poll(() => page.getByText("Looking for available times").count()).toBe(0);
  await page.getByLabel("Date", { exact: true }).fill("12/31/2099");
  await page.getByLabel("Time", { exact: true }).fill("09:15");
  await page.getByRole("button", { name: "Submit" }).click();
  await page
    .getByRole("dialog", { name: "Success!" })
    .getByText("We’ll contact you at the time you chose.")
    .waitFor();
});

test("a time picked on the contact page is already picked in the questionnaire and booked in its last step", async () => {
  const page = await visit({ ...phone(390), timezoneId: "America/New_York" }, "/marketing/contact");
  // The first tap loads the framework, which requests the free times.
  await page.getByRole("heading", { level: 1 }).tap();
  const times = page.getByRole("region", { name: /^Or book a \d+-minute call$/ });
  const time = times.getByRole("link").first();
  const shown = (await time.innerText()).trim();
  await time.click();
  await page.getByText("Your call:").waitFor();
  await expectAccessible(page);
  await goToTime(page, "carried@example.com");
  await page.getByText("We’ll book it for you:").waitFor();
  const picked = page.getByRole("radiogroup", { name: "Available times" });
  expect(await picked.getByRole("radio", { checked: true }).count()).toBe(1);
  expect(await picked.getByText(shown, { exact: true }).count()).toBe(1);
  await page.getByRole("button", { name: "Submit" }).click();
  await page.getByRole("dialog", { name: "Success!" }).getByText("Your call is booked:").waitFor();
});

test("the questionnaire says when the time from the contact page has been taken, and doesn't pick a time", async () => {
  const gone = new Date(Date.parse((await freeSlots())[0] ?? "") - 7 * 24 * 3_600_000);
  const page = await visit(
    { ...phone(390), timezoneId: "America/New_York" },
    `${path}?slot=${gone.toISOString()}`,
  );
  await goToTime(page, "too-late@example.com");
  await page.getByText("The time you picked has just been taken.").waitFor();
  expect(await page.getByLabel("Time", { exact: true }).inputValue()).toBe("");
});

test("a date and time that are typed can match a free slot, and can replace a slot that was picked", async () => {
  const page = await visit({ ...phone(320), timezoneId: "America/New_York" }, path);
  await goToTime(page, "either@example.com");
  // On the first day there may be a single time left, or none.
  const days = page.getByRole("radiogroup", { name: "Available days" });
  await days.getByRole("radio").nth(1).check();
  const times = page.getByRole("radiogroup", { name: "Available times" });
  await times.getByRole("radio").nth(1).check();
  await expectNoSidewaysScroll(page);
  const picked = await page.getByLabel("Time", { exact: true }).inputValue();
  const willBook = page.getByText("We’ll book it for you:");
  await willBook.waitFor();
  await page.getByLabel("Time", { exact: true }).fill("03:07");
  await expect.poll(() => willBook.count()).toBe(0);
  await page.getByLabel("Time", { exact: true }).fill(picked);
  await willBook.waitFor();
  expect(await times.getByRole("radio").nth(1).isChecked()).toBe(true);
  await expectAccessible(page);
});

if (isEastern) {
  test("a dentist finds the office closed at night, books a call by touch, moves it across a clock change without JavaScript, is reminded of the new time and cancels it", async () => {
    // Wednesday at 11 pm. Clocks spring forward on Sunday, March 14, 2027.
    await product.passTimeUntil(new Date("2027-03-11T04:00:00Z"));
    const email = "night@example.com";
    const page = await visit(
      { ...phone(390), timezoneId: timeZone, reducedMotion: "reduce" },
      "/marketing",
    );
    const main = page.getByRole("main");
    const { closed } = marketing.hero;
    const day = opensOn(product.now(), site.officeHours) ?? "";
    const { at = "", short = "" } = phoneOpenings[day] ?? {};
    const nextTime = main.locator("[data-times] a").first();
    await nextTime.waitFor();
    const pick = main.getByRole("link", { name: closed.pickTime });
    const call = main.getByRole("link", { name: `${callLink} ${closed.opens(short)}` });
    expect(await call.getAttribute("href")).toBe(`tel:${site.phoneLink}`);
    const inOrder = [main.getByText(closed.title), main.getByText(closed.back(at)), nextTime];
    const { height = 0 } = page.viewportSize() ?? {};
    let above = 0;
    for (const shown of [...inOrder, pick, call]) {
      const box = await shown.boundingBox();
      expect(box?.y).toBeGreaterThanOrEqual(above);
      above = box?.y ?? 0;
      expect(above + (box?.height ?? 0)).toBeLessThanOrEqual(height);
    }
    const slot = (await freeSlots())[0] ?? "";
    expect(await nextTime.getAttribute("href")).toBe(`${path}?${new URLSearchParams({ slot })}`);
    await expectAccessible(page);

    await pick.tap();
    await page.getByRole("heading", { name: "Get started" }).waitFor();
    await goToTime(page, email, "tap");
    // Friday, because the office opens on Thursday.
    const days = page.getByRole("radiogroup", { name: "Available days" });
    await days.getByRole("radio").nth(1).check();
    const times = page.getByRole("radiogroup", { name: "Available times" });
    await times.getByLabel("10:00 am", { exact: true }).check();
    await page.getByText("We’ll book it for you:").waitFor();
    await page.getByRole("button", { name: "Submit" }).tap();
    const dialog = page.getByRole("dialog", { name: "Success!" });
    await dialog.getByText("Your call is booked: Friday, March 12 at 10").waitFor();
    await dialog.getByRole("button", { name: "Ok" }).tap();
    await page.waitForURL(`${product.origin}/marketing`);
    expect(page.troubles).toEqual([]);
    const isOwnerTold = () =>
      product.mails.some(({ to, text }) => to?.[0]?.address !== email && text?.includes(email));
    await expect.poll(isOwnerTold).toBe(true);
    const confirmed = await mailTo(email, yourCall);
    expect(confirmed?.text).toMatch(/Friday, March 12 at 10\sam/);
    expect(calendarIn(confirmed)).toContain("DTSTART:20270312T150000Z");

    const bare = await visit({ ...phone(320), javaScriptEnabled: false }, linkIn(confirmed));
    await bare.getByText("Friday, March 12 at 10").waitFor();
    await expectNoSidewaysScroll(bare);
    await bare.getByRole("link", { name: "Mon Mar 15" }).click();
    await bare.getByLabel("10:00 am").check();
    await bare.getByRole("button", { name: "Reschedule the call" }).click();
    await bare.getByRole("status").getByText("Your call is rescheduled.").waitFor();
    await bare.getByText("Monday, March 15 at 10").waitFor();
    const moved = await mailTo(email, /^Rescheduled: your call/);
    // The same time of day is an hour earlier in UTC now.
    expect(calendarIn(moved)).toContain("DTSTART:20270315T140000Z");
    expect(calendarIn(moved)).toContain("SEQUENCE:1");
    expect(/UID:\S+/.exec(calendarIn(moved))?.[0]).toBe(/UID:\S+/.exec(calendarIn(confirmed))?.[0]);

    const reminders = () => mailsTo(email).filter(({ subject }) => subject?.startsWith("Reminder"));
    expect(reminders()).toEqual([]);
    await product.passTimeUntil(new Date("2027-03-14T14:01:00Z"));
    await expect.poll(() => reminders().length).toBe(1);
    await product.passTimeUntil(new Date("2027-03-15T13:01:00Z"));
    await expect.poll(() => reminders().length).toBe(2);
    expect(reminders()[1]?.text).toMatch(/Monday, March 15 at 10\sam/);

    await page.goto(product.origin + linkIn(moved));
    await page.getByText("Monday, March 15 at 10").waitFor();
    await expectAccessible(page);
    await expectReadableInDarkMode(page);
    await page.getByText("Cancel the call", { exact: true }).tap();
    await page.getByRole("button", { name: "Yes, cancel the call" }).tap();
    await page.getByRole("status").getByText("Your call is canceled.").waitFor();
    await page.getByRole("heading", { name: "Pick a new time" }).waitFor();
    const canceled = await mailTo(email, /^Canceled/);
    expect(calendarIn(canceled)).toContain("METHOD:CANCEL");
  });
}

if (isEastern) {
  test("the owner sees the day's calls, blocks a day, moves a call, and sees that the visitor canceled it", async () => {
    await book("dana@example.com", "2027-03-15T18:00:00.000Z");
    await book("lee@example.com", "2027-03-16T18:00:00.000Z", "America/Denver");
    const page = await openConsole("/admin/today");
    const today = page.getByRole("region", { name: "Calls booked for today" });
    await today.getByText("2:00 pm").waitFor();
    await expectAccessible(page);
    await today.getByRole("link", { name: "See all calls" }).click();
    await page
      .getByRole("region", { name: "Tomorrow, March 16" })
      .getByText("12:00 pm their time")
      .waitFor();
    await expectAccessible(page);
    await expectReadableInDarkMode(page);

    const form = page.getByRole("form", { name: "Block a time" });
    await form.getByLabel("First day").fill("2027-03-17");
    await form.getByLabel("Note to yourself").fill("Conference");
    await form.getByRole("button", { name: "Block" }).click();
    await page.getByText("Wed, Mar 17, all day").waitFor();
    expect((await freeSlots()).some((slot) => slot.startsWith("2027-03-17"))).toBe(false);

    const tomorrow = page.getByRole("region", { name: "Tomorrow, March 16" });
    await tomorrow.getByRole("button", { name: "Reschedule the call with Dana Whitcombe" }).click();
    await tomorrow.getByLabel("New time (Eastern)").fill("2027-03-18T11:20");
    await tomorrow.getByRole("button", { name: "Reschedule the call", exact: true }).click();
    await page
      .getByRole("region", { name: "Thursday, March 18" })
      .getByText("11:20 am", { exact: true })
      .waitFor();
    const moved = await mailTo("lee@example.com", /^Rescheduled: your call/);
    expect(moved?.text).toContain("I had to reschedule our call.");

    expect(moved?.text).toMatch(/Thursday, March 18 at 9:20\sam/);

    const canceled = await fetch(`${product.origin}/api/bookings/link/cancellations`, {
      method: "POST",
      headers: { "Content-Type": "application/json", Origin: product.origin },
      body: JSON.stringify({ t: linkIn(moved).split("t=")[1] }),
    });
    expect(canceled.status).toBe(201);
    await page.goto(`${product.origin}/admin/requests?list=all`);
    await page
      .locator("[data-lead]")
      .filter({ hasText: "lee@example.com" })
      .getByRole("link")
      .first()
      .click();
    await page.getByText("They canceled the call that was booked for").waitFor();
    await page.getByText("Booked call canceled").waitFor();
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
  });
}
