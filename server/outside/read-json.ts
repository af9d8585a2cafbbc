// Reads the JSON that a platform's API returned.

/** This is many times the size of the longest response. */
const maxAnswerBytes = 4 * 1024 * 1024;

/** Returns undefined when the body is not JSON, or too long. */
export async function readJson(answer: Response): Promise<unknown> {
  const text = await readBounded(answer);
  try {
    return text === null ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}

async function readBounded({ body }: Response): Promise<string | null> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body ?? []) {
    length += chunk.length;
    // Leaving the loop closes the connection.
    if (length > maxAnswerBytes) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}
