// Connects a request that was rejected for lack of a recent proof to the screen's dialog that asks
// for it.

/** Resolves to true if the person has re-authenticated. */
type Prompt = () => Promise<boolean>;

let prompt: Prompt | null = null;
let asking: Promise<boolean> | null = null;

/** Sets the dialog of the current screen, or null if it has none. */
export function setProofPrompt(next: Prompt | null): void {
  prompt = next;
}

/** Requests rejected at the same time share one dialog. */
export function askForProof(): Promise<boolean> {
  asking ??= (prompt?.() ?? Promise.resolve(false)).finally(() => {
    asking = null;
  });
  return asking;
}
