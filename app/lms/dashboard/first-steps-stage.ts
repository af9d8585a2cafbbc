// Stores per practice whether this device shows the practice's first steps.
import { useSyncExternalStore } from "react";
import { listenToStorage, storedText, storeText } from "#app/ui/device-storage.ts";

/**
 * `open`: the steps are shown, because the practice had no leads when they appeared. `over`: they
 * are done, dismissed, or were never needed.
 */
type FirstStepsStage = "open" | "over";

const nameFor = (practiceId: string) => `first steps/${practiceId}`;

/**
 * Returns the stage, or null if none is stored yet. On the server it is `over`, so nothing is
 * rendered.
 */
export function useFirstStepsStage(practiceId: string): FirstStepsStage | null {
  const read = () => storedText(nameFor(practiceId));
  const stored = useSyncExternalStore(listenToStorage, read, () => "over");
  return stored === "open" || stored === "over" ? stored : null;
}

export function storeFirstStepsStage(practiceId: string, stage: FirstStepsStage): void {
  storeText(nameFor(practiceId), stage);
}
