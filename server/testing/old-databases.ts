// Opens databases of earlier versions with this version, and compares their rows.
import { randomUUID } from "node:crypto";
import pg from "pg";
import { expect, inject } from "vitest";
import { makeApi } from "#server/api.ts";
import { readConfig } from "#server/config.ts";
import { copyIn } from "#server/db/backup.ts";
import { openDeps } from "#server/open-deps.ts";
import { dropDatabase } from "./test-databases.ts";

/** Creates an empty database. */
export async function makeDatabase(): Promise<string> {
  const database = `test_${randomUUID().replaceAll("-", "")}`;
  await administer(`create database ${database}`);
  return database;
}

/** Creates a database with the tables and rows of a backup, whatever version wrote it. */
export async function makeOldDatabase(backup: string): Promise<string> {
  const database = await makeDatabase();
  const client = new pg.Client(connectionTo(database));
  await client.connect();
  await client.query("begin");
  await copyIn(client, backup);
  await client.query("commit");
  await client.end();
  return database;
}

export function drop(database: string) {
  return dropDatabase(inject("testServer"), database);
}

export function connectionTo(database: string) {
  return { ...inject("testServer"), database };
}

async function administer(statement: string) {
  const client = new pg.Client(connectionTo("postgres"));
  await client.connect();
  await client.query(statement);
  await client.end();
}

// ── The product ─────────────────────────────────────────────────────────────────────────────────

/**
 * What a fixture says about its version: the secret, the password, and the time when that version
 * stopped.
 */
export type Kept = { secret: string; password: string; now: string };

export type Started = Awaited<ReturnType<typeof startOn>>;
type RequestOptions = { json?: unknown; token?: string; headers?: Record<string, string> };

/**
 * Starts the app like `npm start`, but without the pages, and at the time when the old version
 * stopped.
 */
export async function startOn(database: string, kept: Kept, settings: Record<string, string> = {}) {
  const { host, port, user } = inject("testServer");
  const config = readConfig({
    DATA_DIR: "/tmp/front-desk-no-data",
    DATABASE_URL: `postgresql://${user}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`,
    SECRET: kept.secret,
    ORIGIN: "https://desk.example.com",
    CAPTCHA_PROVIDER: "off",
    LOG_LEVEL: "silent",
    // Nothing listens on this port.
    META_GRAPH_URL: "http://127.0.0.1:9",
    META_APP_SECRET: "meta app secret",
    ...settings,
  });
  const { deps, close } = await openDeps(config, () => undefined);
  deps.now = () => new Date(kept.now);
  const { api } = makeApi(deps);
  const pool = new pg.Pool({ ...connectionTo(database), max: 2 });
  const stop = async () => {
    await close();
    await pool.end();
  };
  const request = async (
    method: string,
    address: string,
    { json, token, headers }: RequestOptions = {},
  ) => {
    const answer = await api.request(`http://localhost${address}`, {
      method,
      headers: {
        ...(json !== undefined && { "Content-Type": "application/json" }),
        ...(token && { Authorization: `Bearer ${token}` }),
        ...headers,
      },
      ...(json !== undefined && { body: JSON.stringify(json) }),
    });
    const isJson = answer.headers.get("Content-Type")?.startsWith("application/json");
    // biome-ignore lint/suspicious/noExplicitAny: tests read rows of every shape
    const body = (isJson ? await answer.json() : await answer.text()) as any;
    return { status: answer.status, headers: answer.headers, body };
  };
  return {
    deps,
    pool,
    request,
    async signIn(email: string, password = kept.password): Promise<string> {
      return (await request("POST", "/api/credentials", { json: { email, password } })).body.token;
    },
    stop,
    async close() {
      await stop();
      await drop(database);
    },
  };
}

/** A response, of which only the practice's own has `userData`. */
export type Answer = { userData: Record<string, unknown> } & Record<string, unknown>;

/** What released-database.test.ts stores with a database in `expected.json`. */
type Stored = Kept & {
  tokens: Record<string, string>;
  read: Record<string, { address: string; as: string; body: Answer }>;
  /** Whether that version had a provider of calls and texts, because some responses say so. */
  hasPhoneProvider?: boolean;
};

/** Nothing listens on this provider's port. */
const phoneProvider = {
  SMS_ACCOUNT_SID: `AC${"0".repeat(32)}`,
  SMS_AUTH_TOKEN: "sms auth token",
  SMS_FROM: "+18135550100",
  SMS_API_URL: "http://127.0.0.1:9",
  CALL_COUNTRIES: "US",
};

/**
 * Starts the app on a stored database, expects the responses that its version gave, and drops the
 * database. `changes` adapts responses to what later versions changed on purpose.
 */
export async function expectAnswers(
  database: string,
  stored: Stored,
  changes: Record<string, (body: Answer) => object> = {},
) {
  const app = await startOn(database, stored, stored.hasPhoneProvider ? phoneProvider : {});
  for (const [name, { address, as, body }] of Object.entries(stored.read)) {
    const answer = await app.request("GET", address, { token: stored.tokens[as] });
    expect([name, answer.status]).toEqual([name, 200]);
    expect(answer.body).toMatchObject(changes[name]?.(body) ?? body);
  }
  await app.close();
}

// ── Rows ────────────────────────────────────────────────────────────────────────────────────────

export type Rows = Record<string, Record<string, unknown>[]>;

export async function readRows(database: string): Promise<Rows> {
  const client = new pg.Client(connectionTo(database));
  await client.connect();
  const { rows: tables } = await client.query<{ tablename: string }>(
    "select tablename from pg_tables where schemaname = 'public' order by tablename",
  );
  const all: Rows = {};
  for (const { tablename } of tables) {
    const { rows } = await client.query(`select to_jsonb(t) as row from "${tablename}" t`);
    all[tablename] = rows.map(({ row }) => row);
  }
  await client.end();
  return all;
}

export function countsOf(rows: Rows): Record<string, number> {
  return Object.fromEntries(Object.entries(rows).map(([table, { length }]) => [table, length]));
}

/** Expects the same rows in the same tables. The new rows may have additional columns. */
export function expectAllOf(before: Rows, after: Rows) {
  for (const [table, rows] of Object.entries(before)) {
    const columns = Object.keys(rows[0] ?? {});
    const kept = (after[table] ?? []).map((row) =>
      Object.fromEntries(columns.map((column) => [column, row[column]])),
    );
    expect([table, inOrder(kept)]).toEqual([table, inOrder(rows)]);
  }
}

function inOrder(rows: Record<string, unknown>[]) {
  return rows.toSorted((one, other) => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1));
}

/** The tables of unfinished logins, which a restore empties. */
const deleted = ["sign_in_challenges", "passkey_challenges"];

/**
 * Removes the values that a restore changes on purpose, because in these columns the rows differ
 * from the backup.
 */
export function withoutEnded(rows: Rows): Rows {
  const ended: Record<string, string[]> = {
    mails: ["state", "problem"],
    sessions: ["ended_at"],
    mailed_links: ["voided_at"],
    alerts: ["state"],
    alert_schedule: ["done_at"],
    rings: ["settled_at"],
  };
  return Object.fromEntries(
    Object.entries(rows)
      .filter(([table]) => !deleted.includes(table))
      .map(([table, all]) => [
        table,
        all.map((row) =>
          Object.fromEntries(
            Object.entries(row).filter(([column]) => !ended[table]?.includes(column)),
          ),
        ),
      ]),
  );
}
