// The import of 100,000 rows into a practice, after its dry run: how long it takes, what memory it
// adds, and how long a live lead waits meanwhile. Bare: the same rows copied within the database by
// one statement for each table. Twice as many rows must take no more than twice as long.
import { setTimeout as sleep } from "node:timers/promises";
import { makeFormSource, makePractice, openTools } from "#server/db/make.ts";
import { forget, launchProduct, makeDataDir, residentBytes, signIn } from "./product.ts";
import { type Figure, inMb, inMs, percentile } from "./report.ts";

const rows = 100_000;
const budgetSeconds = 15;
const budgetMb = 60;
const leadBudgetMs = 1000;
/** Twice the rows in this many times the time: 2 would be linear on an idle machine. */
const linearBudget = 2.6;
const patienceMs = 10 * 60_000;

type Tools = Awaited<ReturnType<typeof openTools>>;
type Ask = (method: string, path: string, body?: string | object) => Promise<{ import: Import }>;
type Import = {
  _id: string;
  state: string;
  imported: number;
  counts: { fresh: number };
  columns: { field: string }[];
};

export async function csvImport(): Promise<Figure[]> {
  const dataDir = makeDataDir();
  const product = await launchProduct(dataDir);
  const tools = await openTools({ dataDir });
  try {
    const half = await importInto(tools, product, rows / 2);
    const whole = await importInto(tools, product, rows);
    const growth = whole.seconds / half.seconds;
    const p100 = percentile(whole.leadMs, 1);
    return [
      {
        name: `dry run of ${rows} rows`,
        measured: inSeconds(whole.checkSeconds),
        budget: "none",
        bare: "",
      },
      {
        name: `import of ${rows} leads after it`,
        measured: inSeconds(whole.seconds),
        budget: inSeconds(budgetSeconds),
        bare: inSeconds(whole.bareSeconds),
        isWithin: whole.seconds < budgetSeconds,
      },
      {
        name: `undo of ${rows} leads`,
        measured: inSeconds(whole.undoSeconds),
        budget: "none",
        bare: "",
      },
      {
        name: "twice the rows, times the time",
        measured: growth.toFixed(2),
        budget: linearBudget.toFixed(2),
        bare: "2.00",
        isWithin: growth < linearBudget,
      },
      {
        name: "memory added by the import, at most",
        measured: inMb(whole.addedBytes),
        budget: `${budgetMb} MB`,
        bare: "",
        isWithin: whole.addedBytes < budgetMb * 1024 * 1024,
      },
      {
        name: `a live lead meanwhile, p50 and slowest of ${whole.leadMs.length}`,
        measured: `${inMs(percentile(whole.leadMs, 0.5))}, ${inMs(p100)}`,
        budget: inMs(leadBudgetMs),
        bare: inMs(percentile(half.aloneMs, 0.5)),
        isWithin: p100 < leadBudgetMs,
      },
    ];
  } finally {
    await tools.close();
    await product.stop();
    forget(dataDir);
  }
}

/** Throws when a lead is missing or doubled. */
async function importInto(tools: Tools, product: { origin: string; pid: number }, count: number) {
  const practice = await makePractice(tools);
  const { formKey } = await makeFormSource(tools, practice.clientId);
  const token = await signIn(product.origin, practice.email);
  const ask: Ask = async (method, path, body) => {
    const isFile = typeof body === "string";
    const answer = await fetch(`${product.origin}/api/leads/${path}`, {
      method,
      headers: {
        Authorization: `Bearer ${token}`,
        ...(body && !isFile && { "Content-Type": "application/json" }),
      },
      ...(body && { body: isFile ? body : JSON.stringify(body) }),
    });
    if (!answer.ok) throw new Error(`${path} was answered ${answer.status}`);
    return (await answer.json()) as { import: Import };
  };
  const until = async (id: string, state: string) => {
    const end = performance.now() + patienceMs;
    while (performance.now() < end) {
      const { import: one } = await ask("GET", `imports/${id}`);
      if (one.state === state) return one;
      await sleep(100);
    }
    throw new Error(`The import was never ${state}`);
  };
  const aloneMs: number[] = [];
  for (let sent = 0; sent < 10; sent += 1) {
    aloneMs.push(await sendLead(product.origin, formKey ?? "", sent));
  }

  const { import: uploaded } = await ask("POST", "import?name=bench.csv", fileOf(count));
  const fields = uploaded.columns.map(({ field }) => field);
  let begun = performance.now();
  await ask("PUT", `imports/${uploaded._id}/columns`, { fields });
  const checked = await until(uploaded._id, "checked");
  const checkSeconds = (performance.now() - begun) / 1000;
  if (checked.counts.fresh !== count) throw new Error(`${checked.counts.fresh} rows are new`);

  const before = residentBytes(product.pid) ?? 0;
  let addedBytes = 0;
  let isDone = false;
  begun = performance.now();
  await ask("POST", `imports/${uploaded._id}/runs`);
  const leadMs: number[] = [];
  const meanwhile = (async () => {
    for (let sent = 100; !isDone; sent += 1) {
      leadMs.push(await sendLead(product.origin, formKey ?? "", sent));
      addedBytes = Math.max(addedBytes, (residentBytes(product.pid) ?? 0) - before);
      await sleep(100);
    }
  })();
  await until(uploaded._id, "imported");
  const seconds = (performance.now() - begun) / 1000;
  isDone = true;
  await meanwhile;
  const { rows: stored } = await tools.pool.query<{ count: number }>(
    "select count(*)::int as count from leads where client_id = $1 and archive_reason is not null",
    [practice.clientId],
  );
  if (stored[0]?.count !== count) throw new Error(`${stored[0]?.count} of ${count} leads`);
  const bareSeconds = await copyBare(tools, practice.clientId);
  begun = performance.now();
  await ask("POST", `imports/${uploaded._id}/undos`);
  await until(uploaded._id, "undone");
  const undoSeconds = (performance.now() - begun) / 1000;
  return { checkSeconds, undoSeconds, seconds, addedBytes, leadMs, aloneMs, bareSeconds };
}

/** The milliseconds until a web form's lead is acknowledged. */
async function sendLead(origin: string, formKey: string, number: number): Promise<number> {
  const begun = performance.now();
  const answer = await fetch(`${origin}/api/intake/form/${formKey}`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ name: "Live Lead", phone: `(813) 556-${1000 + number}` }),
  });
  if (!answer.ok) throw new Error(`A live lead was answered ${answer.status}`);
  return performance.now() - begun;
}

/** Two area codes, so that each number is another one. */
function fileOf(count: number): string {
  const lines = ["First name,Last name,Phone,Email,Created,Interest"];
  for (let index = 0; index < count; index += 1) {
    const phone = `(${index < 60_000 ? 813 : 727}) ${210 + Math.floor((index % 60_000) / 10_000)}-${String(index % 10_000).padStart(4, "0")}`;
    const email = `person.${index}@example.com`;
    const day = String((index % 28) + 1).padStart(2, "0");
    lines.push(`Marisol,Quintero ${index},${phone},${email},2025-06-${day},Whitening`);
  }
  return `${lines.join("\n")}\n`;
}

/** What the same rows take the database alone: a copy to another practice. */
async function copyBare(tools: Tools, clientId: string): Promise<number> {
  const { clientId: to } = await makePractice(tools);
  const begun = performance.now();
  for (const table of ["leads", "inquiries", "timeline"]) {
    const { rows: columns } = await tools.pool.query<{ names: string }>(
      `select string_agg(quote_ident(column_name), ', ') as names
       from information_schema.columns where table_schema = 'public' and table_name = $1
         and is_generated = 'NEVER' and column_name <> 'client_id'`,
      [table],
    );
    const names = columns[0]?.names ?? "";
    const client = await tools.pool.connect();
    try {
      await client.query("set statement_timeout = 0");
      await client.query(
        `insert into ${table} (client_id, ${names}) select $2, ${names} from ${table}
         where client_id = $1`,
        [clientId, to],
      );
    } finally {
      await client.query("reset statement_timeout");
      client.release();
    }
  }
  return (performance.now() - begun) / 1000;
}

const inSeconds = (seconds: number) => `${seconds.toFixed(1)} s`;
