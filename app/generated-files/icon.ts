// Converts the SVG icons in public/ to PNG, for platforms that don't support SVG.
import { readFileSync } from "node:fs";
import path from "node:path";
import { Resvg } from "@resvg/resvg-js";

/** The size of each icon in pixels, by the icon's URL path. */
export const iconSizes = {
  "/apple-touch-icon.png": 180,
  "/icon-192.png": 192,
  "/icon-512.png": 512,
} as const;

/** The portfolio's icon. One size is enough, because the portfolio can't be installed as an app. */
export const portfolioIcon = { url: "/portfolio-touch-icon.png", size: 180 } as const;

/** Draws an icon without rounded corners, because each operating system applies its own mask. */
export function makeIcon(size: number, file = "favicon.svg"): Uint8Array {
  const svg = readFileSync(path.join(process.cwd(), "public", file), "utf8");
  const square = svg.replace(/ rx="\d+"/, "");
  return new Resvg(square, { fitTo: { mode: "width", value: size } }).render().asPng();
}
