// Measures an import of 100,000 rows, its dry run and undo, and a large upload: the time, the added
// memory, and how long a live lead waits. Bare: one statement per table copies the same rows, and a
// lead is sent while nothing else runs. Twice the rows must take at most twice as long.
import { setTimeout as sleep } from "node:timers/promises";
import { makeFormSource, makePractice, openTools } from "#server/db/make.ts";
import { forget, launchProduct, makeDataDir, residentBytes, signIn } from "./product.ts";
import { type Figure, inMb, inMs, percentile } from "./report.ts";

const rows = 100_000;
const uploadBytes = 200_000_000;
/** How many times as long as PostgreSQL's own copy of the same rows an import may take. */
const bareBudget = 2;
const budgetMb = 60;
const leadBudgetMs = 1000;
/**
 * Twice the rows may take this many times as long. On an idle machine, a linear import takes 2
 * times as long.
 */
const linearBudget = 2.3;
const patienceMs = 10 * 60_000;

type Tools = Awaited<ReturnType<typeof openTools>>;
type Ask = (
  method: string,
  path: string,
  body?: string | ReadableStream<Uint8Array> | object,
) => Promise<{ import: Import }>;
type Import = {
  _id: string;
  state: string;
  bytes: number;
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
    const upload = await uploadLarge(tools, product);
    const growth = whole.run.seconds / half.run.seconds;
    const bareMs = percentile(half.aloneMs, 0.5);
    return [
      ...figuresOf(`upload of ${uploadBytes / 1_000_000} MB`, upload, bareMs),
      ...figuresOf(`dry run of ${rows} rows`, whole.check, bareMs),
      ...figuresOf(`import of ${rows} leads after it`, whole.run, bareMs).with(0, {
        name: `import of ${rows} leads after it`,
        measured: inSeconds(whole.run.seconds),
        budget: inSeconds(bareBudget * whole.bareSeconds),
        bare: inSeconds(whole.bareSeconds),
        isWithin: whole.run.seconds < bareBudget * whole.bareSeconds,
      }),
      {
        name: "twice the rows, times the time",
        measured: growth.toFixed(2),
        budget: linearBudget.toFixed(2),
        bare: "2.00",
        isWithin: growth < linearBudget,
      },
      ...figuresOf(`undo of ${rows} leads`, whole.undo, bareMs),
    ];
  } finally {
    await tools.close();
    await product.stop();
    forget(dataDir);
  }
}

type Stage = { seconds: number; addedBytes: number; leadMs: number[] };

/** Returns a stage's figures. Its total time doesn't have a budget. */
function figuresOf(name: string, { seconds, addedBytes, leadMs }: Stage, bareMs: number): Figure[] {
  const slowest = percentile(leadMs, 1);
  return [
    { name, measured: inSeconds(seconds), budget: "none", bare: "" },
    {
      name: "  memory added by it, at most",
      measured: inMb(addedBytes),
      budget: `${budgetMb} MB`,
      bare: "",
      isWithin: addedBytes < budgetMb * 1024 * 1024,
    },
    {
      name: `  a live lead meanwhile, p50 and slowest of ${leadMs.length}`,
      measured: `${inMs(percentile(leadMs, 0.5))}, ${inMs(slowest)}`,
      budget: inMs(leadBudgetMs),
      bare: inMs(bareMs),
      isWithin: slowest < leadBudgetMs,
    },
  ];
}

type Product = { origin: string; pid: number };

/** Imports a file. Throws if a lead is missing or duplicated. */
async function importInto(tools: Tools, product: Product, count: number) {
  const { clientId, ask, sendLead, during } = await openPractice(tools, product);
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
  for (let sent = 0; sent < 10; sent += 1) aloneMs.push(await sendLead());

  const { import: uploaded } = await ask("POST", "import?name=bench.csv", fileOf(count));
  const fields = uploaded.columns.map(({ field }) => field);
  const check = await during(async () => {
    await ask("PUT", `imports/${uploaded._id}/columns`, { fields });
    const { counts } = await until(uploaded._id, "checked");
    if (counts.fresh !== count) throw new Error(`${counts.fresh} rows are new`);
  });
  const run = await during(async () => {
    await ask("POST", `imports/${uploaded._id}/runs`, { destination: "archive" });
    await until(uploaded._id, "imported");
  });
  const { rows: stored } = await tools.pool.query<{ count: number }>(
    "select count(*)::int as count from leads where client_id = $1 and archive_reason is not null",
    [clientId],
  );
  if (stored[0]?.count !== count) throw new Error(`${stored[0]?.count} of ${count} leads`);
  const bareSeconds = await copyBare(tools, clientId);
  const undo = await during(async () => {
    await ask("POST", `imports/${uploaded._id}/undos`);
    await until(uploaded._id, "undone");
  });
  return { check, run, undo, aloneMs, bareSeconds };
}

/** Uploads the large file. Throws if it isn't stored completely. */
async function uploadLarge(tools: Tools, product: Product): Promise<Stage> {
  const { ask, during } = await openPractice(tools, product);
  return during(async () => {
    const { import: uploaded } = await ask("POST", "import?name=large.csv", largeFile());
    if (uploaded.bytes < uploadBytes) throw new Error(`${uploaded.bytes} bytes were stored`);
  });
}

/** Creates a practice with a web form. */
async function openPractice(tools: Tools, { origin, pid }: Product) {
  const { clientId, email } = await makePractice(tools);
  const { formKey } = await makeFormSource(tools, clientId);
  const token = await signIn(origin, email);
  const ask: Ask = async (method, path, body) => {
    const isFile = typeof body === "string" || body instanceof ReadableStream;
    const answer = await fetch(`${origin}/api/leads/${path}`, {
      method,
      headers: {
        Authorization: `Bearer ${token}`,
        ...(body && !isFile && { "Content-Type": "application/json" }),
      },
      ...(body && { body: isFile ? body : JSON.stringify(body), duplex: "half" }),
    });
    if (!answer.ok) throw new Error(`${path} was answered ${answer.status}`);
    return (await answer.json()) as { import: Import };
  };
  let sent = 0;
  /**
   * Sends a lead with a new person through the web form and returns how many milliseconds the
   * acknowledgment took.
   */
  const sendLead = async (): Promise<number> => {
    const phone = `(813) 556-${1000 + sent}`;
    sent += 1;
    const begun = performance.now();
    const answer = await fetch(`${origin}/api/intake/form/${formKey}`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ name: "Live Lead", phone }),
    });
    if (!answer.ok) throw new Error(`A live lead was answered ${answer.status}`);
    return performance.now() - begun;
  };
  /** Does the work while leads arrive. */
  const during = async (work: () => Promise<void>): Promise<Stage> => {
    const before = residentBytes(pid) ?? 0;
    const leadMs: number[] = [];
    let addedBytes = 0;
    let isDone = false;
    const begun = performance.now();
    const meanwhile = (async () => {
      while (!isDone) {
        leadMs.push(await sendLead());
        await sleep(100);
      }
    })();
    const watching = (async () => {
      while (!isDone) {
        addedBytes = Math.max(addedBytes, (residentBytes(pid) ?? 0) - before);
        await sleep(20);
      }
    })();
    try {
      await work();
    } finally {
      isDone = true;
    }
    const seconds = (performance.now() - begun) / 1000;
    await Promise.all([meanwhile, watching]);
    return { seconds, leadMs, addedBytes };
  };
  return { clientId, ask, sendLead, during };
}

/** Returns a file that is generated while it's sent, so its length isn't known. */
function largeFile(): ReadableStream<Uint8Array> {
  const piece = Buffer.from(`Marisol Quintero,${"Whitening ".repeat(200)}\n`.repeat(32));
  let sent = 0;
  return new ReadableStream({
    start: (stream) => stream.enqueue(Buffer.from("Name,Note\n")),
    pull(stream) {
      stream.enqueue(piece);
      sent += piece.length;
      if (sent >= uploadBytes) stream.close();
    },
  });
}

/** Makes a file in which each person has a different number, which takes two area codes. */
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

/**
 * Copies the rows to another practice and returns the time, which is the cost for the database
 * alone.
 */
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
