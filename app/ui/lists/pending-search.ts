// Keeps a list's state in the URL.
import { useCallback, useMemo } from "react";
import { useLocation, useNavigate, useNavigation, useSearchParams } from "react-router";

/** The URL parameters to change, by name. An empty value removes a parameter. */
export type SearchChanges = Record<string, string | null>;

/**
 * The change that is loading. React may render a navigation's start and end late, so on a busy
 * machine another change may come before either is rendered.
 */
let loading: { text: string; isAdding: boolean } | null = null;

/**
 * Returns the URL parameters as they are after the pending navigation, because on a slow connection
 * the next change must not discard one that is still loading. `isLeaving`: the pending navigation
 * goes to another page, where the parameters don't apply.
 */
export function usePendingSearch() {
  const [current] = useSearchParams();
  const { pathname } = useLocation();
  const { location } = useNavigation();
  const navigate = useNavigate();
  const isLeaving = location !== undefined && location.pathname !== pathname;
  const awaited = location && !isLeaving ? location.search : null;
  const text = awaited ?? `?${current}`;
  const pending = useMemo(() => new URLSearchParams(text), [text]);
  const setPending = useCallback(
    (changes: SearchChanges, options: { replace?: boolean } = {}) => {
      const next = new URLSearchParams(loading?.text ?? awaited ?? window.location.search);
      for (const [name, value] of Object.entries(changes)) {
        if (value) next.set(name, value);
        else next.delete(name);
      }
      // A change replaces the pending navigation. If that was to add a history entry, the change
      // must add it, or it would be lost.
      const replace = Boolean(options.replace) && !loading?.isAdding;
      const change = { text: next.toString(), isAdding: !replace };
      loading = change;
      // Settles when the page is shown, or when another navigation replaces this one.
      const shown = navigate(`?${next}`, { replace, preventScrollReset: true });
      void Promise.resolve(shown).finally(() => {
        if (loading === change) loading = null;
      });
    },
    [awaited, navigate],
  );
  return [pending, setPending, isLeaving] as const;
}
