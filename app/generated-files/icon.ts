// The icons of public/ as PNG, for platforms that do not accept SVG.
import { readFileSync } from "node:fs";
import path from "node:path";
import { Resvg } from "@resvg/resvg-js";

/** In pixels, by the URL path of each icon. */
export const iconSizes = {
  "/apple-touch-icon.png": 180,
  "/icon-192.png": 192,
  "/icon-512.png": 512,
} as const;

/** The portfolio's: its page isn't an app, so it has no other sizes. */
export const portfolioIcon = { url: "/portfolio-touch-icon.png", size: 180 } as const;

/** Draws an icon without rounded corners: each operating system applies its own mask. */
export function makeIcon(size: number, file = "favicon.svg"): Uint8Array {
  const svg = readFileSync(path.join(process.cwd(), "public", file), "utf8");
  const square = svg.replace(/ rx="\d+"/, "");
  return new Resvg(square, { fitTo: { mode: "width", value: size } }).render().asPng();
}
