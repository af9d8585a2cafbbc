// What a list shows stands in the page's address.
import { useCallback, useMemo } from "react";
import { useLocation, useNavigation, useSearchParams } from "react-router";

/** The parameters to change, by their name in the address; empty: taken out. */
export type SearchChanges = Record<string, string | null>;

/**
 * The address as it will be: on a slow line the last change may still be under way, and the next one
 * must not take it back. `isLeaving`: somebody is on the way to another page, where it is not wanted.
 */
export function usePendingSearch() {
  const [current, setSearch] = useSearchParams();
  const { pathname } = useLocation();
  const { location } = useNavigation();
  const isLeaving = location !== undefined && location.pathname !== pathname;
  const text = location && !isLeaving ? location.search : `?${current}`;
  const pending = useMemo(() => new URLSearchParams(text), [text]);
  const setPending = useCallback(
    (changes: SearchChanges, options: { replace?: boolean } = {}) => {
      const next = new URLSearchParams(text);
      for (const [name, value] of Object.entries(changes)) {
        if (value) next.set(name, value);
        else next.delete(name);
      }
      setSearch(next, { ...options, preventScrollReset: true });
    },
    [text, setSearch],
  );
  return [pending, setPending, isLeaving] as const;
}
