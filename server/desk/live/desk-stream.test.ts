import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { DeskChange, heartbeatSeconds } from "#contract/desk-events.ts";
import { makeInquiry } from "#server/db/make.ts";
import { makeLogger } from "#server/log.ts";
import { openEventStream } from "#server/testing/event-stream.ts";
import { signIn, signInClient } from "#server/testing/people.ts";
import { shareDevice, sharedPin } from "#server/testing/shared-device.ts";
import { openTestApp, type TestApp } from "#server/testing/test-app.ts";
import { openDeskEvents } from "./notify.ts";

let testApp: TestApp;
beforeAll(async () => {
  testApp = await openTestApp();
});
afterAll(() => testApp.close());

test("a new inquiry is sent only to its own practice's dashboards and is marked as alerted", async () => {
  const own = await signInClient(testApp);
  const other = await signInClient(testApp);
  const mine = await openStream(own.token);
  const theirs = await openStream(other.token);
  expect((await mine.next()).event).toBe("hello");
  expect((await theirs.next()).event).toBe("hello");

  const { lead } = await makeInquiry(testApp.deps, own.clientId);
  const change = DeskChange.parse((await mine.next()).data);
  expect(change).toMatchObject({
    client: own.clientId,
    leads: [{ leadId: lead._id, lead: { firstName: "Marisol", state: "new" } }],
    queue: { total: 1, uncalled: 1 },
    callbacks: { due: 0, nextDueAt: null },
  });
  await makeInquiry(testApp.deps, other.clientId, { firstName: "Somebody" });
  const heard = JSON.stringify(await theirs.next());
  expect(heard).toContain("Somebody");
  expect(heard).not.toContain(lead._id);

  await expect.poll(() => alertedAt(lead._id)).not.toBeNull();
  await mine.close();
  await theirs.close();
});

test("a locked device is told that something changed, but not what", async () => {
  const own = await signInClient(testApp);
  const token = await shareDevice(testApp, own.token);
  const stream = await openStream(token);
  expect((await stream.next()).event).toBe("hello");
  await makeInquiry(testApp.deps, own.clientId);
  expect((await stream.next()).event).toBe("changed");
  await testApp.request("POST", "/api/shared-device/locks", { token, json: {} });
  const { lead } = await makeInquiry(testApp.deps, own.clientId, { firstName: "Beatrice" });
  const heard = await stream.next();
  expect(heard.event).toBe("refetch");
  expect(JSON.stringify(heard)).not.toMatch(new RegExp(`Beatrice|${lead._id}`));
  // A locked device must not get this event either, because presence names a lead.
  const colleague = await signIn(testApp, own.email);
  await testApp.request("POST", `/api/leads/${lead._id}/presence`, { token: colleague });
  const json = { accountId: own.accountId, pin: sharedPin };
  await testApp.request("POST", "/api/shared-device/unlocks", { token, json });
  await makeInquiry(testApp.deps, own.clientId);
  expect((await stream.next()).event).toBe("changed");
  await stream.close();
});

test("leads that arrive while the only screen is locked are marked as alerted once it's unlocked", async () => {
  const own = await signInClient(testApp);
  const token = await shareDevice(testApp, own.token);
  const json = { accountId: own.accountId, pin: sharedPin };
  const lock = () => testApp.request("POST", "/api/shared-device/locks", { token, json: {} });
  const unlock = () => testApp.request("POST", "/api/shared-device/unlocks", { token, json });
  await lock();
  const { lead: before } = await makeInquiry(testApp.deps, own.clientId);
  const stream = await openStream(token);
  expect((await stream.next()).event).toBe("hello");
  const { lead: during } = await makeInquiry(testApp.deps, own.clientId);
  expect((await stream.next()).event).toBe("refetch");
  testApp.clock.forward(60_000);
  await unlock();
  const { lead: after } = await makeInquiry(testApp.deps, own.clientId);
  while ((await stream.next()).event !== "changed") {
    // Skips the events of the two earlier leads, which may arrive separately.
  }
  for (const { _id } of [before, during, after]) {
    await expect.poll(() => alertedAt(_id)).toEqual(testApp.clock.now);
  }
  // The device is locked again. When it is unlocked, the app is opened in a new page.
  await lock();
  const { lead: again } = await makeInquiry(testApp.deps, own.clientId);
  expect((await stream.next()).event).toBe("refetch");
  await stream.close();
  testApp.clock.forward(60_000);
  await unlock();
  const opened = await openStream(token);
  expect((await opened.next()).event).toBe("hello");
  await expect.poll(() => alertedAt(again._id)).toEqual(testApp.clock.now);
  await opened.close();
});

test("inquiries that arrived while no dashboard was open are marked as alerted when one opens", async () => {
  const own = await signInClient(testApp);
  const { lead } = await makeInquiry(testApp.deps, own.clientId);
  expect(await alertedAt(lead._id)).toBeNull();
  const stream = await openStream(own.token);
  await stream.next();
  await expect.poll(() => alertedAt(lead._id)).not.toBeNull();
  await stream.close();
});

test("the timeline names only one device even if several devices show the lead", async () => {
  const own = await signInClient(testApp);
  const devices = ["Mozilla/5.0 (Windows NT 10.0) Firefox/140.0", `Wall ${"x".repeat(400)}`];
  const streams = await Promise.all(
    devices.map((device) => openEventStream(testApp, "/api/leads/events", own.token, device)),
  );
  for (const stream of streams) await stream.next();
  const { lead } = await makeInquiry(testApp.deps, own.clientId);
  for (const stream of streams) await stream.next();
  await expect.poll(() => alertedAt(lead._id)).not.toBeNull();
  const { rows } = await testApp.pool.query(
    "select data->>'to' as device from timeline where lead_id = $1 and kind = 'alerted'",
    [lead._id],
  );
  expect(rows).toHaveLength(1);
  expect(devices.map((device) => device.slice(0, 300))).toContain(rows[0].device);
  for (const stream of streams) await stream.close();
});

test("an event from a rolled-back transaction isn't delivered", async () => {
  const own = await signInClient(testApp);
  const stream = await openStream(own.token);
  await stream.next();
  const { receiveInquiry } = await import("#server/desk/inquiries/receive-inquiry.ts");
  await testApp.deps.db
    .transaction(async (tx) => {
      await receiveInquiry(testApp.deps, tx, {
        clientId: own.clientId,
        sourceId: null,
        campaignId: null,
        person: { firstName: "Never", lastName: "", email: "", phone: "1", answers: [] },
        submittedAt: testApp.clock.now,
        receivedAt: testApp.clock.now,
        isTest: false,
      });
      throw new Error("rolled back");
    })
    .catch(() => undefined);
  const { lead } = await makeInquiry(testApp.deps, own.clientId);
  expect(idsIn(await stream.next())).toEqual([lead._id]);
  await stream.close();
});

test("a client is asked to refetch after the server's database connection for events is lost", async () => {
  const own = await signInClient(testApp);
  const stream = await openStream(own.token);
  await stream.next();
  await testApp.pool.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'front-desk events' and datname = current_database()",
  );
  expect((await stream.next()).event).toBe("refetch");
  await stream.close();
});

test("a silently lost database connection is detected and replaced", async () => {
  const proxy = await openProxy();
  const events = await openThrough(proxy);
  const heard: unknown[] = [];
  events.subscribe(crypto.randomUUID(), (event) => heard.push(event));
  proxy.isSilent = true;
  await expect.poll(() => events.isListening()).toBe(false);
  proxy.isSilent = false;
  await expect.poll(() => heard).toEqual(["refetch"]);
  expect(events.isListening()).toBe(true);
  expect(proxy.opened).toBeGreaterThan(1);
  await events.close();
});

test("failed LISTEN attempts don't leave database connections open", async () => {
  const proxy = await openProxy();
  const events = await openThrough(proxy);
  proxy.swallowed = "listen desk";
  proxy.cut();
  await expect.poll(() => proxy.opened).toBeGreaterThan(2);
  // A new attempt may connect shortly before the previous connection has closed.
  await expect.poll(() => proxy.open()).toBeLessThanOrEqual(1);
  proxy.swallowed = null;
  await expect.poll(() => events.isListening()).toBe(true);
  await expect.poll(() => proxy.open()).toBe(1);
  await events.close();
});

test("a database connection that is established after closing is closed", async () => {
  const proxy = await openProxy();
  const events = await openThrough(proxy);
  const before = proxy.opened;
  proxy.isHeld = true;
  proxy.cut();
  await expect.poll(() => proxy.opened).toBeGreaterThan(before);
  await events.close();
  proxy.release();
  await expect.poll(() => proxy.open()).toBe(0);
  expect(events.isListening()).toBe(false);
});

test("notifications with an invalid payload are ignored", async () => {
  const own = await signInClient(testApp);
  const stream = await openStream(own.token);
  await stream.next();
  await testApp.pool.query("notify desk");
  await testApp.pool.query("notify desk, '{not json'");
  await testApp.pool.query("notify desk, '{}'");
  const { lead } = await makeInquiry(testApp.deps, own.clientId);
  expect(idsIn(await stream.next())).toEqual([lead._id]);
  await stream.close();
});

/** Opens a proxy between the app and PostgreSQL that can break connections in several ways. */
async function openProxy() {
  const { host, port } = testApp.pool.options;
  const sockets = new Set<Socket>();
  const held: (() => void)[] = [];
  const proxy = {
    opened: 0,
    /** Drops all data in both directions, as on a connection that is lost without being closed. */
    isSilent: false,
    /** Holds back what the app sends until `release` is called. */
    isHeld: false,
    /** A statement that the proxy drops, so that it never reaches PostgreSQL. */
    swallowed: null as string | null,
    open: () => sockets.size,
    cut: () => sockets.forEach((socket) => void socket.destroy()),
    release: () => held.splice(0).forEach((send) => void send()),
    port: 0,
  };
  const server = createServer((near) => {
    proxy.opened += 1;
    sockets.add(near);
    const far = connect(`${host}/.s.PGSQL.${port}`);
    near.on("data", (bytes) => {
      if (proxy.isSilent || (proxy.swallowed && bytes.includes(proxy.swallowed))) return;
      if (proxy.isHeld) held.push(() => far.write(bytes));
      else far.write(bytes);
    });
    far.on("data", (bytes) => proxy.isSilent || near.write(bytes));
    near.on("close", () => sockets.delete(near));
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const)
      one.on("close", () => other.destroy()).on("error", () => other.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  proxy.port = (server.address() as AddressInfo).port;
  return proxy;
}

function openThrough({ port }: { port: number }) {
  const { user, database } = testApp.pool.options;
  return openDeskEvents(
    { host: "127.0.0.1", port, user, database },
    makeLogger({ logLevel: "silent" }),
    // `answerMs` is long enough for the first connection on a busy machine.
    { everyMs: 50, answerMs: 1000 },
  );
}

function openStream(token: string) {
  return openEventStream(testApp, "/api/leads/events", token);
}

function idsIn({ data }: { data: unknown }): string[] {
  return DeskChange.parse(data).leads.map(({ leadId }) => leadId);
}

async function alertedAt(leadId: string) {
  const row = await testApp.deps.db.query.inquiries.findFirst({
    where: (inquiry, { eq }) => eq(inquiry.leadId, leadId),
  });
  return row?.alertedAt ?? null;
}

test("the response of a stream isn't cached", async () => {
  const { token } = await signInClient(testApp);
  const stream = await openStream(token);
  expect(stream.headers.get("Cache-Control")).toBe("no-store");
  await stream.close();
});

test("a HEAD request for a stream or an export returns 405 and doesn't open a stream", async () => {
  const { clientId, token } = await signInClient(testApp);
  const listening = countListeners(clientId);
  for (const path of ["/api/leads/events", "/api/leads/export.csv"]) {
    const answer = await testApp.api.request(`http://localhost${path}`, {
      method: "HEAD",
      headers: { Authorization: `Bearer ${token}` },
    });
    expect(answer.status).toBe(405);
    expect(answer.headers.get("Allow")).toBe("GET");
  }
  expect(listening()).toBe(0);
});

test("a stream ends at the first heartbeat after its session ends", async () => {
  const { clientId, token } = await signInClient(testApp);
  const listening = countListeners(clientId);
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  try {
    const stream = await openStream(token);
    expect((await stream.next()).event).toBe("hello");
    await vi.advanceTimersByTimeAsync(heartbeatSeconds * 1000);
    expect((await stream.next()).event).toBe("beat");
    await testApp.request("DELETE", "/api/credentials", { token });
    await vi.advanceTimersByTimeAsync(heartbeatSeconds * 1000);
    await expect(stream.next()).rejects.toThrow("The stream has ended");
    expect(listening()).toBe(0);
  } finally {
    vi.useRealTimers();
  }
});

test("a device that is logged out from another device doesn't receive further events", async () => {
  const own = await signInClient(testApp);
  const here = await openStream(own.token);
  const there = await openStream(await signIn(testApp, own.email, "elsewhere"));
  await here.next();
  await there.next();
  await testApp.request("DELETE", "/api/clients/me/devices", { token: own.token });
  const { lead } = await makeInquiry(testApp.deps, own.clientId);
  expect(idsIn(await here.next())).toEqual([lead._id]);
  await expect(there.next()).rejects.toThrow("The stream has ended");
  await here.close();
});

test("the oldest streams of a session end when it has more than twenty", async () => {
  const own = await signInClient(testApp);
  const other = await signInClient(testApp);
  const theirs = await openStream(other.token);
  await theirs.next();
  const streams: Awaited<ReturnType<typeof openStream>>[] = [];
  for (let opened = 0; opened < 22; opened += 1) {
    const stream = await openStream(own.token);
    expect((await stream.next()).event).toBe("hello");
    streams.push(stream);
  }
  const [first, second, ...others] = streams;
  await expect(first?.next()).rejects.toThrow("The stream has ended");
  await expect(second?.next()).rejects.toThrow("The stream has ended");
  await makeInquiry(testApp.deps, own.clientId);
  for (const stream of others) expect((await stream.next()).event).toBe("changed");
  await makeInquiry(testApp.deps, other.clientId);
  expect((await theirs.next()).event).toBe("changed");
  for (const stream of [...others, theirs]) await stream.close();
});

test("a stream that isn't being read is closed", async () => {
  const { clientId, token } = await signInClient(testApp);
  const listening = countListeners(clientId);
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  try {
    const answer = await testApp.api.request("http://localhost/api/leads/events", {
      headers: { Authorization: `Bearer ${token}` },
    });
    expect(answer.status).toBe(200);
    await expect.poll(listening).toBe(1);
    for (let beat = 0; beat < 8; beat += 1) {
      await vi.advanceTimersByTimeAsync(heartbeatSeconds * 1000);
      // Gives the stream time to check its session.
      await testApp.request("GET", "/api/clients/getClient", { token });
    }
    expect(listening()).toBe(0);
  } finally {
    vi.useRealTimers();
  }
});

/**
 * Returns a function that counts this practice's open streams, starting with those opened from now
 * on.
 */
function countListeners(clientId: string): () => number {
  const { deskEvents } = testApp.deps;
  const { subscribe } = deskEvents;
  let listening = 0;
  deskEvents.subscribe = (id, listener) => {
    const leave = subscribe(id, listener);
    if (id !== clientId) return leave;
    listening += 1;
    return () => {
      listening -= 1;
      leave();
    };
  };
  onTestFinished(() => {
    deskEvents.subscribe = subscribe;
  });
  return () => listening;
}
