// The owner sets up a practice on the command line, while the product is running.
import { spawnSync } from "node:child_process";
import { afterAll, beforeAll, expect, test } from "vitest";
import { until } from "./process.ts";
import { type Product, startProduct } from "./product.ts";

const password = "seventeen calm otters";

let product: Product;
beforeAll(async () => {
  product = await startProduct({ CAPTCHA_PROVIDER: "off" });
});
afterAll(() => product.stop());

test("the command line adds an owner, an approved practice, its campaign and sources, and then a lead", async () => {
  const owner = admin("add", {
    email: "owner@example.com",
    "first-name": "Olive",
    "last-name": "O",
  });
  expect(owner).toEqual({ email: "owner@example.com", admin_id: expect.any(String) });
  const helper = admin("add", {
    ...{ email: "helper@example.com", "first-name": "Ines", "last-name": "S", role: "helper" },
  });
  expect(helper).toEqual({ email: "helper@example.com", role: "helper" });

  const email = "desk@practice.example.com";
  const practice = admin("add-client", { email, practice: "Harbor Dental", pending: true });
  expect(practice).toMatchObject({ email, status: "pending" });
  expect((await signIn(email)).status).toBe(403);

  // Run twice to check that it's idempotent: one email, one audit entry.
  for (let time = 0; time < 2; time += 1) {
    expect(admin("approve", { email })).toEqual({
      email,
      client: practice.client,
      status: "active",
    });
  }
  await until(() => product.mails.length > 0);
  expect(product.mails.map(({ to }) => to?.[0]?.address)).toEqual([email]);
  const noted = await product.withTools((tools) =>
    tools.pool.query(
      "select address, account_id from audit_entries where action = 'client_approved'",
    ),
  );
  expect(noted.rows).toEqual([{ address: "command line", account_id: null }]);
  const { token } = await (await signIn(email)).json();

  const campaign = admin("add-campaign", {
    client: email,
    name: "Spring smiles",
    platform: "meta",
    impressions: "3680",
  });
  const form = admin("add-source", {
    client: email,
    kind: "form",
    campaign: campaign.campaign ?? "",
  });
  const page = { page: "4100000001", form: "4200000001" };
  const withToken = { client: email, kind: "meta", ...page, "page-token": "EAAoldToken" };
  expect(admin("add-source", withToken)).toMatchObject(page);
  const oldToken = await keptToken();
  expect(admin("set-page-token", { page: page.page, "page-token": "EAAnewToken" })).toEqual({
    page: page.page,
    sources: 1,
  });
  expect([oldToken, await keptToken()]).toEqual([
    expect.stringMatching(/^sealed:v1:/),
    expect.stringMatching(/^sealed:v1:/),
  ]);
  expect(await keptToken()).not.toBe(oldToken);

  const sent = await fetch(`${product.origin}/api/intake/form/${form.key}`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ firstName: "Ines", lastName: "Reyes", phone: "(813) 555-0163" }),
  });
  expect(sent.status).toBe(201);
  const asked = await fetch(`${product.origin}/api/leads/new`, {
    headers: { Authorization: `Bearer ${token}` },
  });
  const { leads } = await asked.json();
  expect(leads).toMatchObject([{ firstName: "Ines", campaign: "Spring smiles" }]);
});

test("the command line sets a form's thank-you page, and the pages that may contain it", async () => {
  const client = "desk@form.example.com";
  admin("add-client", { email: client, practice: "Bay Dental" });
  const thanks = "https://practice.example.com/thanks";
  const pages = ["https://practice.example.com", "https://www.practice.example.com"];
  const { output } = run(
    ["add-source", "--client", client, "--kind", "form", "--thanks-url", thanks, "--json"].concat(
      pages.flatMap((page) => ["--origin", page]),
    ),
  );
  const { key } = JSON.parse(output);
  // The server has closed an idle connection during the command. This request notices it, so the
  // next one won't fail.
  await fetch(`${product.origin}/api/health`).catch(() => undefined);
  const postFrom = (Origin: string) =>
    fetch(`${product.origin}/api/intake/form/${key}`, {
      method: "POST",
      headers: { "Content-Type": "application/x-www-form-urlencoded", Origin },
      body: "firstName=Ines&phone=8135550163",
      redirect: "manual",
    });
  for (const page of pages) {
    const answer = await postFrom(page);
    expect([answer.status, answer.headers.get("Location")]).toEqual([303, thanks]);
  }
  expect((await postFrom("https://other.example.com")).status).toBe(403);
});

test("the command line lists a practice's sources, edits one, replaces its key and disconnects it", async () => {
  const client = "desk@sources.example.com";
  admin("add-client", { email: client, practice: "Cove Dental" });
  const campaign = admin("add-campaign", { client, name: "Autumn", platform: "google" }).campaign;
  const added = admin("add-source", { client, kind: "webhook", name: "Their CRM" });
  const google = admin("add-source", { client, kind: "google" });
  expect(google["google key"]).toMatch(/^[\w-]{32}$/);
  const source = String(added.source);
  const post = async (key = "") => {
    // The server has closed an idle connection during the command. This request notices it, so the
    // next one won't fail.
    await fetch(`${product.origin}/api/health`).catch(() => undefined);
    return fetch(`${product.origin}/api/intake/webhook/${key}`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ name: "Ines Reyes", phone: "(813) 555-0163" }),
    });
  };
  expect((await post(added.key)).status).toBe(201);

  admin("change-source", { client, source, name: "Billing system", campaign: String(campaign) });
  const renewed = admin("new-source-key", { client, source });
  expect((await post(added.key)).status).toBe(404);
  expect((await post(renewed.key)).status).toBe(201);
  admin("end-source", { client, source });
  expect((await post(renewed.key)).status).toBe(404);

  const { output } = run(["list", "sources", "--client", client]);
  expect(output).toMatch(/webhook +Billing system +Autumn +disconnected/);
  expect(output).toMatch(/google +Google lead form +- +connected/);
  expect(run(["list", "campaigns", "--client", client]).output).toMatch(/Autumn +google +active/);
  admin("suspend", { email: client });
  expect(run(["list", "practices"]).output).toMatch(/Cove Dental +suspended +desk@sources/);
  await fetch(`${product.origin}/api/health`).catch(() => undefined);
  expect((await signIn(client)).status).toBe(403);
  admin("reinstate", { email: client });
  await fetch(`${product.origin}/api/health`).catch(() => undefined);
  expect((await signIn(client)).status).toBe(200);
});

const form = ["add-source", "--client", "desk@practice.example.com", "--kind", "form"];

test.each([
  ["an allowed origin with a path", [...form, "--origin", "https://a.com/b"], "--origin"],
  ["an invalid thank-you page", [...form, "--thanks-url", "javascript:x"], "--thanks-url"],
  ["an unknown command", ["promote"], 'no command "promote".\n\nnpm run admin -- <command>'],
  ["a missing flag", ["add", "--email", "x@example.com"], "--first-name"],
  ["an unknown list", ["list", "leads"], "practices, people, sources or campaigns"],
  ["an unknown practice", ["approve", "--email", "no@example.com"], "no@example.com"],
])("%s is rejected with an error message and no stack trace", (_, line, words) => {
  const { status, output } = run(line);
  expect(status).toBe(1);
  expect(output).toContain(words);
  expect(output).not.toMatch(/\n {4}at /);
});

test("a password is rejected on the command line if it is common or consists of the account's names", () => {
  const names = ["--first-name", "Olive", "--last-name", "Whitfield"];
  const line = ["add", "--email", "second-owner@example.com", ...names];
  for (const weak of ["Password2026!", "OliveWhitfield1"]) {
    const { status, output } = run(line, weak);
    expect([status, output]).toEqual([1, expect.stringContaining("too easy to guess")]);
  }
  expect(run(line).status).toBe(0);
});

async function keptToken(): Promise<string> {
  const { rows } = await product.withTools((tools) =>
    tools.pool.query("select meta_page_token as token from sources where kind = 'meta'"),
  );
  return rows[0].token;
}

/** Runs a command of `npm run admin --` and returns its JSON output. */
function admin(command: string, flags: Record<string, string | true>): Record<string, string> {
  const line = Object.entries(flags).flatMap(([name, value]) =>
    value === true ? [`--${name}`] : [`--${name}`, value],
  );
  const { status, output } = run([command, ...line, "--json"]);
  if (status !== 0) throw new Error(output);
  return JSON.parse(output);
}

function run(line: string[], given = password) {
  const { status, stdout, stderr } = spawnSync(process.execPath, ["scripts/admin.ts", ...line], {
    env: { ...process.env, DATA_DIR: product.dataDir, ADMIN_PASSWORD: given },
    encoding: "utf8",
  });
  return { status, output: stdout + stderr };
}

function signIn(email: string): Promise<Response> {
  return fetch(`${product.origin}/api/credentials`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ email, password }),
  });
}
