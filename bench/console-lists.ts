// Measures the owner's lists over HTTP, logged in, with 100,000 rows each: contact requests,
// emails, audit entries, jobs, and the sources and campaigns of 2,000 practices. practices.ts
// measures the list of practices.
import { makeOwner, makePractice, openTools } from "#server/db/make.ts";
import { type Asked, measureRequests } from "./measure-requests.ts";
import { forget, launchProduct, makeDataDir } from "./product.ts";
import type { Figure } from "./report.ts";
import type { BenchOptions } from "./run.ts";

const rows = 100_000;
const practices = 2000;

const requests: Asked[] = [
  ["contact requests, to call", "contact-requests?list=open&sort=next"],
  ["contact requests, by business hours", "contact-requests?list=open&sort=next&reading=open"],
  ["contact requests, newest", "contact-requests"],
  ["contact requests, oldest of a list", "contact-requests?list=closed&sort=oldest"],
  ["contact requests, a form", "contact-requests?kind=makeover"],
  ["contact requests, a rare name", "contact-requests?search=person+77777"],
  ["contact requests, a common word", "contact-requests?search=example"],
  ["contact requests, no match", "contact-requests?search=zzzz"],
  ["contact requests, waiting", "contact-requests/waiting"],
  ["mail log", "mail"],
  ["mail log, failed", "mail?state=failed"],
  ["mail log, a rare address", "mail?search=lead77777@"],
  ["mail log, a common word", "mail?search=welcome"],
  ["mail log, no match", "mail?search=zzzz"],
  ["mail log, by state", "mail?sort=state"],
  ["audit log", "audit"],
  ["audit log, a rare action", "audit?action=lead_erased"],
  ["audit log, a person", "audit?who=bench-owner"],
  ["jobs, failed", "jobs?state=failed"],
  ["jobs, done", "jobs?state=done"],
  ["jobs, a rare practice", "jobs?state=done&search=practice+number+777"],
  ["jobs, a reason", "jobs?state=failed&search=ECONNREFUSED"],
  ["jobs, a common word", "jobs?state=done&search=bayshore"],
  ["jobs of a queue", "jobs?state=done&queue=send-mail"],
  ["queues", "queues"],
  ["sources", "sources"],
  ["sources, page 20", "sources?page=20"],
  ["sources, a search", "sources?search=form+77777"],
  ["sources, by last lead", "sources?sort=lastLead"],
  ["campaigns", "campaigns"],
  ["campaigns, page 20", "campaigns?page=20"],
  ["campaigns, paused", "campaigns?state=paused"],
  ["campaigns, a search", "campaigns?search=spring+77777"],
  ["campaigns, by name", "campaigns?sort=name"],
  ["campaigns, by spend", "campaigns?sort=spend"],
  ["campaigns, by cost per lead", "campaigns?sort=perLead"],
].map(([name = "", path]) => ({ name, path: `/api/admin/${path}`, budgetMs: "twice" }));

export async function consoleLists(options: BenchOptions): Promise<Figure[]> {
  const dataDir = makeDataDir();
  const tools = await openTools({ dataDir });
  const owner = await makeOwner(tools, { email: "bench-owner@example.com" });
  const { clientId } = await makePractice(tools);
  await tools.close();
  // A start creates the job store's tables.
  await (await launchProduct(dataDir)).stop();
  await fill(dataDir, clientId, owner.accountId);
  const asOwner = { dataDir, email: owner.email };
  try {
    return await measureRequests(asOwner, options, async (ask) => {
      // Viewing a practice's emails is audited once every ten minutes. This view makes sure that
      // none is audited during the measurement.
      await ask("/api/admin/mail");
      return requests;
    });
  } finally {
    forget(dataDir);
  }
}

async function fill(dataDir: string, clientId: string, accountId: string) {
  const { pool, close } = await openTools({ dataDir });
  await pool.query(
    `insert into mails (client_id, kind, "to", subject, text, state)
     select $1, 'auto', 'lead' || n || '@example.com', 'Welcome, lead ' || n, 'Words',
       case when n % 100 = 0 then 'failed' else 'sent' end
     from generate_series(1, ${rows}) as n`,
    [clientId],
  );
  await pool.query(
    `insert into audit_entries (action, account_id, client_id, address)
     select case when n % 1000 = 0 then 'lead_erased' else 'signed_in' end,
       case when n % 500 = 0 then $1::uuid end, $2, '127.0.0.1'
     from generate_series(1, ${rows}) as n`,
    [accountId, clientId],
  );
  await pool.query(
    `insert into pgboss.job (name, state, data, created_on, started_on, completed_on)
     select 'send-mail', (case when n % 100 = 0 then 'failed' else 'completed' end)::pgboss.job_state,
       jsonb_build_object('clientId', $1::text), now() - make_interval(secs => n), now(), now()
     from generate_series(1, ${rows}) as n`,
    [clientId],
  );
  await writeContactRequests(pool);
  await writeSourcesAndCampaigns(pool);
  await pool.query("vacuum (analyze)");
  await close();
}

type Pool = Awaited<ReturnType<typeof openTools>>["pool"];

/** Writes contact requests. In every hundred, 85 are closed, and one is waiting for a callback. */
async function writeContactRequests(pool: Pool) {
  await pool.query(
    `insert into contact_requests (kind, full_name, email, phone, test, received_at, touched_at,
       finished_at, is_timed, state, uncalled_since, call_back_at, closed_at, close_reason)
     select case when n % 10 = 0 then 'makeover' else 'questionnaire' end, 'Person ' || n,
       'person' || n || '@example.com', '(813) 555-' || lpad((n % 10000)::text, 4, '0'), false,
       received, received, received, n % 10 <> 0, state,
       case when state = 'new' then received end,
       case when state = 'callback' then now() + make_interval(mins => n % 1000 - 500) end,
       case when state = 'closed' then received end, case when state = 'closed' then 'done' end
     from (
       select n, now() - make_interval(mins => n) as received,
         case when n % 100 < 50 then 'closed' when n % 100 < 75 then 'lost' when n % 100 < 85 then 'won'
           when n % 100 < 90 then 'new' when n % 100 < 95 then 'attempted' when n % 100 < 98 then 'contacted'
           when n % 100 = 98 then 'callback' else 'unfinished' end as state
       from generate_series(1, ${rows}) as n
     ) as made`,
  );
}

async function writeSourcesAndCampaigns(pool: Pool) {
  await pool.query(
    `insert into clients (name, phone, address, city, state, zip, admin_code, approved_at)
     select 'Practice number ' || n, '(813) 555-0100', '1 Bay Street', 'Tampa', 'FL', '33602', 'code', now()
     from generate_series(1, ${practices}) as n`,
  );
  const ofPractices = `from (
      select id, row_number() over (order by id) as place from clients where name like 'Practice number %'
    ) as practice
    join generate_series(1, ${rows}) as n on n % ${practices} = place - 1`;
  await pool.query(
    `insert into sources (client_id, kind, name, form_key)
     select id, 'form', 'Form ' || n, 'key ' || n ${ofPractices}`,
  );
  await pool.query(
    `insert into campaigns (client_id, name, platform, created_at, paused_at)
     select id, 'Spring ' || n, 'meta', now() - make_interval(mins => n),
       case when n % 20 = 0 then now() end ${ofPractices}`,
  );
}
