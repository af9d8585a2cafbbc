// Tests tenant isolation: calls every operation in the OpenAPI document that a practice may call,
// first with its own ids and then with another practice's ids.
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { makeInquiry } from "#server/db/make.ts";
import { rows as whoMay } from "#server/testing/access-matrix.ts";
import {
  addressOf,
  type BodyPlace,
  bodyPlaces,
  hasPages,
  type Operation,
  pathKinds,
  practiceOperations,
  readRequestsOf,
  unknownIds,
} from "#server/testing/documented-operations.ts";
import { signInClient } from "#server/testing/people.ts";
import { plantImport } from "#server/testing/planted-imports.ts";
import {
  type Ids,
  type Practice,
  seedPractice,
  seedRows,
  seedTwinRows,
} from "#server/testing/planted-rows.ts";
import { practiceTables } from "#server/testing/practice-tables.ts";
import { openTestApp, type TestApp } from "#server/testing/test-app.ts";

const ownWord = "Aldermoor";
const othersWord = "Brackwater";

let testApp: TestApp;
let own: Practice;
let other: Practice;
let ownIds: Ids;
let othersIds: Ids;
let reads: Operation[];
let changes: Operation[];
/** The practice's responses before the other practice had any rows, by URL. */
const before = new Map<string, string>();
/** All values in the other practice's rows that don't occur in the practice's own rows. */
let secrets: string[];

beforeAll(async () => {
  testApp = await openTestApp();
  const { body } = await testApp.request("GET", "/api/openapi.json");
  const operations = practiceOperations(body).filter(({ isStream }) => !isStream);
  reads = operations.filter(({ method }) => method === "GET");
  changes = operations.filter(({ method }) => method !== "GET");
  own = await signInClient(testApp);
  other = await signInClient(testApp);
  ownIds = await seedPractice(testApp, own, ownWord);
  for (const read of reads) {
    const questions = readRequestsOf(read).map(({ address }) => address(ownIds, ownWord));
    for (const address of [...questions, ...(await pagesOf(read, own))]) {
      before.set(address, await answerTo("GET", address));
    }
  }
  othersIds = await seedPractice(testApp, other, othersWord);
  await seedTwins();
  const known = new Set(await wordsOf(own));
  secrets = (await wordsOf(other)).filter((word) => !known.has(word));
});
afterAll(() => testApp.close());

test("both practices have rows in every tenant-scoped table", async () => {
  for (const { clientId } of [own, other]) {
    for (const table of practiceTables) {
      const rows = await rowsOf(table, clientId);
      const sentence = `server/testing/planted-rows.ts seeds nothing in ${table}`;
      expect(rows.length, sentence).toBeGreaterThan(0);
    }
  }
  expect(secrets.filter((secret) => secret.includes(othersWord)).length).toBeGreaterThan(20);
});

test("another practice's rows don't change the response of any read", async () => {
  const wrong: string[] = [];
  for (const [address, answer] of before) {
    const now = await answerTo("GET", address);
    if (now !== answer) wrong.push(`GET ${address} answers differently`);
    wrong.push(...secretsIn(now, `GET ${address}`));
  }
  for (const read of reads) {
    const answers = readRequestsOf(read).map(({ address }) => before.get(address(ownIds, ownWord)));
    if (!answers.some((answer) => answer?.startsWith("200"))) wrong.push(`${read.name}: no 200`);
  }
  expect(wrong).toEqual([]);
});

test("every read gets the same response with another practice's ids, words or cursor as with unknown ids", async () => {
  const wrong: string[] = [];
  for (const read of reads) {
    for (const { kinds, isSameForUnknownIds, address } of readRequestsOf(read)) {
      for (const foreign of mixtures(kinds)) {
        const [theirs, unknownIdsOnly] = [
          mix(foreign, othersIds),
          mix(foreign, unknownIds(ownIds)),
        ];
        const asked = address(theirs, othersWord);
        const answer = await answerTo("GET", asked);
        wrong.push(...secretsIn(answer, `GET ${asked}`, Object.values(theirs)));
        // Only an owner may choose a practice.
        const refused = kinds.includes("practice") ? "403" : "404";
        if (foreign.some((kind) => pathKinds(read).includes(kind)) && !answer.startsWith(refused)) {
          wrong.push(`GET ${asked} is not ${refused}`);
        }
        const unknown = await answerTo("GET", address(unknownIdsOnly, "Nobody"));
        if (isSameForUnknownIds && masked(answer, theirs) !== masked(unknown, unknownIdsOnly)) {
          wrong.push(`GET ${asked} answers differently from an unknown id`);
        }
      }
    }
    for (const address of await pagesOf(read, other)) {
      wrong.push(...secretsIn(await answerTo("GET", address), `GET ${address}`));
    }
  }
  expect(wrong).toEqual([]);
});

test("a change that a practice makes with its own ids never affects another practice's rows", async () => {
  const wrong: string[] = [];
  // Copying all rows to their twins takes the most time, so several changes share one copy.
  const setsAtOnce = 10;
  const planted: Awaited<ReturnType<typeof seedRows>>[] = [];
  let untouched = "";
  // Comparing all rows takes almost as long, so `npm test` does it once for each copy.
  const unchecked: string[] = [];
  const check = async () => {
    if (unchecked.length > 0 && (await allRowsOf(other)) !== untouched) {
      wrong.push(`One of these changes another's rows: ${unchecked.join(", ")}`);
    }
    unchecked.length = 0;
  };
  for (const change of changes) {
    const places = bodyPlaces(change).filter(({ isMadeByDevice }) => !isMadeByDevice);
    for (const place of [null, ...places]) {
      const kinds = [...pathKinds(change), ...(place ? [place.kind] : [])];
      const needsLatest = kinds.some((kind) => latestOnly.has(kind));
      if (planted.length === 0 || needsLatest) {
        await check();
        planted.length = 0;
        for (let set = 0; set < (needsLatest ? 1 : setsAtOnce); set += 1)
          planted.push(await seedRows(testApp, own));
        await seedTwins();
        untouched = await allRowsOf(other);
      }
      const ids = { ...ownIds, ...planted.pop() };
      const body = bodyFor(change, place, ids);
      if (change.name === "POST /api/templates/starters") await forgetOwnTemplates();
      if (change.name === "PUT /api/templates/{id}") await setKind(ids.template, body);
      const what = place ? `${change.name} with ${place.field}` : change.name;
      const answer = await answerTo(change.method, addressOf(change, ids), body);
      // Operations of a shared device are always rejected here, because the practice doesn't have
      // such a device.
      const status = whoMay[change.name]?.own ?? 0;
      const expected = place && status !== 409 ? "20" : String(status);
      if (!answer.startsWith(expected)) wrong.push(`${what} is not taken: ${answer}`);
      wrong.push(...secretsIn(answer, what));
      unchecked.push(what);
      if (inject("isLong")) await check();
      if (changesOtherRows.has(change.name)) planted.length = 0;
    }
  }
  await check();
  await testApp.runJobs();
  expect(await allRowsOf(other)).toBe(untouched);
  expect(wrong).toEqual([]);
}, 240_000);

test("every change with another practice's ids is rejected like a change with unknown ids, and that practice's rows don't change", async () => {
  const wrong: string[] = [];
  const untouched = await allRowsOf(other);
  for (const change of changes) {
    const expected = String(whoMay[change.name]?.other);
    const inPath = mixtures(pathKinds(change)).filter((foreign) => foreign.length > 0);
    for (const foreign of inPath) {
      const ids = mix(foreign, othersIds);
      const answer = await answerTo(
        change.method,
        addressOf(change, ids),
        bodyFor(change, null, ids),
      );
      const what = `${change.name} with another's ${foreign.join(" and ")}`;
      if (!answer.startsWith(expected)) wrong.push(`${what} is not ${expected}: ${answer}`);
      wrong.push(...secretsIn(answer, what, Object.values(ids)));
    }
    for (const place of bodyPlaces(change)) {
      const [answer, unknown] = await Promise.all(
        [othersIds, unknownIds(ownIds)].map(async (foreign) => {
          const ids = { ...ownIds, ...(await seedRows(testApp, own)) };
          const body = bodyFor(change, place, { ...ids, [place.kind]: foreign[place.kind] });
          return answerTo(change.method, addressOf(change, ids), body);
        }),
      );
      const what = `${change.name} with another's ${place.field}`;
      wrong.push(...secretsIn(answer ?? "", what, Object.values(othersIds)));
      if (answer?.slice(0, 3) !== unknown?.slice(0, 3)) {
        wrong.push(`${what} answers ${answer}, and with nobody's ${unknown}`);
      }
    }
    if ((await allRowsOf(other)) !== untouched) wrong.push(`${change.name} changes its rows`);
  }
  await testApp.runJobs();
  expect(await allRowsOf(other)).toBe(untouched);
  expect(wrong).toEqual([]);
}, 240_000);

test("no event stream of a practice reveals another practice's activity", async () => {
  const { body } = await testApp.request("GET", "/api/openapi.json");
  const streams = practiceOperations(body).filter(({ isStream }) => isStream);
  expect(streams.map(({ method }) => method)).toContain("GET");
  for (const [index, stream] of streams.entries()) {
    const headers = { Authorization: `Bearer ${own.token}` };
    const answer = await testApp.api.request(`http://localhost${addressOf(stream, ownIds)}`, {
      headers,
    });
    const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader();
    const next = await signInClient(testApp);
    await seedPractice(testApp, next, `Cinderford${index}`);
    const expected = await makeOwnNews(stream);
    let heard = "";
    while (!heard.includes(expected)) heard += (await reader?.read())?.value ?? "";
    await reader?.cancel();
    const known = new Set(await wordsOf(own));
    const foreign = (await wordsOf(next)).filter((word) => !known.has(word));
    expect(foreign.filter((word) => heard.includes(word))).toEqual([]);
  }
});

/** Makes a change that the practice's own stream reports. */
async function makeOwnNews({ path }: Operation): Promise<string> {
  if (path === "/api/leads/events") {
    const { lead } = await makeInquiry(testApp.deps, own.clientId);
    return lead._id;
  }
  await answerTo("POST", `/api/leads/imports/${ownIds.leadImport}/cancellations`);
  // All imports share some words. The practice gets an import too, so that these words don't count
  // as the other practice's.
  await plantImport(testApp, own, ownWord);
  return '"state":"canceled"';
}

/** Returns the status and body that the practice gets. */
async function answerTo(method: string, address: string, json?: unknown): Promise<string> {
  const { status, body } = await testApp.request(method, address, { token: own.token, json });
  return `${status} ${typeof body === "string" ? body : JSON.stringify(body)}`;
}

/**
 * Copies rows, so that every id of the practice's own rows is also the id of one of the other
 * practice's rows.
 */
function seedTwins() {
  const [from, to] = [
    { practice: own, word: ownWord },
    { practice: other, word: othersWord },
  ];
  return seedTwinRows(testApp, from, to);
}

/** Returns the URLs of the second pages of a practice's own list. */
async function pagesOf(read: Operation, practice: Practice): Promise<string[]> {
  if (!hasPages(read)) return [];
  const first = `${read.path}?limit=1`;
  const { body } = await testApp.request("GET", first, { token: practice.token });
  return body.nextCursor ? [`${first}&cursor=${encodeURIComponent(body.nextCursor)}`] : [];
}

/** Changes that affect more rows than their ids name. */
const changesOtherRows = new Set(["POST /api/templates/starters"]);

/** The kinds of rows for which planting a new one ends the previous one. */
const latestOnly = new Set<string>([
  ...["device", "factor", "pushDevice", "alertAddress", "officePhone"],
]);

/** Request bodies with kinds of ids that the usual body doesn't contain. */
const otherBodies: Record<string, object> = {
  campaigns: { kind: "auto", title: "Answer", subject: "Hello", body: "<p>Words</p>" },
};

function bodyFor(
  { name, body }: Operation,
  place: BodyPlace | null,
  ids: Ids,
): { _id: string; kind?: string } | undefined {
  if (!body) return undefined;
  const json = { _id: randomUUID(), submissionId: randomUUID(), ...(whoMay[name]?.json ?? {}) };
  if (!place) return json;
  const id = ids[place.kind];
  return { ...json, ...otherBodies[place.field], [place.field]: place.isList ? [id] : id };
}

/** Returns every non-empty subset of the kinds, or one empty subset if there are no ids. */
function mixtures(kinds: (keyof Ids)[]): (keyof Ids)[][] {
  if (kinds.length === 0) return [[]];
  let all: (keyof Ids)[][] = [[]];
  for (const kind of kinds) all = all.concat(all.map((choice) => [...choice, kind]));
  return all.filter((choice) => choice.length > 0);
}

/** Returns the practice's own ids, but with the other practice's ids for these kinds. */
function mix(kinds: (keyof Ids)[], foreign: Ids): Ids {
  return { ...ownIds, ...Object.fromEntries(kinds.map((kind) => [kind, foreign[kind]])) };
}

function masked(answer: string, ids: Ids): string {
  return Object.values(ids).reduce((text, id) => text.replaceAll(id, "id"), answer);
}

/**
 * Returns what a response reveals about the other practice, except for values that were in the
 * request.
 */
function secretsIn(answer: string, what: string, asked: string[] = []): string[] {
  return secrets
    .filter((secret) => answer.includes(secret) && !asked.includes(secret))
    .map((secret) => `${what} tells ${secret}`);
}

/** Returns every id and text in a practice's rows. */
async function wordsOf({ clientId, accountId }: Practice): Promise<string[]> {
  const rows = await Promise.all([
    ...[...practiceTables, "accounts"].map((table) => rowsOf(table, clientId)),
    rowsWhere("sessions", "account_id", accountId),
    rowsWhere("mailed_links", "account_id", accountId),
  ]);
  const words = new Set<string>();
  collect(rows, words);
  return [...words];
}

function collect(value: unknown, words: Set<string>) {
  if (typeof value === "string") {
    // Short values and timestamps are left out, because they occur in every practice's rows.
    if (value.length > 5 && !/^\d{4}-\d\d-\d\d/.test(value)) words.add(value);
  } else if (typeof value === "object" && value !== null) {
    for (const one of Object.values(value)) collect(one, words);
  }
}

async function allRowsOf({ clientId, accountId }: Practice): Promise<string> {
  const rows = await Promise.all([
    ...[...practiceTables, "accounts"].map((table) => rowsOf(table, clientId)),
    rowsWhere("sessions", "account_id", accountId),
  ]);
  return JSON.stringify(rows);
}

function rowsOf(table: string, clientId: string): Promise<unknown[]> {
  return rowsWhere(table, table === "clients" ? "id" : "client_id", clientId);
}

async function rowsWhere(table: string, column: string, id: string): Promise<unknown[]> {
  const { rows } = await testApp.pool.query(
    `select to_jsonb(one) as row from ${table} as one where ${column} = $1 order by one::text`,
    [id],
  );
  return rows.map(({ row }) => row);
}

/** Sets a template's kind in the database, because the API can't change it. */
async function setKind(templateId: string, body: { kind?: string } | undefined) {
  await testApp.pool.query("update templates set kind = $3 where client_id = $1 and id = $2", [
    own.clientId,
    templateId,
    body?.kind,
  ]);
}

/**
 * Deletes the practice's templates, because starters are offered only to a practice without
 * templates.
 */
async function forgetOwnTemplates() {
  await testApp.pool.query("delete from templates where client_id = $1", [own.clientId]);
}
