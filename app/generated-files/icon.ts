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

/**
 * Makes /favicon.ico, for programs that ask for it without reading a page. It has the portfolio's
 * icon, because the portfolio is at `/`. The format is a header of 22 bytes before a PNG.
 */
export function makeFavicon(): Uint8Array {
  const size = 32;
  const png = makeIcon(size, "portfolio-icon.svg");
  const header = Buffer.alloc(22);
  // An icon file with one picture.
  header.writeUInt16LE(1, 2);
  header.writeUInt16LE(1, 4);
  header.writeUInt8(size, 6);
  header.writeUInt8(size, 7);
  // One color plane of 32 bits a pixel.
  header.writeUInt16LE(1, 10);
  header.writeUInt16LE(32, 12);
  header.writeUInt32LE(png.length, 14);
  header.writeUInt32LE(header.length, 18);
  return Buffer.concat([header, png]);
}

/** Draws an icon without rounded corners, because each operating system applies its own mask. */
export function makeIcon(size: number, file = "favicon.svg"): Uint8Array {
  const svg = readFileSync(path.join(process.cwd(), "public", file), "utf8");
  const square = svg.replace(/ rx="\d+"/, "");
  return new Resvg(square, { fitTo: { mode: "width", value: size } }).render().asPng();
}
