import type { CSSProperties } from "react";

/** Room in rem, without the part's own padding: at least its height on any screen of that width. */
export type Room = {
  /** Up to 980 px. */
  narrow: number;
  wide: number;
};

/**
 * For a part that never stands on its long page's first screen: a browser lays it out when somebody
 * comes near (server/inline-styles.ts), and keeps this much room for it until then. With less room
 * than it takes, its words would be measured where the next part stands.
 */
export function belowFold({ narrow, wide }: Room) {
  const style: CSSProperties = { "--narrow": `${narrow}rem`, "--wide": `${wide}rem` };
  return { "data-below": "", style };
}
