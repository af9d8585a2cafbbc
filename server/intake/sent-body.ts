// What a sender posts to a source's address, as it is stored: JSON, or form-encoded.
import type { ReceivedBody } from "./reading.ts";

/** A multipart form becomes form-encoded, without its files: so a replay needs no boundary. */
export async function readSentBody(
  body: string,
  contentType: string,
): Promise<Pick<ReceivedBody, "body" | "isFormEncoded">> {
  if (!/^multipart\//i.test(contentType))
    return { body, isFormEncoded: !/json/i.test(contentType) };
  try {
    const headers = { "Content-Type": contentType };
    const fields = [...(await new Response(body, { headers }).formData())];
    const texts = fields.flatMap(([name, value]) =>
      typeof value === "string" ? [[name, value]] : [],
    );
    return { body: new URLSearchParams(texts).toString(), isFormEncoded: true };
  } catch {
    // Neither a form nor JSON: refused as malformed, and kept.
    return { body, isFormEncoded: false };
  }
}
