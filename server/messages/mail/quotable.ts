/** Returns at most 200 characters on one line, because the text comes from another server. */
export function quotable(said: string): string {
  return said
    .replace(/[\p{Cc}\s]+/gu, " ")
    .trim()
    .slice(0, 200);
}
