// A lead that was merged: its old address leads to the survivor.

/** Returns the survivor's id, if the response says that the lead was merged; for loaders. */
export function survivorOf({
  status,
  headers,
}: {
  status: number;
  headers: Headers;
}): string | null {
  const location = status === 307 ? (headers.get("Location") ?? "") : "";
  return /^[\da-f-]{36}/.exec(location)?.[0] ?? null;
}
