import { expect, test } from "vitest";
import { mailAlarmWords } from "#content/desk/dashboard.ts";
import { bucketSpans } from "#content/desk/outcomes.ts";
import { makeCall, makeInquiry, makePractice } from "#server/db/make.ts";
import type { WatchedPage } from "./browser.ts";
import { deskJourneys } from "./desk.ts";
import { sample } from "./sample.ts";

const burst = 100;

const desk = deskJourneys();

const lists: [string, string][] = [
  ["the queue", "sort=next&show=50"],
  ["a search", "q=Quintero&sort=newest"],
  ["a truncated list", "sort=oldest"],
  ["a filtered list", "state=uncalled&sort=next&show=50"],
];

test.each(sample(lists, 2))(
  "a burst of events causes at most one request per second, and %s ends up showing what the server has",
  async (_, query) => {
    for (let made = 0; made < 12; made += 1) await addLead(`Before ${made}`);
    await desk.open(`/lms/dashboard?${query}`);
    await whenLoaded(["/lms/dashboard.data", "/api/mail/alarm"]);
    const requests = countRequests(desk.page);
    const begunAt = Date.now();
    await desk.product.withTools(async (tools) => {
      for (let sent = 0; sent < burst; sent += 4) {
        const { lead } = await makeInquiry(tools, desk.practice.clientId, {
          firstName: `In ${sent}`,
        });
        const call = { calledAt: new Date(), outcome: "no_answer" } as const;
        await Promise.all([
          makeCall(tools, desk.practice, lead._id, call),
          makeInquiry(tools, desk.practice.clientId, { firstName: `Also ${sent}` }),
          makeInquiry(tools, desk.practice.clientId, { firstName: `Too ${sent}` }),
        ]);
      }
    });
    await expect.poll(() => desk.page.title()).toMatch(/^\(62\) /);
    await expect.poll(shownIds).toEqual(await serverIds(query));
    const seconds = (Date.now() - begunAt) / 1000;
    expect(requests().filter((path) => path !== "/lms/dashboard/reload")).toEqual([]);
    // The first request is sent immediately, and the last one after the last event.
    expect(requests().length).toBeLessThanOrEqual(seconds + 1);
    expect(await shownIds()).toEqual(await serverIds(query));
  },
);

test("a warning above the queue doesn't appear while someone points at a row", async () => {
  await addLead("Pointed at");
  const mayAnswer = Promise.withResolvers<void>();
  await desk.open("/lms/profile");
  await desk.page.route("**/api/mail/alarm", async (route) => {
    const response = await route.fetch();
    await mayAnswer.promise;
    await route.fulfill({ response, json: { ...(await response.json()), failed: 1 } });
  });
  await desk.page.getByRole("link", { name: "Dashboard" }).click();
  const row = desk.page.locator("[data-lead]").first();
  await row.hover();
  const before = await row.boundingBox();
  const isAnswered = desk.page.waitForResponse("**/api/mail/alarm");
  mayAnswer.resolve();
  await (await isAnswered).finished();
  await desk.page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))),
  );
  expect(await row.boundingBox()).toEqual(before);
  await desk.page.getByRole("heading", { level: 1, name: "Dashboard" }).hover();
  await desk.page.getByText(mailAlarmWords.failed(1)).waitFor();
});

test("a change that arrives while the dashboard loads is included in its figures", async () => {
  await addLead("Before");
  await desk.open("/lms/profile");
  await whenLoaded(["/lms/profile.data"]);
  const [isRead, mayShow] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  await desk.page.route(/\/lms\/dashboard\.data/, async (route) => {
    const response = await route.fetch();
    isRead.resolve();
    await mayShow.promise;
    await route.fulfill({ response });
  });
  await desk.page.getByRole("link", { name: "Dashboard" }).click();
  await isRead.promise;
  await addLead("Meanwhile");
  await expect.poll(() => desk.page.title()).toMatch(/^\(2\) /);
  mayShow.resolve();
  await desk.page.locator("[data-lead]", { hasText: "Meanwhile" }).waitFor();
  const leads = desk.page.locator("dl > div", { hasText: "Leads" }).locator("dd");
  await expect.poll(() => leads.innerText()).toBe("2");
});

test.each(sample(["archive", "figures", "inquiries", "mail"], 2))(
  "a change to a lead reloads the data of the %s page",
  async (name) => {
    await desk.open(`/lms/${name}`);
    await whenLoaded([`/lms/${name}.data`]);
    const asked: (string | null)[] = [];
    desk.page.on("request", (request) => {
      const { pathname, searchParams } = new URL(request.url());
      if (pathname === `/lms/${name}.data`) asked.push(searchParams.get("_routes"));
    });
    await addLead("New");
    await expect.poll(() => desk.page.title()).toMatch(/^\(1\) /);
    await expect.poll(() => asked).toContain(`lms/${name}`);
  },
);

test("an open dashboard counts a lead that becomes late within a minute, without any event", async () => {
  await desk.open("/lms/dashboard");
  await desk.page.clock.install();
  await desk.page.reload();
  const late = desk.page
    .getByRole("row")
    .filter({ hasText: bucketSpans.other })
    .locator("td")
    .first();
  await expect.poll(() => late.innerText()).toBe("0");
  const submittedAt = new Date(Date.now() - 60 * 60_000 + 5000);
  await desk.product.withTools((tools) =>
    makeInquiry(tools, desk.practice.clientId, { submittedAt }),
  );
  await desk.page.locator("[data-lead]").waitFor();
  const onTime = `${desk.product.origin}/api/leads/cot`;
  const timeDiff = async () => (await (await desk.page.request.get(onTime)).json()).timeDiff;
  await expect.poll(timeDiff).toEqual({ lt10: 0, lt60: 0, other: 1 });
  await desk.page.clock.fastForward("01:00");
  await expect.poll(() => late.innerText()).toBe("1");
});

test("a lead's page updates immediately and refetches only after changes to that lead", async () => {
  const lead = await addLead("Shown");
  const other = await addLead("Other");
  await desk.open(`/lms/lead?id=${lead}`);
  await whenLoaded(["/lms/lead.data"]);
  const requests = countRequests(desk.page);
  const call = (leadId: string) =>
    desk.product.withTools((tools) =>
      makeCall(tools, desk.practice, leadId, { calledAt: new Date(), outcome: "no_answer" }),
    );
  await call(other);
  await expect.poll(() => desk.page.title()).toMatch(/^\(1\) /);
  expect(requests()).toEqual([]);
  await call(lead);
  await desk.page.getByText("No answer. Called").waitFor();
  await expect.poll(() => desk.page.title()).not.toMatch(/^\(/);
  expect(requests()).toEqual([`/api/leads/${lead}`]);
});

test("a lead that another device deletes is shown as not found", async () => {
  const lead = await addLead("Deleted");
  await desk.open(`/lms/lead?id=${lead}`);
  await whenLoaded(["/lms/lead.data"]);
  await desk.page.context().request.delete(`${desk.product.origin}/api/leads/${lead}`);
  await desk.page.getByRole("heading", { name: "Lead not found" }).waitFor();
  await desk.page.getByRole("navigation").getByRole("link", { name: "Archive" }).waitFor();
  // The browser logs the 404 responses.
  desk.page.troubles.length = 0;
});

test("a login to another practice in the same browser ends the first login, and no tab shows both practices' leads", async () => {
  await addLead("Before");
  await desk.open("/lms/dashboard");
  // The first tab's event stream is open before the other practice logs in.
  await whenLoaded(["/lms/dashboard.data"]);
  const other = await desk.product.withTools((tools) => makePractice(tools));
  const { email, password } = other;
  const data = { email, password };
  await desk.page.context().request.post(`${desk.product.origin}/api/credentials`, { data });
  const second = await desk.page.context().newPage();
  await second.goto(`${desk.product.origin}/lms/dashboard`);
  await second.getByRole("status").getByText("Live").waitFor();
  await addLead("Confidential");
  const own = await desk.product.withTools((tools) =>
    makeInquiry(tools, other.clientId, { firstName: "Own" }),
  );
  for (const tab of [second, desk.page]) {
    await tab.locator(`[data-lead="${own.lead._id}"]`).waitFor();
    expect(await tab.locator("[data-lead]").count()).toBe(1);
  }
  // The first tab's requests in between named the first practice's manager, so they were rejected.
  const isRefusal = (trouble: string) => trouble.includes("status of 401");
  desk.page.troubles.splice(
    0,
    Infinity,
    ...desk.page.troubles.filter((trouble) => !isRefusal(trouble)),
  );
});

/**
 * Waits until the page has loaded these paths a second time, as the event stream's `hello` makes it
 * do.
 */
async function whenLoaded(paths: string[]) {
  await desk.page.waitForFunction((wanted) => {
    const names = performance
      .getEntriesByType("resource")
      .map(({ name }) => new URL(name).pathname);
    const isLoadedTwice = (path: string) => names.filter((name) => name === path).length >= 2;
    return wanted.every(isLoadedTwice) && names.includes("/api/alerts");
  }, paths);
}

/**
 * Returns the paths of data requests from now on, without those of the event stream and of
 * presence.
 */
function countRequests(on: WatchedPage): () => string[] {
  const paths: string[] = [];
  on.on("request", (request) => {
    const { pathname } = new URL(request.url());
    const isData = !/^\/(assets\/|__manifest|favicon)/.test(pathname);
    // Presence is excluded because the page reports who has a lead open, and asks again after every
    // change.
    const isPresence = pathname.endsWith("/presence");
    const isAsked = request.method() === "GET" && request.resourceType() !== "eventsource";
    if (isData && isAsked && !isPresence) paths.push(pathname);
  });
  return () => paths;
}

function shownIds(): Promise<string[]> {
  return desk.page
    .locator("[data-lead]")
    .evaluateAll((rows) => rows.map((row) => row.getAttribute("data-lead") ?? ""));
}

/** Returns the ids of the leads that the dashboard shows for this query. */
async function serverIds(query: string): Promise<string[]> {
  const { q, show = "10", ...rest } = Object.fromEntries(new URLSearchParams(query));
  const search = q && { search: q, limit: "50" };
  const asked = new URLSearchParams({ limit: show, ...rest, ...search });
  const answer = await desk.page
    .context()
    .request.get(`${desk.product.origin}/api/leads/new?${asked}`);
  const { leads } = (await answer.json()) as { leads: { _id: string }[] };
  return leads.map(({ _id }) => _id);
}

async function addLead(firstName: string): Promise<string> {
  const { lead } = await desk.product.withTools((tools) =>
    makeInquiry(tools, desk.practice.clientId, { firstName }),
  );
  return lead._id;
}
