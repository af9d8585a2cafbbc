import { useState } from "react";
import type { ApiResponse } from "#app/ui/ask-api.ts";
import { useChange } from "./use-change.ts";

/** Works like `useChange`, but runs one change at a time for all buttons that share it. */
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
