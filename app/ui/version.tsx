// Optimistic locking for forms: the version that the fields show, and the choice if someone else
// has saved a newer one.
import { useEffect, useRef, useState } from "react";
import { staleWords } from "#content/messages.ts";
import { Button } from "./button.tsx";
import { useFormState } from "./form.tsx";
import { versionField } from "./form-drafts.ts";
import styles from "./version.module.css";

/**
 * The version that the form's fields show. A draft includes it, so an old draft doesn't count as a
 * change of the newest version.
 */
export function VersionField({ version }: { version: string | undefined }) {
  const ref = useRef<HTMLInputElement>(null);
  const [first] = useState(version);
  useEffect(() => {
    // Runs before the form's own effect, which restores a draft. The input is uncontrolled, because
    // React would reset the restored value.
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
 * Checks whether to offer the choice between loading and overwriting, because a version was
 * rejected and a newer one has been fetched since. `newest`: the version fetched last.
 */
export function useStale(newest: Version) {
  const [refused, setRefused] = useState<{ version: Version } | null>(null);
  return {
    isStale: refused !== null && refused.version !== newest,
    refuse: (version: Version) => setRefused({ version }),
    forget: () => setRefused(null),
  };
}

/** Offers, below the error message, to load the other version or overwrite it. */
export function StaleChoice({ onLoad, onSave }: { onLoad: () => void; onSave: () => void }) {
  const { ref } = useFormState();

  /** Moves focus into the form before these buttons are removed. */
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
