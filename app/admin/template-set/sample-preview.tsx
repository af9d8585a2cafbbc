// Previews an email from a set with a sample lead and a sample practice.
import { useEffect, useState } from "react";
import { api } from "#app/api.ts";
import { askApi } from "#app/ui/ask-api.ts";
import { Dialog } from "#app/ui/dialog.tsx";
import type { Typed } from "#app/ui/form-values.ts";
import { languageIn } from "#app/ui/language-options.ts";
import { fromBrackets } from "#app/ui/rich-text/merge-fields.ts";
import { type PreviewOutcome, ShownPreview } from "#app/ui/templates/shown-preview.tsx";
import { previewWords } from "#content/desk/templates.ts";
import styles from "./sample-preview.module.css";

type PreviewProps = {
  kind: "email" | "auto";
  /** The form's current values; null while the preview is closed. */
  typed: Typed | null;
  onClose: () => void;
};

export function SamplePreview({ kind, typed, onClose }: PreviewProps) {
  return (
    <Dialog isOpen={typed !== null} onClose={onClose} title={previewWords.title} isWide>
      {typed && <Shown kind={kind} typed={typed} />}
    </Dialog>
  );
}

function Shown({ kind, typed }: { kind: "email" | "auto"; typed: Typed }) {
  const [shown, setShown] = useState<PreviewOutcome>(null);
  const { body = "" } = typed;
  const subject = fromBrackets(typed.subject ?? "");
  const language = languageIn(typed);
  useEffect(() => {
    let isLeft = false;
    const json = { kind, subject, body, language };
    void askApi(() => api.admin["template-previews"].$post({ json })).then((outcome) => {
      if (!isLeft) setShown(outcome);
    });
    return () => {
      isLeft = true;
    };
  }, [kind, subject, body, language]);
  return (
    <div className={styles.preview}>
      <ShownPreview shown={shown} />
    </div>
  );
}
