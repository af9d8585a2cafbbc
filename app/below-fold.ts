import type { CSSProperties } from "react";

/**
 * The height to reserve for a section, in rem, without the section's padding. It must be at least
 * the section's actual height at every width.
 */
export type Room = {
  /** The height on screens narrower than 960 px. */
  narrow: number;
  wide: number;
};

/** The heights are measured in English. Spanish texts are longer by up to this factor. */
const longestLanguage = 1.2;

/**
 * Marks a section that is always below the fold. The browser lays it out just before it scrolls
 * into view (server/pages/at-build/inline-styles.ts), and until then reserves this height. If the
 * height were too small, the next section would shift.
 */
export function belowFold({ narrow, wide }: Room) {
  const [low, high] = [narrow, wide].map((room) => `${Math.ceil(room * longestLanguage)}rem`);
  const style: CSSProperties = { "--narrow": low, "--wide": high };
  return { "data-below": "", style };
}
