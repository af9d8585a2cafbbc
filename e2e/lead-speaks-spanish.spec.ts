// A person who speaks Spanish contacts a practice on its own page and on ours. The front desk knows
// before it dials, and the practice replies in Spanish, including the unsubscribe line.
import { randomUUID } from "node:crypto";
import type { Browser } from "playwright-core";
import { afterEach, beforeAll, expect, test } from "vitest";
import { makeFormSource, makePractice } from "#server/db/make.ts";
import { expectAccessible, openBrowser, openPage, type WatchedPage } from "./browser.ts";
import { openDesk, phone } from "./desk.ts";
import { until } from "./process.ts";
import { type Product, sharedProduct } from "./product.ts";

let product: Product;
let browser: Browser;
let practice: Awaited<ReturnType<typeof makePractice>>;
let formKey: string;
const pages: WatchedPage[] = [];
beforeAll(async () => {
  [browser, product] = await Promise.all([openBrowser(), sharedProduct()]);
  await product.withTools(async (tools) => {
    practice = await makePractice(tools, { name: "Gulf Dental" });
    formKey = (await makeFormSource(tools, practice.clientId)).formKey ?? "";
  });
});
afterEach(async () => {
  for (const page of pages.splice(0)) {
    expect(page.troubles).toEqual([]);
    await page.context().close();
  }
});

const desk = async (path: string, options = {}) => {
  const page = await openDesk(browser, product.origin, practice, path, options);
  pages.push(page);
  return page;
};
const visitor = async (options = {}) => {
  const page = await openPage(browser, options);
  pages.push(page);
  return page;
};
const mailsTo = (address: string) => product.mails.filter(({ to }) => to?.[0]?.address === address);

/**
 * Submits the form on the practice's own site: a plain HTML form that sends the page's language.
 */
async function sendFromOwnPage(
  person: { name: string; email: string; phone: string },
  language: string,
) {
  const page = await visitor();
  const address = "http://gulf-dental.example/";
  await page.route(address, (route) =>
    route.fulfill({
      contentType: "text/html",
      body: `<!doctype html><html lang="${language}"><title>Gulf Dental</title>
        <form method="post" action="${product.origin}/api/intake/form/${formKey}">
        <label>Name <input name="name"></label><label>Email <input name="email"></label>
        <label>Phone <input name="phone"></label>
        <input type="hidden" name="language" value="${language}"><button>Send</button></form>`,
    }),
  );
  await page.goto(address);
  await page.getByLabel("Name").fill(person.name);
  await page.getByLabel("Email").fill(person.email);
  await page.getByLabel("Phone").fill(person.phone);
  await page.getByRole("button", { name: "Send" }).click();
  await page.getByRole("heading", { name: "Thank you" }).waitFor();
}

/** Opens the email form on a lead's page, and returns its list of templates. */
async function openTemplates(page: WatchedPage) {
  await page.getByRole("tab", { selected: true }).focus();
  await page.keyboard.press("End");
  return page.getByRole("group", { name: "Template" });
}

/** Sends a Spanish template as the second email to the address, and returns the email's text. */
async function answerInSpanish(page: WatchedPage, email: string) {
  const templates = page.getByRole("group", { name: "Template" });
  await templates.getByRole("button", { name: "Missed call Spanish" }).click();
  await page.getByRole("button", { name: "Send", exact: true }).click();
  await until(() => mailsTo(email).length === 2);
  const written = mailsTo(email).find(({ subject }) => subject === "Tratamos de llamarle");
  expect(written?.html).toContain('lang="es"');
  return written?.text;
}

test("a practice can add Spanish emails to its English ones and turn on automatic emails in both languages", async () => {
  const page = await desk("/lms/template?tab=email");
  await page.getByRole("button", { name: "Add starter templates" }).click();
  await page.getByRole("button", { name: "Add Spanish starter templates" }).click();
  await page.getByRole("button", { name: "Delete Missed call, Spanish" }).waitFor();
  await page.getByRole("link", { name: "Missed call Spanish" }).click();
  await expect.poll(() => page.getByLabel("Language").inputValue()).toBe("es");
  await page.getByLabel("Insert a field in the subject").selectOption("First name");
  await page.getByRole("button", { name: "Discard changes" }).waitFor();
  expect(await page.getByLabel("Subject", { exact: true }).inputValue()).toContain(
    "[First name, or “buen día”]",
  );
  await page.getByRole("button", { name: "Discard changes" }).click();
  await expectAccessible(page);

  await page.goto(`${product.origin}/lms/template?tab=auto`);
  await page.getByRole("button", { name: "Add starter templates" }).click();
  await page.getByRole("button", { name: "Add Spanish starter templates" }).click();
  // With all of them on, an inquiry gets exactly one, whether the practice is open or closed.
  for (const [title, preview, language] of [
    ["We got your request", "We", "en"],
    ["After hours", "We", "en"],
    ["We got your request", "Spanish", "es"],
    ["After hours", "Spanish", "es"],
  ] as const) {
    const name = `${title} ${preview}`;
    await page.getByRole("link", { name }).click();
    await expect
      .poll(() => page.getByLabel("Title", { exact: true }).first().inputValue())
      .toBe(title);
    await expect.poll(() => page.getByLabel("Language").inputValue()).toBe(language);
    await page.getByRole("switch", { name: "Active" }).check();
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await page.getByRole("link", { name }).getByText("Active").waitFor();
  }
  await page.getByText("Leads who speak Spanish get your Spanish automatic emails").waitFor();
});

test("the desk sees the language of a Spanish form before dialing, and the whole reply is in Spanish", async () => {
  const email = `${randomUUID()}@example.com`;
  await sendFromOwnPage({ name: "Rosa Delgado", email, phone: "(813) 555-0188" }, "es");

  await until(() => mailsTo(email).length === 1);
  const [mail] = mailsTo(email);
  expect(mail?.subject).toBe("Recibimos su solicitud");
  expect(mail?.html).toContain('lang="es"');
  const text = mail?.text?.replaceAll(/\s+/g, " ") ?? "";
  expect(text).toContain("Hola, Rosa: ");
  expect(text).toContain(
    "Recibió este correo porque le pidió a Gulf Dental que se comunicara con usted.",
  );
  expect(text).toContain("Cancelar suscripción");
  expect(text).not.toMatch(/unsubscribe\b(?!\?t=)/i);

  const page = await desk("/lms/dashboard");
  const row = page.getByRole("listitem").filter({ hasText: "Rosa Delgado" });
  await row.getByText("Spanish").waitFor();
  expect(await row.innerText()).toMatch(/Speaks\s+Spanish/);
  expect(await row.getByTitle("Speaks Spanish").count()).toBe(1);
  await expectAccessible(page);
  await row.getByRole("link", { name: "Rosa Delgado" }).click();
  await page.getByRole("heading", { name: "Rosa Delgado" }).waitFor();
  await page.getByTitle("Speaks Spanish").waitFor();

  const templates = await openTemplates(page);
  const languages = async () => {
    const names = await templates.getByRole("button").allInnerTexts();
    return names.map((name) => /(Spanish|English)$/.exec(name.trim())?.[1]);
  };
  await expect
    .poll(languages)
    .toEqual([...Array(4).fill("Spanish"), ...Array(4).fill("English"), undefined]);
  await expectAccessible(page);
  expect(await answerInSpanish(page, email)).toContain("Hola, Rosa:");

  const [link = ""] = /http\S+\/unsubscribe\?t=[\w-]+/.exec(mail?.text ?? "") ?? [];
  const reader = await visitor({ javaScriptEnabled: false });
  await reader.goto(link);
  expect(await reader.locator("html").getAttribute("lang")).toBe("es");
  await reader.getByRole("heading", { name: "Dejar de recibir correos automáticos" }).waitFor();
  await reader.getByRole("button", { name: "No recibir más estos correos" }).click();
  await reader.getByText("Listo. Gulf Dental ya no enviará correos automáticos a").waitFor();
});

test("a person who writes in English or states no language gets a reply in English, and the lead has no language mark", async () => {
  const [english, unknown] = [`${randomUUID()}@example.com`, `${randomUUID()}@example.com`];
  await sendFromOwnPage({ name: "Ada King", email: english, phone: "(813) 555-0199" }, "en");
  await fetch(`${product.origin}/api/intake/form/${formKey}`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ name: "Guadalupe Hernández", email: unknown, message: "Hola" }),
  });
  await until(() => mailsTo(english).length === 1 && mailsTo(unknown).length === 1);
  for (const address of [english, unknown]) {
    expect(mailsTo(address)[0]?.subject).toBe("We got your request");
  }
  const page = await desk("/lms/dashboard");
  for (const name of ["Ada King", "Guadalupe Hernández"]) {
    const row = page.getByRole("listitem").filter({ hasText: name });
    await row.waitFor();
    expect(await row.getByTitle(/^Speaks/).count()).toBe(0);
  }
});

test("our hosted form has a Spanish version, the front desk answers it in Spanish, and can correct the lead's language", async () => {
  const page = await visitor(phone(320));
  await page.goto(`${product.origin}/f/${formKey}?lang=es`);
  await expectAccessible(page);
  const email = `${randomUUID()}@example.com`;
  await page.getByLabel("Nombre").fill("Luz Marina Ortiz");
  await page.getByLabel("Teléfono").fill("(813) 555-0177");
  await page.getByLabel("Correo electrónico").fill(email);
  await page.getByRole("button", { name: "Enviar" }).click();
  await page.getByRole("heading", { name: "Gracias" }).waitFor();
  await until(() => mailsTo(email).length === 1);
  expect(mailsTo(email)[0]?.subject).toBe("Recibimos su solicitud");

  const atDesk = await desk("/lms/dashboard");
  const row = atDesk.getByRole("listitem").filter({ hasText: "Luz Marina Ortiz" });
  await row.getByRole("link", { name: "Luz Marina Ortiz" }).click();
  await atDesk.getByRole("heading", { name: "Luz Marina Ortiz" }).waitFor();
  await atDesk.getByTitle("Speaks Spanish").waitFor();
  await openTemplates(atDesk);
  expect(await answerInSpanish(atDesk, email)).toContain("Hola, Luz:");
  await atDesk.getByRole("button", { name: "Edit", exact: true }).click();
  const dialog = atDesk.getByRole("dialog");
  await dialog.getByLabel("Language").selectOption("English");
  await expectAccessible(atDesk);
  await dialog.getByRole("button", { name: "Save", exact: true }).click();
  await atDesk.getByTitle("Speaks Spanish").waitFor({ state: "detached" });
  await atDesk.getByRole("button", { name: "Show delivery and alerts" }).click();
  await atDesk.getByText("Language changed from “Spanish” to “English”").waitFor();
});
