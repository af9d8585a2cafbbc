// Optimistic locking for forms: the version that the fields show, and a choice for the user if
// someone else has saved a newer one.
import { useEffect, useRef, useState } from "react";
import { staleWords } from "#content/messages.ts";
import { Button } from "./button.tsx";
import { useFormState } from "./form.tsx";
import { versionField } from "./form-drafts.ts";
import styles from "./version.module.css";

/**
 * A hidden field with the version that the form's fields show. It is part of a draft, so that an
 * old draft doesn't count as a change to the newest version.
 */
export function VersionField({ version }: { version: string | undefined }) {
  const ref = useRef<HTMLInputElement>(null);
  const [first] = useState(version);
  useEffect(() => {
    // Runs before the form's own effect, which restores a draft. The input is uncontrolled, because
    // otherwise React would reset the restored value.
    if (ref.current) ref.current.value = first ?? "";
  }, [first]);
  return <input ref={ref} type="hidden" name={versionField} />;
}

/** Sets the version that the form's fields show. */
export function setVersion(form: HTMLFormElement, version: string) {
  const field = form.elements.namedItem(versionField);
  if (field instanceof HTMLInputElement) field.value = version;
}

/** Returns the version that the form's fields show, or undefined for a new record. */
export function readVersion(form: HTMLFormElement): string | undefined {
  const field = form.elements.namedItem(versionField);
  return field instanceof HTMLInputElement && field.value !== "" ? field.value : undefined;
}

type Version = string | null | undefined;

/**
 * Returns whether to let the user choose between loading and overwriting: a version was rejected,
 * and a newer one has been loaded since. `newest`: the version that was loaded last.
 */
export function useStale(newest: Version) {
  const [refused, setRefused] = useState<{ version: Version } | null>(null);
  return {
    isStale: refused !== null && refused.version !== newest,
    refuse: (version: Version) => setRefused({ version }),
    forget: () => setRefused(null),
  };
}

/** Below the error message, offers to load the other version or to overwrite it. */
export function StaleChoice({ onLoad, onSave }: { onLoad: () => void; onSave: () => void }) {
  const { ref } = useFormState();

  /** Moves the focus into the form before these buttons are removed. */
  function choose(act: () => void) {
    ref.current?.querySelector<HTMLElement>('button[type="submit"]')?.focus();
    act();
  }

  return (
    <fieldset className={styles.choice}>
      <legend>{staleWords.question}</legend>
      <div className={styles.answers}>
        <Button variant="outline" isSmall onClick={() => choose(onLoad)}>
          {staleWords.load}
        </Button>
        <Button variant="outline" isSmall onClick={() => choose(onSave)}>
          {staleWords.save}
        </Button>
      </div>
    </fieldset>
  );
}
