// A front desk and a lead text each other until the lead opts out, from a template, with an undo. The
// provider is a stand-in on
// loopback that speaks Twilio's HTTP and plays the lead's phone.
import type { Browser } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { hostedFormWords, textMessages } from "#content/messages.ts";
import { makeFormSource, makeOpenHours, makePractice } from "#server/db/make.ts";
import { makeTextStandIn, textAccount } from "#server/testing/text-stand-in.ts";
import { expectAccessible, openBrowser, type WatchedPage } from "./browser.ts";
import { openDesk } from "./desk.ts";
import { aheadMs, atMidday, now } from "./midday.ts";
import { type Product, startProduct } from "./product.ts";

const number = "+18635550131";
const ruths = "+17275550142";

let product: Product;
let provider: Awaited<ReturnType<typeof makeTextStandIn>>;
let browser: Browser;
let practice: Awaited<ReturnType<typeof openPractice>>;
let page: WatchedPage;
beforeAll(async () => {
  [browser, provider] = [await openBrowser(), await makeTextStandIn()];
  product = await startProduct({
    ...{ SMS_ACCOUNT_SID: textAccount.sid, SMS_AUTH_TOKEN: textAccount.token },
    ...{ SMS_FROM: textAccount.from, SMS_API_URL: provider.url },
    ...{ CAPTCHA_PROVIDER: "off", ...atMidday },
  });
  practice = await openPractice();
});
afterEach(async () => {
  expect(page.troubles).toEqual([]);
  await page.context().close();
});
afterAll(async () => {
  await product.stop();
  await provider.close();
});

test("a lead is texted and answers, opts out in her own words, and opts in again", async () => {
  const lead = await sendForm("Ruth");
  page = await openDesk(browser, product.origin, practice, `/lms/lead?id=${lead}&tab=text`, {
    shiftMs: aheadMs,
  });
  const thread = page.getByRole("region", { name: "Conversation" });
  await writeText("Hi Ruth, this is the front desk. Does Tuesday at 2 pm suit you?");
  await thread.getByText("Does Tuesday at 2 pm suit you?").waitFor();
  await expect
    .poll(sent)
    .toEqual(["Hi Ruth, this is the front desk. Does Tuesday at 2 pm suit you?"]);
  await reportLast("delivered");
  await thread.getByText("Delivered").waitFor();

  // Her answer arrives on the open page.
  await receive(ruths, "Yes, Tuesday works!");
  await thread.getByText("Text from Ruth").waitFor();
  await thread.getByText("Yes, Tuesday works!").waitFor();
  await expectAccessible(page);

  await receive(ruths, "Please don't text me anymore");
  await page.getByText(textMessages.refusals.opted_out).waitFor();
  const send = page.getByRole("button", { name: "Send text" });
  await expect.poll(() => send.isEnabled()).toBe(false);
  // Not from another device either.
  const refused = await page.request.post(`${product.origin}/api/leads/${lead}/texts`, {
    headers: { "Content-Type": "application/json", Origin: product.origin },
    data: { submissionId: crypto.randomUUID(), body: "One more thing" },
  });
  expect(refused.status()).toBe(409);
  expect(sent()).toHaveLength(1);

  await receive(ruths, "START");
  await expect.poll(() => send.isEnabled()).toBe(true);
  await writeText("Welcome back!");
  await expect.poll(sent).toHaveLength(2);
  // A text is no call, so the clock still runs.
  expect(await isWaiting(lead)).toBe(true);
});

test("a template is filled in, and its text is undone, edited and sent", async () => {
  page = await openDesk(browser, product.origin, practice, "/lms/template?tab=texts&id=new", {
    shiftMs: aheadMs,
  });
  const editor = page.getByRole("form", { name: "Template" });
  await editor.getByRole("textbox", { name: "Title" }).fill("First text");
  const body = editor.getByRole("textbox", { name: "Text", exact: true });
  await body.fill("Hi ");
  await editor.getByLabel("Insert a field in the text").selectOption({ label: "First name" });
  await body.press("End");
  await body.pressSequentially(", may we call you?");
  await editor.getByText("About 1 text.").waitFor();
  await editor.getByRole("button", { name: "Save" }).click();
  await page.getByRole("status").filter({ hasText: "First text" }).waitFor();
  await expectAccessible(page);

  await receive("+17275550188", "Hello");
  const lead = await addLead("Ana", "+17275550188");
  await page.goto(`${product.origin}/lms/lead?id=${lead}&tab=text`);
  await page.getByRole("button", { name: "First text" }).click();
  const field = page.getByRole("textbox", { name: "Text", exact: true });
  expect(await field.inputValue()).toBe("Hi Ana, may we call you?");
  await page.getByRole("button", { name: "Send text" }).click();
  await page.getByRole("button", { name: "Undo" }).click();
  await page.getByText(textMessages.undone).waitFor();
  const thread = page.getByRole("region", { name: "Conversation" });
  await thread.getByText("Undone").waitFor();
  expect(await field.inputValue()).toBe("Hi Ana, may we call you?");
  await writeText("Hi Ana, may we call you at noon?");
  await expect.poll(sent).toContain("Hi Ana, may we call you at noon?");
  expect(sent()).not.toContain("Hi Ana, may we call you?");
});

test("a text from an unknown number is answered by adding the person as a lead", async () => {
  page = await openDesk(browser, product.origin, practice, "/lms/dashboard", { shiftMs: aheadMs });
  await receive("+19415550163", "Do you take new patients?");
  const alert = page.getByRole("region", { name: "New texts" });
  await alert.getByText("From 1 person").waitFor();
  await expectAccessible(page);
  await page.getByRole("link", { name: /^Texts\s?1$/ }).waitFor();
  await alert.getByRole("link", { name: "Show" }).click();
  await page.getByRole("heading", { level: 1, name: "Texts" }).waitFor();
  const row = page.getByRole("listitem").filter({ hasText: "Do you take new patients?" });
  await row.getByText("1 new").waitFor();
  await expectAccessible(page);
  await row.getByRole("button", { name: "Add as lead: (941) 555-0163" }).click();
  await row.getByRole("textbox", { name: "First name" }).fill("Omar");
  await row.getByRole("button", { name: "Add as lead" }).click();
  await page.getByRole("heading", { level: 1, name: "Omar" }).waitFor();
  // He wrote first, so he may be answered.
  await writeText("Yes, we do. When suits you?");
  await expect.poll(sent).toContain("Yes, we do. When suits you?");
  expect(provider.received.at(-1)?.to).toBe("+19415550163");
  await page.goto(`${product.origin}/lms/texts`);
  const answered = page.getByRole("listitem").filter({ hasText: "When suits you?" });
  await answered.getByRole("link", { name: "Omar" }).waitFor();
  expect(await answered.getByText("1 new").count()).toBe(0);
});

/** A practice in Florida that texts its leads, with a form that asks for consent. */
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
    const { sourceId } = await makeFormSource(tools, clientId);
    const { rows } = await tools.pool.query("select form_key from sources where id = $1", [
      sourceId,
    ]);
    return { ...made, formKey: String(rows[0].form_key) };
  });
}

/** Sends the practice's form and returns the lead's id. */
async function sendForm(firstName: string): Promise<string> {
  const consent = hostedFormWords.consent("The practice");
  const answer = await fetch(`${product.origin}/api/intake/form/${practice.formKey}`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ firstName, phone: "(727) 555-0142", consent }),
  });
  expect(answer.status).toBe(201);
  const find = () =>
    product.withTools(({ pool }) =>
      pool.query("select id from leads where client_id = $1", [practice.clientId]),
    );
  await expect.poll(async () => (await find()).rowCount).toBe(1);
  return (await find()).rows[0].id;
}

/** Adds the person behind an unassigned thread as a lead. Returns its id. */
async function addLead(firstName: string, phone: string): Promise<string> {
  const answer = await page.request.post(`${product.origin}/api/texts/leads`, {
    headers: { Origin: product.origin },
    data: { firstName, phone },
  });
  expect(answer.status()).toBe(201);
  return (await answer.json()).leadId;
}

async function writeText(body: string) {
  await page.getByRole("textbox", { name: "Text", exact: true }).fill(body);
  await page.getByRole("button", { name: "Send text" }).click();
}

const sent = () => provider.received.map(({ body }) => body);
let received = 0;

/** The provider posts a person's text to the practice's number. */
async function receive(from: string, body: string) {
  received += 1;
  const answer = await provider.post(`${product.origin}/api/texts/inbound`, {
    ...{ MessageSid: `SM-in-${received}`, From: from, To: number, Body: body },
    ...{ NumMedia: "0", NumSegments: "1" },
  });
  expect(answer.status).toBe(200);
}

async function reportLast(state: string) {
  const text = provider.received.at(-1);
  if (!text) throw new Error("Nothing was sent");
  const answer = await provider.report(text, {
    ...{ MessageSid: `SM${provider.received.length}`, MessageStatus: state },
  });
  expect(answer.status).toBe(200);
}

/** Whether nobody has called the lead. */
async function isWaiting(lead: string): Promise<boolean> {
  const { rows } = await product.withTools(({ pool }) =>
    pool.query("select first_called_at from leads where id = $1", [lead]),
  );
  return rows[0].first_called_at === null;
}
