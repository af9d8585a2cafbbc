// The whole business from start to end: a visitor fills out the questionnaire and becomes a
// practice, which gets leads from its own form and calls them. The emails on Monday and on the first
// of the month, the month's page and its PDF have the numbers from the leads' timelines. Another
// practice has the same name.
import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { mondayMailWords } from "#content/monday-mail.ts";
import { monthReportWords } from "#content/month-report.ts";
import { site } from "#content/site.ts";
import type { CallOutcome } from "#contract/call-outcomes.ts";
import type { LeadDetail } from "#contract/lead-detail.ts";
import { monthAfter, monthName } from "#contract/month-reports.ts";
import { momentAt } from "#contract/zones.ts";
import { makeInquiry, makeOpenHours, makeOwner, makePractice } from "#server/db/make.ts";
import { clockIn, dayOf, type View, type Wait, waitsIn } from "#server/testing/expected-figures.ts";
import { readPdf } from "#server/testing/read-pdf.ts";
import { continueCall, openBrowser, openPage, type WatchedPage } from "./browser.ts";
import { openDesk } from "./desk.ts";
import { linesOf, monthOf, pdfTextsOf, plainText, readMonth } from "./month-page.ts";
import { type OwnDatabase, openOwnDatabase } from "./own-database.ts";
import { p2 } from "./owner.ts";
import { until } from "./process.ts";
import { clockBy, type Product, startProduct } from "./product.ts";

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
const timeZone = "America/New_York";
const hours = { timeZone, from: "08:00", to: "17:00" };
const dana = { email: "dana@bayshore.example.com", password: "seventeen calm otters" };
const practiceName = "Bayshore Smiles";

const settings = { CAPTCHA_PROVIDER: "off" };

let database: OwnDatabase;
let product: Product;
let browser: Browser;
let owner: Awaited<ReturnType<typeof makeOwner>>;
/** The practice's id. */
let clientId = "";
beforeAll(async () => {
  browser = await openBrowser();
  // No process of the product owns the database, so it keeps running when one is killed.
  database = await openOwnDatabase();
  product = await startProduct({ ...settings, DATABASE_URL: database.url });
  owner = await database.withTools((tools) => makeOwner(tools));
});
afterAll(async () => {
  await visitors?.close();
  await product.stop();
  await database.close();
});

test("a visitor becomes a practice, and its emails on Monday and on the first and its month's page and PDF match its leads' timelines", async () => {
  const ownersPage = await openDesk(browser, product.origin, owner, "/admin/requests");
  await ownersPage.getByText("No one is waiting for a call or a reply.").waitFor();
  await fillQuestionnaire();
  await callAndInvite(ownersPage);
  await register();
  await connectForm(ownersPage);
  await close(ownersPage);

  const form = await copyForm();
  const since = product.now();
  const twin = await makeTwin(since);
  await atDesk(dana, async (desk) => {
    await sendForm(form, "Ada King");
    await callFirstLead(desk, "Ada King");
    for (const { name } of everyone) await sendForm(form, name);
    await callWhere("soon", desk);
  });
  await product.passTimeUntil(new Date(since.getTime() + 70 * minuteMs));
  await atDesk(dana, async (desk) => {
    await callWhere("late", desk);
    await callWhere("logged", desk, new Date(since.getTime() + 25 * minuteMs));
  });

  const month = dayOf(since.getTime(), timeZone).slice(0, 7);
  const monday = mondayAfter(since);
  const steps = [
    { at: monday, happens: () => expectMonday(monday, twin) },
    { at: firstAfter(since), happens: () => expectFirst(firstAfter(since), month, twin) },
  ];
  for (const { happens } of steps.toSorted((one, other) => +one.at - +other.at)) await happens();
  await expectMonth(month, ofMonth(month, await atDesk(dana, readWaits)));
});

// ── A visitor becomes a practice ────────────────────────────────────────────────────────────────

async function fillQuestionnaire() {
  const page = await openPage(browser, { timezoneId: timeZone });
  await page.goto(`${product.origin}/marketing`);
  await page.getByRole("link", { name: `Start with ${p2.title}` }).click();
  await page.getByLabel("Full name").fill("Dana Whitcombe");
  await page.getByLabel("Email").fill(dana.email);
  await page.getByLabel("Phone").fill("(727) 555-0109");
  for (const title of ["Your marketing so far", `When should ${site.ownerFirst} call?`]) {
    await page.getByRole("button", { name: "Next" }).click();
    await page.getByRole("heading", { name: title }).waitFor();
  }
  await page.getByLabel("Date", { exact: true }).fill("12/31/2099");
  await page.getByLabel("Time", { exact: true }).fill("09:15");
  await page.getByRole("button", { name: "Submit" }).click();
  await page.getByRole("dialog", { name: "Success!" }).waitFor();
  await close(page);
}

async function callAndInvite(page: WatchedPage) {
  const row = page.locator("[data-lead]").filter({ hasText: "Dana Whitcombe" });
  await row.getByText("On time").waitFor();
  await row.getByRole("button", { name: "I’m calling" }).click();
  await row.getByRole("button", { name: "Spoke" }).click();
  await page.getByText("Saved: Spoke with them.").waitFor();
  // The owner's response time is measured like a practice's.
  await page.getByText(/Your median response time: under \d min/).waitFor();
  await row.getByRole("link", { name: "Dana Whitcombe" }).click();
  await page.getByRole("button", { name: "Invite to register" }).click();
  const dialog = page.getByRole("dialog", { name: "Invite Dana Whitcombe" });
  await dialog.getByLabel("Practice name").fill(practiceName);
  await dialog.getByRole("button", { name: "Send invitation" }).click();
  await page.getByText("Not registered yet.").waitFor();
}

/** Registers with the link in the email. An invited practice is approved when it registers. */
async function register() {
  const page = await openPage(browser);
  await page.goto(await invitationTo(dana.email));
  await expect.poll(() => page.getByLabel("First name").inputValue()).toBe("Dana");
  expect(await page.getByLabel("Email").inputValue()).toBe(dana.email);
  expect(await page.getByLabel("Practice name").inputValue()).toBe(practiceName);
  expect(await page.getByLabel("Registration code").inputValue()).toBe(owner.adminCode);
  await page.getByLabel("Address", { exact: true }).fill("2 Bay Street");
  await page.getByLabel("City").fill("Clearwater");
  await page.getByLabel("State").selectOption("Florida");
  await page.getByLabel("ZIP code").fill("33755");
  await page.getByLabel("Password", { exact: true }).fill(dana.password);
  await page.getByLabel("Confirm Password").fill(dana.password);
  await page.getByRole("button", { name: "Register" }).click();
  await page.getByRole("dialog", { name: "Success!" }).getByText("log in now").waitFor();
  await close(page);
  await database.withTools(async (tools) => {
    const { rows } = await tools.pool.query<{ id: string }>(
      "update clients set month_mail_on_at = $1 where name = $2 returning id",
      [product.now(), practiceName],
    );
    clientId = rows[0]?.id ?? "";
    await makeOpenHours(tools, clientId, hours);
  });
}

/** Makes another practice of the same name, with one lead that nobody has called. */
function makeTwin(since: Date) {
  return database.withTools(async (tools) => {
    const twin = await makePractice(tools, { name: practiceName });
    await makeOpenHours(tools, twin.clientId, hours);
    await makeInquiry(tools, twin.clientId, { submittedAt: since });
    await tools.pool.query("update clients set month_mail_on_at = $1 where id = $2", [
      ...[since, twin.clientId],
    ]);
    return twin;
  });
}

type Twin = Awaited<ReturnType<typeof makeTwin>>;

async function invitationTo(email: string): Promise<string> {
  const find = () =>
    product.mails
      .filter(({ to }) => to?.[0]?.address === email)
      .map(({ text = "" }) => /https?:\S+\/lms\?t=[\w-]{43}/.exec(text)?.[0])
      .find((link) => link !== undefined);
  await expect.poll(find).toBeDefined();
  return find() ?? "";
}

// ── The practice's week ─────────────────────────────────────────────────────────────────────────

/** Connects a web form, which is the next step of the practice's setup. */
async function connectForm(page: WatchedPage) {
  await page.goto(`${product.origin}/admin/practices`);
  await page.getByRole("link", { name: practiceName, exact: true }).click();
  const setup = page.getByRole("region", { name: "Setup" });
  await setup.getByRole("link", { name: "Connect a source" }).click();
  const dialog = page.getByRole("dialog", { name: "Connect a source" });
  await dialog.getByLabel("Source type").selectOption("form");
  await dialog.getByLabel("Name").fill("Home page");
  await dialog.getByRole("button", { name: "Connect" }).click();
  await page.getByRole("heading", { level: 1, name: "Home page" }).waitFor();
}

/** Returns the HTML that the manager copies into the practice's web page. */
async function copyForm(): Promise<string> {
  const page = await openDesk(browser, product.origin, dana, "/lms/profile?page=sources");
  await page.getByText("Setup and recent submissions").click();
  const html = await page.getByText('<form method="post"').textContent();
  await close(page);
  return html ?? "";
}

let sent = 0;
/** The page of all who send the form, because opening one takes longer than sending the form. */
let visitors: Page | undefined;

async function sendForm(html: string, name: string) {
  sent += 1;
  visitors ??= await browser.newPage();
  // The practice's web page is on another site than the product's answer.
  await visitors.goto("about:blank");
  await visitors.setContent(html);
  await visitors.getByLabel("Name").fill(name);
  await visitors.getByLabel("Phone").fill(`(813) 555-01${String(sent).padStart(2, "0")}`);
  await visitors.getByRole("button", { name: "Send" }).click();
  await visitors.getByRole("heading", { name: "Thank you" }).waitFor();
}

async function callFirstLead(desk: WatchedPage, name: string) {
  const row = desk.locator("[data-lead]", { hasText: name });
  await row.getByRole("button", { name: "I’m calling" }).click();
  await continueCall(desk);
  await desk.getByRole("button", { name: /^Booked/ }).click();
  await desk.getByText("Saved: Booked.").waitFor();
}

/** `after`: when the person is called; "logged" means that the call is entered after the fact. */
const everyone: { name: string; after: "soon" | "late" | "logged" | null; outcome: CallOutcome }[] =
  [
    { name: "Rosa Delacroix", after: "soon", outcome: "booked" },
    { name: "Imani Boyd", after: "soon", outcome: "no_answer" },
    { name: "Theo Lindqvist", after: "soon", outcome: "spoke" },
    { name: "Priya Raman", after: "soon", outcome: "booked" },
    { name: "Owen Castillo", after: "soon", outcome: "voicemail" },
    { name: "Nadia Quintero", after: "soon", outcome: "booked" },
    { name: "Silas Marchetti", after: "logged", outcome: "spoke" },
    { name: "Tamika Owens", after: "logged", outcome: "no_answer" },
    { name: "Marisol Vega", after: "late", outcome: "not_interested" },
    { name: "Grace Bell", after: null, outcome: "spoke" },
    { name: "Arjun Boyd", after: null, outcome: "spoke" },
  ];

async function atDesk<Done>(
  manager: { email: string; password: string },
  work: (desk: WatchedPage) => Promise<Done>,
): Promise<Done> {
  const desk = await openDesk(browser, product.origin, manager, "/lms/dashboard");
  const done = await work(desk);
  await close(desk);
  return done;
}

async function callWhere(when: "soon" | "late" | "logged", desk: WatchedPage, calledAt?: Date) {
  const ids = await leadsByName();
  for (const { name, after, outcome } of everyone) {
    if (after !== when) continue;
    await call(desk, ids.get(name), { outcome, ...(calledAt && { calledAt }) });
  }
}

/** Calls a lead as the desk does. */
async function call(
  desk: WatchedPage,
  leadId: string | undefined,
  result: { outcome: CallOutcome; calledAt?: Date },
) {
  const status = await desk.evaluate(
    async ({ url, body }) => {
      const headers = { "Content-Type": "application/json" };
      return (await fetch(url, { method: "POST", headers, body })).status;
    },
    {
      url: `/api/leads/${leadId}/calls`,
      body: JSON.stringify({ _id: randomUUID(), ...result }),
    },
  );
  expect(status).toBe(201);
}

async function leadsByName(of = clientId): Promise<Map<string, string>> {
  const { rows } = await database.pool.query<{ id: string; name: string }>(
    `select id, first_name || ' ' || last_name as name from leads where client_id = $1`,
    [of],
  );
  return new Map(rows.map(({ id, name }) => [name, id]));
}

async function readWaits(desk: WatchedPage, of = clientId): Promise<Wait[]> {
  const ids = [...(await leadsByName(of)).values()];
  const details: LeadDetail[] = await desk.evaluate(
    (all) => Promise.all(all.map(async (id) => (await fetch(`/api/leads/${id}`)).json())),
    ids,
  );
  return details.flatMap(waitsIn);
}

function readTwinsWaits(twin: Twin): Promise<Wait[]> {
  return atDesk(twin, (desk) => readWaits(desk, twin.clientId));
}

// ── Monday ──────────────────────────────────────────────────────────────────────────────────────

/** Returns 9:05 am in the practice's time zone on the first Monday of a later week. */
function mondayAfter(moment: Date): Date {
  const isMonday = (at: number) =>
    new Date(at).toLocaleDateString("en-US", { weekday: "long", timeZone }) === "Monday";
  const hourMs = 60 * minuteMs;
  let at = Math.ceil(moment.getTime() / hourMs) * hourMs;
  const today = dayOf(moment.getTime(), timeZone);
  while (!isMonday(at) || clockIn(at, timeZone) !== "09:00" || dayOf(at, timeZone) === today) {
    at += hourMs;
  }
  return new Date(at + 5 * minuteMs);
}

/** Enqueues the same job as the schedule does every 15 minutes. */
async function ask(job: "send-monday-mails" | "send-month-mails"): Promise<string> {
  const { rows } = await database.pool.query<{ id: string }>(
    "insert into pgboss.job (name, data) values ($1, '{}') returning id",
    [job],
  );
  return rows[0]?.id ?? "";
}

async function expectMonday(monday: Date, twin: Twin) {
  const isLastWeek = ({ askedAt }: Wait) => {
    const day = dayOf(askedAt, timeZone);
    return dayAgo(7) <= day && day < dayAgo(0);
  };
  const dayAgo = (days: number) => dayOf(monday.getTime() - days * dayMs, timeZone);
  const week = (await atDesk(dana, readWaits)).filter(isLastWeek);
  expect(week).toHaveLength(everyone.length + 1);
  const twinsWeek = await readTwinsWaits(twin);
  expect(twinsWeek).toHaveLength(1);
  // The emails of an earlier week, if the first of the month was a Monday or Tuesday.
  const earlier = product.weeklyMails.length;
  await killWhileMailsAreWritten(monday);
  await sendFromTwoProcesses(monday);
  const mails = product.weeklyMails.slice(earlier);
  const addresses = mails.map(({ to }) => to?.[0]?.address ?? "");
  expect(addresses.toSorted()).toEqual([dana.email, twin.email, owner.email].toSorted());
  expectMondayMails(mails, week, twinsWeek, twin);
}

/**
 * Kills the process (kill -9) while it writes an email to the database. The table is locked before
 * the process starts, because the schedule may send the emails at any moment: it follows the
 * database's clock, which doesn't change.
 */
async function killWhileMailsAreWritten(monday: Date) {
  await product.terminate();
  const locking = await database.pool.connect();
  try {
    await locking.query("begin");
    await locking.query("lock table mails in exclusive mode");
    await product.passTimeUntil(monday);
    await ask("send-monday-mails");
    await until(async () => {
      const { rowCount } = await database.pool.query(
        `select from pg_stat_activity
         where wait_event_type = 'Lock' and query ilike 'insert into "mails"%'`,
      );
      return rowCount !== 0;
    });
    await product.kill();
  } finally {
    // Ends the transaction and its lock.
    locking.release(true);
  }
}

/** The killed process runs again, beside another one, and both look for emails to send. */
async function sendFromTwoProcesses(monday: Date) {
  const [second] = await Promise.all([
    startProduct({
      ...{ ...settings, DATABASE_URL: database.url, SMTP_URL: product.smtp.url },
      ...clockBy(monday.getTime() - Date.now()),
    }),
    product.restart(),
  ]);
  for (let round = 0; round < 2; round += 1) {
    const jobs = await Promise.all([1, 2, 3, 4].map(() => ask("send-monday-mails")));
    await until(async () => {
      const { rows } = await database.pool.query(
        "select from pgboss.job where id = any($1) and state = 'completed'",
        [jobs],
      );
      return rows.length === jobs.length;
    });
    await until(async () => {
      const { rowCount } = await database.pool.query(
        "select from mails where kind = 'monday' and state <> 'sent'",
      );
      return rowCount === 0;
    });
  }
  await second.stop();
}

const view = (): Omit<View, "reading"> => ({ now: product.now().getTime(), hours });

function expectMondayMails(
  mails: Product["weeklyMails"],
  week: Wait[],
  twinsWeek: Wait[],
  twin: Twin,
) {
  const mailTo = (email: string) => mails.find((mail) => mail.to?.[0]?.address === email);
  for (const [email, waits] of [
    [dana.email, week],
    [twin.email, twinsWeek],
  ] as const) {
    const lines = linesOf(waits, view()).map(
      ([name, now, before, change]) => `${name}: ${now} (${before}, ${change})`,
    );
    expect(mailTo(email)?.subject).toBe(mondayMailWords.subject(practiceName, waits.length));
    expect(mailTo(email)?.text).toContain(`\n${lines.join("\n")}\n\n`);
  }
  const ownersMail = mailTo(owner.email);
  expect(ownersMail?.subject).toBe(mondayMailWords.ownersSubject(2, week.length + 1));
  const [, onTime] = linesOf(week, view())[1] ?? [];
  const uncalled = week.filter(({ calledAt }) => calledAt === null).length;
  expect(ownersMail?.text).toContain(`${practiceName}: ${week.length} (${onTime}, ${uncalled})`);
  expect(ownersMail?.text).toContain(`${practiceName}: 1 (0 of 1, 1)`);
}

// ── The first of the month ──────────────────────────────────────────────────────────────────────

/** Returns 9:05 am in the practice's time zone on the first of the next month. */
function firstAfter(moment: Date): Date {
  const next = monthAfter(dayOf(moment.getTime(), timeZone).slice(0, 7), 1);
  return momentAt(`${next}-01`, "09:05", timeZone);
}

const ofMonth = (month: string, waits: Wait[]) =>
  waits.filter(({ askedAt }) => dayOf(askedAt, timeZone).startsWith(month));

/** Expects that each practice's manager has got one email, with the PDF of their own practice. */
async function expectFirst(first: Date, month: string, twin: Twin) {
  await product.passTimeUntil(first);
  const subject = `${practiceName}: your report for ${monthName(month)}`;
  const found = () => product.mails.filter((mail) => mail.subject === subject);
  await ask("send-month-mails");
  await ask("send-month-mails");
  await expect.poll(() => found().length).toBe(2);
  const before = monthName(monthAfter(month, -1), "short");
  for (const [manager, waits] of [
    [dana, await atDesk(dana, readWaits)],
    [twin, await readTwinsWaits(twin)],
  ] as const) {
    const mail = found().find(({ to }) => to?.[0]?.address === manager.email);
    const attached = mail?.attachments[0]?.content as ArrayBuffer;
    await expectPdf(
      new Uint8Array(attached),
      month,
      pdfTextsOf(ofMonth(month, waits), before, view()),
    );
  }
}

async function expectPdf(file: Uint8Array, month: string, texts: string[]) {
  const { text, title } = await readPdf(file);
  expect(title).toBe(`${practiceName}: ${monthName(month)}`);
  for (const words of texts) expect(plainText(text)).toContain(words);
}

/** Opens the practice's month as the owner, downloads its PDF and checks both. */
async function expectMonth(month: string, waits: Wait[]) {
  const path = `/admin/practice?id=${clientId}`;
  const page = await openDesk(browser, product.origin, owner, path);
  await page.getByRole("link", { name: "Monthly report" }).click();
  // The page opens with the last full month. That is already the expected month if it has ended
  // since.
  const heading = page.getByRole("heading", { name: monthName(month) });
  const next = page
    .getByRole("navigation", { name: monthReportWords.month })
    .getByRole("link", { name: monthName(month) });
  await heading.or(next).first().waitFor();
  if (await next.isVisible()) await next.click();
  await heading.waitFor();
  const before = monthName(monthAfter(month, -1), "short");
  expect(await readMonth(page)).toEqual(monthOf(waits, before, view()));

  const download = page.waitForEvent("download");
  await page.getByRole("link", { name: monthReportWords.download }).click();
  const file = await (await download).path();
  await expectPdf(readFileSync(file), month, pdfTextsOf(waits, before, view()));
  await close(page);
}

async function close(page: WatchedPage) {
  expect(page.troubles).toEqual([]);
  await page.context().close();
}
