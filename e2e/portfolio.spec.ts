// The portfolio as visitors see it: the splash, the jobs, the projects, the menu, the form, and the
// résumé.
import type { Browser, BrowserContextOptions } from "playwright-core";
import { extractText, getDocumentProxy, getMeta } from "unpdf";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { caseStudies } from "#content/case-studies.ts";
import { demoStartWords } from "#content/demo.ts";
import { portfolio } from "#content/portfolio.ts";
import { resume } from "#content/resume.ts";
import { site } from "#content/site.ts";
import {
  expectAccessible,
  expectNoSidewaysScroll,
  openBrowser,
  openPage,
  type WatchedPage,
} from "./browser.ts";
import { holdOpening } from "./opening.ts";
import { slugOf, studyPath } from "./owner.ts";
import { type Product, startProduct } from "./product.ts";

const splashMs = 3000;

/** Which sections have content. The others aren't shown, so their tests don't run. */
const has = {
  about: portfolio.about !== null,
  jobs: resume.work.length > 2,
  projects: resume.projects.length > 0,
  skills: resume.skills.length > 0,
};
const languages = [...new Set(resume.projects.flatMap(({ keywords }) => keywords))];
const { flagship, pictured } = portfolio.projects;
const study = caseStudies.find(({ project }) => project === flagship?.project);
const nextStudy = caseStudies.find((one) => one !== study);
/** A project from the list below the projects with pictures. */
const further = resume.projects.find(
  ({ name }) => name !== flagship?.project && !pictured.some(({ project }) => project === name),
);
/** A language whose filter hides at least one project that a skill links to. */
const [rare] = languages.flatMap((language) => {
  const [shown, hidden] = [true, false].map((is) =>
    resume.projects.filter(({ keywords }) => keywords.includes(language) === is),
  );
  const evidence = resume.skills.flatMap(({ keywords }) => keywords);
  const named = hidden?.find(({ name }) => evidence.includes(name));
  const [first] = shown ?? [];
  const count = shown?.length ?? 0;
  return first && named ? [{ language, count, project: first.name, hidden: named.name }] : [];
});
const phone = { width: 390, height: 844 };

let browser: Browser;
let page: WatchedPage;
beforeAll(async () => {
  browser = await openBrowser();
});
afterEach(async () => {
  await page?.context().close();
});

describe("the splash", () => {
  let product: Product;
  beforeAll(async () => {
    product = await startProduct({ SPLASH_MS: String(splashMs), CAPTCHA_PROVIDER: "off" });
  });
  afterAll(() => product.stop());

  test("the splash covers the page and closes after its set time", async () => {
    await open("/");
    await opening().waitFor();
    expect(await isOnTop("h1")).toBe(false);
    await opening().waitFor({ state: "hidden" });
    expect(await sincePageWasAskedFor()).toBeGreaterThanOrEqual(splashMs);
    expect(await isOnTop("h1")).toBe(true);
  });

  if (has.skills) {
    test("a page opened with an anchor scrolls to it half a second after the splash closes", async () => {
      await open("/#skills");
      const seen = await page.evaluate(watchPlace, "skills");
      const [first] = seen;
      const there = seen.find(({ top }) => top < 100);
      // The page is still scrolled to its top when the splash closes.
      expect(first?.top).toBeGreaterThan(400);
      expect(there?.at).toBeGreaterThanOrEqual(splashMs + 500);
      await expect.poll(() => isInView(page.locator("#skills-title"))).toBe(true);
    });
  }

  if (has.projects) {
    test.each(["the button", "Escape", "a tap"])(
      "%s skips the splash, and the page jumps to its anchor",
      async (way) => {
        const options = { viewport: phone, hasTouch: true };
        await openAt(product, "/#projects", options, () => holdOpening(page), "commit");
        await opening().waitFor();
        if (way === "the button") await page.getByRole("button", { name: "Skip" }).click();
        if (way === "Escape") await page.keyboard.press("Escape");
        if (way === "a tap") await page.touchscreen.tap(200, 300);
        await opening().waitFor({ state: "hidden" });
        await expect.poll(() => topOf("#projects")).toBeLessThan(100);
      },
    );
  }

  if (has.projects) {
    test.each(["skipped", "scrolled"])(
      "a page whose styles load late jumps to its anchor after the splash is skipped, but stays where the visitor has scrolled: %s",
      async (way) => {
        const isLate = Promise.withResolvers<void>();
        await openAt(product, "/#projects", { viewport: phone }, async () => {
          await page.route("**/assets/page-*.css", (route) =>
            isLate.promise.then(() => route.continue()),
          );
        });
        await opening().waitFor();
        if (way === "skipped") await page.keyboard.press("Escape");
        else await page.mouse.wheel(0, 30);
        // Waits for the end of the splash, not for its fade, which lasts only 400 ms and which a
        // busy machine may miss.
        await page.waitForFunction(() => document.documentElement.dataset.splash !== "on");
        isLate.resolve();
        await opening().waitFor({ state: "hidden" });
        await page.waitForFunction(() => document.documentElement.dataset.styled !== undefined);
        const top = expect.poll(() => topOf("#projects"));
        await (way === "skipped" ? top.toBeLessThan(100) : top.toBeGreaterThan(400));
      },
    );
  }

  if (has.projects) {
    test("a visitor who scrolls during the splash isn't moved to the anchor", async () => {
      await open("/#projects");
      await opening().waitFor();
      await page.mouse.move(400, 300);
      await page.mouse.wheel(0, 300);
      await opening().waitFor({ state: "hidden" });
      await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(200);
      await expect.poll(sincePageWasAskedFor).toBeGreaterThan(splashMs + 900);
      expect(await topOf("#projects")).toBeGreaterThan(400);
    });
  }

  if (has.about) {
    test("reduced motion skips the splash and opens the page at its anchor", async () => {
      const options: BrowserContextOptions = { reducedMotion: "reduce" };
      await openAt(product, "/#about", options, () => holdOpening(page), "commit");
      expect(await opening().isVisible()).toBe(false);
      await expect.poll(() => topOf("#about")).toBeLessThan(100);
      expect(await opening().isVisible()).toBe(false);
    });
  }

  test("the splash isn't shown without JavaScript, in print, or after navigation within the site", async () => {
    await open("/", { javaScriptEnabled: false });
    expect(await page.getByText("Skip Esc").isVisible()).toBe(false);
    await page.context().close();

    await open("/contact");
    await page.getByRole("button", { name: "Menu" }).click();
    await page.getByRole("dialog").getByRole("link", { name: "Home" }).click();
    await page.getByRole("heading", { name: resume.basics.name }).waitFor();
    expect(await opening().isVisible()).toBe(false);
    await page.context().close();

    await open("/");
    await opening().waitFor();
    await page.waitForLoadState();
    await page.emulateMedia({ media: "print" });
    await page.waitForFunction(() => matchMedia("print").matches);
    expect(await opening().isVisible()).toBe(false);
  });

  /** Returns at the first byte, so a test can watch the splash while the page is still loading. */
  function open(path: string, options?: BrowserContextOptions) {
    return openAt(product, path, options, undefined, "commit");
  }
});

describe("the pages", () => {
  let product: Product;
  beforeAll(async () => {
    product = await startProduct({ CAPTCHA_PROVIDER: "off" });
  });
  afterAll(() => product.stop());

  test("a public page doesn't load its framework before the first interaction", async () => {
    page = await openPage(browser);
    const scripts: string[] = [];
    page.on("request", (request) => {
      if (request.resourceType() === "script") scripts.push(request.url());
    });
    // Chromium sometimes fires a pointer event on a new page, so one visit isn't enough. A page
    // that loads its framework too early does so on every visit.
    for (let visits = 0; visits < 5; visits += 1) {
      scripts.length = 0;
      await page.goto(`${product.origin}/contact`);
      await page.waitForLoadState("networkidle");
      if (await page.evaluate(() => document.documentElement.dataset.awake === undefined)) break;
    }
    // Only the script that records where the visitor came from (app/page-scripts/record-visit.ts)
    // and keeps the scroll position.
    await expect.poll(() => scripts).toEqual([expect.stringContaining("/assets/apart-")]);
    await page.waitForLoadState("networkidle");
    expect(scripts).toHaveLength(1);
    // The script also restores the scroll position, which must not wait for an interaction.
    await page.reload();
    await expect.poll(() => scripts).toHaveLength(2);
    expect(new Set(scripts).size).toBe(1);
    await page.mouse.move(10, 10);
    await expect.poll(() => scripts.length).toBeGreaterThan(2);
  });

  test("the name is the heading, and the résumé and profile links are above the fold on a phone", async () => {
    await open("/", { viewport: phone });
    const name = await page.getByRole("heading", { level: 1 }).innerText();
    expect(name.replace(/\s+/g, " ").trim()).toBe(resume.basics.name);
    for (const name of ["Résumé (PDF)", ...site.profiles.map(({ name }) => name)]) {
      const box = await page.getByRole("main").getByRole("link", { name }).boundingBox();
      expect([name, (box?.y ?? 9999) + (box?.height ?? 0) <= phone.height]).toEqual([name, true]);
    }
  });

  test("the name takes the same space before and after its font loads, in windows of five widths", async () => {
    const sizes = [2560, 1440, 768, 390, 320].map((width) => ({ width, height: 800 }));
    const sent = Promise.withResolvers<void>();
    await openAt(product, "/", { reducedMotion: "reduce" }, async () => {
      await page.route("**/*.woff2", async (route) => {
        await sent.promise;
        await route.continue();
      });
    });
    const heading = page.getByRole("heading", { level: 1 });
    await heading.waitFor();
    const measured = async () => ({
      box: await heading.boundingBox(),
      excess: await heading.evaluate(widestExcess),
    });
    const before = new Map<object, Awaited<ReturnType<typeof measured>>>();
    for (const size of sizes) {
      await page.setViewportSize(size);
      await expectNoSidewaysScroll(page);
      before.set(size, await measured());
      expect(before.get(size)?.excess).toBeLessThanOrEqual(0);
    }
    sent.resolve();
    await page.evaluate(() => document.fonts.ready);
    for (const size of sizes) {
      await page.setViewportSize(size);
      const { box, excess } = await measured();
      expect([size, box]).toEqual([size, before.get(size)?.box]);
      // A browser without windows rounds some lines to the next pixel.
      expect(excess).toBeLessThanOrEqual(1);
    }
  });

  if (has.jobs) {
    test("the selected company's entry appears after the previous one fades out for 0.4 seconds", async () => {
      await open("/");
      await wake();
      const [first, second] = [entry(0), entry(1)];
      await first.waitFor();
      const turning = first.evaluate(recordLeaving);
      await tab(1).click();
      await expect.poll(() => tab(1).getAttribute("aria-selected")).toBe("true");
      const { fades, ms } = await turning;
      expect(fades).toBe("opacity 0.4s");
      // A busy machine may take longer, but never less time.
      expect(ms).toBeGreaterThan(350);
      await second.waitFor();
      await expect.poll(() => opacityOf(second)).toBe(1);
      await first.waitFor({ state: "hidden" });
      expect(new URL(page.url()).hash).toBe(`#work-${slugOf(resume.work[1]?.name)}`);
    });
  }

  if (has.jobs) {
    test("the selected company's entry is shown under reduced motion", async () => {
      await open("/", { reducedMotion: "reduce" });
      await wake();
      await tab(2).click();
      await entry(2).waitFor();
      await expect.poll(() => opacityOf(entry(2))).toBe(1);
    });
  }

  if (has.jobs) {
    test("arrow keys cycle through the companies, Home and End go to the ends, and Tab moves into the entry", async () => {
      await open("/");
      await wake();
      await tab(0).focus();
      await page.keyboard.press("ArrowLeft");
      await entry(resume.work.length - 1).waitFor();
      await page.keyboard.press("ArrowRight");
      await page.keyboard.press("ArrowRight");
      await entry(1).waitFor();
      await expect.poll(focusedText).toContain(resume.work[1]?.name);
      await page.keyboard.press("End");
      await entry(resume.work.length - 1).waitFor();
      await page.keyboard.press("Home");
      await entry(0).waitFor();
      await page.keyboard.press("Tab");
      await expect.poll(focusedText).toContain(resume.work[0]?.position);
    });
  }

  if (has.jobs) {
    test("the companies are stacked on a phone, and ArrowDown selects the next one", async () => {
      await open("/", { viewport: phone });
      await wake();
      await expect
        .poll(() => page.getByRole("tablist").getAttribute("aria-orientation"))
        .toBe("vertical");
      await tab(0).focus();
      await page.keyboard.press("ArrowDown");
      await entry(1).waitFor();
    });
  }

  if (has.jobs) {
    test("a company's button that is clicked before the scripts have loaded takes effect once they have", async () => {
      await open("/");
      await slowScripts();
      await tab(2).click();
      await entry(2).waitFor();
      await expect.poll(() => tab(2).getAttribute("aria-selected")).toBe("true");
    });
  }

  if (has.jobs) {
    test("an arrow key that is pressed before the scripts have loaded takes effect once they have", async () => {
      await open("/");
      // Content below the fold can't take focus before its styles have loaded.
      await page.waitForSelector("html[data-styled]");
      await slowScripts();
      await tab(0).focus();
      await page.keyboard.press("ArrowRight");
      await entry(1).waitFor();
    });
  }

  if (has.jobs) {
    test("a URL with an entry's anchor opens that entry", async () => {
      await open(`/#work-${slugOf(resume.work[2]?.name)}`);
      await entry(2).waitFor();
      await expect.poll(() => tab(2).getAttribute("aria-selected")).toBe("true");
      await entry(0).waitFor({ state: "hidden" });
      await expect.poll(() => isInView(entry(2))).toBe(true);
    });
  }

  if (rare) {
    test("a language filter hides other projects, and a skill's link to a hidden project shows that project again", async () => {
      await open("/");
      await wake();
      await page.getByRole("button", { name: rare.language }).click();
      await project(rare.project).waitFor();
      await project(rare.hidden).waitFor({ state: "hidden" });
      const counted = `${rare.count} of ${resume.projects.length} projects: ${rare.language}`;
      await page.getByText(counted).waitFor({ state: "attached" });
      await page.locator("#skills").getByRole("link", { name: rare.hidden }).first().click();
      await project(rare.hidden).waitFor();
      await expect.poll(() => isInView(project(rare.hidden))).toBe(true);
    });
  }

  if (has.jobs && has.skills) {
    test("the menu bar stays visible and highlights the current section", async () => {
      await open("/");
      await wake();
      const bar = page.getByRole("navigation", { name: "Main" });
      for (const name of ["Work", "Skills"]) {
        const id = name.toLowerCase();
        await page.locator(`#${id}`).evaluate((one) => one.scrollIntoView());
        const link = bar.getByRole("link", { name });
        await expect.poll(() => link.getAttribute("aria-current")).toBe("location");
        expect(await isInView(link)).toBe(true);
      }
      expect(await bar.locator("[aria-current]").count()).toBe(1);
    });
  }

  if (study && nextStudy) {
    test("a case study is one click from its project and links to another one", async () => {
      await open("/");
      await page.getByRole("link", { name: `Read the case study ${study.project}` }).click();
      await page.waitForURL(`**${studyPath(study.project)}`);
      await page.getByRole("heading", { level: 1, name: study.title }).waitFor();
      for (const name of [
        "Problem",
        "Constraints",
        "A hard decision",
        "Numbers",
        "What comes next",
      ]) {
        await page.getByRole("heading", { name, exact: true }).waitFor();
      }
      await page.getByRole("link", { name: nextStudy.title }).click();
      await page.waitForURL(`**${studyPath(nextStudy.project)}`);
    });
  }

  if (study) {
    test("a recruiter sees the key facts and the résumé above the fold, and a case study is one click away", async () => {
      await open("/", { viewport: { width: 1440, height: 900 } });
      for (const { name: fact } of portfolio.hero.facts) {
        const value = page.getByText(fact, { exact: true }).locator("xpath=following-sibling::dd");
        expect([fact, await isInView(value)]).toEqual([fact, true]);
      }
      const document = page.getByRole("main").getByRole("link", { name: "Résumé (PDF)" });
      expect(await isInView(document)).toBe(true);
      const address = (await document.getAttribute("href")) ?? "";
      const answer = await page.context().request.get(product.origin + address);
      expect(answer.headers()["content-type"]).toBe("application/pdf");
      await page.getByRole("link", { name: `Read the case study ${study.project}` }).click();
      await page.waitForURL(`**${studyPath(study.project)}`);
      await page.getByRole("heading", { level: 1, name: study.title }).waitFor();
      expect(await isInView(page.getByRole("heading", { level: 1 }))).toBe(true);
    });
  }

  test("the home, marketing and case study pages don't link to the demo when DEMO=off, even after their scripts load", async () => {
    for (const path of ["/", "/marketing", ...caseStudies.map((one) => studyPath(one.project))]) {
      await open(path);
      const links = page.getByRole("link", { name: demoStartWords.button, includeHidden: true });
      expect([path, await links.count()]).toEqual([path, 0]);
      await wake();
      expect([path, await links.count()]).toEqual([path, 0]);
      await page.context().close();
    }
    await open("/contact");
    await page.getByRole("button", { name: "Menu" }).click();
    await page.getByRole("dialog").getByRole("link", { name: "Home" }).click();
    await page.getByRole("heading", { name: resume.basics.name }).waitFor();
    expect(await page.locator('a[href="/demo"]').count()).toBe(0);
  });

  if (further) {
    test("a listed project's description fills the middle columns on a wide screen", async () => {
      await open("/", { viewport: { width: 1440, height: 900 } });
      await page.waitForSelector("html[data-styled]");
      const row = page.locator(`#project-${slugOf(further.name)}`);
      const [title, says, place] = await row
        .locator("> *")
        .evaluateAll((parts) => parts.map((part) => part.getBoundingClientRect().toJSON()));
      expect(says.width).toBeGreaterThan(title.width * 1.5);
      expect(says.left).toBeGreaterThan(title.right);
      expect(place.left).toBeGreaterThan(says.right);
    });
  }

  if (has.skills) {
    test("skills are meters with their level in words", async () => {
      await open("/");
      const meters = page.getByRole("meter");
      await expect.poll(() => meters.count()).toBe(resume.skills.length);
      const level = Number(resume.skills[0]?.level);
      const says = portfolio.skills.axis[Math.min(3, Math.floor(level / 25))];
      await expect.poll(() => meters.first().getAttribute("aria-valuetext")).toBe(says);
      await expect
        .poll(() => page.locator("#skills li").first().textContent())
        .toContain(resume.skills[0]?.keywords.slice(0, 2).join(", "));
    });
  }

  test("the menu opens before scripts load, lists every section, and returns the focus on Escape", async () => {
    await open("/");
    await slowScripts();
    const button = page.getByRole("button", { name: "Menu" });
    await button.click();
    const menu = page.getByRole("dialog", { name: "menu" });
    await menu.waitFor();
    expect((await menu.boundingBox())?.width).toBe(250);
    await expect
      .poll(() => menu.getByRole("link").allInnerTexts())
      .toEqual(
        [
          ...["Home", has.about && "About", has.projects && "Projects", has.skills && "Skills"],
          ...["Contact", "Résumé", ...site.ventures.map(({ name }) => name), "Marketing"],
        ].filter(Boolean),
      );
    for (const { name } of site.ventures) {
      const link = menu.getByRole("link", { name: `${name} opens in a new tab` });
      expect([name, await link.getAttribute("target")]).toEqual([name, "_blank"]);
    }
    await page.keyboard.press("Escape");
    await menu.waitFor({ state: "hidden" });
    await expect.poll(() => button.evaluate((one) => one === document.activeElement)).toBe(true);
    await button.click();
    if (!has.skills) return;
    await menu.getByRole("link", { name: "Skills" }).click();
    await menu.waitFor({ state: "hidden" });
    await expect.poll(() => topOf("#skills")).toBeLessThan(100);
  });

  test("every entry is readable without JavaScript, and controls that need it are hidden", async () => {
    await open("/", { javaScriptEnabled: false });
    for (const { name, position } of resume.work) {
      await page.getByRole("heading", { name: position, exact: true }).waitFor();
      await page.locator("#work").getByText(`${name}, `).first().waitFor();
    }
    await expect.poll(() => page.getByRole("tab").count()).toBe(0);
    for (const name of languages) {
      await page.getByRole("button", { name }).waitFor({ state: "hidden" });
    }
    await expectNoSidewaysScroll(page);
  });

  test("a printout shows every entry, but not the menu bar or the résumé link", async () => {
    await open("/");
    await page.emulateMedia({ media: "print" });
    for (let at = 0; at < resume.work.length; at += 1) await entry(at).waitFor();
    await page.getByRole("banner").waitFor({ state: "hidden" });
    await page.getByRole("link", { name: "Résumé (PDF)" }).waitFor({ state: "hidden" });
  });

  test.each(["/", "/contact"])(
    "%s doesn't scroll sideways and passes axe at 200% zoom",
    async (path) => {
      // A window of 1280 by 800 pixels at 200% zoom.
      await open(path, { viewport: { width: 640, height: 400 }, deviceScaleFactor: 2 });
      await expectNoSidewaysScroll(page);
      await expectAccessible(page);
    },
  );

  if (has.jobs && languages[0]) {
    test("axe finds no problems with the menu open, a filter set and another company selected", async () => {
      await open("/", { reducedMotion: "reduce" });
      await wake();
      await tab(1).click();
      await entry(1).waitFor();
      await page.getByRole("button", { name: languages[0] }).click();
      await expect
        .poll(() => page.locator("[id^=project-]").count())
        .toBe(
          resume.projects.filter(({ keywords }) => keywords.includes(languages[0] ?? "")).length,
        );
      await expectAccessible(page);
      await page.getByRole("button", { name: "Menu" }).click();
      await expectAccessible(page);
      expect(page.troubles).toEqual([]);
    });
  }

  test("/contact opens scrolled to the top after navigation from the home page", async () => {
    await open("/");
    await wake();
    await page.getByRole("link", { name: "Send me a message" }).click();
    await page.getByRole("heading", { name: "Send me a message" }).waitFor();
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
    await expect.poll(() => page.getByLabel("Message").getAttribute("rows")).toBe("6");
  });

  test("the résumé's text can be selected and searched, in page order", async () => {
    const answer = await fetch(`${product.origin}/resume.pdf`);
    expect(answer.headers.get("Content-Type")).toBe("application/pdf");
    const pdf = await getDocumentProxy(new Uint8Array(await answer.arrayBuffer()));
    const { info } = await getMeta(pdf);
    expect([info.Title, info.Language]).toEqual([`${resume.basics.name}, résumé`, "en-US"]);
    expect(pdf.numPages).toBe(1);
    const { text } = await extractText(pdf, { mergePages: true });
    const expected = [
      resume.basics.name,
      resume.basics.email,
      ...resume.work.flatMap(({ position, name }) => [position, name]),
      ...resume.projects.map(({ name }) => name),
      ...(has.skills ? ["Skills"] : []),
    ];
    if (site.isSample) {
      // The text is as large as the page allows, so little of the page is empty.
      const sheet = await pdf.getPage(1);
      const { items } = await sheet.getTextContent();
      const heights = items.flatMap((item) =>
        "transform" in item && item.str.trim() ? [item.transform[5]] : [],
      );
      // The lowest line is the footer.
      const [, lowest] = [...new Set(heights.map(Math.round))].toSorted((a, b) => a - b);
      expect(lowest).toBeLessThan(792 * 0.14);
    }
    let from = 0;
    for (const words of expected) {
      const at = text.indexOf(words, from);
      expect([words, at >= from]).toEqual([words, true]);
      from = at;
    }
  });

  test("public pages have their site's name, a canonical URL and a preview image, and the home page has structured data", async () => {
    for (const [path, name] of [
      ["/", site.owner],
      ["/contact", site.owner],
      ["/marketing/faq", site.mailName],
    ] as const) {
      const html = await (await fetch(product.origin + path)).text();
      expect(html).toContain(`<link rel="canonical" href="${product.origin}${path}">`);
      expect(html).toContain(`property="og:site_name" content="${name}"`);
      const [, picture = ""] = /property="og:image" content="([^"]+)"/.exec(html) ?? [];
      expect(picture.startsWith(`${product.origin}/previews/`)).toBe(true);
      const answer = await fetch(picture);
      expect([answer.status, answer.headers.get("Content-Type")]).toEqual([200, "image/png"]);
    }
    const home = await (await fetch(product.origin)).text();
    const [, person = "{}"] =
      /<script type="application\/ld\+json">(.+?)<\/script>/.exec(home) ?? [];
    expect(JSON.parse(person)).toMatchObject({ "@type": "Person", name: resume.basics.name });
  });

  test("/projects leads to the projects on the home page", async () => {
    const answer = await fetch(`${product.origin}/projects?ref=cv`, { redirect: "manual" });
    expect([answer.status, answer.headers.get("Location")]).toEqual([301, "/?ref=cv#projects"]);
  });

  test("/favicon.ico is an icon file with a PNG", async () => {
    const answer = await fetch(`${product.origin}/favicon.ico`);
    const file = Buffer.from(await answer.arrayBuffer());
    expect([answer.status, file.readUInt16LE(2)]).toEqual([200, 1]);
    const png = file.subarray(file.readUInt32LE(18));
    expect(png.subarray(1, 4).toString()).toBe("PNG");
    expect(png.length).toBe(file.readUInt32LE(14));
  });

  test.each([
    ["/sitemap.xml", "/marketing/faq</loc>"],
    ["/robots.txt", "/sitemap.xml"],
    ["/.well-known/security.txt", "Contact: mailto:"],
    ["/manifest.webmanifest", '"icons"'],
  ])("%s exists and doesn't contain the placeholder origin", async (path, words) => {
    const text = await (await fetch(product.origin + path)).text();
    expect(text).toContain(words);
    expect(text).not.toContain("origin.invalid");
  });

  function open(path: string, options?: BrowserContextOptions) {
    return openAt(product, path, options);
  }
});

async function openAt(
  product: Product,
  path: string,
  options: BrowserContextOptions = {},
  before: () => Promise<void> = async () => {},
  waitUntil: "commit" | "domcontentloaded" = "domcontentloaded",
) {
  page = await openPage(browser, options);
  await before();
  await page.goto(product.origin + path, { waitUntil });
}

/** Interacts with the page, so its scripts load and React hydrates it. */
async function wake() {
  await page.waitForLoadState("load");
  await page.mouse.move(300, 200);
  await page.mouse.move(310, 210);
  // React marks the elements that it has hydrated. The page's "hydrated" event may be over already,
  // because Chromium sometimes fires a pointer event on a new page.
  await page.waitForFunction(() =>
    Object.keys(document.querySelector("main") ?? {}).some((key) => key.startsWith("__reactFiber")),
  );
  // Effects run after hydration, so this waits one more frame.
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done))));
}

/** Delays scripts like a slow connection. */
async function slowScripts() {
  await page.route("**/assets/*.js", async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 500));
    await route.continue();
  });
}

const opening = () => page.getByRole("region", { name: "Opening" });
const tab = (at: number) => page.locator("[role=tab]").nth(at);
const entry = (at: number) => page.locator("[role=tabpanel]").nth(at);
const project = (name: string) => page.locator("#projects").getByRole("heading", { name });

const sincePageWasAskedFor = () => page.evaluate(() => performance.now());

/** Returns how many pixels the element is from the top of the window. */
function topOf(selector: string): Promise<number> {
  return page.locator(selector).evaluate((element) => element.getBoundingClientRect().top);
}

/** Runs in the page. Returns by how many pixels a word of the name exceeds its box at most. */
function widestExcess(heading: Element): number {
  const excesses = [...heading.querySelectorAll("span")].map((place) => {
    const word = document.createRange();
    word.selectNodeContents(place);
    // The trailing space is excluded, because it is only there for copying the name.
    if (place.firstChild) word.setEnd(place.firstChild, (place.textContent ?? "").trimEnd().length);
    return word.getBoundingClientRect().width - place.offsetWidth;
  });
  return Math.round(Math.max(...excesses));
}

/**
 * Runs in the page. Records the element's position in each frame between the end of the splash and
 * the jump to the anchor.
 */
async function watchPlace(id: string): Promise<{ at: number; top: number }[]> {
  const seen: { at: number; top: number }[] = [];
  while (seen.every(({ top }) => top > 100) && performance.now() < 15_000) {
    await new Promise((resolve) => requestAnimationFrame(resolve));
    if (document.documentElement.dataset.splash === "on") continue;
    const { top = 9999 } = document.getElementById(id)?.getBoundingClientRect() ?? {};
    seen.push({ at: performance.now(), top });
  }
  return seen;
}

function isOnTop(selector: string): Promise<boolean> {
  return page.locator(selector).evaluate((element) => {
    const { left, top, height } = element.getBoundingClientRect();
    return element.contains(document.elementFromPoint(left + 40, top + height / 2));
  });
}

async function isInView(one: ReturnType<typeof entry>): Promise<boolean> {
  const box = await one.boundingBox();
  const height = await page.evaluate(() => innerHeight);
  return box !== null && box.y >= 0 && box.y < height;
}

function opacityOf(one: ReturnType<typeof entry>): Promise<number> {
  return one.evaluate((element) => Number(getComputedStyle(element).opacity));
}

/**
 * Runs in the page, so that the time of messages doesn't count. Records how an entry fades out, and
 * for how long.
 */
function recordLeaving(element: Element): Promise<{ fades: string; ms: number }> {
  let leftAt = 0;
  let fades = "";
  return new Promise((resolve) => {
    const observer = new MutationObserver(() => {
      if (element.getAttribute("data-state") === "leaving") {
        leftAt = performance.now();
        const { transitionProperty, transitionDuration } = getComputedStyle(element);
        fades = `${transitionProperty} ${transitionDuration}`;
      } else if (leftAt > 0) {
        observer.disconnect();
        resolve({ fades, ms: performance.now() - leftAt });
      }
    });
    observer.observe(element, { attributes: true, attributeFilter: ["data-state"] });
  });
}

function focusedText(): Promise<string> {
  return page.evaluate(() => document.activeElement?.textContent ?? "");
}
