// Keeps a list's state in the URL.
import { useCallback, useContext, useMemo } from "react";
import {
  UNSAFE_DataRouterContext as DataRouterContext,
  useLocation,
  useNavigation,
  useSearchParams,
} from "react-router";

/** The URL parameters to change, by name. An empty value removes a parameter. */
export type SearchChanges = Record<string, string | null>;

/** Marks a navigation that adds an entry to the browser's history. */
const adding = { addsEntry: true };

/**
 * Returns the URL parameters as they are after the pending navigation, because on a slow connection
 * the next change must not discard one that is still loading. `isLeaving`: the pending navigation
 * goes to another page, where the parameters don't apply.
 */
export function usePendingSearch() {
  const router = useContext(DataRouterContext)?.router;
  const [current, setSearch] = useSearchParams();
  const { pathname } = useLocation();
  const { location } = useNavigation();
  const isLeaving = location !== undefined && location.pathname !== pathname;
  const text = location && !isLeaving ? location.search : `?${current}`;
  const pending = useMemo(() => new URLSearchParams(text), [text]);
  const setPending = useCallback(
    (changes: SearchChanges, options: { replace?: boolean } = {}) => {
      if (!router) return;
      // Read from the router, because on a busy machine React renders a navigation's start and end
      // later than the next change is made.
      const { location: shown, navigation } = router.state;
      const loading = navigation.location?.pathname === shown.pathname ? navigation.location : null;
      const next = new URLSearchParams((loading ?? shown).search);
      for (const [name, value] of Object.entries(changes)) {
        if (value) next.set(name, value);
        else next.delete(name);
      }
      // A change replaces the pending navigation. If that was to add a history entry, the change
      // must add it, or it would be lost.
      const replace = Boolean(options.replace) && !loading?.state?.addsEntry;
      setSearch(next, { replace, state: replace ? null : adding, preventScrollReset: true });
    },
    [router, setSearch],
  );
  return [pending, setPending, isLeaving] as const;
}
