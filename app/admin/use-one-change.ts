import { useState } from "react";
import type { ApiResponse } from "#app/ui/ask-api.ts";
import { useChange } from "./use-change.ts";

/**
 * Works like `useChange`, but one change at a time: the buttons that share it wait for each other.
 */
export function useOneChange() {
  const act = useChange();
  const [isBusy, setIsBusy] = useState(false);

  async function change<R extends ApiResponse>(
    action: () => Promise<R>,
    options?: Parameters<typeof act>[1],
  ): Promise<boolean> {
    if (isBusy) return false;
    setIsBusy(true);
    const isDone = await act(action, options);
    setIsBusy(false);
    return isDone;
  }

  return { change, isBusy };
}
