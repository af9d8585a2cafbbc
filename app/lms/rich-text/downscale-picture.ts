// A photo of a telephone has many times the points that an e-mail shows: it is made smaller before it
// is sent over the line. What is uploaded is judged and drawn anew by the server all the same.
import { pictureLimits } from "#contract/pictures.ts";

/** In base64; null: the browser cannot read it either. */
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
    // What is clear in it would turn black.
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
