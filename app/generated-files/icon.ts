// The mark of public/favicon.svg for places that take no SVG.
import { readFileSync } from "node:fs";
import path from "node:path";
import { Resvg } from "@resvg/resvg-js";

/** Pixels, by the address that each is served at. */
export const iconSizes = {
  "/apple-touch-icon.png": 180,
  "/icon-192.png": 192,
  "/icon-512.png": 512,
} as const;

/** Without round corners: each system cuts its own. */
export function makeIcon(size: number): Uint8Array {
  const svg = readFileSync(path.join(process.cwd(), "public/favicon.svg"), "utf8");
  const square = svg.replace(/ rx="\d+"/, "");
  return new Resvg(square, { fitTo: { mode: "width", value: size } }).render().asPng();
}
