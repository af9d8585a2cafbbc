// A signed webhook alerts a desk in a search, a phone on another lead's page, and a closed laptop.
// Headless Chromium rejects real push subscriptions, so the page gets one from a stub, with real
// keys; DevTools delivers what the stub decrypts to the real service worker.
import { writeFileSync } from "node:fs";
import path from "node:path";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import {
  dayTimeZone,
  makeMetaSource,
  makeOpenHours,
  makeOwner,
  makePlatformId,
  makePractice,
} from "#server/db/make.ts";
import { loopbackCertificate } from "#server/testing/loopback-certificate.ts";
import {
  type MadePushService,
  makePushStandIn,
  type ReceivedPush,
} from "#server/testing/push-stand-in.ts";
import { makeTextStandIn, textAccount } from "#server/testing/text-stand-in.ts";
import { expectAccessible, openBrowser, type WatchedPage } from "./browser.ts";
import { openDesk, phone, zoneAt } from "./desk.ts";
import { type Product, startProduct } from "./product.ts";
import { sample } from "./sample.ts";

let product: Product;
let push: MadePushService;
let texts: Awaited<ReturnType<typeof makeTextStandIn>>;
let browser: Browser;
let practice: Awaited<ReturnType<typeof makePractice>>;
let source: Awaited<ReturnType<typeof makeMetaSource>>;
beforeAll(async () => {
  browser = await openBrowser({ hasPush: true });
  [push, texts] = [await makePushStandIn(), await makeTextStandIn()];
  const authority = path.join(inject("runFolder"), "push-authority.pem");
  writeFileSync(authority, loopbackCertificate.cert);
  product = await startProduct({
    ...{ CAPTCHA_PROVIDER: "off", PUSH_HOSTS: push.host, NODE_EXTRA_CA_CERTS: authority },
    ...{ SMS_ACCOUNT_SID: textAccount.sid, SMS_AUTH_TOKEN: textAccount.token },
    ...{ SMS_FROM: textAccount.from, SMS_API_URL: texts.url },
  });
  await openPractice({ timeZone: dayTimeZone(new Date()), from: "00:00", to: "24:00" });
});
afterAll(async () => {
  await product.stop();
  await push.close();
  await texts.close();
});

test("a new lead alerts a desk in a search, a phone and a closed laptop once each, and a call ends all of these alerts", async () => {
  const other = await deliver("Owen", "+18005550143");
  const laptop = await subscribeAndClose();
  const desk = await open("/lms/dashboard?q=nobody");
  const mobile = await open(`/lms/lead?id=${other}`, phone(390));
  // The phone has notifications too.
  await mobile.evaluate(async (json) => {
    const headers = { "Content-Type": "application/json" };
    await fetch("/api/alerts/devices", { method: "POST", headers, body: JSON.stringify(json) });
  }, push.subscribe("phone"));

  const lead = await deliver("Marisol", "+18005550142");
  for (const screen of [desk, mobile]) {
    await screen
      .getByRole("region", { name: "New leads" })
      .locator("strong", { hasText: "Marisol" })
      .waitFor();
  }
  await expect.poll(() => sentTo("laptop", lead)).toHaveLength(1);
  await expect.poll(() => sentTo("phone", lead)).toHaveLength(1);
  const [sent] = sentTo("laptop", lead);
  expect(sent?.payload).toMatchObject({ url: `/lms/lead?id=${lead}#call`, isSilent: false });
  expect(sent?.payload.title).toContain("Marisol");
  await laptop.deliver(sent);
  await expect.poll(laptop.shown).toEqual([sent?.payload.title]);

  const address = await laptop.press();
  expect(address).toBe(`/lms/lead?id=${lead}#call`);
  const leadPage = await laptop.context.newPage();
  await leadPage.goto(product.origin + address);
  await leadPage.getByRole("heading", { level: 1, name: /Marisol/ }).waitFor();
  await expect.poll(() => leadPage.locator(":focus").innerText()).toMatch("I’m calling");
  await leadPage.getByRole("button", { name: /I’m calling/ }).click();
  await leadPage.getByRole("button", { name: /No answer/ }).click();

  for (const screen of [desk, mobile]) {
    await screen.getByRole("region", { name: "New leads" }).waitFor({ state: "hidden" });
  }
  // The calling device closes its own alert; the others get a silent replacement.
  await expect.poll(laptop.shown).toEqual([]);
  await expect.poll(() => sentTo("phone", lead)).toHaveLength(2);
  const called = sentTo("phone", lead)[1]?.payload;
  expect(called).toMatchObject({ tag: sent?.payload.tag, isSilent: true });
  expect(called?.title).toMatch(/^Called by /);

  await leadPage.getByRole("button", { name: "Show delivery and alerts" }).click();
  for (const entry of ["Alert sent", "Notification shown", "Notification opened"]) {
    await leadPage.getByText(entry).first().waitFor();
  }
  const shown = leadPage.getByRole("listitem").filter({ hasText: "Shown on dashboard" });
  await shown.getByText("Chrome on Linux").waitFor();
  expect(sentTo("laptop", lead)).toHaveLength(1);
  expect(sentTo("phone", lead)).toHaveLength(2);
  for (const { context } of [
    laptop,
    ...[desk, mobile].map((one) => ({ context: one.context() })),
  ]) {
    await context.close();
  }
  expect([...desk.troubles, ...mobile.troubles]).toEqual([]);
});

test("one tap on a phone's alert dials the number and asks about the call over the page", async () => {
  const other = await deliver("Owen", "+18005550145");
  const mobile = await open(`/lms/lead?id=${other}`, phone(390));
  await deliver("Tamika", "+18005550144");
  const dial = mobile.getByRole("link", { name: "Call Tamika" });
  expect(await dial.getAttribute("href")).toBe("tel:+18005550144");
  // A desktop browser asks in its own window how to dial, and that window blocks the page.
  await mobile.evaluate(() =>
    addEventListener("click", (event) => event.preventDefault(), { capture: true }),
  );
  await dial.tap();
  const sheet = mobile.getByRole("dialog", { name: "How did the call with Tamika go?" });
  await sheet.getByRole("button", { name: "Ask me later" }).tap();
  await mobile.getByRole("button", { name: /^Add result/ }).tap();
  await sheet.getByRole("button", { name: /^Voicemail/ }).tap();
  await sheet.waitFor({ state: "detached" });
  expect(mobile.url()).toContain(other);
  await mobile.context().close();
});

const arrivals: [when: string, name: string, hours: Parameters<typeof openPractice>[0]][] = [
  ["while it is open", "Priya", { timeZone: dayTimeZone(new Date()), from: "00:00", to: "24:00" }],
  ["at night", "Imani", { timeZone: zoneAt(3), from: "08:00", to: "17:00" }],
];

test.each(sample(arrivals, 1))(
  "an ignored lead that arrives %s causes one push, then a text and an email, and then an email to the owner",
  async (when, name, hours) => {
    await openPractice(hours);
    const device = when.replaceAll(" ", "-");
    const desk = await open("/lms/archive");
    await desk.evaluate(async (json) => {
      const headers = { "Content-Type": "application/json" };
      await fetch("/api/alerts/devices", { method: "POST", headers, body: JSON.stringify(json) });
    }, push.subscribe(device));
    await product.withTools(({ pool }) =>
      pool.query(
        `insert into alert_addresses (client_id, kind, address, confirmed_at)
         values ($1, 'text', '+18135550142', now())`,
        [practice.clientId],
      ),
    );
    texts.received.length = 0;
    const lead = await deliver(name, when === "at night" ? "+18005550147" : "+18005550146");
    // An open screen shows the lead even outside business hours.
    await desk
      .getByRole("region", { name: "New leads" })
      .locator("strong", { hasText: name })
      .waitFor();
    await desk.context().close();
    const sent = () => ({
      pushes: sentTo(device, lead).length,
      texts: texts.received.length,
      emails: mailsWith(`New lead: ${name}`, practice.email),
      toTheOwner: mailsWith(`hasn’t called ${name}`),
    });
    if (when === "at night") expect(sent().pushes).toBe(0);
    await passUntil("now");
    await expect.poll(sent).toEqual({ pushes: 1, texts: 0, emails: 0, toTheOwner: 0 });
    await passUntil("unseen");
    await expect.poll(sent).toEqual({ pushes: 1, texts: 1, emails: 1, toTheOwner: 0 });
    if (when === "while it is open") await expectReported(lead);
    await passUntil("uncalled");
    const all = { pushes: 1, texts: 1, emails: 1, toTheOwner: 1 };
    await expect.poll(sent).toEqual(all);
    // If the first lead caused another alert, that alert would arrive before this lead's.
    const next = await deliver("Silas", when === "at night" ? "+18005550149" : "+18005550148");
    await passUntil("now");
    await expect.poll(() => sentTo(device, next)).toHaveLength(1);
    expect(sent()).toEqual(all);
  },
);

test("a practice that no alert can reach is warned on its dashboard, and the owner is warned on the Today page", async () => {
  await openPractice({ timeZone: dayTimeZone(new Date()), from: "00:00", to: "24:00" });
  await deliver("Beatrice", "+18005550151");
  const name = "Gulf Coast Chiropractic";
  const owner = await product.withTools(async (tools) => {
    await tools.pool.query("update clients set name = $2 where id = $1", [
      ...[practice.clientId, name],
    ]);
    return makeOwner(tools);
  });
  const console = await openDesk(browser, product.origin, owner, "/admin/today");
  const row = console.getByRole("listitem").filter({ hasText: name });
  await row.getByText("no one would be alerted to a new lead").waitFor();
  await console.context().close();

  const desk = await open("/lms/dashboard");
  await desk
    .getByText("When this screen is closed, no one gets an alert for the first 5 minutes")
    .waitFor();
  await desk.getByRole("link", { name: "Set up alerts" }).waitFor();
  await expectAccessible(desk);
  await product.withTools(({ pool }) =>
    pool.query(
      `insert into alert_addresses (client_id, kind, address, confirmed_at)
       values ($1, 'email', 'desk@example.com', now())`,
      [practice.clientId],
    ),
  );
  const answered = desk.waitForResponse(`${product.origin}/api/alerts`);
  await desk.reload();
  await answered;
  await desk.getByText("no one gets an alert").waitFor({ state: "hidden" });
  expect(desk.troubles).toEqual([]);
  await desk.context().close();
});

/**
 * The provider reports the text's state with a signature; a report with a wrong signature doesn't
 * change anything.
 */
async function expectReported(leadId: string) {
  const [text] = texts.received;
  if (!text) throw new Error("No text was sent");
  expect(text.statusCallback).toContain(`${product.origin}/api/alerts/text-status?`);
  const stateOf = () =>
    product.withTools(async ({ pool }) => {
      const { rows } = await pool.query(
        "select state, problem from alerts where lead_id = $1 and channel = 'text'",
        [leadId],
      );
      return rows;
    });
  await expect.poll(stateOf).toEqual([{ state: "accepted", problem: null }]);
  const failed = { MessageSid: "SM1", MessageStatus: "undelivered", ErrorCode: "30005" };
  expect((await texts.report(text, failed, "another token")).status).toBe(403);
  expect(await stateOf()).toEqual([{ state: "accepted", problem: null }]);
  expect((await texts.report(text, failed)).status).toBe(200);
  expect(await stateOf()).toMatchObject([{ state: "refused" }]);
}

/** Creates the practice for the screens and leads that follow. */
async function openPractice(hours: Parameters<typeof makeOpenHours>[2]) {
  await product.withTools(async (tools) => {
    practice = await makePractice(tools);
    await makeOpenHours(tools, practice.clientId, hours);
    source = await makeMetaSource(tools, practice.clientId);
  });
}

/**
 * Moves the practice's schedule so that the step is due in two seconds, then lets real time pass,
 * because nothing may be sent early.
 */
async function passUntil(step: "now" | "unseen" | "uncalled") {
  await product.withTools(async ({ pool }) => {
    const { rows } = await pool.query(
      `select extract(epoch from min(due_at) - now()) - 2 as seconds from alert_schedule
       where client_id = $1 and step = $2 and done_at is null`,
      [practice.clientId, step],
    );
    const seconds = Number(rows[0].seconds);
    // The step is done already, or is due by now.
    if (!(seconds > 0)) return;
    const values = [practice.clientId, `${seconds} seconds`];
    await pool.query(
      `update alert_schedule set due_at = due_at - $2::interval
       where client_id = $1 and done_at is null`,
      values,
    );
    await pool.query(
      `update pgboss.job set start_after = start_after - $2::interval
       where name = 'alert-practice' and state = 'created' and data->>'clientId' = $1::text`,
      values,
    );
  });
}

function mailsWith(subject: string, to?: string): number {
  return product.mails.filter(
    (mail) => mail.subject?.includes(subject) && (!to || mail.to?.[0]?.address === to),
  ).length;
}

function open(address: string, options = {}): Promise<WatchedPage> {
  return openDesk(browser, product.origin, practice, address, options);
}

/** Turns on notifications in a browser and closes its lead desk tab. */
async function subscribeAndClose() {
  const page = await open("/lms/archive", {
    serviceWorkers: "allow",
    permissions: ["notifications"],
  });
  const context = page.context();
  await context.addInitScript((json) => {
    if (!("PushManager" in window)) return;
    const made = { ...json, toJSON: () => json, unsubscribe: async () => true, options: {} };
    const isOn = () => localStorage.getItem("is subscribed") !== null;
    Object.assign(PushManager.prototype, {
      getSubscription: async () => (isOn() ? made : null),
      subscribe: async () => {
        localStorage.setItem("is subscribed", "yes");
        return made;
      },
    });
  }, push.subscribe("laptop"));
  await page.goto(`${product.origin}/lms/profile?page=alerts`);
  await page.getByRole("button", { name: "Turn on notifications" }).first().click();
  await page.getByText("Notifications are on.").waitFor();
  // This page has the same origin, which DevTools needs, but is outside the lead desk.
  const outside = await context.newPage();
  await outside.goto(product.origin);
  const registrationId = await findRegistration(context, outside);
  await page.close();
  const devtools = await context.newCDPSession(outside);
  await devtools.send("ServiceWorker.enable");
  return {
    context,
    deliver: (sent: ReceivedPush | undefined) =>
      devtools.send("ServiceWorker.deliverPushMessage", {
        origin: product.origin,
        registrationId,
        data: JSON.stringify(sent?.payload),
      }),
    shown: () =>
      outside.evaluate(async () => {
        const registration = await navigator.serviceWorker.getRegistration("/lms/");
        const all = (await registration?.getNotifications()) ?? [];
        return all.map(({ title }) => title);
      }),
    /**
     * Clicks the notification and returns the URL that it would open, because only a real click may
     * open a window.
     */
    press: () =>
      context.serviceWorkers()[0]?.evaluate(async () => {
        const scope = globalThis as unknown as {
          registration: ServiceWorkerRegistration;
          clients: { openWindow: (address: string) => Promise<null> };
        };
        const [notification] = await scope.registration.getNotifications();
        const opened = Promise.withResolvers<string>();
        scope.clients.openWindow = async (address) => {
          opened.resolve(address);
          return null;
        };
        const pressed = new Event("notificationclick");
        dispatchEvent(Object.assign(pressed, { notification, waitUntil: () => undefined }));
        return opened.promise;
      }),
  };
}

async function findRegistration(context: BrowserContext, page: Page): Promise<string> {
  const devtools = await context.newCDPSession(page);
  const found = new Promise<string>((resolve) => {
    devtools.on("ServiceWorker.workerRegistrationUpdated", ({ registrations }) => {
      const ours = registrations.find(({ scopeURL }) => scopeURL === `${product.origin}/lms/`);
      if (ours) resolve(ours.registrationId);
    });
  });
  await devtools.send("ServiceWorker.enable");
  return found;
}

/** Delivers a lead by a signed webhook and returns its id. */
async function deliver(firstName: string, phoneNumber: string): Promise<string> {
  const id = makePlatformId();
  product.graphLeads.set(id, {
    full_name: firstName,
    email: `${phoneNumber.slice(1)}@example.com`,
    phone_number: phoneNumber,
  });
  expect((await product.deliver([id], source)).status).toBe(200);
  return product.withTools(async ({ pool }) => {
    const find = () => pool.query("select id from leads where phone = $1", [phoneNumber]);
    await expect.poll(async () => (await find()).rowCount).toBe(1);
    return (await find()).rows[0].id;
  });
}

function sentTo(device: string, leadId: string): ReceivedPush[] {
  return push.received.filter(
    (sent) => sent.device === device && sent.payload.url.includes(leadId),
  );
}
