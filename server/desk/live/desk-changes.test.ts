// The cost of an event, and the streams that get its rows.
import { DrizzleQueryError } from "drizzle-orm";
import pg from "pg";
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { DeskChange } from "#contract/desk-events.ts";
import { makeCall, makeInquiry } from "#server/db/make.ts";
import { readChangedLeads } from "#server/desk/calls/changed-leads.ts";
import { signIn, signInAdmin, signInClient } from "#server/testing/people.ts";
import { openTestApp, type TestApp } from "#server/testing/test-app.ts";
import { openDeskChanges, type PracticeNews } from "./desk-changes.ts";
import { notifyPractice } from "./notify.ts";

type Practice = Awaited<ReturnType<typeof signInClient>>;

let testApp: TestApp;
beforeAll(async () => {
  testApp = await openTestApp();
});
afterAll(() => testApp.close());

test("an event takes the same statements and bytes for 1 or 100 streams and for 10 or 500 leads", async () => {
  // Prevents heartbeats during the test.
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  onTestFinished(() => void vi.useRealTimers());
  const own = await signInClient(testApp);
  const [leadId = ""] = await addLeads(own, 1);
  const tokens = [own.token];
  while (tokens.length < 5)
    tokens.push(await signIn(testApp, own.email, `screen ${tokens.length}`));
  const first = await openStream(own.token);
  await first.next();
  const costs: { statements: string[]; bytes: number }[] = [];
  const measure = async (streams: Stream[]) => {
    let bytes = 0;
    const statements = await statementsOf(async () => {
      await announce(own, leadId);
      const heard = await Promise.all(streams.map((stream) => stream.next()));
      for (const { event } of heard) expect(event).toBe("changed");
      bytes = JSON.stringify(heard[0]?.data.leads).length;
    });
    costs.push({ statements, bytes });
  };
  await addLeads(own, 9);
  await measure([first]);
  await addLeads(own, 490);
  await measure([first]);
  const streams = [first];
  for (const token of tokens) {
    for (let opened = token === own.token ? 1 : 0; opened < 20; opened += 1) {
      const stream = await openStream(token);
      await stream.next();
      streams.push(stream);
    }
  }
  expect(streams).toHaveLength(100);
  await measure(streams);
  // One statement each for the notification, the changed leads and the sessions.
  expect(costs[0]?.statements).toHaveLength(3);
  expect(costs[1]).toEqual(costs[0]);
  expect(costs[2]).toEqual(costs[0]);
  for (const stream of streams) await stream.close();
});

test("events that arrive during a read are combined into the next read", async () => {
  const own = await signInClient(testApp);
  const ids = await addLeads(own, 6);
  const [begun, mayEnd] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const reads: string[][] = [];
  const news = collect(own, async (...asked) => {
    reads.push(asked[2]);
    begun.resolve();
    if (reads.length === 1) await mayEnd.promise;
    return readChangedLeads(...asked);
  });
  await announce(own, ids[0] ?? "");
  await begun.promise;
  for (const id of ids) await announce(own, id);
  // Notifications arrive in order: once this last one is here, all earlier ones are too.
  await announce(own, ids[1] ?? "", "presence");
  await expect.poll(() => news.some(({ event }) => event === "presence")).toBe(true);
  mayEnd.resolve();
  await expect.poll(() => news.filter(({ event }) => event === "changed")).toHaveLength(2);
  expect(reads).toEqual([[ids[0]], ids]);
});

test("a bulk change is read in batches of up to a hundred, and no lead is skipped", async () => {
  const own = await signInClient(testApp);
  const ids = await addLeads(own, 250);
  const reads: string[][] = [];
  const news = collect(own, (...asked) => {
    reads.push(asked[2]);
    return readChangedLeads(...asked);
  });
  await testApp.deps.db.transaction(async (tx) => {
    for (const leadId of ids) await notifyPractice(tx, { ...own, leadId, kind: "lead" });
  });
  await expect.poll(() => new Set(reads.flat()).size).toBe(250);
  expect(Math.max(...reads.map((read) => read.length))).toBeLessThanOrEqual(100);
  await expect.poll(() => news.length).toBe(reads.length);
});

test("every client of a practice is asked to refetch if the changed leads can't be read", async () => {
  const own = await signInClient(testApp);
  const [leadId = ""] = await addLeads(own, 1);
  let isBroken = true;
  const news = collect(own, async (...asked) => {
    if (isBroken) throw new Error("The database is gone");
    return readChangedLeads(...asked);
  });
  await announce(own, leadId);
  await expect.poll(() => news.map(({ event }) => event)).toEqual(["refetch"]);
  isBroken = false;
  await announce(own, leadId);
  await expect.poll(() => news.map(({ event }) => event)).toEqual(["refetch", "changed"]);
});

test("clients of the practice are asked to refetch after a campaign changes", async () => {
  const own = await signInClient(testApp);
  const other = await signInClient(testApp);
  const [news, others] = [collect(own, readChangedLeads), collect(other, readChangedLeads)];
  const tell = ({ clientId }: Practice) =>
    testApp.deps.db.transaction((tx) => notifyPractice(tx, { clientId, kind: "campaigns" }));
  await tell(own);
  await expect.poll(() => news).toEqual([{ event: "refetch" }]);
  await tell(other);
  await expect.poll(() => others).toEqual([{ event: "refetch" }]);
  expect(news).toHaveLength(1);
});

test("the log of a failed read shows the name and code of the error without the parameters of the query", async () => {
  const own = await signInClient(testApp);
  const [leadId = ""] = await addLeads(own, 1);
  const lines: unknown[] = [];
  const log = Object.assign(Object.create(testApp.deps.log), {
    warn: (...line: unknown[]) => lines.push(line),
  });
  const cause = Object.assign(new Error("no"), { code: "42P01" });
  const changes = openDeskChanges({ ...testApp.deps, log }, async () => {
    throw new DrizzleQueryError("select $1", ["813-555-0142"], cause);
  });
  const news: PracticeNews[] = [];
  onTestFinished(changes.subscribe(own.clientId, (one) => news.push(one)));
  await announce(own, leadId);
  await expect.poll(() => news).toEqual([{ event: "refetch" }]);
  expect(lines).toEqual([[{ problem: "Error 42P01" }, "changed leads could not be read"]]);
});

test("a change has null instead of a row for a lead that is deleted, erased or another practice's", async () => {
  const own = await signInClient(testApp);
  const other = await signInClient(testApp);
  const gone = await makeInquiry(testApp.deps, own.clientId);
  const erased = await makeInquiry(testApp.deps, own.clientId, {
    firstName: "Erased",
    lastName: "Person",
  });
  const foreign = await makeInquiry(testApp.deps, other.clientId, { firstName: "Foreign" });
  await testApp.request("DELETE", `/api/leads/${gone.lead._id}`, { token: own.token });
  await testApp.request("POST", `/api/leads/${erased.lead._id}/erasures`, {
    token: own.token,
    json: { name: "Erased Person" },
  });
  const ids = [gone.lead._id, erased.lead._id, foreign.lead._id];
  const change = await readChangedLeads(testApp.deps, own.clientId, ids, testApp.clock.now);
  expect(change.leads).toEqual(ids.map((leadId) => ({ leadId, lead: null })));
});

test("a change has the same counts as the queue and the list of callbacks", async () => {
  const own = await signInClient(testApp);
  const { now } = testApp.clock;
  const later = new Date(now.getTime() + 3_600_000);
  const { lead } = await makeInquiry(testApp.deps, own.clientId);
  await makeInquiry(testApp.deps, own.clientId);
  const promised = { calledAt: now, outcome: "call_back", callBackAt: later } as const;
  await makeCall(testApp.deps, own, lead._id, promised);
  const { body } = await testApp.request("GET", "/api/leads/new", { token: own.token });
  const callbacks = await testApp.request("GET", "/api/leads/callback", { token: own.token });
  const read = (at: Date) => readChangedLeads(testApp.deps, own.clientId, [lead._id], at);
  expect(await read(now)).toMatchObject({
    leads: [{ lead: { _id: lead._id, state: "callback" } }],
    queue: { total: body.total, uncalled: body.uncalled },
    callbacks: callbacks.body,
  });
  expect(await read(later)).toMatchObject({
    queue: { total: 2, uncalled: 1 },
    callbacks: { due: 1, nextDueAt: null },
  });
});

test.each([
  [
    "logged out",
    (practice: Practice) =>
      testApp.request("DELETE", "/api/credentials", { token: practice.token }),
  ],
  [
    "suspended",
    async (practice: Practice) => {
      await testApp.pool.query("update clients set suspended_at = now() where id = $1", [
        practice.clientId,
      ]);
    },
  ],
])("a stream whose session was %s ends without receiving rows", async (_, end) => {
  const own = await signInClient(testApp);
  const other = await signIn(testApp, own.email, "elsewhere");
  const stream = await openStream(own.token);
  const remaining = await openStream(other);
  expect((await stream.next()).event).toBe("hello");
  await end(own);
  await makeInquiry(testApp.deps, own.clientId, { firstName: "Confidential" });
  await expect(stream.next()).rejects.toThrow("The stream has ended");
  expect(stream.text()).not.toContain("Confidential");
  await remaining.close();
});

test("an owner who views as a practice gets changed rows until the owner logs out, and is audited", async () => {
  const own = await signInClient(testApp);
  const owner = await signInAdmin(testApp);
  const stream = await openStream(owner.token, `?client=${own.clientId}`);
  await stream.next();
  testApp.clock.forward(11 * 60_000);
  const views = async () => {
    const { rows } = await testApp.pool.query(
      "select 1 from audit_entries where action = 'desk_viewed' and client_id = $1",
      [own.clientId],
    );
    return rows.length;
  };
  expect(await views()).toBe(1);
  const { lead } = await makeInquiry(testApp.deps, own.clientId);
  const change = DeskChange.parse((await stream.next()).data);
  expect(change.leads).toMatchObject([{ leadId: lead._id, lead: { firstName: "Marisol" } }]);
  expect(await views()).toBe(2);
  await testApp.request("DELETE", "/api/credentials", { token: owner.token });
  await makeInquiry(testApp.deps, own.clientId, { firstName: "Confidential" });
  await expect(stream.next()).rejects.toThrow("The stream has ended");
  expect(stream.text()).not.toContain("Confidential");
});

test("an owner's view of a practice ends without sending rows when the owner becomes a helper", async () => {
  const own = await signInClient(testApp);
  const [owner, other] = [await signInAdmin(testApp), await signInAdmin(testApp)];
  const stream = await openStream(owner.token, `?client=${own.clientId}`);
  await stream.next();
  const changed = await testApp.request("PATCH", `/api/admin/owners/${owner.accountId}`, {
    ...{ token: other.token, json: { role: "helper" } },
  });
  expect(changed.status).toBe(200);
  await makeInquiry(testApp.deps, own.clientId, { firstName: "Confidential" });
  await expect(stream.next()).rejects.toThrow("The stream has ended");
  expect(stream.text()).not.toContain("Confidential");
});

test("changes are written in the order in which they were read, even if auditing one is slow", async () => {
  const own = await signInClient(testApp);
  const owner = await signInAdmin(testApp);
  const stream = await openStream(owner.token, `?client=${own.clientId}`);
  await stream.next();
  testApp.clock.forward(11 * 60_000);
  const mayAudit = Promise.withResolvers<void>();
  let [audits, reads] = [0, 0];
  const { query } = pg.Client.prototype;
  pg.Client.prototype.query = function slow(this: unknown, ...asked: unknown[]) {
    const text = textOf(asked);
    if (text.includes("as one left join")) reads += 1;
    if (!text.includes("pg_advisory_xact_lock(")) return Reflect.apply(query, this, asked);
    audits += 1;
    const ask = () => Reflect.apply(query, this, asked);
    return audits === 1 ? mayAudit.promise.then(ask) : ask();
  } as typeof query;
  onTestFinished(() => {
    pg.Client.prototype.query = query;
  });
  const [first = "", second = ""] = await addLeads(own, 2);
  await announce(own, first);
  await expect.poll(() => audits).toBe(1);
  await announce(own, second);
  await expect.poll(() => reads).toBe(2);
  // Gives a write that doesn't wait for the audit enough time to finish.
  for (let turn = 0; turn < 5; turn += 1) {
    await testApp.request("GET", "/api/clients/getClient", { token: own.token });
  }
  mayAudit.resolve();
  const idsOf = async () => DeskChange.parse((await stream.next()).data).leads[0]?.leadId;
  expect([await idsOf(), await idsOf()]).toEqual([first, second]);
  // A view is audited once in ten minutes.
  expect(audits).toBe(1);
  await stream.close();
});

test("streams that have to refetch are asked at different times", async () => {
  const own = await signInClient(testApp);
  const listeners: ((event: "refetch") => void)[] = [];
  const { deskEvents } = testApp.deps;
  const { subscribe } = deskEvents;
  deskEvents.subscribe = (id, listener) => {
    listeners.push(listener);
    return subscribe(id, listener);
  };
  onTestFinished(() => {
    deskEvents.subscribe = subscribe;
  });
  const streams = await Promise.all([1, 2, 3, 4].map(() => openStream(own.token)));
  for (const stream of streams) await stream.next();
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
  for (const listener of listeners) listener("refetch");
  let told = 0;
  for (const stream of streams) {
    void stream.next().then(({ event }) => {
      if (event === "refetch") told += 1;
    });
  }
  for (const stream of streams.keys()) {
    expect(told).toBe(stream);
    await vi.advanceTimersToNextTimerAsync();
    await expect.poll(() => told).toBe(stream + 1);
  }
  for (const stream of streams) await stream.close();
});

test("a stream gets no rows while its session can't be checked, and is asked to refetch", async () => {
  const own = await signInClient(testApp);
  const stream = await openStream(own.token);
  await stream.next();
  const { query } = pg.Client.prototype;
  pg.Client.prototype.query = function failing(this: unknown, ...asked: unknown[]) {
    if (!textOf(asked).includes('"sessions"')) return Reflect.apply(query, this, asked);
    throw new Error("The database is busy");
  } as typeof query;
  onTestFinished(() => {
    pg.Client.prototype.query = query;
  });
  await makeInquiry(testApp.deps, own.clientId, { firstName: "Confidential" });
  expect((await stream.next()).event).toBe("refetch");
  expect(stream.text()).not.toContain("Confidential");
  await stream.close();
});

test("a client that falls a hundred events behind is disconnected", async () => {
  const own = await signInClient(testApp);
  const [leadId = ""] = await addLeads(own, 1);
  const slow = await openStream(own.token);
  const quick = await openStream(own.token);
  await slow.next();
  await quick.next();
  for (let sent = 0; sent < 120; sent += 1) {
    await announce(own, leadId, "presence");
    expect((await quick.next()).event).toBe("presence");
  }
  const readAll = async () => {
    for (let read = 0; read < 120; read += 1) await slow.next();
  };
  await expect(readAll()).rejects.toThrow();
  await quick.close();
});

/** Collects a practice's news, with `readChange` as the function that reads leads. */
function collect(practice: Practice, readChange: typeof readChangedLeads): PracticeNews[] {
  const news: PracticeNews[] = [];
  const changes = openDeskChanges(testApp.deps, readChange);
  onTestFinished(changes.subscribe(practice.clientId, (one) => news.push(one)));
  return news;
}

function announce(
  { clientId }: Practice,
  leadId: string,
  kind: "lead" | "presence" = "lead",
): Promise<void> {
  return testApp.deps.db.transaction((tx) => notifyPractice(tx, { clientId, leadId, kind }));
}

/** Inserts leads without sending events, and returns their ids. */
async function addLeads({ clientId }: Practice, count: number): Promise<string[]> {
  const { rows } = await testApp.pool.query(
    `insert into leads (client_id, first_name, received_at, started_at, uncalled_since, touched_at)
     select $1, 'Many', $2, $2, $2, $2 from generate_series(1, $3::int) returning id`,
    [clientId, testApp.clock.now, count],
  );
  return rows.map(({ id }) => id);
}

type Stream = Awaited<ReturnType<typeof openStream>>;

async function openStream(token: string, query = "") {
  const answer = await testApp.api.request(`http://localhost/api/leads/events${query}`, {
    headers: { Authorization: `Bearer ${token}` },
  });
  expect(answer.status).toBe(200);
  const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader();
  let [text, unread] = ["", ""];
  return {
    async next(): Promise<{ event: string; data: Record<string, unknown> }> {
      while (!unread.includes("\n\n")) {
        const { value, done } = (await reader?.read()) ?? { done: true, value: "" };
        if (done) throw new Error("The stream has ended");
        text += value;
        unread += value;
      }
      const [message = ""] = unread.split("\n\n", 1);
      unread = unread.slice(message.length + 2);
      const [, event = "", data = "{}"] = /^event: (.*)\ndata: (.*)$/.exec(message) ?? [];
      return { event, data: JSON.parse(data) };
    },
    /** Everything that the stream has written so far. */
    text: () => text,
    close: async () => reader?.cancel(),
  };
}

function textOf([asked]: unknown[]): string {
  return typeof asked === "string" ? asked : (asked as { text: string }).text;
}

/**
 * Returns the select statements that run during `act`, without the listening connection's health
 * check.
 */
async function statementsOf(act: () => Promise<unknown>): Promise<string[]> {
  const { query } = pg.Client.prototype;
  const seen: string[] = [];
  pg.Client.prototype.query = function noted(this: unknown, ...asked: unknown[]) {
    const text = textOf(asked);
    if (text.startsWith("select") && text !== "select 1") seen.push(text);
    return Reflect.apply(query, this, asked);
  } as typeof query;
  await act();
  pg.Client.prototype.query = query;
  return seen;
}
