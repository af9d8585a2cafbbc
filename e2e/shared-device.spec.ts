// Several people use a front desk's computer and unlock it with their initials and a PIN. Each
// action is recorded under the name of the person who took it. When idle, the device shows nothing
// personal but still plays sounds.
import type { Browser } from "playwright-core";
import { afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { madePassword, makeInquiry, makePerson, makePractice } from "#server/db/make.ts";
import {
  continueCall,
  expectAccessible,
  expectNoSidewaysScroll,
  expectReadableInDarkMode,
  openBrowser,
  type WatchedPage,
} from "./browser.ts";
import { openDesk } from "./desk.ts";
import { type Product, sharedProduct } from "./product.ts";

const pins = { dana: "1379", ben: "2580", lena: "4711" };

let product: Product;
let browser: Browser;
let practice: Awaited<ReturnType<typeof makePractice>>;
let page: WatchedPage;
beforeAll(async () => {
  [browser, product] = await Promise.all([openBrowser(), sharedProduct()]);
});
beforeEach(async () => {
  practice = await product.withTools((tools) => makePractice(tools));
  for (const [firstName, lastName] of [
    ["Ben", "Ortiz"],
    ["Lena", "Fuentes"],
  ] as const) {
    await product.withTools((tools) =>
      makePerson(tools, practice.clientId, { firstName, lastName, role: "member" }),
    );
  }
  page = await openDesk(browser, product.origin, practice, "/lms/profile?page=security", {
    serviceWorkers: "allow",
  });
});
afterEach(() => page.context().close());

test("two people call from a shared browser, and each call shows who made it", async () => {
  const { lead: first } = await ask("Walker", "Reed");
  const { lead: second } = await ask("Harper", "Lane");
  await turnOn();
  await page.getByText("This is a shared device.").waitFor();
  await expectAccessible(page);
  expect(await page.getByRole("region", { name: "Devices" }).count()).toBe(0);

  await page.goto(`${product.origin}/lms/dashboard`);
  await lock();
  await expectNothingPersonal("Walker|Reed");
  await giveDeviceAPin("Ben Ortiz", pins.ben);
  // The device is back on the page that was open.
  await page.waitForURL(`${product.origin}/lms/dashboard`);
  await page.getByText("Logged in as Ben Ortiz").first().waitFor();
  await callFromDashboard("Walker");

  // The device is locked by keyboard.
  await page.keyboard.press("l");
  await giveDeviceAPin("Lena Fuentes", pins.lena);
  await page.getByText("Logged in as Lena Fuentes").first().waitFor();
  await callFromDashboard("Harper");

  await page.goto(`${product.origin}/lms/lead?id=${first._id}`);
  await page.getByText("Ben Ortiz").first().waitFor();
  await page.goto(`${product.origin}/lms/lead?id=${second._id}`);
  await page.getByText("Lena Fuentes").first().waitFor();
  expect(await page.title()).not.toContain("Harper");

  const { rows } = await product.withTools((tools) =>
    tools.pool.query(
      `select first_name from calls join accounts on accounts.id = calls.account_id
       where calls.client_id = $1 order by first_name`,
      [practice.clientId],
    ),
  );
  expect(rows.map(({ first_name }) => first_name)).toEqual(["Ben", "Lena"]);
  // A manager sees both people in the figures by person, on a personal device.
  const own = await openDesk(browser, product.origin, practice, "/lms/figures");
  const table = own.getByRole("table").filter({ hasText: "Ben Ortiz" });
  await table.getByText("Lena Fuentes").waitFor();
  await own.context().close();
  expect(page.troubles).toEqual([]);
});

test("a device that locked automatically still plays a sound for a new lead", async () => {
  await countChimes();
  await turnOnSound();
  await turnOn();
  await page.clock.install();
  await page.goto(`${product.origin}/lms/dashboard`);
  await ask("Marisol", "Quintero");
  await page.getByText("Marisol").first().waitFor();
  // Waits until the server has the click, so it can't arrive after the last activity has been moved
  // into the past.
  const noted = page.waitForResponse(/\/activity$/);
  await page.locator("h1").click();
  await noted;
  await leaveAlone();
  await page.getByRole("heading", { name: "Who’s here?" }).waitFor();
  await page.getByText("1 lead waiting for a call").waitFor();
  const before = await chimes();
  await ask("Harper", "Lane");
  await page.getByText("2 leads waiting for a call").waitFor();
  await expect.poll(chimes).toBeGreaterThan(before);
});

test("an idle device locks its screen, hides personal data, and still counts new leads and plays a sound for them", async () => {
  const { lead } = await ask("Marisol", "Quintero");
  await countChimes();
  await turnOnSound();
  await turnOn();
  await page.clock.install();
  await page.goto(`${product.origin}/lms/dashboard`);
  await page.getByText("Marisol").first().waitFor();
  const second = await page.context().newPage();
  await second.goto(`${product.origin}/lms/dashboard`);
  await second.getByText("Marisol").first().waitFor();

  await leaveAlone();
  await page.waitForURL(/\/lms\/locked\?next=%2Flms%2Fdashboard$/);
  await page.getByRole("heading", { name: "Who’s here?" }).waitFor();
  // Two tabs that lock each other may load the lock page twice, and then the first load doesn't
  // finish.
  await second.getByRole("heading", { name: "Who’s here?" }).waitFor();
  await expectNothingPersonal();

  await page.goBack();
  await page.getByRole("heading", { name: "Who’s here?" }).waitFor();
  await page.waitForURL(/\/lms\/locked/);
  await expectNothingPersonal();
  await page.goto(`${product.origin}/lms/dashboard`);
  await page.waitForURL(/\/lms\/locked/);
  await expectNothingPersonal();

  for (const screen of ["dashboard", "figures", "inquiries", "archive", "template", "profile"]) {
    const asked = `${product.origin}/lms/${screen}`;
    const answer = await page.context().request.get(asked, { maxRedirects: 0 });
    const { location } = answer.headers();
    expect([answer.status(), location]).toEqual([302, `/lms/locked?next=%2Flms%2F${screen}`]);
  }
  const ofLead = `${product.origin}/lms/lead?id=${lead._id}`;
  const answer = await page.context().request.get(ofLead, { maxRedirects: 0 });
  expect(answer.headers().location).toMatch(/^\/lms\/locked\?next=%2Flms%2Flead/);

  // Every read request is rejected.
  const read = await page.evaluate(readAll);
  expect(read.join("\n")).not.toMatch(/Marisol|Quintero|555-\d{4}/);
  expect(read.filter((one) => one.includes("device_locked")).length).toBe(read.length);

  // Browsers don't play sounds before someone has clicked.
  await page.getByText("1 lead waiting for a call").click();
  const before = await chimes();
  await page.evaluate(() => openStream());
  await ask("Harper", "Lane");
  await page.getByText("2 leads waiting for a call").waitFor();
  await expect.poll(chimes).toBeGreaterThan(before);
  await expect.poll(() => page.evaluate(() => heard())).toEqual(["refetch"]);
  await expectNothingPersonal("Harper");

  for (const width of [390, 320]) {
    await page.setViewportSize({ width, height: 844 });
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
  }
  await page.getByRole("button", { name: /Dana Whitfield/ }).click();
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
  await expectReadableInDarkMode(page);
  await page.getByLabel("Dana Whitfield’s PIN").fill(pins.dana);
  await page.waitForURL(`${product.origin}/lms/dashboard`);
  await page.getByText("Harper").first().waitFor();
  // The second tab is unlocked too.
  await second.waitForURL(`${product.origin}/lms/dashboard`);
});

test("five wrong PINs for a person leave only their password to unlock the device", async () => {
  await turnOn();
  await lock();
  await giveDeviceAPin("Ben Ortiz", pins.ben);
  await page.getByText("Logged in as Ben Ortiz").first().waitFor();
  await lock();
  await page.getByRole("button", { name: /Ben Ortiz/ }).click();
  for (let tried = 0; tried < 4; tried += 1) {
    const refused = page.waitForResponse(/unlocks$/);
    await page.getByLabel("Ben Ortiz’s PIN").fill("9999");
    await refused;
    await page.getByText("Wrong PIN. Please try again.").waitFor();
  }
  await page.getByLabel("Ben Ortiz’s PIN").fill("9999");
  await page.getByText("Too many wrong PINs for Ben Ortiz. Use the password.").waitFor();
  const { rows } = await product.withTools((tools) =>
    tools.pool.query("select id from accounts where client_id = $1 and first_name = 'Ben'", [
      practice.clientId,
    ]),
  );
  const right = await page.context().request.post(`${product.origin}/api/shared-device/unlocks`, {
    data: { accountId: rows[0].id, pin: pins.ben },
  });
  expect(await right.json()).toMatchObject({
    errors: { pin: "Too many wrong PINs. Use your password." },
  });
  await page.getByLabel("Ben Ortiz’s password").fill(madePassword);
  await page.getByRole("button", { name: "Unlock" }).click();
  await page.getByText("Logged in as Ben Ortiz").first().waitFor();

  // Once the device is logged out, everyone has to log in again.
  await lock();
  await page.getByRole("button", { name: "Log out of this device" }).click();
  await expectAccessible(page);
  await page.getByRole("link", { name: "Log out of this device" }).click();
  await page.getByText("You’re logged out").first().waitFor();
  await page.goto(`${product.origin}/lms/locked`);
  await page.waitForURL(/\/lms(\?|$)/);
});

test("an offline device covers its screen and is locked after reconnecting", async () => {
  const { lead } = await ask("Marisol", "Quintero");
  await turnOn();
  await page.goto(`${product.origin}/lms/dashboard`);
  await page.getByText("Marisol").first().waitFor();
  await page.waitForFunction(() => "isAnswering" in window);
  await page.context().setOffline(true);
  await page.keyboard.press("l");
  await page.getByText("This device is offline.").waitFor();
  await expectNothingPersonal();
  await page.getByText("1 lead waiting for a call").waitFor();
  await expectAccessible(page);
  await page.context().setOffline(false);
  await page.getByRole("heading", { name: "Who’s here?" }).waitFor();
  const path = `${product.origin}/api/leads/${lead._id}`;
  expect((await page.context().request.get(path)).status()).toBe(403);
});

async function ask(firstName: string, lastName: string) {
  return product.withTools((tools) =>
    makeInquiry(tools, practice.clientId, {
      ...{ firstName, lastName },
      answers: [{ name: "message", values: [`${firstName} ${lastName} needs a crown`] }],
    }),
  );
}

async function turnOnSound() {
  const pages = page.getByRole("navigation", { name: "Settings" });
  await pages.getByRole("link", { name: /^Alerts/ }).click();
  await page.getByLabel("Play a sound on this device").check();
  await page.getByLabel("Also outside business hours").check();
  await pages.getByRole("link", { name: /^Security/ }).click();
}

async function turnOn() {
  const form = page.getByRole("form", { name: "Shared device" });
  await form.getByLabel("Your PIN").fill(pins.dana);
  await form.getByLabel("Your password").fill(madePassword);
  const answer = page.waitForResponse(/\/api\/shared-device$/);
  await page.evaluate(() => Object.assign(window, { isManagers: true }));
  await form.getByRole("button", { name: "Make this a shared device" }).click();
  expect((await answer).status()).toBe(201);
  await page.waitForFunction(() => !("isManagers" in window));
  await page.getByText("This is a shared device.").waitFor();
}

async function lock() {
  await page.getByRole("button", { name: /^Lock/ }).click();
  await page.getByRole("heading", { name: "Who’s here?" }).waitFor();
}

/** Unlocks the device for the first time: the person enters their password and chooses a PIN. */
async function giveDeviceAPin(name: string, pin: string) {
  await page.getByRole("button", { name: new RegExp(name) }).click();
  await page.getByLabel(`${name}’s password`).fill(madePassword);
  await page.getByLabel("Your PIN").fill(pin);
  await page.getByRole("button", { name: "Unlock" }).click();
}

async function callFromDashboard(firstName: string) {
  await page.getByRole("button", { name: `I’m calling ${firstName}` }).click();
  await continueCall(page);
  // Waits for the request with the result, because the tap on the number went to the same URL and
  // may be sent only now.
  const saved = page.waitForResponse(
    (answer) =>
      /\/calls$/.test(answer.url()) &&
      answer.ok() &&
      answer.request().postDataJSON().outcome === "no_answer",
  );
  const asked = page.getByRole("region", { name: `How did the call with ${firstName}` });
  await asked.getByRole("button", { name: /^No answer/ }).click();
  await saved;
}

/** Checks that the screen, the cached pages and the browser's storage don't contain the name. */
async function expectNothingPersonal(name = "Marisol") {
  const stored = await page.evaluate(async () => {
    const kept = await Promise.all(
      (await caches.keys()).map(async (cache) => {
        const opened = await caches.open(cache);
        const pages = (await opened.keys()).filter(({ url }) => !url.includes("/assets/"));
        return Promise.all(pages.map(async (one) => (await opened.match(one))?.text()));
      }),
    );
    const storages = [localStorage, sessionStorage].map((one) => JSON.stringify(one));
    return JSON.stringify([kept, storages, document.documentElement.outerHTML]);
  });
  expect(stored).not.toMatch(new RegExp(`${name}|Quintero`));
}

/** Returns the responses to all read requests of the desk that don't need an id. */
async function readAll(): Promise<string[]> {
  const paths = (await (await fetch("/api/openapi.json")).json()).paths;
  const reads = Object.entries(paths as Record<string, Record<string, { security?: object[] }>>)
    .filter(([path, { get }]) => {
      const isPractices = get?.security?.some((way) => "clientToken" in way);
      return isPractices && !/[{]|events|shared-device/.test(path);
    })
    .map(([path]) => path);
  return Promise.all(reads.map(async (path) => (await fetch(path)).text()));
}

/** Opens a separate event stream, and resolves after the stream's hello event. */
declare function openStream(): Promise<void>;
/** Returns the events that the separate stream has received. */
declare function heard(): string[];

async function countChimes() {
  await page.context().addInitScript(() => {
    let rung = 0;
    OscillatorNode.prototype.stop = () => undefined;
    OscillatorNode.prototype.start = () => {
      rung += 1;
    };
    const said: string[] = [];
    Object.assign(window, {
      rung: () => rung,
      heard: () => [...new Set(said)],
      openStream: () =>
        new Promise((resolve) => {
          const stream = new EventSource("/api/leads/events");
          stream.addEventListener("hello", resolve);
          for (const event of ["changed", "presence", "refetch"]) {
            stream.addEventListener(event, () => said.push(event));
          }
        }),
    });
  });
}

/** Moves the clocks of the device and of the server past the device's five idle minutes. */
async function leaveAlone() {
  await product.withTools((tools) =>
    tools.pool.query(
      `update sessions set active_at = active_at - interval '6 minutes'
       where shared_at is not null and account_id = $1`,
      [practice.accountId],
    ),
  );
  await page.clock.fastForward("05:01");
}

/** Counts the sounds of all tabs, because only one tab plays a sound. */
async function chimes(): Promise<number> {
  const tabs = page.context().pages();
  const counts = await Promise.all(
    tabs.map((tab) => tab.evaluate(() => (window as unknown as { rung: () => number }).rung())),
  );
  return counts.reduce((sum, one) => sum + one, 0);
}
