// A button to use a passkey, either instead of a password or after it. The browser shows its own
// dialog.
import { useEffect, useRef, useState } from "react";
import type { Outcome, Refusal } from "#app/ui/ask-api.ts";
import { Button } from "#app/ui/button.tsx";
import { RefusalLine } from "#app/ui/form.tsx";
import { passkeyWords as words } from "#content/two-step-login.ts";
import type { PasskeyProof, PasskeyRequestOptions } from "#contract/passkeys.ts";
import { askForPasskey } from "./browser-passkeys.ts";
import styles from "./passkey-button.module.css";

type PasskeyButtonProps<Answer> = {
  label: string;
  /** Whether this is the screen's main action, which gets the focus. */
  isFirst?: boolean;
  /** The text that says what to do if no passkey was used. */
  canceled: string;
  begin: () => Promise<Outcome<PasskeyRequestOptions>>;
  send: (proof: PasskeyProof) => Promise<Outcome<Answer>>;
  onDone: (answer: Answer) => void;
  onRefused?: (refusal: Refusal) => void;
};

export function PasskeyButton<Answer>(props: PasskeyButtonProps<Answer>) {
  const { label, isFirst = false, canceled, begin, send, onDone, onRefused } = props;
  const [isWaiting, setIsWaiting] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const ref = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (isFirst) ref.current?.focus();
  }, [isFirst]);

  async function use() {
    if (isWaiting) return;
    setIsWaiting(true);
    setRefusal(null);
    setRefusal(await logIn());
    setIsWaiting(false);
  }

  /** Logs in. Returns null if that succeeded, or else the reason why not. */
  async function logIn(): Promise<string | null> {
    const begun = await begin();
    if (!begun.isDone) return begun.refusal.message;
    const assertion = await askForPasskey(begun.answer);
    if (!assertion) return canceled;
    const { challenge } = begun.answer;
    const outcome = await send({ challenge, assertion });
    if (outcome.isDone) {
      onDone(outcome.answer);
      return null;
    }
    onRefused?.(outcome.refusal);
    return outcome.refusal.message;
  }

  return (
    <div className={styles.passkey}>
      <RefusalLine sentence={refusal} />
      <Button
        ref={ref}
        variant={isFirst ? "solid" : "outline"}
        aria-disabled={isWaiting}
        onClick={() => void use()}
      >
        {isWaiting ? words.waiting : label}
      </Button>
    </div>
  );
}

/** The word "or" between a form and the passkey that can be used instead. */
export function Or() {
  return (
    <p className={styles.or} aria-hidden="true">
      {words.or}
    </p>
  );
}
