import { expect, test } from "vitest";
import { readZip } from "#server/testing/read-zip.ts";
import { type ZipEntry, zipOf } from "./zip-stream.ts";

const at = new Date("2026-03-17T15:00:00.000Z");

test.each([
  { name: "positions below 4 GB", zip64From: undefined },
  { name: "positions in ZIP64", zip64From: 0 },
])("a ZIP file with $name contains each entry's text, size and checksum", async ({ zip64From }) => {
  const long = "Ada, café\r\n".repeat(20_000);
  const texts = { "empty.csv": [""], "long.csv": [long, long], "café.txt": ["“quoted”"] };
  const file = await bytesOf(zipOf(entriesOf(texts), at, zip64From === 0 ? { zip64From } : {}));
  expect(file.length).toBeLessThan(long.length / 10);
  expect([...readZip(file)]).toEqual(
    Object.entries(texts).map(([name, parts]) => [name, parts.join("")]),
  );
});

test("a ZIP file without entries can be read", async () => {
  expect(readZip(await bytesOf(zipOf(entriesOf({}), at))).size).toBe(0);
});

test("an error in the content of an entry ends the file with the same error", async () => {
  async function* failing() {
    yield "one row";
    throw new Error("The connection was lost");
  }
  async function* entries(): AsyncGenerator<ZipEntry> {
    yield { name: "rows.csv", content: failing() };
  }
  await expect(bytesOf(zipOf(entries(), at))).rejects.toThrow("The connection was lost");
});

test("content isn't generated until it's read", async () => {
  let made = 0;
  async function* endless() {
    for (;;) {
      made += 1;
      // Random content can't be compressed.
      yield crypto.getRandomValues(new Uint8Array(1000)).toString();
    }
  }
  async function* entries(): AsyncGenerator<ZipEntry> {
    yield { name: "rows.csv", content: endless() };
  }
  const chunks = zipOf(entries(), at);
  for (let read = 0; read < 5; read += 1) await chunks.next();
  await chunks.return(undefined);
  expect(made).toBeLessThan(200);
});

async function* entriesOf(texts: Record<string, string[]>): AsyncGenerator<ZipEntry> {
  for (const [name, parts] of Object.entries(texts)) yield { name, content: each(parts) };
}

async function* each(parts: string[]) {
  yield* parts;
}

async function bytesOf(chunks: AsyncIterable<Buffer>): Promise<Buffer> {
  const read: Buffer[] = [];
  for await (const chunk of chunks) read.push(chunk);
  return Buffer.concat(read);
}
