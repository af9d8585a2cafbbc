// A signed webhook, and everybody hears of it: a desk in a search, a phone on another lead's page, and
// a laptop whose tab is closed. The laptop's press opens the lead; its call replaces and ends the
// alerts of the others, and the lead's timeline has each of them.
//
// Headless Chromium refuses real push subscriptions, so the page gets one of the stand-in's, with real
// keys; what the stand-in decrypts is delivered to the real service worker by DevTools.
import { writeFileSync } from "node:fs";
import path from "node:path";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import {
  dayTimeZone,
  makeMetaSource,
  makeOpenHours,
  makePlatformId,
  makePractice,
} from "#server/db/make.ts";
import { loopbackCertificate } from "#server/testing/loopback-certificate.ts";
import {
  type MadePushService,
  makePushStandIn,
  type ReceivedPush,
} from "#server/testing/push-stand-in.ts";
import { openBrowser, type WatchedPage } from "./browser.ts";
import { openDesk, phone } from "./desk.ts";
import { type Product, startProduct } from "./product.ts";

let product: Product;
let push: MadePushService;
let browser: Browser;
let practice: Awaited<ReturnType<typeof makePractice>>;
let source: Awaited<ReturnType<typeof makeMetaSource>>;
beforeAll(async () => {
  browser = await openBrowser();
  push = await makePushStandIn();
  const authority = path.join(inject("runFolder"), "push-authority.pem");
  writeFileSync(authority, loopbackCertificate.cert);
  product = await startProduct({
    ...{ CAPTCHA_PROVIDER: "off", PUSH_HOSTS: push.host, NODE_EXTRA_CA_CERTS: authority },
  });
  await product.withTools(async (tools) => {
    practice = await makePractice(tools);
    const hours = { timeZone: dayTimeZone(new Date()), from: "00:00", to: "24:00" };
    await makeOpenHours(tools, practice.clientId, hours);
    source = await makeMetaSource(tools, practice.clientId);
  });
});
afterAll(async () => {
  await product.stop();
  await push.close();
});

test("a lead reaches a search, a phone and a closed laptop once each, and a call ends every alert", async () => {
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
  expect(sent?.payload).toMatchObject({ url: `/lms/lead?id=${lead}`, isSilent: false });
  expect(sent?.payload.title).toContain("Marisol");
  await laptop.deliver(sent);
  await expect.poll(laptop.shown).toEqual([sent?.payload.title]);

  const address = await laptop.press();
  expect(address).toBe(`/lms/lead?id=${lead}`);
  const leadPage = await laptop.context.newPage();
  await leadPage.goto(product.origin + address);
  await leadPage.getByRole("heading", { level: 1, name: /Marisol/ }).waitFor();
  await leadPage.getByRole("button", { name: /I’m calling/ }).click();
  await leadPage.getByRole("button", { name: /No answer/ }).click();

  for (const screen of [desk, mobile]) {
    await screen.getByRole("region", { name: "New leads" }).waitFor({ state: "hidden" });
  }
  // The device of the call closes its own; the others get a silent replacement.
  await expect.poll(laptop.shown).toEqual([]);
  await expect.poll(() => sentTo("phone", lead)).toHaveLength(2);
  const called = sentTo("phone", lead)[1]?.payload;
  expect(called).toMatchObject({ tag: sent?.payload.tag, isSilent: true });
  expect(called?.title).toMatch(/^Called by /);

  await leadPage.getByRole("tab", { name: "Timeline" }).click();
  await leadPage.getByRole("button", { name: /automatic entries/ }).click();
  for (const entry of ["Alert sent", "Notification shown", "Notification opened"]) {
    await leadPage.getByText(entry).first().waitFor();
  }
  await leadPage.getByText("Shown on dashboard").first().waitFor();
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

test("from the alert on a phone it takes one tap to the lead and its call button, and one to dial", async () => {
  const other = await deliver("Owen", "+18005550145");
  const mobile = await open(`/lms/lead?id=${other}`, phone(390));
  await deliver("Tamika", "+18005550144");
  await mobile.getByRole("link", { name: "Call Tamika" }).tap();
  await mobile.getByRole("heading", { level: 1, name: /Tamika/ }).waitFor();
  const dial = mobile.getByRole("link", { name: /^Call/ }).first();
  expect(await dial.getAttribute("href")).toBe("tel:+18005550144");
  expect(await dial.evaluate((one) => one.getBoundingClientRect().bottom < innerHeight)).toBe(true);
  await dial.tap();
  await mobile.getByText("How did the call").waitFor();
  await mobile.context().close();
});

function open(address: string, options = {}): Promise<WatchedPage> {
  return openDesk(browser, product.origin, practice, address, options);
}

/** Turns notifications on for a browser that then has no tab of the lead desk. */
async function subscribeAndClose() {
  const page = await open("/lms/profile", {
    serviceWorkers: "allow",
    permissions: ["notifications"],
  });
  const context = page.context();
  const subscription = push.subscribe("laptop");
  await page.evaluate((json) => {
    const made = { toJSON: () => json, unsubscribe: async () => true, options: {} };
    PushManager.prototype.subscribe = async () => made as unknown as PushSubscription;
  }, subscription);
  await page.getByRole("button", { name: "Turn on notifications" }).first().click();
  await page.getByText("Notifications are on.").waitFor();
  // Of the same origin, for DevTools, but outside of the lead desk.
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
    /** Only a person's press may open a window; returns the address that it would open. */
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

/** A lead by a signed webhook. Returns its id. */
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
