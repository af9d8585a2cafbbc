// Measures the owner's list of practices over HTTP, first with 2,000 practices and a million leads,
// then with 100,000 practices. `--plans` also prints the database's plan for each request.
import { makeOwner, openTools, refreshSortKeys } from "#server/db/make.ts";
import { writeLeadsOf } from "./lists-seed.ts";
import { type Asked, measureRequests } from "./measure-requests.ts";
import { forget, makeDataDir } from "./product.ts";
import { type Figure, inWholeMs } from "./report.ts";
import type { BenchOptions } from "./run.ts";

const email = "owner-of-all@example.com";
const many = { practices: 2000, leads: 1_000_000, budgetMs: 50 } as const;
const most = 100_000;

export async function practices(options: BenchOptions): Promise<Figure[]> {
  const dataDir = makeDataDir();
  try {
    const tools = await openTools({ dataDir });
    await makeOwner(tools, { email });
    console.log(`  Making ${many.leads.toLocaleString("en")} leads …`);
    const clientIds = await writePractices(tools, 1, many.practices);
    await writeLeadsOf(
      tools,
      clientIds,
      clientIds.map(() => many.leads / many.practices),
    );
    const refreshed = await timeRefresh(
      tools,
      `order of ${many.practices} practices, counted again`,
    );
    await tools.close();
    const asOwner = { dataDir, email, timesAlone: 50 };
    const figures = await measureRequests(asOwner, options, async () => [
      ...listRequests(`${many.practices} practices`, many.budgetMs),
      ...comparisonRequests(`${many.practices} practices`, comparisonMs),
    ]);

    const more = await openTools({ dataDir });
    console.log(`  Making ${most.toLocaleString("en")} practices …`);
    await writePractices(more, many.practices + 1, most);
    const refreshedAll = await timeRefresh(more, `order of ${most} practices, counted again`);
    await more.close();
    const all = await measureRequests({ ...asOwner, timesAlone: 20 }, options, async () =>
      listRequests(`${most} practices`, "twice"),
    );
    return [refreshed, ...figures, refreshedAll, ...all];
  } finally {
    forget(dataDir);
  }
}

function listRequests(of: string, budgetMs: Asked["budgetMs"]): Asked[] {
  return [
    ["as it opens", ""],
    ["page 20", "page=20"],
    ["slowest first", "sort=onTime"],
    ["by median", "sort=median"],
    ["by last login", "sort=lastSignIn"],
    ["longest wait first", "sort=waiting&status=active&limit=20"],
    ["late", "late=25&sort=leads"],
    ["without alerts", "needs=alerts"],
    ["setup not finished", "needs=setup"],
    ["with a source's problem", "needs=sources"],
    ["a search", "search=number+199"],
    ["a search by email", "search=desk-1234@"],
  ].map(([name, query]) => ({
    ...{ name: `${of}, ${name}`, path: `/api/admin/clients?${query}`, budgetMs },
  }));
}

type Tools = Awaited<ReturnType<typeof openTools>>;

/**
 * The comparison counts every practice's inquiries from a month. It's opened about once a week, so
 * its budget is what feels immediate after a click.
 */
const comparisonMs = 300;

function comparisonRequests(of: string, budgetMs: Asked["budgetMs"]): Asked[] {
  return [
    ["last month", ""],
    ["last 30 days, page 20", "period=30d&page=20"],
    ["last week, by median", "period=week&sort=median"],
    ["a search", "search=number+199"],
  ].map(([name, query]) => ({
    ...{ name: `comparison of ${of}, ${name}`, budgetMs },
    path: `/api/admin/comparison?${query}`,
  }));
}

/** Writes approved practices. Each has a manager, a source and a session. */
async function writePractices({ pool }: Tools, from: number, to: number): Promise<string[]> {
  const { rows } = await pool.query(
    `with practice as (
       insert into clients (name, phone, address, city, state, zip, admin_code, approved_at, created_at)
       select 'Practice number ' || n, '(813) 555-0100', '1 Bay Street', 'Tampa', 'FL', '33602', 'code',
         now(), now() - n * interval '1 minute'
       from generate_series($1::int, $2::int) as n
       returning id, substring(name from '[0-9]+$') as number
     ), manager as (
       insert into accounts (kind, client_id, email, first_name, last_name, password_hash, role,
         email_confirmed_at)
       select 'client', id, 'desk-' || number || '@example.com', 'Dana', 'Whitfield', 'none', 'manager',
         now()
       from practice returning id, client_id
     ), session as (
       insert into sessions (account_id, kind, token_hash, device, address, created_at, proven_at,
         expires_at)
       select id, 'client', id::text, 'Firefox', '192.0.2.1', now(), now(), now() + interval '1 year'
       from manager
     ), source as (
       insert into sources (client_id, kind, name, form_key)
       select id, 'form', 'Web form', id::text from practice
     )
     select id from practice`,
    [from, to],
  );
  await pool.query("vacuum (analyze)");
  return rows.map(({ id }) => id);
}

async function timeRefresh(tools: Tools, name: string): Promise<Figure> {
  const begun = performance.now();
  await refreshSortKeys(tools);
  const measured = inWholeMs(performance.now() - begun);
  await tools.pool.query("vacuum (analyze) practice_sort_keys");
  return { name, measured, budget: "", bare: "" };
}
