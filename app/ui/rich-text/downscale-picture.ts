// Reduces a photo's size in the browser before its upload, because a phone's photo has many more
// pixels than an email shows. The server checks and re-encodes every upload anyway.
import { pictureLimits } from "#contract/pictures.ts";

/** Returns the picture in base64, or null if the browser can't decode it. */
export async function downscalePicture(file: File): Promise<string | null> {
  try {
    const picture = await createImageBitmap(file);
    const { width, height, bytes } = pictureLimits;
    const scale = Math.min(1, width / picture.width, height / picture.height);
    if (scale === 1 && file.size <= bytes) return asBase64(file);
    const canvas = document.createElement("canvas");
    canvas.width = Math.max(1, Math.round(picture.width * scale));
    canvas.height = Math.max(1, Math.round(picture.height * scale));
    const pen = canvas.getContext("2d");
    if (!pen) return null;
    // JPEG has no transparency, so transparent areas would become black without a background.
    pen.fillStyle = "#ffffff";
    pen.fillRect(0, 0, canvas.width, canvas.height);
    pen.drawImage(picture, 0, 0, canvas.width, canvas.height);
    const drawn = await new Promise<Blob | null>((resolve) =>
      canvas.toBlob(resolve, "image/jpeg", 0.85),
    );
    return drawn && drawn.size <= bytes ? asBase64(drawn) : null;
  } catch {
    return null;
  }
}

async function asBase64(blob: Blob): Promise<string> {
  const bytes = new Uint8Array(await blob.arrayBuffer());
  const parts: string[] = [];
  for (let start = 0; start < bytes.length; start += 8190) {
    parts.push(String.fromCharCode(...bytes.subarray(start, start + 8190)));
  }
  return btoa(parts.join(""));
}
