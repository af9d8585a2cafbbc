// The owner connects a Meta form by picking it from a list. Each problem with a source notifies the
// owner once, by email and on the Sources screen, until the source works again.
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  makeFormSource,
  makeInquiry,
  makeOpenHours,
  makeOwner,
  makePractice,
} from "#server/db/make.ts";
import { expectAccessible, expectNoSidewaysScroll, openBrowser } from "./browser.ts";
import { openDesk, phone } from "./desk.ts";
import { closed, listenOnLoopback, until } from "./process.ts";
import { type Product, startProduct } from "./product.ts";
import { sample } from "./sample.ts";

const page = { id: "4100000001", name: "Gulf Dental on Facebook" };
const form = { id: "4200000001", name: "Free aligner check" };
const pageToken = "EAA-theTokenOfThePage0123456789";
const hour = 60 * 60_000;

/** The state of Meta's stub, which the tests change. */
const meta = { isSubscribed: true, isRefused: false, oldLeads: ["4300000001", "4300000002"] };
const graph = createServer(async (request, response) => {
  const { pathname } = new URL(request.url ?? "/", "http://graph");
  const token = request.headers.authorization?.replace("Bearer ", "");
  request.resume();
  const path = pathname.replace(/^\/v[\d.]+\//, "");
  const { status, json } = answer(request.method ?? "", path, token ?? "");
  response.writeHead(status, { "Content-Type": "application/json" }).end(JSON.stringify(json));
});

function answer(method: string, path: string, token: string): { status: number; json: object } {
  const refuse = (code: number) => ({
    status: 400,
    json: { error: { message: `No, ${token}`, code } },
  });
  const ok = (json: object) => ({ status: 200, json });
  if (meta.isRefused && token === pageToken) return refuse(190);
  const listed = meta.oldLeads.map((id) => ({ id, created_time: "2026-01-02T12:00:00+0000" }));
  const old = () => new Date(Date.now() - 48 * hour).toISOString();
  if (meta.oldLeads.includes(path)) {
    const place = path.slice(-1);
    const field_data = [
      { name: "full_name", values: [`Rosa ${place}`] },
      { name: "phone_number", values: [`+1813555010${place}`] },
    ];
    return ok({ id: path, created_time: old(), field_data });
  }
  switch (`${method} ${path}`) {
    case "GET me/accounts":
      return ok({ data: [{ ...page, access_token: pageToken }] });
    case "GET me":
      return ok({ id: page.id });
    case `GET ${page.id}`:
      return ok({ id: page.id, access_token: token.startsWith("EAA-person") ? pageToken : token });
    case `GET ${page.id}/leadgen_forms`:
      return ok({ data: [form] });
    case `GET ${form.id}/leads`:
      return ok({ data: listed.map((lead) => ({ ...lead, created_time: old() })) });
    case `GET ${page.id}/subscribed_apps`:
      return ok({ data: meta.isSubscribed ? [{ subscribed_fields: ["leadgen"] }] : [] });
    case `POST ${page.id}/subscribed_apps`:
      meta.isSubscribed = true;
      return ok({ success: true });
    default:
      return refuse(100);
  }
}

let product: Product;
let browser: Browser;
let owner: Awaited<ReturnType<typeof makeOwner>>;
let practice: Awaited<ReturnType<typeof makePractice>>;
beforeAll(async () => {
  browser = await openBrowser();
  const port = await listenOnLoopback(graph);
  const META_GRAPH_URL = `http://127.0.0.1:${port}`;
  product = await startProduct({ CAPTCHA_PROVIDER: "off", META_GRAPH_URL }, { isKilled: true });
  owner = await product.withTools((tools) => makeOwner(tools));
  practice = await product.withTools((tools) => makePractice(tools, { name: "Gulf Dental" }));
});
afterAll(async () => {
  await product.stop();
  await closed(graph);
});

test("the owner picks a page and a form, and the form's old leads are imported without starting their clocks", async () => {
  const screen = await openDesk(browser, product.origin, owner, "/admin/sources", phone(320));
  await screen.getByRole("button", { name: "Connect a source" }).click();
  const connect = screen.getByRole("form", { name: "Connect a source" });
  await connect.getByLabel("Source type").selectOption({ label: "Meta lead form" });
  await connect.getByRole("button", { name: "Look up pages" }).click();
  await connect.getByText("Paste a page access token first.").waitFor();
  await connect.getByLabel("Practice").selectOption({ label: "Gulf Dental" });
  await connect.getByLabel("Name", { exact: true }).fill("Aligners");
  await connect.getByLabel("Page access token").fill("EAA-personsToken");
  await connect.getByRole("button", { name: "Look up pages" }).click();
  await connect.getByLabel("Lead form").selectOption({ label: form.name });
  await expectNoSidewaysScroll(screen);
  await expectAccessible(screen);
  await connect.getByRole("button", { name: "Connect", exact: true }).click();
  await screen.getByText(`Page ${page.id}, form ${form.id}.`).waitFor();
  expect(await screen.content()).not.toContain("EAA");
  await until(async () => (await oldInquiries()).length === 2);
  expect(await oldInquiries()).toEqual([
    { isUntimed: true, clock: null },
    { isUntimed: true, clock: null },
  ]);
  expect(screen.troubles).toEqual([]);
  await screen.context().close();
});

test("a lost subscription notifies the owner once, and a click on Subscribe resolves it", async () => {
  meta.isSubscribed = false;
  await restartTwice("Meta stopped telling us about leads from Aligners");
  const screen = await openDesk(browser, product.origin, owner, "/admin/sources");
  await screen.getByText("Not subscribed").waitFor();
  await screen.getByRole("link", { name: "Aligners" }).click();
  await screen.getByText("hasn’t told us about this page’s leads").waitFor();
  await expectAccessible(screen);
  await screen.getByRole("button", { name: "Subscribe" }).click();
  await screen.getByText("Subscribed. Meta will tell us").waitFor();
  await screen.getByText("hasn’t told us about this page’s leads").waitFor({ state: "hidden" });
  expect(meta.isSubscribed).toBe(true);
  expect(screen.troubles).toEqual([]);
  await screen.context().close();
});

test("a rejected token notifies the owner once, without the token, and a new token resolves it", async () => {
  meta.isRefused = true;
  await restartTwice("We can’t get leads from Aligners");
  expect(JSON.stringify(product.mails)).not.toContain(pageToken);
  const screen = await openDesk(browser, product.origin, owner, "/admin/sources");
  await screen.getByText("Token rejected").waitFor();
  await screen.getByRole("link", { name: "Aligners" }).click();
  await screen.getByText("has rejected the page access token").waitFor();
  await screen.getByRole("textbox", { name: "New page access token" }).fill("EAA-theNextToken");
  await screen.getByRole("button", { name: "Save token" }).click();
  await screen.getByText("has rejected the page access token").waitFor({ state: "hidden" });
  expect(screen.troubles).toEqual([]);
  await screen.context().close();
});

test("a silent source notifies the owner once, and its next lead resolves it", async () => {
  const { formKey } = await product.withTools(async (tools) => {
    const { clientId } = practice;
    await makeOpenHours(tools, clientId, { timeZone: "Etc/UTC", from: "00:00", to: "24:00" });
    const source = await makeFormSource(tools, clientId, "Home page");
    for (let index = 0; index < 12; index += 1) {
      const submittedAt = new Date(Date.now() - 24 * hour - (index * hour) / 2);
      await makeInquiry(tools, clientId, { submittedAt, sourceId: source.sourceId });
    }
    return source;
  });
  await restartTwice("No leads from Home page since");
  const screen = await openDesk(browser, product.origin, owner, "/admin/sources");
  await screen.getByText("Unusually quiet").waitFor();
  await fetch(`${product.origin}/api/intake/form/${formKey}`, {
    ...{ method: "POST", body: '{"phone":"8135550188"}' },
    headers: { "Content-Type": "application/json" },
  });
  await screen.reload();
  await screen.getByText("Home page").waitFor();
  expect(await screen.getByText("Unusually quiet").count()).toBe(0);
  expect(screen.troubles).toEqual([]);
  await screen.context().close();
});

test("SECRET can be rotated only while the product is stopped, and even after rotations that were killed", async () => {
  const running = spawnSync(process.execPath, ["scripts/admin.ts", "rotate-secret"], options());
  expect([running.status, running.stderr]).toEqual([
    1,
    expect.stringContaining("The app is running"),
  ]);
  await product.terminate();
  for (const delayMs of sample([600, 1800, 1200, 2400], 2)) {
    const child = spawn(process.execPath, ["scripts/admin.ts", "rotate-secret"], {
      ...{ env: options().env, stdio: "ignore" },
    });
    await sleep(delayMs);
    const isGone = once(child, "exit");
    child.kill("SIGKILL");
    // The process may have exited before it got the signal.
    if (child.exitCode === null) await isGone;
  }
  const rotated = spawnSync(process.execPath, ["scripts/admin.ts", "rotate-secret"], options());
  expect([rotated.status, rotated.stdout]).toEqual([
    0,
    expect.stringContaining("encrypted again: "),
  ]);
  meta.isSubscribed = false;
  const before = product.mails.length;
  await product.restart();
  // The check got as far as Meta's answer, so it could decrypt the token.
  await until(() => subjects().slice(before).length > 0);
  expect(subjects().slice(before)).toEqual(["Meta stopped telling us about leads from Aligners"]);
});

/**
 * Restarts twice. Both starts check every source, but only one email about the source may arrive.
 */
async function restartTwice(subject: string) {
  const isAbout = () => subjects().filter((one) => one.startsWith(subject));
  await product.terminate();
  await product.restart();
  await until(() => isAbout().length > 0);
  await product.terminate();
  await product.restart();
  await until(noJobs);
  expect(isAbout()).toHaveLength(1);
}

async function noJobs(): Promise<boolean> {
  const { rows } = await product.withTools((tools) =>
    tools.pool.query(`select from pgboss.job where state in ('created', 'active', 'retry')
      and name in ('check-source', 'find-silent-sources', 'send-mail')`),
  );
  return rows.length === 0;
}

async function oldInquiries() {
  const { rows } = await product.withTools((tools) =>
    tools.pool.query(
      `select is_untimed "isUntimed", clock_started_at clock from inquiries where client_id = $1`,
      [practice.clientId],
    ),
  );
  return rows;
}

function subjects(): string[] {
  return product.mails
    .filter(({ to }) => to?.[0]?.address === owner.email)
    .map(({ subject }) => subject ?? "");
}

function options() {
  return {
    env: { ...process.env, DATA_DIR: product.dataDir, SECRET: "" },
    encoding: "utf8" as const,
  };
}
