import { createHash } from "node:crypto";

/** A file that parts of a page move to, by its address. */
export type HashedFile = { path: string; text: string };

/** Returns a file whose name contains a hash of its content, so that browsers keep it. */
export function hashedFile(name: string, extension: "css" | "js", text: string): HashedFile {
  const hash = createHash("sha256").update(text).digest("base64url").slice(0, 8);
  return { path: `/assets/${name}-${hash}.${extension}`, text };
}
