// Keeps a list's state in the URL.
import { useCallback, useEffect, useMemo } from "react";
import { useLocation, useNavigation, useSearchParams } from "react-router";

/** The URL parameters to change, by name. An empty value removes a parameter. */
export type SearchChanges = Record<string, string | null>;

/** Marks a navigation that adds an entry to the browser's history. */
const adding = { addsEntry: true };

/**
 * The change that was requested last, and its history entry. React may render a navigation late, so
 * on a busy machine another change may come before it is rendered.
 */
let asked: Asked | null = null;

export type Asked = {
  /** The key of the history entry that was rendered when the change was requested. */
  key: string;
  /** The parameters, without "?". */
  text: string;
  /** Whether it adds a history entry. */
  isAdding: boolean;
};

/**
 * Returns what the next change starts from: the parameters, and whether a history entry must still
 * be added. `last`: the change that was requested last. `rendered`: what React has rendered.
 * `address`: the parameters in the browser's address bar, which has them before React has.
 */
export function startOfChange(last: Asked | null, rendered: Asked, address: string): Asked {
  if (last?.key !== rendered.key) return rendered;
  // Its entry exists already. Adding another would make the next Back do nothing.
  const hasArrived = new URLSearchParams(address).toString() === last.text;
  return hasArrived ? { ...last, isAdding: false } : last;
}

/**
 * Returns the URL parameters as they are after the pending navigation, because on a slow connection
 * the next change must not discard one that is still loading. `isLeaving`: the pending navigation
 * goes to another page, where the parameters don't apply.
 */
export function usePendingSearch() {
  const [current, setSearch] = useSearchParams();
  const { pathname, key } = useLocation();
  const { location } = useNavigation();
  const isLeaving = location !== undefined && location.pathname !== pathname;
  const text = location && !isLeaving ? location.search : `?${current}`;
  const pending = useMemo(() => new URLSearchParams(text), [text]);
  // A change replaces the pending navigation. If that was to add a history entry, the change must
  // add it, or it would be lost.
  const isAdding = location?.state?.addsEntry === true;
  useEffect(() => {
    // The navigation has finished, or the user has left the page.
    if (!location) asked = null;
  }, [location]);
  const setPending = useCallback(
    (changes: SearchChanges, options: { replace?: boolean } = {}) => {
      const rendered = { key, text, isAdding };
      const before = startOfChange(asked, rendered, window.location.search);
      const next = new URLSearchParams(before.text);
      for (const [name, value] of Object.entries(changes)) {
        if (value) next.set(name, value);
        else next.delete(name);
      }
      const replace = Boolean(options.replace) && !before.isAdding;
      asked = { key, text: next.toString(), isAdding: !replace };
      setSearch(next, { replace, state: replace ? null : adding, preventScrollReset: true });
    },
    [key, text, isAdding, setSearch],
  );
  return [pending, setPending, isLeaving] as const;
}
