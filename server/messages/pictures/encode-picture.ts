// Decodes uploads strictly and re-encodes them. Nothing of the original file remains: no metadata
// (a photo's location), no appended data (a script), and not its format.
import { pictureLimits } from "#contract/pictures.ts";

export type EncodedPicture = { content: Buffer; width: number; height: number };

const formats = ["jpeg", "png", "webp", "gif"];
/**
 * A small file may claim to be huge (decompression bomb); this many pixels take 120 MB to decode.
 */
const maxPixels = 40_000_000;
const qualities = [82, 64, 45];

/**
 * Returns a JPEG on a white background, so that a logo's dark letters are readable in dark mode.
 * Returns null if the upload isn't a valid picture.
 */
export async function encodePicture(upload: Uint8Array): Promise<EncodedPicture | null> {
  // The library is large, so it is loaded on first use.
  const { default: sharp } = await import("sharp");
  sharp.cache(false);
  sharp.concurrency(1);
  try {
    const picture = sharp(upload, { failOn: "warning", limitInputPixels: maxPixels });
    const { format } = await picture.metadata();
    if (!formats.includes(format)) return null;
    const { width, height } = pictureLimits;
    const encoded = picture
      .rotate()
      .resize({ width, height, fit: "inside", withoutEnlargement: true })
      .flatten({ background: "#ffffff" });
    for (const quality of qualities) {
      const { data, info } = await encoded
        .clone()
        .jpeg({ quality, mozjpeg: true })
        .toBuffer({ resolveWithObject: true });
      if (data.length > pictureLimits.keptBytes) continue;
      return { content: data, width: info.width, height: info.height };
    }
    return null;
  } catch {
    // The file is truncated, has another format, or has too many pixels.
    return null;
  }
}
