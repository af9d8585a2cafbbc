// Converts a body that was posted to the form in which it is stored: JSON or form-encoded.
import type { ReceivedBody } from "./reading.ts";

/**
 * Reads a body. A multipart form becomes form-encoded, without its files, so that a replay doesn't
 * need a boundary. If the content type is missing or unexpected, the content decides.
 */
export async function readSentBody(
  body: string,
  contentType: string,
): Promise<Pick<ReceivedBody, "body" | "isFormEncoded">> {
  if (/json/i.test(contentType)) return { body, isFormEncoded: false };
  if (/x-www-form-urlencoded/i.test(contentType)) return { body, isFormEncoded: true };
  if (!/^multipart\//i.test(contentType)) {
    return { body, isFormEncoded: /^[^\s{[<"=&]{1,300}=/.test(body) };
  }
  try {
    const headers = { "Content-Type": contentType };
    const fields = [...(await new Response(body, { headers }).formData())];
    const texts = fields.flatMap(([name, value]) =>
      typeof value === "string" ? [[name, value]] : [],
    );
    return { body: new URLSearchParams(texts).toString(), isFormEncoded: true };
  } catch {
    // The body is neither a form nor JSON. It is rejected as malformed, and stored.
    return { body, isFormEncoded: false };
  }
}
