// The console's screens stay current: new data appears while a screen is open, and the old data
// stays, with its time, while the server doesn't respond.
import { randomUUID } from "node:crypto";
import type { Browser, Locator } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { sourceWords } from "#content/console/sources.ts";
import { makeCampaign, makeFormSource, makeOwner, makePractice } from "#server/db/make.ts";
import { expectAccessible, openBrowser } from "./browser.ts";
import { openDesk } from "./desk.ts";
import { type Product, sharedProduct } from "./product.ts";
import { sample } from "./sample.ts";

let browser: Browser;
let product: Product;
let owner: { email: string; password: string };
beforeAll(async () => {
  browser = await openBrowser();
  product = await sharedProduct();
  owner = await product.withTools((tools) => makeOwner(tools));
});

type Tools = Parameters<Parameters<Product["withTools"]>[0]>[0];
/** Inserts a row that shows this word and returns the screen's URL. */
type Plant = (tools: Tools, word: string) => Promise<string>;

const screens: [name: string, plant: Plant, isAskedAgain: boolean][] = [
  [
    "mail",
    async ({ pool }, word) => {
      await pool.query(
        `insert into mails (kind, "to", subject, text, state)
         values ('t', 'a@example.com', $1, 'text', 'failed')`,
        [word],
      );
      return "/admin/mail";
    },
    true,
  ],
  [
    "today",
    async (tools, word) => {
      // The list shows only its first rows, oldest first. This row must be the oldest, because
      // other rows are waiting there too.
      const { clientId } = await makePractice(tools, { name: word, isApproved: false });
      await tools.pool.query("update clients set created_at = 'epoch' where id = $1", [clientId]);
      return "/admin/today";
    },
    true,
  ],
  [
    "audit",
    async (tools, word) => {
      const { clientId } = await makePractice(tools, { name: word });
      await tools.pool.query(
        `insert into audit_entries (action, client_id, address)
         values ('client_added', $1, '127.0.0.1')`,
        [clientId],
      );
      return "/admin/audit";
    },
    false,
  ],
  [
    "jobs",
    async (tools, word) => {
      const { clientId } = await makePractice(tools, { name: word });
      await tools.pool.query(
        `insert into pgboss.job (name, state, data, output, retry_limit, started_on, completed_on)
         values ('send-alert', 'failed', $1, '{"problem":"Error ECONNREFUSED"}', 3, now(), now())`,
        [{ clientId }],
      );
      return "/admin/jobs?state=failed&queue=send-alert";
    },
    true,
  ],
  [
    "sources",
    async (tools, word) => {
      const { clientId } = await makePractice(tools);
      await makeFormSource(tools, clientId, word);
      return "/admin/sources?search=sources";
    },
    true,
  ],
  [
    "campaigns",
    async (tools, word) => {
      const { clientId } = await makePractice(tools);
      await makeCampaign(tools, { clientId, name: word, platform: "meta" });
      return "/admin/campaigns?search=campaigns";
    },
    true,
  ],
  [
    "templates",
    async (tools, word) => {
      await addSetNamed(tools, word);
      return "/admin/templates";
    },
    true,
  ],
];

async function addSetNamed({ pool }: Tools, name: string): Promise<string> {
  const added = await pool.query("insert into template_sets (name) values ($1) returning id", [
    name,
  ]);
  return added.rows[0].id;
}

test.each(sample(screens, 3))(
  "the %s screen keeps its last data, with the time, while requests fail, and then shows new data",
  async (name, plant, isAskedAgain) => {
    const [first, second] = [1, 2].map((which) => `${name} ${which} ${randomUUID()}`);
    const path = await product.withTools((tools) => plant(tools, first ?? ""));
    const page = await openDesk(browser, product.origin, owner, path);
    const main = page.getByRole("main");
    // Only what is visible counts, because a filter's list also contains the practice's name.
    const row = (word = "") => main.getByText(word).filter({ visible: true }).first();
    await row(first).waitFor();
    const lost = page.getByText(/Connection lost at/);
    // A screen refreshes twice a minute, and when the browser is online again.
    const refresh = () => page.evaluate(() => dispatchEvent(new Event("online")));

    await page.route("**/*.data*", (route) => route.abort());
    if (isAskedAgain) await refresh();
    else await page.getByRole("combobox", { name: "What happened" }).selectOption("Registered");
    await lost.waitFor();
    await page.getByRole("button", { name: "Retry" }).waitFor();
    await row(first).waitFor();
    await expectAccessible(page);

    await product.withTools((tools) => plant(tools, second ?? ""));
    await page.unroute("**/*.data*");
    // The screen also retries automatically.
    if (isAskedAgain) await refresh();
    else await page.getByRole("link", { name: "Show all" }).click();
    await row(second).waitFor();
    await expect.poll(() => lost.count()).toBe(0);
    // The browser logs aborted requests.
    expect(page.troubles.filter((one) => !one.includes("ERR_FAILED"))).toEqual([]);
    await page.context().close();
  },
);

test("a console page that doesn't load says so next to the menu, and Retry loads it", async () => {
  const word = `Not loaded ${randomUUID()}`;
  const { clientId } = await product.withTools(async (tools) => {
    const { clientId } = await makePractice(tools, { name: word });
    await makeCampaign(tools, { clientId, name: word, platform: "meta" });
    await addSetNamed(tools, word);
    return { clientId };
  });
  const page = await openDesk(browser, product.origin, owner, "/admin/system");
  const found = `search=${encodeURIComponent(word)}`;
  const inMenu = (name: string) =>
    // The number of waiting rows follows the name of some menu entries.
    page.getByRole("navigation").getByRole("link", { name: new RegExp(`^${name}`) });
  const named = page.getByRole("main").getByRole("link", { name: word, exact: true }).first();
  const title = (name: string) => page.getByRole("heading", { level: 1, name });
  const opened: [from: string, link: Locator, shown: Locator][] = [
    ["/admin/system", inMenu("Settings"), page.getByRole("form", { name: "Mail", exact: true })],
    [`/admin/campaigns?${found}`, named, title(word)],
    [
      `/admin/practice?id=${clientId}`,
      page.getByRole("link", { name: "Monthly report" }),
      page.getByRole("heading", { name: "What changed" }),
    ],
    ["/admin/system", inMenu("Templates"), named],
    ["/admin/templates", named, title(word)],
    ["/admin/practices", page.getByRole("link", { name: "Compare practices" }), title("Compare")],
    ["/admin/system", inMenu("Contact requests"), page.getByRole("link", { name: /^Won/ })],
  ];
  for (const [from, link, shown] of sample(opened, 3)) {
    await page.goto(product.origin + from);
    await page.waitForFunction(() => "isAnswering" in window);
    await link.waitFor();
    await page.route("**/*.data*", (route) => route.abort());
    await link.click();
    await page.getByText("No data.").waitFor();
    await inMenu("Today").waitFor();
    await expectAccessible(page);
    await page.unroute("**/*.data*");
    await page.getByRole("button", { name: "Retry" }).click();
    await shown.waitFor();
  }
  await page.context().close();
});

test("settings stay on the screen, with their time, if they can't be reloaded after a change", async () => {
  const page = await openDesk(browser, product.origin, owner, "/admin/settings");
  const form = page.getByRole("form", { name: "Marketing site" });
  await page.route("**/*.data*", (route) => route.abort());
  await form.getByRole("button", { name: "Save", exact: true }).click();
  await page.getByText(/Connection lost at/).waitFor();
  await form.waitFor();
  await page.unroute("**/*.data*");
  await page.getByRole("button", { name: "Retry" }).click();
  await expect.poll(() => page.getByText(/Connection lost at/).count()).toBe(0);
  await page.context().close();
});

test("without a connection, the System page keeps its last data, and a source's page its submissions", async () => {
  const { clientId, sourceId } = await product.withTools(async (tools) => {
    const { clientId } = await makePractice(tools);
    return { clientId, ...(await makeFormSource(tools, clientId, "A form")) };
  });
  const deliver = () =>
    product.withTools(({ pool }) =>
      pool.query(
        `insert into source_deliveries (client_id, source_id, body, is_form_encoded, result, received_at)
         values ($1, $2, '{}', false, 'unmapped', now())`,
        [clientId, sourceId],
      ),
    );
  await deliver();
  const page = await openDesk(browser, product.origin, owner, "/admin/system");
  const lost = page.getByText(/Connection lost at/);
  const refresh = () => page.evaluate(() => dispatchEvent(new Event("online")));
  const sent = page.getByRole("list", { name: sourceWords.deliveries }).locator("> li");
  for (const [path, expectShown] of [
    ["/admin/system", () => page.getByText("Live updates").waitFor()],
    [`/admin/source?id=${sourceId}`, () => expect.poll(() => sent.count()).toBe(1)],
  ] as const) {
    await page.goto(product.origin + path);
    await expectShown();
    await page.waitForFunction(() => "isAnswering" in window);
    await page.route("**/*.data*", (route) => route.abort());
    await refresh();
    await lost.waitFor();
    await expectShown();
    await expectAccessible(page);
    await page.unroute("**/*.data*");
    await refresh();
    await expect.poll(() => lost.count()).toBe(0);
  }
  await deliver();
  await refresh();
  await expect.poll(() => sent.count()).toBe(2);
  await page.context().close();
});
