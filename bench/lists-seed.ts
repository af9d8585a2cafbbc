// Writes a million made-up leads with their inquiries and calls, 200,000 of them in one practice.
// It uses SQL, because the product's functions would take hours.
import { randomUUID } from "node:crypto";
import type pg from "pg";
import { makeInquiry, makePractice, type openTools, rebuildRollups } from "#server/db/make.ts";

const allLeads = 1_000_000;
export const largePractice = { size: 200_000, email: "large@example.com" } as const;
const otherPractices = 20;
/** Each campaign of a practice runs for this many days, and this many campaigns run at a time. */
const campaignDays = 60;
const campaignsAtOnce = 4;
const historyDays = 730;
/** The number of inquiries from the last hour without a call. Each run makes new ones. */
const freshInquiries = 40;

type Tools = Awaited<ReturnType<typeof openTools>>;

/**
 * Returns the id of the large practice. Creates all practices if the large practice doesn't exist.
 */
export async function seedLists(tools: Tools): Promise<string> {
  const clientId = (await findPractice(tools.pool)) ?? (await writePractices(tools));
  for (let made = 0; made < freshInquiries; made += 1) {
    const agoMs = (made / freshInquiries) * 60 * 60_000;
    await makeInquiry(tools, clientId, { submittedAt: new Date(Date.now() - agoMs) });
  }
  await tools.pool.query("vacuum (analyze) leads, inquiries, rollups");
  return clientId;
}

async function findPractice(pool: pg.Pool): Promise<string | null> {
  const { rows } = await pool.query(
    `select client_id from accounts
     where email = $1 and (select count(*) from leads) >= $2`,
    [largePractice.email, allLeads],
  );
  return rows[0]?.client_id ?? null;
}

async function writePractices(tools: Tools): Promise<string> {
  console.log(`  Making ${allLeads.toLocaleString("en")} leads …`);
  const { clientId } = await makePractice(tools, { email: largePractice.email });
  const clientIds = [clientId];
  const sizes: number[] = [largePractice.size];
  for (let made = 0; made < otherPractices; made += 1) {
    const other = await makePractice(tools, { email: `other-${randomUUID()}@example.com` });
    clientIds.push(other.clientId);
    sizes.push((allLeads - largePractice.size) / otherPractices);
  }
  await writeLeadsOf(tools, clientIds, sizes);
  return clientId;
}

/** Writes this many leads for each practice, with campaigns, inquiries, calls and rollups. */
export async function writeLeadsOf(tools: Tools, clientIds: string[], sizes: number[]) {
  const session = await tools.pool.connect();
  // Foreign keys aren't checked in this session. The rows refer to rows that were just written, and
  // a seed that fails starts over.
  await session.query(
    `set statement_timeout = 0; set jit = off; set work_mem = '256MB';
     set maintenance_work_mem = '1GB'; set session_replication_role = replica`,
  );
  // Building the indexes after the rows takes a fifth of the time.
  const indexes = await session.query(
    `select indexname, indexdef from pg_indexes
     where schemaname = 'public' and tablename in ('leads', 'inquiries', 'calls')
       and indexname not like '%pk'`,
  );
  for (const { indexname } of indexes.rows) await session.query(`drop index "${indexname}"`);
  await session.query("select setseed(0.17)");
  await session.query(writePeople, [clientIds, sizes]);
  await session.query(writeCampaigns, [clientIds]);
  for (const statement of [writeLeads, writeInquiries, writeCalls]) {
    await session.query(statement);
  }
  for (const { indexdef } of indexes.rows) await session.query(indexdef);
  session.release();
  await rebuildRollups(tools);
  await tools.pool.query("vacuum (analyze)");
}

const firstNames =
  "James Maria Michael Jennifer Robert Linda David Jessica William Ashley Jose Sarah Carlos Karen Daniel Nancy Luis Lisa Marisol Owen Tamika Russell Priya Grace Hank Beatrice Noah Imani Sofia Caleb Mei Arjun Ruth Diego Hannah Tyrone Elena Walter Keisha Ivan Nora Paige Omar Jun Carla Denise Gail Victor Rosa Felix Tanya Hugo Wanda Cesar Joyce Marvin Lucille Edgar Bonnie Ramon";
const surnames =
  "Smith Garcia Johnson Rodriguez Williams Brown Hernandez Jones Martinez Miller Davis Gonzalez Perez Wilson Anderson Thomas Taylor Moore Sanchez Ramirez";
const beginnings =
  "Abra Bern Cast Dela Ellis Fitch Gold Hart Iver Kowal Lind More Nord Okaf Pruit Quint Ross Sand Thorn Ulric Vance Whit Yates Zimmer";
const endings = "man ton berg ero ski well field son ley worth dale ford ham er ing";

/** A few names are common and most are rare, as in a phone book. */
const writePeople = `
  create temp table people as
  with first_names as materialized (
    select array_agg(name order by upto) as names, array_agg(upto order by upto) as limits,
      max(upto) as all_of_them
    from (
      select name, sum(1 / (place + 15)::float8) over (order by place) as upto
      from unnest(string_to_array('${firstNames}', ' ')) with ordinality as t(name, place)
    ) as placed
  ), surnames as materialized (
    select array_agg(name order by upto) as names, array_agg(upto order by upto) as limits,
      max(upto) as all_of_them
    from (
      select name, sum(1 / (place + 20)::float8) over (order by place) as upto from (
        select name, row_number() over (order by is_made, md5(name)) as place from (
          select name, 0 as is_made from unnest(string_to_array('${surnames}', ' ')) as name
          union all
          select beginning || ending, 1
          from unnest(string_to_array('${beginnings}', ' ')) as beginning,
            unnest(string_to_array('${endings}', ' ')) as ending
        ) as names
      ) as ranked
    ) as placed
  ), chosen as (
    select practice.client_id, number, random() as first, random() as surname,
      3600 + random() * 86400 * ${historyDays} as age, random() as story, random() as waited,
      random() as spot, (random() * 9999999)::int as digits
    from unnest($1::uuid[], $2::int[]) as practice(client_id, size),
      generate_series(1, size) as number
  )
  select client_id, uuidv7(- age * interval '1 second') as id,
    first_names.names[1 + width_bucket(first * first_names.all_of_them, first_names.limits)]
      as first_name,
    surnames.names[1 + width_bucket(surname * surnames.all_of_them, surnames.limits)] as last_name,
    digits, spot, date_trunc('milliseconds', now() - age * interval '1 second') as asked_at,
    -- The practice calls most on time, some slowly, some late; a few are never called.
    date_trunc('milliseconds', now() - age * interval '1 second' + case
      when waited < 0.7 then waited / 0.7 * interval '10 minutes'
      when waited < 0.9 then interval '10 minutes' + (waited - 0.7) / 0.2 * interval '50 minutes'
      else interval '1 hour' + (waited - 0.9) * interval '10 hours'
    end) as called_at,
    case when story < 0.25 then 'booked' when story < 0.55 then 'not_interested'
      when story < 0.60 then 'call_back' when story < 0.95 then 'no_answer' end as outcome
  from chosen, first_names, surnames`;

const writeCampaigns = `
  insert into campaigns (client_id, name, platform, platform_campaign_id, impressions,
    impressions_as_of)
  select client_id, 'Campaign ' || number, 'meta', number::text, 1000 * number, current_date
  from unnest($1::uuid[]) as client_id,
    generate_series(0, ${(Math.floor(historyDays / campaignDays) + 1) * campaignsAtOnce - 1}) as number`;

const campaignNumber = `floor(extract(epoch from now() - asked_at) / 86400 / ${campaignDays})
  * ${campaignsAtOnce} + digits % ${campaignsAtOnce}`;

const writeLeads = `
  insert into leads (client_id, id, first_name, last_name, email, phone, is_phone_valid,
    campaign_id, received_at, started_at, state, uncalled_since, first_called_at, call_back_at,
    attempts, last_outcome, last_called_at, touched_at, booked_at, archived_at, archive_reason,
    is_counted, created_at, search)
  select people.client_id, people.id, first_name, last_name, email, phone, true,
    campaigns.id, asked_at + interval '1 second', asked_at,
    case when outcome = 'booked' then 'customer' when outcome = 'not_interested' then 'archived'
      when outcome = 'call_back' then 'callback' else 'new' end,
    case when outcome is null then asked_at end, case when outcome is not null then called_at end,
    case when outcome = 'call_back' then now() + (spot - 0.5) * interval '28 days' end,
    case when outcome is null then 0 else 1 end, outcome,
    case when outcome is not null then called_at end,
    case when outcome is null then asked_at else called_at end,
    case when outcome = 'booked' then called_at end,
    case when outcome = 'not_interested' then called_at end,
    case when outcome = 'not_interested' then outcome end,
    true, asked_at, search_text(first_name, last_name, email, phone, '')
  from people
    cross join lateral (select
      lower(first_name || '.' || last_name) || digits % 1000 || '@example.com' as email,
      '+1' || 200 + digits % 700 || '555' || lpad((digits / 700 % 10000)::text, 4, '0') as phone
    ) as contact
    left join campaigns on campaigns.client_id = people.client_id
    and campaigns.platform_campaign_id = case when spot < 0.9 then (${campaignNumber})::text end
  order by asked_at`;

/** Business hours are from eight to five. A clock that starts at night runs from the morning. */
const opensAt = `case
  when extract(hour from local) between 8 and 16 then started_at
  else (date_trunc('day', local + case when extract(hour from local) < 8 then interval '0' else interval '1 day' end)
    + interval '8 hours') at time zone 'America/New_York' end`;

const writeInquiries = `
  insert into inquiries (client_id, lead_id, campaign_id, first_name, last_name, submitted_at,
    received_at, clock_started_at, open_on_time_until, open_late_at, first_called_at)
  select client_id, id, campaign_id, first_name, last_name, started_at, received_at, started_at,
    ${opensAt} + interval '10 minutes', ${opensAt} + interval '60 minutes', first_called_at
  from (select *, started_at at time zone 'America/New_York' as local from leads) as asked
  order by started_at`;

const writeCalls = `
  insert into calls (client_id, id, lead_id, account_id, called_at, recorded_at, outcome,
    outcome_at, call_back_at)
  select leads.client_id, uuidv7(last_called_at - now()), leads.id, accounts.id, last_called_at,
    last_called_at, last_outcome, last_called_at, call_back_at
  from leads join accounts on accounts.client_id = leads.client_id
  where last_called_at is not null order by last_called_at`;
