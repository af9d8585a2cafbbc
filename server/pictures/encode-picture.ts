// What somebody uploads is decoded strictly and drawn anew: of the file itself, its hidden data (a
// photo's place, a script behind its end) and its format nothing is kept.
import { pictureLimits } from "#contract/pictures.ts";

export type EncodedPicture = { content: Buffer; width: number; height: number };

const formats = ["jpeg", "png", "webp", "gif"];
/** A small file may claim to be huge; this many take 120 MB to decode. */
const mostPixels = 40_000_000;
const qualities = [82, 64, 45];

/** A JPEG on white, so that a logo's dark letters are read in dark mail programs too; null: no picture. */
export async function encodePicture(upload: Uint8Array): Promise<EncodedPicture | null> {
  // The library is large: it is loaded with the first picture.
  const { default: sharp } = await import("sharp");
  sharp.cache(false);
  sharp.concurrency(1);
  try {
    const picture = sharp(upload, { failOn: "warning", limitInputPixels: mostPixels });
    const { format } = await picture.metadata();
    if (!formats.includes(format)) return null;
    const { width, height } = pictureLimits;
    const drawn = picture
      .rotate()
      .resize({ width, height, fit: "inside", withoutEnlargement: true })
      .flatten({ background: "#ffffff" });
    for (const quality of qualities) {
      const { data, info } = await drawn
        .clone()
        .jpeg({ quality, mozjpeg: true })
        .toBuffer({ resolveWithObject: true });
      if (data.length > pictureLimits.keptBytes) continue;
      return { content: data, width: info.width, height: info.height };
    }
    return null;
  } catch {
    // Half a file, another format, or more pixels than anybody needs.
    return null;
  }
}
