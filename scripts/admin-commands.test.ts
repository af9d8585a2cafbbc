// What the owner's commands do, next to the API that the product serves.
import { afterAll, beforeAll, expect, test } from "vitest";
import { openTestApp, type TestApp } from "#server/testing/test-app.ts";
import { runCommand } from "./admin-commands.ts";

const password = "seventeen calm otters";

let testApp: TestApp;
beforeAll(async () => {
  testApp = await openTestApp();
});
afterAll(() => testApp.close());

test("the command line adds an owner, whose code is printed, and a helper", async () => {
  const person = { "first-name": "Olive", "last-name": "O" };
  const owner = await admin("add", { email: "owner@example.com", ...person });
  expect(owner).toEqual({ email: "owner@example.com", admin_id: expect.any(String) });
  const helper = await admin("add", { email: "helper@example.com", ...person, role: "helper" });
  expect(helper).toEqual({ email: "helper@example.com", role: "helper" });
});

test("a practice that is approved twice gets one email, and the audit log has one entry", async () => {
  const email = "desk@practice.example.com";
  const practice = await admin("add-client", { email, practice: "Harbor Dental", pending: true });
  for (let time = 0; time < 2; time += 1) {
    const { client } = practice;
    expect(await admin("approve", { email })).toEqual({ email, client, status: "active" });
  }
  await testApp.runJobs();
  expect(testApp.receivedMails.map(({ to }) => to)).toEqual([email]);
  const { rows } = await testApp.pool.query(
    `select address, account_id from audit_entries
     where action = 'client_approved' and client_id = $1`,
    [practice.client],
  );
  expect(rows).toEqual([{ address: "command line", account_id: null }]);
});

test("a lead of a form that the command line added has the campaign that it added", async () => {
  const client = "desk@campaign.example.com";
  await admin("add-client", { email: client, practice: "Harbor Dental" });
  const { campaign = "" } = await admin("add-campaign", {
    ...{ client, name: "Spring smiles", platform: "meta", impressions: "3680" },
  });
  const { key } = await admin("add-source", { client, kind: "form", campaign });
  const json = { firstName: "Ines", lastName: "Reyes", phone: "(813) 555-0163" };
  const sent = await testApp.request("POST", `/api/intake/form/${key}`, { json });
  expect(sent.status).toBe(201);
  const { token } = (await logIn(client)).body;
  const { body } = await testApp.request("GET", "/api/leads/new", { token });
  expect(body.leads).toMatchObject([{ firstName: "Ines", campaign: "Spring smiles" }]);
});

test("the command line stores a page's token encrypted, and replaces it", async () => {
  const client = "desk@meta.example.com";
  await admin("add-client", { email: client, practice: "Harbor Dental" });
  const page = { page: "4100000001", form: "4200000001" };
  const withToken = { client, kind: "meta", ...page, "page-token": "EAAoldToken" };
  expect(await admin("add-source", withToken)).toMatchObject(page);
  const oldToken = await keptToken();
  const change = { page: page.page, "page-token": "EAAnewToken" };
  expect(await admin("set-page-token", change)).toEqual({ page: page.page, sources: 1 });
  expect([oldToken, await keptToken()]).toEqual([
    expect.stringMatching(/^sealed:v1:/),
    expect.stringMatching(/^sealed:v1:/),
  ]);
  expect(await keptToken()).not.toBe(oldToken);
});

test("the command line sets a form's thank-you page, and the pages that may contain it", async () => {
  const client = "desk@form.example.com";
  await admin("add-client", { email: client, practice: "Bay Dental" });
  const thanks = "https://practice.example.com/thanks";
  const pages = ["https://practice.example.com", "https://www.practice.example.com"];
  const { text } = await run(
    ["add-source", "--client", client, "--kind", "form", "--thanks-url", thanks, "--json"].concat(
      pages.flatMap((page) => ["--origin", page]),
    ),
  );
  const { key } = JSON.parse(text);
  const postFrom = (Origin: string) =>
    testApp.request("POST", `/api/intake/form/${key}`, {
      body: "firstName=Ines&phone=8135550163",
      headers: { "Content-Type": "application/x-www-form-urlencoded", Origin },
    });
  for (const page of pages) {
    const answer = await postFrom(page);
    expect([answer.status, answer.headers.get("Location")]).toEqual([303, thanks]);
  }
  expect((await postFrom("https://other.example.com")).status).toBe(403);
});

test("the command line lists a practice's sources, edits one, replaces its key and disconnects it", async () => {
  const client = "desk@sources.example.com";
  await admin("add-client", { email: client, practice: "Cove Dental" });
  const { campaign = "" } = await admin("add-campaign", {
    ...{ client, name: "Autumn", platform: "google" },
  });
  const added = await admin("add-source", { client, kind: "webhook", name: "Their CRM" });
  const google = await admin("add-source", { client, kind: "google" });
  expect(google["google key"]).toMatch(/^[\w-]{32}$/);
  const source = String(added.source);
  const post = async (key = "") => {
    const json = { name: "Ines Reyes", phone: "(813) 555-0163" };
    return (await testApp.request("POST", `/api/intake/webhook/${key}`, { json })).status;
  };
  expect(await post(added.key)).toBe(201);

  await admin("change-source", { client, source, name: "Billing system", campaign });
  const renewed = await admin("new-source-key", { client, source });
  expect(await post(added.key)).toBe(404);
  expect(await post(renewed.key)).toBe(201);
  await admin("end-source", { client, source });
  expect(await post(renewed.key)).toBe(404);

  const { text } = await run(["list", "sources", "--client", client]);
  expect(text).toMatch(/webhook +Billing system +Autumn +disconnected/);
  expect(text).toMatch(/google +Google lead form +- +connected/);
  const campaigns = await run(["list", "campaigns", "--client", client]);
  expect(campaigns.text).toMatch(/Autumn +google +active/);
});

test("a practice can't log in while the command line has suspended it", async () => {
  const email = "desk@suspended.example.com";
  await admin("add-client", { email, practice: "Cove Dental" });
  await admin("suspend", { email });
  expect((await logIn(email)).status).toBe(403);
  await admin("reinstate", { email });
  expect((await logIn(email)).status).toBe(200);
});

const form = ["add-source", "--client", "desk@practice.example.com", "--kind", "form"];

test.each([
  ["an allowed origin with a path", [...form, "--origin", "https://a.com/b"], "--origin"],
  ["an invalid thank-you page", [...form, "--thanks-url", "javascript:x"], "--thanks-url"],
  ["an unknown command", ["promote"], 'no command "promote".\n\nnpm run admin -- <command>'],
  ["a missing flag", ["add", "--email", "x@example.com"], "--first-name"],
  ["an unknown list", ["list", "leads"], "practices, people, sources or campaigns"],
  ["an unknown practice", ["approve", "--email", "no@example.com"], "no@example.com"],
])("%s is rejected with an error message", async (_, args, words) => {
  const { isRefused, text } = await run(args);
  expect([isRefused, text]).toEqual([true, expect.stringContaining(words)]);
});

test("a password is rejected on the command line if it is common or consists of the account's names", async () => {
  const names = ["--first-name", "Olive", "--last-name", "Whitfield"];
  const args = ["add", "--email", "second-owner@example.com", ...names];
  for (const weak of ["Password2026!", "OliveWhitfield1"]) {
    const { isRefused, text } = await run(args, weak);
    expect([isRefused, text]).toEqual([true, expect.stringContaining("too easy to guess")]);
  }
  expect((await run(args)).isRefused).toBe(false);
});

async function keptToken(): Promise<string> {
  const { rows } = await testApp.pool.query(
    "select meta_page_token as token from sources where kind = 'meta'",
  );
  return rows[0].token;
}

/** Runs a command and returns its JSON output. */
async function admin(
  command: string,
  flags: Record<string, string | true>,
): Promise<Record<string, string>> {
  const args = Object.entries(flags).flatMap(([name, value]) =>
    value === true ? [`--${name}`] : [`--${name}`, value],
  );
  const { isRefused, text } = await run([command, ...args, "--json"]);
  if (isRefused) throw new Error(text);
  return JSON.parse(text);
}

function run(args: string[], given = password) {
  const { config, db, jobs, now } = testApp.deps;
  return runCommand(args, async () => ({
    ...{ config, db, now, connection: {}, environment: { ADMIN_PASSWORD: given } },
    openJobs: async () => ({ ...jobs, stop: async () => undefined }),
    close: async () => undefined,
  }));
}

function logIn(email: string) {
  return testApp.request("POST", "/api/credentials", { json: { email, password } });
}
