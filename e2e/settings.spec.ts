// The owner changes the mail server on screen: a wrong password shows a clear error, a test email
// arrives, and a second process uses the new server without a restart. They also connect Google Ads
// and link a campaign, and publish how fast they call back: one sentence on the marketing site of
// every process, until it is turned off.
import { randomUUID } from "node:crypto";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { campaignMessages } from "#content/console/campaigns.ts";
import { settingsMessages as messages, settingsWords } from "#content/console/settings.ts";
import { fieldMessages, mailMessages, staleWords } from "#content/messages.ts";
import { site } from "#content/site.ts";
import {
  makeCampaign,
  makeContactRequest,
  makeContactRequestCall,
  makeOwner,
  makePractice,
} from "#server/db/make.ts";
import {
  type GoogleAdsStandIn,
  googleCredentials,
  makeGoogleAdsStandIn,
} from "#server/testing/google-ads-stand-in.ts";
import { type MadeSmtp, makeSmtp } from "#server/testing/smtp-stand-in.ts";
import { makeTextStandIn, textAccount } from "#server/testing/text-stand-in.ts";
import {
  expectAccessible,
  expectNoSidewaysScroll,
  expectReadableInDarkMode,
  openBrowser,
  openPage,
} from "./browser.ts";
import { openDesk, phone } from "./desk.ts";
import { until } from "./process.ts";
import { type Product, startProduct } from "./product.ts";

const minuteMs = 60_000;
const says = "Our median response time for our last 12 inquiries is under 8 minutes.";

let browser: Browser;
let smtp: MadeSmtp;
let first: Product;
let second: Product;
let google: GoogleAdsStandIn;
let texts: Awaited<ReturnType<typeof makeTextStandIn>>;
beforeAll(async () => {
  browser = await openBrowser();
  smtp = await makeSmtp();
  // The empty SMTP settings below count as not set.
  texts = await makeTextStandIn();
  google = await makeGoogleAdsStandIn();
  const mail = { SMTP_URL: "", MAIL_FROM: "" };
  const settings = {
    CAPTCHA_PROVIDER: "off",
    SMS_API_URL: texts.url,
    ...mail,
    ...google.environment,
  };
  first = await startProduct(settings);
  const { host, port, user, database } = await first.withTools(async ({ pool }) => pool.options);
  const query = new URLSearchParams({ host: host ?? "", port: String(port) });
  const DATABASE_URL = `postgres://${user}@localhost/${database}?${query}`;
  second = await startProduct({ ...settings, DATABASE_URL, META_VERIFY_TOKEN: "of the second" });
});
afterAll(async () => {
  await second.stop();
  await first.stop();
  await smtp.close();
  await texts.close();
  await google.close();
});

test("the owner can test and save a mail server, and every process uses it", async () => {
  const owner = await first.withTools((tools) => makeOwner(tools));
  const page = await openDesk(browser, first.origin, owner, "/admin/settings");
  const mail = page.getByRole("form", { name: "Mail", exact: true });
  const { hostname, port } = new URL(smtp.url);
  await mail.getByLabel("Server").fill(hostname);
  await mail.getByLabel("Port").fill(port);
  await mail.getByLabel("Username").fill("desk");
  await mail.getByLabel("Password").fill("not the secret");
  await mail.getByLabel("From address").fill("desk@example.com");
  smtp.trouble = { login: "535 5.7.8 Wrong" };
  await mail.getByRole("button", { name: "Send a test email to me" }).click();
  await mail.getByRole("alert").getByText(messages.mail.login).waitFor();
  expect(await mailPartOf(second)).toBe("off");

  smtp.trouble = {};
  await mail.getByLabel("Password").fill("secret");
  await mail.getByRole("button", { name: "Send a test email to me" }).click();
  await mail.getByText(messages.mail.sent(owner.email)).waitFor();
  expect(smtp.taken[0]).toContain(`To: ${owner.email}`);
  expect(smtp.taken[0]).toContain("<desk@example.com>");
  expect(await mailPartOf(first)).toBe("off");

  await mail.getByRole("button", { name: "Save", exact: true }).click();
  await page.getByText(messages.saved).waitFor();
  await mail.getByText("Saved. Leave blank to keep it.").waitFor();
  await expect.poll(() => mail.getByLabel("Password").inputValue()).toBe("");
  expect(await page.content()).not.toContain("not the secret");
  expect(await mailPartOf(first)).toBe("ok");
  await until(async () => (await mailPartOf(second)) === "ok");

  // Each process verifies Meta's webhook with its own token; a token in the environment takes
  // precedence over a saved one.
  await page.reload();
  await page.getByText("Set in the environment (META_VERIFY_TOKEN)").waitFor();
  await page.context().close();
});

test("the bounce webhook's URL is shown, and what is reported to it fails the email", async () => {
  const owner = await first.withTools((tools) => makeOwner(tools));
  const page = await openDesk(browser, first.origin, owner, "/admin/settings");
  const url = await page.getByText("/api/mail/bounces/").innerText();
  expect(url).toMatch(/^http:\/\/[^/]+\/api\/mail\/bounces\/[\w-]{32}$/);
  await page.getByRole("button", { name: "Copy Bounce webhook URL" }).waitFor();
  const to = `${randomUUID()}@example.com`;
  await first.withTools(({ pool }) =>
    pool.query(
      `insert into mails (id, kind, "to", subject, text, state, sent_at)
       values ($1, 'test', $2, 'Hello', 'Words', 'sent', now())`,
      [randomUUID(), to],
    ),
  );
  const bounce = `Content-Type: multipart/report; report-type=delivery-status; boundary=b

--b
Content-Type: message/delivery-status

Reporting-MTA: dns; mail.example.com

Final-Recipient: rfc822; ${to}
Action: failed
Status: 5.1.1
Diagnostic-Code: smtp; 550 5.1.1 No such user

--b--
`;
  const path = new URL(url).pathname;
  const answer = await fetch(second.origin + path, { method: "POST", body: bounce });
  expect(answer.status).toBe(204);
  await page.goto(`${first.origin}/admin/mail?search=${to}`);
  await page.getByText(mailMessages.bounced("550 5.1.1 No such user")).waitFor();
  await page.context().close();
});

test("the owner sets where replies go and how they're signed, sees a preview, and gets a sample", async () => {
  smtp.trouble = {};
  smtp.taken = [];
  const owner = await first.withTools((tools) => makeOwner(tools));
  const page = await openDesk(browser, first.origin, owner, "/admin/settings", phone(320));
  const form = page.getByRole("form", { name: "Replies" });
  const preview = form.getByRole("region", { name: "How a reply ends" });
  await preview.getByText(site.phone).waitFor();
  await form.getByLabel("Reply-to address").fill("answers@example.com");
  await form.getByLabel("Signature").fill("Olive and team\nexample.com");
  await preview.getByText("Olive and team").waitFor();
  expect(await preview.innerText()).not.toContain(site.phone);
  await form.getByRole("button", { name: "Send a sample reply to me" }).click();
  await form.getByText(messages.replies.sent(owner.email, "answers@example.com")).waitFor();
  expect(smtp.taken).toHaveLength(1);
  expect(smtp.taken[0]).toContain("Reply-To: answers@example.com");
  expect(smtp.taken[0]).toContain("Olive and team");
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await expectReadableInDarkMode(page);
  await form.getByRole("button", { name: "Save", exact: true }).click();
  await page.getByText(messages.saved).waitFor();
  await page.reload();
  expect(await form.getByLabel("Reply-to address").inputValue()).toBe("answers@example.com");
  await preview.getByText("Olive and team").waitFor();
  await form.getByLabel("Signature").fill("1\n2\n3\n4");
  await form.getByRole("button", { name: "Save", exact: true }).click();
  await form.getByText(fieldMessages.too_many_lines).waitFor();
  await page.context().close();
});

test("the owner can test text messages before saving their settings, and the test number isn't stored", async () => {
  const owner = await first.withTools((tools) => makeOwner(tools));
  const page = await openDesk(browser, first.origin, owner, "/admin/settings", phone(320));
  const form = page.getByRole("form", { name: "Text messages" });
  await form.getByLabel("Account SID").fill(textAccount.sid);
  await form.getByLabel("Auth token").fill(textAccount.token);
  await form.getByLabel("From number").fill(textAccount.from);
  await form.getByRole("button", { name: "Send a test text" }).click();
  await form.getByText(fieldMessages.required).waitFor();
  const to = "+18135550177";
  await form.getByLabel("Your mobile number").fill(to);
  await form.getByRole("button", { name: "Send a test text" }).click();
  await form.getByText(messages.texts.sent(to)).waitFor();
  expect(texts.received.map(({ body }) => body)).toEqual([messages.texts.test]);
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await expectReadableInDarkMode(page);
  await form.getByRole("button", { name: "Save", exact: true }).click();
  await page.getByText(messages.saved).waitFor();
  await page.reload();
  expect(await form.getByLabel("From number").inputValue()).toBe(textAccount.from);
  expect(await page.content()).not.toContain(to);
  await page.context().close();
});

test("the owner connects Google Ads, and links a campaign to its account", async () => {
  google.state.customers = { "1234567890": { name: "Bayshore Ads" } };
  const owner = await first.withTools((tools) => makeOwner(tools));
  const campaignId = await first.withTools(async (tools) => {
    const { clientId } = await makePractice(tools);
    const campaign = { clientId, name: "Spring", platform: "google" as const };
    return (await makeCampaign(tools, { ...campaign, platformCampaignId: "901" })).campaignId;
  });
  const page = await openDesk(browser, first.origin, owner, "/admin/settings");
  const form = page.getByRole("form", { name: "Google Ads" });
  await form.getByLabel("OAuth client ID").fill(googleCredentials.clientId);
  await form.getByLabel("OAuth client secret").fill(googleCredentials.clientSecret);
  await form.getByLabel("Refresh token").fill("revoked");
  await form.getByLabel("Manager customer ID").fill("123-456-7890");
  await form.getByRole("button", { name: "Test the connection" }).click();
  await form.getByText(messages.googleAds.problems.refreshToken).waitFor();
  await form.getByLabel("Refresh token").fill(googleCredentials.refreshToken);
  await form.getByRole("button", { name: "Test the connection" }).click();
  await form.getByText(messages.googleAds.worksAsManager("Bayshore Ads")).waitFor();
  await form.getByRole("button", { name: "Save", exact: true }).click();
  await page.getByText(messages.saved).waitFor();
  await page.reload();
  expect(await form.getByLabel("Refresh token").inputValue()).toBe("");
  expect(await form.getByLabel("Manager customer ID").inputValue()).toBe("123-456-7890");
  await expectAccessible(page);

  await page.goto(`${first.origin}/admin/campaign?id=${campaignId}`);
  const account = page.getByLabel("Google Ads customer ID");
  await account.fill("123-4567-890");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.getByText(fieldMessages.not_a_customer_id).waitFor();
  await account.fill("1234567890");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.getByText(campaignMessages.saved).waitFor();
  await page.reload();
  expect(await account.inputValue()).toBe("123-456-7890");
  await expectAccessible(page);
  await page.context().close();
});

test("the owner can preview, publish and hide the response time, and every process shows it to visitors", async () => {
  const owner = await first.withTools(async (tools) => {
    const made = await makeOwner(tools);
    for (let hour = 1; hour <= 12; hour += 1) {
      const at = new Date(Date.now() - hour * 60 * minuteMs);
      const { contactRequestId } = await makeContactRequest(tools, {
        ...{ kind: "marketing", fullName: "Ada Byron", email: `${randomUUID()}@example.com` },
        ...{ phone: "(813) 555-0100", receivedAt: at, finishedAt: at },
      });
      const calledAt = new Date(at.getTime() + (hour < 6 ? 3 : 7) * minuteMs);
      await makeContactRequestCall(tools, made, contactRequestId, calledAt);
    }
    return made;
  });
  const before = [await htmlOf(first), await htmlOf(first, "/marketing/contact")];
  for (const html of before) expect(html).not.toMatch(/data-response-time|response-time\.invalid/);

  const page = await openDesk(browser, first.origin, owner, "/admin/settings");
  await page.getByText(settingsWords.site.wouldSay).getByText(says).waitFor();
  await publish(page, "yes");
  await page.getByText(messages.saved).last().waitFor();
  await page.getByText(settingsWords.site.says).getByText(says).waitFor();
  for (const product of [first, second]) {
    await until(async () => (await htmlOf(product)).includes(says));
    expect(await htmlOf(product, "/marketing/contact")).toContain(says);
  }
  await readWithoutScripts();
  await readWithScripts();

  await publish(page, "no");
  await page.getByText(messages.saved).last().waitFor();
  for (const product of [first, second]) {
    await until(
      async () => (await htmlOf(product)) === before[0]?.replaceAll(first.origin, product.origin),
    );
  }
  expect(await htmlOf(first, "/marketing/contact")).toBe(before[1]);
  await page.context().close();
});

test("saving settings that another owner has changed asks which version to use; the settings fit a narrow screen", async () => {
  const owner = await first.withTools((tools) => makeOwner(tools));
  const other = await first.withTools((tools) => makeOwner(tools));
  const page = await openDesk(browser, first.origin, owner, "/admin/settings", phone(320));
  const theirs = await openDesk(browser, first.origin, other, "/admin/settings");
  await publish(theirs, "yes");
  await theirs.getByText(messages.saved).waitFor();
  await publish(page, "yes");
  await page.getByRole("group", { name: staleWords.question }).waitFor();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await expectReadableInDarkMode(page);
  await theirs.context().close();
  await page.context().close();
});

async function publish(page: Page, choice: string) {
  const form = page.getByRole("form", { name: "Marketing site" });
  await form.getByLabel("Show my response time").selectOption(choice);
  await form.getByRole("button", { name: "Save", exact: true }).click();
}

async function mailPartOf({ origin }: Product): Promise<string> {
  const health = await (await fetch(`${origin}/api/health`)).json();
  return health.parts.mail;
}

async function htmlOf({ origin }: Product, path = "/marketing"): Promise<string> {
  return (await fetch(origin + path)).text();
}

/** Reads the sentence on a narrow phone, in dark mode, and on paper. */
async function readWithoutScripts() {
  const page = await openPage(browser, {
    javaScriptEnabled: false,
    viewport: { width: 320, height: 640 },
    colorScheme: "dark",
  });
  for (const path of ["/marketing", "/marketing/contact"]) {
    await page.goto(second.origin + path);
    await page.getByText(says).scrollIntoViewIfNeeded();
    await page.emulateMedia({ media: "print" });
    expect(await page.getByText(says).isVisible()).toBe(true);
    await page.emulateMedia({ media: "screen" });
  }
  await page.context().close();
}

/**
 * React renders the same sentence again, even after navigation from another page, and nothing
 * moves.
 */
async function readWithScripts() {
  for (const width of [320, 1440]) {
    const page = await openPage(browser, { viewport: { width, height: 900 } });
    await page.goto(`${first.origin}/marketing`);
    await page.mouse.move(100, 100);
    await page.mouse.move(110, 110);
    await page.waitForFunction(() => document.documentElement.dataset.styled !== undefined);
    expect(await page.evaluate(roomIsEnough, says)).toBe(true);
    await page.getByText(says).scrollIntoViewIfNeeded();
    await expectNoSidewaysScroll(page);
    await page.goto(`${first.origin}/marketing/contact`);
    await page.getByText(says).waitFor();
    await expectAccessible(page);
    await expectReadableInDarkMode(page);
    await page.getByRole("link", { name: site.agency }).first().click();
    await page.waitForURL(`${first.origin}/marketing`);
    // The line may be replaced while the rest of the page loads, so scrolling to it is repeated.
    const scroll = () => page.getByText(says).scrollIntoViewIfNeeded();
    await expect.poll(() => scroll().then(() => true, String)).toBe(true);
    expect(await page.getByText(says).count()).toBe(1);
    expect(page.troubles).toEqual([]);
    await page.context().close();
  }
}

/** Runs in the page. Returns whether the part with the sentence reserves enough height for it. */
function roomIsEnough(sentence: string): boolean {
  const part = [...document.querySelectorAll<HTMLElement>("[data-below]")].find((one) =>
    one.textContent?.includes(sentence),
  );
  if (!part) return false;
  const room = Number.parseFloat(getComputedStyle(part).containIntrinsicBlockSize.slice(5));
  part.dataset.drawn = "";
  const { paddingTop, paddingBottom } = getComputedStyle(part);
  return (
    room >= part.clientHeight - Number.parseFloat(paddingTop) - Number.parseFloat(paddingBottom)
  );
}
