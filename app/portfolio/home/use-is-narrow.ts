import { useSyncExternalStore } from "react";

/** The width below which the portfolio stands in one column; kept in step with its style sheets. */
const narrow = "(max-width: 759px)";

/** Pages made in advance take the wide one. */
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
