// Upgrades a database and a backup of version 2b4e677 (fixtures/2b4e677). Every row must survive,
// and everything that was started there must continue.
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { AuditEntry, AuditList } from "#contract/audit.ts";
import { ContactRequestDetail, ContactRequestList } from "#contract/contact-request-work.ts";
import { Figures } from "#contract/figures.ts";
import { LeadDetail } from "#contract/lead-detail.ts";
import { LeadList } from "#contract/queue.ts";
import { TemplateList } from "#contract/templates.ts";
import { TimelineEntry } from "#contract/timeline.ts";
import { rebuildAllRollups } from "#server/desk/reports/rebuild-rollups.ts";
import { fillToken } from "#server/people/mailed-links.ts";
import { projectRoot } from "#server/root.ts";
import {
  connectionTo,
  countsOf,
  drop,
  expectAllOf,
  makeDatabase,
  type Rows,
  readRows,
  type Started,
  startOn,
  withoutEnded,
} from "#server/testing/old-databases.ts";
import { makeSmtp } from "#server/testing/smtp-stand-in.ts";
import { BackupRefused, copyIn, readBackup, writeBackup } from "./backup.ts";
import { connect } from "./database.ts";

const folder = path.join(projectRoot, "server/db/fixtures/2b4e677");
const backup = path.join(folder, "rows.backup");
const expected = JSON.parse(readFileSync(path.join(folder, "expected.json"), "utf8"));
const { ids, tokens } = expected;
const minuteMs = 60_000;

/**
 * This excludes the live demo, which is a practice that a start adds, so the old database doesn't
 * have it.
 */
const isUpgraded = "client_id in (select id from clients where not is_demo)";

let upgraded: Started;
beforeAll(async () => {
  upgraded = await start(await makeOldDatabase());
});
afterAll(() => upgraded.close());

test("no row is lost in an upgrade to the current tables and columns", async () => {
  const database = await makeOldDatabase();
  const before = await readRows(database);
  expect(countsOf(before)).toEqual(expected.counts);
  const opened = await connect(connectionTo(database), () => undefined);
  await opened.close();
  expectAllOf(renamed(before), await readRows(database));
  await drop(database);
});

test("a restore preserves the rows of a backup, but ends its sessions and voids its links", async () => {
  const database = await makeOldDatabase();
  const before = await readRows(database);
  await drop(database);
  const restored = await makeRestoredDatabase();
  const after = await readRows(restored);
  const { secret_fingerprint: _, ...kept } = renamed(before);
  // The rows that a restore changes on purpose are checked below.
  expectAllOf(withoutEnded(kept), withoutEnded(after));

  const app = await start(restored);
  const { rows } = await app.pool.query(`select
    (select count(*)::int from mails where state in ('queued', 'sending')
      -- The notice of an unfinished questionnaire is queued by the start itself.
      and kind <> 'contact-request-notice') as waiting,
    (select count(*)::int from mails where problem like 'Restored from a backup taken %') as unknown,
    (select count(*)::int from sessions where ended_at is null) as sessions,
    (select count(*)::int from mailed_links where used_at is null and voided_at is null) as links`);
  const { queued, sending } = expected.kinds.mails;
  expect(rows).toEqual([{ waiting: 0, unknown: queued + sending, sessions: 0, links: 0 }]);
  for (const [token, address] of [
    [tokens.desk, "/api/clients/getClient"],
    [tokens.owner, "/api/admins/myself"],
  ]) {
    expect((await app.request("GET", address, { token })).status).toBe(401);
  }
  const json = { token: tokens.reset, password: "nineteen calm otters" };
  expect((await app.request("PATCH", "/api/credentials/reset", { json })).status).toBe(422);
  const again = await app.signIn("desk@example.com");
  expect((await app.request("GET", queueAddress, { token: again })).body).toMatchObject(
    expected.read.queue,
  );
  await app.close();
});

test("a backup of a restored database can be restored into a database whose tables are empty", async () => {
  const [first, second] = [await makeRestoredDatabase(), await makeDatabase()];
  const file = path.join(mkdtempSync(path.join(tmpdir(), "front-desk-upgrade-")), "all.backup");
  const full = await connect(connectionTo(first), () => undefined);
  await writeBackup(full.pool, file);
  await full.close();
  const empty = await connect(connectionTo(second), () => undefined, { keepsTables: true });
  await readBackup(empty.pool, file);
  await empty.close();
  expectAllOf(await readRows(first), await readRows(second));
  await Promise.all([drop(first), drop(second)]);
  rmSync(path.dirname(file), { recursive: true });
});

test("a database with the current schema rejects a backup from an earlier version", async () => {
  const database = await makeDatabase();
  const started = await connect(connectionTo(database), () => undefined);
  await expect(readBackup(started.pool, backup)).rejects.toThrow(BackupRefused);
  await started.close();
  await drop(database);
});

const queueAddress = "/api/leads/new?limit=50&sort=newest";
const period = "from=2026-10-01T00:00:00.000Z&to=2026-12-01T00:00:00.000Z";

test.each([
  ["queue", queueAddress, LeadList],
  ["counts", "/api/leads/count", null],
  ["callsOnTime", `/api/leads/cot?${period}`, null],
  ["callsOnTimeInOpenHours", `/api/leads/cot?${period}&reading=open`, null],
  ["figures", `/api/leads/figures?${period}`, Figures],
  ["lead", `/api/leads/${ids.tamika}`, LeadDetail],
])("the response of %s is the same after an upgrade", async (name, address, schema) => {
  const { status, body } = await upgraded.request("GET", address, { token: tokens.desk });
  expect([status, schema?.safeParse(body).error]).toEqual([200, undefined]);
  const { maybeSameAs: _, ...answer } = expected.read[name];
  // This is the only name in these responses that has changed.
  const before = JSON.stringify(answer).replaceAll('"enquiries":', '"inquiries":');
  expect(body).toMatchObject(JSON.parse(before));
});

test("an upgrade fills every practice's rollups with the same values as a rebuild", async () => {
  const database = await makeOldDatabase();
  const opened = await connect(connectionTo(database), () => undefined);
  const readRollups = async () => (await opened.pool.query(allRollups)).rows;
  const counted = await readRollups();
  expect(new Set(counted.map(({ part }) => part)).size).toBe(9);
  await rebuildAllRollups(opened.db);
  expect(await readRollups()).toEqual(counted);
  await opened.close();
  await drop(database);
});

const allRollups = `select (to_jsonb(rollups) - 'id') as counted, part from rollups
  order by client_id, part, span, since, key`;

test("the owner sees the contact requests, with unchanged replies", async () => {
  const address = "/api/admin/contact-requests";
  const { body } = await upgraded.request("GET", address, { token: tokens.owner });
  expect(ContactRequestList.safeParse(body).error).toBeUndefined();
  const before: OldContactRequest[] = expected.read.contactRequests.inquiries;
  const read = await Promise.all(
    body.contactRequests.map(async ({ _id }: { _id: string }) => {
      const one = await upgraded.request("GET", `${address}/${_id}`, { token: tokens.owner });
      expect(ContactRequestDetail.safeParse(one.body).error).toBeUndefined();
      const { contactRequest, message, questions, attribution, replies } = one.body;
      return { ...contactRequest, message, questions, attribution, replies };
    }),
  );
  const byId = (one: { _id: string }, other: { _id: string }) => one._id.localeCompare(other._id);
  expect(read.toSorted(byId)).toMatchObject(
    before
      .map((one) => ({
        ...one,
        state: newStateOf(one),
        // The old version didn't time contact requests.
        isTimed: false,
        uncalledSince: null,
      }))
      .toSorted(byId),
  );
  const { replies } = read.find((one: { _id: string }) => one._id === ids.marketing);
  expect(replies.map(({ state }: { state: string }) => state)).toEqual(["failed", "sent"]);
});

type OldContactRequest = { _id: string; state: string; finishedAt: string | null };

function newStateOf({ state, finishedAt }: OldContactRequest): string {
  if (state === "new" && finishedAt === null) return "unfinished";
  return state === "answered" ? "contacted" : state;
}

test("the current contract can parse every entry of the timelines and the audit log", async () => {
  const timeline = await upgraded.pool.query(`select * from timeline where ${isUpgraded}`);
  const audit = await upgraded.pool.query("select * from audit_entries");
  for (const { id, at, kind, data } of timeline.rows) {
    TimelineEntry.parse({ _id: id, at: at.toISOString(), kind, by: null, data });
  }
  for (const { action } of audit.rows) AuditEntry.shape.action.parse(action);
  // The fixtures contain each kind of entry that the old version could write.
  expect(new Set(timeline.rows.map(({ kind }) => kind)).size).toBe(24);
  expect(new Set(audit.rows.map(({ action }) => action)).size).toBe(28);

  const page = await upgraded.request("GET", "/api/admin/audit", { token: tokens.owner });
  expect(AuditList.parse(page.body).entries.length).toBeGreaterThan(40);
  const { rows: leads } = await upgraded.pool.query(
    `select id from leads where deleted_at is null and ${isUpgraded}`,
  );
  for (const { id } of leads) {
    const { body } = await upgraded.request("GET", `/api/leads/${id}`, { token: tokens.desk });
    expect(LeadDetail.safeParse(body).error).toBeUndefined();
  }
});

test("each practice's account becomes its manager", async () => {
  const { rows } = await upgraded.pool.query(
    `select distinct kind, role from accounts where client_id is null or ${isUpgraded}`,
  );
  expect(rows).toEqual(
    expect.arrayContaining([
      { kind: "client", role: "manager" },
      { kind: "admin", role: null },
    ]),
  );
  expect(rows).toHaveLength(2);
});

test("a practice's templates and their picture survive the upgrade", async () => {
  const { body } = await upgraded.request("GET", "/api/templates", { token: tokens.desk });
  const kinds = TemplateList.parse(body).templates.map(({ kind }) => kind);
  expect(new Set(kinds)).toEqual(new Set(["note", "email", "auto"]));
  const picture = await upgraded.request("GET", `/api/pictures/${ids.picture}`, {
    token: tokens.desk,
  });
  expect(picture.headers.get("Content-Type")).toBe("image/jpeg");
});

test("a form submission received before the upgrade isn't stored twice", async () => {
  const count = async () =>
    (await upgraded.pool.query(`select from inquiries where ${isUpgraded}`)).rowCount;
  const before = await count();
  const json = {
    firstName: "Keisha",
    lastName: "Abrams",
    email: "keisha@example.com",
    phone: "(863) 555-0110",
    submissionId: "keisha-again",
  };
  const sent = await upgraded.request("POST", `/api/intake/form/${ids.formKey}`, {
    json,
    headers: { Origin: "https://bayshore.example.com" },
  });
  expect([sent.status, await count()]).toEqual([201, before]);
});

test("the unsubscribe link in an automatic email that was sent before the upgrade still works", async () => {
  const find = "select html from mails where kind = 'auto' and state = 'sent' and \"to\" = $1";
  const { rows } = await upgraded.pool.query(find, ["arjun.raman@example.com"]);
  const token = /unsubscribe\?t=([\w.-]+)/.exec(rows[0]?.html)?.[1];
  const address = `/api/mail/unsubscribe?t=${token}`;
  expect((await upgraded.request("GET", address)).body.isStopped).toBe(false);
  await upgraded.request("POST", address);
  expect((await upgraded.request("GET", address)).body.isStopped).toBe(true);
  // Addresses that unsubscribed from the old version stay unsubscribed.
  const stops = await upgraded.pool.query("select address_hash from mail_stops");
  expect(stops.rowCount).toBe(expected.counts.mail_stops + 1);
  expect(JSON.stringify(stops.rows)).not.toContain("@");
});

test("a password reset link from before the upgrade works after it, but only once", async () => {
  const app = await start(await makeOldDatabase());
  // An email that is still queued gets the same token when it's sent.
  const { rows } = await app.pool.query(
    "select id from mailed_links where purpose = 'reset_password' and used_at is null",
  );
  expect(fillToken("[token]", expected.secret, rows[0]?.id)).toBe(tokens.reset);
  const json = { token: tokens.reset, password: "nineteen calm otters" };
  expect((await app.request("PATCH", "/api/credentials/reset", { json })).status).toBe(200);
  expect((await app.request("PATCH", "/api/credentials/reset", { json })).status).toBe(422);
  expect(await app.signIn("desk@example.com", json.password)).toMatch(/^[\w-]{43}$/);
  await app.close();
});

test("jobs that were pending at the upgrade run once after the upgrade", async () => {
  const [smtp, graph] = [await makeSmtp(), await makeGraph()];
  const settings = { SMTP_URL: smtp.url, META_GRAPH_URL: graph.url };
  const database = await makeOldDatabase();
  const app = await start(database, settings);
  // This is after the automatic email's time and the questionnaire's half hour.
  app.deps.now = () => new Date(Date.parse(expected.now) + 50 * minuteMs);
  await app.pool.query(
    "update pgboss.job set start_after = now() where state in ('created', 'retry')",
  );
  const mailsTo = (address: string) => smtp.taken.filter((mail) => mail.includes(`To: ${address}`));
  const aboutCarla = () => mailsTo("owner@example.com").filter((mail) => mail.includes("Carla"));
  const imported = "select from leads where email = 'jun@example.com'";
  await expect
    .poll(
      async () => [
        aboutCarla().length,
        mailsTo("marcus@example.com").length,
        mailsTo("luis@example.com").length,
        (await app.pool.query(imported)).rowCount,
      ],
      { timeout: 30_000 },
    )
    .toEqual([1, 1, 1, 1]);
  expect(graph.tokens).toEqual(new Set(["EAAB-fictional-page-token"]));
  expect((await app.pool.query("select from leads where email like 'jun@%'")).rowCount).toBe(1);
  await app.stop();

  // A second start doesn't queue anything again.
  const again = await start(database, settings);
  const { rows: notices } = await again.pool.query(
    "select contact_request_id as id from mails where kind = 'contact-request-notice'",
  );
  expect(notices).toHaveLength(expected.kinds.mailKinds["inquiry-notice"] + 1);
  expect(notices.filter(({ id }) => id === ids.unfinished)).toHaveLength(1);
  const old = await again.pool.query("select from pgboss.queue where name like '%inquir%'");
  expect(old.rowCount).toBe(0);
  await again.close();
  await Promise.all([smtp.close(), graph.close()]);
  const messageIds = smtp.taken.map((mail) => /^Message-ID: (.+)$/im.exec(mail)?.[1]);
  expect(new Set(messageIds).size).toBe(messageIds.length);
});

// ── Databases ───────────────────────────────────────────────────────────────────────────────────

/**
 * Makes the database as 2b4e677 left it, with its tables and job store. Its jobs are due in an
 * hour.
 */
async function makeOldDatabase(): Promise<string> {
  const database = await makeDatabase();
  const client = new pg.Client(connectionTo(database));
  await client.connect();
  await client.query("begin");
  await copyIn(client, backup);
  await client.query("commit");
  await client.query(readFileSync(path.join(folder, "jobs.sql"), "utf8"));
  await client.query(
    "update pgboss.job set start_after = now() + interval '1 hour', keep_until = now() + interval '9 days'",
  );
  // Backups don't contain the fingerprint.
  await client.query("insert into secret_fingerprint (fingerprint) values ($1)", [
    expected.fingerprint,
  ]);
  await client.end();
  return database;
}

async function makeRestoredDatabase(): Promise<string> {
  const database = await makeDatabase();
  const empty = await connect(connectionTo(database), () => undefined, { keepsTables: true });
  await readBackup(empty.pool, backup);
  await empty.close();
  return database;
}

// ── The product ─────────────────────────────────────────────────────────────────────────────────

function start(database: string, settings?: Record<string, string>): Promise<Started> {
  return startOn(database, expected, settings);
}

/**
 * Starts a Graph API on loopback that returns a lead for any id. `tokens` has the tokens with which
 * leads were fetched.
 */
async function makeGraph() {
  const asked = new Set<string>();
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? "", "http://localhost");
    const isLead = /\/\d+$/.test(url.pathname);
    if (isLead) asked.add(request.headers.authorization?.replace("Bearer ", "") ?? "");
    const field = (name: string, value: string) => ({ name, values: [value] });
    response.setHeader("Content-Type", "application/json").end(
      JSON.stringify({
        id: url.pathname.split("/").at(-1),
        created_time: "2026-11-02T20:00:00+0000",
        field_data: [field("full_name", "Jun Sato"), field("email", "jun@example.com")],
      }),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    tokens: asked,
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}

// ── Rows ────────────────────────────────────────────────────────────────────────────────────────

// Names in 2b4e677: cspell:ignore enquiry enquiries stranded
const tableNames: Record<string, string> = {
  inquiries: "contact_requests",
  enquiries: "inquiries",
};
/** Tables of counters that `rollups` replaces. An upgrade counts the rows again. */
const oldCounters = ["figure_tallies", "figure_parts", "figure_days", "queue_tallies"];
const columnNames: Record<string, Record<string, string>> = {
  mails: { inquiry_id: "contact_request_id", enquiry_id: "inquiry_id" },
  announced_leads: { enquiry_id: "inquiry_id" },
  form_submissions: { enquiry_id: "inquiry_id" },
  mail_stops: { email: "address_hash" },
};
/** The old and new prefixes of emails' kinds and cause keys. */
const mailNames: [RegExp, string][] = [
  [/^inquiry-(?=notice|reply)/, "contact-request-"],
  [/^stranded-lead-notice$/, "failed-lead-notification-notice"],
  [/^stranded:/, "failed-lead-notification:"],
];

/** Columns that are now derived from other rows, by table. They said who may be the same person. */
const derivedColumns: Record<string, string[]> = { leads: ["maybe_same_as"] };

/** Returns the rows of 2b4e677 with the current names. */
function renamed(before: Rows): Rows {
  return Object.fromEntries(
    Object.entries(before)
      .filter(([table]) => !oldCounters.includes(table))
      .map(([table, rows]) => [
        tableNames[table] ?? table,
        rows.map((row) =>
          Object.fromEntries(
            columnsKept(table, row).map(([column, value]) => [
              columnNames[table]?.[column] ?? column,
              table === "mails" && (column === "kind" || column === "cause_key")
                ? renamedMail(value)
                : value,
            ]),
          ),
        ),
      ]),
  );
}

function columnsKept(table: string, row: Rows[string][number]): [string, unknown][] {
  return Object.entries(row).filter(([column]) => !derivedColumns[table]?.includes(column));
}

function renamedMail(value: unknown): unknown {
  if (typeof value !== "string") return value;
  return mailNames.reduce((name, [before, after]) => name.replace(before, after), value);
}
