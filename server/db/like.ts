// Builds patterns that search for a part of a text.

/** Returns the LIKE pattern for any text that contains this one, with %, _ and \ escaped. */
export function containing(text: string): string {
  return `%${text.replace(/[\\%_]/g, "\\$&")}%`;
}
