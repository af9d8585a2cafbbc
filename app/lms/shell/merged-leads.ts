// The old URL of a merged lead redirects to the survivor.

/** Returns the survivor's id if the response says that the lead was merged. For loaders. */
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
