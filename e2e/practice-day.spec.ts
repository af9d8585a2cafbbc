// A practice's own day: its business hours, holidays and plans, as its front desk sees them.
import type { Locator } from "playwright-core";
import { expect, test } from "vitest";
import { makeCall, makeInquiry } from "#server/db/make.ts";
import { expectAccessible } from "./browser.ts";
import { deskJourneys } from "./desk.ts";
import { sample } from "./sample.ts";

const desk = deskJourneys();

test("a closed practice on business hours shows when a lead is due and how long it has waited; the chart's switch doesn't change the queue", async () => {
  await closeToday();
  await addLead("Nadia", 180);
  await desk.open("/lms/dashboard");
  await row("Nadia").getByText("call now").waitFor();
  await desk.page.getByRole("radio", { name: "Business hours" }).click();
  await desk.page.waitForURL(/reading=open/);
  await row("Nadia").getByText("call now").waitFor();
  await desk.page.getByText("The queue counts all hours.").waitFor();
  await desk.page.getByRole("link", { name: "Change", exact: true }).click();
  await countIn("Business hours");
  await desk.page.goto(`${desk.product.origin}/lms/dashboard`);
  await row("Nadia")
    .getByText(/^Due \w+day 8:10 am$/)
    .waitFor();
  await row("Nadia").getByText("waiting 3h 0m").waitFor();
  expect(await row("Nadia").getByText("Late").count()).toBe(0);
  await expectAccessible(desk.page);

  expect(await desk.page.getByRole("radio", { name: "Business hours" }).isChecked()).toBe(true);
  await row("Nadia").getByRole("link", { name: "Nadia" }).click();
  // The lead's page has the same text and the same button as the dashboard. Its clock and its
  // response time agree.
  await desk.page.getByRole("heading", { level: 1, name: "Nadia Quintero" }).waitFor();
  const due = desk.page.getByText(/^Due \w+day 8:10 am$/);
  await expect.poll(() => due.count()).toBe(1);
  // A callback is offered for the next day when the practice is open, not for tomorrow, when it's
  // closed.
  await desk.page.getByRole("button", { name: "I’m calling" }).click();
  const answers = desk.page.getByRole("region", { name: /^How did the call with/ });
  await answers.getByRole("button", { name: /^9 am \w+day/ }).waitFor();
  expect(await answers.getByRole("button", { name: /Tomorrow/ }).count()).toBe(0);
  await desk.page.getByRole("button", { name: "I didn’t call" }).click();
  await desk.page.goto(`${desk.product.origin}/lms/profile?page=hours#queue`);
  await countIn("All hours");
  await desk.page.goto(`${desk.product.origin}/lms/dashboard`);
  await row("Nadia").getByText("call now").waitFor();
});

test("one click adds next year's missing federal holidays, and each can be removed", async () => {
  await desk.open("/lms/profile?page=hours");
  const year = new Date().getFullYear() + 1;
  const hours = desk.page.getByRole("form", { name: "Business hours" });
  await hours.getByRole("button", { name: "Add a holiday" }).click();
  await hours.getByLabel("Date").fill(`${year}-12-25`);
  const add = hours.getByRole("button", { name: `Add the ${year} federal holidays` });
  await add.click();
  await hours.getByText(/holidays added/).waitFor();
  const dates = () =>
    hours
      .getByLabel("Date")
      .evaluateAll((fields) => fields.map((one) => Reflect.get(one, "value")));
  const added = await dates();
  expect(added.filter((date) => date === `${year}-12-25`)).toHaveLength(1);
  expect(added).toContain(`${year}-07-04`);
  await add.click();
  await hours.getByText("are already on the list").waitFor();
  expect(await dates()).toHaveLength(added.length);
  await hours.getByRole("button", { name: "Remove Columbus Day" }).first().click();
  await expectAccessible(desk.page);
  await desk.page.getByRole("button", { name: "Save", exact: true }).click();
  await desk.page.getByText("Saved.", { exact: true }).waitFor();
  await desk.page.reload();
  await expect.poll(dates).toHaveLength(added.length - 1);
});

test("a result of Booked takes one click; the appointment's date can be added afterward, and a past date is rejected", async () => {
  for (let added = 0; added < 9; added += 1) await addLead(`Waits ${added}`, 20);
  const { lead } = await addLead("Nadia", 3);
  await desk.open("/lms/dashboard");
  await row("Nadia").getByRole("button", { name: "I’m calling" }).click();
  await desk.page.getByRole("button", { name: /^Booked/ }).click();
  const offer = desk.page.getByRole("region", { name: "When is Nadia Quintero’s appointment?" });
  await expectAccessible(desk.page);
  for (const width of [390, 900, 1440]) {
    await desk.page.setViewportSize({ width, height: 844 });
    // It is in view wherever the list is scrolled to, and takes no place in it.
    expect(await offer.evaluate((one) => getComputedStyle(one).position)).toBe("fixed");
    const box = await offer.boundingBox();
    expect(box?.y).toBeGreaterThan(0);
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThan(844);
    // On a phone, it is where the panel was, and is as wide as the screen.
    if (width > 390) expect(await coveredCalls(offer)).toBe(0);
  }
  await offer.getByLabel(/Date and time/).fill("2020-01-02T09:30");
  await offer.getByRole("button", { name: "Set appointment" }).click();
  await offer.getByText("That date has passed.").waitFor();
  // The date is less than a year ahead, whenever this runs.
  const day = new Date(Date.now() + 200 * 86_400_000).toISOString().slice(0, 10);
  await offer.getByLabel(/Date and time/).fill(`${day}T14:30`);
  await offer.getByRole("button", { name: "Set appointment" }).click();
  await offer.waitFor({ state: "detached" });
  await desk.page.goto(`${desk.product.origin}/lms/lead?id=${lead._id}`);
  await desk.page
    .getByText(/, 2:30 pm$/)
    .first()
    .waitFor();
  await desk.page.getByRole("button", { name: "Change", exact: true }).click();
  await desk.page.getByRole("button", { name: "Remove", exact: true }).click();
  await desk.page.getByRole("button", { name: "Add date" }).waitFor();
  await expectAccessible(desk.page);
});

const lists: [name: string, path: string, outcome: "call_back" | "wrong_number"][] = [
  ["a search's hits outside the queue", "/lms/dashboard?q=nadia", "wrong_number"],
  ["Callbacks", "/lms/callbacks", "call_back"],
  ["the archive", "/lms/archive", "wrong_number"],
];

test.each(sample(lists, 1))(
  "a result of Booked in %s asks for the appointment where the result was given",
  async (_, path, outcome) => {
    const { lead } = await addLead("Nadia", 90);
    const callBackAt = outcome === "call_back" ? new Date(Date.now() + 60 * 60_000) : undefined;
    const call = { calledAt: new Date(Date.now() - 60 * 60_000), outcome, callBackAt };
    await desk.product.withTools((tools) => makeCall(tools, desk.practice, lead._id, call));
    await desk.open(path);
    // A desktop browser would ask in its own window how to open a phone link.
    await desk.page.evaluate(() =>
      addEventListener("click", (event) => event.preventDefault(), true),
    );
    await desk.page.getByRole("link", { name: /^\(\d{3}\) / }).click();
    const panel = desk.page.getByRole("region", { name: /^How did the call with/ });
    const asked = await panel.boundingBox();
    await panel.getByRole("button", { name: /^Booked/ }).click();
    const offer = desk.page.getByRole("region", { name: "When is Nadia Quintero’s appointment?" });
    await offer.waitFor();
    expect(Math.abs(((await offer.boundingBox())?.y ?? 0) - (asked?.y ?? 0))).toBeLessThan(60);
    await expectAccessible(desk.page);
    // A tap on a day and one on a time are enough.
    await offer.getByRole("group", { name: "Day" }).getByRole("button").last().click();
    await offer.getByRole("group", { name: "Time" }).getByRole("button").first().click();
    await desk.page.getByText(/^Appointment saved: Nadia Quintero, /).waitFor();
    await offer.waitFor({ state: "detached" });
  },
);

test("a lead that didn't answer shows which attempt is next, and after the last attempt a suggestion to archive the lead", async () => {
  const { lead } = await addLead("Nadia", 180);
  await desk.open("/lms/profile?page=hours");
  const plan = desk.page.getByRole("form", { name: "Follow-up plan" });
  for (let calls = 6; calls > 2; calls -= 1) {
    await plan.getByRole("button", { name: "Remove the last call" }).click();
  }
  await plan.getByLabel("Call 2").selectOption("The next morning");
  await desk.page.getByRole("button", { name: "Save", exact: true }).click();
  await desk.page.getByText("Saved.", { exact: true }).waitFor();
  await tryToCall(lead._id, 120);
  await desk.page.goto(`${desk.product.origin}/lms/dashboard`);
  await row("Nadia").getByText("Attempt 2 of 2", { exact: true }).waitFor();
  await row("Nadia")
    .getByText(/^Due \w/)
    .waitFor();
  await tryToCall(lead._id, 60);
  await row("Nadia").getByText("Tried 2 times.").waitFor();
  await expectAccessible(desk.page);
  await desk.page.getByRole("link", { name: "Nadia Quintero" }).click();
  await desk.page.getByText("Next attempt").waitFor();
  await desk.page.goBack();
  await row("Nadia").getByRole("button", { name: "Archive? Nadia Quintero" }).click();
  await desk.page.getByRole("dialog", { name: "Archive Nadia Quintero" }).waitFor();
});

/** Returns how many rows' call buttons this card covers. */
async function coveredCalls(card: Locator): Promise<number> {
  const box = await card.boundingBox();
  const calls = await desk.page
    .locator("[data-lead]")
    .getByText(/^(I’m calling|Call)/)
    .all();
  const boxes = await Promise.all(calls.map((call) => call.boundingBox()));
  expect(boxes.length).toBeGreaterThan(8);
  return boxes.filter(
    (call) =>
      box &&
      call &&
      call.x < box.x + box.width &&
      box.x < call.x + call.width &&
      call.y < box.y + box.height &&
      box.y < call.y + call.height,
  ).length;
}

/**
 * Opens the practice from 8 to 5 only on the weekday three days from now, so it is closed now,
 * whenever this runs.
 */
async function closeToday() {
  const timeZone = "America/New_York";
  await desk.product.withTools(async ({ pool }) => {
    const weekday = new Date(Date.now() + 3 * 86_400_000).getUTCDay();
    const week = Array.from({ length: 7 }, (_, day) =>
      day === weekday ? [{ from: "08:00", to: "17:00" }] : [],
    );
    await pool.query(
      `insert into open_hours (client_id, in_force_from, time_zone, week, holidays)
       values ($1, 'epoch', $2, $3, '[]')`,
      [desk.practice.clientId, timeZone, JSON.stringify(week)],
    );
  });
}

async function addLead(firstName: string, minutesAgo: number) {
  const submittedAt = new Date(Date.now() - minutesAgo * 60_000);
  const change = { firstName, lastName: "Quintero", submittedAt };
  return desk.product.withTools((tools) => makeInquiry(tools, desk.practice.clientId, change));
}

async function tryToCall(leadId: string, minutesAgo: number) {
  const calledAt = new Date(Date.now() - minutesAgo * 60_000);
  const call = { calledAt, outcome: "no_answer" } as const;
  await desk.product.withTools((tools) => makeCall(tools, desk.practice, leadId, call));
}

/** Changes the queue's setting in the profile. */
async function countIn(reading: "All hours" | "Business hours") {
  const queue = desk.page.getByRole("form", { name: "Queue" });
  await queue.getByLabel("Hours to count").selectOption(reading);
  await desk.page.getByRole("button", { name: "Save", exact: true }).click();
  await desk.page.getByRole("status").getByText("Saved.").waitFor();
}

function row(name: string) {
  return desk.page.locator("[data-lead]", { hasText: name });
}
