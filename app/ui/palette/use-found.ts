// Searches for the palette while the user types.
import { useEffect, useEffectEvent, useState } from "react";

const minLength = 2;
const pauseMs = 120;

export function isSearchable(typed: string): boolean {
  return typed.trim().length >= minLength;
}

/**
 * Returns the results, and searches after a short pause in typing. A response is dropped if a newer
 * text has been searched for since. `none`: the results while there is no text.
 */
export function useFound<Found>(
  typed: string,
  ask: (search: string) => Promise<Found>,
  none: Found,
) {
  const [answer, setAnswer] = useState<{ search: string; found: Found }>({
    search: "",
    found: none,
  });
  const search = typed.trim();
  const isSearching = isSearchable(typed);
  const onAsk = useEffectEvent(ask);
  useEffect(() => {
    if (!isSearchable(search)) return;
    let isCurrent = true;
    const timer = setTimeout(async () => {
      const found = await onAsk(search);
      if (isCurrent) setAnswer({ search, found });
    }, pauseMs);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [search]);
  return {
    found: isSearching ? answer.found : none,
    isAsking: isSearching && answer.search !== search,
  };
}
