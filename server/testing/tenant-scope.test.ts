import { afterAll, beforeAll, expect, test } from "vitest";
import { practiceTables } from "./practice-tables.ts";
import { tablesAskedEverywhere, unscopedTables } from "./tenant-scope.ts";
import { openTestApp, type TestApp } from "./test-app.ts";

let testApp: TestApp;
beforeAll(async () => {
  testApp = await openTestApp();
});
afterAll(() => testApp.close());

const scoped = [
  // These use a single table.
  "select * from leads where client_id = $1",
  "select * from leads where $1 = client_id",
  "select * from leads where client_id = $1::uuid and (state = 'new' or deleted_at is null)",
  "select * from public.leads l where l.client_id = '00000000-0000-0000-0000-000000000000'",
  "select * from leads where (client_id, id) = ($1, $2)",
  "select * from leads where client_id in ($1)",
  "select * from leads where client_id is not distinct from $1",
  "select * from leads where client_id = (select $1::uuid)",
  "select name from clients where id = $1",
  "select * from leads as l (practice, lead) where l.practice = $1",
  // These have joins.
  "select 1 from leads l join calls c on c.client_id = l.client_id and c.lead_id = l.id where l.client_id = $1",
  "select 1 from leads l join calls c using (client_id) where l.client_id = $1",
  "select 1 from leads l, calls c where c.client_id = l.client_id and l.client_id = $1",
  "select 1 from leads l left join calls c on c.client_id = l.client_id where l.client_id = $1",
  "select 1 from calls c right join leads l on c.client_id = l.client_id where l.client_id = $1",
  "select 1 from clients p join leads l on l.client_id = p.id where p.id = $1",
  "select 1 from leads a join leads b on b.client_id = a.client_id join calls c on c.client_id = b.client_id where c.client_id = $1",
  "select 1 from leads l left join (calls c join notes n on n.client_id = c.client_id) on c.client_id = l.client_id and c.client_id = $1 where l.client_id = $1",
  // These have subqueries.
  "select (select count(*) from calls where client_id = leads.client_id) from leads where client_id = $1",
  "select 1 from leads l where client_id = $1 and exists (select 1 from calls c where c.client_id = l.client_id)",
  "select 1 from leads where client_id = $1 and id in (select lead_id from calls where client_id = $1)",
  "select 1 from leads where (client_id, id) in (select client_id, lead_id from calls where client_id = $1)",
  "select 1 from leads l where client_id = (select client_id from calls where client_id = $1 limit 1)",
  "select 1 from leads l, lateral (select 1 from calls c where c.client_id = l.client_id limit 1) x where l.client_id = $1",
  "select 1 from leads l left join lateral (select 1 from calls c where c.client_id = l.client_id) x on true where l.client_id = $1",
  "select 1 from (select * from leads where client_id = $1) l join calls c on c.client_id = l.client_id",
  "select 1 from (select client_id as practice from leads where client_id = $1) l join calls c on c.client_id = l.practice",
  "select array(select id from leads where client_id = $1), case when exists (select 1 from notes where client_id = $1) then 1 end",
  "select 1 from leads where client_id = $1 order by (select max(at) from notes n where n.client_id = leads.client_id)",
  // These have common table expressions or set operations.
  "with mine as (select client_id, id from leads where client_id = $1) select 1 from calls c join mine m on m.client_id = c.client_id",
  "with mine (practice) as (select client_id from leads where client_id = $1) select 1 from calls c, mine where c.client_id = practice",
  "with gone as (delete from calls where client_id = $1 returning *) insert into notes (client_id, id) select client_id, id from gone",
  "with recursive next (client_id, id) as (select client_id, id from leads where client_id = $1 union all select l.client_id, l.id from next n join leads l on l.client_id = n.client_id and l.id > n.id) select * from next",
  "select id from leads where client_id = $1 union all select id from calls where client_id = $1",
  "select 1 from calls c join (select client_id from leads where client_id = $1 union select client_id from notes where client_id = $1) x on x.client_id = c.client_id",
  // These write.
  "insert into leads (client_id, id) values ($1, default), ($2, $3)",
  "insert into mails (client_id, id) values (default, default)",
  "insert into leads (id, client_id) select $2, client_id from calls where client_id = $1",
  "insert into leads (client_id, id) select p.id, l.id from clients p join leads l on l.client_id = p.id where p.id = $1",
  "insert into leads (client_id, id) values ($1, $2) on conflict do nothing",
  "insert into leads (client_id, id) values ($1, $2) on conflict (client_id, id) do update set state = excluded.state",
  "insert into sources (client_id, form_key) values ($1, $2) on conflict (form_key) do update set name = 'x' where sources.client_id = excluded.client_id",
  "insert into leads (client_id) values ($1) returning (select count(*) from calls c where c.client_id = leads.client_id)",
  "update leads set state = 'new' where client_id = $1 and id = $2",
  "update leads l set state = 'new' from calls c where c.client_id = l.client_id and l.client_id = $1",
  "update leads set state = (select max(outcome) from calls c where c.client_id = leads.client_id) where client_id = $1",
  "update leads l set state = v.state from (values ($1::uuid, $2)) as v (client_id, state) where l.client_id = v.client_id",
  "delete from leads where client_id = $1",
  "delete from leads using calls c where leads.client_id = c.client_id and c.client_id = $1",
  // These use tables that don't belong to a tenant.
  "select 1 from accounts where email = $1",
  "select 1 from pg_stat_activity where datname = current_database()",
  "select * from pgboss.job where id = $1",
  "with leads as (select 1 as id) select * from leads",
  "select * from unnest($1::text[]) as names (name)",
  "begin",
  "set local statement_timeout = 0",
  "select pg_notify('x', $1)",
];

test("statements that are scoped to the practice are recognized", () => {
  for (const statement of scoped) expect.soft(unscopedTables(statement), statement).toEqual([]);
});

const askedEverywhere: [statement: string, tables: string][] = [
  ["select * from leads where client_id is not distinct from $1", "leads"],
  ["select * from leads where client_id = $1 and client_id is not distinct from $1", ""],
  [
    "select 1 from leads l join calls c on c.client_id is not distinct from l.client_id where l.client_id = $1",
    "calls",
  ],
  ["select * from leads where client_id = any($1)", "leads"],
  // These use reference tables, or tables on the coordinator.
  ["select * from announced_leads where platform_lead_id = $1", ""],
  ["select * from sources where form_key = $1", ""],
];

test("the tables that a cluster would read on every worker are found", () => {
  for (const [statement, tables] of askedEverywhere) {
    expect.soft(tablesAskedEverywhere(statement).join(" "), statement).toBe(tables);
  }
});

const unscoped: [statement: string, tables: string][] = [
  // These use a single table.
  ["select * from leads", "leads"],
  ["select * from leads where id = $1", "leads"],
  ["select * from leads where client_id = $1 or id = $2", "leads"],
  ["select * from leads where not client_id = $1", "leads"],
  ["select * from leads where client_id <> $1", "leads"],
  ["select * from leads where client_id > $1", "leads"],
  ["select * from leads where client_id = client_id", "leads"],
  ["select * from leads where client_id = any($1)", "leads"],
  ["select * from leads where client_id in ($1, $2)", "leads"],
  ["select * from leads where client_id is distinct from $1", "leads"],
  ["select * from leads where client_id = coalesce($1, client_id)", "leads"],
  ["select * from leads where (client_id, id) > ($1, $2)", "leads"],
  ["select * from leads where account_id = $1", "leads"],
  ["select * from leads group by state having min(client_id) = $1", "leads"],
  ["select count(*) filter (where client_id = $1) from leads", "leads"],
  ["table leads", "leads"],
  ["select * from clients where name = $1", "clients"],
  // These have joins.
  ["select 1 from leads l join calls c on c.lead_id = l.id where l.client_id = $1", "calls"],
  ["select 1 from leads l, calls c where l.client_id = $1", "calls"],
  ["select 1 from leads l natural join calls c where l.client_id = $1", "calls"],
  ["select 1 from leads a join leads b on b.id = a.id where a.client_id = $1", "leads"],
  ["select 1 from leads l join calls c on c.client_id = l.client_id", "calls leads"],
  [
    "select 1 from leads l left join calls c on c.client_id = l.client_id and l.client_id = $1",
    "calls leads",
  ],
  ["select 1 from leads l left join calls c on c.client_id = $1 and l.client_id = $1", "leads"],
  [
    "select 1 from leads l full join calls c on l.client_id = $1 and c.client_id = $1",
    "calls leads",
  ],
  [
    "select 1 from leads l cross join lateral (select 1 from calls c where c.lead_id = l.id) x where l.client_id = $1",
    "calls",
  ],
  ["select 1 from accounts a join leads l on l.client_id = a.client_id where a.id = $1", "leads"],
  // These have subqueries. An unqualified column belongs to the innermost table.
  [
    'select (select name from campaigns where "client_id" = "client_id" and "id" = "campaign_id") from leads where client_id = $1',
    "campaigns",
  ],
  [
    "select (select count(*) from calls where lead_id = leads.id) from leads where client_id = $1",
    "calls",
  ],
  [
    "select 1 from leads l where client_id = $1 and exists (select 1 from calls c where c.lead_id = l.id)",
    "calls",
  ],
  [
    "select 1 from leads l where exists (select 1 from calls c where c.client_id = l.client_id and c.client_id = $1)",
    "leads",
  ],
  ["select 1 from leads where client_id = $1 and id in (select lead_id from calls)", "calls"],
  ["select 1 from leads where client_id in (select client_id from calls)", "calls leads"],
  ["select 1 from leads where client_id in (select client_id from accounts)", "leads"],
  ["select 1 from (select * from leads) l where l.client_id = $1", "leads"],
  ["select 1 from (select * from leads limit 9) l where l.client_id = $1", "leads"],
  ["select 1 from leads where client_id = $1 order by (select max(at) from notes)", "notes"],
  ["select 1 from leads where client_id = $1 limit (select count(*) from notes)", "notes"],
  ["select 1 from accounts a where a.id = $1 and (select count(*) from leads) > 0", "leads"],
  ["select * from generate_series(1, (select count(*) from leads)) as n", "leads"],
  [
    "select (select 1 from leads l, (select 1 from notes n where n.client_id = l.client_id) x where l.client_id = $1) from accounts l",
    "notes",
  ],
  // These have common table expressions or set operations.
  ["with all_leads as (select * from leads) select * from all_leads where client_id = $1", "leads"],
  [
    "with mine as (select id from leads where client_id = $1) select 1 from calls c join mine m on m.id = c.lead_id",
    "calls",
  ],
  ["with gone as (delete from calls) select 1", "calls"],
  ["select id from leads where client_id = $1 union all select id from calls", "calls"],
  [
    "select 1 from calls c join (select client_id from leads where client_id = $1 union select client_id from accounts) x on x.client_id = c.client_id",
    "calls",
  ],
  [
    "with recursive n as (select client_id, id from leads where client_id = $1 union all select l.client_id, l.id from leads l join n on n.id < l.id) select * from n",
    "leads",
  ],
  // These write.
  ["insert into leads (id) values ($1)", "leads"],
  ["insert into leads select * from leads where client_id = $1", "leads"],
  ["insert into leads (client_id, id) select client_id, id from calls", "calls leads"],
  ["insert into leads (client_id, id) select client_id, id from accounts", "leads"],
  [
    "insert into leads (client_id, id) select gen_random_uuid(), id from calls where client_id = $1",
    "leads",
  ],
  ["insert into leads (client_id, id) values ($1, (select id from leads limit 1))", "leads"],
  [
    "insert into sources (client_id, form_key) values ($1, $2) on conflict (form_key) do update set name = 'x'",
    "sources",
  ],
  [
    "insert into leads (client_id, id) values ($1, $2) on conflict on constraint leads_pk do update set state = 'new'",
    "leads",
  ],
  [
    "insert into leads (client_id, id) values ($1, $2) on conflict (client_id, id) do update set client_id = $3",
    "leads",
  ],
  ["insert into leads (client_id) values ($1) returning (select count(*) from calls)", "calls"],
  ["delete from leads where client_id = $1 returning exists (select 1 from calls)", "calls"],
  ["update leads set state = 'new'", "leads"],
  ["update leads set state = 'new' where id = $1", "leads"],
  ["update leads set client_id = $2 where client_id = $1", "leads"],
  [
    "update leads set state = 'new' from calls c where c.client_id = $1 and c.lead_id = leads.id",
    "leads",
  ],
  ["update leads set state = (select max(outcome) from calls) where client_id = $1", "calls"],
  ["delete from leads", "leads"],
  ["delete from leads where id = any($1)", "leads"],
  ["delete from leads using calls c where leads.client_id = $1", "calls"],
  ["delete from calls where client_id = $1 returning (select count(*) from leads)", "leads"],
  // These affect whole tables.
  ["truncate leads", "leads"],
  ["lock table leads, calls in share mode", "calls leads"],
  ["explain select * from leads", "leads"],
  ["select 1; select * from leads", "leads"],
];

test("statements that aren't scoped to the practice are recognized, with their tables", () => {
  for (const [statement, tables] of unscoped) {
    expect.soft(unscopedTables(statement).join(" "), statement).toBe(tables);
  }
});

const unsupported = [
  "merge into leads using calls on true when matched then delete",
  "copy leads to stdout",
  "select * into other from leads where client_id = $1",
  "select * from no_such_table",
  "create table x (y int)",
  "do 'begin delete from leads; end'",
  "select from",
];

test("statements that the parser doesn't support are rejected", () => {
  for (const statement of unsupported) {
    expect.soft(() => unscopedTables(statement), statement).toThrow();
  }
});

test("the tenant-scoped tables are clients and all tables with client_id, except for accounts", async () => {
  const { rows } = await testApp.pool.query(
    `select table_name from information_schema.columns
     where table_schema = 'public' and column_name = 'client_id' and table_name <> 'accounts'`,
  );
  const named = rows.map(({ table_name }) => table_name);
  expect(practiceTables.toSorted()).toEqual([...named, "clients"].toSorted());
});
