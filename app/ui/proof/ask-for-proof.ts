// If a request is rejected for lack of a recent proof of who the person is, this opens the screen's
// dialog that asks for it.

/** Resolves to true if the person has proved who they are. */
type Prompt = () => Promise<boolean>;

let prompt: Prompt | null = null;
let asking: Promise<boolean> | null = null;

/** Sets the dialog of the current screen; null if the screen has none. */
export function setProofPrompt(next: Prompt | null): void {
  prompt = next;
}

/** Opens the dialog. Requests that are rejected at the same time share it. */
export function askForProof(): Promise<boolean> {
  asking ??= (prompt?.() ?? Promise.resolve(false)).finally(() => {
    asking = null;
  });
  return asking;
}
