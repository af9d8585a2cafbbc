// A form rings the office phone, and a key connects it with the lead; a call to the practice that
// nobody picks up becomes a lead. The voice provider is a stand-in on loopback that speaks Twilio's
// HTTP and plays the people on the lines.
import type { Browser } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { lineCallWords } from "#content/desk/calls.ts";
import { hostedFormWords } from "#content/messages.ts";
import { ringWords } from "#content/rings.ts";
import { makeFormSource, makeOpenHours, makePractice } from "#server/db/make.ts";
import { makeVoiceStandIn, type PlacedCall, voiceAccount } from "#server/testing/voice-stand-in.ts";
import { expectAccessible, openBrowser, type WatchedPage } from "./browser.ts";
import { openDesk } from "./desk.ts";
import { aheadMs, atMidday, now } from "./midday.ts";
import { type Product, startProduct } from "./product.ts";

const caller = "+17275550142";

let product: Product;
let voice: Awaited<ReturnType<typeof makeVoiceStandIn>>;
let browser: Browser;
let practice: Awaited<ReturnType<typeof openPractice>>;
let page: WatchedPage;
beforeAll(async () => {
  [browser, voice] = [await openBrowser(), await makeVoiceStandIn(now)];
  product = await startProduct({
    ...{ SMS_ACCOUNT_SID: voiceAccount.accountSid, SMS_AUTH_TOKEN: voiceAccount.authToken },
    ...{ SMS_FROM: "+18135550100", SMS_API_URL: voice.url, CALL_COUNTRIES: "US" },
    ...{ CAPTCHA_PROVIDER: "off", ...atMidday },
  });
});
beforeEach(async () => {
  practice = await openPractice();
  page = await openDesk(browser, product.origin, practice, "/lms/dashboard", { shiftMs: aheadMs });
});
afterEach(async () => {
  expect(page.troubles).toEqual([]);
  await page.context().close();
});
afterAll(async () => {
  await product.stop();
  await voice.close();
});

test("a form rings the desk, a 1 connects, and the result is entered on the screen", async () => {
  const lead = await sendForm("Ruth");
  const desk = await ringing("Front desk");
  const row = rowOf(lead);
  await row.getByText("Ringing Front desk…").waitFor();
  const question = await voice.answer(desk);
  expect(question.says).toEqual([ringWords.newLead("Ruth")]);
  const { dialed } = await voice.press(desk, question.keyUrl ?? "", "1");
  if (!dialed) throw new Error("Nothing was dialed");
  expect(dialed.call).toMatchObject({ to: "+17275550142", from: practice.number });
  await row.getByText("Front desk is connecting…").waitFor();
  await row.getByText("clock paused").waitFor();
  expect(await callsOf(lead)).toEqual([]);

  await voice.report(dialed.call, "ringing");
  await row.getByText(/Front desk is calling, \d+:\d\d/).waitFor();
  await voice.report(dialed.call, "in-progress");
  const asked = await voice.endDialed(desk, dialed, { status: "completed", seconds: 61 });
  // Nobody presses a key for the result.
  expect(asked.says).toEqual([ringWords.askResult, ringWords.noResult]);
  await voice.hangUp(desk, "completed", 80);

  await row.getByRole("button", { name: /Add result/ }).click();
  await row.getByRole("button", { name: /Spoke with them/ }).click();
  await expect.poll(() => callsOf(lead)).toMatchObject([{ outcome: "spoke", lineSeconds: 61 }]);
  const [call] = await callsOf(lead);
  expect(call?.calledAt).toEqual(call?.pressedAt);
  expect(call?.firstCalledAt).toEqual(call?.pressedAt);

  await page.goto(`${product.origin}/lms/lead?id=${lead}`);
  const thread = page.getByRole("region", { name: "Conversation" });
  await thread.getByText("Phone rang: Front desk").waitFor();
  await thread.getByText("Accepted at Front desk").waitFor();
  await thread.getByText("On the line 1 min 1 s.").waitFor();
  await page.getByRole("button", { name: /Show delivery and alerts/ }).click();
  await thread.getByText("Calling Ruth").waitFor();
  await thread.getByText("Line answered").waitFor();

  await page.goto(`${product.origin}/lms/figures?period=all`);
  await page.getByRole("link", { name: "1 of 1 first call" }).click();
  await page.getByRole("heading", { name: /^Reached, connected by key/ }).waitFor();
  await page.getByRole("main").getByRole("link", { name: "Ruth" }).waitFor();
});

test("a phone that nobody answers is followed by the next one, and the alerts go on", async () => {
  const lead = await sendForm("Arjun");
  await rowOf(lead).getByText("Ringing Front desk…").waitFor();
  await voice.hangUp(await ringing("Front desk"), "no-answer", 0);
  await rowOf(lead).getByText("Ringing Side office…").waitFor();
  await voice.hangUp(await ringing("Side office"), "busy", 0);
  await rowOf(lead).getByText("Ringing").waitFor({ state: "hidden" });
  // A ring is no call, so the lead is still waiting, and the alert of a lead that nobody has seen
  // goes out.
  expect(await callsOf(lead)).toEqual([]);
  await product.withTools(({ pool }) =>
    pool.query("update alert_schedule set due_at = $2 where client_id = $1 and done_at is null", [
      ...[practice.clientId, now()],
    ]),
  );
  // The job of another lead handles everything that is due in the practice.
  await postForm("Owen");
  const isAlert = ({ subject, to }: (typeof product.mails)[number]) =>
    subject?.includes("New lead: Arjun") && to?.[0]?.address === practice.email;
  await expect.poll(() => product.mails.some(isAlert)).toBe(true);

  await page.goto(`${product.origin}/lms/lead?id=${lead}`);
  const thread = page.getByRole("region", { name: "Conversation" });
  await thread.getByText("Phone rang 2 times: Front desk, Side office").waitFor();
  expect(await thread.getByText("No one picked up").count()).toBe(0);
  await page.getByRole("button", { name: /Show delivery and alerts/ }).click();
  await thread.getByText("No one picked up at Front desk").waitFor();
  await thread.getByText("No one picked up at Side office").waitFor();
});

test("a line that nobody answers suggests that result, and then a text", async () => {
  await product.withTools(({ pool }) =>
    pool.query("update clients set texts_on_at = $2 where id = $1", [practice.clientId, now()]),
  );
  await page.reload();
  const lead = await sendForm("Ruth", hostedFormWords.consent("The practice"));
  const desk = await ringing("Front desk");
  const question = await voice.answer(desk);
  const { dialed } = await voice.press(desk, question.keyUrl ?? "", "1");
  if (!dialed) throw new Error("Nothing was dialed");
  await voice.report(dialed.call, "ringing");
  await voice.endDialed(desk, dialed, { status: "no-answer", seconds: 0 });
  await voice.hangUp(desk, "completed", 30);

  const row = rowOf(lead);
  await row.getByRole("button", { name: /Add result/ }).click();
  const suggested = row.getByRole("button", { name: /^No answer\s*Suggested: nobody answered/ });
  await suggested.waitFor();
  await expectAccessible(page);
  await suggested.click();
  await page.getByRole("button", { name: "Text Ruth" }).click();
  await page.getByRole("textbox", { name: "Text", exact: true }).waitFor();
  await expect.poll(() => callsOf(lead)).toMatchObject([{ outcome: "no_answer" }]);
});

test("someone who calls from the screen ends the ring, and a 1 hears who is calling", async () => {
  const lead = await sendForm("Mei");
  const desk = await ringing("Front desk");
  const question = await voice.answer(desk);
  await rowOf(lead).getByText("Ringing Front desk…").waitFor();
  await rowOf(lead)
    .getByRole("button", { name: /I’m calling/ })
    .click();
  await expect.poll(() => callsOf(lead)).toHaveLength(1);
  const { says, dialed } = await voice.press(desk, question.keyUrl ?? "", "1");
  expect([says, dialed]).toEqual([[ringWords.screenWon("Dana")], null]);
  await expect.poll(() => desk.status).toBe("completed");
  await page
    .getByRole("button", { name: /Voicemail/ })
    .first()
    .click();
  await expect.poll(() => callsOf(lead)).toMatchObject([{ outcome: "voicemail" }]);
  // No other phone is called.
  expect(practiceCalls()).toHaveLength(1);
  expect(await rowOf(lead).getByText("Ringing").count()).toBe(0);
});

test("a click on the screen rings the desk instead, and a 1 makes the call of the person who clicked", async () => {
  const lead = await sendForm("Ines");
  const automatic = await ringing("Front desk");
  const row = rowOf(lead);
  await row.getByText("Ringing Front desk…").waitFor();
  await row.getByRole("button", { name: "Call from Front desk" }).click();
  await expect.poll(() => automatic.status).toBe("completed");
  const find = () => practiceCalls().find((call) => call !== automatic);
  await expect.poll(find).toBeDefined();
  const desk = find();
  if (!desk) throw new Error("The phone doesn't ring");
  await voice.report(desk, "ringing");
  const question = await voice.answer(desk);
  expect(question.says).toEqual([ringWords.lineCall.ask("Ines")]);
  const { dialed } = await voice.press(desk, question.keyUrl ?? "", "1");
  if (!dialed) throw new Error("Nothing was dialed");
  await row.getByText("Front desk is connecting…").waitFor();
  await voice.report(dialed.call, "ringing");
  // The panel that asks for the result opens by itself.
  await row.getByText("Calling Ines…").waitFor();
  await voice.report(dialed.call, "in-progress");
  await row.getByText(lineCallWords.talking).waitFor();
  await voice.endDialed(desk, dialed, { status: "completed", seconds: 61 });
  await voice.hangUp(desk, "completed", 80);
  await row.getByText(lineCallWords.ended).waitFor();
  await row.getByRole("button", { name: /Spoke with them/ }).click();
  await expect.poll(() => callsOf(lead)).toMatchObject([{ outcome: "spoke", lineSeconds: 61 }]);
  const [call] = await callsOf(lead);
  expect(call?.calledAt).toEqual(call?.pressedAt);

  await page.goto(`${product.origin}/lms/lead?id=${lead}`);
  const thread = page.getByRole("region", { name: "Conversation" });
  await thread.getByText(/Called by Dana .* from Front desk\./).waitFor();
});

test("a missed call becomes a lead and gets one text, and the second call of the day gets none", async () => {
  await useOnePhoneAndTexts();
  await page.goto(`${product.origin}/lms/profile?page=alerts`);
  await page.waitForFunction(() => "isAnswering" in window);
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
  const from = practice.number;
  const texts = () => voice.texts.filter((text) => text.from === from);
  await expect.poll(texts).toEqual([{ to: caller, from, body: words }]);
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
  expect(texts()).toHaveLength(1);
});

/** The practice has one phone, which rings for calls only, and may text its leads. */
async function useOnePhoneAndTexts() {
  const { clientId } = practice;
  await product.withTools(async ({ pool }) => {
    await pool.query("update clients set rings_on_at = null, texts_on_at = $2 where id = $1", [
      clientId,
      now(),
    ]);
    await pool.query("delete from office_phones where client_id = $1 and name = 'Side office'", [
      clientId,
    ]);
  });
}

/** The office phone rings, and the caller hangs up. */
async function missCall() {
  const call = await voice.callIn(`${product.origin}/api/voice/incoming`, {
    ...{ from: caller, to: practice.number },
  });
  expect(call.phone?.to).toBe("+18135550150");
  expect((await voice.endPhone(call, false)).phone).toBeNull();
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

/** A practice in Florida whose two phones ring for each new lead. */
async function openPractice() {
  return product.withTools(async (opened) => {
    const tools = { ...opened, now };
    const made = await makePractice(tools);
    const { clientId } = made;
    await makeOpenHours(tools, clientId, {
      ...{ timeZone: "America/New_York", from: "08:00", to: "20:00" },
    });
    practices += 1;
    const number = `+1863555010${practices}`;
    await tools.pool.query("update clients set rings_on_at = $2, phone_number = $3 where id = $1", [
      clientId,
      now(),
      number,
    ]);
    for (const [index, [name, phone]] of Object.entries(phones).entries()) {
      await tools.pool.query(
        `insert into office_phones (client_id, id, name, phone, place, confirmed_at, created_at)
         values ($1, gen_random_uuid(), $2, $3, $4, $5, $5)`,
        [clientId, name, phone, index + 1, now()],
      );
    }
    const { sourceId } = await makeFormSource(tools, clientId);
    const { rows } = await tools.pool.query("select form_key from sources where id = $1", [
      sourceId,
    ]);
    return { ...made, number, formKey: String(rows[0].form_key) };
  });
}
let practices = 0;
const phones = { "Front desk": "+18135550150", "Side office": "+18135550151" };

/** Sends the practice's form and returns the lead's id. */
async function sendForm(firstName: string, consent?: string): Promise<string> {
  await postForm(firstName, consent);
  return product.withTools(async ({ pool }) => {
    const find = () => pool.query("select id from leads where client_id = $1", [practice.clientId]);
    await expect.poll(async () => (await find()).rowCount).toBe(1);
    return (await find()).rows[0].id;
  });
}

async function postForm(firstName: string, consent?: string) {
  const answer = await fetch(`${product.origin}/api/intake/form/${practice.formKey}`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ firstName, phone: "(727) 555-0142", consent }),
  });
  expect(answer.status).toBe(201);
}

function practiceCalls(): PlacedCall[] {
  return voice.calls.filter(({ from, parentSid }) => from === practice.number && !parentSid);
}

/** Waits until this phone rings. */
async function ringing(name: keyof typeof phones): Promise<PlacedCall> {
  const find = () => practiceCalls().find(({ to }) => to === phones[name]);
  await expect.poll(find).toBeDefined();
  const call = find();
  if (!call) throw new Error("The phone doesn't ring");
  await voice.report(call, "ringing");
  return call;
}

function rowOf(lead: string) {
  return page.locator(`[data-lead="${lead}"]`);
}

type StoredCall = {
  outcome: string | null;
  lineSeconds: number | null;
  calledAt: Date;
  firstCalledAt: Date;
  /** When the key was pressed. */
  pressedAt: Date | null;
};

async function callsOf(lead: string): Promise<StoredCall[]> {
  const { rows } = await product.withTools(({ pool }) =>
    pool.query<StoredCall>(
      `select calls.outcome, calls.line_seconds "lineSeconds", calls.called_at "calledAt",
         leads.first_called_at "firstCalledAt",
         (select at from ring_events where ring_events.client_id = calls.client_id
           and ring_id = calls.ring_id and kind = 'key') "pressedAt"
       from calls join leads on leads.client_id = calls.client_id and leads.id = calls.lead_id
       where calls.lead_id = $1`,
      [lead],
    ),
  );
  return rows;
}
