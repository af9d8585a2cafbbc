// A search for a part of a text.

/** The pattern of LIKE for texts that contain this one, in which %, _ and \ are themselves. */
export function containing(text: string): string {
  return `%${text.replace(/[\\%_]/g, "\\$&")}%`;
}
