// Connects a request that is refused without a recent proof with the screen's dialog that asks for it.

/** True: the person has proved who they are. */
type Prompt = () => Promise<boolean>;

let prompt: Prompt | null = null;
let asking: Promise<boolean> | null = null;

/** The dialog of the screen that is shown; null: none. */
export function setProofPrompt(next: Prompt | null): void {
  prompt = next;
}

/** Requests that are refused at the same time wait for one answer. */
export function askForProof(): Promise<boolean> {
  asking ??= (prompt?.() ?? Promise.resolve(false)).finally(() => {
    asking = null;
  });
  return asking;
}
