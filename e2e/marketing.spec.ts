// The marketing site, as a busy practice owner uses it.
import type { Browser } from "playwright-core";
import { extractText, getDocumentProxy } from "unpdf";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { caseStudies } from "#content/case-studies.ts";
import { faq } from "#content/faq.ts";
import { marketing, packages } from "#content/marketing.ts";
import { site } from "#content/site.ts";
import { english } from "#content/words.ts";
import { hourMs } from "#contract/durations.ts";
import { nextOfficeMoment } from "#contract/office-hours.ts";
import { dayAfter, dayIn, startOfDay } from "#contract/zones.ts";
import {
  expectAccessible,
  expectNoSidewaysScroll,
  openBrowser,
  openPage,
  shiftClock,
  type WatchedPage,
} from "./browser.ts";
import { holdOpening } from "./opening.ts";
import { callLink, p1, p2, p3 } from "./owner.ts";
import { until } from "./process.ts";
import { type Product, startProduct } from "./product.ts";

const splashMs = 4000;

let product: Product;
let browser: Browser;
let page: WatchedPage;
beforeAll(async () => {
  browser = await openBrowser();
  product = await startProduct({ SPLASH_MS: String(splashMs) });
});
afterAll(() => product.stop());
afterEach(async () => {
  await page.context().close();
});

test("the splash closes automatically, and the section in the URL is visible afterward", async () => {
  page = await openPage(browser);
  // Returns at the first byte, because on a busy machine the page may load for longer than the
  // splash lasts.
  await page.goto(`${product.origin}/marketing#pricing`, { waitUntil: "commit" });
  const opening = page.getByRole("region", { name: "Opening" });
  await opening.waitFor();
  await opening.waitFor({ state: "hidden" });
  const title = page.getByRole("heading", { name: "Three prices. Nothing hidden" });
  await expect.poll(() => isInView(title)).toBe(true);
  expect(new URL(page.url()).pathname + new URL(page.url()).hash).toBe("/marketing#pricing");
});

test.each([
  [
    "/marketing",
    [
      { width: 844, height: 390 },
      { width: 740, height: 360 },
    ],
  ],
  ["/", [{ width: 667, height: 375 }]],
])("the splash screen of %s is fully visible on a phone held sideways", async (path, sizes) => {
  page = await openPage(browser, { viewport: sizes[0] });
  await holdOpening(page);
  await page.goto(product.origin + path, { waitUntil: "commit" });
  const opening = page.getByRole("region", { name: "Opening" });
  await opening.waitFor();
  for (const size of sizes) {
    await page.setViewportSize(size);
    const bottom = await opening.evaluate((one) =>
      Math.max(
        ...[...one.querySelectorAll("p, button, div")].map(
          (part) => part.getBoundingClientRect().bottom,
        ),
      ),
    );
    expect(bottom).toBeLessThanOrEqual(size.height - 22);
  }
});

test.each(["Escape", "Enter"])("%s skips the splash", async (key) => {
  page = await openPage(browser);
  await holdOpening(page);
  await page.goto(`${product.origin}/marketing`, { waitUntil: "commit" });
  const opening = page.getByRole("region", { name: "Opening" });
  await opening.waitFor();
  if (key === "Enter") await page.getByRole("button", { name: "Skip" }).focus();
  await page.keyboard.press(key);
  await opening.waitFor({ state: "hidden" });
});

test("five taglines rotate in place, and the calls to action stay visible and don't move", async () => {
  page = await openAt("/marketing", { width: 390, height: 844 }, "no-preference");
  const lines = [
    "You see patients.",
    "Ads that bring in",
    "A new lead?",
    "No contract.",
    "Get Started",
  ];
  const begin = page.locator("main").getByRole("link", { name: "Get Started" }).first();
  const call = page.locator("main").getByRole("link", { name: callLink });
  const before = await begin.boundingBox();
  for (const [turn, line] of lines.entries()) {
    // Checked in the middle of each tagline's turn, and in the pause after it.
    for (const second of [1.5, 3.5]) {
      expect(await shownTaglines((turn * 4 + second) * 1000)).toEqual([line]);
      expect(await begin.boundingBox()).toEqual(before);
      expect((await isInView(begin)) && (await isInView(call))).toBe(true);
    }
  }
  expect(await shownTaglines(20_000 + 1500)).toEqual(["You see patients."]);
});

test("the taglines start with the first one once the splash has closed", async () => {
  page = await openPage(browser);
  await page.goto(`${product.origin}/marketing`, { waitUntil: "commit" });
  const opening = page.getByRole("region", { name: "Opening" });
  await opening.waitFor();
  const cycle = () =>
    page.evaluate(() =>
      (document.querySelector("h1")?.parentElement?.getAnimations({ subtree: true }) ?? []).map(
        ({ playState, currentTime }) => ({ playState, isAtStart: currentTime === 0 }),
      ),
    );
  await page.locator("h1").waitFor({ state: "attached" });
  expect(new Set((await cycle()).map((one) => JSON.stringify(one)))).toEqual(
    new Set([JSON.stringify({ playState: "paused", isAtStart: true })]),
  );
  await opening.waitFor({ state: "hidden" });
  await expect
    .poll(async () => (await cycle()).every(({ playState }) => playState === "running"))
    .toBe(true);
});

test("the hero's sample desk can be tried by keyboard, keeps its height, and explains each result", async () => {
  page = await openAt("/marketing");
  const desk = page.getByRole("region", { name: "The lead desk, with sample data" });
  const height = async () => (await desk.boundingBox())?.height;
  const before = await height();
  await desk.getByRole("button", { name: "I’m calling" }).focus();
  await page.keyboard.press("Enter");
  await desk.getByText("2:41 is held, and saved with your result").first().waitFor();
  await expectAccessible(page);
  // The focus is on the first result's button.
  await page.keyboard.press("Enter");
  await desk.getByText("3 booked this month").waitFor();
  expect(await height()).toBe(before);
  await expectAccessible(page);
  await page.keyboard.press("Enter");
  await desk.getByRole("button", { name: "I’m calling" }).click();
  await desk.getByRole("button", { name: "Voicemail" }).click();
  await desk.getByText("At 11:30 she’s back at the top").waitFor();
  expect(await height()).toBe(before);
});

test("the waiting lead's clock runs, can be paused, and a call holds the time that it shows", async () => {
  page = await openAt("/marketing", { width: 390, height: 844 }, "no-preference");
  const desk = page.getByRole("region", { name: "The lead desk, with sample data" });
  const before = await waitShown();
  expect(before).toBeGreaterThanOrEqual(161);
  await expect.poll(waitShown).toBeGreaterThan(before);
  await page.getByLabel(marketing.hero.pause).focus();
  await page.keyboard.press("Space");
  const paused = await waitShown();
  const held = `${Math.floor(paused / 60)}:${String(paused % 60).padStart(2, "0")}`;
  await desk.getByRole("button", { name: "I’m calling" }).click();
  await desk.getByText(marketing.heroDesk.held(held)).first().waitFor();
});

test("the hero's sample desk shows its results, a still clock and no invitation to try it when JavaScript is off", async () => {
  page = await openPage(browser, { javaScriptEnabled: false });
  await page.goto(`${product.origin}/marketing`);
  const desk = page.getByRole("region", { name: "The lead desk, with sample data" });
  await desk.getByText("What happened after the call").waitFor();
  expect(await desk.getByText("Try it").isVisible()).toBe(false);
  const clock = page.locator("[data-clock]");
  expect(await clock.evaluate((one) => one.getAnimations().length)).toBe(0);
  await clock.getByText("2:41", { exact: true }).waitFor();
});

test("the landing page doesn't scroll sideways in a narrow or a wide window", async () => {
  page = await openAt("/marketing", { width: 320, height: 1000 });
  for (const width of [320, 390, 768, 960, 1200, 1440, 1920, 3840]) {
    await page.setViewportSize({ width, height: 1000 });
    await expectNoSidewaysScroll(page);
  }
});

test("the hero's two buttons are on one row of a wide window", async () => {
  page = await openAt("/marketing", { width: 960, height: 900 });
  const main = page.getByRole("main");
  for (const width of [960, 1280, 1440, 1920]) {
    await page.setViewportSize({ width, height: 900 });
    const [start, call] = await Promise.all(
      ["Get Started", callLink].map((name) =>
        main.getByRole("link", { name }).first().boundingBox(),
      ),
    );
    expect([width, call?.y, call?.height]).toEqual([width, start?.y, start?.height]);
  }
});

test("the phone number and Get Started stay visible while a desktop visitor scrolls", async () => {
  page = await openAt("/marketing", { width: 1440, height: 900 });
  const header = page.getByRole("banner");
  for (const name of ["What we take off your plate", "What does waiting cost you?"]) {
    await page.getByRole("heading", { name }).scrollIntoViewIfNeeded();
    for (const link of [site.phone, "Get Started"]) {
      await expect.poll(() => isInView(header.getByRole("link", { name: link }))).toBe(true);
    }
  }
});

test("the taglines can be paused by keyboard before the page's framework has loaded", async () => {
  page = await openAt("/marketing", { width: 1280, height: 800 }, "no-preference");
  await page.route("**/assets/*.js", (route) => route.abort());
  const pause = page.getByLabel(marketing.hero.pause);
  await pause.focus();
  await page.keyboard.press("Space");
  const states = await page.evaluate(() => [
    ...new Set(
      document
        .querySelector("h1")
        ?.parentElement?.getAnimations({ subtree: true })
        .map(({ playState }) => playState),
    ),
  ]);
  expect(states).toEqual(["paused"]);
});

test("reduced motion shows only the first tagline and hides the pause button", async () => {
  page = await openAt("/marketing", { width: 1280, height: 800 }, "reduce");
  await expect.poll(() => shownTaglines(null)).toEqual(["You see patients."]);
  await page.getByLabel(marketing.hero.pause).waitFor({ state: "hidden" });
});

test("the checked symptoms are counted, and the package that covers them all is suggested", async () => {
  page = await openAt("/marketing");
  await page.getByText("Check a box and we’ll suggest a package.").waitFor();
  await page.getByLabel("We barely show up on the map.").check();
  await page.getByText(`1 checked. ${p1.title} covers it.`).waitFor();
  await page.getByLabel("Web inquiries wait until lunch.").check();
  await page.getByText(`2 checked. ${p2.title} covers both.`).waitFor();
  await page.getByLabel("Our site is older than our X-ray machine.").check();
  await page.getByText(`3 checked. ${p3.title} covers all three.`).waitFor();
  await page.getByRole("link", { name: `See ${p3.said}` }).click();
  await page.waitForURL(`${product.origin}/marketing#pricing`);
});

test("the calculator shows a range, says that a practice that calls on time gains nothing, and names its sources", async () => {
  page = await openAt("/marketing");
  const result = page.locator("#calculator").getByRole("status");
  await expect
    .poll(() => result.textContent())
    .toContain("$900 to $4,500more a month: 1 to 5 additional patients");
  await expect
    .poll(() => result.textContent())
    .toMatch(/(one new patient pays|\d+ new patients pay|Even the low end pays) for both/);
  await page.getByLabel("Leads a month").focus();
  for (let press = 0; press < 8; press += 1) await page.keyboard.press("ArrowRight");
  await expect.poll(() => result.textContent()).toContain("out of 80 leads");
  await page.getByLabel("10 min").check();
  await expect.poll(() => result.textContent()).toContain("Nothing: you already call on time.");
  await page.getByText("Harvard Business Review, March 2011").waitFor();
  await page.getByText("InsideSales / Oldroyd, 2007").waitFor();
});

test("each package leads to the questionnaire with that package selected", async () => {
  page = await openAt("/marketing");
  for (const [name, text] of [
    [`Start with ${p1.title}`, p1.said],
    [`Start with ${p2.title}`, p2.said],
    [`Start with ${p3.title}`, p3.said],
  ] as const) {
    await page.getByRole("link", { name }).click();
    await page.waitForURL(/get-started\?p=p/);
    await page.locator("summary").getByText(text).waitFor();
    await page.goBack();
    await page.getByRole("link", { name }).waitFor();
  }
});

test("the phone menu lists every page and returns the focus when it closes", async () => {
  page = await openAt("/marketing/faq", { width: 390, height: 844 });
  const open = page.getByRole("button", { name: "Menu" });
  await open.focus();
  await page.keyboard.press("Enter");
  const menu = page.getByRole("dialog", { name: "menu" });
  await menu.waitFor();
  const names = await menu.getByRole("link").allTextContents();
  expect(names).toEqual([
    "Services",
    "About",
    "Pricing",
    "FAQ",
    "Contact",
    "Log In",
    "Get Started",
    english.otherLanguage,
  ]);
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await menu.waitFor({ state: "hidden" });
  await expect.poll(() => open.evaluate((button) => button === document.activeElement)).toBe(true);
});

test("a question's URL opens it even without JavaScript, and opening another question changes the URL", async () => {
  page = await openPage(browser, { javaScriptEnabled: false });
  await page.goto(`${product.origin}/marketing/faq#ads`);
  await page.getByText("On Facebook, Instagram and Google.").waitFor();
  // Only the question in the URL is open.
  expect(await page.locator("details[open]").count()).toBe(1);
  await page.context().close();
  page = await openAt("/marketing/faq");
  await page.getByText("Is there a contract?").click();
  await expect.poll(() => new URL(page.url()).hash).toBe("#contract");
});

test("the makeover form emails a personalized PDF within a minute, notifies the owner, and stores the campaign", async () => {
  page = await openAt("/marketing?utm_source=meta&utm_campaign=makeover#makeover");
  const form = page.getByRole("form", { name: "A free marketing makeover" });
  await form.getByLabel("Your name").fill("Dr. Lena Okoro");
  await form.getByLabel("Email").fill("lena@");
  await form.getByRole("button", { name: "Email me my makeover" }).click();
  await form.getByText("Enter a valid email address.").waitFor();
  await form.getByLabel("Email").fill("lena@example.com");
  await form.getByText("Tailor it further").click();
  await form.getByLabel("Practice name").fill("Okoro Family Dental");
  await form.getByLabel("City").fill("St. Petersburg");
  await form.getByLabel("Specialty").selectOption("Dentist");
  await form.getByLabel("What bothers you most?").selectOption("We barely show up on the map.");
  await form.getByText("Verified").waitFor();
  await form.getByRole("button", { name: "Email me my makeover" }).click();
  const dialog = page.getByRole("dialog", { name: "Success!" });
  await dialog.waitFor();
  expect(await dialog.textContent()).toContain(
    "Your marketing makeover presentation was sent to your email.",
  );
  await page.keyboard.press("Enter");
  await dialog.waitFor({ state: "hidden" });
  await expect.poll(() => form.getByLabel("Your name").inputValue()).toBe("");

  const toLena = () => product.mails.filter((mail) => mail.to?.[0]?.address === "lena@example.com");
  await until(() => toLena().length > 0, 60_000);
  expect(toLena()).toHaveLength(1);
  expect(toLena()[0]?.from?.address).toBe("hello@agency.example.com");
  const attached = toLena()[0]?.attachments[0];
  expect(attached).toMatchObject({
    filename: "marketing-makeover.pdf",
    mimeType: "application/pdf",
  });
  const pdf = await getDocumentProxy(new Uint8Array(attached?.content as ArrayBuffer));
  const { text } = await extractText(pdf, { mergePages: true });
  expect(text).toContain("Made for Dr. Lena Okoro");
  expect(text).toContain("A plan for Okoro Family Dental");
  expect(text).toContain("emergency dentist St. Petersburg");
  expect(text).toContain("Finish your Google Business page.");
  expect(text).toContain("Do these today");
  expect(text).toContain(site.postalAddress);
  // The plan is also a web page, for people who can't use the PDF.
  const [planLink] = /https?:\S+\/marketing\/makeover-plan\S*/.exec(toLena()[0]?.text ?? "") ?? [];
  const plan = await openPage(browser);
  await plan.goto(planLink ?? "");
  await plan.getByRole("heading", { name: "A plan for you" }).waitFor();
  await plan.getByText("Finish your Google Business page.").waitFor();
  await plan.getByText("emergency dentist near me").waitFor();
  await plan.context().close();
  // The owner's notice goes to the site's email address until the first account exists.
  await until(() =>
    product.mails.some(
      (mail) => mail.subject === "Dr. Lena Okoro requested the makeover presentation",
    ),
  );
  const [stored] = await attributionOf("lena@example.com");
  expect(stored?.attribution.first).toMatchObject({
    utm_source: "meta",
    utm_campaign: "makeover",
    landing: "/marketing",
  });
  expect(page.troubles).toEqual([]);
});

test("the phone's bottom bar doesn't cover the makeover form", async () => {
  page = await openAt("/marketing", { width: 390, height: 664 });
  const bar = page.getByRole("navigation", { name: "Get in touch" });
  await page.getByRole("heading", { name: "Three prices." }).scrollIntoViewIfNeeded();
  await expect.poll(() => isInView(bar)).toBe(true);
  const form = page.getByRole("form", { name: "A free marketing makeover" });
  await form.getByLabel("Your name").fill("Lena");
  await form.getByRole("button", { name: "Email me my makeover" }).click();
  await form.getByText("Please fill this in.").waitFor();
  await expect.poll(() => isInView(form.getByText("Please fill this in."))).toBe(true);
  expect(await isInView(bar)).toBe(false);
});

test("a message from the contact page carries the landing page's campaign, without cookies", async () => {
  // The campaign is carried even if the visitor leaves the first page before the page could store
  // it.
  page = await openPage(browser);
  await page.route("**/assets/apart-*", (route) =>
    route.request().frame().url().includes("gclid") ? route.abort() : route.continue(),
  );
  await page.goto(`${product.origin}/marketing?utm_source=google&gclid=abc`);
  await page.evaluate(() => location.assign("/marketing/contact"));
  await page.waitForURL("**/marketing/contact");
  await page.getByLabel("Name").fill("Rosa Delacroix");
  await page.getByLabel("Email").fill("rosa@example.com");
  await page.getByLabel("Phone").fill("(941) 555-0123");
  await page.getByLabel("Message").fill("Two locations in Sarasota.");
  await page.getByText("Verified").waitFor();
  await page.getByRole("button", { name: "Send" }).click();
  const dialog = page.getByRole("dialog", { name: "Success!" });
  await dialog.waitFor();
  await expect.poll(() => dialog.textContent()).toContain("We will contact you shortly.");
  const [stored] = await attributionOf("rosa@example.com");
  expect(stored?.attribution.last).toMatchObject({ utm_source: "google", gclid: "abc" });
  // The campaign wasn't stored in a cookie.
  const cookies = await page.context().cookies();
  expect(cookies).toEqual([]);
});

test("the landing page shows its sections and the phone link without JavaScript", async () => {
  page = await openPage(browser, { javaScriptEnabled: false });
  await page.goto(`${product.origin}/marketing`);
  expect(await page.getByRole("region", { name: "Opening" }).isVisible()).toBe(false);
  for (const name of [
    "You see patients. We fill your schedule.",
    "Check whatever sounds like your week.",
    "What we take off your plate",
    marketing.about.title,
    "Three prices. Nothing hidden behind a sales call.",
    "The lead desk: no one slips through the cracks.",
    "What does waiting cost you?",
    "A free marketing makeover for your practice.",
  ]) {
    await page.getByRole("heading", { name }).waitFor();
  }
  await page.getByText("leads from the ads").waitFor();
  await page.getByText("This form needs JavaScript").waitFor();
  await page.getByRole("link", { name: callLink }).waitFor();
  // Controls that need scripts are hidden, and their content is shown instead.
  await page.getByRole("slider").first().waitFor({ state: "hidden" });
  await page.getByText("Check a box and we’ll suggest a package.").waitFor({ state: "hidden" });
  await page.locator("#calculator").getByText("Same day", { exact: true }).waitFor();
  await page
    .locator("#calculator")
    .getByText("1 hour", { exact: true })
    .waitFor({ state: "hidden" });
});

test.each(["/", "/contact", "/marketing", "/marketing/get-started", "/lms"])(
  "%s hides the menu and color buttons without JavaScript and shows a navigation link",
  async (path) => {
    page = await openPage(browser, {
      javaScriptEnabled: false,
      viewport: { width: 390, height: 844 },
    });
    await page.goto(product.origin + path);
    await page.getByRole("heading", { level: 1 }).waitFor();
    const visible = page.getByRole("button", { name: /Menu|colors/ }).filter({ visible: true });
    expect(await visible.count()).toBe(0);
    const name = path.startsWith("/marketing") ? "FAQ" : path === "/lms" ? /@/ : "Contact";
    await page.getByRole("link", { name }).filter({ visible: true }).first().waitFor();
    await expectNoSidewaysScroll(page);
  },
);

test("a printout has the three prices side by side, without screen-only controls", async () => {
  page = await openAt("/marketing", { width: 720, height: 960 });
  await page.emulateMedia({ media: "print" });
  const tops = () =>
    page
      .locator("#pricing li:has(h3)")
      .evaluateAll((plans) => plans.map((plan) => plan.getBoundingClientRect().top));
  await expect.poll(async () => new Set(await tops()).size).toBe(1);
  expect(await tops()).toHaveLength(3);
  for (const name of [`Start with ${p2.title}`, "Get Started"]) {
    await page.getByRole("link", { name }).first().waitFor({ state: "hidden" });
  }
  await page.getByRole("button", { name: "Email me my makeover" }).waitFor({ state: "hidden" });
  await page.getByRole("slider").first().waitFor({ state: "hidden" });
  // The printout includes parts that were never scrolled to.
  await page.getByText("How we get these numbers").waitFor();
  await page.locator("footer").getByText(site.phone).waitFor();
  // The line's two sentences have a space between them.
  const [first, second] = await page
    .locator("#pricing-title span")
    .evaluateAll((spans) => spans.map((span) => span.getBoundingClientRect()));
  expect(second?.top).toBe(first?.top);
  expect((second?.left ?? 0) - (first?.right ?? 0)).toBeGreaterThan(2);
});

test("a printout of the FAQ has an answer to every question", async () => {
  page = await openAt("/marketing/faq");
  await page.emulateMedia({ media: "print" });
  const answers = page.locator("#questions p");
  await answers.last().waitFor();
  const file = await page.pdf();
  const pdf = await getDocumentProxy(new Uint8Array(file));
  const { text } = await extractText(pdf, { mergePages: true });
  for (const { answer } of faq) {
    expect(text.replace(/\s+/g, " ")).toContain(answer.slice(0, 30));
  }
});

test("structured data has the service area, the offers with prices, and the FAQ", async () => {
  page = await openAt("/marketing");
  const agency = await readData();
  expect(agency).toMatchObject({
    "@type": "ProfessionalService",
    url: `${product.origin}/marketing`,
    areaServed: { name: site.areaServed },
    makesOffer: packages.map(({ price }) => ({
      "@type": "Offer",
      price,
      itemOffered: { "@type": "Service" },
    })),
    openingHoursSpecification: { opens: `${String(site.officeHours.from).padStart(2, "0")}:00` },
  });
  const [, gold] = agency.makesOffer as { priceSpecification?: { unitCode: string } }[];
  expect(gold?.priceSpecification?.unitCode).toBe("MON");
  await page.goto(`${product.origin}/marketing/faq`);
  const questions = await readData();
  expect(questions["@type"]).toBe("FAQPage");
  expect((questions.mainEntity as unknown[]).length).toBe(await page.locator("details").count());
});

test.each(caseStudies)(
  "structured data has the author and date of the $project case study",
  async (study) => {
    page = await openPage(browser);
    await page.goto(`${product.origin}/`);
    const links = page.getByRole("link", { name: `Read the case study ${study.project}` });
    const address = await links.first().getAttribute("href");
    await page.goto(product.origin + address);
    expect(await readData()).toEqual({
      "@context": "https://schema.org",
      "@type": "TechArticle",
      headline: await page.getByRole("heading", { level: 1 }).textContent(),
      description: await page.locator('meta[name="description"]').getAttribute("content"),
      datePublished: study.date,
      url: await page.locator('link[rel="canonical"]').getAttribute("href"),
      about: study.project,
      author: { "@type": "Person", name: site.owner, url: `${product.origin}/` },
    });
  },
);

test("the landing page is at most 13 screens long on a phone, with a picture and a sentence for each service", async () => {
  page = await openAt("/marketing", { width: 390, height: 844 });
  // The parts below the fold get their real height only once they are styled and rendered.
  await page.waitForFunction(() => document.documentElement.dataset.styled !== undefined);
  const height = await page.evaluate(() => {
    document.documentElement.dataset.drawn = "";
    return document.documentElement.scrollHeight;
  });
  // The height includes the hero's sample desk and the section that tells a month lead by lead.
  expect(height).toBeLessThan(13 * 844);
  const services = page.locator("#services");
  for (const { says, drawing } of marketing.services.groups) {
    await services.getByText(says).waitFor();
    await services.locator(`[data-drawing="${drawing}"]`).waitFor();
  }
});

test("a printout shows the hero's whole desk, and only the last page may be half empty", async () => {
  page = await openAt("/marketing");
  const file = await page.pdf({ format: "Letter" });
  await page.emulateMedia({ media: "print" });
  await page.setViewportSize({ width: 816, height: 1056 });
  const desk = page.getByRole("region", { name: "The lead desk, with sample data" });
  const { x = 0, width = 0 } = (await desk.boundingBox()) ?? {};
  expect(x).toBeGreaterThan(0);
  expect(x + width).toBeLessThan(816);
  const pdf = await getDocumentProxy(new Uint8Array(file));
  const used: number[] = [];
  for (let number = 1; number < pdf.numPages; number += 1) {
    const sheet = await pdf.getPage(number);
    const { items } = await sheet.getTextContent();
    const lowest = Math.min(
      ...items.flatMap((item) =>
        "transform" in item && item.str.trim() ? [item.transform[5]] : [],
      ),
    );
    const [, , , height = 0] = sheet.view;
    used.push(1 - lowest / height);
  }
  expect(used.length).toBeGreaterThan(3);
  expect(Math.min(...used)).toBeGreaterThan(0.5);
});

/** Opens a page while the office is open, and waits until the splash is gone. */
async function openAt(
  path: string,
  viewport = { width: 1280, height: 800 },
  reducedMotion: "reduce" | "no-preference" = "reduce",
): Promise<WatchedPage> {
  const opened = await openPage(browser, { viewport, reducedMotion });
  await opened.addInitScript(shiftClock, openHour() - Date.now());
  await opened.goto(product.origin + path);
  if (reducedMotion === "no-preference") await opened.keyboard.press("Escape");
  await opened
    .locator("section[aria-label=Opening]")
    .waitFor({ state: "hidden" })
    .catch(() => undefined);
  return opened;
}

/** Returns an hour after the next opening of the office, from tomorrow on. */
function openHour(): number {
  const { timeZone } = site.officeHours;
  const tomorrow = startOfDay(dayAfter(dayIn(new Date(), timeZone), 1), timeZone);
  return nextOfficeMoment(tomorrow, site.officeHours).getTime() + hourMs;
}

/** Returns the seconds on the clock of the hero's sample desk. */
function waitShown(): Promise<number> {
  return page
    .locator("[data-clock]")
    .evaluate((one) => Number(getComputedStyle(one).getPropertyValue("--waited")));
}

/** Returns the taglines that are visible at this point of their animation. */
function shownTaglines(atMs: number | null) {
  return page.evaluate((ms) => {
    const box = document.querySelector("h1")?.parentElement;
    if (ms !== null) {
      for (const animation of box?.getAnimations({ subtree: true }) ?? []) {
        animation.pause();
        animation.currentTime = ms;
      }
    }
    return [...(box?.children ?? [])]
      .filter((line) => {
        const { opacity, visibility } = getComputedStyle(line);
        return visibility === "visible" && Number(opacity) > 0.99;
      })
      .map((line) => (line.querySelector("span") ?? line).textContent?.trim());
  }, atMs);
}

async function isInView(locator: ReturnType<WatchedPage["getByRole"]>): Promise<boolean> {
  const box = await locator.boundingBox();
  const height = page.viewportSize()?.height ?? 0;
  return box !== null && box.y >= 0 && box.y + box.height <= height;
}

async function readData(): Promise<Record<string, unknown>> {
  const text = await page.locator('script[type="application/ld+json"]').textContent();
  return JSON.parse(text ?? "{}");
}

async function attributionOf(email: string) {
  const { rows } = await product.withTools((tools) =>
    tools.pool.query("select attribution from contact_requests where email = $1", [email]),
  );
  return rows;
}
