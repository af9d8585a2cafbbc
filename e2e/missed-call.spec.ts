// Someone calls a practice and nobody picks up. The provider is a stand-in on loopback that speaks
// Twilio's HTTP and plays the people on the lines.
import type { Browser } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { makeOpenHours, makePractice } from "#server/db/make.ts";
import { makeVoiceStandIn, voiceAccount } from "#server/testing/voice-stand-in.ts";
import { openBrowser, type WatchedPage } from "./browser.ts";
import { openDesk } from "./desk.ts";
import { aheadMs, atMidday, now } from "./midday.ts";
import { type Product, startProduct } from "./product.ts";

const number = "+18635550160";
const caller = "+17275550142";

let product: Product;
let provider: Awaited<ReturnType<typeof makeVoiceStandIn>>;
let browser: Browser;
let practice: Awaited<ReturnType<typeof openPractice>>;
let page: WatchedPage;
beforeAll(async () => {
  [browser, provider] = [await openBrowser(), await makeVoiceStandIn(now)];
  product = await startProduct({
    ...{ SMS_ACCOUNT_SID: voiceAccount.accountSid, SMS_AUTH_TOKEN: voiceAccount.authToken },
    ...{ SMS_FROM: "+18135550100", SMS_API_URL: provider.url, CALL_COUNTRIES: "US" },
    ...{ CAPTCHA_PROVIDER: "off", ...atMidday },
  });
});
beforeEach(async () => {
  practice = await openPractice();
  page = await openDesk(browser, product.origin, practice, "/lms/profile?page=alerts", {
    shiftMs: aheadMs,
  });
});
afterEach(async () => {
  expect(page.troubles).toEqual([]);
  await page.context().close();
});
afterAll(async () => {
  await product.stop();
  await provider.close();
});

test("a missed call becomes a lead and gets one text, and the second call of the day gets none", async () => {
  const settings = page.getByRole("form", { name: "Answer missed calls with a text" });
  expect(await settings.getByLabel("Text").inputValue()).toMatch(
    /How can we help\? Reply STOP to opt out\.$/,
  );
  await settings.getByRole("button", { name: "Turn on" }).click();
  await page.getByText("Saved. Missed calls are answered with a text.").waitFor();
  // A changed text is saved like all other settings.
  const words = "Sorry we missed your call. How can we help? Reply STOP to opt out.";
  await settings.getByLabel("Text").fill(words);
  const bar = page.getByRole("region", { name: "Not saved" });
  await bar.getByRole("button", { name: "Save" }).click();
  await expect.poll(() => bar.count()).toBe(0);

  await missCall();
  await expect.poll(() => provider.texts).toEqual([{ to: caller, from: number, body: words }]);
  await page.goto(`${product.origin}/lms/dashboard`);
  const row = page.locator("[data-lead]");
  await row.getByText("(727) 555-0142").first().waitFor();
  await row.getByText("Phone call").waitFor();
  await row.getByText("Missed call").waitFor();
  const lead = await row.getAttribute("data-lead");

  await page.goto(`${product.origin}/lms/lead?id=${lead}`);
  const thread = page.getByRole("region", { name: "Conversation" });
  await thread.getByText("Missed call").waitFor();
  await thread.getByText("Called your number").waitFor();
  await thread.getByText(words).waitFor();

  await missCall();
  await expect.poll(() => thread.getByText("Missed call").count()).toBe(2);
  await expect.poll(countOpenJobs).toBe(0);
  expect(provider.texts).toHaveLength(1);
});

/** The office phone rings, and the caller hangs up. */
async function missCall() {
  const call = await provider.callIn(`${product.origin}/api/voice/incoming`, {
    ...{ from: caller, to: number },
  });
  expect(call.phone?.to).toBe("+18135550150");
  expect((await provider.endPhone(call, false)).phone).toBeNull();
}

async function countOpenJobs() {
  return product.withTools(async ({ pool }) => {
    const { rowCount } = await pool.query(
      `select 1 from pgboss.job where name in ('answer-missed-call', 'send-text')
         and state in ('created', 'retry', 'active')`,
    );
    return rowCount;
  });
}

/** A practice in Florida with one confirmed phone, a number, and texts turned on. */
async function openPractice() {
  return product.withTools(async (opened) => {
    const tools = { ...opened, now };
    const made = await makePractice(tools);
    const { clientId } = made;
    await makeOpenHours(tools, clientId, {
      ...{ timeZone: "America/New_York", from: "08:00", to: "20:00" },
    });
    await tools.pool.query("update clients set texts_on_at = $2, phone_number = $3 where id = $1", [
      clientId,
      now(),
      number,
    ]);
    await tools.pool.query(
      `insert into office_phones (client_id, id, name, phone, place, confirmed_at, created_at)
       values ($1, gen_random_uuid(), 'Front desk', '+18135550150', 1, $2, $2)`,
      [clientId, now()],
    );
    return made;
  });
}
