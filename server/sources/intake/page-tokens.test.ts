// The access token of a page can read all leads of the practice, so it must not leak.
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { gunzipSync } from "node:zlib";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { readBackup, writeBackup } from "#server/db/backup.ts";
import { makeMetaSource, makePlatformId } from "#server/db/make.ts";
import { announcedLeads, mails, sources } from "#server/db/schema.ts";
import type { Deps } from "#server/deps.ts";
import { GraphRefusal } from "#server/outside/graph.ts";
import { isSealed } from "#server/secrets/sealed.ts";
import { fetchAnnouncedLead } from "#server/testing/fetch-announced.ts";
import { signInClient } from "#server/testing/people.ts";
import { openTestApp, type TestApp } from "#server/testing/test-app.ts";
import { storeDelivery } from "./deliveries.ts";
import { readPageToken, sealPageToken, sealPlainTokens, setPageToken } from "./page-tokens.ts";

const token = "EAAGm0PX4ZCpsBAKZCexampleTokenOfAPage0123456789ZD";

let testApp: TestApp;
let practice: Awaited<ReturnType<typeof signInClient>>;
let source: Awaited<ReturnType<typeof makeMetaSource>>;
/** The tokens that were sent to Graph. */
let used: string[];
beforeAll(async () => {
  testApp = await openTestApp();
  const { graph } = testApp.deps;
  testApp.deps.graph = {
    async getLead(leadId, pageToken) {
      used.push(pageToken);
      return graph.getLead(leadId, pageToken);
    },
  };
});
beforeEach(async () => {
  used = [];
  testApp.clock.forward(48 * 60 * 60_000);
  practice = await signInClient(testApp);
  source = await makeMetaSource(testApp.deps, practice.clientId);
});
afterAll(() => testApp.close());

test("the token of a page is stored encrypted, and is used for requests to Graph", async () => {
  await setPageToken(testApp.deps, source.page, sealPageToken(testApp.deps.config.secret, token));
  expect(await everything(testApp)).not.toContain(token);
  await fetchAnnouncedLead(testApp.deps, await announce(), false);
  expect(used).toEqual([token]);
});

test("a Facebook page without its own token uses the token from the settings", async () => {
  await fetchAnnouncedLead(testApp.deps, await announce(), false);
  expect(used).toEqual(["meta page token"]);
});

test("a lead isn't fetched while SECRET is wrong, the owner is notified, and it is fetched once SECRET is right", async () => {
  await setPageToken(testApp.deps, source.page, sealPageToken(testApp.deps.config.secret, token));
  const secret = "another secret for tests, long enough";
  const other: Deps = { ...testApp.deps, config: { ...testApp.deps.config, secret } };
  const id = await announce();
  const before = testApp.receivedMails.length;
  for (let attempt = 0; attempt < 2; attempt += 1) {
    await expect(fetchAnnouncedLead(other, id, false)).rejects.toThrow(GraphRefusal);
  }
  await testApp.runJobs();
  expect(await problemOf(id)).toMatch(/^The page’s token can’t be read with this SECRET\./);
  const told = testApp.receivedMails.slice(before).map(({ text }) => text ?? "");
  expect(told.filter((text) => text.includes("token"))).toEqual([
    expect.stringContaining("can’t be read with this SECRET"),
  ]);
  expect(used).toEqual([]);
  await fetchAnnouncedLead(testApp.deps, id, false);
  expect(used).toEqual([token]);
});

test("a token in plain text is encrypted at the next start, and is removed from stored Graph errors", async () => {
  await setPlain(testApp, source.page);
  const id = await announce();
  const said = `Graph: Malformed access token ${token}`;
  await testApp.deps.db.update(announcedLeads).set({ problem: said });
  await testApp.deps.db.insert(mails).values({
    ...{ kind: "refused-token-notice", to: "owner@example.com", subject: "Leads" },
    ...{ text: said, html: `<p>${said}</p>` },
  });
  expect(await everything(testApp)).toContain(token);
  await Promise.all([1, 2, 3].map(() => sealPlainTokens(testApp.deps)));
  expect(await everything(testApp)).not.toContain(token);
  expect(await problemOf(id)).toBe("Graph: Malformed access token [token]");
  const kept = await keptToken(testApp, source.page);
  expect(readPageToken(testApp.deps.config.secret, kept)).toBe(token);
  await sealPlainTokens(testApp.deps);
  expect(await keptToken(testApp, source.page)).toBe(kept);
});

test("a token in plain text in an older backup is encrypted after a restore, so later backups don't have it", async () => {
  const folder = mkdtempSync(path.join(tmpdir(), "front-desk-tokens-"));
  const file = path.join(folder, "all.backup");
  await setPlain(testApp, source.page);
  await writeBackup(testApp.pool, file);
  expect(gunzipSync(readFileSync(file)).toString()).toContain(token);
  const restored = await openTestApp();
  await readBackup(restored.pool, file);
  await sealPlainTokens(restored.deps);
  await writeBackup(restored.pool, file);
  expect(gunzipSync(readFileSync(file)).toString()).not.toContain(token);
  expect(isSealed(await keptToken(restored, source.page))).toBe(true);
  await restored.close();
  rmSync(folder, { recursive: true });
});

test("a new token is set for every form of its page, and rejected for an unknown page", async () => {
  await makeMetaSource(testApp.deps, practice.clientId, { page: source.page });
  const sealed = sealPageToken(testApp.deps.config.secret, token);
  expect(await setPageToken(testApp.deps, source.page, sealed)).toEqual({ sources: 2 });
  await expect(setPageToken(testApp.deps, "999", sealed)).rejects.toThrow("not_found");
});

test("a pending lead is fetched with the token that replaced the rejected one", async () => {
  const { secret } = testApp.deps.config;
  await setPageToken(testApp.deps, source.page, sealPageToken(secret, token));
  const id = await announce();
  const lead = testApp.graph.get(id);
  testApp.graph.set(id, new GraphRefusal("Graph: Error validating access token", false, true));
  await expect(fetchAnnouncedLead(testApp.deps, id, false)).rejects.toThrow(GraphRefusal);
  if (lead) testApp.graph.set(id, lead);
  await setPageToken(testApp.deps, source.page, sealPageToken(secret, "EAA-next"));
  await fetchAnnouncedLead(testApp.deps, id, false);
  expect(used).toEqual([token, "EAA-next"]);
});

async function announce(): Promise<string> {
  const id = makePlatformId();
  const receivedAt = testApp.clock.now;
  testApp.graph.set(id, {
    ...{ id, created_time: receivedAt.toISOString() },
    field_data: [{ name: "full_name", values: ["Ada Byron"] }],
  });
  const leadgen = { leadgen_id: id, form_id: source.form, page_id: source.page };
  const announced = [{ ...leadgen, created_time: Math.floor(receivedAt.getTime() / 1000) }];
  await storeDelivery(testApp.deps, { body: "{}", announced, receivedAt });
  await testApp.pool.query("delete from pgboss.job where name = 'fetch-announced-lead'");
  return id;
}

/** Stores the token in plain text, as earlier versions did. */
async function setPlain({ pool }: TestApp, page: string) {
  await pool.query("update sources set meta_page_token = $1 where meta_page_id = $2", [
    token,
    page,
  ]);
}

async function keptToken({ deps }: TestApp, page: string): Promise<string> {
  const [row] = await deps.db.select().from(sources).where(eq(sources.metaPageId, page));
  return row?.metaPageToken ?? "";
}

async function problemOf(id: string) {
  const rows = await testApp.deps.db
    .select()
    .from(announcedLeads)
    .where(eq(announcedLeads.platformLeadId, id));
  return rows[0]?.problem;
}

/** Returns all rows of the tables in which a token might be stored. */
async function everything({ pool }: TestApp): Promise<string> {
  const tables = ["sources", "announced_leads", "deliveries", "mails"];
  const rows = tables.map((table) => `select to_jsonb(t)::text as row from ${table} t`);
  const { rows: found } = await pool.query<{ row: string }>(rows.join(" union all "));
  return found.map(({ row }) => row).join("\n");
}
