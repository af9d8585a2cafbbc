// Reads a ZIP file for tests, by its central directory.
import { crc32, inflateRawSync } from "node:zlib";

/** Returns each entry's text by name. Throws if a size, position or checksum is wrong. */
export function readZip(file: Buffer): Map<string, string> {
  const end = file.lastIndexOf(Buffer.from("PK\x05\x06"));
  let [count, at] = [file.readUInt16LE(end + 10), file.readUInt32LE(end + 16)];
  if (at === 0xffff_ffff) {
    const record = Number(file.readBigUInt64LE(end - 20 + 8));
    count = Number(file.readBigUInt64LE(record + 32));
    at = Number(file.readBigUInt64LE(record + 48));
  }
  const entries = new Map<string, string>();
  for (let read = 0; read < count; read += 1) {
    if (file.readUInt32LE(at) !== 0x0201_4b50) throw new Error("Not an entry");
    const [crc, packed, size] = [16, 20, 24].map((place) => file.readUInt32LE(at + place));
    const [nameLength, extraLength] = [file.readUInt16LE(at + 28), file.readUInt16LE(at + 30)];
    const nameEnd = at + 46 + nameLength;
    const near = file.readUInt32LE(at + 42);
    const start = near === 0xffff_ffff ? Number(file.readBigUInt64LE(nameEnd + 4)) : near;
    const content = start + 30 + file.readUInt16LE(start + 26) + file.readUInt16LE(start + 28);
    const bytes = inflateRawSync(file.subarray(content, content + (packed ?? 0)));
    if (bytes.length !== size || crc32(bytes) !== crc) throw new Error("Damaged");
    entries.set(file.toString("utf8", at + 46, nameEnd), bytes.toString("utf8"));
    at = nameEnd + extraLength;
  }
  return entries;
}
