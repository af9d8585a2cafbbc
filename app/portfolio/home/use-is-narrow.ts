import { useSyncExternalStore } from "react";

/** Below this width the portfolio has one column. Its style sheets have the same value. */
const narrow = "(width < 700px)";

/** Returns whether the page is narrow. Prerendered pages use the wide layout. */
export function useIsNarrow(): boolean {
  return useSyncExternalStore(
    (changed) => {
      const query = matchMedia(narrow);
      query.addEventListener("change", changed);
      return () => query.removeEventListener("change", changed);
    },
    () => matchMedia(narrow).matches,
    () => false,
  );
}
