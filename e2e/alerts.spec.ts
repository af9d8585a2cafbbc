import type { BrowserContextOptions, Page } from "playwright-core";
import { expect, test } from "vitest";
import { makeCall, makeCampaign, makeInquiry, makeOpenHours } from "#server/db/make.ts";
import { aDevice } from "#server/testing/access-matrix.ts";
import { expectAccessible, expectNoSidewaysScroll, expectReadableInDarkMode } from "./browser.ts";
import { atPhoneWidths, deskJourneys, phone, zoneAt } from "./desk.ts";
import { sample } from "./sample.ts";

const desk = deskJourneys({ hasPush: true });

const alert = () => desk.page.getByRole("region", { name: "New leads" });
const callbackAlert = () => desk.page.getByRole("region", { name: "Callbacks due" });
const news = () => alert().locator("strong");
const clock = () => alert().locator("b");
const question = (name: string) =>
  desk.page.getByRole("region", { name: `How did the call with ${name} go?` });

test("a new lead during a search shows an alert without moving rows, and one click calls it and asks for the result there", async () => {
  await addLead("Delgado");
  await openReady("/lms/dashboard?q=delgado");
  const row = desk.page.locator("[data-lead]", { hasText: "Delgado" });
  const before = await row.boundingBox();
  await addLead("Marisol");
  await news().getByText("Marisol").waitFor();
  expect(await row.boundingBox()).toEqual(before);
  await desk.page.getByRole("status").getByText("New lead: Marisol").waitFor({ state: "attached" });
  await expectAccessible(desk.page);
  await expectReadableInDarkMode(desk.page);
  await alert().getByRole("button", { name: "I’m calling Marisol" }).click();
  await desk.page.locator(":focus").getByText("How did the call with Marisol").waitFor();
  expect(await row.boundingBox()).toEqual(before);
  await expectAccessible(desk.page);
  await expectReadableInDarkMode(desk.page);
  // The panel is still there after a reload.
  await desk.page.reload();
  await question("Marisol").getByRole("button", { name: "Voicemail" }).click();
  await question("Marisol").waitFor({ state: "detached" });
  await alert().waitFor({ state: "hidden" });
  expect(desk.page.url()).toContain("q=delgado");
});

test("a lead's page shows other new leads until someone calls them, and each can be dismissed", async () => {
  const open = await addLead("Open");
  await openReady(`/lms/lead?id=${open}`);
  const came = await addLead("Marisol");
  await news().getByText("Marisol").waitFor();
  // The alert doesn't cover the Back link.
  const back = await desk.page.getByRole("link", { name: "Back", exact: true }).boundingBox();
  const bar = await alert().boundingBox();
  expect(bar?.x).toBeGreaterThan((back?.x ?? 0) + (back?.width ?? 0));
  await desk.product.withTools((tools) =>
    makeCall(tools, desk.practice, came, { calledAt: new Date(), outcome: "spoke" }),
  );
  await alert().waitFor({ state: "hidden" });

  const writes = (words: string) => ({ answers: [{ name: "message", values: [words] }] });
  await addLead("Owen", writes("A whiter smile"));
  await addLead("Tamika", writes("I chipped a tooth"));
  await alert().getByText("+1 new").waitFor();
  await alert().getByText("“A whiter smile”").waitFor();
  await alert().getByText("Urgent").waitFor();
  await alert().getByRole("button", { name: "I’m calling Owen" }).waitFor();
  await alert().getByRole("button", { name: "Dismiss" }).click();
  await alert().waitFor({ state: "hidden" });
  await addLead("Priya");
  await news().getByText("Priya").waitFor();
  await alert().getByRole("link", { name: "Show" }).click();
  await desk.page.locator("[data-lead]", { hasText: "Priya" }).waitFor();
  await alert().waitFor({ state: "hidden" });
});

const screens: [name: string, path: string][] = [
  ["templates", "/lms/template"],
  ["reports", "/lms/figures"],
];

test.each(sample(screens, 1))(
  "the %s screen shows a new lead with its campaign and a running clock, and the tab's icon and title count it",
  async (_, path) => {
    const campaignId = await desk.product.withTools(async (tools) => {
      const { clientId } = desk.practice;
      const campaign = { clientId, name: "Implants in May", platform: "meta" } as const;
      return (await makeCampaign(tools, campaign)).campaignId;
    });
    await openReady(path);
    const icon = () => desk.page.locator('link[rel="icon"]').first().getAttribute("href");
    expect(await icon()).not.toMatch(/^data:/);
    await addLead("Marisol", { campaignId });
    await news().getByText("Marisol").waitFor();
    await alert().getByText("New lead · Implants in May").waitFor();
    const first = await clock().innerText();
    expect(first).toMatch(/^0:\d\d$/);
    // On time, only the text has the full color.
    const colors = await clock().evaluate((one) => {
      const tile = getComputedStyle(one.parentElement ?? one);
      return { text: tile.color, behind: tile.backgroundColor };
    });
    expect(colors.text).toMatch(/27, 127, 77/);
    expect(colors.behind).not.toBe(colors.text);
    await expect.poll(() => clock().innerText()).not.toBe(first);
    expect(await desk.page.title()).toMatch(/^\(1\) /);
    expect(decodeURIComponent((await icon()) ?? "")).toMatch(/^data:image\/svg\+xml,.*>1<\/text>/);
    await expectAccessible(desk.page);
  },
);

test("the alert shows how long a lead has waited, but no running clock, while a practice on business hours is closed", async () => {
  const { clientId } = desk.practice;
  const count = (reading: string) =>
    desk.product.withTools((tools) =>
      tools.pool.query("update clients set reading = $1 where id = $2", [reading, clientId]),
    );
  await desk.product.withTools((tools) =>
    makeOpenHours(tools, clientId, { timeZone: zoneAt(3), from: "08:00", to: "17:00" }),
  );
  await count("open");
  await openReady("/lms/archive");
  await addLead("Marisol");
  await news().getByText("Marisol").waitFor();
  expect(await clock().innerText()).toBe("0 min");
  await expectAccessible(desk.page);
  await expectReadableInDarkMode(desk.page);
  await count("wall");
  await desk.page.reload();
  await whenLoaded();
  await addLead("Owen");
  await news().getByText("Owen").waitFor();
  expect(await clock().innerText()).toMatch(/^0:\d\d$/);
});

test("a callback that becomes due shows an alert with its name and a sound, and one click calls it and asks for the result there, unless its row does", async () => {
  // These leads are waiting for their first call when the desk is opened.
  const [priya, owen] = [await addLead("Priya"), await addLead("Owen")];
  await desk.open("/lms/archive");
  await countNotes(desk.page);
  await desk.page.getByLabel("Play a sound on this device").check();
  await desk.page.getByLabel("Also outside business hours").check();
  expect(await notesIn(desk.page)).toBe(2);
  await promiseCallback(priya, 4000);
  await callbackAlert().locator("strong").getByText("Priya").waitFor();
  await callbackAlert().getByText("Callback due").waitFor();
  await expect.poll(() => callbackAlert().locator("b").innerText()).toMatch(/^0:\d\d$/);
  await expect.poll(() => notesIn(desk.page)).toBe(4);
  await desk.page.getByRole("status").getByText("Callback due: Priya.").waitFor({
    state: "attached",
  });
  await expectAccessible(desk.page);
  await expectReadableInDarkMode(desk.page);
  await callbackAlert().getByRole("link", { name: "Show" }).waitFor();
  await callbackAlert().getByRole("button", { name: "I’m calling Priya" }).click();
  await desk.page.locator(":focus").getByText("How did the call with Priya").waitFor();
  await question("Priya").getByRole("button", { name: "Ask me later" }).click();
  const unanswered = desk.page.getByRole("region", { name: "Result missing" });
  await unanswered.getByRole("button", { name: "Add result Priya" }).click();
  await desk.page.locator(":focus").getByText("How did the call with Priya").waitFor();
  await callbackAlert().waitFor({ state: "hidden" });
  const places = desk.page.getByRole("navigation");
  await places.getByRole("link", { name: /^Callbacks/ }).click();
  await desk.page.locator("[data-lead]").getByText("How did the call with Priya").waitFor();
  expect(await question("Priya").count()).toBe(1);
  await places.getByRole("link", { name: /^Archive/ }).click();
  await desk.page.locator("[data-lead]").waitFor({ state: "detached" });
  await question("Priya").getByRole("button", { name: "Ask me later" }).click();
  await unanswered.waitFor();

  // A new lead is shown before a due callback, and each alert disappears once its lead is called.
  await promiseCallback(owen, 3000);
  await callbackAlert().getByRole("button", { name: "I’m calling Owen" }).waitFor();
  const marisol = await addLead("Marisol");
  await alert().getByText("+1 callback due").waitFor();
  await alert().getByRole("button", { name: "I’m calling Marisol" }).waitFor();
  await callNow(marisol);
  await callbackAlert().getByRole("button", { name: "I’m calling Owen" }).waitFor();
  await callNow(owen);
  await callbackAlert().waitFor({ state: "hidden" });
});

test("a push subscription that the browser dropped is renewed on the next load or reported as lost", async () => {
  await makeReachable();
  await desk.open("/lms/archive", { serviceWorkers: "allow", permissions: ["notifications"] });
  await desk.page.addInitScript(({ keys }) => {
    // Headless Chromium doesn't have a push service, so a stub keeps the subscription in the page's
    // storage.
    const made = (endpoint: string) => ({
      ...{ endpoint, options: {}, toJSON: () => ({ endpoint, keys }) },
      unsubscribe: async () => localStorage.removeItem("subscribed"),
    });
    const kept = () => {
      const endpoint = localStorage.getItem("subscribed");
      return endpoint && made(endpoint);
    };
    Object.assign(PushManager.prototype, {
      getSubscription: async () => kept(),
      subscribe: async () => {
        if (localStorage.getItem("refuses")) throw new Error("No push service");
        const next = `https://fcm.googleapis.com/fcm/send/${crypto.randomUUID()}`;
        localStorage.setItem("subscribed", next);
        return made(next);
      },
    });
  }, aDevice);
  const origin = desk.product.origin;
  const drop = (refuses: string) =>
    desk.page.evaluate((text) => {
      localStorage.removeItem("subscribed");
      localStorage.setItem("refuses", text);
    }, refuses);
  const isSubscribed = () =>
    desk.product.withTools(async ({ pool }) => {
      const endpoint = await desk.page.evaluate(() => localStorage.getItem("subscribed"));
      const { rows } = await pool.query(
        "select endpoint from push_devices where client_id = $1 and ended_at is null",
        [desk.practice.clientId],
      );
      return endpoint !== null && rows.length === 1 && rows[0].endpoint === endpoint;
    });

  await desk.page.goto(`${origin}/lms/profile?page=alerts`);
  const section = desk.page.getByRole("region", { name: "Alerts" });
  await section.getByRole("button", { name: "Turn on notifications" }).click();
  await section.getByText("Notifications are on.").waitFor();
  await drop("");
  await desk.page.goto(`${origin}/lms/archive`);
  await expect.poll(isSubscribed).toBe(true);
  await desk.page.goto(`${origin}/lms/profile?page=alerts`);
  await section.getByText("Your browser had turned them off.").waitFor();

  await drop("yes");
  await desk.page.reload();
  await section.getByText("Your browser turned off notifications on this device.").waitFor();
  await expectAccessible(desk.page);
  expect(await isSubscribed()).toBe(false);
  // The dashboard doesn't show the first steps once there is a lead.
  await addLead("Marisol");
  await desk.page.goto(`${origin}/lms/dashboard`);
  await desk.page.getByText("Notifications have stopped on this device").waitFor();
  await drop("");
  await desk.page.getByRole("button", { name: "Turn on notifications" }).click();
  await expect.poll(isSubscribed).toBe(true);
});

test("a device that declined notifications isn't asked again", async () => {
  await makeReachable();
  await addLead("Marisol");
  await openReady("/lms/dashboard", ofItsOwn);
  const offer = desk.page.getByText("Get new-lead alerts on this device");
  await offer.waitFor();
  await expectAccessible(desk.page);
  await desk.page.getByRole("button", { name: "Not now" }).click();
  await offer.waitFor({ state: "hidden" });
  await desk.page.reload();
  await whenLoaded();
  await desk.page.waitForFunction(() =>
    performance.getEntriesByType("resource").some(({ name }) => name.endsWith("/api/alerts")),
  );
  expect(await offer.count()).toBe(0);
});

test("the profile says how to get notifications on an iPhone, and the dashboard doesn't offer them there", async () => {
  await makeReachable();
  await addLead("Marisol");
  const userAgent =
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 Version/18.5 Mobile/15E148 Safari/604.1";
  await desk.open("/lms/archive", { ...phone(390), userAgent });
  await desk.page.addInitScript(() => {
    // Safari supports push only in an app on the home screen.
    Reflect.deleteProperty(window, "PushManager");
    Object.defineProperty(navigator, "maxTouchPoints", { value: 5 });
  });
  await desk.page.goto(`${desk.product.origin}/lms/profile?page=alerts`);
  const section = desk.page.getByRole("region", { name: "Alerts" });
  await section.getByText("add the lead desk to your home screen first").waitFor();
  expect(await section.getByRole("button", { name: "Turn on notifications" }).count()).toBe(0);
  await expectAccessible(desk.page);
  await expectNoSidewaysScroll(desk.page);
  await desk.page.goto(`${desk.product.origin}/lms/dashboard`);
  await desk.page.locator("[data-lead]").waitFor();
  await desk.page.waitForFunction(() =>
    performance.getEntriesByType("resource").some(({ name }) => name.endsWith("/api/alerts")),
  );
  expect(await desk.page.getByRole("button", { name: "Turn on notifications" }).count()).toBe(0);
});

test("a test alert appears on screen and plays a sound if sounds are on; a test email goes to the person who asked", async () => {
  await desk.open("/lms/archive");
  await countNotes(desk.page);
  await whenLoaded();
  await desk.page.getByRole("button", { name: "Send me a test on this screen" }).click();
  const bar = desk.page.getByRole("region", { name: "Test alert" });
  await bar.getByText("This is a test").waitFor();
  expect(await notesIn(desk.page)).toBe(0);
  await expectAccessible(desk.page);
  await expectReadableInDarkMode(desk.page);
  await bar.getByRole("button", { name: "Dismiss" }).click();
  await bar.waitFor({ state: "hidden" });
  await desk.page.getByLabel("Play a sound on this device").check();
  await desk.page.getByRole("button", { name: "Send me a test on this screen" }).click();
  expect(await notesIn(desk.page)).toBe(4);
  // The alert for a real lead replaces the test alert.
  await addLead("Marisol");
  await news().getByText("Marisol").waitFor();
  expect(await bar.count()).toBe(0);

  await desk.page.getByRole("button", { name: "Send me a test by email" }).click();
  const isOwn = ({ to }: { to?: { address?: string }[] }) =>
    to?.[0]?.address === desk.practice.email;
  await expect
    .poll(() => desk.product.mails.filter(isOwn).map(({ subject }) => subject))
    .toContain("This is a test of your lead alerts");
});

test("the dashboard shows a new lead once, in the queue, without the alert", async () => {
  await openReady("/lms/dashboard");
  await addLead("Marisol");
  await desk.page.locator("[data-lead]", { hasText: "Marisol" }).waitFor();
  expect(await alert().count()).toBe(0);
});

test("a lead that arrives while the connection is lost is shown after reconnecting", async () => {
  await openReady("/lms/archive");
  await desk.page.context().setOffline(true);
  await addLead("Marisol");
  await desk.page.context().setOffline(false);
  await news().getByText("Marisol").waitFor();
  desk.page.troubles.length = 0;
});

test("the alert and its actions fit a phone, even a small one", async () => {
  const open = await addLead("Open");
  await desk.open(`/lms/lead?id=${open}`, phone(320));
  await whenLoaded();
  await addLead("Wilhelmina-Alexandra");
  await alert().getByRole("link", { name: "Show" }).waitFor();
  await atPhoneWidths(desk.page, async () => {
    await expectNoSidewaysScroll(desk.page);
    await expectAccessible(desk.page);
    const box = await alert().boundingBox();
    expect(box?.height).toBeLessThan(120);
  });
});

test("a do-not-call lead is in the last group and isn't counted, and its call dialog focuses the Don't call button", async () => {
  const refused = await addLead("Refused");
  await addLead("Marisol");
  await openReady("/lms/dashboard");
  await expect.poll(() => desk.page.title()).toMatch(/^\(2\) /);
  await desk.page
    .context()
    .request.post(`${desk.product.origin}/api/leads/${refused}/call-permissions`, {
      data: { isAllowed: false, reason: "Asked us to stop" },
    });
  await expect.poll(() => desk.page.title()).toMatch(/^\(1\) /);
  const last = desk.page.getByRole("region", { name: "Do not call" });
  await last.getByText("Asked us to stop").waitFor();
  expect(await desk.page.locator("[data-lead]").last().innerText()).toContain("Refused");
  expect(await last.locator("[data-urgency]").count()).toBe(0);
  await expectAccessible(desk.page);
  await last.getByRole("button", { name: "I’m calling" }).click();
  const buttons = desk.page.getByRole("dialog").getByRole("button");
  await buttons.getByText("Don’t call").waitFor();
  expect(await buttons.first().innerText()).toBe("Don’t call");
  expect(await buttons.first().evaluate((one) => one === document.activeElement)).toBe(true);
  await desk.page.keyboard.press("Enter");
  await buttons.first().waitFor({ state: "hidden" });
  const { rowCount } = await desk.product.withTools(({ pool }) =>
    pool.query("select 1 from calls where client_id = $1", [desk.practice.clientId]),
  );
  expect(rowCount).toBe(0);
});

test("only one of two tabs plays a sound for a new lead, and neither does while muted", async () => {
  await desk.open("/lms/archive");
  const second = await desk.page.context().newPage();
  const tabs = [desk.page, second];
  for (const tab of tabs) await countNotes(tab);
  const notes = async () => {
    const played = await Promise.all(tabs.map(notesIn));
    return played.reduce((sum, one) => sum + one, 0);
  };
  await desk.page.getByLabel("Play a sound on this device").check();
  await desk.page.getByLabel("Also outside business hours").check();
  expect(await notes()).toBe(2);
  await expectAccessible(desk.page);
  await addLead("Marisol");
  for (const tab of tabs) {
    await tab.getByRole("region", { name: "New leads" }).getByText("New lead").waitFor();
  }
  await expect.poll(notes).toBe(4);
  await desk.page.getByRole("button", { name: "Mute until tomorrow" }).click();
  await addLead("Owen");
  for (const tab of tabs) {
    await tab.getByRole("region", { name: "New leads" }).getByText("+1 new").waitFor();
  }
  expect(await notes()).toBe(4);
  // The settings belong to this device and survive a reload.
  const volume = desk.page.getByLabel("Volume");
  await volume.fill("20");
  await desk.page.reload();
  await desk.page.getByText("Muted until tomorrow.").waitFor();
  expect(await volume.inputValue()).toBe("20");
  await desk.page.getByRole("button", { name: "Unmute" }).click();
  await desk.page.getByRole("button", { name: "Play sound" }).click();
  expect(await notesIn(desk.page)).toBe(2);
  // Half of a 20% volume, because two tones play together.
  expect(await desk.page.evaluate("loudest")).toBeCloseTo(0.1);
});

test("the wall view shows waiting leads live, by first name, and Escape closes it", async () => {
  await desk.product.withTools((tools) =>
    makeInquiry(tools, desk.practice.clientId, {
      ...{ firstName: "Marisol", lastName: "Quintero" },
      answers: [{ name: "message", values: ["The Quintero family needs a dentist"] }],
    }),
  );
  await openReady("/lms/dashboard?wall");
  await desk.page.getByText("Marisol").waitFor();
  expect(await desk.page.locator("body").innerText()).not.toContain("Quintero");
  expect(await desk.page.getByRole("navigation").count()).toBe(0);
  await desk.page.getByRole("status").getByText("Live", { exact: true }).waitFor();
  await desk.page.getByRole("button", { name: /^Sound o/ }).waitFor();
  await expectAccessible(desk.page);
  await expectReadableInDarkMode(desk.page);
  await addLead("Owen");
  await desk.page.getByText("Owen").waitFor();
  expect(await alert().count()).toBe(0);
  for (const name of ["Priya", "Walker", "Beatrice", "Silas", "Nora"]) await addLead(name);
  await desk.page.getByText("+2 more").waitFor();
  await expectAccessible(desk.page);
  await desk.page.keyboard.press("Escape");
  await desk.page.getByRole("navigation").first().waitFor();
});

test("the screen stays awake while the wall view is open, even after the page was hidden", async () => {
  await desk.open("/lms/archive");
  await desk.page.addInitScript(() => {
    const wake = { asked: [] as string[], released: 0 };
    Object.assign(window, { wake });
    navigator.wakeLock.request = async (type = "screen") => {
      wake.asked.push(type);
      const release = async () => {
        wake.released += 1;
      };
      return { release } as WakeLockSentinel;
    };
  });
  await desk.page.goto(`${desk.product.origin}/lms/dashboard?wall`);
  const wake = () => desk.page.evaluate("wake");
  await expect.poll(wake).toEqual({ asked: ["screen"], released: 0 });
  await desk.page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
  await expect.poll(wake).toEqual({ asked: ["screen", "screen"], released: 0 });
  await desk.page.keyboard.press("Escape");
  await desk.page.getByRole("navigation").first().waitFor();
  await expect.poll(wake).toMatchObject({ released: 1 });
});

test("the wall view has a logout button", async () => {
  await openReady("/lms/dashboard?wall");
  await desk.page.getByRole("link", { name: "Log out" }).click();
  await desk.page.getByRole("button", { name: "Log in", exact: true }).waitFor();
  await desk.page.goto(`${desk.product.origin}/lms/dashboard?wall`);
  await desk.page.waitForURL(/\/lms\?/);
});

test("the profile doesn't say that alerts failed while they are still loading", async () => {
  await desk.open("/lms/archive", ofItsOwn);
  const answer = Promise.withResolvers<void>();
  await desk.page.route("**/api/alerts", async (route) => {
    await answer.promise;
    await route.abort();
  });
  await desk.page.goto(`${desk.product.origin}/lms/profile?page=alerts`);
  await whenLoaded();
  const section = desk.page.getByRole("region", { name: "Alerts" });
  await section.getByText("Loading your alerts…").waitFor();
  expect(await section.getByRole("button", { name: "Retry" }).count()).toBe(0);
  answer.resolve();
  await section.getByText("We couldn’t load your alerts.").waitFor();
  await desk.page.unrouteAll();
  await section.getByRole("button", { name: "Retry" }).click();
  await section.getByText("Notifications are off.").waitFor();
  desk.page.troubles.length = 0;
});

test("an alert email address is confirmed with a code and can be removed, and the campaign option is saved", async () => {
  await openReady("/lms/profile?page=alerts");
  const section = desk.page.getByRole("region", { name: "Alerts" });
  await section.getByRole("textbox", { name: "Email" }).fill("manager@example.com");
  await section.getByRole("button", { name: "Add email" }).click();
  await section.getByLabel("Code").waitFor();
  await expectAccessible(desk.page);
  await expectReadableInDarkMode(desk.page);
  const sent = () =>
    desk.product.mails.find(({ to }) => to?.[0]?.address === "manager@example.com");
  await expect.poll(sent).toBeDefined();
  await section.getByLabel("Code").fill(/\b\d{6}\b/.exec(sent()?.text ?? "")?.[0] ?? "");
  await section.getByRole("button", { name: "Confirm" }).click();
  await section.getByRole("button", { name: "Send a test to manager@example.com" }).waitFor();
  await section.getByLabel("Show the campaign in notifications").check();
  await desk.page.reload();
  await section.getByRole("button", { name: "Remove manager@example.com" }).click();
  await section.getByText("manager@example.com").waitFor({ state: "hidden" });
  expect(await section.getByLabel("Show the campaign in notifications").isChecked()).toBe(true);
});

/**
 * Uses a browser context that no other test has used: Chromium denies notifications after earlier
 * prompts were left unanswered, and no command resets that.
 */
const ofItsOwn: BrowserContextOptions = { storageState: { cookies: [], origins: [] } };

async function openReady(path: string, options?: BrowserContextOptions) {
  await desk.open(path, options);
  await whenLoaded();
}

/** Waits until the part of the desk that loads after the first render is ready. */
function whenLoaded() {
  return desk.page.waitForFunction(() =>
    performance.getEntriesByType("resource").some(({ name }) => /\/alerts-[^/]*\.js$/.test(name)),
  );
}

async function addLead(
  firstName: string,
  change: { campaignId?: string; answers?: { name: string; values: string[] }[] } = {},
): Promise<string> {
  const { lead } = await desk.product.withTools((tools) =>
    makeInquiry(tools, desk.practice.clientId, { firstName, lastName: "", ...change }),
  );
  return lead._id;
}

/** Adds a confirmed alert email address, so no screen warns that no one gets the alerts. */
function makeReachable() {
  return desk.product.withTools(({ pool }) =>
    pool.query(
      `insert into alert_addresses (client_id, kind, address, confirmed_at)
       values ($1, 'email', 'desk@example.com', now())`,
      [desk.practice.clientId],
    ),
  );
}

/** Logs a call with a callback that is due after this many milliseconds. */
function promiseCallback(leadId: string, inMs: number) {
  const calledAt = new Date();
  const callBackAt = new Date(calledAt.getTime() + inMs);
  return desk.product.withTools((tools) =>
    makeCall(tools, desk.practice, leadId, { calledAt, outcome: "call_back", callBackAt }),
  );
}

function callNow(leadId: string) {
  return desk.product.withTools((tools) =>
    makeCall(tools, desk.practice, leadId, { calledAt: new Date(), outcome: "spoke" }),
  );
}

/** Opens the profile's alerts section in this tab, and counts the notes that the tab plays. */
async function countNotes(tab: Page) {
  await tab.addInitScript(() => {
    Object.assign(window, { played: 0, loudest: 0 });
    AudioParam.prototype.linearRampToValueAtTime = function (value) {
      Object.assign(window, { loudest: value });
      return this;
    };
    OscillatorNode.prototype.stop = () => undefined;
    OscillatorNode.prototype.start = () => {
      Object.assign(window, { played: Number(Reflect.get(window, "played")) + 1 });
    };
  });
  await tab.goto(`${desk.product.origin}/lms/profile?page=alerts`);
  await tab.getByLabel("Play a sound on this device").waitFor();
  // A tab without user interaction stays silent.
  await tab.locator("h1").click();
}

async function notesIn(tab: Page): Promise<number> {
  return Number(await tab.evaluate("played"));
}
