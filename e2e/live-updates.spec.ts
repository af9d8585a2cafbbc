// An open dashboard gets the changed leads themselves: a burst of events causes few requests.
import type { Browser } from "playwright-core";
import { afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { bucketSpans } from "#content/desk/outcomes.ts";
import { makeCall, makeInquiry, makePractice } from "#server/db/make.ts";
import { openBrowser, type WatchedPage } from "./browser.ts";
import { openDesk } from "./desk.ts";
import { type Product, sharedProduct } from "./product.ts";

const burst = 100;

let product: Product;
let browser: Browser;
let page: WatchedPage;
let practice: Awaited<ReturnType<typeof makePractice>>;
beforeAll(async () => {
  browser = await openBrowser();
  product = await sharedProduct();
});
beforeEach(async () => {
  practice = await product.withTools((tools) => makePractice(tools));
});
afterEach(async () => {
  expect(page.troubles).toEqual([]);
  await page.context().close();
});

test.each([
  ["the queue", "sort=next&show=50"],
  ["a cut list", "sort=oldest"],
  ["a filtered list", "state=uncalled&sort=next&show=50"],
  ["a search", "q=Quintero&sort=newest"],
])(
  "a burst of events causes at most one request per second, and %s ends as the server's",
  async (_, query) => {
    for (let made = 0; made < 12; made += 1) await addLead(`Before ${made}`);
    page = await openDesk(browser, product.origin, practice, `/lms/dashboard?${query}`);
    await whenLoaded(["/lms/dashboard.data", "/api/mail/alarm"]);
    const requests = countRequests(page);
    const begunAt = Date.now();
    await product.withTools(async (tools) => {
      for (let sent = 0; sent < burst; sent += 4) {
        const { lead } = await makeInquiry(tools, practice.clientId, { firstName: `In ${sent}` });
        const call = { calledAt: new Date(), outcome: "no_answer" } as const;
        await Promise.all([
          makeCall(tools, practice, lead._id, call),
          makeInquiry(tools, practice.clientId, { firstName: `Also ${sent}` }),
          makeInquiry(tools, practice.clientId, { firstName: `Too ${sent}` }),
        ]);
      }
    });
    await expect.poll(() => page.title()).toMatch(/^\(62\) /);
    await expect.poll(shownIds).toEqual(await serverIds(query));
    const seconds = (Date.now() - begunAt) / 1000;
    expect(requests().filter((path) => path !== "/lms/dashboard/reload")).toEqual([]);
    // The first one is immediate, the last one follows the last event.
    expect(requests().length).toBeLessThanOrEqual(seconds + 1);
    expect(await shownIds()).toEqual(await serverIds(query));
  },
);

test("a change that arrives while the dashboard is loading is in its figures", async () => {
  await addLead("Before");
  page = await openDesk(browser, product.origin, practice, "/lms/profile");
  await whenLoaded(["/lms/profile.data"]);
  const [isRead, mayShow] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  await page.route(/\/lms\/dashboard\.data/, async (route) => {
    const response = await route.fetch();
    isRead.resolve();
    await mayShow.promise;
    await route.fulfill({ response });
  });
  await page.getByRole("link", { name: "Dashboard" }).click();
  await isRead.promise;
  await addLead("Meanwhile");
  await expect.poll(() => page.title()).toMatch(/^\(2\) /);
  mayShow.resolve();
  await page.locator("[data-lead]", { hasText: "Meanwhile" }).waitFor();
  const leads = page.locator("dl > div", { hasText: "Leads" }).locator("dd");
  await expect.poll(() => leads.innerText()).toBe("2");
});

test.each(["archive", "figures", "inquiries", "mail"])(
  "a change loads the data of the %s page again",
  async (name) => {
    page = await openDesk(browser, product.origin, practice, `/lms/${name}`);
    await whenLoaded([`/lms/${name}.data`]);
    const asked: (string | null)[] = [];
    page.on("request", (request) => {
      const { pathname, searchParams } = new URL(request.url());
      if (pathname === `/lms/${name}.data`) asked.push(searchParams.get("_routes"));
    });
    await addLead("New");
    await expect.poll(() => page.title()).toMatch(/^\(1\) /);
    await expect.poll(() => asked).toContain(`lms/${name}`);
  },
);

test("a lead that becomes late is in the figures of an open dashboard within a minute, without any event", async () => {
  page = await openDesk(browser, product.origin, practice, "/lms/dashboard");
  await page.clock.install();
  await page.reload();
  const late = page.getByRole("row").filter({ hasText: bucketSpans.other }).locator("td").first();
  await expect.poll(() => late.innerText()).toBe("0");
  const submittedAt = new Date(Date.now() - 60 * 60_000 + 5000);
  await product.withTools((tools) => makeInquiry(tools, practice.clientId, { submittedAt }));
  await page.locator("[data-lead]").waitFor();
  const onTime = `${product.origin}/api/leads/cot`;
  const timeDiff = async () => (await (await page.request.get(onTime)).json()).timeDiff;
  await expect.poll(timeDiff).toEqual({ lt10: 0, lt60: 0, other: 1 });
  await page.clock.fastForward("01:00");
  await expect.poll(() => late.innerText()).toBe("1");
});

test("a lead's page updates at once, and asks only after changes of that lead", async () => {
  const lead = await addLead("Shown");
  const other = await addLead("Other");
  page = await openDesk(browser, product.origin, practice, `/lms/lead?id=${lead}`);
  await whenLoaded(["/lms/lead.data"]);
  const requests = countRequests(page);
  const call = (leadId: string) =>
    product.withTools((tools) =>
      makeCall(tools, practice, leadId, { calledAt: new Date(), outcome: "no_answer" }),
    );
  await call(other);
  await expect.poll(() => page.title()).toMatch(/^\(1\) /);
  expect(requests()).toEqual([]);
  await call(lead);
  await page.getByText("No answer, called").waitFor();
  await expect.poll(() => page.title()).not.toMatch(/^\(/);
  expect(requests()).toEqual([`/api/leads/${lead}`]);
});

test("a lead that another device deletes is shown as not found", async () => {
  const lead = await addLead("Deleted");
  page = await openDesk(browser, product.origin, practice, `/lms/lead?id=${lead}`);
  await whenLoaded(["/lms/lead.data"]);
  await page.context().request.delete(`${product.origin}/api/leads/${lead}`);
  await page.getByRole("heading", { name: "Lead not found" }).waitFor();
  await page.getByRole("navigation").getByRole("link", { name: "Archive" }).waitFor();
  // The browser logs the answers 404.
  page.troubles.length = 0;
});

test("a login to another practice in the same browser ends the first: no tab shows both practices' leads", async () => {
  await addLead("Before");
  page = await openDesk(browser, product.origin, practice, "/lms/dashboard");
  // Its stream is open before the other practice signs in.
  await whenLoaded(["/lms/dashboard.data"]);
  const other = await product.withTools((tools) => makePractice(tools));
  const { email, password } = other;
  const data = { email, password };
  await page.context().request.post(`${product.origin}/api/credentials`, { data });
  const second = await page.context().newPage();
  await second.goto(`${product.origin}/lms/dashboard`);
  await second.getByRole("status").getByText("Live").waitFor();
  await addLead("Confidential");
  const own = await product.withTools((tools) =>
    makeInquiry(tools, other.clientId, { firstName: "Own" }),
  );
  for (const tab of [second, page]) {
    await tab.locator(`[data-lead="${own.lead._id}"]`).waitFor();
    expect(await tab.locator("[data-lead]").count()).toBe(1);
  }
  // What the first page asked for in between was refused: it named its own person.
  const isRefusal = (trouble: string) => trouble.includes("status of 401");
  page.troubles.splice(0, Infinity, ...page.troubles.filter((trouble) => !isRefusal(trouble)));
});

/** The page has loaded everything a second time, as the stream's `hello` asks. */
async function whenLoaded(paths: string[]) {
  await page.waitForFunction((wanted) => {
    const names = performance
      .getEntriesByType("resource")
      .map(({ name }) => new URL(name).pathname);
    const isLoadedTwice = (path: string) => names.filter((name) => name === path).length >= 2;
    return wanted.every(isLoadedTwice) && names.includes("/api/alerts");
  }, paths);
}

/** The paths of the data that the page asks for from now on, without its event stream. */
function countRequests(on: WatchedPage): () => string[] {
  const paths: string[] = [];
  on.on("request", (request) => {
    const { pathname } = new URL(request.url());
    const isData = !/^\/(assets\/|__manifest|favicon)/.test(pathname);
    // What the page sends is its own report: who has the lead open.
    const isAsked = request.method() === "GET" && request.resourceType() !== "eventsource";
    if (isData && isAsked) paths.push(pathname);
  });
  return () => paths;
}

function shownIds(): Promise<string[]> {
  return page
    .locator("[data-lead]")
    .evaluateAll((rows) => rows.map((row) => row.getAttribute("data-lead") ?? ""));
}

/** The ids of the list that this query of the dashboard shows. */
async function serverIds(query: string): Promise<string[]> {
  const { q, show = "10", ...rest } = Object.fromEntries(new URLSearchParams(query));
  const search = q && { search: q, limit: "50" };
  const asked = new URLSearchParams({ limit: show, ...rest, ...search });
  const answer = await page.context().request.get(`${product.origin}/api/leads/new?${asked}`);
  const { leads } = (await answer.json()) as { leads: { _id: string }[] };
  return leads.map(({ _id }) => _id);
}

async function addLead(firstName: string): Promise<string> {
  const { lead } = await product.withTools((tools) =>
    makeInquiry(tools, practice.clientId, { firstName }),
  );
  return lead._id;
}
