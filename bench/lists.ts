// Measures a practice's lists and reports over HTTP, logged in, with a million leads, 200,000 of
// them in the practice. `--plans` also prints the database's plan for each request.
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { openTools } from "#server/db/make.ts";
import { largePractice, seedLists } from "./lists-seed.ts";
import { type Asked, type Asking, measureRequests } from "./measure-requests.ts";
import { forget } from "./product.ts";
import type { Figure } from "./report.ts";
import type { BenchOptions } from "./run.ts";

const deepPages = 40;

const listMs = 2;
const searchMs = 10;
const figuresMs = 5;

export async function lists(options: BenchOptions): Promise<Figure[]> {
  const dataDir = listsDataDir();
  const { campaignId } = await openSeededLists(dataDir);
  try {
    return await measureRequests({ dataDir, email: largePractice.email }, options, (ask) =>
      listRequests(ask, campaignId),
    );
  } finally {
    if (!options.isKept) forget(dataDir);
  }
}

/** Makes the million leads, unless an earlier run kept its data. */
export async function openSeededLists(dataDir: string): Promise<{ campaignId: string }> {
  const isSeeded = path.join(dataDir, "seeded");
  // A seed that failed halfway can't be used.
  if (!existsSync(isSeeded)) forget(dataDir);
  mkdirSync(dataDir, { recursive: true });
  const tools = await openTools({ dataDir });
  const clientId = await seedLists(tools);
  writeFileSync(isSeeded, "");
  const campaigns = await tools.pool.query(
    "select id from campaigns where client_id = $1 order by id limit 1",
    [clientId],
  );
  await tools.close();
  return { campaignId: campaigns.rows[0].id };
}

async function listRequests(asking: Asking, campaignId: string): Promise<Asked[]> {
  const lists: Asked[] = [];
  for (const sort of ["next", "newest", "oldest"]) {
    const first = `/api/leads/new?sort=${sort}`;
    const deep = `${first}&cursor=${await deepCursor(asking, first)}`;
    lists.push({ name: `list, ${sort}`, path: first, budgetMs: listMs });
    lists.push({ name: `list, ${sort}, page ${deepPages}`, path: deep, budgetMs: listMs });
  }
  const searches = [
    ["the commonest first name", "james", "next"],
    ["a common surname", "perez", "newest"],
    ["a rare surname", "yatesing", "next"],
    ["a first name and a letter", "maria g", "next"],
    ["three letters", "mar", "newest"],
    ["part of an email address", "perez21", "newest"],
    ["what all addresses have", "@example", "next"],
    ["digits of a number", "555123", "newest"],
    ["no match", "zzzz", "next"],
    ["two letters", "ab", "next"],
    ["two letters that nobody has", "qz", "newest"],
  ].map(([name, search = "", sort]) => ({
    name: `search, ${name}`,
    path: `/api/leads/new?sort=${sort}&limit=50&search=${encodeURIComponent(search)}`,
    budgetMs: searchMs,
  }));
  const filters = [
    ["a campaign", `sort=next&campaign=${campaignId}`],
    ["a campaign, newest", `sort=newest&campaign=${campaignId}`],
    ["callbacks due", "sort=next&state=due"],
    ["called without success, oldest", "sort=oldest&state=called"],
    ["asked again", "sort=next&askedAgain=yes"],
  ].map(([name, query]) => ({
    name: `filter, ${name}`,
    path: `/api/leads/new?${query}`,
    budgetMs: listMs,
  }));
  const archive = [
    ["archive", "list=leads", listMs],
    ["archive, callbacks", "list=callback", listMs],
    ["archive, a reason", "list=leads&reason=not_interested", searchMs],
    ["archive, a rare surname", "list=leads&limit=50&search=yatesing", searchMs],
  ].map(([name, query, budgetMs]) => ({
    name: String(name),
    path: `/api/leads/archive?${query}`,
    budgetMs: Number(budgetMs),
  }));
  const others = [
    ["the commonest first name", "james"],
    ["a rare surname", "yatesing"],
    ["what all addresses have", "@example"],
    ["no match", "zzzz"],
  ].map(([name, search = ""]) => ({
    name: `search outside the queue, ${name}`,
    path: `/api/leads/others?search=${encodeURIComponent(search)}`,
    budgetMs: searchMs,
  }));
  const day = 86_400_000;
  const from = new Date(Date.now() - 30.4 * day).toISOString();
  const to = new Date(Date.now() - 2.7 * day).toISOString();
  // Days begin in the practice's time zone, so they begin in the middle of a UTC day.
  const lastNight = Math.floor(Date.now() / day) * day + 4 * 60 * 60_000;
  const nightsAgo = (count: number) => new Date(lastNight - count * day).toISOString();
  const aYear = `from=${nightsAgo(380)}&to=${nightsAgo(14)}`;
  const figures = [
    ["figures in parts", "figures?"],
    ["figures in parts, 7 days", `figures?from=${nightsAgo(7)}`],
    ["figures in parts, 30 days", `figures?from=${nightsAgo(30)}`],
    ["figures in parts, a year with two edges", `figures?${aYear}`],
    ["figures in parts, that year in business hours", `figures?reading=open&${aYear}`],
    ["calls on time", "cot?reading=wall"],
    ["calls on time in business hours", "cot?reading=open"],
    ["calls on time, four weeks", `cot?from=${from}&to=${to}`],
    ["calls on time, a campaign, business hours", `cot?reading=open&campaign=${campaignId}`],
    ["counts", "count?"],
    ["counts, four weeks", `count?from=${from}&to=${to}`],
    ["counts, a campaign", `count?campaign=${campaignId}`],
  ].map(([name = "", path]) => ({ name, path: `/api/leads/${path}`, budgetMs: figuresMs }));
  return [...lists, ...filters, ...archive, ...others, ...searches, ...figures];
}

async function deepCursor(asking: Asking, first: string): Promise<string> {
  let cursor = "";
  for (let page = 1; page < deepPages; page += 1) {
    const answer = await asking(`${first}${cursor && `&cursor=${cursor}`}`);
    cursor = ((await answer.json()) as { nextCursor: string }).nextCursor;
  }
  return cursor;
}

/**
 * Returns the data folder. Its name contains a hash of the code that makes its rows, so a kept
 * folder is reused only if that code hasn't changed.
 */
export function listsDataDir(): string {
  const root = path.dirname(import.meta.dirname);
  const migrations = path.join(root, "server/db/migrations");
  const makers = [
    path.join(import.meta.dirname, "lists-seed.ts"),
    ...readdirSync(migrations)
      .filter((file) => file.endsWith(".sql"))
      .map((file) => path.join(migrations, file)),
  ];
  const hash = createHash("sha256");
  for (const file of makers) hash.update(readFileSync(file));
  return path.join(tmpdir(), `front-desk-bench-lists-${hash.digest("hex").slice(0, 12)}`);
}
