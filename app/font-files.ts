// Font files with one weight each, for PDFs and images that are generated.
import { createRequire } from "node:module";

const { resolve } = createRequire(import.meta.url);

/** Returns the path of a font's Latin subset in its npm package. */
export function fontFile(face: "fraunces" | "hanken-grotesk", weight: 400 | 600): string {
  return resolve(`@fontsource/${face}/files/${face}-latin-${weight}-normal.woff`);
}
