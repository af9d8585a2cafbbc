// The faces as files that a PDF or a picture can be made with: static, one weight each.
import { createRequire } from "node:module";

const { resolve } = createRequire(import.meta.url);

/** The path of a face's Latin letters, of the package that carries it. */
export function fontFile(face: "fraunces" | "hanken-grotesk", weight: 400 | 600): string {
  return resolve(`@fontsource/${face}/files/${face}-latin-${weight}-normal.woff`);
}
