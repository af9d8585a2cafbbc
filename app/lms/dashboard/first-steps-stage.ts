// Whether this device shows a practice's first steps. Stored per practice.
import { useSyncExternalStore } from "react";
import { listenToStorage, storedText, storeText } from "#app/ui/device-storage.ts";

/** `open`: shown since the practice had no leads. `over`: done, dismissed, or never needed. */
type FirstStepsStage = "open" | "over";

const nameFor = (practiceId: string) => `first steps/${practiceId}`;

/** Returns the stage, or null if it isn't known yet. The server renders nothing. */
export function useFirstStepsStage(practiceId: string): FirstStepsStage | null {
  const read = () => storedText(nameFor(practiceId));
  const stored = useSyncExternalStore(listenToStorage, read, () => "over");
  return stored === "open" || stored === "over" ? stored : null;
}

export function storeFirstStepsStage(practiceId: string, stage: FirstStepsStage): void {
  storeText(nameFor(practiceId), stage);
}
