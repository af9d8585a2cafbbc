// A Spanish speaker's path through the marketing site: the switch, the forms, the emails, and what
// the owner sees.
import { randomUUID } from "node:crypto";
import type { Browser } from "playwright-core";
import { afterEach, beforeAll, expect, test } from "vitest";
import { spanishMarketing } from "#content/es/marketing-words.ts";
import { englishMarketing } from "#content/marketing-words.ts";
import { site } from "#content/site.ts";
import { makeOwner } from "#server/db/make.ts";
import { openBrowser, openPage, type WatchedPage } from "./browser.ts";
import { openDesk } from "./desk.ts";
import { callLink, p2 } from "./owner.ts";
import { type Product, sharedProduct } from "./product.ts";

let product: Product;
let browser: Browser;
const open: WatchedPage[] = [];
beforeAll(async () => {
  [browser, product] = await Promise.all([openBrowser(), sharedProduct()]);
});
afterEach(async () => {
  for (const page of open.splice(0)) {
    expect(page.troubles).toEqual([]);
    await page.context().close();
  }
});

async function visit(address: string, options: Parameters<typeof openPage>[1] = {}) {
  const page = await openPage(browser, { timezoneId: site.officeHours.timeZone, ...options });
  open.push(page);
  await page.goto(product.origin + address);
  return page;
}

const mailTo = async (address: string, subject: RegExp) => {
  const found = () =>
    product.mails.find(
      (mail) => mail.to?.[0]?.address === address && subject.test(mail.subject ?? ""),
    );
  await expect.poll(found).toBeDefined();
  return found();
};

test("switching languages doesn't clear the questionnaire, and the Spanish questionnaire books a call", async () => {
  const email = `${randomUUID()}@example.com`;
  const page = await visit("/es/marketing");
  expect(await page.evaluate(() => document.documentElement.lang)).toBe("es");
  await page.getByRole("link", { name: `Comenzar con ${p2.title}` }).click();
  await page.getByText(p2.said.replace("a month", "al mes")).first().waitFor();
  await page.getByLabel("Nombre completo").fill("Rosa Delgado");
  await page.getByLabel("Correo electrónico").fill(email);
  await page.getByRole("link", { name: "English" }).first().click();
  await page.getByRole("heading", { name: "Get started" }).waitFor();
  expect(new URL(page.url()).search).toBe("?p=p2");
  await expect.poll(() => page.getByLabel("Full name").inputValue()).toBe("Rosa Delgado");
  await page.getByLabel("Phone").fill("(813) 555-0188");
  await page.getByRole("link", { name: "Español" }).first().click();
  await page.getByRole("heading", { name: "Empecemos" }).waitFor();
  await expect.poll(() => page.getByLabel("Teléfono").inputValue()).toBe("(813) 555-0188");
  await page.getByRole("button", { name: "Siguiente" }).click();
  await page.getByRole("heading", { name: "Su marketing hasta ahora" }).waitFor();
  await page.getByRole("button", { name: "Siguiente" }).click();
  await page.getByRole("button", { name: "Enviar" }).click();
  await page.getByText("Por favor, complete este campo.").first().waitFor();
  const times = page.getByRole("radiogroup", { name: "Horas disponibles" });
  await times.getByRole("radio").first().check();
  await page.getByText("Se la reservamos:").waitFor();
  await page.getByRole("button", { name: "Enviar" }).click();
  const dialog = page.getByRole("dialog", { name: "¡Listo!" });
  await dialog.waitFor();
  await expect
    .poll(() => dialog.textContent())
    .toMatch(/reservada: \p{L}+, \d+ de \p{L}+, a las? /u);
  await page.getByRole("button", { name: "Aceptar" }).click();
  await page.waitForURL(`${product.origin}/es/marketing`);

  const confirmation = await mailTo(
    email,
    new RegExp(`^Su llamada con ${site.ownerFirst}: .* hora de ${site.city}$`),
  );
  expect(confirmation?.text).toContain("Le llamaré al (813) 555-0188.");
  const [link = ""] = /\/booked-call\?t=[\w-]{43}/.exec(confirmation?.text ?? "") ?? [];
  await page.goto(product.origin + link);
  await page.getByRole("heading", { name: `Su llamada con ${site.ownerFirst}` }).waitFor();
  expect(await page.evaluate(() => document.documentElement.lang)).toBe("es");
  await page.locator("summary").click();
  await page.getByRole("button", { name: "Sí, cancelar la llamada" }).click();
  await page.getByText("Su llamada está cancelada.").waitFor();
  await mailTo(email, new RegExp(`^Cancelada: su llamada con ${site.ownerFirst}$`));

  const owner = await product.withTools((tools) => makeOwner(tools));
  const console = await openDesk(browser, product.origin, owner, "/admin/requests?list=all");
  open.push(console);
  await console
    .getByText("Questionnaire · Spanish")
    .or(console.getByText("Spanish"))
    .first()
    .waitFor();
  await console.getByRole("link", { name: "Rosa Delgado" }).first().click();
  await console.getByText("Spanish", { exact: true }).waitFor();
  await console.getByText("¿Tiene un sitio web?").or(console.getByText(p2.title)).first().waitFor();
});

test("the makeover's email, its PDF's name and its web page are in Spanish", async () => {
  const email = `${randomUUID()}@example.com`;
  const page = await visit("/es/marketing#makeover", { reducedMotion: "reduce" });
  await page.getByLabel("Su nombre", { exact: true }).fill("Rosa Delgado");
  await page.getByLabel("Correo electrónico").fill(email);
  await page.getByLabel("Especialidad").selectOption("dentist");
  await page.getByRole("button", { name: "Envíenme mi plan" }).click();
  const dialog = page.getByRole("dialog", { name: "¡Listo!" });
  await dialog.waitFor();
  await expect.poll(() => dialog.textContent()).toContain("Le enviamos su plan de marketing");
  const mail = await mailTo(email, /^Su plan para mejorar/);
  expect(mail?.text).toContain("Hola, Rosa Delgado:");
  expect(mail?.attachments[0]?.filename).toBe("plan-de-marketing.pdf");
  const [link = ""] = /\/es\/marketing\/makeover-plan\S*/.exec(mail?.text ?? "") ?? [];
  expect(link).toContain("specialty=dentist");
  await page.goto(product.origin + link);
  await page.getByText("dentista que hable español cerca de mí").waitFor();
});

test("a visitor to the English pages can find the Spanish landing page, or ask for a reply in Spanish", async () => {
  const page = await visit("/marketing");
  await page.getByRole("main").getByRole("link", { name: "¿Prefiere español?" }).click();
  await page.waitForURL(`${product.origin}/es/marketing`);
  await page.goto(`${product.origin}/marketing/contact`);
  await page.getByLabel("Name", { exact: true }).fill("Rosa Delgado");
  await page.getByLabel("Email").fill(`${randomUUID()}@example.com`);
  await page.getByLabel("Phone").fill("(813) 555-0188");
  await page.getByLabel("Message").fill("¿Trabajan con quiroprácticos?");
  await page.getByLabel("Prefiero que me respondan en español").check();
  await page.getByRole("button", { name: "Send" }).click();
  await page.getByText("Nos comunicaremos con usted en breve.").waitFor();
});

test("the contact form's errors and confirmation are in Spanish, even those from the server", async () => {
  const page = await visit("/es/marketing/contact");
  await page.getByLabel("Nombre", { exact: true }).fill("Rosa Delgado");
  await page.getByLabel("Correo electrónico").fill("rosa@");
  await page.getByLabel("Teléfono").fill("(813) 555-0188");
  await page.getByLabel("Mensaje").fill("¿Trabajan con quiroprácticos?");
  await page.getByRole("button", { name: "Enviar" }).click();
  await page.getByText("Escriba un correo electrónico válido.").waitFor();
  await page.getByLabel("Correo electrónico").fill(`${randomUUID()}@example.com`);
  await page.getByRole("button", { name: "Enviar" }).click();
  await page.getByText("Nos comunicaremos con usted en breve.").waitFor();
});

test("both languages show the phone number and link to each other without JavaScript", async () => {
  for (const [path, other, call] of [
    ["/es/marketing/get-started", "/marketing/get-started", `Llame al ${site.phone}`],
    ["/marketing/get-started", "/es/marketing/get-started", callLink],
  ] as const) {
    const page = await visit(path, { javaScriptEnabled: false });
    await page.getByRole("link", { name: call }).waitFor();
    expect(await page.locator(`a[data-language][href="${other}"]`).count()).toBeGreaterThan(1);
  }
});

test("search engines find the landing page in both languages, and it doesn't load the other language's words", async () => {
  for (const { root, marketing } of [englishMarketing, spanishMarketing]) {
    const page = await visit(root, { reducedMotion: "reduce" });
    const links = page.locator("link[rel=alternate][hreflang]");
    const found = await links.evaluateAll((all) =>
      all.map((link) => [
        link.getAttribute("hreflang"),
        new URL((link as HTMLLinkElement).href).pathname,
      ]),
    );
    expect(found).toEqual([
      ["en", "/marketing"],
      ["es", "/es/marketing"],
      ["x-default", "/marketing"],
    ]);
    // To another element: within one, the pointer may have been before the page listened.
    await page.mouse.move(10, 10);
    await page.mouse.move(640, 400);
    // React marks the elements that it has hydrated.
    await page.waitForFunction(() =>
      Object.keys(document.querySelector("main") ?? {}).some((key) => key.startsWith("__reactF")),
    );
    await page.waitForLoadState("networkidle");
    const files = await page.evaluate(() =>
      performance
        .getEntriesByType("resource")
        .map(({ name }) => name)
        .filter((name) => name.endsWith(".js")),
    );
    const scripts = await Promise.all(files.map(async (file) => (await fetch(file)).text()));
    const own = marketing.splash.lead;
    expect(scripts.some((script) => script.includes(own))).toBe(true);
    const others = root === "/marketing" ? spanishMarketing : englishMarketing;
    expect(scripts.some((script) => script.includes(others.marketing.splash.lead))).toBe(false);
  }
});
