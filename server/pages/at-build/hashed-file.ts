import { createHash } from "node:crypto";

/** A file for content that was moved out of a page. The path is its URL. */
export type HashedFile = { path: string; text: string };

/** Returns a file whose name contains a hash of its content, so browsers can cache it forever. */
export function hashedFile(name: string, extension: "css" | "js", text: string): HashedFile {
  const hash = createHash("sha256").update(text).digest("base64url").slice(0, 8);
  return { path: `/assets/${name}-${hash}.${extension}`, text };
}
