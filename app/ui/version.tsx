// A form over something that others change too: which version its fields began with, and what to do
// when somebody else has saved first.
import { useEffect, useRef, useState } from "react";
import { staleWords } from "#content/messages.ts";
import { Button } from "./button.tsx";
import { useFormState } from "./form.tsx";
import { versionField } from "./form-drafts.ts";
import styles from "./version.module.css";

/**
 * The version that the form's fields began with. It goes with what is typed over a reload, so that
 * old words do not pass for a change of the newest version.
 */
export function VersionField({ version }: { version: string | undefined }) {
  const ref = useRef<HTMLInputElement>(null);
  const [first] = useState(version);
  useEffect(() => {
    // Before the form, whose own effects come later, puts back what was kept. React must not hold
    // the value: it would put the first one back.
    if (ref.current) ref.current.value = first ?? "";
  }, [first]);
  return <input ref={ref} type="hidden" name={versionField} />;
}

/** From here on the form's fields are a change of this version. */
export function setVersion(form: HTMLFormElement, version: string) {
  const field = form.elements.namedItem(versionField);
  if (field instanceof HTMLInputElement) field.value = version;
}

/** The version that the form's fields are a change of; undefined: of none, they are new. */
export function readVersion(form: HTMLFormElement): string | undefined {
  const field = form.elements.namedItem(versionField);
  return field instanceof HTMLInputElement && field.value !== "" ? field.value : undefined;
}

type Version = string | null | undefined;

/**
 * Whether to offer the choice: a version was refused, and by now a newer one has been read that can
 * be loaded or saved over. `newest` is what was read last.
 */
export function useStale(newest: Version) {
  const [refused, setRefused] = useState<{ version: Version } | null>(null);
  return {
    isStale: refused !== null && refused.version !== newest,
    refuse: (version: Version) => setRefused({ version }),
    forget: () => setRefused(null),
  };
}

/** Below the sentence that says so: take the other's, or save one's own after all. */
export function StaleChoice({ onLoad, onSave }: { onLoad: () => void; onSave: () => void }) {
  const { ref } = useFormState();

  /** These buttons go away: the keyboard stays in the form. */
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
