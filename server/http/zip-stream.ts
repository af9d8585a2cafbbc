// Writes a ZIP file while its entries are generated, so the size of an entry follows its content.
// Positions beyond 4 GB use ZIP64. An entry must be at most 4 GB.
import { pipeline, Readable } from "node:stream";
import { crc32, createDeflateRaw } from "node:zlib";

export type ZipEntry = { name: string; content: AsyncIterable<string> };

const largest = 0xffff_ffff;
const mostEntries = 0xffff;
/** The flags of each entry. Names are UTF-8 (bit 11), and sizes follow the content (bit 3). */
const flags = 0x0808;
const deflateMethod = 8;
const version = 20;
const zip64Version = 45;
/**
 * The Unix permissions of a file that its owner can write. Each entry is therefore marked as made
 * on Unix.
 */
const permissions = 0o100644 * 0x1_0000;
const madeBy = 3 * 0x100 + zip64Version;

/**
 * Yields the file's bytes. Reads the content of an entry before it requests the next entry. `at` is
 * the time of all entries. `zip64From` is the first position that needs ZIP64.
 */
export async function* zipOf(
  entries: AsyncIterable<ZipEntry>,
  at: Date,
  { zip64From = largest } = {},
): AsyncGenerator<Buffer> {
  const directory: Buffer[] = [];
  let offset = 0;
  for await (const { name, content } of entries) {
    const nameBytes = Buffer.from(name, "utf8");
    const kind = fields([2, flags], [2, deflateMethod], ...dosTime(at));
    const head = Buffer.concat([
      fields([4, 0x0403_4b50], [2, version]),
      kind,
      fields([4, 0], [4, 0], [4, 0], [2, nameBytes.length], [2, 0]),
      nameBytes,
    ]);
    yield head;
    const plain = { crc: 0, size: 0 };
    let packed = 0;
    for await (const chunk of deflated(content, plain)) {
      packed += chunk.length;
      yield chunk;
    }
    if (Math.max(packed, plain.size) > largest) throw new RangeError(`${name} is too large`);
    const sizes = fields([4, plain.crc], [4, packed], [4, plain.size]);
    const tail = Buffer.concat([fields([4, 0x0807_4b50]), sizes]);
    yield tail;
    const isFar = offset >= zip64From;
    const position = isFar ? fields([2, 1], [2, 8], [8, offset]) : Buffer.alloc(0);
    directory.push(
      Buffer.concat([
        fields([4, 0x0201_4b50], [2, madeBy], [2, isFar ? zip64Version : version]),
        kind,
        sizes,
        fields([2, nameBytes.length], [2, position.length], [2, 0], [2, 0], [2, 0]),
        fields([4, permissions], [4, isFar ? largest : offset]),
        nameBytes,
        position,
      ]),
    );
    offset += head.length + packed + tail.length;
  }
  yield* directory;
  yield endOf(directory, offset, zip64From);
}

function endOf(directory: Buffer[], offset: number, zip64From: number): Buffer {
  const count = directory.length;
  const size = directory.reduce((sum, { length }) => sum + length, 0);
  const isFar = offset >= zip64From || count >= mostEntries;
  const far = fields(
    ...([
      [4, 0x0606_4b50],
      [8, 44],
      [2, zip64Version],
      [2, zip64Version],
    ] as Field[]),
    ...([
      [4, 0],
      [4, 0],
      [8, count],
      [8, count],
      [8, size],
      [8, offset],
    ] as Field[]),
    ...([
      [4, 0x0706_4b50],
      [4, 0],
      [8, offset + size],
      [4, 1],
    ] as Field[]),
  );
  const counted = isFar ? mostEntries : count;
  const end = fields(
    ...([
      [4, 0x0605_4b50],
      [2, 0],
      [2, 0],
      [2, counted],
      [2, counted],
    ] as Field[]),
    ...([
      [4, size],
      [4, isFar ? largest : offset],
      [2, 0],
    ] as Field[]),
  );
  return isFar ? Buffer.concat([far, end]) : end;
}

/** Compresses on another thread while computing the size and checksum. */
function deflated(content: AsyncIterable<string>, plain: { crc: number; size: number }) {
  async function* measured() {
    for await (const text of content) {
      const bytes = Buffer.from(text, "utf8");
      plain.crc = crc32(bytes, plain.crc);
      plain.size += bytes.length;
      if (bytes.length > 0) yield bytes;
    }
  }
  const deflate = createDeflateRaw();
  // An error in either stream destroys the other stream, and the reader of `deflate` gets the
  // error.
  pipeline(Readable.from(measured()), deflate, () => undefined);
  return deflate as AsyncIterable<Buffer>;
}

type Field = [bytes: 2 | 4 | 8, value: number];

/** Writes fields in little-endian order. */
function fields(...all: Field[]): Buffer {
  const buffer = Buffer.alloc(all.reduce((sum, [bytes]) => sum + bytes, 0));
  let at = 0;
  for (const [bytes, value] of all) {
    if (bytes === 8) buffer.writeBigUInt64LE(BigInt(value), at);
    else buffer.writeUIntLE(value, at, bytes);
    at += bytes;
  }
  return buffer;
}

/** Returns the date and time in UTC, accurate to two seconds. */
function dosTime(at: Date): Field[] {
  const time = at.getUTCHours() * 0x800 + at.getUTCMinutes() * 0x20 + (at.getUTCSeconds() >> 1);
  const date =
    (at.getUTCFullYear() - 1980) * 0x200 + (at.getUTCMonth() + 1) * 0x20 + at.getUTCDate();
  return [
    [2, time],
    [2, date],
  ];
}
