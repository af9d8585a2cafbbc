// What stands in the pages made at build time where a value of the running process belongs. The
// server replaces each with its value once per start, before the pages are compressed.

export const placeholders = {
  /** The product's own address, without a slash at its end. */
  origin: "https://origin.invalid",
  /** How long the opening shows, in milliseconds; a number, so that it fits wherever one does. */
  splashMs: "86399999",
} as const;
