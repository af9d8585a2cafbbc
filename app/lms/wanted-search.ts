// What a list shows stands in the page's address.
import { useCallback, useMemo } from "react";
import { useNavigation, useSearchParams } from "react-router";

/** The wishes to change, by their name in the address; empty: taken out. */
export type Wishes = Record<string, string | null>;

/**
 * The address as it will be: on a slow line the last change may still be under way, and the next one
 * must not take it back.
 */
export function useWantedSearch() {
  const [current, setSearch] = useSearchParams();
  const { location } = useNavigation();
  const text = location ? location.search : `?${current}`;
  const wanted = useMemo(() => new URLSearchParams(text), [text]);
  const setWanted = useCallback(
    (wishes: Wishes, options: { replace?: boolean } = {}) => {
      const next = new URLSearchParams(text);
      for (const [name, value] of Object.entries(wishes)) {
        if (value) next.set(name, value);
        else next.delete(name);
      }
      setSearch(next, { ...options, preventScrollReset: true });
    },
    [text, setSearch],
  );
  return [wanted, setWanted] as const;
}
