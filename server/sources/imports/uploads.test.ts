// An upload that pauses, is cut off or is too large isn't stored, and its response says why.
import { connect } from "node:net";
import { createAdaptorServer } from "@hono/node-server";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { importMessages } from "#content/desk/import.ts";
import { leadImportChunks, leadImports } from "#server/db/schema.ts";
import { prepareTemplate } from "#server/demos/template-practice.ts";
import { startDemo } from "#server/testing/demo.ts";
import { signInClient } from "#server/testing/people.ts";
import { openTestApp, type TestApp } from "#server/testing/test-app.ts";
import { receiveFile } from "./uploads.ts";

let testApp: TestApp;
let server: ReturnType<typeof createAdaptorServer>;
let port: number;
let practice: Awaited<ReturnType<typeof signInClient>>;
beforeAll(async () => {
  testApp = await openTestApp();
  server = createAdaptorServer({ fetch: testApp.api.fetch });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  port = typeof address === "object" ? (address?.port ?? 0) : 0;
});
beforeEach(async () => {
  practice = await signInClient(testApp);
});
afterAll(async () => {
  server.close();
  await testApp.close();
});

const patience = { timeout: 30_000 };
/** More bytes than one chunk in the database. */
const piece = new TextEncoder().encode(`Name,Phone\n${"Ana,1\n".repeat(50_000)}`);

test.each<[string, (stream: ReadableStreamDefaultController) => void, string]>([
  ["pauses for too long", () => undefined, "timeout"],
  ["disconnects", (stream) => stream.error(new Error("aborted")), "malformed"],
  ["never stops sending", (stream) => stream.enqueue(piece), "too_large"],
])("an upload isn't stored if its sender %s", async (_, goOn, code) => {
  let isCanceled = false;
  let stored: number[] = [];
  const body = new ReadableStream<Uint8Array>(
    {
      start: (stream) => stream.enqueue(piece),
      async pull(stream) {
        stored = await countKept();
        goOn(stream);
      },
      cancel: () => {
        isCanceled = true;
      },
    },
    { highWaterMark: 0 },
  );
  const limits = { bytes: 3 * piece.length, pauseSeconds: code === "timeout" ? 2 : 60 };
  const file = { name: "a.csv", body };
  const refused = await receiveFile(testApp.deps, practice, file, limits).catch(
    (error: unknown) => error,
  );
  expect(refused).toMatchObject({ code });
  if (code === "too_large") expect(refused).toMatchObject({ sentence: importMessages.tooLarge });
  expect(isCanceled).toBe(code !== "malformed");
  expect(stored[0]).toBe(1);
  expect(stored[1]).toBeGreaterThan(0);
  expect(await countKept()).toEqual([0, 0]);
});

test("a file of exactly the maximum size is accepted", async () => {
  const body = new Blob([piece]).stream();
  const limits = { bytes: piece.length, pauseSeconds: 20 };
  const one = await receiveFile(testApp.deps, practice, { name: "a.csv", body }, limits);
  expect(one).toMatchObject({ state: "mapping", bytes: piece.length });
});

test("an upload reads only the first 4 KB of the file, or the whole header if it is longer", async () => {
  const receive = async (text: string) => {
    const body = new Blob([text]).stream();
    const one = await receiveFile(testApp.deps, practice, { name: "a.csv", body });
    return [one.columns.length, one.preview.length];
  };
  // These files have damage that only the dry run finds: a NUL byte, and a quote that is never
  // closed.
  expect(await receive(`Name,Phone\n${"Ana,1\n".repeat(1000)}\0`)).toEqual([2, 5]);
  expect(await receive(`Name,Phone\nAna,1\nBo,"${"2\n".repeat(5000)}`)).toEqual([2, 1]);
  const wide = Array.from({ length: 200 }, (_, column) => `Question ${column} of a long form?`);
  expect(await receive(`${wide.join(",")}\n${"a,b\n".repeat(20_000)}`)).toEqual([200, 5]);
  await expect(receive(" \n".repeat(200_000))).rejects.toMatchObject({
    sentence: importMessages.problems.no_header,
  });
});

test.each(["Content-Length: 10000000", "Transfer-Encoding: chunked"])(
  "an upload isn't stored if its connection is lost, and counts as a 400: %s",
  async (length) => {
    const before = countAnswers("400");
    const socket = send(length);
    socket.write(length.endsWith("chunked") ? chunkOf(piece) : piece);
    await expect.poll(countKept, patience).toEqual([1, 1]);
    socket.destroy();
    await expect.poll(countKept, patience).toEqual([0, 0]);
    await expect.poll(() => countAnswers("400"), patience).toBe(before + 1);
  },
);

test("an upload is rejected before it is read if its Content-Length is too large", async () => {
  const socket = send("Content-Length: 1000000000");
  expect(await answerOf(socket)).toMatch(/^HTTP\/1.1 413 .*"code":"too_large"/s);
  expect(await countKept()).toEqual([0, 0]);
});

test("an upload without a Content-Length is rejected when it reaches the limit", async () => {
  await prepareTemplate(testApp.deps, 1);
  const demo = await startDemo(testApp);
  const before = await testApp.deps.db.$count(leadImportChunks);
  const socket = send("Transfer-Encoding: chunked", {
    path: "/demo/api/leads/import",
    credentials: `Cookie: demoToken=${demo.token}`,
  });
  let isRefused = false;
  const answer = answerOf(socket).finally(() => {
    isRefused = true;
  });
  for (let sent = 0; sent < 100 && !isRefused; sent += 1) {
    // Sends as fast as the server reads. The server closes the connection after it responds,
    // sometimes before this is written.
    await new Promise((resolve) => socket.write(chunkOf(piece), resolve));
  }
  expect(await answer).toContain("413");
  expect(await answer).toContain(importMessages.tooLargeForDemo);
  expect(await testApp.deps.db.$count(leadImportChunks)).toBe(before);
});

function send(
  length: string,
  to = { path: "/api/leads/import", credentials: `Authorization: Bearer ${practice.token}` },
) {
  const socket = connect(port, "127.0.0.1");
  // The server closes the connection after it responds, even if the client is still sending.
  socket.on("error", () => undefined);
  socket.write(`POST ${to.path}?name=a.csv HTTP/1.1\r\nHost: localhost\r\n`);
  socket.write(`${to.credentials}\r\n${length}\r\n\r\n`);
  return socket;
}

function chunkOf(bytes: Uint8Array): Buffer {
  const size = `${bytes.length.toString(16)}\r\n`;
  return Buffer.concat([Buffer.from(size), bytes, Buffer.from("\r\n")]);
}

/** Reads until the closing brace, which is the end of the response. */
async function answerOf(socket: ReturnType<typeof connect>): Promise<string> {
  let text = "";
  for await (const data of socket) {
    text += data;
    if (text.endsWith("}")) break;
  }
  return text;
}

/** Counts the responses to uploads with this status. */
function countAnswers(status: string): number {
  const line = new RegExp(`requests_total{.*/leads/import",status="${status}"} (\\d+)`);
  return Number(line.exec(testApp.deps.metrics.write())?.[1] ?? 0);
}

/** Counts the practice's imports and chunks. */
async function countKept(): Promise<number[]> {
  const { db } = testApp.deps;
  const { clientId } = practice;
  return Promise.all([
    db.$count(leadImports, eq(leadImports.clientId, clientId)),
    db.$count(leadImportChunks, eq(leadImportChunks.clientId, clientId)),
  ]);
}
