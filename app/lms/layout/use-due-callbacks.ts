// Loads the leads with a due callback, for the alert. The layout knows only their number and the
// next due time; when one of these changes, the leads are loaded again.
import { useEffect, useState } from "react";
import { api } from "#app/api.ts";
import { askApi } from "#app/ui/ask-api.ts";
import { readNow } from "#app/ui/now.tsx";
import type { Callbacks } from "#contract/callbacks.ts";
import { maxLeadPageSize } from "#contract/leads.ts";
import type { LoadedDue } from "./new-leads.ts";

const none: LoadedDue = { due: [], readAt: new Date(0).toISOString() };

/**
 * Returns the due callbacks. `loadedAt`: when the layout was loaded. If the request fails, it is
 * repeated after the next load of the layout.
 */
export function useDueCallbacks(callbacks: Callbacks | null, loadedAt: string): LoadedDue {
  const [loaded, setLoaded] = useState(none);
  const [failedAt, setFailedAt] = useState<string | null>(null);
  const isAnyDue = (callbacks?.due ?? 0) > 0;
  const known = `${callbacks?.due} ${callbacks?.nextDueAt}`;
  const attempt = failedAt && failedAt !== loadedAt ? loadedAt : null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: loads again when one of these changes
  useEffect(() => {
    if (!isAnyDue) return;
    let isLeft = false;
    const readAt = readNow().toISOString();
    const query = { state: "due", sort: "next", limit: String(maxLeadPageSize) } as const;
    void askApi(() => api.leads.new.$get({ query })).then((outcome) => {
      if (isLeft) return;
      if (outcome.isDone) setLoaded({ due: outcome.answer.leads, readAt });
      setFailedAt(outcome.isDone ? null : loadedAt);
    });
    return () => {
      isLeft = true;
    };
  }, [isAnyDue, known, attempt]);
  return isAnyDue ? loaded : none;
}
