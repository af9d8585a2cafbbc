// A rich text field in a form. A hidden textarea contains the editor's HTML, so drafts, validation
// and errors work as for any other field.

import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from "react";
import { useFormState } from "#app/ui/form.tsx";
import { IconAlertCircle } from "#app/ui/icons.tsx";
import { editorWords } from "#content/desk/templates.ts";
import styles from "./rich-text.module.css";

const RichTextEditor = lazy(async () => ({
  default: (await import("./editor.tsx")).RichTextEditor,
}));

export function RichTextField({
  name,
  label,
  defaultValue = "",
  help,
  hasPictures,
}: {
  name: string;
  label: string;
  /** HTML, with the merge fields as text. */
  defaultValue?: string;
  help?: ReactNode;
  /** Whether pictures can be uploaded. Only a practice can have pictures. */
  hasPictures: boolean;
}) {
  const form = useFormState();
  const area = useRef<HTMLTextAreaElement>(null);
  const focusEditor = useRef<(() => void) | null>(null);
  const [html, setHtml] = useState<string | null>(null);
  const error = form.errors[name];
  const id = `${form.id}-${name}`;
  const describedBy = [error && `${id}-error`, help && `${id}-help`].filter(Boolean).join(" ");

  // Delayed, because the form's own effect runs after this one and restores a draft.
  useEffect(() => {
    const timer = setTimeout(() => setHtml(area.current?.value ?? ""));
    return () => clearTimeout(timer);
  }, []);

  function change(next: string) {
    if (!area.current) return;
    area.current.value = next;
    area.current.dispatchEvent(new Event("input", { bubbles: true }));
  }

  return (
    <div className={styles.field}>
      <span className={styles.label}>{label}</span>
      <textarea
        ref={area}
        name={name}
        defaultValue={defaultValue}
        className={styles.hiddenField}
        tabIndex={-1}
        aria-hidden
        onFocus={() => focusEditor.current?.()}
      />
      <div className={styles.box} data-invalid={error ? true : undefined}>
        <Suspense fallback={<div className={styles.waiting}>{editorWords.loading}</div>}>
          {html === null ? (
            <div className={styles.waiting}>{editorWords.loading}</div>
          ) : (
            <RichTextEditor
              html={html}
              onChange={change}
              onReady={(focus) => {
                focusEditor.current = focus;
              }}
              label={label}
              describedBy={describedBy || undefined}
              isInvalid={error !== undefined}
              hasPictures={hasPictures}
            />
          )}
        </Suspense>
      </div>
      {error && (
        <p id={`${id}-error`} className={styles.error}>
          <IconAlertCircle size={20} aria-hidden />
          {error}
        </p>
      )}
      {help && (
        <p id={`${id}-help`} className={styles.help}>
          {help}
        </p>
      )}
    </div>
  );
}
