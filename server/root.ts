// Locates the project's own files, whether the code runs from the sources or from the build.
import { existsSync } from "node:fs";
import path from "node:path";

/** The folder that contains package.json. */
export const projectRoot = findRoot(import.meta.dirname);

function findRoot(from: string): string {
  if (existsSync(path.join(from, "package.json"))) return from;
  return findRoot(path.dirname(from));
}
