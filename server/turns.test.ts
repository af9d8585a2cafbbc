import { setImmediate as turnOfTheLoop } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { makeEnquiry } from "#server/db/make.ts";
import { openHouse } from "#server/testing/house.ts";
import { signInClient } from "#server/testing/people.ts";
import { makeTurns } from "./turns.ts";

test("one piece of work is done at a time, by turns of those who ask", async () => {
  const turns = makeTurns();
  const done: string[] = [];
  let running = 0;
  const ask = (who: string, piece: number) =>
    turns.take(who, async () => {
      running += 1;
      expect(running).toBe(1);
      await turnOfTheLoop();
      running -= 1;
      done.push(`${who}${piece}`);
    });
  const asked = [1, 2, 3, 4].map((piece) => ask("a", piece));
  asked.push(ask("b", 1), ask("c", 1), ask("b", 2));
  await Promise.all(asked);
  expect(done).toEqual(["a1", "a2", "b1", "c1", "a3", "b2", "a4"]);
});

test("who has too much waiting is told to come back, and nobody else is", async () => {
  const turns = makeTurns();
  const first = Promise.withResolvers<void>();
  const all = [turns.take("a", () => first.promise)];
  for (let waiting = 0; waiting < 8; waiting += 1) all.push(turns.take("a", async () => {}));
  await expect(turns.take("a", async () => {})).rejects.toMatchObject({
    code: "too_many_requests",
    retryAfterSeconds: expect.any(Number),
  });
  all.push(turns.take("b", async () => {}));
  all.push(turns.take("a", async () => {}, Number.POSITIVE_INFINITY));
  first.resolve();
  await Promise.all(all);
});

test("a piece that fails hands its turn on", async () => {
  const turns = makeTurns();
  const failed = turns.take("a", () => Promise.reject(new Error("no")));
  const next = turns.take("b", async () => "done");
  await expect(failed).rejects.toThrow("no");
  expect(await next).toBe("done");
});

test.each([
  ["POST", "/api/templates/previews"],
  ["POST", "/api/templates"],
  ["POST", "/api/templates/test-sends"],
])(
  "%s %s of one practice stands in line, and too many are told to come back",
  async (method, path) => {
    const house = await openHouse();
    onTestFinished(() => house.close());
    const own = await signInClient(house);
    const other = await signInClient(house);
    const json = { kind: "email", title: "a", subject: "b", body: "<p>x</p>".repeat(1500) };
    const ask = (token: string) => house.ask(method, path, { token, json });
    const answers = await Promise.all([
      ...Array.from({ length: 30 }, () => ask(own.token)),
      ask(other.token),
    ]);
    const statuses = answers.map(({ status }) => status);
    expect(statuses.at(-1)).toBe(201);
    expect(new Set(statuses)).toEqual(new Set([201, 429]));
    const refused = answers.find(({ status }) => status === 429);
    expect(Number(refused?.headers.get("Retry-After"))).toBeGreaterThan(0);
  },
);

test.each([
  ["POST", "/api/templates/previews", 30],
  ["GET", "/api/leads/export.csv", 3],
  ["POST", "/api/pictures", 3],
])("%s %s is limited for each practice", async (method, path, most) => {
  const house = await openHouse({ RATE_LIMIT_FACTOR: "0.1" });
  onTestFinished(() => house.close());
  const [own, other] = [await signInClient(house), await signInClient(house)];
  const json =
    path === "/api/pictures"
      ? { content: "AAAA" }
      : { kind: "email", subject: "b", body: "<p>x</p>" };
  const ask = ({ token }: { token: string }) =>
    house.ask(method, path, { token, ...(method === "POST" && { json }) });
  for (let asked = 0; asked < most; asked += 1) expect((await ask(own)).status).not.toBe(429);
  const refused = await ask(own);
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get("Retry-After"))).toBeGreaterThan(0);
  expect((await ask(other)).status).not.toBe(429);
});

test("an export that was begun is whole, however many of the practice run", async () => {
  const house = await openHouse();
  onTestFinished(() => house.close());
  const { clientId, token } = await signInClient(house);
  for (let made = 0; made < 250; made += 1) await makeEnquiry(house.deps, clientId);
  const files = await Promise.all(
    Array.from({ length: 12 }, () => house.ask("GET", "/api/leads/export.csv", { token })),
  );
  for (const { body } of files) expect(body.trimEnd().split("\r\n")).toHaveLength(251);
});
