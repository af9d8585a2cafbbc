import type { CSSProperties } from "react";

/**
 * A reserved height in rem, without the section's padding. It is at least the section's actual
 * height at any width in the range.
 */
export type Room = {
  /** The height on screens narrower than 960 px. */
  narrow: number;
  wide: number;
};

/** The heights are measured for English, and Spanish texts are longer. */
const longestLanguage = 1.2;

/**
 * Marks a section that is always below the fold. The browser lays it out just before it scrolls
 * into view (server/pages/at-build/inline-styles.ts), and reserves this height until then. If the
 * height were too small, the following section would shift.
 */
export function belowFold({ narrow, wide }: Room) {
  const [low, high] = [narrow, wide].map((room) => `${Math.ceil(room * longestLanguage)}rem`);
  const style: CSSProperties = { "--narrow": low, "--wide": high };
  return { "data-below": "", style };
}
