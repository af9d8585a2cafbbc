// After a merge, the old URL of the lead that was merged redirects to the lead that survived.

/** For loaders: returns the surviving lead's id if the response says that the lead was merged. */
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
