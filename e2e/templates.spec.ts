// A practice's templates by keyboard: created from a starter, edited with a merge field, previewed
// as a lead sees them, sent to a lead, and sent automatically. Nothing that someone typed runs as a
// script.
import { randomUUID } from "node:crypto";
import type { Browser, BrowserContext } from "playwright-core";
import { afterEach, beforeAll, expect, test } from "vitest";
import { makeFormSource, makeInquiry, makePractice } from "#server/db/make.ts";
import { xssPayloads } from "#server/testing/xss-payloads.ts";
import {
  expectAccessible,
  expectNoSidewaysScroll,
  openBrowser,
  openPage,
  type WatchedPage,
} from "./browser.ts";
import { openDesk } from "./desk.ts";
import { until } from "./process.ts";
import { type Product, sharedProduct } from "./product.ts";

/** A name that someone typed into a form. */
const typedName = '<img src="/hit" onerror="hit()">';

let product: Product;
let browser: Browser;
let page: WatchedPage;
/** The console errors that a test expects. */
let expectedTroubles: RegExp[] = [];
let practice: Awaited<ReturnType<typeof makePractice>>;
let leadId: string;
let signedIn: Awaited<ReturnType<BrowserContext["storageState"]>>;
beforeAll(async () => {
  browser = await openBrowser();
  product = await sharedProduct();
  await product.withTools(async (tools) => {
    practice = await makePractice(tools);
    const made = await makeInquiry(tools, practice.clientId, {
      firstName: typedName,
      lastName: "Quintero",
      email: "marisol@example.com",
    });
    leadId = made.lead._id;
  });
  const desk = await openDesk(browser, product.origin, practice, "/lms/template");
  signedIn = await desk.context().storageState();
  await desk.context().close();
});
afterEach(async () => {
  const unexpected = page.troubles.filter(
    (one) => !expectedTroubles.some((sign) => sign.test(one)),
  );
  expectedTroubles = [];
  await page.context().close();
  expect(unexpected).toEqual([]);
});

test("a template can be created by keyboard with a merge field, survives a reload, and is saved", async () => {
  page = await open("/lms/template?tab=email");
  await page.getByRole("button", { name: "Add starter templates" }).focus();
  await page.keyboard.press("Enter");
  await page.getByRole("link", { name: /Missed call/ }).waitFor();
  await page.getByRole("link", { name: "New", exact: true }).focus();
  await page.keyboard.press("Enter");
  // Until the URL changes, the first template is still open.
  await page.waitForURL(/id=new/);
  const title = page.getByRole("textbox", { name: "Title" });
  await expect.poll(() => title.inputValue()).toBe("");
  await title.focus();
  await page.keyboard.type("Second try");
  await page.getByLabel("Subject", { exact: true }).focus();
  await page.keyboard.type("We called you");
  const text = page.getByRole("textbox", { name: "Message" });
  await text.focus();
  await page.keyboard.type("Hello ");
  await page.getByLabel("Insert a field in the message").selectOption("First name");
  await page.keyboard.type(", call us ");
  await page.keyboard.press("Control+b");
  await page.keyboard.type("today");
  await page.getByText("Not saved yet.").waitFor();
  await expectAccessible(page);

  await page.reload();
  await text.getByText("First name, or “there”").waitFor();
  expect(await text.innerText()).toContain(", call us today");
  expect(await page.getByRole("textbox", { name: "Title" }).inputValue()).toBe("Second try");

  expectedTroubles = [/status of 422/];
  await page.getByLabel("Subject", { exact: true }).fill("Hi {{ lead.nick }}");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.getByText("There’s no field called “nick”.").waitFor();
  await page.getByLabel("Subject", { exact: true }).fill("We called you from ");
  await page.getByLabel("Insert a field in the subject").selectOption("Practice name");
  await page.keyboard.press("Enter");
  await page.getByText("Saved.").waitFor();
  await page
    .locator('a[aria-current="true"]', { hasText: "Second try" })
    .getByText("We called you from [Practice name]")
    .waitFor();
  await expect.poll(() => page.getByText("Not saved yet.").count()).toBe(0);
  await page.reload();
  const subject = page.getByLabel("Subject", { exact: true });
  await expect.poll(() => subject.inputValue()).toMatch(/^We called you from ./);
});

test("two tabs that edit the same template never overwrite each other's changes without asking", async () => {
  expectedTroubles = [/status of 409/];
  page = await open("/lms/template?tab=notes");
  await page.getByRole("button", { name: "Add starter templates" }).click();
  await page.getByRole("link", { name: /^Left voicemail/ }).click();
  // Until the URL changes, the first template is still open.
  await page.waitForURL(/id=/);
  const other = await page.context().newPage();
  await other.goto(page.url());
  const title = (on: typeof other) => on.getByRole("textbox", { name: "Title" });
  const text = (on: typeof other) => on.getByRole("textbox", { name: "Text" });
  const save = (on: typeof other) =>
    on.getByRole("button", { name: "Save", exact: true }).press("Enter");

  await text(page).fill("Typed in the first tab");
  await title(other).fill("Voicemail, by the second tab");
  await save(other);
  await other.getByText("Saved.").waitFor();

  // The first tab keeps its text and the version that it is based on, even after a reload.
  await page.reload();
  await page.getByText("Not saved yet.").waitFor();
  expect(await text(page).inputValue()).toBe("Typed in the first tab");
  await save(page);
  await page.getByText("Someone else saved this after you opened it.").waitFor();
  expect(await text(page).inputValue()).toBe("Typed in the first tab");
  await expectAccessible(page);
  await page.getByRole("button", { name: "Discard mine and load theirs" }).click();
  await expect.poll(() => title(page).inputValue()).toBe("Voicemail, by the second tab");
  await expect.poll(() => text(page).inputValue()).not.toBe("Typed in the first tab");

  await text(page).fill("Saved by the first tab");
  await save(page);
  await expect.poll(() => page.getByText("Not saved yet.").count()).toBe(0);
  await text(other).fill("Meant by the second tab");
  await save(other);
  await other.getByRole("button", { name: "Save mine over theirs" }).click();
  await other.getByText("Not saved yet.").waitFor({ state: "detached" });
  await page.reload();
  await expect.poll(() => text(page).inputValue()).toBe("Meant by the second tab");
});

test("a deleted template can be restored, and the dashboard doesn't load the editor's library", async () => {
  page = await open("/lms/dashboard");
  await page.getByRole("heading", { name: "Leads" }).waitFor();
  const scripts = await page.evaluate(() =>
    performance.getEntriesByType("resource").map(({ name }) => name),
  );
  expect(scripts.filter((name) => /editor/.test(name))).toEqual([]);
  await page.goto(`${product.origin}/lms/template?tab=email`);
  await page.getByRole("button", { name: "Delete Booked" }).click();
  await expect.poll(() => page.getByRole("link", { name: /Booked/ }).count()).toBe(0);
  await page.getByRole("button", { name: "Undo" }).click();
  await page
    .getByRole("status")
    .filter({ hasText: /Restored\.\s*Booked/ })
    .waitFor();
  await page.getByRole("link", { name: /Booked/ }).waitFor();
});

test("an email to a lead can be previewed and sent, and its delivery state updates without a reload", async () => {
  page = await open(`/lms/lead?id=${leadId}`);
  await page.getByRole("tab", { selected: true }).focus();
  await page.keyboard.press("End");
  await page.getByRole("button", { name: "Missed call" }).click();
  await page.getByRole("textbox", { name: "Message" }).getByText("First name").waitFor();
  await page.getByRole("button", { name: "Preview" }).click();
  const letter = page.frameLocator('iframe[title="Email"]');
  // What the lead typed is shown as text and doesn't run.
  await letter.getByText('Hi <img src="/hit" onerror="hit()">,').waitFor();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Close", exact: true }).click();
  await page.getByRole("button", { name: "Send", exact: true }).click();
  const row = page.getByRole("listitem").filter({ hasText: "We tried to call you" });
  await row.getByText("Sent", { exact: true }).waitFor();
  await until(() => product.mails.some(({ to }) => to?.[0]?.address === "marisol@example.com"));
  const mail = product.mails.find(({ to }) => to?.[0]?.address === "marisol@example.com");
  expect(mail?.from?.name).toBe("Bayshore Family Dental");
  expect(mail?.replyTo?.[0]?.address).toBe(practice.email);
  expect(mail?.html).toContain("Hi &lt;img src=");
  expect(mail?.text).toContain("Hi <img src=");
});

test("a written email survives other tabs and a reload, and is replaced or discarded only when asked", async () => {
  page = await open(`/lms/lead?id=${leadId}&tab=email`);
  await page.getByRole("button", { name: "Missed call" }).click();
  const subject = page.getByLabel("Subject");
  await subject.fill("Your appointment on Monday");
  await page.getByRole("tab", { name: "Notes" }).click();
  await page.getByRole("tab", { name: "Email" }).click();
  await expect.poll(() => subject.inputValue()).toBe("Your appointment on Monday");
  await page.reload();
  await expect.poll(() => subject.inputValue()).toBe("Your appointment on Monday");
  const asked = page.getByRole("dialog");
  await page.getByRole("button", { name: "Blank email" }).click();
  await asked.getByText("Replace what you wrote?").waitFor();
  await expectAccessible(page);
  await asked.getByRole("button", { name: "Keep writing" }).click();
  expect(await subject.inputValue()).toBe("Your appointment on Monday");
  await page.getByRole("button", { name: "Blank email" }).click();
  await asked.getByRole("button", { name: "Replace" }).click();
  await expect.poll(() => subject.inputValue()).toBe("");
  await page.getByRole("button", { name: "Cancel" }).click();
  await subject.waitFor({ state: "detached" });
  await page.reload();
  await page.getByRole("button", { name: "Missed call" }).waitFor();
  expect(await subject.count()).toBe(0);
});

test("XSS payloads don't run or load anything in an email, its preview or the editor", async () => {
  // Bypasses the pages' content security policy, which would block what the filter missed.
  page = await open("/lms/template?tab=email&id=new", { bypassCSP: true });
  const trial = await openTrial(page);
  // A positive control: the trial page does detect a script that runs.
  await trial.read(typedName);
  await expect.poll(() => trial.found()).toContain("ran");
  trial.forget();
  await product.withTools(async (tools) => {
    const rename = (name: string) =>
      tools.pool.query("update leads set first_name = $1 where id = $2", [name, leadId]);
    for (const payload of xssPayloads) {
      // A name can't contain a NUL, so these payloads are rejected.
      const hasNul = payload.includes("\u0000");
      await rename(payload.replaceAll("\u0000", ""));
      const answer = await page.request.post(`${product.origin}/api/templates/previews`, {
        data: {
          ...{ kind: "email", leadId, subject: "{{ lead.firstName }}" },
          body: `<p>{{ lead.firstName }} <a href="https://example.com">{{ lead.fullName }}</a></p><p>${payload}</p>${payload}`,
        },
      });
      expect([payload, answer.status()]).toEqual([payload, hasNul ? 422 : 201]);
      if (!hasNul) await trial.read((await answer.json()).html);
    }
    await rename(typedName);
  });
  expect(trial.found()).toEqual([]);

  // The same payloads are pasted into the editor, survive a reload, and are previewed before
  // saving.
  const text = page.getByRole("textbox", { name: "Message" });
  await text.waitFor();
  await text.evaluate((box, payloads) => {
    for (const payload of payloads) {
      const clipboardData = new DataTransfer();
      clipboardData.setData("text/html", `<p>words</p>${payload}`);
      box.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true }));
    }
  }, xssPayloads);
  await page.getByRole("textbox", { name: "Subject" }).fill("Payloads");
  await page.reload();
  await text.getByText("words").first().waitFor();
  await page.getByRole("button", { name: "Preview" }).click();
  await page.frameLocator('iframe[title="Email"]').getByText("words").first().waitFor();
  expect(trial.found()).toEqual([]);
});

test("an uploaded picture appears in the text, in the preview and inside the email", async () => {
  page = await open("/lms/template?tab=email&id=new");
  const text = page.getByRole("textbox", { name: "Message" });
  await text.waitFor();
  await page.getByRole("textbox", { name: "Title" }).fill("Our desk");
  await page.getByRole("textbox", { name: "Subject" }).fill("Come in");
  await page.getByRole("button", { name: "Picture" }).click();
  const file = page.getByLabel("Picture", { exact: true }).and(page.locator("input"));
  await file.setInputFiles({
    ...{ name: "desk.png", mimeType: "image/png" },
    buffer: Buffer.from("<svg onload=hit()></svg>"),
  });
  await page.getByRole("button", { name: "Insert", exact: true }).click();
  await page.getByText("We can’t use this picture.").waitFor();
  // Wider than any email.
  await file.setInputFiles("app/portfolio/home/drawings/desk-wide-light.webp");
  await page.getByLabel("Picture description").fill("Our front desk");
  await expectAccessible(page);
  await page.keyboard.press("Enter");
  const width = (image: HTMLElement | SVGElement) => (image as HTMLImageElement).naturalWidth;
  const picture = text.getByRole("img", { name: "Our front desk" });
  await expect.poll(() => picture.evaluate(width)).toBe(1200);
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.locator('a[aria-current="true"]', { hasText: "Our desk" }).waitFor();
  await page.reload();
  await expect.poll(() => picture.evaluate(width)).toBe(1200);
  await page.getByRole("button", { name: "Preview" }).click();
  const shown = page.frameLocator('iframe[title="Email"]').getByRole("img");
  await shown.waitFor();
  expect(await shown.getAttribute("src")).toMatch(/^data:image\/jpeg;base64,/);
  await page.getByRole("button", { name: "Send me a test" }).click();
  const mine = () => product.mails.find(({ subject }) => subject === "Come in");
  await until(() => mine() !== undefined);
  const [carried] = mine()?.attachments ?? [];
  expect(carried).toMatchObject({ mimeType: "image/jpeg", disposition: "inline" });
  expect(mine()?.html).toContain(`src="cid:${carried?.contentId?.replace(/[<>]/g, "")}"`);
  expect(mine()?.html).not.toMatch(/<img[^>]*src="(?!cid:)/);
});

test.each([
  ["a phone", { viewport: { width: 320, height: 700 } }],
  ["a device in dark mode", { colorScheme: "dark" }],
] as const)("an automatic template and its preview fit and pass axe on %s", async (_, options) => {
  page = await open("/lms/template?tab=auto", options);
  await page
    .getByRole("button", { name: "Add starter templates" })
    .or(page.getByRole("link", { name: /After hours/ }))
    .first()
    .waitFor();
  const begin = page.getByRole("button", { name: "Add starter templates" });
  if (await begin.isVisible()) await begin.click();
  await page.getByRole("link", { name: /After hours/ }).click();
  await page.getByRole("textbox", { name: "Message" }).waitFor();
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
  await page.getByRole("button", { name: "Preview" }).click();
  await page.frameLocator('iframe[title="Email"]').getByText("thank you").waitFor();
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
});

test("an active automatic email answers a web form, and its recipient can unsubscribe with one click", async () => {
  page = await open("/lms/template?tab=auto");
  await page.getByRole("link", { name: /After hours/ }).click();
  await page.waitForURL(/id=/);
  await page.getByRole("switch", { name: "Active" }).focus();
  await page.keyboard.press("Space");
  // The starter answers only while the practice is closed, and this test runs at any time.
  await page.getByLabel("For inquiries that come in").selectOption("Any time");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.getByText("Saved.").waitFor();
  const { formKey } = await product.withTools((tools) => makeFormSource(tools, practice.clientId));
  const ask = () =>
    fetch(`${product.origin}/api/intake/form/${formKey}`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ firstName: "Ada", email: "ada@example.com", n: randomUUID() }),
    });
  const toAda = () => product.mails.filter(({ to }) => to?.[0]?.address === "ada@example.com");
  expect((await ask()).status).toBe(201);
  await until(() => toAda().length === 1, 5000);
  const link = /http\S+\/unsubscribe\?t=[\w-]+/.exec(toAda()[0]?.text ?? "")?.[0] ?? "";
  await page.goto(link);
  await expectAccessible(page);
  await page.getByRole("button", { name: "Stop these emails" }).click();
  await page.getByText("Done. Bayshore Family Dental won’t send any more").waitFor();
  expect((await ask()).status).toBe(201);
  await page.goto(`${product.origin}/lms/mail?state=stopped`);
  await until(async () => {
    await page.reload();
    return (await page.getByText("opted out of your automatic emails").count()) === 1;
  });
  expect(toAda()).toHaveLength(1);
});

/**
 * Opens a page that shows an email without the sandbox and the policy that otherwise protect it.
 */
async function openTrial(page: WatchedPage) {
  const found: string[] = [];
  const context = page.context();
  await context.exposeFunction("hit", () => {
    found.push("ran");
  });
  context.on("request", (request) => {
    if (request.url().includes("hit")) found.push(`asked for ${request.url()}`);
  });
  const bare = await context.newPage();
  bare.on("dialog", (dialog) => void dialog.dismiss());
  return {
    found: () => found,
    forget: () => found.splice(0),
    async read(html: string) {
      await bare.setContent(html);
      const addresses = await bare.locator("a").evaluateAll((links) =>
        links.map((link) => {
          for (const kind of ["mouseover", "focus", "pointerenter"]) {
            link.dispatchEvent(new Event(kind, { bubbles: true }));
          }
          return link instanceof HTMLAnchorElement ? link.protocol : "svg";
        }),
      );
      const odd = addresses.filter(
        (one) => !["https:", "http:", "mailto:", "tel:", ":"].includes(one),
      );
      found.push(...odd.map((protocol) => `links to ${protocol}`));
    },
  };
}

async function open(path: string, options = {}): Promise<WatchedPage> {
  const opened = await openPage(browser, { ...options, storageState: signedIn });
  await opened.goto(product.origin + path);
  await opened.getByRole("heading", { level: 1 }).waitFor();
  return opened;
}
